"""Tables in a PostgreSQL database, for any number of servers. All waiting writes go in one round trip.

Two servers do not interfere because a number is given once: the second is told so. Every write has a random
mark, so that a server that lost the answer (PostgreSQL was restarted, a cable was pulled) asks again with the
same mark, and learns whether it was stored.
"""

import asyncio
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from secrets import randbits
from threading import Lock as Mutex
from threading import Thread
from time import monotonic
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import asyncpg
import uvloop

from longbeard.engine.errors import BadRecord
from longbeard.store.address import read_address
from longbeard.store.migrate import refuse_other_schema
from longbeard.store.store import (
    CHAT_KEPT,
    DAMAGED,
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
    entries_missing,
)

BATCH: Final = 512
READERS: Final = 4
CONNECT_SECONDS: Final = 2.0
READ_SECONDS: Final = 3.0
WRITE_SECONDS: Final = 4.0
"""Seconds after which a database that has not finished a write counts as dead."""
DOUBT_SECONDS: Final = 4.0
"""Seconds in which a write whose answer was lost is looked up, before its table is told that it is in
doubt."""
WAIT_SECONDS: Final = 0.5
"""Seconds that a new write waits for a database that cannot be reached."""
RETRY_SECONDS: Final = 0.2
CHECK_SECONDS: Final = 1.0
"""Seconds for which a successful check is reused."""
RECEIPT_SECONDS: Final = 3600
MARK_BITS: Final = 62
REFUSED: Final = ("22", "23", "25", "42", "53", "54", "55")
"""Classes of SQLSTATE after which a statement certainly did nothing."""
AGAIN: Final = ("40001", "40P01")
"""SQLSTATE of transactions that were rolled back because of another one."""
PLACE: Final = re.compile(r"'[^']*'|\?")
"""Matches a placeholder, or text in quotes, which has none."""
NOW: Final = "extract(epoch FROM clock_timestamp())::float8"
log = logging.getLogger("longbeard.store")

Answer = TypeVar("Answer")
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Step: TypeAlias = "Callable[[Connection], Awaitable[Any]]"
LOST: Final = (
    *(OSError, asyncpg.InterfaceError, asyncpg.PostgresError, TimeoutError, EOFError),
    asyncpg.InternalClientError,  # a connection whose last statement was abandoned
)

APPEND: Final = f"""
WITH new AS (
  SELECT n.* FROM unnest($1::text[], $2::int8[], $3::text[], $4::int8[], $5::text[], $6::int8[], $7::int8[],
    $8::float8[], $9::text[]) WITH ORDINALITY
    AS n (table_id, number, kind, seat, text, mark, over, look_in, people, place)
  JOIN tables ON tables.id = n.table_id ORDER BY n.table_id, n.number, n.place
), kept AS (
  INSERT INTO entries (table_id, number, at, kind, seat, text, mark)
  SELECT table_id, number, {NOW}, kind, seat, text, mark FROM new ORDER BY table_id, number, place
  ON CONFLICT DO NOTHING RETURNING mark
), last AS (
  SELECT DISTINCT ON (table_id) new.* FROM new JOIN kept USING (mark) ORDER BY table_id, number DESC
), outlined AS (
  UPDATE tables SET touched = {NOW}, over = last.over, length = greatest(length, last.number),
    look_at = CASE WHEN look_in > 0 THEN {NOW} + look_in END,
    people = coalesce(string_to_array(last.people, ' '), tables.people)
  FROM last WHERE id = last.table_id
)
SELECT mark FROM kept
"""
# Always in the same order, so that two servers wait for each other but never deadlock.
READ_BACK: Final = """
SELECT entries.mark, wanted.place FROM unnest($1::text[], $2::int8[]) WITH ORDINALITY
  AS wanted (table_id, number, place) JOIN entries USING (table_id, number)
"""
AFTER_EACH: Final = """
SELECT table_id, kind, seat, text, at FROM unnest($1::text[], $2::int8[]) AS wanted (table_id, after)
  JOIN entries USING (table_id) WHERE number > after ORDER BY table_id, number
"""
HEADING: Final = "id, opened, touched, over, archived"
FORGET: Final = f"""
DELETE FROM answers WHERE at < {NOW} - {RECEIPT_SECONDS};
DELETE FROM receipts WHERE at < {NOW} - {RECEIPT_SECONDS};
"""


