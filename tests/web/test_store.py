"""Nothing that was acknowledged is lost; nothing that was refused leaves a trace."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from longbeard.engine.errors import BadRecord
from longbeard.store import sqlite
from longbeard.store.mark import mark_path
from longbeard.store.postgres import PostgresStore
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import CHAT_KEPT, Entry, NumberTaken, Said, Store, StoreDamaged, StoreError

PLAY = Entry("play", 0, "hold")


class Stores:
    """A store of some kind, with the table `t`, which can be opened again."""

    def __init__(self, make: Callable[[], Store]) -> None:
        self._make = make
        self._made: list[Store] = []
        self.store = self.open()
        self.store.open_table("t", "{}").result()

    def open(self) -> Store:
        self._made.append(self._make())
        return self._made[-1]

    def close(self) -> None:
        for store in self._made:
            store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stores]:
    """Provide every kind of store: all behave alike."""
    if request.param == "sqlite":
        made = Stores(lambda: SQLiteStore(tmp_path / "tables.sqlite"))
    else:
        url = request.getfixturevalue("house_database")
        made = Stores(lambda: PostgresStore(url))
    yield made
    made.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    made = SQLiteStore(tmp_path / "tables.sqlite")
    made.open_table("t", "{}").result()
    yield made
    made.close()


def test_a_table_is_found_again_as_it_was_kept(stores: Stores) -> None:
    store = stores.store
    store.open_table("u", '{"game": "x"}', [PLAY]).result()
    store.append("u", 2, Entry("undo", 0), over=True).result()
    store.say("u", Said(1, "Ada", "<b>hello</b>")).result()
    store.close()
    again = stores.open()
    kept = again.load("u")
    assert kept is not None
    assert kept.opening == '{"game": "x"}'
    assert kept.entries == [PLAY, Entry("undo", 0)]
    assert kept.chat == [Said(1, "Ada", "<b>hello</b>")]
    assert kept.heading.over
    assert {heading.id for heading in again.headings()} == {"t", "u"}
    assert again.load("nowhere") is None


def test_a_number_is_given_once(stores: Stores) -> None:
    store = stores.store
    store.append("t", 1, PLAY).result()
    refused = store.append("t", 1, Entry("play", 1, "other"))
    accepted = store.append("t", 2, PLAY)  # in the same batch, and unharmed
    with pytest.raises(NumberTaken):
        refused.result()
    accepted.result()
    kept = store.load("t")
    assert kept is not None
    assert kept.entries == [PLAY, PLAY]


def test_a_table_that_is_not_there_gets_no_entries(stores: Stores) -> None:
    store = stores.store
    with pytest.raises(StoreError):
        store.append("nowhere", 1, PLAY).result()


def test_what_waits_is_written_together(stores: Stores) -> None:
    store = stores.store
    before = store.batches
    futures = [store.append("t", number, PLAY) for number in range(1, 2001)]
    for future in futures:
        future.result()
    assert store.batches - before < 200


def test_text_that_is_no_text_is_refused_and_harms_nobody(stores: Stores) -> None:
    store = stores.store
    with pytest.raises(StoreError, match="cannot be kept"):
        store.append("t", 1, Entry("play", 0, "\ud800")).result()
    store.append("t", 1, PLAY).result()


def test_a_cancelled_append_does_not_stop_the_writer(stores: Stores) -> None:
    store = stores.store
    for number in range(1, 200):
        store.append("t", number, PLAY).cancel()
    store.append("t", 1000, PLAY).result()


def test_old_chat_makes_room(stores: Stores) -> None:
    store = stores.store
    for number in range(CHAT_KEPT + 20):
        store.say("t", Said(0, "Ada", str(number)))
    store.say("t", Said(0, "Ada", "last")).result()
    kept = store.load("t")
    assert kept is not None
    assert len(kept.chat) == CHAT_KEPT
    assert kept.chat[-1].text == "last"


def test_old_tables_are_put_away_and_woken(stores: Stores) -> None:
    store = stores.store
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


def test_a_closed_store_refuses(stores: Stores) -> None:
    store = stores.store
    store.check()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.append("t", 1, PLAY).result()
    with pytest.raises(StoreError):
        store.check()


WRITER = """
import signal
import sys
from pathlib import Path
from longbeard.store.postgres import PostgresStore
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import Entry
store = SQLiteStore(Path(sys.argv[1]))
for name in "abcd":
    store.open_table(name, "{}").result()
