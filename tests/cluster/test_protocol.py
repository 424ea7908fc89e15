"""Servers that share a store end up with the same tables, whatever happens to their messages and answers.

A model of the whole: real houses and tables on a store and a bus whose every answer and message is given by
a script: late, in another order, twice, never, or after a server was told that nobody knows.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from longbeard.engine.errors import LongbeardError
from longbeard.engine.match import PERSON
from longbeard.games import rooms
from longbeard.people import people
from longbeard.store.store import (
    NO_OUTLINE,
    Entry,
    Heading,
    InDoubt,
    Kept,
    NumberTaken,
    Outline,
    Progress,
    Said,
    StoreError,
)
from longbeard.table import others
from longbeard.table.bus import Notice
from longbeard.table.house import House
from longbeard.table.limits import HouseLimits
from longbeard.table.live import LiveTable, NotSeated
from longbeard.table.metrics import Metrics
from longbeard.table.seat import OPEN, Seat

SERVERS: Final = 3
PEOPLE: Final = ("ada", "bert")
SLUG: Final = next(iter(rooms()))
numbers = st.integers(0, 10_000)


@dataclass
class Written:
    """An entry in the store, and which server of the script wrote it."""

    entry: Entry
    server: str


@dataclass
class Log:
    """The entries of one table in the database."""

    opening: str
    entries: list[Written] = field(default_factory=list)
    chat: list[Said] = field(default_factory=list)


@dataclass
class Waiting:
    """A write on its way."""

    server: str
    future: Future[None]
    carry_out: Callable[[], None]
    """Write it, or raise NumberTaken."""

    def answer(self, error: StoreError | None) -> None:
        if not self.future.done():
            if error is None:
                self.future.set_result(None)
            else:
                self.future.set_exception(error)


class Script:
    """The database and the network: shared by all servers, and controlled by the test."""

    def __init__(self) -> None:
        self.logs: dict[str, Log] = {}
        self.writes: list[Waiting] = []
        self.wire: list[tuple[str, Notice]] = []
        self.buses: dict[str, ScriptedBus] = {}
        self.readable = True


def done(value: Any) -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_result(value)
    return future


class ScriptedStore:
    """One server's connection to the database. Reading is at once, or fails; writing waits for the script."""

    lost = 0
    batches = reconnected = 0

    def __init__(self, script: Script, server: str) -> None:
        self.script = script
        self.server = server

    def _read(self, value: Callable[[], Any]) -> "Future[Any]":
        if self.script.readable:
            return done(value())
        future: Future[Any] = Future()
        future.set_exception(StoreError("the store cannot be read"))
        return future

    def _write(self, carry_out: Callable[[], None]) -> Future[None]:
        waiting = Waiting(self.server, Future(), carry_out)
        self.script.writes.append(waiting)
        return waiting.future

    def open_table(
        self, table: str, opening: str, entries: Sequence[Entry] = (), outline: Outline = NO_OUTLINE
    ) -> Future[None]:
        self.script.logs[table] = Log(opening, [Written(entry, "") for entry in entries])
        return done(None)

    def append(
        self, table: str, number: int, entry: Entry, over: bool = False, outline: Outline = NO_OUTLINE
    ) -> Future[None]:
        def carry_out() -> None:
            entries = self.script.logs[table].entries
            if number <= len(entries):
                raise NumberTaken("somebody else was quicker")
            assert number == len(entries) + 1, "a hole in the log"
            entries.append(Written(entry, self.server))

        return self._write(carry_out)

    def say(self, table: str, said: Said) -> Future[None]:
        def carry_out() -> None:
            chat = self.script.logs[table].chat
            chat.append(Said(said.seat, said.name, said.text, len(chat) + 1))

        return self._write(carry_out)

    def load(self, table: str) -> Kept | None:
        log = self.script.logs[table]
        heading = Heading(table, 0.0, 0.0, False, False)
        return Kept(heading, log.opening, [one.entry for one in log.entries], list(log.chat))

    def progress(self, tables: Collection[str]) -> Future[dict[str, Progress]]:
        logs = self.script.logs
        return self._read(
            lambda: {name: Progress(len(logs[name].entries), len(logs[name].chat), False) for name in tables}
        )

    def entries_after(self, table: str, number: int) -> Future[list[Entry]]:
        return self._read(lambda: [one.entry for one in self.script.logs[table].entries[number:]])

    def entries_after_each(self, tables: Mapping[str, int]) -> Future[dict[str, list[Entry]]]:
        logs = self.script.logs
        return self._read(
            lambda: {
                name: [one.entry for one in logs[name].entries[after:]] for name, after in tables.items()
            }
        )

    def chat(self, table: str) -> Future[list[Said]]:
        return self._read(lambda: list(self.script.logs[table].chat))

    def running(self, host: str) -> Future[tuple[int, int]]:
        return done((0, 0))

    def looked(self, table: str, number: int, outline: Outline) -> Future[None]:
        return done(None)

    # Not needed here.

    def archive(self, finished_before: float, touched_before: float, spare: Collection[str] = ()) -> Any:
        raise NotImplementedError

    def wake(self, table: str) -> Any:
        raise NotImplementedError

    def headings(self) -> list[Heading]:
        raise NotImplementedError

    def check(self) -> None:
        raise NotImplementedError

    def inspect(self) -> dict[str, str]:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def to_look_at(self, most: int, again_in: float) -> Any:
        raise NotImplementedError

    def tables_of(self, person: str, most: int) -> Any:
        raise NotImplementedError

    def listed_tables(self, most: int) -> Any:
        raise NotImplementedError

    def answer(self, question: str, text: str) -> Any:
        raise NotImplementedError

    def take_answer(self, question: str) -> Any:
        raise NotImplementedError

    def secret(self, name: str, new: bytes) -> bytes:
        raise NotImplementedError


