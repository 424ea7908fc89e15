"""The server as people, programs and intruders meet it."""

import html
import json
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from tests.web.served import PATIENCE, QUICK, ROOMY, Server, Socket, Visitor, client
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from longbeard.engine import record
from longbeard.engine.room import Room
from longbeard.games import rooms

Visitors = Callable[[], Visitor]
Servers = Callable[..., Server]


get = partial(httpx.get, timeout=PATIENCE)
dial = partial(connect, open_timeout=PATIENCE, ping_timeout=None)


def a_slug() -> str:
    return next(iter(rooms()))


# Playing.


def test_a_game_is_played_to_its_end_and_proved(room: Room, visitor: Visitors) -> None:
    ada, bert = visitor(), visitor()
    assert room.plate.seats[0] == 2
    table = ada.open(room.plate.slug, ["me", "friend"])
    bert.sit(table, "Bert")
    assert ada.client.get(f"/t/{table}/record.json").status_code == 409
    moves, luck = 0, Random(1)
    with ada.socket(table) as one, bert.socket(table) as two:
        while (line := whose_turn(one, two, moves)) is not None:
            line.play(luck.randrange(len(line.page["choices"])))
            moves += 1
    assert moves > 2
    text = ada.client.get(f"/t/{table}/record.json").text
    assert record.replay(record.read(text), room).over
    assert "It was." in ada.client.get(f"/t/{table}/proof").text
    for eyes in ("all", "-1", "0", "1"):
        answer = ada.client.get(f"/t/{table}/replay", params={"move": "3", "eyes": eyes})
        assert answer.status_code == 200
    fork = ada.client.post(f"/t/{table}/fork", data={"move": "2"})
    assert fork.status_code == 303
    assert 'data-move="' in ada.client.get(fork.headers["location"]).text
    with ada.socket(table) as line:
        line.hear("page")
        line.say("rematch")
        again = line.hear("go")["to"]
    assert again != f"/t/{table}"
    assert ada.client.get(again).status_code == 200


