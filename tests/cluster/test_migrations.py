"""A schema goes forwards by numbered migrations, each whole or not at all; foreign ones are refused."""

import asyncio
import hashlib
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cluster.services import PASSWORD

from longbeard.engine.errors import BadOptions
from longbeard.store.address import read_address
from longbeard.store.migrate import (
    FOLDER,
    Migration,
    migrate_postgresql,
    migrate_sqlite,
    migrations,
    read_migrations,
    refuse_other_schema,
)
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import StoreError

MORE = Migration(
    migrations()[-1].number + 1,
    "cats",
    *["CREATE TABLE cats (name TEXT); INSERT INTO cats VALUES ('Tom');"] * 2,
)
BROKEN = Migration(
    migrations()[-1].number + 2,
    "dogs",
    *["CREATE TABLE dogs (name TEXT); INSERT INTO nowhere VALUES (1);"] * 2,
)


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "longbeard", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def released() -> dict[str, str]:
    """Return the migrations that players' files have, with the start of each hash: add yours when it is
    released."""
    return {"0001_tables.sqlite.sql": "f5f17efd9c6767dd"}


def test_a_released_step_is_never_edited() -> None:
    for name, digest in released().items():
        text = (FOLDER / name).read_bytes()
        assert hashlib.sha256(text).hexdigest()[:16] == digest, f"{name} was edited: add a new step instead"


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (["0002_a.sql", "0003_b.sql"], "begin with 1"),
        (["0001_a.sql", "0001_b.sql"], "two migrations 0001"),
        (["0001_a.sqlite.sql"], "not whole"),
        (["0001_a.sqlite.sql", "0001_b.postgresql.sql"], "not whole"),
        (["first.sql"], "not named like"),
    ],
)
def test_steps_are_whole_and_in_order(tmp_path: Path, names: list[str], complaint: str) -> None:
    for name in names:
        (tmp_path / name).write_text("")
    with pytest.raises(ValueError, match=complaint):
        read_migrations(tmp_path)


def tables_of(path: Path) -> set[str]:
    file = sqlite3.connect(path)
    found = {row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    file.close()
    return found


def test_a_file_goes_forwards_step_by_step_and_a_step_that_fails_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    SQLiteStore(path).close()
    file = sqlite3.connect(path, isolation_level=None)
    assert migrate_sqlite(file, "here") == []
    with pytest.raises(sqlite3.OperationalError):
        migrate_sqlite(file, "here", [*migrations(), MORE, BROKEN])
    assert file.execute("SELECT max(number) FROM migrations").fetchone()[0] == MORE.number
    assert file.execute("PRAGMA user_version").fetchone()[0] == MORE.number
    file.close()
    assert "cats" in tables_of(path)
    assert "dogs" not in tables_of(path)
    with pytest.raises(StoreError, match=f"has schema {MORE.number}; this longbeard knows"):
        SQLiteStore(path)  # whose longbeard does not know that step
    assert run("migrate", tmp_path).stderr.startswith("longbeard: ")


def test_the_command_brings_an_old_folder_up_to_date_and_says_so(tmp_path: Path) -> None:
    file = sqlite3.connect(tmp_path / "tables.sqlite")
    file.executescript((Path(__file__).parents[1] / "web" / "version1.sql").read_text(encoding="utf-8"))
    file.close()
    first, second = run("migrate", tmp_path), run("migrate", tmp_path)
    assert f"has schema {migrations()[-1].number}" in first.stdout
    assert f"has schema {migrations()[-1].number} already." in second.stdout
    assert "migrations" in tables_of(tmp_path / "tables.sqlite")
    store = SQLiteStore(tmp_path / "tables.sqlite")
    assert "is in use" in run("migrate", tmp_path).stderr
    assert len(store.headings()) == 2
    store.close()
    assert "is no data folder" in run("migrate", tmp_path / "nowhere").stderr


@pytest.mark.parametrize("address", ["mysql://here/there", "", "postgresql://h:port/x", "sqlite:"])
def test_addresses_that_are_none_are_refused(address: str) -> None:
    with pytest.raises(BadOptions):
        read_address(address)


# PostgreSQL


def with_connection(url: str, work: Callable[[Any], Any]) -> Any:
    asyncpg = pytest.importorskip("asyncpg", reason="several servers need asyncpg")

    async def connected() -> Any:
        connection = await asyncpg.connect(url)
        try:
            return await work(connection)
        finally:
            await connection.close()

    return asyncio.run(connected())


def columns(url: str) -> set[tuple[str, str, str]]:
    facts = "table_name, column_name, data_type"
    query = f"SELECT {facts} FROM information_schema.columns WHERE table_schema = 'public'"
    return {tuple(row) for row in with_connection(url, lambda connection: connection.fetch(query))}


def test_a_database_is_made_by_the_command_alone_and_checked_by_servers(empty_database: str) -> None:
    def refuse(connection: Any) -> Any:
        return refuse_other_schema(connection, "the house")

    with pytest.raises(StoreError, match="has schema 0; this longbeard needs migration 1, 2"):
        with_connection(empty_database, refuse)
    first, second = run("migrate", empty_database), run("migrate", empty_database)
    assert first.returncode == 0, first.stderr
    assert "Step 1, tables: done." in first.stdout
    assert "already" in second.stdout
    assert PASSWORD not in first.stdout + first.stderr
    with_connection(empty_database, refuse)
    made = columns(empty_database)
    assert ("entries", "at", "double precision") in made
    assert ("secrets", "value", "bytea") in made

    async def go_on(connection: Any) -> Any:
        return await migrate_postgresql(connection, "the house", [*migrations(), MORE, BROKEN])

    asyncpg = pytest.importorskip("asyncpg")
    with pytest.raises(asyncpg.PostgresError):
        with_connection(empty_database, go_on)
    assert {name for name, *_ in columns(empty_database)} - {name for name, *_ in made} == {"cats"}
    with pytest.raises(
        StoreError, match=f"schema {MORE.number}; this longbeard knows {migrations()[-1].number}"
    ):
        with_connection(empty_database, refuse)


def test_many_who_migrate_at_once_do_it_once(empty_database: str) -> None:
    asyncpg = pytest.importorskip("asyncpg", reason="several servers need asyncpg")

    async def all_at_once() -> list[list[Migration]]:
        connections = [await asyncpg.connect(empty_database) for _ in range(5)]
        done = await asyncio.gather(*(migrate_postgresql(one, "the house") for one in connections))
        for one in connections:
            await one.close()
        return done

    done = asyncio.run(all_at_once())
    assert sorted(map(len, done)) == [0, 0, 0, 0, len(migrations())]


def test_a_database_of_somebody_else_is_left_alone(empty_database: str) -> None:
    with_connection(
        empty_database, lambda connection: connection.execute("CREATE TABLE invoices (id INTEGER)")
    )
    refused = run("migrate", empty_database)
    assert refused.returncode == 1
    assert "not one of longbeard's" in refused.stderr
    assert columns(empty_database) == {("invoices", "id", "integer")}


def test_a_database_that_does_not_answer_is_said_without_its_password() -> None:
    pytest.importorskip("asyncpg", reason="several servers need asyncpg")
    refused = run("migrate", f"postgresql://ada:{PASSWORD}@127.0.0.1:1/house")
    assert refused.returncode == 1
    assert "longbeard: postgresql://127.0.0.1:1/house: " in refused.stderr
    assert PASSWORD not in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