class ScriptedBus:
    """One server's connection to the bus."""

    up = True

    def __init__(self, script: Script, server: str) -> None:
        self.script = script
        self.server = server
        self.hear: Callable[[Notice], None] = lambda notice: None
        self.changed: Callable[[], None] = lambda: None
        script.buses[server] = self

    async def start(self) -> None: ...

    def say(self, kind: str, table: str, **facts: Any) -> None:
        notice = Notice(kind, table, self.server, facts)
        self.script.wire += [(other, notice) for other in self.script.buses if other != self.server]

    async def lease(self, name: str, seconds: float) -> bool:
        return True

    async def release(self, name: str) -> None: ...

    async def close(self) -> None: ...


@dataclass
class Act:
    """Something that somebody does at a server."""

    server: str
    kind: str
    mark: str
    """Mark by which it is recognised in the log, if it has one."""
    task: "asyncio.Task[Any]"


class SeveralServers(RuleBasedStateMachine):
    """People play at one table on three servers."""

    def __init__(self) -> None:
        super().__init__()
        self.hurry = patch.object(others, "GATHER_SECONDS", 0.0)  # the script alone says what takes how long
        self.hurry.start()
        self.loop = asyncio.new_event_loop()
        # What a killed server was about to answer is heard by nobody.
        self.loop.set_exception_handler(lambda loop, context: None)
        self.script = Script()
        self.started = 0
        self.unread = False
        self.watching: set[str] = set()
        """The servers on which somebody has the table open; the others need not follow it."""
        self.named = 0
        self.houses: list[House] = []
        self.names: list[str] = []
        self.acts: list[Act] = []
        self.acknowledged: list[Act] = []
        self.doubtful: Counter[str] = Counter()
        for place in range(SERVERS):
            self._start(place)
        seats = [Seat(person.title(), PERSON, person) for person in PEOPLE]
        opened = self._run(self.houses[0].open("ada", SLUG, seats, {}))
        self.table = opened.id

    def _start(self, place: int) -> None:
        """Start a new server, in place of one that died."""
        self.started += 1
        name = f"server {self.started}"
        house = House(ScriptedStore(self.script, name), None, HouseLimits(), Metrics())
        house.share(ScriptedStore(self.script, name), ScriptedBus(self.script, name), bytes(32))
        house.watched = lambda table: name in self.watching
        self.houses[place : place + 1] = [house]
        self.names[place : place + 1] = [name]

    def _run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(coroutine)

    def _settle(self) -> None:
        """Run everything that waits for nobody."""
        for _ in range(30):
            self._run(asyncio.sleep(0))
        for act in [act for act in self.acts if act.task.done()]:
            self.acts.remove(act)
            error = None if act.task.cancelled() else act.task.exception()
            if error is None and not act.task.cancelled():
                self.acknowledged.append(act)
            elif isinstance(error, InDoubt):
                self.doubtful[act.server] += 1
            elif error is not None and not isinstance(error, LongbeardError):
                raise error

    def _found(self, place: int) -> LiveTable:
        """Return the table as a server has it; read, if it is not there yet."""
        house = self.houses[place]
        if self.table not in house.tables:
            self._run(house.find(self.table))
        return house.tables[self.table]

    def _act(self, place: int, kind: str, mark: str, doing: Coroutine[Any, Any, Any]) -> None:
        self.acts.append(Act(self.names[place], kind, mark, self.loop.create_task(doing)))
        self._settle()

    # What people do.

    @rule(place=st.integers(0, SERVERS - 1), choice=numbers, seen=st.integers(0, SERVERS - 1))
    def play(self, place: int, choice: int, seen: int) -> None:
        """Play what one saw, perhaps on the page of another server."""
        shown = self._found(seen)
        if shown.over or shown._turn.locked():
            return
        legal = shown.match.state.legal()
        text = shown.match.room.spell(shown.match.state, legal[choice % len(legal)])
        person, move = PEOPLE[shown.to_act], shown.moves
        self._act(place, "play", f"{move} {text}", self._found(place).play(person, move, text))

    @rule(place=st.integers(0, SERVERS - 1), who=st.integers(0, 1))
    def undo(self, place: int, who: int) -> None:
        table = self._found(place)
        self._act(place, "undo", "", table.undo(PEOPLE[who], table.moves))

    @rule(place=st.integers(0, SERVERS - 1), who=st.integers(0, 1))
    def rename(self, place: int, who: int) -> None:
        self.named += 1
        name = f"N{self.named}"
        self._act(place, "name", name, self._found(place).rename(PEOPLE[who], name))

    @rule(place=st.integers(0, SERVERS - 1), who=st.integers(0, 1), number=numbers)
    def talk(self, place: int, who: int, number: int) -> None:
        table = self._found(place)
        self._act(place, "chat", "", self.houses[place].say(table, PEOPLE[who], f"said {number}"))

    @rule(place=st.integers(0, SERVERS - 1))
    def open_or_close_a_page(self, place: int) -> None:
        """Somebody opens the table on a server, or the last one there closes it."""
        name, table = self.names[place], self._found(place)

        async def arrive() -> None:
            table.depart(table.arrive("ada"))

        if name in self.watching:
            self.watching.discard(name)
        else:
            self.watching.add(name)
            self._run(arrive())  # as a page does, after the table was found
        self._settle()

    @invariant()
    def who_has_it_open_is_shown_what_was_heard_of(self) -> None:
        """A server on which the table is open is not behind what the bus has told it, if it can read."""
        for name, house in zip(self.names, self.houses, strict=True):
            table = house.tables.get(self.table) if self.script.logs and house.others else None
            if table is None or house.others is None or name not in self.watching:
                continue
            if not self.unread and not table._turn.locked():
                assert not house.others.is_behind(table)

    # What becomes of writes.

    @precondition(lambda self: self.script.writes)
    @rule(which=numbers)
    def keep(self, which: int) -> None:
        self._write(which, tell=True)

    @precondition(lambda self: self.script.writes)
    @rule(which=numbers)
    def keep_and_lose_the_answer(self, which: int) -> None:
        self._write(which, tell=False)

    def _write(self, which: int, tell: bool) -> None:
        waiting = self.script.writes.pop(which % len(self.script.writes))
        try:
            waiting.carry_out()
            waiting.answer(None if tell else InDoubt("nobody knows"))
        except NumberTaken as error:
            waiting.answer(error if tell else InDoubt("nobody knows"))
        self._settle()

    @precondition(lambda self: self.script.writes)
    @rule(which=numbers)
    def refuse(self, which: int) -> None:
        self.script.writes.pop(which % len(self.script.writes)).answer(StoreError("not kept"))
        self._settle()

    @precondition(lambda self: self.script.writes)
    @rule(which=numbers)
    def give_up_what_is_still_on_its_way(self, which: int) -> None:
        """Report a write as in doubt; later it may be carried out, or not."""
        self.script.writes[which % len(self.script.writes)].answer(InDoubt("nobody knows"))
        self._settle()

    @rule()
    def change_whether_the_store_can_be_read(self) -> None:
        self.script.readable = not self.script.readable
        self.unread = True  # what is heard while nothing can be read waits for the next poll

    # What becomes of messages.

    @precondition(lambda self: self.script.wire)
    @rule(which=numbers, again=st.booleans())
    def deliver(self, which: int, again: bool) -> None:
        place = which % len(self.script.wire)
        server, notice = self.script.wire[place]
        if not again:
            self.script.wire.pop(place)

        async def hear() -> None:
            self.script.buses[server].hear(notice)

        self._run(hear())
        self._settle()

    @precondition(lambda self: self.script.wire)
    @rule(which=numbers)
    def lose(self, which: int) -> None:
        self.script.wire.pop(which % len(self.script.wire))

    @rule(place=st.integers(0, SERVERS - 1))
    def look(self, place: int) -> None:
        """Let a server poll the store."""
        others = self.houses[place].others
        assert others is not None
        self._run(others._compare())
        self._settle()

    @rule(place=st.integers(0, SERVERS - 1))
    def ask_for_the_table(self, place: int) -> None:
        """Whoever asks while the store can be read, and nothing is being written, is shown the newest."""
        table = self._found(place)
        if self.script.readable and not table._turn.locked():
            self._run(self.houses[place].find(self.table))
            assert table.entries == len(self.script.logs[self.table].entries)

    @rule(place=st.integers(0, SERVERS - 1))
    def kill(self, place: int) -> None:
        """Kill a server with all that it was about to answer; its writes may still arrive."""
        name = self.names[place]
        for act in [act for act in self.acts if act.server == name]:
            act.task.cancel()
            self.acts.remove(act)
            self.doubtful[name] += 1
        del self.script.buses[name]
        self.script.wire = [(server, notice) for server, notice in self.script.wire if server != name]
        self._start(place)
        self._settle()

    # What must be true.

    @invariant()
    def what_was_acknowledged_is_there_once(self) -> None:
        if not self.script.logs:
            return
        log = self.script.logs[self.table].entries
        kept = Counter(one.server for one in log)
        told = Counter(act.server for act in self.acknowledged if act.kind != "chat")
        for server in {*kept, *told}:
            assert told[server] <= kept[server]
        names = Counter(one.entry.text for one in log if one.entry.kind == "name")
        for act in self.acknowledged:
            if act.kind == "name":
                assert names[act.mark] == 1
        plays = Counter(f"{one.server} {one.entry.text}" for one in log if one.entry.kind == "play")
        acted = Counter(
            f"{act.server} {act.mark.split(' ', 1)[1]}" for act in self.acknowledged if act.kind == "play"
        )
        for mark, count in acted.items():
            assert plays[mark] >= count

    @invariant()
    def no_server_has_what_is_not_kept(self) -> None:
        for house in self.houses:
            table = house.tables.get(self.table) if self.script.logs else None
            if table is not None:
                assert table.entries <= len(self.script.logs[self.table].entries)

    def teardown(self) -> None:
        """Deliver everything in the end: all servers have the same table, and it can be played on."""
        try:
            self.script.readable = True
            while self.script.writes:
                self._write(0, tell=True)
            for place in range(SERVERS):
                self._found(place)
                self.watching.add(self.names[place])
                self.look(place)
            while self.script.writes:  # changes that were tried again
                self._write(0, tell=True)
            self._settle()
            assert not self.acts, "somebody waits for ever"
            for place in range(SERVERS):
                self.look(place)
            self.what_was_acknowledged_is_there_once()
            fresh = House(ScriptedStore(self.script, "new"), None, HouseLimits(), Metrics())
            truth = self._run(fresh.find(self.table))
            for place in range(SERVERS):
                assert self._shown(self._found(place)) == self._shown(truth)
            for place in range(SERVERS):
                before = len(self.script.logs[self.table].entries)
                self.rename(place, 0)
                while self.script.writes:
                    self._write(0, tell=True)
                assert len(self.script.logs[self.table].entries) == before + 1, "a table is stuck"
        finally:
            self._close()

    @staticmethod
    def _shown(table: LiveTable) -> object:
        moves = [(move.seat, int(move.action)) for move in table.match.log]
        seats = [(seat.name, seat.person, seat.bot) for seat in table.seats]
        return table.entries, moves, seats, table.match.seats, table.to_act, sorted(table.chat)

    def _close(self) -> None:
        self.hurry.stop()
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        self._run(asyncio.sleep(0))
        for house in self.houses:
            for table in house.tables.values():
                self._run(table.close())
        self._run(self.loop.shutdown_default_executor())
        self.loop.close()


