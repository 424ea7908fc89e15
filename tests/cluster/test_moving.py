"""A store goes into a file, out of it, and from one kind of store to the other, with all that is in it."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.cluster.conftest import NUMBERS
from tests.cluster.services import PASSWORD, PostgreSQL, database

from longbeard.engine.luck import SECRET_BYTES
from longbeard.engine.match import PERSON
from longbeard.games import rooms
from longbeard.store.copying import OWN, SQLiteContent
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import Entry, Said
from longbeard.table.opening import Opening
from longbeard.table.seat import Seat

pytest.importorskip("asyncpg", reason="several servers need asyncpg")
NAMES = ("Ada", "Bert \u00e9\U0001f9d9", "Carl", "Dora", "Eve", "Fritz")


def run(*words: str | Path, code: int = 0) -> str:
    command = [sys.executable, "-m", "longbeard", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == code, done.stderr + done.stdout
    assert PASSWORD not in done.stdout + done.stderr
    return done.stderr if code else done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a half-played table of every game, chat, and a table that cannot be continued."""
    made = tmp_path / "folder"
    made.mkdir()
    (made / "key").write_bytes(bytes(range(32)))
    store = SQLiteStore(made / "tables.sqlite")
    for number, (slug, room) in enumerate(rooms().items()):
        seats = [Seat(NAMES[seat], PERSON, f"p{seat}") for seat in range(room.plate.seats[0])]
        options = room.settle(len(seats), {})
        secret = bytes([number]) * SECRET_BYTES
        opening = Opening(slug, options, seats, secret, room.plate.rules, room.box.digest, "p0")
        match = opening.deal()
        entries: list[Entry] = []
        while len(entries) < 25 and not match.over:
            seat, action = match.to_act, match.state.legal()[0]
            entries.append(Entry("play", seat, room.spell(match.state, action)))
            match.play(seat, action)
        store.open_table(slug, opening.write(), entries).result()
        store.say(slug, Said(1, NAMES[1], "<b>\u00bd</b> 'quoted' \\ \"twice\"")).result()
    store.open_table("sick", "{}", [Entry("play", 0, "nonsense")]).result()
    store.close()
    return made


@pytest.fixture
def url(postgresql: PostgreSQL) -> Iterator[str]:
    with database(postgresql, f"moving{next(NUMBERS)}") as made:
        yield made


def everything(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of a folder, but for what each store counts for itself."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as file:
        names = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(file.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
            for name in names
            if name not in ("commits", "migrations")
        }


def test_a_folder_goes_to_postgresql_and_back_and_nothing_has_changed(
    folder: Path, url: str, tmp_path: Path
) -> None:
    before = everything(folder)
    there = run("move-store", folder, url)
    count = len(rooms()) + 1
    assert f"{count} tables were played again from both stores, and are the same" in there
    assert "Table sick cannot be gone on with" in there
    back = run("move-store", url, tmp_path / "back")
    assert f"{count} tables were played again" in back
    assert everything(tmp_path / "back") == everything(folder) == before
    assert (tmp_path / "back" / "key").read_bytes() == (folder / "key").read_bytes()
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "back").iterdir()} == {0}
    store = SQLiteStore(tmp_path / "back" / "tables.sqlite")
    assert store.inspect() == {}
    store.say("sick", Said(0, "Ada", "a number that is not taken")).result()
    store.close()


def test_a_database_is_backed_up_and_restored(
    folder: Path, url: str, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    run("backup", folder, tmp_path / "first")
    assert "cannot be gone on with" in run("restore", tmp_path / "first", url, code=1)
    assert postgresql.sql("SELECT count(*) FROM tables", url.rpartition("/")[2]) == "0\n"
    run("restore", tmp_path / "first", url, "--anyway")
    assert "is not empty" in run("restore", tmp_path / "first", url, "--anyway", code=1)
    said = run("backup", url, tmp_path / "second")
    assert f"tables {len(rooms()) + 1}," in said
    assert (tmp_path / "second").stat().st_mode & 0o077 == 0
    assert "exists already" in run("backup", url, tmp_path / "second", code=1)
    run("restore", tmp_path / "second", tmp_path / "again", "--anyway")
    assert everything(tmp_path / "again") == everything(folder)
    # A line of chat gets a number that is free, though the numbers before it were brought.
    postgresql.sql(
        "INSERT INTO chat (table_id, at, seat, name, text) VALUES ('sick', 0, 0, 'Ada', 'new')",
        url.rpartition("/")[2],
    )


def test_a_store_that_is_in_use_is_not_moved(folder: Path, url: str, tmp_path: Path) -> None:
    store = SQLiteStore(folder / "tables.sqlite")
    assert "is in use by another longbeard server" in run("move-store", folder, url, code=1)
    store.close()
    run("move-store", folder, url)
    with subprocess.Popen(["psql", "-q", url], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        other.stdin.write(b"SELECT 1;\n")
        other.stdin.flush()
        other.stdout.readline()
        assert "stop all servers first" in run("move-store", url, tmp_path / "new", code=1)
        other.stdin.close()
    assert not (tmp_path / "new").exists()
    assert "is not empty" in run("move-store", folder, url, code=1)
    assert "where it is already" in run("move-store", folder, folder, code=1)


def test_a_store_of_an_older_schema_goes_along(url: str, tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    (old / "key").write_bytes(b"k" * 32)
    with closing(sqlite3.connect(old / "tables.sqlite")) as file:
        file.executescript((Path(__file__).parents[1] / "web" / "version1.sql").read_text(encoding="utf-8"))
    run("move-store", old, url)
    shutil.rmtree(old)
    run("move-store", url, old)
    assert len(everything(old)["tables"]) == 2


def test_only_what_repeats_something_else_is_left_behind(
    url: str, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    """Fails when a migration makes a table for one kind of store only: say there why it need not be moved."""
    run("migrate", url)
    SQLiteStore(tmp_path / "tables.sqlite").close()
    query = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    theirs = set(postgresql.sql(query, url.rpartition("/")[2]).split())
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
        ours = set(asyncio.run(SQLiteContent(file).columns()))
    assert ours - theirs == {"commits"}  # by which a file notices lost writes
    # What bots thought, what servers asked about lost answers, and the key, which is a file in a folder.
    assert theirs - ours == {"answers", "receipts", *OWN} - {"migrations"}
