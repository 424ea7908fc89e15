"""Web Push against a real push service on this machine: what is sent, to whom, how often, and where not."""

import asyncio
import json
import socket
import sqlite3
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pytest

pytest.importorskip("pywebpush", reason="Web Push needs the extra `push`")

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from tests.web.served import ROOMY, Server, Socket, Visitor
from tests.web.test_live import Notebook, a_slug, opening_of, people

from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.store.rows import SQLiteRows
from longbeard.store.sqlite import SQLiteStore
from longbeard.table.live import LiveTable
from longbeard.table.metrics import Metrics
from longbeard.web import push
from longbeard.web.push import Pusher, checked, make_push_key, read_push_key
from longbeard.web.subscriptions import Subscription, Subscriptions

CONTACT = "mailto:operator@wizards.example"
SOON = 30.0
DELAY = 1.5
"""Seconds until somebody who has left counts as away, and a little more."""
OwnServer = Callable[..., Server]


class Service(ThreadingHTTPServer):
    """A push service: notes what it gets, and answers as it is told to."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.hangs = threading.Event()
        self.base = f"http://127.0.0.1:{self.server_port}"

    def wait_for(self, count: int) -> None:
        deadline = time.monotonic() + SOON
        while len(self.got) < count:
            assert time.monotonic() < deadline, f"{len(self.got)} of {count} messages came"
            time.sleep(0.02)


class Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, dict(self.headers.items()), body))
        status, headers = self.server.answers.pop(0) if self.server.answers else (201, {})
        if status == 0:
            self.server.hangs.wait(SOON)
            return
        self.send_response(status)
        for name, value in {"Content-Length": "0", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *words: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield made
    made.hangs.set()
    made.shutdown()
    thread.join()
    made.server_close()


class Browser:
    """The keys that a browser makes when it subscribes."""

    def __init__(self, endpoint: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = token_bytes(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = Subscription(endpoint, text_of(point), text_of(self.secret))

    @property
    def as_json(self) -> dict[str, Any]:
        one = self.subscription
        return {
            "endpoint": one.endpoint,
            "expirationTime": None,
            "keys": {"p256dh": one.p256dh, "auth": one.auth},
        }

    def read(self, body: bytes) -> dict[str, str]:
        """Decrypt a message as the browser does."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        found: dict[str, str] = json.loads(plain)
        return found


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "push.pem"
    make_push_key(path)
    return path


@pytest.fixture
def pushing(own_server: OwnServer, key_file: Path) -> Server:
    options = ("--push-key", str(key_file), "--push-contact", CONTACT, "--push-local")
    return own_server(*ROOMY, f"push_delay={DELAY}", options=options)


def play_on(line: Socket) -> None:
    """Play until it is somebody else's turn."""
    line.my_turn()
    while line.page["choices"] and not line.over:
        line.play()


def subscriptions_in(server: Server) -> list[str]:
    with closing(sqlite3.connect(server.data / "tables.sqlite")) as file:
        return [row[0] for row in file.execute("SELECT endpoint FROM subscriptions")]


def test_somebody_who_is_away_is_told_once_that_it_is_their_turn_and_nothing_else(
    pushing: Server, service: Service
) -> None:
    ada, bert = Visitor(pushing.base), Visitor(pushing.base)
    browser = Browser(f"{service.base}/ada")
    assert ada.client.post("/push", json=browser.as_json).status_code == 204
    table = ada.open("witless-wizards", ["me", "friend"], names=["Ada", ""], pace="86400")
    bert.sit(table, "Bert")
    with bert.socket(table) as line:
        with ada.socket(table) as own:
            own.hear("page")
            line.hear("page")
            while not line.page["choices"]:
                own.play()
                line.hear("page")
            play_on(line)  # Ada looks on: she is not told
            own.my_turn()
            time.sleep(DELAY + 0.5)
            assert service.got == []
            play_on(own)
        play_on(line)
        service.wait_for(1)
        path, headers, body = service.got[0]
        assert path == "/ada"
        assert browser.read(body) == {
            "title": "Your turn",
            "text": "It is your turn in Witless Wizards.",
            "to": f"/t/{table}",
        }
        assert table.encode() not in body
        assert table not in str(headers), "the link is for the browser alone"
        assert headers["Content-Encoding"] == "aes128gcm"
        assert headers["TTL"] == "86400"
        key = ada.client.get("/push").json()["key"]
        assert Vapid02.verify(headers["Authorization"])
        assert headers["Authorization"].endswith(f"k={key}")
        claims = headers["Authorization"].split("t=")[1].split(".")[1]
        said = json.loads(urlsafe_b64decode(claims + "=="))
        assert said["aud"] == service.base
        assert said["sub"] == CONTACT
        assert time.time() < said["exp"] <= time.time() + 24 * 3600

        service.answers = [(410, {})]
        with ada.socket(table) as own:
            play_on(own)
        play_on(line)
        service.wait_for(2)
        deadline = time.monotonic() + SOON
        while subscriptions_in(pushing):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert 'longbeard_pushes_total{outcome="gone"} 1' in ada.client.get("/metrics").text
    assert pushing.stop() == 0
    assert "Traceback" not in pushing.logged()
    assert "/ada" not in pushing.logged(), "an endpoint is a secret of its browser"


