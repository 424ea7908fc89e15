"""The house: all its tables, found, opened, gone on with after a restart, and put away by age."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import cache, partial
from secrets import token_bytes, token_urlsafe
from time import time
from typing import Any, Final

from longbeard.bots import DEFAULT, LEVELS, Level
from longbeard.engine import gate
from longbeard.engine.errors import BadOptions, BadRecord, LongbeardError
from longbeard.engine.luck import SECRET_BYTES
from longbeard.engine.match import PERSON
from longbeard.engine.story import SPECTATOR
from longbeard.games import room
from longbeard.store.store import Entry, Kept, Said, Store, StoreError
from longbeard.table.live import LiveTable
from longbeard.table.minds import Minds
from longbeard.table.opening import Opening, read_opening
from longbeard.table.seat import OPEN, Seat, new_token
from longbeard.web.limits import Limits, TooMany
from longbeard.web.metrics import Metrics

SWEEP_SECONDS: Final = 600.0
DAY: Final = 24 * 3600.0
SHOWN: Final = 30
"""So many tables of a kind are listed on a page."""
log = logging.getLogger("longbeard.house")


class NoSuchTable(LongbeardError):
    """There is no table of that name, or not any more."""


@cache
def levels() -> list[dict[str, str]]:
    """The bots that one can play against, as data; the usual one first. Nobody else is let in by the web."""
    found = sorted(LEVELS, key=lambda level: level.name != DEFAULT)
    return [{"name": level.name, "title": level.title, "about": level.about} for level in found]


class House:
    """Every table there is. Running ones are held in memory; finished ones are read when somebody asks."""

    def __init__(self, store: Store, minds: Minds | None, limits: Limits, metrics: Metrics) -> None:
        self.store = store
        self.minds = minds
        self.limits = limits
        self.metrics = metrics
        self.tables: dict[str, LiveTable] = {}
        self.on_change: Callable[[LiveTable], None] = lambda table: None
        self.on_chat: Callable[[LiveTable, Said], None] = lambda table, said: None
        self.watched: Callable[[str], bool] = lambda name: False
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._talking: set[asyncio.Task[None]] = set()
        metrics.gauges["tables"] = lambda: len(self.tables)

    # Coming and going of the whole house.

    def start(self) -> None:
        """Go on with every running table, bots included, while people come in."""
        self._chores = [asyncio.ensure_future(self._go_on()), asyncio.ensure_future(self._sweep())]

    async def close(self) -> None:
        """Stop thinking, and finish what is being written."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*(table.close() for table in self.tables.values()))
        await asyncio.gather(*self._talking)

    async def _go_on(self) -> None:
        for heading in await asyncio.to_thread(self.store.headings):
            if heading.over:
                continue  # it is read when somebody asks
            try:
                await self.find(heading.id)
            except LongbeardError as error:
                log.error("a table cannot go on: %s", error, extra={"table": heading.id})
            await asyncio.sleep(0)
        log.info("all tables go on: %d", len(self.tables))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.put_away()
            except LongbeardError as error:
                log.error("nothing could be put away: %s", error)
            self.forget_finished()

    async def put_away(self) -> list[str]:
        """Archive tables that were finished or abandoned long ago."""
        now = time()
        finished, abandoned = self.limits.finished_days * DAY, self.limits.abandoned_days * DAY
        away = await asyncio.wrap_future(self.store.archive(now - finished, now - abandoned))
        for name in away:
            table = self.tables.pop(name, None)
            if table is not None:
                await table.close()
        self.metrics.count("archived", by=len(away))
        return away

    def forget_finished(self) -> None:
        """Keep finished tables in the store alone, unless somebody has them open."""
        for name in [name for name, table in self.tables.items() if table.over and not self.watched(name)]:
            del self.tables[name]

    # Finding and opening.

    async def find(self, name: str) -> LiveTable:
        """A table by its name, from memory or from the store."""
        if name in self.tables:
            return self.tables[name]
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
        try:
            return await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)

    async def _load(self, name: str) -> LiveTable:
        kept = await asyncio.to_thread(self.store.load, name)
        if kept is None:
            raise NoSuchTable("there is no such table, or it was put away long ago")
        if kept.heading.archived:
            await asyncio.wrap_future(self.store.wake(name))
        return self._seat(self._restore(kept))

    def _restore(self, kept: Kept) -> LiveTable:
        entries = [(entry.kind, entry.seat, entry.text) for entry in kept.entries]
        chat = [(said.seat, said.name, said.text) for said in kept.chat]
        name = kept.heading.id
        try:
            opening = read_opening(kept.opening)
            return LiveTable(name, opening, self._keeper(name), self.minds, entries, chat)
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise BadRecord(f"what was kept of this table is damaged: {error!r}") from error

    def _seat(self, table: LiveTable) -> LiveTable:
        self.tables[table.id] = table
        table.on_change = lambda changed: self.on_change(changed)
        table.on_end = self._ended
        table.wake()
        return table

    def _keeper(self, name: str) -> Any:
        return partial(self._keep, name)

    def _keep(self, name: str, number: int, kind: str, seat: int, text: str, over: bool) -> Awaitable[None]:
        self.metrics.count("entries", f'kind="{kind}"')
        return asyncio.wrap_future(self.store.append(name, number, Entry(kind, seat, text), over))

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
    ) -> LiveTable:
        """A new table, kept before anyone is told its name."""
        self._refuse_too_many(host)
        found = room(game)
        settled = found.settle(len(seats), options)
        name = token_urlsafe(9)
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
        )
        rows = [(entry.kind, entry.seat, entry.text) for entry in entries]
        table = LiveTable(name, opening, self._keeper(name), self.minds, rows)
        await asyncio.wrap_future(self.store.open_table(name, opening.write(), entries))
        self.metrics.count("tables_opened", f'game="{game}"')
        await self._bots_speak(table, lambda level, seat: level.hello)
        return self._seat(table)

    def _refuse_too_many(self, host: str) -> None:
        running = Counter(table.opening.host for table in self.tables.values() if not table.over)
        if running.total() >= self.limits.tables:
            raise TooMany("the house is full; try again later")
        if running[host] >= self.limits.tables_each:
            raise TooMany(f"you have opened {running[host]} tables; finish some of them first")

    async def say(self, table: LiveTable, person: str, text: str) -> None:
        """A line of chat: kept, then shown."""
        await self._speak(table, Said(*await table.say(person, text)))

    async def _speak(self, table: LiveTable, said: Said) -> None:
        await asyncio.wrap_future(self.store.say(table.id, said))
        table.chat.append((said.seat, said.name, said.text))
        self.on_chat(table, said)

    async def _bots_speak(self, table: LiveTable, words: Callable[[Level, int], str]) -> None:
        """A line from each kind of bot at the table. A courtesy: nothing fails with it."""
        for level in LEVELS:
            seat = next((place for place, held in enumerate(table.seats) if held.who == level.name), -1)
            if seat >= 0:
                try:
                    await self._speak(table, Said(seat, table.seats[seat].name, words(level, seat)))
                except StoreError as error:
                    log.warning("a bot could not speak: %s", error, extra={"table": table.id})

    def _ended(self, table: LiveTable) -> None:
        winners = gate.look(table.match, SPECTATOR)["winners"]
        last_words = self._bots_speak(table, lambda level, seat: level.won if seat in winners else level.lost)
        self._talking.add(task := asyncio.ensure_future(last_words))
        task.add_done_callback(self._talking.discard)

    async def rematch(self, table: LiveTable, person: str) -> str:
        """The name of the table where the same people play again; opened by the first who asks."""
        if not table.over:
            raise BadOptions("this match is not over yet")
        if table.viewer_of(person) < 0:
            raise BadOptions("only those who played can ask for a rematch")
        if not table.next_table:
            fresh = [Seat(**{**seat.as_dict(), "stand_in": "", "left": False}) for seat in table.seats]
            opening = table.opening
            new = await self.open(person, opening.game, fresh, opening.options, opening.listed, opening.pace)
            await table.set_next(new.id)
        return table.next_table

    async def fork(self, table: LiveTable, person: str, move: int, seat: int) -> LiveTable:
        """Go on from an earlier move of a finished match, against bots."""
        match = table.match
        if not table.over:
            raise BadOptions("one can go on from here once the match is over")
        if not 0 <= move < table.moves or not 0 <= seat < len(table.seats):
            raise BadOptions("there is no such move or seat")
        seats = [Seat(held.name, DEFAULT if held.who in (OPEN, PERSON) else held.who) for held in table.seats]
        seats[seat] = Seat(match.seats[seat], PERSON, person, new_token())
        entries = [Entry("play", made.seat, made.text) for made in match.log[:move]]
        forked = {"table": table.id, "move": move}
        options = match.options
        return await self.open(
            person, table.opening.game, seats, options, secret=match.secret, entries=entries, forked=forked
        )

    # Lists.

    def mine(self, person: str) -> list[LiveTable]:
        """The tables where somebody sits, those that wait for them first."""
        found = [table for table in self.tables.values() if table.viewer_of(person) >= 0]
        found.sort(key=lambda table: (table.over, table.to_act != table.viewer_of(person)))
        return found[:SHOWN]

    def open_tables(self) -> list[LiveTable]:
        """Tables with a free chair for strangers."""
        return [table for table in self._listed() if free_seats(table)][:SHOWN]

    def watchable(self) -> list[LiveTable]:
        """Tables that strangers may watch."""
        return [table for table in self._listed() if not free_seats(table)][:SHOWN]

    def _listed(self) -> list[LiveTable]:
        return [table for table in self.tables.values() if table.opening.listed and not table.over]


def free_seats(table: LiveTable) -> int:
    """How many may still sit down."""
    return sum(seat.who == OPEN and not seat.stand_in for seat in table.seats)
