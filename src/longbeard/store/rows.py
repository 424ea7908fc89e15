"""Rows of plain SQL, for what is stored of people beside the tables, in SQLite or another database.

The SQL is what SQLite 3.39 and PostgreSQL 15 both understand, with `?` for each value: `ON CONFLICT` rather
than `INSERT OR REPLACE`, times in DOUBLE PRECISION, yes and no as integers, no column that may be NULL.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock as Mutex
from typing import Final, Protocol

from longbeard.store.sqlite import SQLiteStore, connect, unreadable

Value = str | int | float
Row = Sequence[Value]
CHECKPOINTS: Final = 20
CHECKPOINT_SECONDS: Final = 0.05
log = logging.getLogger("longbeard.store")


@dataclass(frozen=True)
class Statement:
    """SQL with the values for its placeholders."""

    sql: str
    values: tuple[Value, ...] = ()


def statement(sql: str, *values: Value) -> Statement:
    """Make a statement of SQL and its values."""
    return Statement(sql, values)


class Rows(Protocol):
    """A database that holds people's data."""

    async def read(self, sql: str, *values: Value) -> list[Row]:
        """Return the rows of a query. It never waits for a writer."""
        ...

    async def write(self, *statements: Statement) -> list[int]:
        """Carry out all statements, or none; return how many rows each has changed.

        Raises NumberTaken if a key is taken, StoreError if nothing can be stored.
        """
        ...

    async def scrub(self) -> None:
        """Remove what was deleted or overwritten from the files, too, as far as the database can."""
        ...

    def close(self) -> None:
        """Close the database."""
        ...


class SQLiteRows:
    """Rows in the file of the tables: written by the one writer of its store, with its group commit."""

    def __init__(self, store: SQLiteStore) -> None:
        self._store = store
        self._reader = connect(store.path)
        self._reader.execute("PRAGMA query_only = ON")
        self._reading = Mutex()

    async def read(self, sql: str, *values: Value) -> list[Row]:
        return await asyncio.to_thread(self._read, sql, values)

    def _read(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        try:
            with self._reading:
                return list(self._reader.execute(sql, values))
        except sqlite3.Error as error:
            raise unreadable(error) from error

    async def write(self, *statements: Statement) -> list[int]:
        def carry_out(file: sqlite3.Connection) -> list[int]:
            return [file.execute(one.sql, one.values).rowcount for one in statements]

        return await asyncio.wrap_future(self._store.transact(carry_out))

    async def scrub(self) -> None:
        """Copy the write-ahead log into the file and empty it: the file itself overwrites what it deletes."""
        for _attempt in range(CHECKPOINTS):
            ((busy, *_pages),) = await asyncio.to_thread(self._checkpoint)
            if not busy:
                return
            await asyncio.sleep(CHECKPOINT_SECONDS)  # a reader still holds the older pages
        log.warning("what was deleted stays in the -wal file until SQLite writes it anew")

    def _checkpoint(self) -> list[Row]:
        try:
            with self._reading:
                return list(self._reader.execute("PRAGMA wal_checkpoint(TRUNCATE)"))
        except sqlite3.Error as error:
            raise unreadable(error) from error

    def close(self) -> None:
        """Close the file."""
        with self._reading:
            self._reader.close()
