"""A real server in a thread of this process, whose clock a test can move."""

import threading
import time
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar
from tests.web.served import Socket, Visitor

from longbeard.people.people import People
from longbeard.table.house import House
from longbeard.web.app import Settings, make_app
from longbeard.web.connections import Config, Connections, raise_handles
from longbeard.web.limits import Limits
from longbeard.web.proxies import Proxies

DAY = 24 * 3600.0
LIMITS = Limits(
    person_rate=1e6,
    address_rate=1e6,
    openings_rate=1e6,
    profiles_rate=1e6,
    forgets_rate=1e6,
    messages_rate=1e6,
    chat_rate=1e6,
)


class MovedServer:
    """A server whose requests come over a socket, and whose time is set by the test."""

    def __init__(self, data: Path, now: float, minds: int = 1, limits: Limits = LIMITS) -> None:
        self.data = data
        self.now = now
        self.door = make_app(Settings(data, limits, minds=minds, clock=lambda: self.now))
        connections = Connections(limits, Proxies(), self.door.metrics, raise_handles())
        config = Config(self.door, connections, port=0, loop="asyncio", log_config=None, access_log=False)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        app: Any = self.door.app
        assert isinstance(app, Litestar)
        self.house: House = app.state.house
        self.people: People = app.state.people

    def person(self, visitor: Visitor) -> str:
        """Return the identity behind a visitor's cookie."""
        found = self.door.passports.read(visitor.client.cookies["lb_id"])
        assert found is not None
        return found.id

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()


def play_daily(visitor: Visitor, slug: str, choice: int = 0) -> str:
    """Play today's deal to its end; return the table."""
    answer = visitor.client.post(f"/daily/{slug}")
    assert answer.status_code == 303, answer.text
    table: str = answer.headers["location"].removeprefix("/t/")
    play_on(visitor, table, choice)
    return table


def play_on(visitor: Visitor, table: str, choice: int = 0) -> None:
    """Play a table to its end, always with the same choice as far as there is one."""
    with visitor.socket(table) as line:
        to_the_end(line, choice)


def to_the_end(line: Socket, choice: int = 0) -> None:
    line.my_turn()
    while not line.over:
        line.play(min(choice, len(line.page["choices"]) - 1))
        line.my_turn()
