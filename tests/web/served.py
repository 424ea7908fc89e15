"""A real server in a process of its own, and visitors who talk to it as browsers and programs do."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, repeat
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from longbeard.bots import LEVELS
from longbeard.web.pages.screens import PLACE, named

STARTING_SECONDS: Final = 300.0
PATIENCE: Final = 180.0
"""Seconds. Tests wait long: slow on a busy machine is not wrong."""
ROOMY: Final = (
    "openings_rate=1000",
    "tables_each=1000",
    "messages_rate=1000",
    "chat_rate=1000",
    "tables_address=10000",
    "address_rate=10000",
    "analysis_seconds=1",
    "profiles_rate=1000",
    "forgets_rate=1000",
)
QUICK: Final = LEVELS[0].name
"""The bot that thinks least."""


class Server:
    """`longbeard serve`, which can be killed and started again on the same files."""

    def __init__(
        self,
        data: Path,
        limits: tuple[str, ...] = ROOMY,
        port: int = 0,
        minds: int = 1,
        options: tuple[str, ...] = (),
    ) -> None:
        self.data = data
        self.limits = limits
        self.port = port
        self.minds = minds
        self.options = options
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "longbeard", "serve", "--port", str(self.port)]
        command += ["--data", str(self.data), "--minds", str(self.minds)]
        command += [f"--limit={limit}" for limit in self.limits]
        command += self.options
        self.log = (self.data / "server.log").open("ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log)
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, self.logged()
        self.port = int(found[1])
        self.base = f"http://127.0.0.1:{self.port}"
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + STARTING_SECONDS
        while True:
            try:
                if httpx.get(f"{self.base}/healthz", timeout=PATIENCE).status_code == 200:
                    return
            except httpx.TransportError:
                assert time.monotonic() < deadline, self.logged()
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill it, as a power failure does."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop it, as an operator does."""
        self._end(signal.SIGTERM)
        return self.process.returncode

    def _end(self, number: int) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()

    def logged(self) -> str:
        return (self.data / "server.log").read_text(encoding="utf-8")


SPREAD: Final[dict[int, Iterator[int]]] = {}
"""The next port to ask, by the port that stands for servers on one store."""


class Spread(httpx.HTTPTransport):
    """Asks the servers of one store in turns, as a balancer without stickiness does."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.port in SPREAD:
            request.url = request.url.copy_with(port=next(SPREAD[request.url.port]))
        return super().handle_request(request)


class Servers:
    """Several servers on one store and one bus, asked in turns."""

    def __init__(
        self, folder: Path, store: str, bus: str, count: int = 3, limits: tuple[str, ...] = ROOMY
    ) -> None:
        options: tuple[str, ...] = ("--store", store, *(("--bus", bus) if bus else ()))
        self.all: list[Server] = []
        for number in range(count):
            (folder / str(number)).mkdir()
            self.all.append(Server(folder / str(number), limits, options=options))
        # The header Host says this whoever is asked: what people see does not depend on who answers.
        self.base = self.all[0].base
        SPREAD[self.all[0].port] = cycle(server.port for server in self.all)

    @property
    def port(self) -> int:
        return self.all[0].port

    def stop(self) -> int:
        del SPREAD[self.all[0].port]
        return max(server.stop() for server in self.all)

    def logged(self) -> str:
        return "".join(server.logged() for server in self.all)


def client(**options: Any) -> httpx.Client:
    """Return a patient client that leaves no socket open when the test drops it."""
    transport = Spread()
    made = httpx.Client(timeout=PATIENCE, transport=transport, **options)
    weakref.finalize(made, transport.close)
    return made


class Visitor:
    """Somebody with a browser: a cookie, pages, and sockets."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.client = client(base_url=base, headers={"origin": base})
        assert self.client.get("/").status_code == 200

    @property
    def cookie(self) -> str:
        return f"lb_id={self.client.cookies['lb_id']}"

    def open(self, slug: str, who: list[str], **fields: Any) -> str:
        """Open a table from the set-up page; return its name."""
        form = {"seats": str(len(who)), "who": who, "names": [""] * len(who), **fields}
        answer = self.client.post(f"/new/{slug}", data=form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    def sit(self, table: str, name: str) -> None:
        answer = self.client.post(f"/t/{table}/sit", data={"name": name})
        assert answer.status_code == 303, answer.text

    @contextmanager
    def socket(self, table: str, query: str = "") -> Iterator["Socket"]:
        """Provide a socket at a table, closed at the end."""
        address = f"{self.base.replace('http', 'ws')}/ws/table/{table}{query}"
        headers = {"cookie": self.cookie}
        origin = Origin(self.base)
        port = int(self.base.rpartition(":")[2])
        line = socket.create_connection(("127.0.0.1", next(SPREAD.get(port, repeat(port)))))
        with connect(
            address,
            sock=line,
            origin=origin,
            additional_headers=headers,
            max_size=None,
            open_timeout=PATIENCE,
            ping_timeout=None,
        ) as opened:
            yield Socket(opened)


def unpacked(message: dict[str, Any], held: dict[str, str]) -> dict[str, Any]:
    """Return a message with whole texts of its parts, as parts.js makes them; `held` are those that came
    before."""
    texts = {} if message.get("again") else held
    for frame in message["frames"]:
        for name, part in frame["parts"].items():
            if not isinstance(part, str):
                start, text, end = part
                part = texts[name][:start] + text + texts[name][len(texts[name]) - end :]
            frame["parts"][name] = texts[name] = part
        if "html" in frame:
            frame["html"] = PLACE.sub(lambda place: named(place[1], texts[place[1]]), frame["html"])
    return message


class Socket:
    """The other end of a page's socket."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.page: dict[str, Any] = {}
        self.parts: dict[str, str] = {}

    def say(self, kind: str, **fields: Any) -> None:
        self.line.send(json.dumps({"type": kind, **fields}))

    def hear(self, kind: str = "") -> dict[str, Any]:
        """Return the next message (of a kind)."""
        while True:
            message: dict[str, Any] = json.loads(self.line.recv(PATIENCE))
            if message["type"] == "page":
                self.page = unpacked(message, self.parts)
            if kind in ("", message["type"]):
                return message

    def closed(self) -> int:
        """Return the code with which the server closes, after whatever else it says."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 0

    def my_turn(self) -> dict[str, Any]:
        """Return the page on which one may choose, or on which it is over."""
        while not (self.page and (self.page["choices"] or self.over)):
            self.hear("page")
        return self.page

    @property
    def over(self) -> bool:
        return bool(self.page["over"])

    def play(self, choice: int = 0) -> dict[str, Any]:
        """Play one's next choice; return the page on which that has happened."""
        page = self.my_turn()
        move = page["move"]
        self.say("play", move=move, action=page["choices"][choice]["action"])
        while self.page["move"] == move:
            message = self.hear()
            assert message["type"] != "error", message
        return self.page
