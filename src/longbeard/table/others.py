"""Keeps a house in step with the other servers of its store.

The log in the store is the truth. A server learns that a table has changed from the bus, from its own poll of
all tables that are open here, when somebody asks for the table, or when it writes a number that is taken;
each time it reads what is missing. A table that nobody has open here stays behind until somebody asks for it.
docs/cluster.md says why that is enough.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from longbeard.engine.errors import LongbeardError
from longbeard.store.store import Entry, Progress, Said, SharedStore, StoreError
from longbeard.store.waiting import Waiting
from longbeard.table.bus import Bus, Notice
from longbeard.table.live import LiveTable

if TYPE_CHECKING:
    from longbeard.table.house import House

POLL_SECONDS: Final = 2.0
"""Seconds between comparisons of the open tables with the store."""
DEAF_SECONDS: Final = 0.4
"""The same while the bus is down."""
GATHER_SECONDS: Final = 0.001
"""Least seconds between two reads of changed tables; notices that come meanwhile are read in one query."""
TIDY_SECONDS: Final = 1.0
"""Seconds between renewals of leases, and between searches for tables that are overdue."""
LOOKED: Final = 20
"""Overdue tables that a server takes on at once."""
LOOK_AGAIN: Final = 2.0
"""Seconds until another server looks at an overdue table, if this one did nothing."""
LEASE_SECONDS: Final = 3.0
HERE_SECONDS: Final = 4.0
"""Seconds between two messages about who has pages open here."""
SILENT_SECONDS: Final = 10.0
"""Seconds of silence about a table's people after which a server counts as gone."""
UNUSED_SECONDS: Final = 60.0
"""Seconds after which a table that nobody has open here is dropped from memory."""
log = logging.getLogger("longbeard.others")