def test_every_page_answers(room: Room, visitor: Visitors) -> None:
    client = visitor().client
    slug = room.plate.slug
    for path in ("/", f"/new/{slug}", f"/rules/{slug}", f"/learn/{slug}", "/credits", "/healthz"):
        assert client.get(path).status_code == 200, path
    for path in ("/nothing", "/new/chess", "/t/nothing", "/t/nothing/qr.svg", "/static/x/nothing.js"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "Traceback" not in answer.text


def test_a_lesson_goes_to_its_end(room: Room, visitor: Visitors) -> None:
    client = visitor().client
    text = client.get(f"/learn/{room.plate.slug}").text
    for _ in range(200):
        at = re.search(r'name="at" value="(\d+)"', text)
        assert at
        if 'value="restart"' in text:
            return
        form = {"at": at[1], "go": "next"}
        if found := re.search(r'name="action" value="([^"]+)"', text):
            form |= {"go": "play", "action": html.unescape(found[1])}
        elif 'name="answer"' in text:
            form |= {"go": "answer", "answer": "0"}
        answer = client.post(f"/learn/{room.plate.slug}", data=form)
        assert answer.status_code == 200, answer.text
        text = answer.text
    raise AssertionError("the lesson has no end")


def test_two_people_a_spectator_and_a_bot(visitor: Visitors) -> None:
    slug = next(slug for slug, room in rooms().items() if room.plate.seats[1] >= 3)
    ada, bert, guest = visitor(), visitor(), visitor()
    table = ada.open(slug, ["me", "friend", QUICK], open="yes", names=["Ada", "", ""])
    assert table in bert.client.get("/").text
    assert "Sit down" in bert.client.get(f"/t/{table}").text
    bert.sit(table, "<i>Bert</i>")
    assert "&lt;i&gt;Bert" in ada.client.get(f"/t/{table}").text
    with ada.socket(table) as one, bert.socket(table) as two, guest.socket(table, "?watch") as third:
        for line in (one, two, third):
            line.hear("page")
        two.say("chat", text="<script>alert(1)</script>")
        assert one.hear("chat")["text"] == "<script>alert(1)</script>"
        assert third.hear("chat")["from"] == "<i>Bert</i>"
        third.say("chat", text="hello")
        assert third.hear("error")["kind"] == "not_seated"
        one.say("react", name="cheer")
        assert two.hear("reaction")["seat"] == 0
        for _ in range(3):
            line = one if _wait_for_turn(one, two) else two
            line.play()
        third.say("play", move=third.page["move"], action="x")
        assert third.hear("error")["kind"] == "not_seated"
    assert "&lt;script&gt;" in ada.client.get(f"/t/{table}").text


def whose_turn(one: Socket, two: Socket, move: int) -> Socket | None:
    """Return who decides at this move of a table without bots; None if it is over."""
    for line in (one, two):
        while not line.page or line.page["move"] < move:
            line.hear("page")
    return next((line for line in (one, two) if line.page["choices"]), None)


def _wait_for_turn(one: Any, two: Any) -> bool:
    """Return whether it is the first one's turn; otherwise it is the other's."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for line in (one, two):
            try:
                message = json.loads(line.line.recv(0.05))
                if message["type"] == "page":
                    line.page = message
            except TimeoutError:
                pass
        newest = max(one.page["move"], two.page["move"])
        if one.page["choices"] and one.page["move"] == newest:
            return True
        if two.page["choices"] and two.page["move"] == newest:
            return False
    raise AssertionError("nobody's turn")


def test_a_seat_link_moves_the_seat_when_asked(visitor: Visitors) -> None:
    ada, phone = visitor(), visitor()
    table = ada.open(a_slug(), ["me", QUICK])
    found = re.search(rf"/t/{table}/seat/([\w-]+)", ada.client.get(f"/t/{table}").text)
    assert found
    assert len(found[1]) >= 22
    link = found[0]
    assert "seat/" not in phone.client.get(f"/t/{table}/watch").text
    assert phone.client.get(link).status_code == 200  # as programs do that preview links
    assert "seat/" in ada.client.get(f"/t/{table}").text
    assert phone.client.post(link).status_code == 303
    assert "seat/" in phone.client.get(f"/t/{table}").text
    assert "seat/" not in ada.client.get(f"/t/{table}").text
    assert phone.client.get(link[:-1] + ("A" if link[-1] != "A" else "B")).status_code == 404


def test_late_and_double_actions_are_refused_without_harm(visitor: Visitors) -> None:
    ada = visitor()
    table = ada.open(a_slug(), ["me", "friend"])
    bert = visitor()
    bert.sit(table, "Bert")
    with ada.socket(table) as one, bert.socket(table) as two:
        one.hear("page")
        two.hear("page")
        line, other = (one, two) if one.page["choices"] else (two, one)
        move, action = line.page["move"], line.page["choices"][0]["action"]
        other.say("play", move=move, action=action)
        assert other.hear("error")["kind"] == "not_your_turn"
        line.say("play", move=move, action=action)
        line.say("play", move=move, action=action)
        assert line.hear("error")["kind"] == "stale"
        line.say("play", move=move + 1000, action=action)
        assert line.hear("error")["kind"] == "stale"
        assert line.page["move"] == move + 1  # and was shown how it really is
        for bad in (
            "[]",
            "{}",
            '{"type":"play"}',
            '{"type":"rm"}',
            "x",
            '{"type":"play","move":-1,"action":""}',
        ):
            line.line.send(bad)
            assert line.hear("error")["kind"] == "bad_message"


def test_a_page_that_comes_back_is_told_what_it_missed(visitor: Visitors) -> None:
    ada = visitor()
    table = ada.open(a_slug(), ["me", QUICK])
    with ada.socket(table) as line:
        line.play()
        move = line.my_turn()["move"]
    with ada.socket(table) as line:
        assert [frame["told"] for frame in line.hear("page")["frames"]] == [[]]
    with ada.socket(table, "?move=0") as line:
        page = line.hear("page")
        assert any(frame["told"] for frame in page["frames"])
        assert page["move"] == move


# Nobody gets in.


def test_forged_cookies_are_strangers(visitor: Visitors, server: Server) -> None:
    ada = visitor()
    table = ada.open(a_slug(), ["me", QUICK])
    good = ada.client.cookies["lb_id"]
    body, _, signature = good.rpartition(".")
    person, _, name = body.partition(".")
    for cookie in (
        f"{body}.",
        f"{body}.{signature[::-1]}",
        f"{person}.QQ.{signature}",
        person,
        "",
        "ä",
        "....",
        body,
    ):
        answer = get(f"{server.base}/t/{table}", headers={b"cookie": f"lb_id={cookie}".encode()})
        assert "seat/" not in answer.text
        assert "lb_id=" in answer.headers["set-cookie"]
    answer = get(f"{server.base}/t/{table}", headers={"cookie": f"lb_id={good}"})
    assert "seat/" in answer.text
    assert name, "the name that one was given at the first table stays"


def test_cookies_and_headers_are_strict(server: Server) -> None:
    answer = get(server.base)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers
    assert not re.search(r"<script(?![^>]*src=)|\sstyle=|\son\w+=", answer.text)


def test_forms_of_other_sites_are_refused(visitor: Visitors) -> None:
    ada = visitor()
    path = f"/quick/{a_slug()}"
    origin = {"origin": "https://evil.example"}
    assert ada.client.post(path, headers=origin).status_code == 403
    token = re.search(r'name="csrf" value="([^"]+)"', ada.client.get("/").text)
    assert token
    assert ada.client.post(path, headers=origin, data={"csrf": token[1]}).status_code == 403
    bare = client(base_url=ada.base, cookies=ada.client.cookies)
    assert bare.post(path).status_code == 403
    assert bare.post(path, data={"csrf": "x" * 43}).status_code == 403
    assert bare.post(path, data={"csrf": token[1]}).status_code == 303
    stranger = client(base_url=ada.base)
    stranger.get("/")
    assert stranger.post(path, data={"csrf": token[1]}).status_code == 403
    assert ada.client.post(path, headers={"origin": "null"}).status_code == 403


def test_sockets_of_other_sites_are_refused(visitor: Visitors) -> None:
    ada = visitor()
    table = ada.open(a_slug(), ["me", QUICK])
    address = f"{ada.base.replace('http', 'ws')}/ws/table/{table}"
    for origin in ("https://evil.example", "null", ada.base + ".evil.example"):
        with pytest.raises(InvalidStatus), dial(address, origin=Origin(origin)):
            pass
    with dial(address, origin=Origin(ada.base)) as line:  # no cookie: a spectator
        page = Socket(line).hear("page")
        assert page["choices"] == []
        assert "seat/" not in page["frames"][0]["html"]
    with dial(address.replace(table, "nothing"), origin=Origin(ada.base)) as line:
        assert json.loads(line.recv(PATIENCE))["kind"] == "no_such_table"
        assert Socket(line).closed() == 4404


def test_a_running_match_is_replayed_through_own_eyes_only(visitor: Visitors) -> None:
    ada, guest = visitor(), visitor()
    table = ada.open(a_slug(), ["me", QUICK])
    for eyes in ("all", "1", "-1"):
        assert ada.client.get(f"/t/{table}/replay?eyes={eyes}&move=0").status_code == 409
    for eyes in ("all", "0", "1"):
        assert guest.client.get(f"/t/{table}/replay?eyes={eyes}&move=0").status_code == 409
    assert ada.client.get(f"/t/{table}/replay?eyes=0&move=0").status_code in (200, 400)
    assert ada.client.post(f"/t/{table}/fork", data={"move": "0"}).status_code == 400


def test_setups_that_cannot_be_are_explained(visitor: Visitors) -> None:
    ada = visitor()
    for form in (
        {"seats": "99"},
        {"seats": "2", "who": ["me", "nobody"]},
        {"seats": "2", "names": ["x" * 100, ""]},
        {"seats": "2", "pace": "1"},
    ):
        answer = ada.client.post(f"/new/{a_slug()}", data=form)
        assert answer.status_code == 400
        assert 'role="alert"' in answer.text


# Limits.


def test_limits_are_kept_and_explained(own_server: Servers) -> None:
    server = own_server(
        *("tables_each=2", "openings_rate=0.3", "messages_rate=1", "body_bytes=3000", "sockets_each=3"),
        minds=-1,
    )
    ada = Visitor(server.base)
    slug = a_slug()
    table = ada.open(slug, ["me", "friend"])
    assert ada.client.post(f"/new/{slug}", data={"names": "x" * 5000}).status_code == 413
    chunks = (b"names=" + b"x" * 1000 for _ in range(10))
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert ada.client.post(f"/new/{slug}", content=chunks, headers=form).status_code == 413
    ada.open(slug, ["me", "friend"])
    answer = ada.client.post(f"/quick/{slug}")
    assert answer.status_code == 429
    assert "finish some of them" in answer.text or "faster" in answer.text
    with ada.socket(table) as one, ada.socket(table), ada.socket(table), ada.socket(table) as fourth:
        assert fourth.hear()["kind"] == "too_many"
        for _ in range(15):
            one.say("undo", move=0)
        assert one.closed() == 4429
    with ada.socket(table) as line:
        line.line.send("x" * 100_000)
        assert line.closed() == 1009
    assert get(f"{server.base}/metrics").text.count("sockets_flooded") >= 1


def test_too_many_requests_are_turned_away(own_server: Servers) -> None:
    server = own_server("address_rate=0.2", minds=-1)  # slow, because this machine may be
    answers = [get(f"{server.base}/credits").status_code for _ in range(10)]
    assert answers[0] == 200
    assert 429 in answers
    assert get(f"{server.base}/healthz").status_code == 200


def test_a_slow_socket_holds_nobody_up(visitor: Visitors, server: Server) -> None:
    ada = visitor()
    table = ada.open(a_slug(), ["me", QUICK])
    with socket.create_connection(("127.0.0.1", server.port)) as asleep, ada.socket(table) as line:
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        hello = (
            f"GET /ws/table/{table}?watch HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        )
        asleep.sendall(hello.encode())
        for _ in range(10):
            if line.my_turn() and line.over:
                break
            line.play()


# Nothing is lost.


def test_kill_9_in_mid_game_and_everything_goes_on(own_server: Servers) -> None:
    server = own_server(*ROOMY)
    ada = Visitor(server.base)
    slug = max(rooms(), key=lambda slug: rooms()[slug].plate.seats[1])
    table = ada.open(slug, ["me", QUICK, "friend"])
    bert = Visitor(server.base)
    bert.sit(table, "Bert")
    seen = 0
    for _round in range(2):
        with ada.socket(table) as one, bert.socket(table) as two:
            one.hear("page")
            two.hear("page")
            assert max(one.page["move"], two.page["move"]) >= seen
            for _ in range(3):
                line = one if _wait_for_turn(one, two) else two
                line.play()
                seen = line.page["move"]
            line.say("chat", text="still here?")
            line.hear("chat")
            server.kill()
        server.start()
    with ada.socket(table) as one, bert.socket(table) as two:
        one.hear("page")
        two.hear("page")
        line = one if _wait_for_turn(one, two) else two
        assert line.play()["move"] > seen
    assert "Bert" in ada.client.get(f"/t/{table}").text
    assert ada.client.get(f"/t/{table}").text.count("still here?") == 2


def test_a_bot_that_was_thinking_moves_after_the_restart(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1)  # nobody can think: every bot is still thinking
    ada = Visitor(server.base)
    tables = [ada.open(a_slug(), ["me", QUICK], **{"option-first": "1"}) for _ in range(2)]
    waiting = [ada.client.get(f"/api/v1/tables/{table}").json()["look"] for table in tables]
    server.kill()
    server.minds = 1
    server.start()
    for table, look in zip(tables, waiting, strict=True):
        with ada.socket(table, "?move=0") as line:
            assert line.my_turn()["move"] > look["move"] or look["to_act"] == 0


def test_a_graceful_stop_tells_clients_to_come_back(own_server: Servers) -> None:
    server = own_server(*ROOMY)
    ada = Visitor(server.base)
    table = ada.open(a_slug(), ["me", QUICK])
    with ada.socket(table) as line:
        line.play()
        assert server.stop() == 0
        assert line.closed() == 1012
        move = line.page["move"]
    assert "everything is kept" in server.logged()
    server.start()
    with ada.socket(table) as line:
        assert line.hear("page")["move"] >= move


def test_the_log_holds_no_secrets(own_server: Servers) -> None:
    server = own_server(*ROOMY)
    ada = Visitor(server.base)
    table = ada.open(a_slug(), ["me", QUICK])
    link = re.search(rf"/t/{table}/seat/([\w-]+)", ada.client.get(f"/t/{table}").text)
    assert link
    ada.client.get(link[0])
    ada.client.get(link[0] + "x/y")
    with ada.socket(table) as line:
        line.say("chat", text="a private word")
        line.hear("chat")
    server.stop()
    logged = server.logged()
    for line_of_log in logged.splitlines():
        assert json.loads(line_of_log)
    cookie = ada.client.cookies["lb_id"]
    for secret in (link[1], cookie, cookie.split(".")[0], "a private word"):
        assert secret not in logged
    assert (server.data / "key").stat().st_mode & 0o077 == 0


def test_a_full_disk_refuses_the_move_and_says_so(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1)
    ada = Visitor(server.base)
    table = ada.open(a_slug(), ["me", "friend"], **{"option-first": "0"})
    Visitor(server.base).sit(table, "Bert")
    with ada.socket(table) as line:
        before = line.my_turn()
        action = before["choices"][0]["action"]
        # As if every disk were full: no file of this process may be written any more.
        limit = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, limit[1]))
        line.say("play", move=before["move"], action=action)
        refused = line.hear("error")
        assert refused["kind"] == "not_kept"
        assert "did not happen" in refused["text"]
        now = ada.client.get(f"/api/v1/tables/{table}").json()["look"]
        assert (now["move"], now["to_act"]) == (before["move"], 0)
        assert [choice["action"] for choice in now["choices"]] == [c["action"] for c in before["choices"]]
        assert ada.client.post(f"/quick/{a_slug()}").status_code == 503
        assert get(f"{server.base}/healthz").status_code == 503
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
        assert get(f"{server.base}/healthz").status_code == 200
        line.say("play", move=before["move"], action=action)
        while line.page["move"] == before["move"]:
            line.hear("page")


@pytest.mark.parametrize("file", ["tables.sqlite", "key"])
def test_a_damaged_file_is_told_at_the_start(tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_bytes(b"no database, and no key" * 100)
    command = [sys.executable, "-m", "longbeard", "serve", "--port", "0", "--data", str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 1
    assert file in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stdout == ""


def test_metrics_and_health(server: Server, visitor: Visitors) -> None:
    visitor()
    text = get(f"{server.base}/metrics").text
    for line in text.splitlines():
        assert re.fullmatch(r'# HELP \w+ .+|# TYPE \w+ \w+|\w+(\{[\w="+.,-]*\})? -?[\d.e+]+', line), line
    assert "longbeard_requests_total" in text
    for passed_on in ({"x-forwarded-for": "127.0.0.1"}, {"via": "1.1 proxy"}, {"host": "wizards.example"}):
        assert get(f"{server.base}/metrics", headers=passed_on).status_code == 404
