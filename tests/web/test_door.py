"""The middleware under attack: rates, slow and malformed requests, proxies, tokens, and how a server is
started."""

import json
import re
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from tests.web.served import PATIENCE, QUICK, ROOMY, Server, Visitor, client
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from longbeard.engine.errors import BadOptions
from longbeard.games import rooms
from longbeard.web.limits import Limits
from longbeard.web.middleware import cost
from longbeard.web.proxies import Proxies
from longbeard.web.serve import checked_url
from longbeard.web.session import Passports, Person

Visitors = Callable[[], Visitor]
Servers = Callable[..., Server]
get = partial(httpx.get, timeout=PATIENCE)
post = partial(httpx.post, timeout=PATIENCE)
DEEP = "[" * 9000
"""JSON that is nested more deeply than any parser follows, and smaller than the largest request."""


def a_slug() -> str:
    return next(iter(rooms()))


def token_of(server: Server, name: str = "Ada") -> dict[str, str]:
    token = post(f"{server.base}/api/v1/identity", json={"name": name}).json()["token"]
    return {"authorization": f"Bearer {token}"}


def dial(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def ask_raw(server: Server, request: bytes) -> bytes:
    """Return the answer to these bytes, up to the end of the connection."""
    with dial(server) as line:
        line.sendall(request)
        parts = []
        try:
            while part := line.recv(65_536):
                parts.append(part)
        except ConnectionResetError:
            pass
        return b"".join(parts)


def counted(server: Server, name: str) -> int:
    found = re.search(rf"^longbeard_{name}_total (\d+)", get(f"{server.base}/metrics").text, re.MULTILINE)
    return int(found[1]) if found else 0


def cpu_seconds(server: Server) -> float:
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def finished_table(server: Server) -> str:
    """Return a table that two programs have played to its end."""
    players, luck = [token_of(server), token_of(server, "Bert")], Random(5)
    slug = min(rooms(), key=lambda slug: rooms()[slug].plate.minutes)
    with httpx.Client(base_url=f"{server.base}/api/v1", timeout=PATIENCE) as client:
        asked = {"game": slug, "seats": [{"who": "me"}, {"who": "friend"}]}
        name: str = client.post("/tables", json=asked, headers=players[0]).json()["id"]
        seen = client.post(f"/tables/{name}/sit", json={"name": "Bert"}, headers=players[1]).json()
        while not seen["look"]["over"]:
            headers = players[seen["look"]["to_act"]]
            offered = client.get(f"/tables/{name}/choices", headers=headers).json()
            move = {"move": offered["move"], "action": luck.choice(offered["choices"])["action"]}
            seen = client.post(f"/tables/{name}/play", json=move, headers=headers).json()
    return name


# Rates.


def test_a_cookie_costs_no_more_than_its_length(server: Server, visitor: Visitors) -> None:
    ada = visitor()
    table = ada.open(a_slug(), ["me", QUICK])
    hostile = 'lb_id="' + '\\"' * 7000 + '"'
    before = cpu_seconds(server)
    for _ in range(20):
        assert get(f"{server.base}/credits", headers={"cookie": hostile}).status_code == 200
    assert cpu_seconds(server) - before < 4.0  # a quadratic parser takes three times that
    others = 'theme="dark \\"; x\\""; ; =; a=b=c; '
    answer = get(f"{server.base}/t/{table}", headers={"cookie": others + ada.cookie})
    assert "seat/" in answer.text


def test_who_asks_too_much_is_turned_away_before_anything_is_read(own_server: Servers) -> None:
    server = own_server("address_rate=0.1", minds=-1)
    answers = [get(f"{server.base}/credits") for _ in range(6)]
    assert answers[0].status_code == 200
    turned_away = next(answer for answer in answers if answer.status_code == 429)
    assert "set-cookie" not in turned_away.headers  # nobody looked for a cookie, so none is set
    assert turned_away.headers["connection"] == "close"
    assert get(f"{server.base}/healthz").status_code == 200


def test_dear_pages_use_up_a_rate_sooner(own_server: Servers) -> None:
    def asked(path: str, headers: int = 10) -> float:
        return cost({"path": path, "headers": [(b"a", b"b")] * headers})

    assert asked("/credits") == asked("/api/v1/tables/x") == asked("/t/x/y/z") == 1
    for path in (
        "/",
        "/t/x",
        "/t/x/watch",
        "/t/x/proof",
        "/t/x/qr.svg",
        "/learn/x",
        "/api/v1/tables/x/story",
    ):
        assert 1 < asked(path) < asked("/t/x/replay"), path
    assert asked("/api/v1/tables/x/frames") > asked("/t/x/replay")
    assert asked("/", headers=5000) > 50
    server = own_server(*ROOMY, "address_rate=100", minds=-1)
    table = finished_table(server)
    server.stop()
    server.limits = ("address_rate=0.5",)  # five at once
    server.start()
    assert get(f"{server.base}/t/{table}/replay").status_code == 429
    assert get(f"{server.base}/credits").status_code == 200


def test_one_address_opens_so_many_tables_whoever_it_says_it_is(own_server: Servers) -> None:
    server = own_server("openings_rate=1000", "tables_address=3", minds=-1)
    tables = [Visitor(server.base).open(a_slug(), ["me", "friend"]) for _ in range(3)]
    assert len(set(tables)) == 3
    answer = Visitor(server.base).client.post(f"/quick/{a_slug()}")
    assert answer.status_code == 429
    assert "your address" in answer.text
    seats = [{"who": "me"}, {"who": "friend"}]
    opened = post(
        f"{server.base}/api/v1/tables", json={"game": a_slug(), "seats": seats}, headers=token_of(server)
    )
    assert opened.status_code == 429


# Pages that are kept for everybody.


def test_a_kept_page_has_a_token_for_whoever_asks(server: Server, visitor: Visitors) -> None:
    ada, bert = visitor(), visitor()
    pages = [one.client.get(f"/learn/{a_slug()}").text for one in (ada, bert, ada)]
    tokens = {found for page in pages for found in re.findall(r'name="csrf" value="([^"]+)"', page)}
    assert len(tokens) == 3
    bare = client(base_url=server.base, cookies=ada.client.cookies)
    token = re.search(r'name="csrf" value="([^"]+)"', bare.get(f"/learn/{a_slug()}").text)
    assert token
    form = {"at": "0", "go": "next", "csrf": token[1]}
    assert bare.post(f"/learn/{a_slug()}", data=form).status_code == 200
    assert bare.post(f"/learn/{a_slug()}", data=form | {"csrf": "x"}).status_code == 403


def test_a_kept_page_shows_what_has_changed_since(own_server: Servers) -> None:
    server = own_server(*ROOMY, minds=-1)
    ada, bert = Visitor(server.base), Visitor(server.base)
    slug = min(rooms(), key=lambda slug: rooms()[slug].plate.minutes)
    table = ada.open(slug, ["me", "friend"])
    bert.sit(table, "Bert")
    luck = Random(2)
    with ada.socket(table) as one, bert.socket(table) as two:
        one.hear("page"), two.hear("page")
        while not one.over:
            line = one if one.page["choices"] else two
            move = line.page["move"]
            line.play(luck.randrange(len(line.page["choices"])))
            for other in (one, two):
                while other.page["move"] <= move:
                    other.hear("page")
        before = ada.client.get(f"/t/{table}/watch").text
        assert "A word after the end" not in before
        one.say("chat", text="A word after the end")
        one.hear("chat")
        assert "A word after the end" in ada.client.get(f"/t/{table}/watch").text
        assert "seat/" in ada.client.get(f"/t/{table}").text
    assert "seat/" not in httpx.get(f"{server.base}/t/{table}/watch", timeout=PATIENCE).text
    assert ada.client.get(f"/t/{table}/proof").text == bert.client.get(f"/t/{table}/proof").text


# Connections.


def is_cut_off(line: socket.socket, drip: bytes = b"") -> bool:
    """Return whether the other end closes, although a byte comes now and then."""
    line.settimeout(0.1)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            if drip:
                line.sendall(drip)
            if not line.recv(1000):
                return True
        except TimeoutError:
            continue
        except (ConnectionResetError, BrokenPipeError):
            return True
    return False


def test_half_a_request_is_not_waited_for(own_server: Servers) -> None:
    server = own_server("request_seconds=0.5", "idle_seconds=0.5", minds=-1)
    with dial(server) as silent:
        assert is_cut_off(silent)
    with dial(server) as headers:
        headers.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        assert is_cut_off(headers, b"x")
    with dial(server) as body:
        body.sendall(b"POST /quick/x HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n")
        assert is_cut_off(body, b"x")
    with dial(server) as second:
        second.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b"200 OK" in second.recv(1000)
        second.sendall(b"GET /healthz HTTP/1.1\r\n")
        assert is_cut_off(second, b"x")
    assert counted(server, "connections_slow") >= 4
    assert "Traceback" not in server.logged()


def test_an_answer_that_nobody_takes_is_given_up(own_server: Servers) -> None:
    server = own_server("idle_seconds=0.5", "address_rate=1000000", minds=-1)
    with dial(server) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        deaf.settimeout(0.2)
        request = b"GET /credits HTTP/1.1\r\nHost: a\r\n\r\n"
        deadline = time.monotonic() + PATIENCE
        while not counted(server, "connections_slow"):
            assert time.monotonic() < deadline
            try:
                deaf.sendall(request * 100)
            except (TimeoutError, ConnectionResetError, BrokenPipeError):
                continue


def test_a_socket_may_be_silent_and_an_idle_page_is_not_cut_off(own_server: Servers) -> None:
    server = own_server(*ROOMY, "request_seconds=0.2", "idle_seconds=0.2", minds=-1)
    ada = Visitor(server.base)
    table = ada.open(a_slug(), ["me", "friend"], **{"option-first": "0"})
    with ada.socket(table) as line:
        line.hear("page")
        with dial(server) as other:  # by the time this one is cut off, the socket would be, too
            assert is_cut_off(other)
        line.say("chat", text="still here")
        assert line.hear("chat")["text"] == "still here"


def test_one_address_has_so_many_connections(own_server: Servers) -> None:
    server = own_server("connections_each=5", minds=-1)
    lines = [dial(server) for _ in range(5)]
    request = b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    deadline = time.monotonic() + PATIENCE
    while b"503 Service Unavailable" not in ask_raw(server, request):
        assert time.monotonic() < deadline  # until the server has heard of all five
    for line in lines:
        line.close()
    while b"200 OK" not in ask_raw(server, request):
        assert time.monotonic() < deadline
    assert counted(server, "connections_refused") >= 1


def test_what_everybody_may_cache_carries_no_identity(server: Server) -> None:
    """A shared cache would hand one visitor's cookie to the next."""
    home = get(f"{server.base}/")
    assert "set-cookie" in home.headers
    found = re.findall(r'(?:src|href)="(/(?:static|pictures|games)/[^"]+\.(?:js|css|svg|png))"', home.text)
    assert found
    for path in [*found, "/avatars/rabbit.crown.circle.ochre.svg"]:
        answer = get(f"{server.base}{path}")
        assert answer.status_code == 200, path
        assert "public" in answer.headers["cache-control"]
        assert "set-cookie" not in answer.headers, path


def test_thousands_of_headers_are_not_read(server: Server) -> None:
    answer = ask_raw(server, b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a:\r\n" * 3000 + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 431 ")
    long = ask_raw(server, b"GET / HTTP/1.1\r\nHost: a\r\nCookie: " + b"x" * 16_000 + b"\r\n\r\n")
    assert long.startswith(b"HTTP/1.1 431 ")
    in_pieces = ask_raw(server, b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a: b\r\n" * 101)
    assert in_pieces.startswith(b"HTTP/1.1 431 ")
    lines = b"\n".join([b'{"name":', b'"Ada"', *[b""] * 500, b"}"])  # of a body, as many as one likes
    answer = ask_raw(
        server,
        b"POST /api/v1/identity HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
        b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(lines), lines),
    )
    assert answer.startswith(b"HTTP/1.1 201 ")


# Malformed requests.


def malformed(table: str) -> Iterator[tuple[str, str, dict[bytes, bytes], bytes]]:
    """Requests of which something is wrong: method, path, headers, body."""
    json_type = {b"content-type": b"application/json"}
    routes = ["identity", "tables", *(f"tables/{table}/{what}" for what in ("sit", "play", "undo"))]
    for route in routes:
        for body in (
            DEEP.encode(),
            b'{"name":' * 2000,
            b'{"name":"\xff"}',
            b"\xff\xfe",
            b"",
            b"null",
            b"1e999",
        ):
            yield "POST", f"/api/v1/{route}", json_type, body
        yield "POST", f"/api/v1/{route}", json_type, b'{"name":"\\ud800"}'
        yield "POST", f"/api/v1/{route}", {b"content-type": b"application/x-msgpack"}, b"\xc1"
    yield "GET", f"/t/{table}/qr.svg", {b"host": b"a" * 4000}, b""
    for host in (b"[", b"a b", b"a/b", b"a:b", b"a@b", b"]:80", b"\xff"):
        yield "GET", "/", {b"host": host}, b""
    yield "POST", f"/quick/{a_slug()}", {b"origin": b"http://["}, b""
    yield "POST", f"/quick/{a_slug()}", {b"content-type": b"multipart/form-data"}, b"--x\r\n\r\n"
    yield "POST", f"/quick/{a_slug()}", {b"content-type": b"multipart/form-data; boundary=x"}, b"--x\r\nno"
    yield "POST", f"/learn/{a_slug()}", {b"content-type": b"application/x-www-form-urlencoded"}, b"at=%ff&%"
    yield "GET", "/t/%00", {}, b""
    yield "GET", "/t/%ff%fe/watch", {}, b""
    yield "GET", f"/api/v1/tables/{table}/story?since={'9' * 5000}", {}, b""
    yield "GET", "/learn/x?step=%C2%B2", {}, b""


def test_no_malformed_request_is_an_error_of_ours(server: Server, visitor: Visitors) -> None:
    table = visitor().open(a_slug(), ["me", "friend"])
    headers = {name.encode(): value.encode() for name, value in token_of(server).items()}
    for method, path, extra, body in malformed(table):
        answer = httpx.request(
            method, server.base + path, headers=headers | extra, content=body, timeout=PATIENCE
        )
        assert 400 <= answer.status_code < 500, (method, path, extra, body[:40], answer.status_code)
        if path.startswith("/api/"):
            assert set(answer.json()) == {"error", "text"}
    assert get(f"{server.base}/t/{table}/replay?move={'9' * 5000}&eyes=%ff").status_code == 200
    for origin in ("http://[", "http://[::1", "//", "null", "\x7f"):
        assert get(f"{server.base}/credits", headers={"origin": origin}).status_code == 200
    for length in (b"9" * 5000, b"-1", b"1, 2"):
        answer_bytes = ask_raw(
            server, b"POST /quick/x HTTP/1.1\r\nHost: a\r\nContent-Length: " + length + b"\r\n\r\n"
        )
        assert answer_bytes.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 413 ")), answer_bytes[:60]
    assert "Traceback" not in server.logged()


def test_malformed_messages_are_answered_on_an_open_socket(visitor: Visitors) -> None:
    ada = visitor()
    table = ada.open(a_slug(), ["me", "friend"])
    with ada.socket(table) as line:
        for bad in (
            "[" * 3000,
            '{"type":' * 400,
            '{"type":"chat","text":"\\ud800"}',
            "\x00",
            '{"type":"play"}',
        ):
            line.line.send(bad)
            assert line.hear("error")["kind"] == "bad_message"
        line.say("chat", text="here I am")
        assert line.hear("chat")["text"] == "here I am"


def framed(text: bytes, kind: int = 1, last: bool = True) -> bytes:
    """Return a frame as a browser sends it."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    mask = b"\x05\x00\xff\x10"
    return bytes([128 * last | kind]) + size + mask + bytes(c ^ mask[at % 4] for at, c in enumerate(text))


SHORT, LONG = b'{"type": "nonsense"}', b'{"type": "nonsense", "more": "%s"}' % (b"x" * 300)
WAYS: dict[str, tuple[int, list[bytes]]] = {
    "one by one": (2, [framed(SHORT), framed(SHORT)]),
    "two at once": (2, [framed(SHORT) * 2]),
    "one and a half": (2, [framed(SHORT) + framed(SHORT)[:9], framed(SHORT)[9:]]),
    "letter by letter": (1, [bytes([letter]) for letter in framed(SHORT)]),
    "in fragments, with a ping between": (
        1,
        [framed(SHORT[:5], last=False), framed(b"?", kind=9), framed(SHORT[5:], kind=0)],
    ),
    "long": (1, [framed(LONG)]),
    "after a pong": (1, [framed(b"!", kind=10), framed(SHORT)]),
}
"""Ways in which messages may arrive: their number, and the pieces in which they are sent."""


@pytest.mark.parametrize("way", WAYS)
def test_messages_are_understood_in_whatever_pieces_they_come(visitor: Visitors, way: str) -> None:
    ada = visitor()
    count, pieces = WAYS[way]
    with ada.socket(ada.open(a_slug(), ["me", "friend"])) as line:
        line.hear("page")
        for piece in [*pieces, framed(SHORT)]:
            line.line.socket.sendall(piece)
            time.sleep(0.01)  # so that they are not put together on their way
        for _ in range(count + 1):
            assert line.hear("error")["kind"] == "bad_message"


def test_a_message_that_is_no_text_closes_its_socket(visitor: Visitors) -> None:
    ada = visitor()
    with ada.socket(ada.open(a_slug(), ["me", "friend"])) as line:
        line.hear("page")
        line.line.socket.sendall(framed(b"\xff\xfe"))
        assert line.closed() == 1007


def test_a_socket_with_a_malformed_origin_is_refused(server: Server) -> None:
    address = f"{server.base.replace('http', 'ws')}/ws/table/x"
    with pytest.raises(InvalidStatus), connect(address, additional_headers={"origin": "http://["}):
        pass


def test_the_api_takes_nothing_for_a_number_that_is_none(server: Server) -> None:
    ada = token_of(server)
    base = f"{server.base}/api/v1/tables"
    seats: list[dict[str, Any]] = [{"who": "me"}, {"who": "friend"}]
    table = post(base, json={"game": a_slug(), "seats": seats}, headers=ada).json()["id"]
    for path, body in (
        ("undo", {"move": "0"}),
        ("undo", {"move": 0.5}),
        ("undo", {"move": True}),
        ("play", {"move": "0", "action": "x"}),
        ("play", {"move": 0, "action": 1}),
        ("sit", {"name": "Bert", "seat": "1"}),
        ("sit", {"name": 7}),
    ):
        answer = post(f"{base}/{table}/{path}", json=body, headers=ada)
        assert (answer.status_code, answer.json()["error"]) == (400, "refused"), (path, body)
    wrong = {"game": a_slug(), "seats": seats, "open": "true"}
    assert post(base, json=wrong, headers=ada).status_code == 400


def test_head_works_wherever_get_does(server: Server, visitor: Visitors) -> None:
    table = visitor().open(a_slug(), ["me", "friend"])
    paths = ["/", "/credits", f"/t/{table}", f"/t/{table}/qr.svg", "/healthz", "/api/v1/games", "/nothing"]
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as client:
        for path in paths:
            head = client.head(path)
            assert head.status_code == client.get(path).status_code, path
            assert head.content == b""
            assert int(head.headers["content-length"]) > 0


# Proxies.


@pytest.mark.parametrize(
    ("trusted", "client", "forwarded", "address"),
    [
        ([], "127.0.0.1", ["203.0.113.7"], "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", ["203.0.113.7"], "203.0.113.7"),
        (["127.0.0.1"], "127.0.0.1", ["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
        (["127.0.0.1"], "127.0.0.1", ["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
        (["127.0.0.1"], "198.51.100.1", ["203.0.113.7"], "198.51.100.1"),
        (["127.0.0.1", "10.0.0.0/8"], "127.0.0.1", ["203.0.113.7, 10.1.2.3"], "203.0.113.7"),
        (["10.0.0.0/8"], "10.0.0.1", ["10.0.0.2, 10.0.0.3"], "10.0.0.2"),
        (["10.0.0.0/8"], "::ffff:10.0.0.1", ["[2001:db8::1]:443"], "2001:db8::1"),
        (["10.0.0.0/8"], "10.0.0.1", ["203.0.113.7:5555"], "203.0.113.7"),
        (["10.0.0.0/8"], "10.0.0.1", ["203.0.113.7, nonsense"], "10.0.0.1"),
        (["10.0.0.0/8"], "10.0.0.1", [], "10.0.0.1"),
        (["10.0.0.0/8"], "10.0.0.1", ["203.0.113.7, " + "10.0.0.1, " * 5000], "10.0.0.1"),
    ],
)
def test_only_trusted_proxies_are_believed(
    trusted: list[str], client: str, forwarded: list[str], address: str
) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"client": (client, 1), "scheme": "http", "headers": headers}
    assert Proxies(trusted).whence(scope).address == address


def test_a_proxy_that_is_no_address_is_refused() -> None:
    with pytest.raises(BadOptions, match="nonsense"):
        Proxies(["nonsense"])


def test_behind_a_trusted_proxy_everybody_has_an_address(own_server: Servers) -> None:
    server = own_server("address_rate=0.1", minds=-1, options=("--trusted-proxy", "127.0.0.1"))
    statuses = []
    for number in range(6):  # what the client wrote itself stands on the left
        forwarded = {"x-forwarded-for": f"198.51.100.{number}, 203.0.113.7"}
        statuses.append(get(f"{server.base}/credits", headers=forwarded).status_code)
    assert statuses[0] == 200
    assert 429 in statuses
    other = {"x-forwarded-for": "203.0.113.8", "x-forwarded-proto": "https"}
    answer = get(f"{server.base}/credits", headers=other)
    assert answer.status_code == 200
    assert "Secure" in answer.headers["set-cookie"]
    assert get(f"{server.base}/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 404
    assert {json.loads(line).get("address") for line in server.logged().splitlines()} >= {"203.0.113.8"}


def test_nobody_is_believed_unless_told_so(own_server: Servers) -> None:
    server = own_server(minds=-1)
    for number in range(2):
        forwarded = {"x-forwarded-for": f"203.0.113.{number}", "x-forwarded-proto": "https"}
        answer = get(f"{server.base}/credits", headers=forwarded)
        assert "Secure" not in answer.headers["set-cookie"]
    logged = server.logged()
    assert "203.0.113" not in logged
    assert logged.count("--trusted-proxy 127.0.0.1") == 1


# Tokens, headers, keys.


def test_a_token_expires_and_can_be_renewed() -> None:
    passports, ada = Passports(b"k" * 32), Person("ada", "Ada")
    token, expires = passports.write_token(ada, days=1)
    assert passports.read_token(token) == ada
    assert expires > time.time() + 3600
    assert passports.read_token(passports.write_token(ada, days=0)[0]) is None
    later = token.replace(str(expires), str(expires + 1))
    assert passports.read_token(later) is None
    assert passports.read_token(passports.write(ada)) is None  # a cookie is no token
    assert passports.read(token) is None  # nor a token a cookie
    longest = Person(ada.id * 8, "\U0001f9d9" * 24)
    assert passports.read_token(passports.write_token(longest, days=1)[0]) == longest


def test_an_expired_token_is_said_to_be_one(own_server: Servers) -> None:
    server = own_server("token_days=0", minds=-1)
    api = f"{server.base}/api/v1"
    answer = get(f"{api}/tables", headers=token_of(server))
    assert (answer.status_code, answer.json()["error"]) == (401, "bad_token")
    assert post(f"{api}/identity/renew", headers=token_of(server)).status_code == 401
    server.stop()
    server.limits = ()
    server.start()
    headers = token_of(server)
    old = httpx.post(f"{api}/identity", json={}, timeout=PATIENCE).json()
    renewed = post(f"{api}/identity/renew", headers={"authorization": f"Bearer {old['token']}"}).json()
    assert renewed["person"] == old["person"]
    assert renewed["expires"] >= old["expires"] > time.time() + 86400
    assert get(f"{api}/tables", headers=headers).status_code == 200
    assert post(f"{api}/identity/renew").status_code == 403


def test_what_may_hold_a_hand_is_not_to_be_kept(server: Server) -> None:
    headers = token_of(server)
    seats = [{"who": "me"}, {"who": "friend"}]
    api = f"{server.base}/api/v1"
    opened = post(f"{api}/tables", json={"game": a_slug(), "seats": seats}, headers=headers)
    table = opened.json()["id"]
    answers = [opened, get(f"{api}/tables", headers=headers), get(f"{api}/tables/nothing")]
    answers += [get(f"{api}/tables/{table}{part}", headers=headers) for part in ("", "/choices", "/story")]
    assert [answer.headers["cache-control"] for answer in answers] == ["no-store"] * len(answers)
    assert "strict-transport-security" not in opened.headers


def test_an_https_server_says_that_it_stays_one(own_server: Servers) -> None:
    server = own_server(minds=-1, options=("--public-url", "https://Wizards.example:443/"))
    answer = get(server.base, headers={"host": "anything.example"})
    assert "max-age=31536000" in answer.headers["strict-transport-security"]
    assert "Secure" in answer.headers["set-cookie"]
    origin = {"origin": "https://wizards.example"}
    with closing(httpx.Client(base_url=server.base, headers=origin, timeout=PATIENCE)) as client:
        client.get("/")
        client.cookies = httpx.Cookies(re.findall(r"(lb_id)=([^;]+)", answer.headers["set-cookie"]))
        opened = client.post(f"/quick/{a_slug()}")
        assert opened.status_code == 303
        assert "https://wizards.example/t/" in client.get(opened.headers["location"]).text


def test_a_key_that_others_can_read_is_mentioned(own_server: Servers) -> None:
    server = own_server(minds=-1)
    key = server.data / "key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    server.stop()
    assert "can be read by other users" not in server.logged()
    key.chmod(0o644)
    server.start()
    assert "can be read by other users" in server.logged()


# How a server is started.


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--port", "99999"], "65535"),
        (["--port", "-1"], "65535"),
        (["--minds", "1000000000"], "256"),
        (["--minds", "-2"], "256"),
        (["--public-url", "nonsense"], "https://wizards.example"),
        (["--trusted-proxy", "nonsense"], "an address or a network"),
        (["--limit", "address_rate=nan"], "0 or more"),
        (["--limit", "body_bytes=-1"], "0 or more"),
        (["--host", "a" * 70], "cannot be used"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(tmp_path: Path, options: list[str], words: str) -> None:
    command = [sys.executable, "-m", "longbeard", "serve", "--port", "0", "--data", str(tmp_path), *options]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.returncode in (1, 2)
    assert words in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stdout == ""


def test_limits_are_numbers_that_make_sense() -> None:
    for bad in ("address_rate=inf", "tables=-1", "body_bytes=1e3", "tables=" + "9" * 30, "x=1", "tables"):
        with pytest.raises(BadOptions):
            Limits().changed((bad,))
    assert Limits().changed(("tables=0", "address_rate=0.5")).address_rate == 0.5


def test_public_urls_are_what_browsers_say() -> None:
    assert checked_url("") == ""
    assert checked_url("http://127.0.0.1:8017/") == "http://127.0.0.1:8017"
    assert checked_url("https://[2001:db8::1]:443") == "https://[2001:db8::1]"
    for bad in (
        "nonsense",
        "ftp://a",
        "https://",
        "https://a/b",
        "https://a?b",
        "http://[",
        "https://u@a",
        "//a",
    ):
        with pytest.raises(BadOptions):
            checked_url(bad)
