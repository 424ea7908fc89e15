"""Tables in one SQLite file. One thread writes, and all that waits is written with one sync of the disk."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import time
from typing import Any, Final, TypeVar

from longbeard.store.store import Entry, Heading, Kept, NumberTaken, Said, StoreError

VERSION: Final = 1
SCHEMA: Final = """
CREATE TABLE tables (
  id TEXT PRIMARY KEY, opened REAL NOT NULL, touched REAL NOT NULL,
  over INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, opening TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE entries (
  table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, at REAL NOT NULL,
  kind TEXT NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE chat (
  number INTEGER PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id), at REAL NOT NULL,
  seat INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX chat_of_table ON chat (table_id, number);
CREATE INDEX tables_in_use ON tables (archived, touched);
"""
CHAT_KEPT: Final = 100
"""So many lines of chat are kept for each table."""
LOCK_SECONDS: Final = 5
BATCH: Final = 512

Answer = TypeVar("Answer")
Job = tuple["Future[Any]", Callable[[sqlite3.Connection], Any]]


class SQLiteStore:
    """A store in one file, for one server.

    Write-ahead logging with `synchronous=FULL`: a commit is on the disk before its futures are done, so a
    pulled plug loses nothing that anyone was shown. (NORMAL would save the sync and lose the last moves.)
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._reading = Lock()
        try:
            path.touch(mode=0o600)
            self._writer = _connect(path)
            _prepare(self._writer, path)
            self._reader = _connect(path)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{path} cannot be used as a store: {error}") from error
        self.batches = 0
        self.appends = 0
        self._closed = False
        self._sick = False
        """Whether the last thing to be kept could not be."""
        self._thread = Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    # Writing: each method hands a job to the one writer.

    def open_table(self, table: str, opening: str, entries: Sequence[Entry] = ()) -> Future[None]:
        def write(file: sqlite3.Connection) -> None:
            now = time()
            row = (table, now, now, opening)
            file.execute("INSERT INTO tables (id, opened, touched, opening) VALUES (?, ?, ?, ?)", row)
            rows = [(table, number, now, *_row(entry)) for number, entry in enumerate(entries, start=1)]
            file.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", rows)

        return self._hand_over(write)

    def append(self, table: str, number: int, entry: Entry, over: bool = False) -> Future[None]:
        def write(file: sqlite3.Connection) -> None:
            now = time()
            file.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", (table, number, now, *_row(entry)))
            file.execute("UPDATE tables SET touched = ?, over = ? WHERE id = ?", (now, int(over), table))

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

    def archive(self, finished_before: float, touched_before: float) -> Future[list[str]]:
        def write(file: sqlite3.Connection) -> list[str]:
            old = "archived = 0 AND ((over = 1 AND touched < ?) OR touched < ?)"
            found = file.execute(f"SELECT id FROM tables WHERE {old}", (finished_before, touched_before))
            names = [str(row[0]) for row in found]
            file.executemany("UPDATE tables SET archived = 1 WHERE id = ?", [(name,) for name in names])
            file.executemany("DELETE FROM chat WHERE table_id = ?", [(name,) for name in names])
            return names

        return self._hand_over(write)

    def wake(self, table: str) -> Future[None]:
        def write(file: sqlite3.Connection) -> None:
            file.execute("UPDATE tables SET archived = 0, touched = ? WHERE id = ?", (time(), table))

        return self._hand_over(write)

    # Reading: from a connection of its own, which never waits for the writer.

    def load(self, table: str) -> Kept | None:
        with self._read() as file:
            row = file.execute(
                "SELECT id, opened, touched, over, archived, opening FROM tables WHERE id = ?", (table,)
            ).fetchone()
            if row is None:
                return None
            entries = file.execute(
                "SELECT kind, seat, text FROM entries WHERE table_id = ? ORDER BY number", (table,)
            ).fetchall()
            chat = file.execute(
                "SELECT seat, name, text FROM chat WHERE table_id = ? ORDER BY number", (table,)
            ).fetchall()
        return Kept(
            _heading(row), row[5], [Entry(*entry) for entry in entries], [Said(*said) for said in chat]
        )

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
        with self._read() as file:
            file.execute("SELECT 1 FROM tables LIMIT 1").fetchone()
        if self._sick:  # it may have recovered: write something that changes nothing
            self._hand_over(lambda file: file.execute(f"PRAGMA user_version = {VERSION}")).result()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()
            with self._reading:
                self._reader.close()

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._reading:
                yield self._reader
        except sqlite3.Error as error:
            raise StoreError(f"the store cannot be read: {error}") from error

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
        """Write all that waits in one transaction. A job that fails takes nothing of the others with it."""
        # From here on nobody can cancel: what is written is told.
        jobs = [job for job in jobs if job[0].set_running_or_notify_cancel()]
        done: list[tuple[Future[Any], Any]] = []
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for future, write in jobs:
                outcome = self._try(write)
                if isinstance(outcome, StoreError):
                    future.set_exception(outcome)
                else:
                    done.append((future, outcome))
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            self._give_up(error)
            self._sick = True
            refusal = _refusal(error)
            for future, _write in jobs:
                if not future.done():
                    future.set_exception(refusal)
            return
        self._sick = False
        self.batches += 1
        self.appends += len(done)
        for future, answer in done:
            future.set_result(answer)

    def _try(self, write: Callable[[sqlite3.Connection], Any]) -> Any:
        """One job between savepoints; its refusal is an answer, a sick file is an sqlite3.Error for all."""
        self._writer.execute("SAVEPOINT job")
        try:
            answer = write(self._writer)
        except (sqlite3.IntegrityError, ValueError) as error:  # ValueError: text that is no Unicode
            self._writer.execute("ROLLBACK TO job")
            self._writer.execute("RELEASE job")
            if isinstance(error, ValueError):
                return StoreError(f"this cannot be kept: {error}")
            return NumberTaken(f"this was kept already, or its table is not there ({error})")
        self._writer.execute("RELEASE job")
        return answer

    def _give_up(self, error: sqlite3.Error) -> None:
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:
            pass  # a full disk may have rolled back by itself


def _connect(path: Path) -> sqlite3.Connection:
    file = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False)
    file.execute("PRAGMA journal_mode = WAL")
    file.execute("PRAGMA synchronous = FULL")
    file.execute("PRAGMA foreign_keys = ON")
    return file


def _prepare(file: sqlite3.Connection, path: Path) -> None:
    """Make the schema in a new file; refuse a file of a version that this longbeard does not know."""
    version = int(file.execute("PRAGMA user_version").fetchone()[0])
    if version == 0:
        if file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise StoreError(f"{path} is a database, but not one of longbeard's")
        file.executescript(f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
    elif version != VERSION:
        raise StoreError(f"{path} has schema {version}; this longbeard knows {VERSION}")
    os.chmod(path, 0o600)  # secrets of running matches are in it


def _row(entry: Entry) -> tuple[str, int, str]:
    return (entry.kind, entry.seat, entry.text)


def _heading(row: Sequence[Any]) -> Heading:
    return Heading(row[0], row[1], row[2], bool(row[3]), bool(row[4]))


def _refusal(error: sqlite3.Error) -> StoreError:
    """What went wrong, for people."""
    reasons = {
        "SQLITE_FULL": "the disk is full",
        "SQLITE_IOERR": "the disk cannot be written",
        "SQLITE_BUSY": "another program has locked the file",
        "SQLITE_LOCKED": "another program has locked the file",
        "SQLITE_READONLY": "the file may not be written",
        "SQLITE_CORRUPT": "the file is damaged",
        "SQLITE_NOTADB": "the file is damaged",
    }
    name = str(getattr(error, "sqlite_errorname", ""))
    reason = next((text for code, text in reasons.items() if name.startswith(code)), str(error))
    return StoreError(f"it could not be kept, so it did not happen: {reason}")
