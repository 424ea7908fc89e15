"""Rows of people's data in the file of the tables: all or none, once, and readers wait for nobody."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from longbeard.store.migrate import FOLDER
from longbeard.store.rows import SQLiteRows, statement
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import NumberTaken, StoreError

MEET = "INSERT INTO forgotten (digest, at) VALUES (?, ?)"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    made = SQLiteStore(tmp_path / "tables.sqlite")
    yield made
    made.close()


@pytest.fixture
def rows(store: SQLiteStore) -> Iterator[SQLiteRows]:
    made = SQLiteRows(store)
    yield made
    made.close()


def digests(rows: SQLiteRows) -> list[str]:
    return [str(row[0]) for row in asyncio.run(rows.read("SELECT digest FROM forgotten ORDER BY digest"))]


def test_statements_are_kept_together_or_not_at_all(rows: SQLiteRows) -> None:
    assert asyncio.run(rows.write(statement(MEET, "a", 1.0), statement(MEET, "b", 2.0))) == [1, 1]
    with pytest.raises(NumberTaken):
        asyncio.run(rows.write(statement(MEET, "c", 1.0), statement(MEET, "a", 2.0)))
    assert digests(rows) == ["a", "b"]
    changed = asyncio.run(rows.write(statement("DELETE FROM forgotten WHERE at > ?", 0.5)))
    assert changed == [2], "it says how many rows were changed"


def test_readers_do_not_wait_for_the_writer(rows: SQLiteRows, store: SQLiteStore) -> None:
    asyncio.run(rows.write(statement(MEET, "a", 1.0)))
    hold, held = threading.Event(), threading.Event()

    def wait(file: sqlite3.Connection) -> None:
        file.execute(MEET, ("b", 1.0))
        held.set()
        assert hold.wait(30)

    busy = store.transact(wait)
    assert held.wait(30)
    assert digests(rows) == ["a"], "what is not kept yet is not seen"
    hold.set()
    busy.result(30)
    assert digests(rows) == ["a", "b"]


def test_readers_cannot_write(rows: SQLiteRows) -> None:
    with pytest.raises(StoreError):
        asyncio.run(rows.read("DELETE FROM forgotten"))


def test_a_file_of_an_older_longbeard_gets_the_tables_of_people(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    SQLiteStore(path).close()
    file = sqlite3.connect(path)
    for table in ("people", "devices", "match_seats", "matches", "ratings", "forgotten", "migrations"):
        file.execute(f"DROP TABLE {table}")
    file.execute("PRAGMA user_version = 1")
    file.commit()
    file.close()
    store = SQLiteStore(path)
    rows = SQLiteRows(store)
    assert digests(rows) == []
    rows.close()
    store.close()


def test_the_schema_is_plain_sql_that_other_databases_read() -> None:
    text = (FOLDER / "0002_people.sql").read_text(encoding="utf-8").upper()
    for word in ("AUTOINCREMENT", "WITHOUT ROWID", "OR REPLACE", "PRAGMA", " REAL", "BOOLEAN", "BLOB"):
        assert word not in text, word