TestSeveralServers = SeveralServers.TestCase
TestSeveralServers.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def test_a_server_that_is_behind_calls_nobody_a_stranger_who_sat_down_on_another() -> None:
    """It looks first, and while it cannot look it says so: nothing was done, and nobody has no seat."""

    async def test() -> None:
        script = Script()
        here, there = (House(ScriptedStore(script, name), None, HouseLimits(), Metrics()) for name in "ab")
        for house, name in ((here, "a"), (there, "b")):
            house.share(ScriptedStore(script, name), ScriptedBus(script, name), bytes(32))
        seats = [Seat("Ada", PERSON, "ada"), Seat("Seat 2", OPEN)]
        table = await here.open("ada", SLUG, seats, {})
        behind = await there.find(table.id)

        async def keep(doing: Coroutine[Any, Any, Any]) -> Any:
            task = asyncio.ensure_future(doing)
            while not task.done():
                await asyncio.sleep(0)
                while script.writes:
                    waiting = script.writes.pop()
                    waiting.carry_out()
                    waiting.answer(None)
            return await task

        await keep(table.sit("bert", 1, "Bert"))
        while table.to_act != 1:
            first = table.match.room.spell(table.match.state, table.match.state.legal()[0])
            await keep(table.play("ada", table.moves, first))
        choice = table.match.room.spell(table.match.state, table.match.state.legal()[0])
        script.readable = False
        for doing in (
            behind.play("bert", table.moves, choice),
            behind.say("bert", "hello"),
            behind.rename("bert", "Bertram"),
            behind.leave("bert"),
        ):
            with pytest.raises(StoreError, match="cannot be read"):
                await keep(doing)
        script.readable = True
        with pytest.raises(NotSeated):
            await keep(behind.play("cleo", table.moves, choice))
        await keep(behind.play("bert", table.moves, choice))
        await keep(behind.rename("bert", "Bertram"))
        assert behind.entries == len(script.logs[table.id].entries)
        for house in (here, there):
            await house.tables[table.id].close()

    asyncio.run(test())


def test_a_server_that_starts_while_the_database_does_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It serves nobody before it knows who wanted to be forgotten."""
    monkeypatch.setattr(people, "START_PAUSE", 0.0)

    class Starting:
        asked = 0

        async def read(self, sql: str, *values: str | int | float) -> list[Sequence[str | int | float]]:
            self.asked += 1
            if self.asked < 5:
                raise StoreError("the store cannot be read: it is being stopped or started")
            return [("abc",)]

        async def write(self, *statements: Any) -> list[int]:
            return []

        async def scrub(self) -> None: ...

        def close(self) -> None: ...

    async def test() -> None:
        rows = Starting()
        house = House(ScriptedStore(Script(), "a"), None, HouseLimits(), Metrics())
        found = people.People(rows, house, bytes(32))
        await found.start()
        assert rows.asked >= 5
        assert found._forgotten == {"abc"}
        await found.close()

    asyncio.run(test())