def test_who_may_subscribe_and_leave(pushing: Server, service: Service) -> None:
    ada, bert = Visitor(pushing.base), Visitor(pushing.base)
    browsers = [Browser(f"{service.base}/{number}") for number in range(12)]
    for browser in browsers:
        assert ada.client.post("/push", json=browser.as_json).status_code == 204
    last = [browser.subscription.endpoint for browser in browsers[2:]]
    assert sorted(subscriptions_in(pushing)) == sorted(last), "ten of a person, the newest"
    endpoint = {"endpoint": last[0]}
    assert bert.client.post("/push/forget", json=endpoint).status_code == 204
    assert len(subscriptions_in(pushing)) == 10, "others cannot take it away"
    assert ada.client.post("/push/forget", json=endpoint).status_code == 204
    assert len(subscriptions_in(pushing)) == 9
    foreign = {"origin": "https://elsewhere.example"}
    assert ada.client.post("/push", json=browsers[0].as_json, headers=foreign).status_code == 403
    bad = [b"", b"{", b"[]", b'{"endpoint": 1}', b'{"endpoint": "x"}', b"\xff"]
    wrong = {**browsers[0].as_json, "keys": {"p256dh": "AAAA", "auth": "AAAA"}}
    for body in (*bad, json.dumps(wrong).encode()):
        assert ada.client.post("/push", content=body).status_code == 400, body
    assert len(subscriptions_in(pushing)) == 9


def test_a_house_without_a_key_pushes_nothing_and_says_so(server: Server) -> None:
    ada = Visitor(server.base)
    assert ada.client.get("/push").json() == {"key": ""}
    browser = Browser("https://push.example/x")
    answer = ada.client.post("/push", json=browser.as_json)
    assert answer.status_code == 404
    assert "its operator has given no key" in answer.text
    worker = ada.client.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in worker.headers["content-security-policy"]


# ── a push service that misbehaves ────────────────────────────────────────────────────────────────


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Subscriptions]:
    store = SQLiteStore(tmp_path / "tables.sqlite")
    rows = SQLiteRows(store)
    yield Subscriptions(rows)
    rows.close()
    store.close()


def told_of_a_turn(
    key_file: Path, book: Subscriptions, to: list[Subscription], local: bool = True
) -> tuple[Metrics, list[Subscription]]:
    """Let a table wait for somebody who is reached at `to`; return what was counted, and who is left."""

    async def test() -> tuple[Metrics, list[Subscription]]:
        metrics = Metrics()
        table = LiveTable("t", opening_of(a_slug(), people("Ada", "Bert")), Notebook().keep)
        table.company.note("ada")
        table.company.note("bert")
        table.company._away_since = {"ada": 0.0, "bert": 0.0}
        person = table.seats[table.to_act].person
        for one in to:
            await book.keep(person, one, 10)
        key = read_push_key(key_file, CONTACT)
        pusher = Pusher(key, book, metrics, 0.0, local, pauses=(0.01, 0.02))
        pusher.turn(table, table.to_act)
        await asyncio.gather(*pusher._tasks)
        left = await book.of(person)
        await pusher.close()
        await table.close()
        return metrics, left

    return asyncio.run(asyncio.wait_for(test(), SOON))


def outcome(metrics: Metrics) -> dict[str, int]:
    return {labels.split('"')[1]: count for (name, labels), count in metrics.counters.items() if labels}


def test_a_service_that_is_out_of_order_is_asked_three_times(
    key_file: Path, book: Subscriptions, service: Service
) -> None:
    service.answers = [(500, {}), (503, {"Retry-After": "0"}), (429, {})]
    metrics, left = told_of_a_turn(key_file, book, [Browser(f"{service.base}/x").subscription])
    assert len(service.got) == 3
    assert outcome(metrics) == {"failed": 1}
    assert len(left) == 1, "it may be well again tomorrow"


def test_a_service_that_recovers_gets_the_message(
    key_file: Path, book: Subscriptions, service: Service
) -> None:
    service.answers = [(502, {}), (201, {})]
    metrics, _left = told_of_a_turn(key_file, book, [Browser(f"{service.base}/x").subscription])
    assert len(service.got) == 2
    assert outcome(metrics) == {"sent": 1}