for number in range(1, int(sys.argv[2]) + 1):
    futures = [(name, store.append(name, number, Entry("play", 0, str(number)))) for name in "abcd"]
    for name, future in futures:
        future.result()
        sys.stdout.write(f"{name} {number}\\n")
        sys.stdout.flush()
signal.pause()
"""
NO_END = 10**9


def writer(path: Path, rounds: int) -> "subprocess.Popen[bytes]":
    """Start a process that writes an entry of four tables in each round, and names those that are kept."""
    words = [sys.executable, "-c", WRITER, str(path), str(rounds)]
    return subprocess.Popen(words, stdout=subprocess.PIPE)


@pytest.mark.parametrize("after", [3, 57, 400])
def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, after: int) -> None:
    path = tmp_path / "tables.sqlite"
    with writer(path, NO_END) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(after)]
        os.kill(process.pid, signal.SIGKILL)
        lines += process.stdout.readlines()
    acknowledged = [line.decode().split() for line in lines if line.endswith(b"\n")]
    assert len(acknowledged) >= after
    store = SQLiteStore(path)
    kept = {name: [entry.text for entry in found.entries] for name in "abcd" if (found := store.load(name))}
    for name, number in acknowledged:
        assert number in kept[name]
    for texts in kept.values():
        assert texts == [str(number + 1) for number in range(len(texts))]
    assert (store.lost, store.inspect()) == (0, {})  # and nothing is said to be lost
    store.close()


def killed_after(path: Path, rounds: int) -> None:
    """Make a store whose writer was killed, so that its newest entries are in the -wal file alone.

    It is killed when it has nothing more to do: between a commit and its mark nobody has been told of it.
    """
    with writer(path, rounds) as process:
        assert process.stdout is not None
        for _ in range(4 * rounds):
            process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)


def wal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def test_a_wal_file_that_was_cut_is_noticed_and_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tables.sqlite"
    killed_after(path, 10)
    size = wal_of(path).stat().st_size
    os.truncate(wal_of(path), size - 1)
    store = SQLiteStore(path)
    assert store.lost == 1
    assert "1 writes that were kept are gone" in caplog.text
    store.open_table("new", "{}").result()
    store.close()
    again = SQLiteStore(path)
    assert again.lost == 0
    again.close()


def test_a_wal_file_that_is_missing_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    killed_after(path, 10)
    wal_of(path).unlink()
    store = SQLiteStore(path)
    assert store.lost >= 10
    store.close()


def test_an_older_file_in_its_place_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    SQLiteStore(path).close()
    older = path.read_bytes()
    store = SQLiteStore(path)
    store.open_table("t", "{}").result()
    store.close()
    for put in (lambda: path.write_bytes(older), path.unlink):
        put()
        behind = SQLiteStore(path)
        assert behind.lost == 1
        behind.close()


@pytest.mark.parametrize("text", [b"", b"tea", b"\xff" * 30])
def test_a_mark_that_cannot_be_read_says_nothing(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "tables.sqlite"
    SQLiteStore(path).close()
    mark_path(path).write_bytes(text)
    store = SQLiteStore(path)
    assert store.lost == 0
    store.open_table("t", "{}").result()
    store.close()


@pytest.mark.parametrize(("gone", "missing"), [("number = 2", 1), ("number > 3", 2), ("1", 5)])
def test_missing_entries_of_a_table_are_noticed(store: SQLiteStore, gone: str, missing: int) -> None:
    store.open_table("whole", "{}", [PLAY, PLAY]).result()
    for number in range(1, 6):
        store.append("t", number, PLAY).result()
    assert store.inspect() == {}
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute(f"DELETE FROM entries WHERE table_id = 't' AND {gone}")
    other.close()
    said = f"of 5 entries of this table {missing} are missing"
    with pytest.raises(BadRecord, match=said):
        store.load("t")
    assert store.inspect() == {"t": said}
    assert store.load("whole") is not None


def test_a_damaged_page_is_said_without_sql(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    store = SQLiteStore(path)
    for name in range(200):
        store.open_table(f"t{name}", "x" * 1000)
    store.open_table("last", "{}").result()
    store.close()
    with path.open("r+b") as file:
        file.seek(4096 * 8)
        file.write(b"\xff" * 4096 * 30)
    store = SQLiteStore(path)
    with pytest.raises(StoreError, match="damaged"):
        store.inspect()
    complaints = []
    for name in range(200):
        try:
            store.load(f"t{name}")
        except StoreDamaged as error:
            complaints.append(str(error))
    assert set(complaints) == {"the store cannot be read: the file is damaged"}
    store.close()


OLDER = Path(__file__).parent / "version1.sql"
"""A file from before the migrations, as text."""
BEFORE_LENGTHS = "ALTER TABLE tables DROP COLUMN length; DROP TABLE commits;"
"""Makes it a file from before the lengths."""


@pytest.mark.parametrize("change", ["", BEFORE_LENGTHS])
def test_a_file_of_an_older_longbeard_keeps_its_games_and_is_guarded(tmp_path: Path, change: str) -> None:
    path = tmp_path / "tables.sqlite"
    file = sqlite3.connect(path, isolation_level=None)
    file.executescript(f"{OLDER.read_text(encoding='utf-8')} {change}")
    before = file.execute("SELECT table_id, kind, seat, text FROM entries ORDER BY 1, number").fetchall()
    file.close()
    for _ in range(2):  # the second time there is nothing left to do
        store = SQLiteStore(path)
        found = [(one.id, store.load(one.id)) for one in sorted(store.headings(), key=lambda one: one.id)]
        after = [
            (name, entry.kind, entry.seat, entry.text)
            for name, kept in found
            if kept
            for entry in kept.entries
        ]
        assert after == before
        said = [said.text for _name, kept in found if kept for said in kept.chat]
        assert "Only a wizard would do that." in said
        store.close()
    store = SQLiteStore(path)
    name, kept = found[0]
    assert kept is not None
    store.append(name, len(kept.entries) + 1, PLAY).result()
    store._writer.execute("DELETE FROM entries WHERE number > ?", (len(kept.entries),))
    with pytest.raises(BadRecord):
        store.load(name)
    store.close()


HOLDER = """
import sys
from pathlib import Path
from longbeard.store.postgres import PostgresStore
from longbeard.store.sqlite import SQLiteStore
store = SQLiteStore(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_one_folder_is_for_one_server_even_after_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match=f"{tmp_path} is in use .*process {holder.pid}"):
            SQLiteStore(path)
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
    store = SQLiteStore(path)
    with pytest.raises(StoreError, match="in use"):
        SQLiteStore(path)
    store.close()
    SQLiteStore(path).close()