@dataclass(eq=False)
class Job:
    """A write, and the future of whoever waits for it."""

    future: Future[Any]
    step: "Step | None" = None
    """A transaction of its own; None for an entry, which is written together with all others."""
    row: tuple[str, int, str, int, str, int, int, float, str | None] | None = None
    sent: bool = False
    """Whether it may have been carried out already."""


class PostgresStore:
    """A store in a database. Its connections live in a thread of their own, as SQLite's do."""

    lost = 0

    def __init__(self, url: str) -> None:
        self.place = str(read_address(url))
        self.batches = 0
        self.reconnected = 0
        self._url = url
        self._loop = uvloop.new_event_loop()
        self._jobs: deque[Job] = deque()
        self._handing = Mutex()
        self._woken = asyncio.Event()
        self._ready = asyncio.Event()
        """Set while there is a connection to write with."""
        self._writer: Connection | None = None
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._closed = False
        self._well_until = 0.0
        self._thread = Thread(target=self._loop.run_forever, name="store", daemon=True)
        self._thread.start()
        try:
            self._call(self._open()).result()
        except BaseException:
            self._stop()
            raise
        self._writing = self._call(self._write_all())

    async def _open(self) -> None:
        try:
            self._writer = await self._connect()
            await refuse_other_schema(self._writer, self.place)
            self._pool = await asyncpg.create_pool(
                self._url,
                min_size=0,
                max_size=READERS,
                timeout=CONNECT_SECONDS,
                command_timeout=READ_SECONDS,
                reset=_leave_as_it_is,
            )
        except LOST as error:
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"{self.place} cannot be used as a store: {_reason(error)}") from error
        except ValueError as error:  # an address that asyncpg cannot parse; it may hold the password
            raise StoreError(f"{self.place} is not like postgresql://host/database") from error
        self._ready.set()

    async def _connect(self) -> Connection:
        return await asyncpg.connect(self._url, timeout=CONNECT_SECONDS)

    # Writing: each method hands a job to the one writer.

    def open_table(
        self, table: str, opening: str, entries: Sequence[Entry] = (), outline: Outline = NO_OUTLINE
    ) -> Future[None]:
        if not _is_text(table, opening, *(entry.text for entry in entries)):
            return _refused(_no_text())
        people = sorted(outline.people or ())

        async def step(file: Connection) -> None:
            made = await file.fetchrow(
                f"INSERT INTO tables (id, opened, touched, opening, length, host, listed, people, look_at) "
                f"VALUES ($1, {NOW}, {NOW}, $2, $3, $4, $5, $6, "
                f"CASE WHEN $7::float8 > 0 THEN {NOW} + $7 END) ON CONFLICT DO NOTHING RETURNING id",
                *(table, opening, len(entries), outline.host, int(outline.listed), people),
                float(outline.look_in),
            )
            if made is None:
                if await file.fetchval("SELECT opening FROM tables WHERE id = $1", table) != opening:
                    raise NumberTaken("somebody else was quicker: this table is there already")
                return  # ours, from before the connection was lost
            await file.executemany(
                "INSERT INTO entries (table_id, number, at, kind, seat, text) "
                f"VALUES ($1, $2, {NOW}, $3, $4, $5)",
                [
                    (table, number, one.kind, one.seat, one.text)
                    for number, one in enumerate(entries, start=1)
                ],
            )

        return self._hand_over(Job(Future(), step))

    def append(
        self, table: str, number: int, entry: Entry, over: bool = False, outline: Outline = NO_OUTLINE
    ) -> Future[None]:
        if not _is_text(table, entry.kind, entry.text):
            return _refused(_no_text())
        people = None if outline.people is None else " ".join(sorted(outline.people))
        facts = (entry.kind, entry.seat, entry.text, randbits(MARK_BITS), int(over), float(outline.look_in))
        return self._hand_over(Job(Future(), row=(table, number, *facts, people)))

    def say(self, table: str, said: Said) -> Future[None]:
        if not _is_text(said.name, said.text):
            return _refused(_no_text())
        mark = randbits(MARK_BITS)

        async def step(file: Connection) -> None:
            made = await file.fetchrow(
                "INSERT INTO chat (table_id, at, seat, name, text, mark) "
                f"SELECT id, {NOW}, $2, $3, $4, $5 FROM tables WHERE id = $1 "
                "ON CONFLICT DO NOTHING RETURNING 1",
                *(table, said.seat, said.name, said.text, mark),
            )
            if made is not None:
                await file.execute("UPDATE tables SET said = said + 1 WHERE id = $1", table)
                await file.execute(
                    "DELETE FROM chat WHERE table_id = $1 AND number <= (SELECT number FROM chat "
                    "WHERE table_id = $1 ORDER BY number DESC LIMIT 1 OFFSET $2)",
                    *(table, CHAT_KEPT),
                )
            elif not await file.fetchval("SELECT count(*) FROM tables WHERE id = $1", table):
                raise NumberTaken("its table is not there")

        return self._hand_over(Job(Future(), step))

    def archive(
        self, finished_before: float, touched_before: float, spare: Collection[str] = ()
    ) -> Future[list[str]]:
        async def step(file: Connection) -> list[str]:
            await file.execute(FORGET)
            rows = await file.fetch(
                "UPDATE tables SET archived = 1, look_at = NULL WHERE id IN (SELECT id FROM tables "
                "WHERE archived = 0 AND ((over = 1 AND touched < $1) OR touched < $2) AND id <> ALL($3) "
                "ORDER BY id FOR UPDATE SKIP LOCKED) RETURNING id",
                *(finished_before, touched_before, list(spare)),
            )
            names = [str(row[0]) for row in rows]
            await file.execute("DELETE FROM chat WHERE table_id = ANY($1)", names)
            return names

        return self._hand_over(Job(Future(), step))

    def wake(self, table: str) -> Future[None]:
        async def step(file: Connection) -> None:
            await file.execute(f"UPDATE tables SET archived = 0, touched = {NOW} WHERE id = $1", table)

        return self._hand_over(Job(Future(), step))

    def looked(self, table: str, number: int, outline: Outline) -> Future[None]:
        people = None if outline.people is None else sorted(outline.people)

        async def step(file: Connection) -> None:
            await file.execute(
                f"UPDATE tables SET look_at = CASE WHEN $3::float8 > 0 THEN {NOW} + $3 END, "
                "host = $4, listed = $5, people = coalesce($6, people) WHERE id = $1 AND length = $2",
                *(table, number, float(outline.look_in), outline.host, int(outline.listed), people),
            )

        return self._hand_over(Job(Future(), step))

    def to_look_at(self, most: int, again_in: float) -> Future[list[str]]:
        async def step(file: Connection) -> list[str]:
            rows = await file.fetch(
                f"UPDATE tables SET look_at = {NOW} + $2::float8 WHERE id IN (SELECT id FROM tables "
                f"WHERE look_at < {NOW} ORDER BY look_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id",
                *(most, again_in),
            )
            return [str(row[0]) for row in rows]

        return self._hand_over(Job(Future(), step))

    def answer(self, question: str, text: str) -> Future[None]:
        if not _is_text(text):
            return _refused(_no_text())

        async def step(file: Connection) -> None:
            await file.execute(
                f"INSERT INTO answers (id, at, text) VALUES ($1, {NOW}, $2) ON CONFLICT DO NOTHING",
                *(question, text),
            )

        return self._hand_over(Job(Future(), step))

    def write(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> Future[list[int]]:
        """Run statements (with `$1`) in one transaction, exactly once; return how many rows each changed."""
        mark = randbits(MARK_BITS)

        async def step(file: Connection) -> list[int]:
            done = await file.fetchval("SELECT changed FROM receipts WHERE mark = $1", mark)
            if done is not None:
                return [int(count) for count in str(done).split()]
            try:
                async with file.transaction():  # a savepoint within the transaction of the batch
                    said = [await file.execute(statement, *values) for statement, values in statements]
                    changed = [int(words.rpartition(" ")[2]) for words in said]  # "INSERT 0 1", "UPDATE 3"
                    row = (mark, " ".join(map(str, changed)))
                    await file.execute(f"INSERT INTO receipts VALUES ($1, {NOW}, $2)", *row)
            except asyncpg.UniqueViolationError:
                raise NumberTaken("somebody else was quicker: this was kept already") from None
            return changed

        return self._hand_over(Job(Future(), step))

    # Reading: from connections of their own, which never wait for the writer.

    def load(self, table: str) -> Kept | None:
        return self._call(self._load(table)).result()

    async def _load(self, table: str) -> Kept | None:
        rows = await self._fetch(f"SELECT {HEADING}, opening, length FROM tables WHERE id = $1", table)
        if not rows:
            return None
        heading, opening, length = _heading(rows[0]), str(rows[0][5]), int(rows[0][6])
        entries = await self._fetch(
            "SELECT number, kind, seat, text, at FROM entries WHERE table_id = $1 ORDER BY number", table
        )
        last = int(entries[-1][0]) if entries else 0
        # There may be more than the length says: it was read before them.
        if len(entries) < max(last, length):
            raise BadRecord(entries_missing(length, len(entries), last))
        return Kept(heading, opening, [Entry(*entry[1:]) for entry in entries], await self._chat(table))

    def headings(self) -> list[Heading]:
        query = f"SELECT {HEADING} FROM tables WHERE archived = 0 ORDER BY touched DESC"
        return [_heading(row) for row in self._call(self._fetch(query)).result()]

    def check(self) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        if monotonic() >= self._well_until:
            # A transaction with an id is written to disk, though it changes nothing.
            self._call(self._fetch("SELECT pg_current_xact_id()::text")).result()
            self._well_until = monotonic() + CHECK_SECONDS

    def inspect(self) -> dict[str, str]:
        rows = self._call(self._fetch(DAMAGED, patience=600.0)).result()
        return {str(row[0]): entries_missing(int(row[1]), int(row[2]), int(row[3])) for row in rows}

    def progress(self, tables: Collection[str]) -> Future[dict[str, Progress]]:
        async def read() -> dict[str, Progress]:
            query = "SELECT id, length, said, archived FROM tables WHERE id = ANY($1)"
            rows = await self._fetch(query, list(tables))
            return {str(row[0]): Progress(int(row[1]), int(row[2]), bool(row[3])) for row in rows}

        return self._call(read())

    def entries_after(self, table: str, number: int) -> Future[list[Entry]]:
        async def read() -> list[Entry]:
            rows = await self._fetch(
                "SELECT kind, seat, text, at FROM entries "
                "WHERE table_id = $1 AND number > $2 ORDER BY number",
                *(table, number),
            )
            return [Entry(*row) for row in rows]

        return self._call(read())

    def entries_after_each(self, tables: Mapping[str, int]) -> Future[dict[str, list[Entry]]]:
        async def read() -> dict[str, list[Entry]]:
            found: dict[str, list[Entry]] = {}
            for table, *entry in await self._fetch(AFTER_EACH, list(tables), list(tables.values())):
                found.setdefault(table, []).append(Entry(*entry))
            return found

        return self._call(read())

    def chat(self, table: str) -> Future[list[Said]]:
        return self._call(self._chat(table))

    async def _chat(self, table: str) -> list[Said]:
        query = "SELECT seat, name, text, number FROM chat WHERE table_id = $1 ORDER BY number"
        return [Said(*row) for row in await self._fetch(query, table)]

    def tables_of(self, person: str, most: int) -> Future[list[str]]:
        return self._names(
            "SELECT id FROM tables WHERE people @> ARRAY[$1::text] AND archived = 0 "
            "ORDER BY over, touched DESC LIMIT $2",
            *(person, most),
        )

    def listed_tables(self, most: int) -> Future[list[str]]:
        return self._names(
            "SELECT id FROM tables WHERE listed = 1 AND over = 0 AND archived = 0 "
            "ORDER BY touched DESC LIMIT $1",
            most,
        )

    def running(self, host: str) -> Future[tuple[int, int]]:
        async def read() -> tuple[int, int]:
            rows = await self._fetch(
                "SELECT count(*), count(*) FILTER (WHERE host = $1) FROM tables "
                "WHERE over = 0 AND archived = 0",
                host,
            )
            return int(rows[0][0]), int(rows[0][1])

        return self._call(read())

    def take_answer(self, question: str) -> Future[str]:
        async def read() -> str:
            rows = await self._fetch("DELETE FROM answers WHERE id = $1 RETURNING text", question)
            return str(rows[0][0]) if rows else ""

        return self._call(read())

    def secret(self, name: str, new: bytes) -> bytes:
        async def read() -> bytes:
            await self._fetch("INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", name, new)
            rows = await self._fetch("SELECT value FROM secrets WHERE name = $1", name)
            return bytes(rows[0][0])

        return self._call(read()).result()

    def read(self, query: str, values: Sequence[Any]) -> Future[list[tuple[Any, ...]]]:
        """Return the rows that a query (with `$1`) finds."""

        async def read() -> list[tuple[Any, ...]]:
            return [tuple(row) for row in await self._fetch(query, *values)]

        return self._call(read())

    def _names(self, query: str, *values: Any) -> Future[list[str]]:
        async def read() -> list[str]:
            return [str(row[0]) for row in await self._fetch(query, *values)]

        return self._call(read())

    async def _fetch(self, query: str, *values: Any, patience: float = READ_SECONDS) -> list[asyncpg.Record]:
        """Query one of the readers; once more if its connection was cut, as by a restart of the database."""
        assert self._pool is not None
        for again in (True, False):
            try:
                async with asyncio.timeout(patience + CONNECT_SECONDS):
                    return await self._pool.fetch(query, *values, timeout=patience)
            except LOST as error:
                if isinstance(error, TimeoutError) or not again or not _is_lost(error):
                    raise StoreError(f"the store cannot be read: {_reason(error)}") from error
        raise AssertionError("not reached")

    def close(self) -> None:
        if not self._closed:
            with self._handing:
                self._closed = True
            self._loop.call_soon_threadsafe(self._woken.set)
            with suppress(StoreError):
                self._writing.result()
            self._stop()

    def _stop(self) -> None:
        async def end() -> None:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            if self._writer is not None:
                with suppress(*LOST):
                    await self._writer.close(timeout=1)
            if self._pool is not None:
                with suppress(*LOST):
                    async with asyncio.timeout(1):
                        await self._pool.close()
                self._pool.terminate()

        self._call(end()).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _call(self, read: Coroutine[Any, Any, Answer]) -> "Future[Answer]":
        if self._loop.is_closed():
            read.close()
            return _refused(StoreError("the store is closed"))
        return asyncio.run_coroutine_threadsafe(read, self._loop)

    def _hand_over(self, job: Job) -> "Future[Any]":
        with self._handing:
            if self._closed:
                return _refused(StoreError("the store is closed"))
            alone = not self._jobs
            self._jobs.append(job)
        if alone:
            self._loop.call_soon_threadsafe(self._woken.set)
        return job.future

    # The writer.

    async def _write_all(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._jobs:
                with self._handing:
                    taken = [self._jobs.popleft() for _ in range(min(BATCH, len(self._jobs)))]
                # From here on nobody can cancel: what is written is reported.
                await self._commit([job for job in taken if job.future.set_running_or_notify_cancel()])
            if self._closed:
                return

    async def _commit(self, jobs: list[Job]) -> None:
        """Write all that waits, or each job alone if the database refuses them together."""
        if not await self._written(jobs):
            for job in jobs:
                if not job.future.done() and not await self._written([job]):
                    raise AssertionError("not reached")

    async def _written(self, jobs: list[Job]) -> bool:
        """Write jobs together, and look up what may have been written until that is known.

        Return False if the database refused several of them, so that nothing was done.
        """
        doubt_until = monotonic() + WRITE_SECONDS + DOUBT_SECONDS
        while jobs := [job for job in jobs if not job.future.done()]:
            file = await self._writing_connection(jobs, doubt_until)
            if file is None:
                return True
            for job in jobs:
                job.sent = True
            try:
                async with asyncio.timeout(WRITE_SECONDS):
                    await self._carry_out(file, jobs)
                self.batches += 1
            except LOST as error:
                if _is_lost(error):
                    self._lose(error)
                elif _state(error) not in AGAIN:
                    if len(jobs) > 1:
                        return False
                    reason = f"it could not be kept, so it did not happen: {_reason(error)}"
                    jobs[0].future.set_exception(StoreError(reason))
            except Exception:  # a mistake of ours must not stop the one writer
                log.exception("something could not be written")
                self._lose(None)
                for job in jobs:
                    if not job.future.done():
                        job.future.set_exception(_in_doubt())
        return True

    async def _writing_connection(self, jobs: list[Job], doubt_until: float) -> "Connection | None":
        """Return the connection to write with; None if there is none in time, and every job was told."""
        if self._writer is not None and self._writer.is_closed():
            self._lose(None)
        patience = doubt_until - monotonic() if any(job.sent for job in jobs) else WAIT_SECONDS
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, patience)):
                await self._ready.wait()
        if self._writer is not None:
            return self._writer
        for job in jobs:
            job.future.set_exception(_in_doubt() if job.sent else _unreached())
        return None

    def _lose(self, error: BaseException | None) -> None:
        """Drop the connection, and reconnect in the background."""
        if error is not None:
            log.warning("the connection to the database was lost: %s", _reason(error))
        if self._writer is not None:
            self._writer.terminate()
            self._writer = None
            self._ready.clear()
            self._reviving = self._loop.create_task(self._revive())

    async def _revive(self) -> None:
        while self._writer is None:
            try:
                self._writer = await self._connect()
            except (*LOST, ValueError):
                await asyncio.sleep(RETRY_SECONDS)
        self.reconnected += 1
        log.info("the database is there again")
        self._ready.set()

    async def _carry_out(self, file: Connection, jobs: list[Job]) -> None:
        steps = [job for job in jobs if job.step is not None and not job.future.done()]
        if steps:
            outcomes: list[tuple[Job, Any]] = []
            async with file.transaction():
                for job in steps:
                    outcomes.append((job, await _try(job, file)))
            for job, outcome in outcomes:
                if isinstance(outcome, StoreError):
                    job.future.set_exception(outcome)
                else:
                    job.future.set_result(outcome)
        appends = [job for job in jobs if job.row is not None and not job.future.done()]
        if appends:
            await self._append(file, appends)

    async def _append(self, file: Connection, jobs: list[Job]) -> None:
        columns = [list(column) for column in zip(*(job.row for job in jobs if job.row), strict=True)]
        kept = {int(row[0]) for row in await file.fetch(APPEND, *columns)}
        others: dict[int, int] = {}
        if len(kept) < len(
            jobs
        ):  # some were there already: perhaps our own, from before a connection was lost
            others = {int(place): int(mark) for mark, place in await file.fetch(READ_BACK, *columns[:2])}
        for place, job in enumerate(jobs, start=1):
            assert job.row is not None
            if job.row[5] in kept or others.get(place) == job.row[5]:
                job.future.set_result(None)
            else:
                taken = "somebody else was quicker: this was kept already, or its table is not there"
                job.future.set_exception(NumberTaken(taken))


