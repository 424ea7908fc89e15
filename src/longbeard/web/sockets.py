"""Sockets: each gets the newest page of its table, and may act for the seat of whoever opened it.

A socket is told only that its table has changed; when its line is free it sends the newest page. So a slow
one skips pages, nobody waits for it, and if it stays slow it is cut off.
"""

import asyncio
import logging
from collections import Counter, deque
from time import monotonic
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from longbeard.engine.errors import LongbeardError
from longbeard.table.live import LiveTable
from longbeard.web.door import Visit
from longbeard.web.errors import status_of
from longbeard.web.house import House
from longbeard.web.limits import Bucket, Buckets, TooMany, household
from longbeard.web.render import REACTIONS
from longbeard.web.said import Chat, Hint, Leave, Play, React, Rematch, Said, Takeover, Undo, decoder
from longbeard.web.views import Pages, Seen, presence

SLOW_SECONDS: Final = 15.0
SWEEP_SECONDS: Final = 3.0
WAITING: Final = 64
"""So many small messages may wait for one socket."""
NO_TABLE: Final = 4404
FLOOD: Final = 4429
log = logging.getLogger("longbeard.sockets")
encoder = msgspec.json.Encoder()


class Line:
    """One socket: what it was shown, and what waits for it."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], table: LiveTable, visit: Visit, watching: bool
    ) -> None:
        self.socket = socket
        self.table = table
        self.visit = visit
        self.watching = watching
        self.shown_version = -1
        self.seen: Seen | None = None
        self.shown_move = 0
        self.waiting: deque[str] = deque()
        self.news = asyncio.Event()
        self.sending_since = 0.0
        self.bucket: Bucket | None = None

    @property
    def person(self) -> str:
        """Who is at the other end; those who only want to watch have no seat."""
        return "" if self.watching else self.visit.person.id

    def post(self, message: str) -> None:
        """Let a small message wait for this socket; too many, and the oldest is lost."""
        if len(self.waiting) >= WAITING:
            self.waiting.popleft()
        self.waiting.append(message)
        self.news.set()


class Hub:
    """All open sockets, by table."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.lines: dict[str, set[Line]] = {}
        self.pages: dict[str, Pages] = {}
        self.count = 0
        self._addresses: Counter[str] = Counter()
        self._chats = Buckets(house.limits.chat_rate)
        self._hints = Buckets(house.limits.hints_rate)
        self._asked: set[asyncio.Task[None]] = set()
        house.on_change = self.changed
        house.on_chat = lambda table, said: self.tell(
            table, {"type": "chat", "from": said.name, "seat": said.seat, "text": said.text}
        )
        house.watched = lambda name: name in self.lines
        house.metrics.gauges["sockets"] = lambda: self.count

    def changed(self, table: LiveTable) -> None:
        """Wake everyone at a table: there is a new page."""
        for line in self.lines.get(table.id, ()):
            line.news.set()

    def tell(self, table: LiveTable, message: dict[str, Any]) -> None:
        """A small message to everyone at a table."""
        text = encoder.encode(message).decode()
        for line in self.lines.get(table.id, ()):
            line.post(text)

    def tell_presence(self, table: LiveTable) -> None:
        self.tell(table, {"type": "presence", "seats": presence(table)})

    def pages_of(self, table: LiveTable, base: str) -> Pages:
        """The pages of a table, while somebody looks at them."""
        found = self.pages.get(table.id)
        if found is None or found.table is not table or found.base != base:
            found = Pages(table, base)
            if table.id in self.lines:
                self.pages[table.id] = found
        return found

    def join(self, line: Line) -> None:
        """A new socket, if there is room for it."""
        limits, address = self.house.limits, household(line.visit.address)
        lines = self.lines.get(line.table.id, set())
        if self.count >= limits.sockets or len(lines) >= limits.table_sockets:
            raise TooMany("too many are looking on; try again later")
        if self._addresses[address] >= limits.sockets_each:
            raise TooMany("too many pages are open from your address")
        self.lines.setdefault(line.table.id, set()).add(line)
        self.count += 1
        self._addresses[address] += 1
        line.table.arrive(line.person)
        if line.table.viewer_of(line.person) >= 0 and line.table.present[line.person] == 1:
            self.tell_presence(line.table)
        line.table.wake()

    def part(self, line: Line) -> None:
        """A socket is gone."""
        lines = self.lines[line.table.id]
        lines.discard(line)
        if not lines:
            del self.lines[line.table.id]
            self.pages.pop(line.table.id, None)
        self.count -= 1
        address = household(line.visit.address)
        self._addresses[address] -= 1
        if self._addresses[address] <= 0:
            del self._addresses[address]
        line.table.depart(line.person)
        if line.table.viewer_of(line.person) >= 0 and line.person not in line.table.present:
            self.tell_presence(line.table)

    async def sweep(self) -> None:
        """Cut off sockets that do not take what they are sent."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            late = monotonic() - SLOW_SECONDS
            for lines in list(self.lines.values()):
                for line in [line for line in lines if 0.0 < line.sending_since < late]:
                    self.house.metrics.count("sockets_slow")
                    line.sending_since = 0.0
                    line.socket.scope["state"]["cut_off"]()

    # What people say on their sockets.

    async def obey(self, line: Line, text: str) -> None:
        """Do what a message asks, or answer why not."""
        try:
            said = decoder.decode(text)
        except msgspec.MsgspecError as error:
            line.post(_error("bad_message", f"this message cannot be read: {error}"))
            return
        try:
            await self._obey(line, said)
        except LongbeardError as error:
            status, word = status_of(error)
            self.house.metrics.count("refused", f'why="{word}"')
            line.post(_error(word, str(error)))
            if status == 409:
                line.shown_version, line.seen = -1, None  # whatever they thought they saw: here is how it is
                line.news.set()

    async def _obey(self, line: Line, said: Said) -> None:
        table, person = line.table, line.person
        if isinstance(said, Play):
            await table.play(person, said.move, said.action)
        elif isinstance(said, Undo):
            await table.undo(person, said.move)
        elif isinstance(said, Chat):
            await self._chat(line, said.text)
        elif isinstance(said, React):
            self._react(line, said.name)
        elif isinstance(said, Hint):
            self._hint(line)
        elif isinstance(said, Rematch):
            name = await self.house.rematch(table, person)
            line.post(_text({"type": "go", "to": f"/t/{name}"}))
        elif isinstance(said, Leave):
            await table.leave(person)
            line.post(_text({"type": "go", "to": "/"}))
        elif isinstance(said, Takeover):
            await table.bring_bot(person, said.seat)
        else:
            await table.give_back(person, said.seat)

    async def _chat(self, line: Line, text: str) -> None:
        if not self._chats.take(line.person):
            raise TooMany("one thing after the other, please")
        await self.house.say(line.table, line.person, text)

    def _react(self, line: Line, name: str) -> None:
        seat = line.table.viewer_of(line.person)
        if seat < 0 or name not in REACTIONS or not self._chats.take(line.person):
            raise TooMany("not now, please")
        who = line.table.seats[seat].name
        message = {"type": "reaction", "seat": seat, "from": who, "name": name, "text": REACTIONS[name]}
        self.tell(line.table, message)

    def _hint(self, line: Line) -> None:
        """Ask the bots; the socket does not wait for them."""
        if not self._hints.take(line.person):
            raise TooMany("let the bots catch their breath")
        task = asyncio.ensure_future(self._advise(line))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)

    async def _advise(self, line: Line) -> None:
        move = line.table.moves
        try:
            advice = await line.table.advise(line.person)
        except LongbeardError as error:
            line.post(_error(status_of(error)[1], str(error)))
            return
        if line.table.moves == move:
            best = advice[0]
            why = f" {best['why']}" if best["why"] else ""
            text = f"The bots would choose “{best['words']}”: {best['chance']:.0%} to win.{why}"
            line.post(_text({"type": "hint", "move": move, "text": text, "choices": advice}))


def _text(message: dict[str, Any]) -> str:
    return encoder.encode(message).decode()


def _error(word: str, text: str) -> str:
    return _text({"type": "error", "kind": word, "text": text})


@websocket("/ws/table/{name:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], name: FromPath[str]) -> None:
    """The line between a page and its table."""
    hub: Hub = socket.app.state.hub
    visit: Visit = socket.scope["state"]["visit"]
    await socket.accept()
    try:
        table = await hub.house.find(name)
        line = Line(socket, table, visit, watching="watch" in socket.query_params)
        hub.join(line)
    except LongbeardError as error:
        await socket.send_data(_error(status_of(error)[1], str(error)), mode="text")
        await socket.close(code=NO_TABLE if status_of(error)[0] == 404 else FLOOD, reason=str(error)[:100])
        return
    line.shown_move = _number(socket.query_params.get("move"), table.moves)
    sending = asyncio.ensure_future(_send_all(hub, line))
    sending.add_done_callback(lambda done: done.cancelled() or done.exception())
    line.news.set()
    try:
        await _listen(hub, line)
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        hub.part(line)


async def _listen(hub: Hub, line: Line) -> None:
    rate = hub.house.limits.messages_rate
    bucket = Bucket(rate * 10)
    while True:
        text = await line.socket.receive_data(mode="text")
        hub.house.metrics.count("messages")
        if not bucket.take(rate, rate * 10) or len(text) > hub.house.limits.message_bytes:
            hub.house.metrics.count("sockets_flooded")
            await line.socket.close(code=FLOOD, reason="too much at once")
            return
        await hub.obey(line, text)


async def _send_all(hub: Hub, line: Line) -> None:
    """Send what waits, then the newest page, whenever there is news."""
    table = line.table
    while True:
        await line.news.wait()
        line.news.clear()
        while line.waiting:
            await _send(line, line.waiting.popleft())
        await table.settled()
        if line.shown_version != table.version:
            await _send(line, _newest(hub, line))  # nothing here holds on to the page while it waits for news
            hub.house.metrics.count("pages")


def _newest(hub: Hub, line: Line) -> str:
    """The newest page for a socket, which from then on is what it has seen."""
    table = line.table
    pages = hub.pages_of(table, line.visit.base)
    since = min(line.shown_move, table.moves)
    page, line.seen = pages.message(table.viewer_of(line.person), since, line.seen)
    line.shown_version, line.shown_move = table.version, table.moves
    return page


async def _send(line: Line, text: str) -> None:
    line.sending_since = monotonic()
    await line.socket.send_data(text, mode="text")
    line.sending_since = 0.0


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 8 else default