def test_a_file_that_cannot_be_used_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"no database" * 1000)
    for _ in range(2):
        with pytest.raises(StoreError, match="cannot be used"):
            SQLiteStore(path)
    path.unlink()
    SQLiteStore(path).close()


def test_refusals_hold_no_sql(stores: Stores) -> None:
    store = stores.store
    store.append("t", 1, PLAY).result()
    refused = [
        store.append("t", 1, PLAY),
        store.append("nowhere", 1, PLAY),
        store.open_table("t", "{}"),
        store.append("t", 2, Entry("play", 0, "\ud800")),
    ]
    for future in refused:
        error = str(future.exception())
        assert not any(word in error for word in ("entries", "constraint", "UNIQUE", "table_id", "codec"))


def test_open_tables_are_spared_when_others_are_put_away(stores: Stores) -> None:
    store = stores.store
    store.open_table("open", "{}").result()
    assert store.archive(0, 1e12, {"open"}).result() == ["t"]
    assert [heading.id for heading in store.headings()] == ["open"]


def test_a_check_writes_for_real_but_not_all_the_time(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECK_SECONDS", 3600.0)
    before = store.batches
    for _ in range(50):
        store.check()
    assert store.batches == before + 1
    assert not list(store.path.parent.glob("*trial*"))


def test_a_check_fails_when_there_is_no_room_though_nothing_failed_yet(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECK_SECONDS", 0.0)
    store.check()
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (sqlite.ROOM_BYTES // 2, limit[1]))
    try:
        with pytest.raises(StoreError, match="nothing can be kept: the disk is full"):
            store.check()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    store.check()
