"""Nothing that was acknowledged is lost; nothing that was refused leaves a trace."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from longbeard.store import sqlite
from longbeard.store.sqlite import CHAT_KEPT, SQLiteStore
from longbeard.store.store import Entry, NumberTaken, Said, StoreError

PLAY = Entry("play", 0, "hold")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    made = SQLiteStore(tmp_path / "tables.sqlite")
    made.open_table("t", "{}").result()
    yield made
    made.close()


def test_a_table_is_found_again_as_it_was_kept(store: SQLiteStore, tmp_path: Path) -> None:
    store.open_table("u", '{"game": "x"}', [PLAY]).result()
    store.append("u", 2, Entry("undo", 0), over=True).result()
    store.say("u", Said(1, "Ada", "<b>hello</b>")).result()
    store.close()
    again = SQLiteStore(tmp_path / "tables.sqlite")
    kept = again.load("u")
    assert kept is not None
    assert kept.opening == '{"game": "x"}'
    assert kept.entries == [PLAY, Entry("undo", 0)]
    assert kept.chat == [Said(1, "Ada", "<b>hello</b>")]
    assert kept.heading.over
    assert {heading.id for heading in again.headings()} == {"t", "u"}
    assert again.load("nowhere") is None
    again.close()


def test_a_number_is_given_once(store: SQLiteStore) -> None:
    store.append("t", 1, PLAY).result()
    refused = store.append("t", 1, Entry("play", 1, "other"))
    accepted = store.append("t", 2, PLAY)  # in the same batch, and unharmed
    with pytest.raises(NumberTaken):
        refused.result()
    accepted.result()
    kept = store.load("t")
    assert kept is not None
    assert kept.entries == [PLAY, PLAY]


def test_a_table_that_is_not_there_gets_no_entries(store: SQLiteStore) -> None:
    with pytest.raises(StoreError):
        store.append("nowhere", 1, PLAY).result()


def test_what_waits_is_written_together(store: SQLiteStore) -> None:
    before = store.batches
    futures = [store.append("t", number, PLAY) for number in range(1, 2001)]
    for future in futures:
        future.result()
    assert store.batches - before < 200


def test_text_that_is_no_text_is_refused_and_harms_nobody(store: SQLiteStore) -> None:
    with pytest.raises(StoreError, match="cannot be kept"):
        store.append("t", 1, Entry("play", 0, "\ud800")).result()
    store.append("t", 1, PLAY).result()


def test_a_cancelled_append_does_not_stop_the_writer(store: SQLiteStore) -> None:
    for number in range(1, 200):
        store.append("t", number, PLAY).cancel()
    store.append("t", 1000, PLAY).result()


def test_old_chat_makes_room(store: SQLiteStore) -> None:
    for number in range(CHAT_KEPT + 20):
        store.say("t", Said(0, "Ada", str(number)))
    store.say("t", Said(0, "Ada", "last")).result()
    kept = store.load("t")
    assert kept is not None
    assert len(kept.chat) == CHAT_KEPT
    assert kept.chat[-1].text == "last"


def test_old_tables_are_put_away_and_woken(store: SQLiteStore) -> None:
    store.open_table("over", "{}").result()
    store.append("over", 1, PLAY, over=True).result()
    store.say("over", Said(0, "Ada", "bye")).result()
    now = 1e12
    assert store.archive(finished_before=now, touched_before=0).result() == ["over"]
    assert [heading.id for heading in store.headings()] == ["t"]
    kept = store.load("over")
    assert kept is not None
    assert kept.heading.archived
    assert kept.entries == [PLAY]
    assert kept.chat == []
    store.wake("over").result()
    assert {heading.id for heading in store.headings()} == {"t", "over"}
    assert set(store.archive(finished_before=0, touched_before=now).result()) == {"t", "over"}


def test_a_full_disk_is_said_and_what_was_kept_stays(store: SQLiteStore) -> None:
    store.append("t", 1, PLAY).result()
    pages = store._writer.execute("PRAGMA page_count").fetchone()[0]
    store._writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="the disk is full"):
        store.append("t", 2, Entry("play", 0, "x" * 100_000)).result()
    store._writer.execute("PRAGMA max_page_count = 1000000")
    store.append("t", 2, PLAY).result()
    kept = store.load("t")
    assert kept is not None
    assert kept.entries == [PLAY, PLAY]


def test_a_locked_file_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LOCK_SECONDS", 0.05)
    store = SQLiteStore(tmp_path / "tables.sqlite")
    store.open_table("t", "{}").result()
    other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked"):
        store.append("t", 1, PLAY).result()
    other.execute("ROLLBACK")
    other.close()
    store.append("t", 1, PLAY).result()
    store.close()


@pytest.mark.parametrize("text", [b"this is no database at all, but long enough to look at" * 100, b"SQLite"])
def test_a_broken_file_is_said(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(text)
    with pytest.raises(StoreError, match="cannot be used"):
        SQLiteStore(path)
    assert path.read_bytes() == text


def test_other_schemas_are_refused(tmp_path: Path) -> None:
    for name, script, why in [
        ("newer", "PRAGMA user_version = 99", "schema 99"),
        ("other", "CREATE TABLE cats (name TEXT)", "not one of longbeard's"),
    ]:
        file = sqlite3.connect(tmp_path / name)
        file.executescript(script)
        file.close()
        with pytest.raises(StoreError, match=why):
            SQLiteStore(tmp_path / name)


def test_only_we_may_read_the_file(store: SQLiteStore) -> None:
    for path in store.path.parent.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_closed_store_refuses(store: SQLiteStore) -> None:
    store.check()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.append("t", 1, PLAY).result()
    with pytest.raises(StoreError):
        store.check()


WRITER = """
import sys
from pathlib import Path
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import Entry
store = SQLiteStore(Path(sys.argv[1]))
for name in "abcd":
    store.open_table(name, "{}").result()
number = 0
while True:
    number += 1
    futures = [(name, store.append(name, number, Entry("play", 0, str(number)))) for name in "abcd"]
    for name, future in futures:
        future.result()
        sys.stdout.write(f"{name} {number}\\n")
        sys.stdout.flush()
"""


@pytest.mark.parametrize("after", [3, 57, 400])
def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, after: int) -> None:
    path = tmp_path / "tables.sqlite"
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(after)]
        os.kill(writer.pid, signal.SIGKILL)
        lines += writer.stdout.readlines()
    acknowledged = [line.decode().split() for line in lines if line.endswith(b"\n")]
    assert len(acknowledged) >= after
    store = SQLiteStore(path)
    kept = {name: [entry.text for entry in found.entries] for name in "abcd" if (found := store.load(name))}
    for name, number in acknowledged:
        assert number in kept[name]
    for texts in kept.values():
        assert texts == [str(number + 1) for number in range(len(texts))]
    store.close()
