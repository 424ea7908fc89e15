"""Tables in one SQLite file. One thread writes, and everything that waits is written with one sync of the
disk."""

import logging
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock as Mutex
from threading import Thread
from time import monotonic, time
from typing import Any, Final, TypeVar

from longbeard.engine.errors import BadRecord
from longbeard.store.lock import Lock
from longbeard.store.mark import Mark
from longbeard.store.migrate import migrate_sqlite
from longbeard.store.store import (
    CHAT_KEPT,
    DAMAGED,
    NO_OUTLINE,
    Entry,
    Heading,
    Kept,
    NumberTaken,
    Outline,
    Said,
    StoreDamaged,
    StoreError,
    entries_missing,
)

LOCK_SECONDS: Final = 5
BATCH: Final = 512
CHECK_SECONDS: Final = 1.0
"""Seconds for which a successful check is reused."""
HUNG_SECONDS: Final = 10.0
"""Seconds after which a disk that has not finished a write counts as out of order."""
ROOM_BYTES: Final = 1 << 16
"""Bytes that must be free on the disk; with less, moves will soon be refused."""
log = logging.getLogger("longbeard.store")

Answer = TypeVar("Answer")
Job = tuple["Future[Any]", Callable[[sqlite3.Connection], Any]]


class SQLiteStore:
    """A store in one file, for one server.

    Write-ahead logging with `synchronous=FULL`: a commit is on the disk before its futures are done, so a
    power failure loses nothing that anybody was shown. (NORMAL would save the sync and lose the last moves.)
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._reading = Mutex()
        self._checking = Mutex()
        self._well_until = 0.0
        self._held = Lock(path)
        try:
            with ExitStack() as unless_open:
                unless_open.callback(self._held.release)
                path.touch(mode=0o600)
                self._writer = unless_open.enter_context(closing(connect(path)))
                _prepare(self._writer, path)
                self._reader = unless_open.enter_context(closing(connect(path)))
                self._mark = Mark(path)
                self._number = int(self._writer.execute("SELECT number FROM commits").fetchone()[0])
                self.lost = max(0, self._mark.read() - self._number)
                unless_open.pop_all()  # all went well
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"{path} cannot be used as a store: {error}") from error
        if self.lost:
            log.error(
                "%d writes that were kept are gone: %s or its -wal file was cut, replaced or removed",
                *(self.lost, path),
            )
        self.batches = 0
        self._closed = False
        self._inspecting: sqlite3.Connection | None = None
        self._sick = False
        """Whether the last write failed."""
        self._thread = Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    # Writing: each method hands a job to the one writer.

    def open_table(
        self, table: str, opening: str, entries: Sequence[Entry] = (), outline: Outline = NO_OUTLINE
    ) -> Future[None]:
        def write(file: sqlite3.Connection) -> None:
            now = time()
            row = (table, now, now, opening, len(entries))
            file.execute(
                "INSERT INTO tables (id, opened, touched, opening, length) VALUES (?, ?, ?, ?, ?)", row
            )
            rows = [(table, number, now, *_row(entry)) for number, entry in enumerate(entries, start=1)]
            file.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", rows)

        return self._hand_over(write)

    def append(
        self, table: str, number: int, entry: Entry, over: bool = False, outline: Outline = NO_OUTLINE
    ) -> Future[None]:
        def write(file: sqlite3.Connection) -> None:
            now = time()
            file.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", (table, number, now, *_row(entry)))
            row = (now, int(over), number, table)
            file.execute("UPDATE tables SET touched = ?, over = ?, length = ? WHERE id = ?", row)

        return self._hand_over(write)

    def say(self, table: str, said: Said) -> Future[None]:
        def write(file: sqlite3.Connection) -> None:
            row = (table, time(), said.seat, said.name, said.text)
            file.execute("INSERT INTO chat (table_id, at, seat, name, text) VALUES (?, ?, ?, ?, ?)", row)
            file.execute(
                "DELETE FROM chat WHERE table_id = ? AND number <= (SELECT number FROM chat "
                "WHERE table_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)",
                (table, table, CHAT_KEPT),
            )

        return self._hand_over(write)

    def archive(
        self, finished_before: float, touched_before: float, spare: Collection[str] = ()
    ) -> Future[list[str]]:
        def write(file: sqlite3.Connection) -> list[str]:
            old = "archived = 0 AND ((over = 1 AND touched < ?) OR touched < ?)"
            found = file.execute(f"SELECT id FROM tables WHERE {old}", (finished_before, touched_before))
            names = [str(row[0]) for row in found if row[0] not in spare]
            file.executemany("UPDATE tables SET archived = 1 WHERE id = ?", [(name,) for name in names])
            file.executemany("DELETE FROM chat WHERE table_id = ?", [(name,) for name in names])
            return names

        return self._hand_over(write)

    def wake(self, table: str) -> Future[None]:
        def write(file: sqlite3.Connection) -> None:
            file.execute("UPDATE tables SET archived = 0, touched = ? WHERE id = ?", (time(), table))

        return self._hand_over(write)

    def transact(self, write: Callable[[sqlite3.Connection], Answer]) -> "Future[Answer]":
        """Run something in the writer's next transaction: rows.py stores people's data with it."""
        return self._hand_over(write)

    # Reading: from a connection of its own, which never waits for the writer.

    def load(self, table: str) -> Kept | None:
        with self._read() as file:
            return load(file, table)

    def headings(self) -> list[Heading]:
        with self._read() as file:
            rows = file.execute(
                "SELECT id, opened, touched, over, archived FROM tables "
                "WHERE archived = 0 ORDER BY touched DESC"
            ).fetchall()
        return [_heading(row) for row in rows]

    def check(self) -> None:
        if self._closed or not self._thread.is_alive():
            raise StoreError("the store is closed")
        with self._checking:
            if not self._sick and monotonic() < self._well_until:
                return
            with self._read() as file:
                file.execute("SELECT 1 FROM tables LIMIT 1").fetchone()
            self._try_room()
            try:
                self._hand_over(lambda file: None).result(HUNG_SECONDS)  # counted, so a page is written
            except TimeoutError:
                raise StoreError(f"the disk has not answered for {HUNG_SECONDS:g} seconds") from None
            self._well_until = monotonic() + CHECK_SECONDS

    def _try_room(self) -> None:
        """Write a file and delete it: SQLite itself continues for a while in space that it has already."""
        trial = self.path.with_name(f"{self.path.name}-trial")
        try:
            handle = os.open(trial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                if os.write(handle, bytes(ROOM_BYTES)) < ROOM_BYTES:
                    raise OSError(ENOSPC, os.strerror(ENOSPC))
            finally:
                os.close(handle)
                trial.unlink(missing_ok=True)
        except OSError as error:
            full = error.errno in (ENOSPC, EDQUOT, EFBIG)
            raise StoreError(
                "nothing can be kept: the disk is full"
                if full
                else "nothing can be kept: no file can be written"
            ) from error

    def inspect(self) -> dict[str, str]:
        try:
            with closing(connect(self.path)) as file:
                self._inspecting = file
                if self._closed:
                    return {}
                refuse_damage(file)
                return {name: entries_missing(*numbers) for name, *numbers in file.execute(DAMAGED)}
        except sqlite3.Error as error:
            if self._closed:
                return {}
            raise unreadable(error) from error
        finally:
            self._inspecting = None

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            if inspecting := self._inspecting:
                inspecting.interrupt()  # nobody waits for it any more
            self._jobs.put(None)
            self._thread.join()
            with self._reading:
                self._reader.close()
            self._mark.close()
            self._held.release()

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._reading:
                yield self._reader
        except sqlite3.Error as error:
            raise unreadable(error) from error

    def _hand_over(self, write: Callable[[sqlite3.Connection], Answer]) -> "Future[Answer]":
        future: Future[Answer] = Future()
        if self._closed:
            future.set_exception(StoreError("the store is closed"))
        else:
            self._jobs.put((future, write))
        return future

    # The writer thread.

    def _write_all(self) -> None:
        going_on = True
        while going_on:
            jobs: list[Job] = []
            job = self._jobs.get()
            while job is not None and len(jobs) < BATCH:
                jobs.append(job)
                try:
                    job = self._jobs.get_nowait()
                except Empty:
                    break
            else:
                going_on = job is not None
                if job is not None:
                    jobs.append(job)
            if jobs:
                self._commit(jobs)
        self._writer.close()

    def _commit(self, jobs: list[Job]) -> None:
        """Write all that waits in one transaction. A job that fails does not affect the others."""
        # From here on nobody can cancel: what is written is reported.
        jobs = [job for job in jobs if job[0].set_running_or_notify_cancel()]
        try:
            outcomes = self._write_together(jobs) or self._write_each(jobs)
        except sqlite3.Error as error:
            self._give_up(error)
            self._sick = True
            refusal = _refusal(error)
            for future, _write in jobs:
                future.set_exception(refusal)
            return
        self._sick = False
        if not all(isinstance(outcome, StoreError) for outcome in outcomes):
            self._number += 1
            self._note()
        self.batches += 1
        for (future, _write), outcome in zip(jobs, outcomes, strict=True):
            if isinstance(outcome, StoreError):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    def _write_together(self, jobs: list[Job]) -> list[Any]:
        """Run all jobs, of which hardly ever one fails; if one does, roll back and return an empty list."""
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            answers = [write(self._writer) for _future, write in jobs]
        except (sqlite3.IntegrityError, ValueError):
            self._writer.execute("ROLLBACK")
            return []
        self._writer.execute("UPDATE commits SET number = ?", (self._number + 1,))
        self._writer.execute("COMMIT")
        return answers

    def _write_each(self, jobs: list[Job]) -> list[Any]:
        """Run each job by itself; the refusal of a job takes the place of its result."""
        self._writer.execute("BEGIN IMMEDIATE")
        outcomes = [self._try(write) for _future, write in jobs]
        if not all(isinstance(outcome, StoreError) for outcome in outcomes):
            self._writer.execute("UPDATE commits SET number = ?", (self._number + 1,))
        self._writer.execute("COMMIT")
        return outcomes

    def _note(self) -> None:
        """Write the mark of a commit before anybody is told of it."""
        try:
            self._mark.write(self._number)
        except OSError as error:  # the commit itself is safe: only a later loss would go unnoticed
            log.warning("the mark of the store could not be written: %s", error)

    def _try(self, write: Callable[[sqlite3.Connection], Any]) -> Any:
        """Run one job in a savepoint; return its refusal, and let an sqlite3.Error of the file fail the
        batch."""
        self._writer.execute("SAVEPOINT job")
        try:
            answer = write(self._writer)
        except (sqlite3.IntegrityError, ValueError) as error:  # ValueError: text that is not Unicode
            self._writer.execute("ROLLBACK TO job")
            self._writer.execute("RELEASE job")
            if isinstance(error, ValueError):
                return StoreError("this cannot be kept: it holds something that is no text")
            return NumberTaken("somebody else was quicker: this was kept already, or its table is not there")
        self._writer.execute("RELEASE job")
        return answer

    def _give_up(self, error: sqlite3.Error) -> None:
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:
            pass  # a full disk may have rolled back by itself


def connect(path: Path) -> sqlite3.Connection:
    """Open a file of tables with the settings of all our connections."""
    file = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        file.execute("PRAGMA foreign_keys = ON")
        # People who want to be forgotten must not be found in the file.
        file.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error:
        file.close()  # it is no database
        raise
    return file


def _prepare(file: sqlite3.Connection, path: Path) -> None:
    """Migrate a file; refuse one that this longbeard does not know."""
    for step in migrate_sqlite(file, str(path)):
        log.info("the schema has step %d now: %s", step.number, step.name)
    os.chmod(path, 0o600)  # it holds secrets of running matches


def load(file: sqlite3.Connection, table: str) -> Kept | None:
    """Load a table with all its entries from an open file."""
    row = file.execute(
        "SELECT id, opened, touched, over, archived, opening, length FROM tables WHERE id = ?", (table,)
    ).fetchone()
    if row is None:
        return None
    entries = file.execute(
        "SELECT number, kind, seat, text, at FROM entries WHERE table_id = ? ORDER BY number", (table,)
    ).fetchall()
    last = entries[-1][0] if entries else 0
    if len(entries) < max(last, row[6]):  # there may be more than the length says: it was read before them
        raise BadRecord(entries_missing(row[6], len(entries), last))
    chat = file.execute(
        "SELECT seat, name, text FROM chat WHERE table_id = ? ORDER BY number", (table,)
    ).fetchall()
    return Kept(
        _heading(row), row[5], [Entry(*entry[1:]) for entry in entries], [Said(*said) for said in chat]
    )


def refuse_damage(file: sqlite3.Connection) -> None:
    """Raise StoreError if SQLite finds its file damaged. Reads all of it."""
    found = file.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        log.error("the store is damaged: %s", found)
        raise StoreDamaged("the file of the tables is damaged: restore a backup into a new folder")


def _row(entry: Entry) -> tuple[str, int, str]:
    return (entry.kind, entry.seat, entry.text)


def _heading(row: Sequence[Any]) -> Heading:
    return Heading(row[0], row[1], row[2], bool(row[3]), bool(row[4]))


def _refusal(error: sqlite3.Error) -> StoreError:
    return StoreError(f"it could not be kept, so it did not happen: {_plain(error)}")


def unreadable(error: sqlite3.Error) -> StoreError:
    """Make the error for a failed read."""
    damaged = _code(error).startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))
    return (StoreDamaged if damaged else StoreError)(f"the store cannot be read: {_plain(error)}")


def _code(error: sqlite3.Error) -> str:
    """Return SQLite's name of an error. Text that is not UTF-8 is found by Python, which has no name for
    it."""
    name = str(getattr(error, "sqlite_errorname", ""))
    return name or ("SQLITE_CORRUPT" if str(error).startswith("Could not decode") else "")


def _plain(error: sqlite3.Error) -> str:
    """Describe an error for people: no names of tables, no SQL. The log has the rest."""
    reasons = {
        "SQLITE_FULL": "the disk is full",
        "SQLITE_IOERR": "the disk cannot be written",
        "SQLITE_CANTOPEN": "the file cannot be opened",
        "SQLITE_BUSY": "another program has locked the file",
        "SQLITE_LOCKED": "another program has locked the file",
        "SQLITE_READONLY": "the file may not be written",
        "SQLITE_CORRUPT": "the file is damaged",
        "SQLITE_NOTADB": "the file is damaged",
    }
    code = _code(error)
    words, _, _secret = str(error).partition(" with text ")  # the data may be a secret of a table
    log.error("the store: %s (%s)", words, code or type(error).__name__)
    return next((text for known, text in reasons.items() if code.startswith(known)), "it is out of order")