async def _try(job: Job, file: Connection) -> Any:
    """Run one job; return its own refusal, and let an error of the database fail the batch."""
    assert job.step is not None
    try:
        return await job.step(file)
    except StoreError as refusal:
        return refusal


async def _leave_as_it_is(_reader: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Skip the reset after each read: readers change nothing in their session."""


def _is_text(*texts: str) -> bool:
    """Return whether PostgreSQL can store texts: Unicode without NUL."""
    try:
        return not any("\0" in text for text in texts if text.encode() is not None)
    except UnicodeEncodeError:
        return False


def _no_text() -> StoreError:
    return StoreError("this cannot be kept: it holds something that is no text")


def _unreached() -> StoreError:
    return StoreError("the database cannot be reached, so nothing was done; try again in a moment")


def _in_doubt() -> InDoubt:
    return InDoubt("the database went away just now, and nobody knows yet whether this was kept; look again")


def _refused(error: StoreError) -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_exception(error)
    return future


def _heading(row: asyncpg.Record) -> Heading:
    return Heading(str(row[0]), float(row[1]), float(row[2]), bool(row[3]), bool(row[4]))


def _state(error: BaseException) -> str:
    """Return the SQLSTATE of an error; empty if the error is not the database's."""
    return str(getattr(error, "sqlstate", None) or "") if isinstance(error, asyncpg.PostgresError) else ""


def _is_lost(error: BaseException) -> bool:
    """Return whether the connection is lost, so that the effect of the last statement is unknown."""
    state = _state(error)
    return not state.startswith(REFUSED) and state not in AGAIN


def _reason(error: BaseException) -> str:
    """Describe an error for people: no names of tables, no SQL, no password. The log has the rest."""
    state = _state(error)
    reasons = {
        "53100": "its disk is full",
        "53200": "it is out of memory",
        "53300": "it has no connection free",
        "25006": "it may only be read",
        "28": "it refuses this user or password",
        "3D": "there is no such database",
        "57": "it is being stopped or started",
        "08": "it cannot be reached",
    }
    found = next((text for known, text in reasons.items() if state.startswith(known)), "")
    if not found and state:
        log.error("the database: %s (%s)", error, state)
    return found or ("it is out of order" if state else "it cannot be reached")


class Statement(Protocol):
    """SQL with `?` for each of its values."""

    @property
    def sql(self) -> str: ...

    @property
    def values(self) -> tuple[str | int | float, ...]: ...


class PostgresRows:
    """Rows of plain SQL, for what is stored beside the tables: written by the store's one writer."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = store

    async def read(self, sql: str, *values: str | int | float) -> list[Sequence[str | int | float]]:
        """Return the rows of a query. It never waits for a writer."""
        found = await asyncio.wrap_future(self._store.read(numbered(sql), values))
        return [*found]

    async def write(self, *statements: Statement) -> list[int]:
        """Carry out all statements, or none; return how many rows each has changed.

        Raises NumberTaken if a key is taken, StoreError if nothing can be stored, InDoubt if that is unknown.
        """
        rows = [(numbered(one.sql), one.values) for one in statements]
        return await asyncio.wrap_future(self._store.write(rows))

    async def scrub(self) -> None:
        """Do nothing: deleted rows are gone after the database's next vacuum."""

    def close(self) -> None:
        """Do nothing: the store closes the connections."""


def numbered(sql: str) -> str:
    """Number the placeholders, as PostgreSQL wants them.

    >>> numbered("SELECT name FROM people WHERE id = ? AND word <> '?' AND at > ?")
    "SELECT name FROM people WHERE id = $1 AND word <> '?' AND at > $2"
    """
    places = count(1)
    return PLACE.sub(lambda found: f"${next(places)}" if found[0] == "?" else found[0], sql)
