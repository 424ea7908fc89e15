"""A real server and its files: what an operator does to them, and what it says when they are damaged."""

import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from httpx import get
from tests.web.served import PATIENCE, QUICK, ROOMY, Server, Socket, Visitor

from longbeard.games import rooms
from longbeard.store.sqlite import SQLiteStore

Servers = Callable[..., Server]
Visitors = Callable[[], Visitor]
COMMAND = [sys.executable, "-m", "longbeard"]


def a_slug() -> str:
    return next(iter(rooms()))


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def health(server: Server) -> tuple[int, str]:
    answer = get(f"{server.base}/healthz", timeout=PATIENCE)
    return answer.status_code, answer.text


def gauge(server: Server, name: str) -> int:
    found = re.search(rf"^longbeard_{name} (\d+)$", get(f"{server.base}/metrics").text, re.MULTILINE)
    assert found
    return int(found[1])


def two_people(server: Server) -> tuple[Visitor, Visitor, str]:
    """Return a table where the first of two people decides."""
    ada, bert = Visitor(server.base), Visitor(server.base)
    table = ada.open(a_slug(), ["me", "friend"], **{"option-first": "0"})
    bert.sit(table, "Bert")
    return ada, bert, table


def test_a_second_server_on_a_folder_fails_at_once_and_harms_nothing(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1)
    ada, _bert, table = two_people(server)
    second = run("serve", "--port", "0", "--data", server.data, "--minds", "-1")
    assert second.returncode == 1
    assert (
        f"{server.data} is in use by another longbeard server (process {server.process.pid})" in second.stderr
    )
    assert len(second.stderr.splitlines()) == 1
    with ada.socket(table) as line:
        line.play()
    server.kill()
    server.start()
    assert health(server) == (200, "well")


def test_health_is_bad_on_a_full_disk_before_a_move_was_refused(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1)
    limit = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, limit[1]))
    while health(server)[0] == 200:
        pass  # a successful check is reused for a second
    assert health(server) == (503, "nothing can be kept: the disk is full")
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
    assert health(server) == (200, "well")


def test_a_wal_file_that_was_cut_is_said_in_log_health_and_metrics(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1)
    ada, _bert, table = two_people(server)
    with ada.socket(table) as line:
        line.play()
    assert gauge(server, "store_writes_lost") == 0
    server.kill()
    wal = server.data / "tables.sqlite-wal"
    os.truncate(wal, wal.stat().st_size - 1)
    server.start()
    assert health(server) == (200, "degraded: 1 writes that were kept are gone (the log has more)")
    assert gauge(server, "store_writes_lost") == 1
    assert "-wal file was cut" in server.logged()
    server.kill()
    wal.unlink()
    server.start()
    assert health(server)[1].startswith("degraded: ")


def test_damaged_tables_are_counted_and_others_go_on(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1)
    ada, _bert, table = two_people(server)
    _carl, _dora, sick = two_people(server)
    server.stop()
    file = sqlite3.connect(server.data / "tables.sqlite", isolation_level=None)
    file.execute("DELETE FROM entries WHERE table_id = ?", (sick,))
    file.close()
    server.start()
    while gauge(server, "tables_unreadable") == 0:
        pass
    assert health(server) == (200, "degraded: 1 tables cannot be read (the log has more)")
    with ada.socket(table) as line:
        line.play()
    refused = ada.client.get(f"/api/v1/tables/{sick}")
    assert refused.status_code == 500
    assert refused.json()["text"] == "of 1 entries of this table 1 are missing"
    assert "Traceback" not in server.logged()


def test_a_page_whose_table_changed_behind_it_is_told_to_come_again(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1)
    ada, bert, table = two_people(server)
    with ada.socket(table) as line, bert.socket(table) as other:
        page = line.my_turn()
        other.hear("page")
        # As a second server on these files would: an entry that this one does not know.
        file = sqlite3.connect(server.data / "tables.sqlite", isolation_level=None)
        number = file.execute("SELECT max(number) FROM entries WHERE table_id = ?", (table,)).fetchone()[0]
        file.execute("INSERT INTO entries VALUES (?, ?, 0, 'leave', 1, ?)", (table, number + 1, QUICK))
        file.close()
        line.say("play", move=page["move"], action=page["choices"][0]["action"])
        refused = line.hear("error")
        assert refused["kind"] == "not_kept"
        assert not any(word in refused["text"] for word in ("UNIQUE", "constraint", "entries."))
        assert (line.closed(), other.closed()) == (1012, 1012)
    with ada.socket(table, f"?move={page['move']}") as line:
        assert line.play()["move"] > page["move"]  # the table that is kept goes on


