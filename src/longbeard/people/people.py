"""Everything that a server does for people beyond a single table: one object, given a database and the
house."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

from longbeard.engine.errors import BadRecord, LongbeardError, NoSuchGame
from longbeard.games import room, rooms
from longbeard.people import daily, erasing, history, profiles
from longbeard.people.daily import Comparison, Deal, Stage
from longbeard.people.erasing import Erased
from longbeard.people.history import Played, Statistics
from longbeard.people.privacy import KEPT, LINK_MINUTES, UNSEEN_DAYS
from longbeard.people.profiles import Profile
from longbeard.people.ratings import Rating, rated
from longbeard.people.results import Sitting, record, sittings
from longbeard.store.rows import Rows, Statement, statement
from longbeard.store.store import Kept, NumberTaken, StoreError
from longbeard.table.days import DAY, day_of
from longbeard.table.house import House, NoSuchTable
from longbeard.table.live import LiveTable, restore

CODE_BYTES: Final = 18
SWEEP_SECONDS: Final = 3600.0
FOLLOW_SECONDS: Final = 2.0
"""Seconds between queries for people whom other servers have forgotten."""
ATTEMPTS: Final = 5
START_ATTEMPTS: Final = 60
START_PAUSE: Final = 0.5
"""Seconds between attempts of a starting server to read the store."""
log = logging.getLogger("longbeard.people")


class NoSuchLink(LongbeardError):
    """A link to a person that is invalid, was used, or has expired."""


class People:
    """Profiles, devices, results, daily deals, and deletion."""

    def __init__(self, rows: Rows, house: House, key: bytes) -> None:
        self.rows = rows
        self.house = house
        self.on_forget: Callable[[str], None] = lambda person: None
        """Called with an identity that is no longer accepted."""
        self._key = key
        self._forgotten: set[str] = set()
        self._rating = asyncio.Lock()
        self._dealing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._chores: list[asyncio.Task[None]] = []
        house.on_over = lambda table: self._start(self._record_live(table))

    @property
    def now(self) -> float:
        """The time of the house, in seconds since 1970."""
        return self.house.clock()

    @property
    def today(self) -> str:
        return day_of(self.now)

    # Start and stop.

    async def start(self) -> None:
        """Load who was forgotten; in the background, catch up with what a killed server left undone."""
        for attempt in range(START_ATTEMPTS):
            try:
                self._forgotten = await self._all_forgotten()
                break
            except StoreError as error:  # the database may be starting just now
                if attempt == START_ATTEMPTS - 1:
                    raise
                log.warning("it is not known yet who was forgotten: %s", error)
                await asyncio.sleep(START_PAUSE)
        self._chores = [asyncio.ensure_future(self._sweep())]
        if self.house.others is not None:
            self._chores.append(asyncio.ensure_future(self._follow_others()))

    async def close(self) -> None:
        """Finish what is being written."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, chore: Coroutine[None, None, None]) -> None:
        self._tasks.add(task := asyncio.ensure_future(chore))
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        while True:
            try:
                await self.catch_up()
                await self.forget_unseen()
            except LongbeardError as error:
                log.error("people could not be looked after: %s", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _all_forgotten(self) -> set[str]:
        return {str(row[0]) for row in await self.rows.read("SELECT digest FROM forgotten")}

    async def _follow_others(self) -> None:
        """Learn regularly whom other servers have forgotten: their cookies are void here, too."""
        while True:
            await asyncio.sleep(FOLLOW_SECONDS)
            try:
                await self.follow_others()
            except LongbeardError as error:
                log.error("who was forgotten elsewhere could not be read: %s", error)

    async def follow_others(self) -> None:
        """Reject the cookies of those whom another server has forgotten, and drop the tables where they
        sat."""
        found = await self._all_forgotten()
        new, self._forgotten = found - self._forgotten, found | self._forgotten
        for table in list(self.house.tables.values()) if new else []:
            if any(held.person and _digest(held.person) in new for held in table.seats):
                await self.house.drop(table)

    # Profiles.

    async def profile(self, person: str) -> Profile:
        """Return the profile of a person."""
        return await profiles.load(self.rows, person)

    async def save(self, profile: Profile) -> None:
        """Store a profile; without the wish for a rating, ratings are deleted."""
        statements = [profiles.save(replace(profile, seen=self.now))]
        if not profile.rated:
            statements.append(statement("DELETE FROM ratings WHERE person = ?", profile.id))
        await self.rows.write(*statements)

    async def change_settings(self, person: str, name: str, avatar: str, settings: dict[str, str]) -> Profile:
        """Change some settings of a person, of whom perhaps nothing is stored yet."""
        found = await self.profile(person)
        if not found.kept:
            found = replace(found, name=name, avatar=avatar)
        merged = found.settings | profiles.checked(settings)
        found = replace(found, settings=merged, changed=self.now, kept=True)
        await self.rows.write(profiles.save(replace(found, seen=self.now)))
        return found

    async def rename(self, person: str, name: str) -> None:
        """Store another name, if the person is stored."""
        await self.rows.write(statement("UPDATE people SET name = ? WHERE id = ?", name, person))

    async def come(self, profile: Profile) -> None:
        """Note that a person was here, once a day."""
        if profile.kept and self.now - profile.seen > DAY:
            await self.rows.write(statement("UPDATE people SET seen = ? WHERE id = ?", self.now, profile.id))

    # Devices.

    async def make_link(self, person: str, name: str, avatar: str) -> str:
        """Make a code that turns another device into this person, once and soon; older codes become
        invalid."""
        code = token_urlsafe(CODE_BYTES)
        await self.rows.write(
            profiles.meet(person, name, avatar, self.now),
            statement("DELETE FROM devices WHERE person = ? OR expires < ?", person, self.now),
            statement(
                "INSERT INTO devices (code, person, expires) VALUES (?, ?, ?)",
                *(_digest(code), person, self.now + LINK_MINUTES * 60.0),
            ),
        )
        return code

    async def behind(self, code: str) -> Profile:
        """Return the person behind a link, without using it up."""
        found = await self.rows.read(
            "SELECT person FROM devices WHERE code = ? AND expires > ?", _digest(code), self.now
        )
        if not found:
            raise NoSuchLink(
                f"this link was used already, or is older than {LINK_MINUTES} minutes; make a new one"
            )
        return await self.profile(str(found[0][0]))

    async def use_link(self, code: str) -> Profile:
        """Return the person behind a link, and use it up."""
        found = await self.behind(code)
        (used,) = await self.rows.write(statement("DELETE FROM devices WHERE code = ?", _digest(code)))
        if not used:
            raise NoSuchLink("this link was used by another device just now; make a new one")
        return found

    # Results.

    async def _record_live(self, table: LiveTable) -> None:
        try:
            kept = await asyncio.to_thread(self.house.store.load, table.id)
            if kept is not None:
                await self.record(table, kept, self.now)
        except (LongbeardError, OSError) as error:
            log.error("a result could not be kept: %s", error, extra={"table": table.id})

    async def settled(self) -> None:
        """Wait until the results of finished matches are stored: whoever saw the end looks for them."""
        if self._tasks:
            await asyncio.wait({*self._tasks})

    async def matches(self, person: str, page: int = 0, size: int = history.PAGE) -> list[Played]:
        """List the matches of a person, the latest first."""
        await self.settled()
        return await history.matches(self.rows, person, page, size)

    async def statistics(self, person: str) -> Statistics:
        """Count the matches of a person."""
        await self.settled()
        return await history.statistics(self.rows, person)

    async def ratings(self, person: str) -> dict[str, Rating]:
        """Return the ratings of a person by game."""
        await self.settled()
        return await history.ratings(self.rows, person)

    async def record(self, table: LiveTable, kept: Kept, ended: float) -> None:
        """Store the results of a finished match, once: results that were stored before stay as they are."""
        # Those who continue from a finished match have seen the cards: such a match does not count.
        seats = [] if table.opening.forked else sittings(table, kept.entries)
        seats = [replace(one, person="") if self.is_forgotten(one.person) else one for one in seats]
        people = [one for one in seats if one.person]
        async with self._rating:
            statements = record(table, seats, ended)
            statements += [profiles.meet(one.person, one.name, one.avatar, ended) for one in people]
            statements += await self._rate(table.opening.game, seats)
            try:
                await self.rows.write(*statements)
            except NumberTaken:
                log.info("the results of a match were kept before", extra={"table": table.id})

    async def _rate(self, game: str, seats: list[Sitting]) -> list[Statement]:
        """Return the changes of ratings by a match, as differences, so that two at once add up."""
        found = []
        before = await self._ratings(game, [one.person for one in seats if one.person])
        for person, new in rated(seats, before).items():
            old = before[person]
            found.append(
                statement(
                    "INSERT INTO ratings (person, game, mu, sigma, matches) VALUES (?, ?, ?, ?, 1) "
                    "ON CONFLICT (person, game) DO UPDATE SET mu = ratings.mu + ?, "
                    "sigma = ratings.sigma * ?, matches = ratings.matches + 1",
                    *(person, game, new.mu, new.sigma, new.mu - old.mu, new.sigma / old.sigma),
                )
            )
        return found

    async def _ratings(self, game: str, people: list[str]) -> dict[str, Rating]:
        """Return the ratings of those who want one."""
        found: dict[str, Rating] = {}
        for person in people:
            if (await self.profile(person)).rated:
                found[person] = (await history.ratings(self.rows, person)).get(game, Rating())
        return found

    async def catch_up(self) -> int:
        """Store the results of finished matches that have none: a server may have been killed."""
        missing = await self.rows.read(
            "SELECT id, touched FROM tables WHERE over = 1 "
            "AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.table_id = tables.id) ORDER BY touched, id"
        )
        for name, touched in missing:
            try:
                kept = await asyncio.to_thread(self.house.store.load, str(name))
                if kept is not None:
                    await self.record(await asyncio.to_thread(_restored, kept), kept, float(touched))
            except (BadRecord, NoSuchGame, StoreError) as error:
                log.warning("the results of a match cannot be read: %s", error, extra={"table": str(name)})
            await asyncio.sleep(0)
        return len(missing)

    # The daily deal.

    async def open_daily(self, game: str, person: str, name: str, avatar: str) -> LiveTable:
        """Open the table of a person for today's deal, or find the one that they have."""
        async with self._dealing:  # two requests at once find the same table
            found, day = room(game), self.today
            table = daily.table_of(self._key, day, game, person)
            try:
                return await self.house.find(table, person)
            except NoSuchTable:
                pass
            seats = daily.seats_of(found.plate, person, name, avatar)
            secret = daily.secret_of(self._key, day, game)
            try:
                return await self.house.open(person, game, seats, {}, secret=secret, daily=day, name=table)
            except NumberTaken:  # another server on the same store opened it
                return await self.house.find(table, person)

    def daily_secret(self, day: str, game: str) -> bytes:
        """Return the secret of a day's deal. Show it only to those who may know it."""
        return daily.secret_of(self._key, day, game)

    def daily_table(self, day: str, game: str, person: str) -> str:
        """Return the name that a person's table of a day's deal has, or would have."""
        return daily.table_of(self._key, day, game, person)

    def game_of_the_day(self) -> str:
        """Return the game whose daily deal is shown first today."""
        return daily.game_of(self.today, sorted(rooms()))

    async def begun(self, person: str) -> set[str]:
        """Return the games whose deals of today a person has begun."""
        tables = {self.daily_table(self.today, game, person): game for game in rooms()}
        places = ", ".join("?" * len(tables))
        found = await self.rows.read(f"SELECT id FROM tables WHERE id IN ({places})", *tables)
        return {tables[str(row[0])] for row in found}

    async def deals(self, person: str, games: Sequence[str]) -> list[Deal]:
        """Return the progress of a person in today's deals of some games."""
        begun, day, found = await self.begun(person), self.today, []
        for game in games:
            table, stage, place = self.daily_table(day, game, person), Stage.NEW, 0
            if game in begun:
                mine = (await self.compare(day, game, person)).mine
                stage, place = (Stage.DONE, mine.place) if mine is not None else (Stage.BEGUN, 0)
            found.append(Deal(game, day, stage, table, place))
        return found

    async def compare(self, day: str, game: str, person: str) -> Comparison:
        """Compare everybody's results in a day's deal."""
        await self.settled()
        return await daily.comparison(self.rows, day, game, person)

    async def days(self, person: str) -> tuple[int, int]:
        """Return the number of days in a row on which a person played a daily deal: now, and at most."""
        await self.settled()
        return history.day_streak(await daily.days_played(self.rows, person), self.today)

    # Deletion.

    def is_forgotten(self, person: str) -> bool:
        """Return whether an identity is no longer accepted."""
        return bool(self._forgotten) and _digest(person) in self._forgotten

    async def forget(self, person: str) -> None:
        """Delete everything that is stored of a person; at tables they become somebody unknown."""
        self._forgotten.add(_digest(person))
        self.on_forget(person)
        await self.rows.write(
            statement(
                "INSERT INTO forgotten (digest, at) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING",
                *(_digest(person), self.now),
            )
        )
        await self.house.bring_in(person)
        for table in [table for table in self.house.tables.values() if table.viewer_of(person) >= 0]:
            if not table.over:
                await table.leave(person)
        for _attempt in range(ATTEMPTS):
            if not await self._erase_tables(person):
                break
        await self.rows.write(*(statement(sql, person) for kept in KEPT for sql in kept.forget))
        await self.rows.scrub()

    async def forget_unseen(self) -> None:
        """Forget people who have not been here for longer than their cookie lives."""
        long_ago = self.now - UNSEEN_DAYS * DAY
        for (person,) in await self.rows.read("SELECT id FROM people WHERE seen < ?", long_ago):
            await self.forget(str(person))
        await self.rows.write(statement("DELETE FROM forgotten WHERE at < ?", long_ago))

    async def _erase_tables(self, person: str) -> int:
        """Remove a person from every table that knows them; return how many did."""
        like = f"%{person}%"
        found = await self.rows.read(
            "SELECT id FROM tables WHERE opening LIKE ? UNION "
            "SELECT table_id FROM entries WHERE kind IN ('sit', 'move') AND text LIKE ?",
            *(like, like),
        )
        names: dict[str, set[str]] = {}
        """The names that the person had, by table."""
        changed = 0
        for (name,) in found:
            kept = await asyncio.to_thread(self.house.store.load, str(name))
            if kept is None or not _knows(kept, person):
                continue
            changed += 1
            erased = erasing.erase(kept.opening, kept.entries, person)
            names[str(name)] = erased.names
            if erased.next:
                names.setdefault(erased.next, set()).update(erased.names)
            await self._rewrite(str(name), erased)
        await self._erase_names(names)
        return changed

    async def _rewrite(self, table: str, erased: Erased) -> None:
        texts = [
            statement("UPDATE entries SET text = ? WHERE table_id = ? AND number = ?", text, table, number)
            for number, text in erased.entries.items()
        ]
        await self.rows.write(
            statement("UPDATE tables SET opening = ? WHERE id = ?", erased.opening, table), *texts
        )
        if table in self.house.tables:
            await self.house.drop(self.house.tables[table])

    async def _erase_names(self, names: dict[str, set[str]]) -> None:
        """Delete what was said under some names at tables, and the names themselves from tables that
        inherited them: rematches, and tables that continue from a move of another."""
        forks = await self.rows.read("SELECT id, opening FROM tables WHERE opening LIKE ?", '%"forked": {"%')
        parents = {str(name): erasing.forked_from(str(opening)) for name, opening in forks}
        for name, parent in parents.items():
            line = [name]
            while parent and parent not in line:  # a fork of a fork has the names of the first
                if parent in names:
                    names.setdefault(name, set()).update(names[parent])
                line.append(parent)
                parent = parents.get(parent, "")
        for name, some in names.items():
            found = await self.rows.read("SELECT opening FROM tables WHERE id = ?", name)
            if not found or not some:
                continue
            opening = erasing.erase_names(str(found[0][0]), some)
            await self.rows.write(
                statement("UPDATE tables SET opening = ? WHERE id = ?", opening, name),
                *(statement("DELETE FROM chat WHERE table_id = ? AND name = ?", name, one) for one in some),
            )
            if name in self.house.tables:
                await self.house.drop(self.house.tables[name])


def _knows(kept: Kept, person: str) -> bool:
    """Return whether an identity occurs in a table: LIKE also matches other letters."""
    return person in kept.opening or any(
        person in entry.text for entry in kept.entries if entry.kind in ("sit", "move")
    )


def _restored(kept: Kept) -> LiveTable:
    entries = [(entry.kind, entry.seat, entry.text) for entry in kept.entries]
    return restore(kept.heading.id, kept.opening, entries)


def _digest(text: str) -> str:
    """Return a hash of a code or an identity, which have too many random bits to be guessed."""
    return sha256(text.encode()).hexdigest()