@pytest.mark.parametrize("answer", [(429, {"Retry-After": "9999"}), (400, {}), (403, {}), (413, {})])
def test_who_is_refused_for_good_does_not_ask_again(
    key_file: Path, book: Subscriptions, service: Service, answer: tuple[int, dict[str, str]]
) -> None:
    service.answers = [answer]
    metrics, _left = told_of_a_turn(key_file, book, [Browser(f"{service.base}/x").subscription])
    assert len(service.got) == 1
    assert outcome(metrics) == {"failed": 1}


def test_a_redirect_is_not_followed(key_file: Path, book: Subscriptions, service: Service) -> None:
    service.answers = [(307, {"Location": f"{service.base}/inside"})]
    told_of_a_turn(key_file, book, [Browser(f"{service.base}/x").subscription])
    assert [path for path, _headers, _body in service.got] == ["/x"]


def test_a_service_that_hangs_holds_nobody_up(
    key_file: Path, book: Subscriptions, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "SEND_SECONDS", 0.2)
    service.answers = [(0, {})] * 4
    nobody = socket.create_server(("127.0.0.1", 0))
    refused = f"http://127.0.0.1:{nobody.getsockname()[1]}/x"
    nobody.close()
    browsers = [Browser(f"{service.base}/x"), Browser(refused)]
    metrics, left = told_of_a_turn(key_file, book, [one.subscription for one in browsers])
    assert outcome(metrics) == {"failed": 2}
    assert len(left) == 2


# ── addresses that must be refused ────────────────────────────────────────────────────────────────

ELSEWHERE = [
    *("", "x", "https://", "http://push.example/x", "ftp://push.example/x", "file:///etc/passwd"),
    *("https://localhost/x", "https://127.0.0.1/x", "https://10.0.0.1/x", "https://169.254.169.254/latest"),
    *("https://[::1]/x", "https://[fd00::1]/x", "https://0x7f000001/x", "https://2130706433/x"),
    *("https://127.1/x", "https://user:password@push.example/x", "https://push.example:8443/x"),
    *("https://push.example:22/x", "https://intranet/x", "https://push.example/\n", "https://püsh.example/x"),
    *(f"https://push.example/{'x' * 1000}", "https://[push.example/x", "https://push.example:99999/x"),
]


@pytest.mark.parametrize("endpoint", ELSEWHERE)
def test_only_public_push_services_are_endpoints(endpoint: str) -> None:
    one = Browser("https://push.example/x").subscription
    assert checked("https://push.example/x", one.p256dh, one.auth) == one
    with pytest.raises(BadOptions):
        checked(endpoint, one.p256dh, one.auth)


def test_keys_that_are_none_are_refused() -> None:
    one = Browser("https://push.example/x").subscription
    off_the_curve = text_of(b"\x04" + b"\x01" * 64)
    for p256dh, auth in (("", ""), (one.p256dh, "AAAA"), (off_the_curve, one.auth), ("ü", one.auth)):
        with pytest.raises(BadOptions, match="the keys of a subscription"):
            checked(one.endpoint, p256dh, auth)


def test_a_name_that_leads_inside_is_not_connected_to(
    key_file: Path, book: Subscriptions, service: Service
) -> None:
    async def test() -> None:
        with pytest.raises(OSError, match="not a public host"):
            await push.PublicResolver().resolve("localhost", 443)
        found = await push.PublicResolver(local=True).resolve("localhost", 443)
        assert found[0]["hostname"] == "localhost"

    asyncio.run(test())
    # What an older longbeard may have kept is looked at again before anything is sent.
    metrics, left = told_of_a_turn(key_file, book, [Browser(f"{service.base}/x").subscription], local=False)
    assert service.got == []
    assert outcome(metrics) == {"gone": 1}
    assert left == []


# ── the operator's key ────────────────────────────────────────────────────────────────────────────


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "push.pem"
    public = make_push_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_push_key(path, CONTACT).public == public
    assert len(urlsafe_b64decode(public + "==")) == 65
    with pytest.raises(LongbeardError, match="cannot be written"):
        make_push_key(path)
    assert read_push_key(path, "https://wizards.example").public == public


def test_a_key_that_is_none_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "push.pem"
    with pytest.raises(BadOptions, match="`longbeard push-keys"):
        read_push_key(path, CONTACT)
    path.write_text("no key")
    with pytest.raises(BadOptions, match="is no key for pushes"):
        read_push_key(path, CONTACT)
    path.unlink()
    make_push_key(path)
    for contact in ("", "me", "http://wizards.example"):
        with pytest.raises(BadOptions, match="--push-contact mailto:"):
            read_push_key(path, contact)