class Playing(threading.Thread):
    """A player who plays until told to stop."""

    def __init__(self, visitor: Visitor, table: str, stop: threading.Event) -> None:
        super().__init__()
        self.visitor, self.table, self.stop = visitor, table, stop
        self.began = threading.Event()
        self.acknowledged = 0

    def run(self) -> None:
        with self.visitor.socket(self.table) as line:
            while not self.stop.is_set() and not line.my_turn()["over"]:
                self.acknowledged = line.play()["move"]
                self.began.set()


def test_a_backup_under_load_is_restored_and_gone_on_with(own_server: Servers, tmp_path: Path) -> None:
    server = own_server(*ROOMY)
    visitors = [Visitor(server.base) for _ in range(4)]
    tables = [visitor.open(a_slug(), ["me", QUICK]) for visitor in visitors]
    stop = threading.Event()
    players = [Playing(visitor, table, stop) for visitor, table in zip(visitors, tables, strict=True)]
    for player in players:
        player.start()
    for player in players:
        assert player.began.wait(PATIENCE)
    at_least = [player.acknowledged for player in players]
    backup, restored = tmp_path / "backup", tmp_path / "restored"
    made = run("backup", server.data, backup)
    stop.set()
    for player in players:
        player.join(PATIENCE)
    assert made.returncode == 0, made.stderr
    assert "secret" in made.stdout
    assert backup.stat().st_mode & 0o077 == 0
    assert not list(tmp_path.glob(".backup*"))
    in_use = run("restore", backup, server.data)
    assert in_use.returncode == 1
    assert "is in use" in in_use.stderr
    server.kill()
    again = run("restore", backup, server.data)
    assert (again.returncode, again.stdout) == (1, "")
    assert "is there already" in again.stderr
    done = run("restore", backup, restored)
    assert done.returncode == 0, done.stderr
    assert {path.stat().st_mode & 0o077 for path in restored.iterdir()} == {0}
    assert (restored / "key").read_bytes() == (server.data / "key").read_bytes()
    second = Server(restored, ROOMY, port=server.port)
    try:
        assert health(second) == (200, "well")
        for visitor, table, least in zip(visitors, tables, at_least, strict=True):
            with visitor.socket(table) as line:  # with the cookie from before
                page = line.my_turn()
                assert page["move"] >= least
                if not page["over"]:
                    line.play()
    finally:
        assert second.stop() == 0
    assert "secrets" not in (restored / "tables.sqlite").read_bytes().decode("latin-1")


def folder_with_a_table(folder: Path, opening: str = "{}") -> Path:
    folder.mkdir()
    (folder / "key").write_bytes(b"k" * 32)
    store = SQLiteStore(folder / "tables.sqlite")
    store.open_table("t", opening).result()
    store.close()
    return folder


def test_what_cannot_be_gone_on_with_is_not_restored_unless_told_to(tmp_path: Path) -> None:
    folder, backup, target = folder_with_a_table(tmp_path / "a"), tmp_path / "b", tmp_path / "c"
    assert run("backup", folder, backup).returncode == 0
    refused = run("restore", backup, target)
    assert refused.returncode == 1
    assert "1 tables" in refused.stderr
    assert not (target / "tables.sqlite").exists()
    assert not (target / "key").exists()
    assert run("restore", backup, target, "--anyway").returncode == 0
    assert (target / "key").read_bytes() == b"k" * 32


