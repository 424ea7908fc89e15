"""The house: finds, opens and resumes all tables, and archives old ones."""

import asyncio
import logging
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from hmac import digest
from math import inf
from secrets import token_bytes, token_urlsafe
from time import perf_counter, time
from typing import Any, Final

from longbeard.bots import DEFAULT, LEVELS, Level
from longbeard.engine import gate
from longbeard.engine.errors import BadOptions, BadRecord, LongbeardError, NoSuchGame
from longbeard.engine.luck import SECRET_BYTES
from longbeard.engine.match import PERSON
from longbeard.engine.story import SPECTATOR
from longbeard.games import room
from longbeard.store.store import (
    NO_OUTLINE,
    Entry,
    Kept,
    NumberTaken,
    Said,
    SharedStore,
    Store,
    StoreDamaged,
    StoreError,
)
from longbeard.store.waiting import Waiting
from longbeard.table.bus import Bus
from longbeard.table.days import DAY, GRACE_SECONDS, day_ends
from longbeard.table.limits import HouseLimits, TooMany
from longbeard.table.live import LiveTable, Stale, restore
from longbeard.table.metrics import Metrics
from longbeard.table.minds import Minds
from longbeard.table.opening import Opening
from longbeard.table.others import Others
from longbeard.table.policies import NO_POLICIES, Decision, Policies, name_of, title_of
from longbeard.table.seat import OPEN, Seat, bot_name, free_name, new_token
from longbeard.table.spans import span

BOT_TITLE: Final = title_of(DEFAULT)
SWEEP_SECONDS: Final = 600.0
CHAT_ALONG: Final = 8
"""Lines of chat that are copied to a rematch."""
NAMING_BYTES: Final = 32
NAME_BYTES: Final = 9
SHOWN: Final = 30
"""Most tables of a kind that a page lists."""
SHOWN_EACH: Final = 3
"""Most tables with a free seat that are listed for one host."""
FORFEIT_WORDS: Final = f"I could not decide, so a {BOT_TITLE} did. It does whenever I cannot."
GONE_WORDS: Final = f"I am not on this server any more; a {BOT_TITLE} plays on for me."
log = logging.getLogger("longbeard.house")


class NoSuchTable(LongbeardError):
    """There is no table of that name, or no longer."""


class Sealed(LongbeardError):
    """A daily deal may be seen only by its player before its day is over."""


