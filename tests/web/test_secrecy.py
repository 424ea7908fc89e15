"""The twin test on the wire: two matches that differ only in what a viewer cannot know send the same bytes.

The twin is the real match as the viewer could imagine it: other hidden cards, other luck to come, other
whispers to others. A real server on a real socket shows one and then the other, and all that it sends is
compared.
"""

import asyncio
import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from litestar import Litestar
from tests.twins import Twin, real_match
from tests.web.served import PATIENCE
from websockets.sync.client import connect
from websockets.typing import Origin

from longbeard.engine.errors import LongbeardError
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import Room
from longbeard.engine.story import SPECTATOR
from longbeard.table import presence
from longbeard.table.live import LiveTable
from longbeard.table.opening import Opening
from longbeard.table.seat import Seat
from longbeard.web.app import Settings, make_app
from longbeard.web.connections import Config, Connections, raise_handles
from longbeard.web.limits import Limits
from longbeard.web.proxies import Proxies
from longbeard.web.session import Person

MOMENTS = (3, 12)
NOW, AN_HOUR = 100_000.0, 3600.0


class House:
    """A server in a thread of this process, so that a test can change what lies on its tables."""

    def __init__(self, data: Path) -> None:
        limits = Limits(person_rate=1e6, address_rate=1e6)
        self.door = make_app(Settings(data, limits, minds=-1))
        connections = Connections(limits, Proxies(), self.door.metrics, raise_handles())
        config = Config(self.door, connections, port=0, log_config=None, access_log=False)
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
        self.tables: dict[str, LiveTable] = app.state.house.tables

    def cookie(self, seat: int) -> dict[str, str]:
        if seat == SPECTATOR:
            return {}
        return {"cookie": "lb_id=" + self.door.passports.write(Person(f"person-{seat}"))}

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Provide a server in which time stands still: on a slow machine somebody would be away on one page of
    two."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(presence, "monotonic", lambda: NOW)
        made = House(tmp_path_factory.mktemp("twins"))
        yield made
        made.stop()


def on_the_table(match: Match) -> LiveTable:
    """Return a table that shows this match, for reading only."""

    async def keep(number: int, kind: str, seat: int, text: str, over: bool) -> None:
        raise AssertionError("nobody plays here")

    async def make() -> LiveTable:
        seats = [
            Seat(name, PERSON, f"person-{seat}", f"token-{seat}") for seat, name in enumerate(match.seats)
        ]
        room = match.room
        opening = Opening(
            room.plate.slug, match.options, seats, seed_secret(1), room.plate.rules, room.box.digest, "nobody"
        )
        table = LiveTable("twin", opening, keep)
        table.company._opened = NOW - AN_HOUR  # whoever has not come by then is away
        table.match = match
        table._settle()
        table.company.deaf = True  # so nobody is away, however long the machine takes
        return table

    return asyncio.run(make())


def sent(house: House, match: Match, viewer: int) -> dict[str, bytes]:
    """Return everything that the server sends to a viewer of this match."""
    house.tables["twin"] = on_the_table(match)
    headers = {"origin": house.base} | house.cookie(viewer)
    found: dict[str, bytes] = {}
    eyes = ["", "eyes=all&", "eyes=-1&", "eyes=0&", "eyes=1&"]
    replays = [f"/t/twin/replay?{eye}move={move}" for eye in eyes for move in (0, len(match.log))]
    replays += [f"/t/twin/replay?frame={frame}" for frame in range(0, 2 * len(match.log), 3)]
    api = [f"/api/v1/tables/twin{part}" for part in ("", "/choices", "/story", "/record")]
    api += [f"/api/v1/tables/twin/frames?since={move}&moves=12" for move in range(0, len(match.log) + 1, 6)]
    pages = ["/t/twin", "/t/twin/watch", "/t/twin/proof", "/t/twin/record.json", "/t/twin/qr.svg"]
    pages += ["/", "/daily"] + (["/me", "/me/history"] if viewer != SPECTATOR else [])
    with httpx.Client(base_url=house.base, headers=headers, timeout=PATIENCE) as client:
        for path in (*pages, *replays, *api, "/api/v1/tables"):
            answer = client.get(path)
            found[path] = str(answer.status_code).encode() + without_masks(answer.content)
    for query in ("?watch", "", "?move=0"):
        address = f"{house.base.replace('http', 'ws')}/ws/table/twin{query}"
        dialled = connect(
            address,
            origin=Origin(house.base),
            additional_headers=house.cookie(viewer),
            open_timeout=PATIENCE,
            ping_timeout=None,
        )
        with dialled as line:
            line.send('{"type":"undo","move":12345}')  # an error is an answer, too
            heard: dict[str, bytes] = {}
            while not {"page", "error"} <= set(heard):
                message = line.recv(PATIENCE, decode=False)
                heard.setdefault(json.loads(message)["type"], message)
            found[f"page {query}"], found[f"error {query}"] = heard["page"], heard["error"]
    return found


def without_masks(body: bytes) -> bytes:
    """Return a page without its forms' tokens, which are random."""
    return re.sub(rb'name="csrf" value="[^"]+"', b"", body)


@pytest.mark.parametrize("moves", MOMENTS)
def test_twins_send_the_same_bytes(room: Room, moves: int, house: House) -> None:
    seats = min(3, room.plate.seats[1])
    match = real_match(room, seats, moves)
    assert not match.over
    differing = 0
    for viewer in (SPECTATOR, *range(seats)):
        try:
            twin = Twin(match, viewer)
        except LongbeardError:
            continue
        differing += twin.state.dump() != match.state.dump()
        real, imagined = sent(house, match, viewer), sent(house, twin, viewer)
        for path, body in real.items():
            assert body == imagined[path], f"{path} tells viewer {viewer} what it cannot know"
    assert differing or moves == 0, "the twins were no twins, but the same match"


def test_a_leak_would_be_found(house: House) -> None:
    """The test's own test: a page that shows more is caught."""
    from longbeard.games import rooms

    match = real_match(next(iter(rooms().values())), 2, 5)
    leaky = Twin(match, SPECTATOR)
    leaky.seats = ["Ada", "Bert?"]
    assert sent(house, match, SPECTATOR) != sent(house, leaky, SPECTATOR)