def test_backups_that_cannot_be_are_refused_in_a_sentence(tmp_path: Path) -> None:
    folder = folder_with_a_table(tmp_path / "a")
    (tmp_path / "empty").mkdir()
    (tmp_path / "there").write_text("something else")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "key").write_bytes(b"k" * 32)
    whole = (folder / "tables.sqlite").read_bytes()
    (tmp_path / "damaged" / "tables.sqlite").write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    (tmp_path / "cut").write_bytes(whole[: len(whole) // 2])
    tries: list[tuple[list[str | Path], str]] = [
        (["backup", folder, tmp_path / "there"], "exists already"),
        (["backup", tmp_path / "empty", tmp_path / "new"], "no data folder"),
        (["backup", tmp_path / "damaged", tmp_path / "new"], "damaged|malformed"),
        (["backup", folder, tmp_path / "no" / "such"], "No such file"),
        (["restore", tmp_path / "there", tmp_path / "new"], "not a database"),
        (["restore", folder / "tables.sqlite", tmp_path / "new"], "no backup of longbeard"),
        (["restore", tmp_path / "cut", tmp_path / "new"], "malformed|no backup"),
    ]
    for words, complaint in tries:
        refused = run(*words)
        assert refused.returncode == 1, words
        assert re.search(complaint, refused.stderr), refused.stderr
        assert "Traceback" not in refused.stderr
        assert not (tmp_path / "new" / "tables.sqlite").exists()
        assert not (tmp_path / "new" / "key").exists()
        assert not (tmp_path / "new").is_file()


def test_those_who_only_watch_change_nothing(visitor: Visitors) -> None:
    ada, eve = visitor(), visitor()
    slug = max(rooms(), key=lambda name: rooms()[name].plate.seats[1])
    table = ada.open(slug, ["me", "friend", "friend"])
    with ada.socket(table) as line:
        line.hear("page")
        line.say("takeover", seat=1)
        line.hear("page")
    for query in ("", "?watch"):
        with eve.socket(table, query) as line:
            line.hear("page")
            for kind, fields in [
                *(("giveback", {"seat": seat}) for seat in range(3)),
                *(("takeover", {"seat": seat}) for seat in range(3)),
                *((kind, {}) for kind in ("leave", "renew")),
            ]:
                line.say(kind, **fields)
                assert line.hear("error")["kind"] == "not_seated"
    seats = ada.client.get(f"/api/v1/tables/{table}").json()["seats"]
    assert [seat["stand_in"] for seat in seats] == [False, True, False]


def test_a_stale_action_is_answered_shortly_when_the_page_was_sent_already(visitor: Visitors) -> None:
    ada = visitor()
    table = ada.open(a_slug(), ["me", "friend"])
    with ada.socket(table) as line:
        page = line.hear("page")
        for _ in range(20):
            line.say("play", move=page["move"] + 7, action="x")
        # Whatever comes up to the answer of the last thing said.
        line.say("chat", text="done")
        heard = b""
        while True:
            message = line.line.recv(PATIENCE)
            heard += message.encode() if isinstance(message, str) else message
            said = json.loads(message)
            assert said["type"] != "page"
            if said["type"] == "chat":
                break
        assert len(heard) < 20 * 200


def link_in(text: str) -> str:
    found = re.search(r"/t/[\w-]+/seat/[\w-]+", text)
    assert found
    return found[0]


def test_a_seat_link_is_renewed_from_the_page_and_the_old_one_fits_no_more(visitor: Visitors) -> None:
    ada, bert, phone = visitor(), visitor(), visitor()
    table = ada.open(a_slug(), ["me", "friend"])
    bert.sit(table, "Bert")
    old = link_in(ada.client.get(f"/t/{table}").text)
    heard: list[str] = []
    with ada.socket(table) as line, ada.socket(table) as tab, bert.socket(table) as other:
        for each in (line, tab, other):
            each.hear("page")
        line.say("renew")
        new = link_in(line.hear("seat_link")["link"])
        assert link_in(tab.hear("seat_link")["link"]) == new
        line.say("chat", text="done")
        while not heard or '"chat"' not in heard[-1]:
            heard.append(str(other.line.recv(PATIENCE)))
    assert new.rpartition("/")[2] not in "".join(heard)
    assert new != old
    assert link_in(ada.client.get(f"/t/{table}").text) == new
    assert phone.client.post(old).status_code == 403
    assert phone.client.get(old).status_code == 404
    assert phone.client.post(new).status_code == 303


def socket_hears(line: Socket, kind: str) -> str:
    return str(line.hear(kind)["to"])


def test_two_who_ask_for_a_rematch_at_once_are_sent_to_one_table(own_server: Servers) -> None:
    server = own_server(*ROOMY)
    ada, bert, table = two_people(server)
    with ada.socket(table) as one, bert.socket(table) as two:
        one.hear("page")
        two.hear("page")
        for who in (one, two):
            who.say("rematch")
            assert "when this match is over" in who.hear("error")["text"]
        while not one.over:
            for who in (one, two):
                newest = ada.client.get(f"/api/v1/tables/{table}").json()["look"]["move"]
                while who.page["move"] < newest:
                    who.hear("page")
                if who.page["choices"] and not who.over:
                    who.play()
        one.say("rematch")
        two.say("rematch")
        assert socket_hears(one, "go") == socket_hears(two, "go") != f"/t/{table}"


def test_a_table_that_waits_goes_on_waiting_after_the_server_was_killed(own_server: Servers) -> None:
    server = own_server(*ROOMY)
    ada, bert = Visitor(server.base), Visitor(server.base)
    large = max(rooms(), key=lambda slug: rooms()[slug].plate.seats[1])
    table = ada.open(large, ["me", "friend", "friend"])
    bert.sit(table, "Bert")
    assert bert.client.post(f"/t/{table}/name", data={"name": "Bertram"}).status_code == 303
    server.kill()
    server.start()
    with ada.socket(table) as line:
        assert "Start now" in line.hear("page")["frames"][0]["html"]
        line.say("start", level=QUICK)
        while "Start now" in line.page["frames"][0].get("html", "Start now"):
            line.hear("page")
    before = ada.client.get(f"/api/v1/tables/{table}").json()["seats"]
    assert (before[1]["name"], before[2]["bot"]) == ("Bertram", True)
    server.kill()
    server.start()
    after = ada.client.get(f"/api/v1/tables/{table}").json()["seats"]
    assert [seat["name"] for seat in after] == [seat["name"] for seat in before]
    assert after[2]["bot"]