class Others:
    """All other servers, as one house sees them."""

    def __init__(self, house: "House", store: SharedStore, bus: Bus) -> None:
        self.house = house
        self.store = store
        self.bus = bus
        self.on_talk: Callable[[LiveTable, dict[str, Any]], None] = lambda table, message: None
        """Called with small talk of a table's people on other servers."""
        self.on_spent: Callable[[dict[str, Any]], None] = lambda spent: None
        """Called with what people have used of their rate limits on other servers."""
        self.on_minds: Callable[[Notice], None] = lambda notice: None
        """Called with messages of minds elsewhere."""
        self._known: WeakKeyDictionary[LiveTable, set[int]] = WeakKeyDictionary()
        """Numbers of the lines of chat that were shown here."""
        self._said: WeakKeyDictionary[LiveTable, int] = WeakKeyDictionary()
        self._used: WeakKeyDictionary[LiveTable, float] = WeakKeyDictionary()
        self._heard: dict[tuple[str, str], float] = {}
        """When a server last said who has pages of a table open there."""
        self._told: WeakKeyDictionary[LiveTable, dict[str, str]] = WeakKeyDictionary()
        self._behind: WeakKeyDictionary[LiveTable, int] = WeakKeyDictionary()
        """Number of entries in the store, for tables of which others have said that they changed."""
        self._due: set[LiveTable] = set()
        """Those of them that are to be read, because somebody here has them open."""
        self._reading: asyncio.Task[None] | None = None
        self._read_at = 0.0
        self._leases: set[str] = set()
        self._asking = asyncio.Lock()
        self._asked: set[str] = set()
        self._next: asyncio.Task[dict[str, Progress]] | None = None
        """The next query for the progress of tables; whoever asks may join it until it is sent."""
        self._waiting = Waiting()
        self._poll_now = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._chores: list[asyncio.Task[None]] = []
        bus.hear = self._hear
        bus.changed = self._bus_changed

    async def start(self) -> None:
        """Start to listen and to poll."""
        await self.bus.start()
        chores = (self._poll(), self._tidy(), self._say_who_is_here())
        self._chores = [asyncio.ensure_future(chore) for chore in chores]

    async def close(self) -> None:
        """Give up all leases, and stop listening."""
        for chore in self._chores:
            chore.cancel()
        for name in list(self._leases):
            await self.bus.release(name)
        for table in self.house.tables.values():
            self.bus.say("here", table.id, people={})
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2.0)
        await self.bus.close()

    # What a table asks of its neighbours.

    async def newer(self, table: LiveTable) -> list[Entry]:
        """Return the entries of a table's log that are not here yet."""
        return await self._waiting.until(self.store.entries_after(table.id, table.entries))

    async def permit(self, table: LiveTable) -> bool:
        """Take the lease of a table's bots, if no other server has it."""
        if not await self.bus.lease(table.id, LEASE_SECONDS):
            return False
        self._leases.add(table.id)
        return True

    def permitted(self, table: LiveTable) -> None:
        """Give up the lease of a table's bots."""
        if table.id in self._leases:
            self._leases.discard(table.id)
            self._start(self.bus.release(table.id))

    def company(self, table: LiveTable) -> None:
        """Tell the others who has pages open here, if that has changed."""
        here = table.company.here()
        if self._told.get(table, {}) != here:
            self._told[table] = here
            self.bus.say("here", table.id, people=here)
        if here and self.is_behind(table):
            self._read_soon(table)  # it may be behind, if nobody had it open

    def broken(self, table: LiveTable) -> None:
        """Drop a table, so that it is loaded again."""
        self._start(self.house.drop(table))

    # Keeping in step.

    def adopt(self, table: LiveTable, chat: list[Said]) -> None:
        """Begin to keep a table in step, with the lines of chat that it has."""
        table.neighbours = self
        self._known[table] = {said.number for said in chat}
        self._used[table] = monotonic()
        table.company.deaf = not self.bus.up
        self.bus.say("who", table.id)

    def wrote(self, table: LiveTable, number: int) -> None:
        """Tell the others that a table has changed."""
        self.bus.say("at", table.id, entry=number)

    async def refresh(self, table: LiveTable) -> None:
        """Bring a table up to date with the store; if the store cannot be read, leave it as it is."""
        self._used[table] = monotonic()
        try:
            found = (await self._ask(table.id)).get(table.id)
            if found is not None:
                await self._follow(table, found)
        except StoreError as error:
            log.warning("a table may be behind: %s", error, extra={"table": table.id})

    async def _ask(self, name: str) -> dict[str, Progress]:
        """Ask for the progress of a table, in one query with all others who ask at the same time."""
        self._asked.add(name)
        if self._next is None:
            self._next = asyncio.ensure_future(self._ask_store())
        return await asyncio.shield(self._next)

    async def _ask_store(self) -> dict[str, Progress]:
        async with self._asking:
            names, self._asked, self._next = self._asked, set(), None
            return await self._waiting.until(self.store.progress(names))

    def is_behind(self, table: LiveTable) -> bool:
        """Return whether a table has changed elsewhere and was not read since."""
        return self._behind.get(table, 0) > table.entries

    def _followed(self, table: LiveTable) -> bool:
        """Return whether anybody here watches the table or acts for it."""
        return self.house.watched(table.id) or table.busy

    def _read_soon(self, table: LiveTable) -> None:
        self._due.add(table)
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._run_logged(self._read_all()))

    async def _read_all(self) -> None:
        """Read what is missing of all watched tables, in one query."""
        try:
            while self._due:
                # After a silence read at once; under load a pause makes one query of many.
                if (pause := self._read_at + GATHER_SECONDS - monotonic()) > 0:
                    await asyncio.sleep(pause)
                self._read_at = monotonic()
                due = {table: table.entries for table in self._due if self.is_behind(table)}
                self._due.clear()  # whatever cannot be read now is found by the next comparison
                if not due:
                    continue
                asked = {table.id: entries for table, entries in due.items()}
                found = await self._waiting.until(self.store.entries_after_each(asked))
                for table, entries in due.items():
                    newer = found.get(table.id, [])
                    if newer and not table.take_in(entries, newer):
                        self._start(table.catch_up())  # when what is being written there is stored or refused
        finally:
            self._due.clear()
            self._reading = None

    async def _follow(self, table: LiveTable, found: Progress) -> None:
        if found.length > table.entries:
            await table.catch_up()
        if found.said > self._said.get(table, 0):
            await self.read_chat(table)
            self._said[table] = found.said
        if found.archived and self.house.watched(table.id):
            await self._waiting.until(self.store.wake(table.id))

    async def read_chat(self, table: LiveTable) -> None:
        """Show the lines of chat that were not shown here yet."""
        lines = await self._waiting.until(self.store.chat(table.id))
        known = self._known.setdefault(table, set())
        for said in [said for said in lines if said.number not in known]:
            known.add(said.number)
            table.chat.append((said.seat, said.name, said.text))
            self.house.on_chat(table, said)

    async def _poll(self) -> None:
        """Compare all tables here with the store, in one query."""
        while True:
            try:
                async with asyncio.timeout(POLL_SECONDS if self.bus.up else DEAF_SECONDS):
                    await self._poll_now.wait()
            except TimeoutError:
                pass
            self._poll_now.clear()
            await self._compare()

    async def _compare(self) -> None:
        tables = {name: table for name, table in self.house.tables.items() if self._followed(table)}
        if not tables:
            return
        try:
            found = await self._waiting.until(self.store.progress(list(tables)))
        except StoreError as error:
            log.warning("tables may be behind: %s", error)
            return
        for name, progress in found.items():
            table = tables[name]
            if (
                progress.length > table.entries
                or progress.said > self._said.get(table, 0)
                or progress.archived
            ):
                self._start(self._follow(table, progress))

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            for name in list(self._leases):
                self._start(self._renew(name))
            try:
                for name in await self._waiting.until(self.store.to_look_at(LOOKED, LOOK_AGAIN)):
                    self._start(self.look(name))
            except StoreError as error:
                log.warning("overdue tables could not be searched: %s", error)
            now = monotonic()
            if self.bus.up:
                for (server, name), heard in list(self._heard.items()):
                    if now - heard > SILENT_SECONDS:
                        del self._heard[server, name]
                        if name in self.house.tables:
                            self.house.tables[name].note_elsewhere(server, {})
            for table in list(self.house.tables.values()):
                unused = now - self._used.get(table, now) > UNUSED_SECONDS
                if unused and not table.busy and not self.house.watched(table.id):
                    self._start(self.house.drop(table))

    async def _renew(self, name: str) -> None:
        if not await self.bus.lease(name, LEASE_SECONDS):
            self._leases.discard(
                name
            )  # this server was stalled for too long; the store accepts only one of two moves

    async def look(self, name: str) -> None:
        """Take on an overdue table, whose bot or clock should have done something: its server may be dead."""
        try:
            table = await self.house.find(name)
        except LongbeardError as error:
            log.error("a table cannot go on: %s", error, extra={"table": name})
            return
        table.wake()
        await self.note_outline(table)

    async def note_outline(self, table: LiveTable) -> None:
        """Store what others have to know of a table, and when it will be overdue."""
        await table.settled()
        try:
            await self._waiting.until(self.store.looked(table.id, table.entries, table.outline()))
        except StoreError as error:
            log.warning("a table's outline could not be kept: %s", error, extra={"table": table.id})

    def soon_outline(self, table: LiveTable) -> None:
        """Store the outline of a table in the background, after somebody sat down, left, or the like."""
        self._start(self.note_outline(table))

    async def _say_who_is_here(self) -> None:
        while True:
            await asyncio.sleep(HERE_SECONDS)
            self._say_here()

    def _say_here(self) -> None:
        for table in self.house.tables.values():
            if here := table.company.here():
                self._told[table] = here
                self.bus.say("here", table.id, people=here)

    # Messages of others.

    def _hear(self, notice: Notice) -> None:
        if notice.kind == "spent":
            self.on_spent(notice.facts)
            return
        if notice.kind in ("answer", "minds"):
            self.on_minds(notice)
            return
        table = self.house.tables.get(notice.table)
        if table is None:
            return
        if notice.kind == "at":
            if (entry := int(notice.facts["entry"])) > max(table.entries, self._behind.get(table, 0)):
                self._behind[table] = entry
                if self._followed(table):
                    self._read_soon(table)
        elif notice.kind == "chat":
            if self._followed(table):
                self._start(self.read_chat(table))
        elif notice.kind == "talk":
            self.on_talk(table, dict(notice.facts["message"]))
        elif notice.kind == "here":
            self._heard[notice.server, notice.table] = monotonic()
            people = {str(mark): str(presence) for mark, presence in dict(notice.facts["people"]).items()}
            if table.company.deaf or table.company.elsewhere.get(notice.server, {}) != people:
                table.note_elsewhere(notice.server, people, deaf=not self.bus.up)
        elif notice.kind == "who" and (here := table.company.here()):
            self.bus.say("here", table.id, people=here)

    def _bus_changed(self) -> None:
        """Resynchronise after the bus was lost or came back: messages may have been missed."""
        for table in self.house.tables.values():
            table.note_elsewhere("", {}, deaf=not self.bus.up)
        if self.bus.up:
            now = monotonic()
            self._heard = dict.fromkeys(self._heard, now)
            self._say_here()
            for table in self.house.tables.values():
                self.bus.say("who", table.id)
        self._poll_now.set()

    def _start(self, chore: Coroutine[Any, Any, None]) -> None:
        self._tasks.add(task := asyncio.ensure_future(self._run_logged(chore)))
        task.add_done_callback(self._tasks.discard)

    async def _run_logged(self, chore: Coroutine[Any, Any, None]) -> None:
        try:
            await chore
        except (LongbeardError, OSError) as error:
            log.warning("keeping in step: %s", error)
        except Exception:
            log.exception("keeping in step")