class House:
    """All tables of a server. Running ones are held in memory; finished ones are read on request."""

    def __init__(
        self,
        store: Store,
        minds: Minds | None,
        limits: HouseLimits,
        metrics: Metrics,
        clock: Callable[[], float] = time,
    ) -> None:
        self.store = store
        self.clock = clock
        self._waiting = Waiting()
        self.minds = minds
        self.policies: Policies = NO_POLICIES
        """What the operator offers to play against, besides our own bots."""
        self.limits = limits
        self.metrics = metrics
        self.tables: dict[str, LiveTable] = {}
        self.on_change: Callable[[LiveTable], None] = lambda table: None
        self.on_chat: Callable[[LiveTable, Said], None] = lambda table, said: None
        self.on_news: Callable[[LiveTable, int, str], None] = lambda table, seat, words: None
        self.on_turn: Callable[[LiveTable, int], None] = lambda table, seat: None
        self.on_gone: Callable[[LiveTable], None] = lambda table: None
        self.on_over: Callable[[LiveTable], None] = lambda table: None
        """Called when a match is over and its last entry is stored."""
        self.watched: Callable[[str], bool] = lambda name: False
        self.damaged: dict[str, str] = {}
        r"""Tables that cannot be read, with the reason; \"\" stands for the whole store."""
        self.others: Others | None = None
        """Other servers with the same store, if there may be any."""
        self.naming = token_bytes(NAMING_BYTES)
        """Key for table names of rematches, which nobody can guess and all servers derive alike."""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._rematches: dict[str, asyncio.Task[str]] = {}
        self._checking: asyncio.Task[None] | None = None
        self._chores: list[asyncio.Task[None]] = []
        self._talking: set[asyncio.Task[None]] = set()
        metrics.gauges["tables"] = lambda: len(self.tables)
        metrics.gauges["tables_unreadable"] = lambda: len(self.damaged)
        metrics.gauges["store_writes_lost"] = lambda: store.lost

    # Start and stop of the house.

    def share(self, store: SharedStore, bus: Bus, naming: bytes) -> None:
        """Work together with other servers, which have the same store, bus and key for names."""
        self.others = Others(self, store, bus)
        self.naming = naming

    async def start(self) -> None:
        """Resume every running table, bots included, while requests are served already.

        Where there are other servers, a table is read when somebody asks for it, or when it is overdue.
        """
        if self.others is not None:
            await self.others.start()
            self._chores = [asyncio.ensure_future(self._sweep())]
        else:
            self._chores = [asyncio.ensure_future(self._go_on()), asyncio.ensure_future(self._sweep())]

    async def close(self) -> None:
        """Stop bots and chores, and finish what is being written."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*(table.close() for table in self.tables.values()))
        await asyncio.gather(*self._talking)
        if self.others is not None:
            await self.others.close()

    async def _go_on(self) -> None:
        try:
            headings = await asyncio.to_thread(self.store.headings)
        except StoreError as error:
            self._note_damage("", str(error))
            return
        for heading in headings:
            if heading.over:
                continue  # it is read on request
            try:
                await self._find(heading.id)
            except LongbeardError as error:
                log.error("a table cannot go on: %s", error, extra={"table": heading.id})
            await asyncio.sleep(0)
        log.info("all tables go on: %d", len(self.tables))
        await self._inspect()

    async def _inspect(self) -> None:
        """Check stored tables that nobody has asked for yet for damage, while people play."""
        try:
            for name, reason in (await asyncio.to_thread(self.store.inspect)).items():
                self._note_damage(name, reason)
        except StoreError as error:
            self._note_damage("", str(error))

    def _note_damage(self, name: str, reason: str) -> None:
        if name not in self.damaged:
            log.error("cannot be read: %s", reason, extra={"table": name} if name else None)
        self.damaged[name] = reason

    async def health(self) -> tuple[bool, str]:
        """Check whether moves can be stored now; return that, and the state of the house in a sentence.

        Damaged tables do not make it unwell: all others can be played, and a restart would not help.
        """
        if self._checking is None:  # one check for all who ask at the same time
            self._checking = asyncio.ensure_future(asyncio.to_thread(self.store.check))
            self._checking.add_done_callback(self._checked)
        try:
            await asyncio.shield(self._checking)
        except LongbeardError as error:
            return False, str(error)
        worries = []
        if self.store.lost:
            worries.append(f"{self.store.lost} writes that were kept are gone")
        if "" in self.damaged:
            worries.append(self.damaged[""])
        if count := len(self.damaged) - ("" in self.damaged):
            worries.append(f"{count} tables cannot be read")
        return True, f"degraded: {'; '.join(worries)} (the log has more)" if worries else "well"

    def _checked(self, task: asyncio.Task[None]) -> None:
        self._checking = None
        if not task.cancelled():
            task.exception()  # marks it as retrieved; whoever asked was told

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.put_away()
            except LongbeardError as error:
                log.error("nothing could be put away: %s", error)
            await self.forget_finished()

    async def put_away(self) -> list[str]:
        """Archive tables that were finished or abandoned long ago.

        Tables that somebody has open stay, and those whose clock still runs.
        """
        now = time()
        finished, abandoned = self.limits.finished_days * DAY, self.limits.abandoned_days * DAY
        spare = {name for name, table in self.tables.items() if self.watched(name) or table.due > now}
        away = await self._waiting.until(self.store.archive(now - finished, now - abandoned, spare))
        for name in away:
            table = self.tables.get(name)
            if table is not None and self.watched(name):  # somebody opened it in the meantime
                await self._waiting.until(self.store.wake(name))
            elif table is not None:
                await self.drop(table)
        self.metrics.count("archived", by=len(away))
        return away

    async def drop(self, table: LiveTable) -> None:
        """Remove a table from memory; whoever still has it open is told to connect again."""
        await table.close()  # first: while it writes, nobody may read another copy from the store
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        self.on_gone(table)

    async def forget_finished(self) -> None:
        """Remove finished and deserted tables from memory, unless somebody has them open."""
        for table in list(self.tables.values()):
            if (table.over or deserted(table)) and not self.watched(table.id):
                await self.drop(table)

    # Finding and opening.

    async def find(self, name: str, person: str = "") -> LiveTable:
        """Find a table by its name, in memory or in the store, for a person who wants to look at it.

        Without a person, only tables that anybody may look at are found.
        """
        table = await self._find(name)
        if self.is_sealed(table) and not table.is_of(person):
            raise Sealed("this is somebody's daily deal; it can be looked at when the day is over")
        return table

    def is_sealed(self, table: LiveTable) -> bool:
        """Return whether a table is a daily deal that others may still play."""
        day = table.opening.daily
        return bool(day) and self.clock() < day_ends(day) + GRACE_SECONDS

    async def _find(self, name: str) -> LiveTable:
        while name not in self.tables:  # it may be dropped again before this task resumes
            if name not in self._loading:
                self._loading[name] = asyncio.ensure_future(self._load(name))
                self._loading[name].add_done_callback(lambda task: self._loading.pop(name, None))
            await asyncio.shield(self._loading[name])
            if name in self.tables:
                return self.tables[name]
        if self.others is not None:
            await self.others.refresh(self.tables[name])
            return self.tables[name] if name in self.tables else await self._find(name)
        return self.tables[name]

    async def _load(self, name: str) -> LiveTable:
        try:
            kept = await asyncio.to_thread(self.store.load, name)
            if kept is None:
                raise NoSuchTable("there is no such table, or it was put away long ago")
            table = self._restore(kept)
            if self.others is not None:
                self.others.adopt(table, kept.chat)
        except (BadRecord, NoSuchGame, StoreDamaged) as error:
            self._note_damage(name, str(error))
            raise
        if kept.heading.archived:
            await self._waiting.until(self.store.wake(name))
        self.damaged.pop(name, None)
        return self._seat(table)

    def _restore(self, kept: Kept) -> LiveTable:
        entries = [(entry.kind, entry.seat, entry.text) for entry in kept.entries]
        chat = [(said.seat, said.name, said.text) for said in kept.chat]
        name = kept.heading.id
        times = [kept.heading.opened, *(entry.at for entry in kept.entries)]
        return restore(name, kept.opening, entries, chat, self._keeper(name), self.minds, times)

    def _seat(self, table: LiveTable) -> LiveTable:
        self.tables[table.id] = table
        table.on_change = lambda changed: self.on_change(changed)
        table.on_news = lambda changed, seat, words: self.on_news(changed, seat, words)
        table.on_turn = lambda changed, seat: self.on_turn(changed, seat)
        table.on_end = self._ended
        table.on_forfeit = self._forfeited
        table.policies = self.policies
        table.wake()
        return table

    def _keeper(self, name: str) -> Any:
        return partial(self._keep, name)

    async def _keep(self, name: str, number: int, kind: str, seat: int, text: str, over: bool) -> None:
        try:
            table = self.tables.get(name)
            outline = (
                table.outline(kind, text) if table is not None and self.others is not None else NO_OUTLINE
            )
            entry = Entry(kind, seat, text)
            started = perf_counter()
            try:
                with span("store.append", **{"longbeard.kind": kind}):
                    await self._waiting.until(self.store.append(name, number, entry, over, outline))
            finally:
                self.metrics.time("append", perf_counter() - started)
        except NumberTaken:
            if self.others is not None:
                raise  # the table reads what others wrote
            # Another process wrote to this table: our copy is outdated, so it is read again.
            log.error("a table was written by somebody else and is read again", extra={"table": name})
            if name in self.tables:
                self._start(self.drop(self.tables[name]))
            raise
        self.metrics.count("entries", f'kind="{kind}"')
        if self.others is not None and table is not None:
            self.others.wrote(table, number)
            if kind not in ("play", "undo"):
                self.others.soon_outline(table)

    def _start(self, chore: Coroutine[Any, Any, None]) -> None:
        self._talking.add(task := asyncio.ensure_future(chore))
        task.add_done_callback(self._talking.discard)

    async def open(
        self,
        host: str,
        game: str,
        seats: Sequence[Seat],
        options: dict[str, str],
        listed: bool = False,
        pace: int = 0,
        secret: bytes = b"",
        entries: Sequence[Entry] = (),
        forked: dict[str, Any] = {},
        waits: bool = False,
        daily: str = "",
        name: str = "",
    ) -> LiveTable:
        """Open a new table; it is stored before anybody is told its name."""
        await self._refuse_too_many(host)
        found = room(game)
        for seat in seats:
            self.policies.refuse(seat.who, game, len(seats))
        settled = found.settle(len(seats), options)
        name = name or token_urlsafe(NAME_BYTES)
        opening = Opening(
            game,
            settled,
            list(seats),
            secret or token_bytes(SECRET_BYTES),
            found.plate.rules,
            found.box.digest,
            host,
            listed,
            pace,
            forked,
            waits,
            daily,
        )
        rows = [(entry.kind, entry.seat, entry.text) for entry in entries]
        table = LiveTable(name, opening, self._keeper(name), self.minds, rows)
        outline = table.outline() if self.others is not None else NO_OUTLINE
        await self._waiting.until(self.store.open_table(name, opening.write(), entries, outline))
        self.metrics.count("tables_opened", f'game="{game}"')
        if self.others is not None:
            self.others.adopt(table, [])
        await self._bots_speak(table, lambda level, seat: level.hello)
        return self._seat(table)

    async def _refuse_too_many(self, host: str) -> None:
        if self.others is not None:
            total, own = await self._waiting.until(self.others.store.running(host))
        else:
            running = Counter(table.opening.host for table in self.tables.values() if not table.over)
            total, own = running.total(), running[host]
        if total >= self.limits.tables:
            raise TooMany("the house is full; try again later")
        if own >= self.limits.tables_each:
            raise TooMany(f"you have opened {own} tables; finish some of them first")

    async def say(self, table: LiveTable, person: str, text: str) -> None:
        """Store a line of chat, then show it."""
        await self._speak(table, Said(*await table.say(person, text)))

    async def _speak(self, table: LiveTable, said: Said) -> None:
        await self._waiting.until(self.store.say(table.id, said))
        if self.others is not None:
            self.others.bus.say("chat", table.id)
            await self.others.read_chat(table)  # in the order of the store
            return
        table.chat.append((said.seat, said.name, said.text))
        self.on_chat(table, said)

    async def _bots_speak(self, table: LiveTable, words: Callable[[Level, int], str]) -> None:
        """Let each kind of bot at the table say a line; a failure to store it is only logged."""
        for level in LEVELS:
            seat = next((place for place, held in enumerate(table.seats) if held.who == level.name), -1)
            if seat >= 0:
                try:
                    await self._speak(table, Said(seat, table.seats[seat].name, words(level, seat)))
                except StoreError as error:
                    log.warning("a bot could not speak: %s", error, extra={"table": table.id})

    def _forfeited(self, table: LiveTable, seat: int, decision: Decision) -> None:
        """Tell the operator why a policy did not decide, and tell the table once that it did not."""
        name = name_of(table.seats[seat].bot)
        log.warning("policy %s did not decide: %s", name, decision["forfeit"], extra={"table": table.id})
        self.metrics.count("policy_forfeits", f'policy="{name}"')
        words = GONE_WORDS if decision.get("unknown") else FORFEIT_WORDS
        said = Said(seat, table.seats[seat].name, words)
        if (said.seat, said.name, said.text) not in table.chat:
            self._start(self._speak_logged(table, said))

    async def _speak_logged(self, table: LiveTable, said: Said) -> None:
        try:
            await self._speak(table, said)
        except StoreError as error:
            log.warning("a policy could not speak: %s", error, extra={"table": table.id})

    def _ended(self, table: LiveTable) -> None:
        winners = gate.look(table.match, SPECTATOR)["winners"]
        last_words = self._bots_speak(table, lambda level, seat: level.last_words(seat, winners))
        self._start(last_words)
        self.on_over(table)

    async def rematch(self, table: LiveTable, person: str, level: str = "") -> str:
        """Return the name of the table where the same people play again; the first who asks opens it.

        With a level, all bots there play at that level.
        """
        known = [one["name"] for one in table.levels()]
        if level and level not in known:
            raise BadOptions(f"a level is one of: {', '.join(known)}")
        if not table.over:
            raise BadOptions("a rematch can be asked for when this match is over")
        if table.viewer_of(person) < 0:
            raise BadOptions("only those who played can ask for a rematch")
        if table.next_table:
            return table.next_table
        if (
            table.id not in self._rematches
        ):  # all who ask at the same time wait for the one that is being opened
            self._rematches[table.id] = asyncio.ensure_future(self._open_again(table, person, level))
            self._rematches[table.id].add_done_callback(lambda task: self._rematches.pop(table.id, None))
        return await asyncio.shield(self._rematches[table.id])

    async def _open_again(self, table: LiveTable, person: str, level: str) -> str:
        opening, count = table.opening, len(table.seats)
        places = [*range(1, count), 0]  # everybody moves up by one seat
        seats = [_again(seat, level) for seat in table.seats]
        for seat in seats:
            seat.who = self.policies.or_usual(seat.who, opening.game, count)
        if level:
            _rename_bots(seats, level)
        options = dict(opening.options)
        for option in room(opening.game).plate.options:
            value = options.get(option.name, "")
            if option.seat and value.isdecimal():
                options[option.name] = str(places.index(int(value)))
        others = any(seat.who == OPEN or seat.person not in ("", person) for seat in seats)
        try:
            new = await self.open(
                *(person, opening.game, [seats[place] for place in places], options),
                *(opening.listed, opening.pace),
                waits=others,
                name=self._next_name(table),
            )
            await self._take_chat_along(table, new, places)
        except NumberTaken:  # another server was quicker, or opening it failed halfway
            new = await self.find(self._next_name(table))
        with suppress(Stale):
            await table.set_next(new.id, table.viewer_of(person))
        return table.next_table

    def _next_name(self, table: LiveTable) -> str:
        """Return the name of the table of a rematch: the same for everybody, on every server."""
        name = digest(self.naming, f"again {table.id}".encode(), "sha256")[:NAME_BYTES]
        return urlsafe_b64encode(name).decode()

    async def _take_chat_along(self, old: LiveTable, new: LiveTable, places: list[int]) -> None:
        """Copy what people said last to the next table; a failure to store it is only logged."""
        said = [line for line in old.chat if old.seats[line[0]].who == PERSON][-CHAT_ALONG:]
        try:
            for seat, name, text in said:
                await self._speak(new, Said(places.index(seat), name, text))
        except StoreError as error:
            log.warning("the chat stayed behind: %s", error, extra={"table": new.id})

    async def fork(self, table: LiveTable, person: str, move: int, seat: int) -> LiveTable:
        """Open a table that continues from an earlier move of a finished match, against bots."""
        match = table.match
        if not table.over or self.is_sealed(table):
            raise BadOptions(
                "one can go on from here once the match is over"
                if not table.over
                else "one can go on from here when the day of this daily deal is over"
            )
        if not 0 <= move < table.moves or not 0 <= seat < len(table.seats):
            raise BadOptions(
                f"moves are 0 to {table.moves - 1} and seats 0 to {len(table.seats) - 1}; not {move}, {seat}"
            )
        count = len(table.seats)
        seats = [
            Seat(held.name, DEFAULT)
            if held.who in (OPEN, PERSON)
            else Seat(held.name, self.policies.or_usual(held.who, table.opening.game, count))
            for held in table.seats
        ]
        seats[seat] = Seat(match.seats[seat], PERSON, person, new_token())
        entries = [Entry("play", made.seat, match.text(made)) for made in match.log[:move]]
        forked = {"table": table.id, "move": move}
        options = match.options
        return await self.open(
            person, table.opening.game, seats, options, secret=match.secret, entries=entries, forked=forked
        )

    # Lists.

    async def bring_in(self, person: str) -> None:
        """Load the tables that are listed for a person, if they are not in memory yet."""
        if self.others is None:
            return
        store = self.others.store
        own = await self._waiting.until(store.tables_of(person, SHOWN)) if person else []
        listed = await self._waiting.until(store.listed_tables(2 * SHOWN))
        behind = [
            name
            for name, table in self.tables.items()
            if self.others.is_behind(table) and (table.opening.listed or table.is_of(person))
        ]
        found = await asyncio.gather(*map(self.find, {*own, *listed, *behind}), return_exceptions=True)
        for error in found:
            if isinstance(error, BaseException) and not isinstance(error, LongbeardError):
                raise error

    def mine(self, person: str) -> list[LiveTable]:
        """List the tables where a person sits, those that wait for them first."""
        found = [table for table in self.tables.values() if table.viewer_of(person) >= 0]

        def urgency(table: LiveTable) -> tuple[bool, bool, float]:
            waits = table.started and table.to_act == table.viewer_of(person)
            return table.over, not waits, table.due or inf

        found.sort(key=urgency)
        return found[:SHOWN]

    def open_tables(self) -> list[LiveTable]:
        """List the tables with a free seat for strangers: first those where somebody is, then the newest."""
        found: list[LiveTable] = []
        hosts: Counter[str] = Counter()
        for table in reversed(self._listed()):
            if free_seats(table) and hosts[table.opening.host] < SHOWN_EACH:
                hosts[table.opening.host] += 1
                found.append(table)
        found.sort(key=lambda table: not table.company)
        return found[:SHOWN]

    def watchable(self) -> list[LiveTable]:
        """List the tables that strangers may watch."""
        return [table for table in self._listed() if not free_seats(table)][:SHOWN]

    def _listed(self) -> list[LiveTable]:
        return [table for table in self.tables.values() if table.opening.listed and not table.over]


def free_seats(table: LiveTable) -> int:
    """Count the free seats."""
    return len(table.free_chairs())


def deserted(table: LiveTable) -> bool:
    """Return whether nobody sits here and no stranger is invited: bots do not play on alone, so the table may
    wait in the store."""
    return not table.opening.listed and all(seat.who != PERSON or seat.left for seat in table.seats)


def _again(seat: Seat, level: str) -> Seat:
    """Make a seat of a rematch: the same player with a new link, or an open seat if it was given up."""
    if seat.who != PERSON:
        return Seat(seat.name, level if level and seat.who != OPEN else seat.who)
    if not seat.person:
        return Seat(seat.name, OPEN)
    return Seat(seat.name, PERSON, seat.person, new_token(), avatar=seat.avatar)


def _rename_bots(seats: list[Seat], level: str) -> None:
    """Give the bots of a level unique names."""
    taken = {seat.name for seat in seats if seat.who in (OPEN, PERSON)}
    for seat in seats:
        if seat.who == level:
            seat.name = free_name(bot_name(level, taken), taken)
            taken.add(seat.name)
