"""All open sockets, by table: each is sent what happened since its last message, and may act for its seat.

A socket only notes that there is news. In the next turn of the event loop all sockets with news are sent what
they have not seen; one that does not read is passed over until it does. So a slow one gets longer messages,
or only the present, delays nobody, and is cut off if it stays slow.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Coroutine
from contextvars import copy_context
from time import monotonic, perf_counter, time
from typing import Any, Final

import msgspec

from longbeard.engine.errors import LongbeardError
from longbeard.engine.story import SPECTATOR
from longbeard.table.house import House
from longbeard.table.limits import TooMany
from longbeard.table.live import LiveTable, TableClosed
from longbeard.table.presence import Page
from longbeard.table.spans import span, traced
from longbeard.web.connections import Socket
from longbeard.web.errors import status_of
from longbeard.web.limits import Bucket, Buckets, Limits, household
from longbeard.web.logs import REQUEST
from longbeard.web.messages import (
    Beat,
    Chat,
    Free,
    Giveback,
    Hint,
    Leave,
    Message,
    Play,
    React,
    Rematch,
    Renew,
    Retell,
    Sight,
    Start,
    Takeover,
    Undo,
    decoder,
)
from longbeard.web.middleware import Visit
from longbeard.web.pages.render import REACTIONS
from longbeard.web.pages.screens import Screen, Screens
from longbeard.web.pages.views import seat_link

SLOW_SECONDS: Final = 15.0
SWEEP_SECONDS: Final = 3.0
BEAT_SECONDS: Final = 0.6
"""Seconds between two heartbeats of a socket while others want to know who is here."""
BEATS: Final = 500
"""Sockets that get a heartbeat in that time; with more sockets, each gets it less often."""
STEPS: Final = 6
"""Batches in which heartbeats are sent, so that no move has to wait for all."""
LATE_SECONDS: Final = 0.3
"""Delay of the event loop in seconds beyond which no socket counts as silent."""
WAITING: Final = 64
"""Small messages that may wait for one socket."""
AHEAD: Final = 8
"""Incoming messages of a socket that may wait for the first of them."""
FLOOD: Final = 4429
COME_AGAIN: Final = 1012
encoder = msgspec.json.Encoder()
log = logging.getLogger("longbeard.web")


class Line:
    """One socket: what it was shown, what waits for it, and what it asks for."""

    __slots__ = (
        "answers", "beaten", "bucket", "context", "ended", "flooded", "hub", "inbox", "obeyed", "page",
        "pipe", "retold", "seen", "shown_attended", "shown_move", "shown_version", "slow_since", "started",
        "table", "viewer", "visit", "waiting", "watching",
    )  # fmt: skip

    def __init__(self, hub: "Hub", pipe: Socket, table: LiveTable, visit: Visit, watching: bool) -> None:
        self.hub = hub
        self.pipe = pipe
        self.bucket = Bucket(hub.limits.messages_rate * 10)
        self.flooded = False
        """Whether it sent too much: then nothing more is read."""
        self.inbox: deque[str] | None = None
        """Incoming messages that wait for the one that is being handled."""
        self.obeyed: asyncio.Task[None] | None = None
        """The task that handles a message."""
        self.context = copy_context()
        """Context of the request that opened the socket, for everything done for it."""
        self.table = table
        self.visit = visit
        self.watching = watching
        self.page: Page | None = None
        """The page in the table's list of pages, once it has joined."""
        self.beaten = 0.0
        """Time of a heartbeat that was not answered yet."""
        self.answers = False
        """Whether it has ever answered one: programs need not."""
        self.shown_version = self.shown_attended = -1
        self.seen: Screen | None = None
        """The page that this socket has; its parts are shared with all who have the same."""
        self.viewer = SPECTATOR
        self.started = table.started
        self.retold = table.retold
        self.shown_move = 0
        self.waiting: list[bytes] = []
        self.slow_since = 0.0
        """Time since which it has not read what it was sent."""
        self.ended = False
        """Whether the table was dropped, so that the page has to connect again."""

    @property
    def person(self) -> str:
        """Identity of the person; empty for those who only watch."""
        return "" if self.watching else self.visit.person.id

    def post(self, message: bytes) -> None:
        """Queue a small message for this socket; beyond the limit, the oldest is dropped."""
        if len(self.waiting) >= WAITING:
            del self.waiting[0]
        self.waiting.append(message)
        self.hub.serve_soon(self)

    def send_away(self) -> None:
        """Close this socket after its queued messages; the page reconnects by itself."""
        self.ended = True
        self.hub.serve_soon(self)

    def write(self, message: bytes) -> None:
        """Send a message."""
        self.pipe.write(message)
        if not self.pipe.ready:
            self.slow_since = monotonic()

    def ready(self) -> None:
        """Send what waits: the client reads again."""
        self.slow_since = 0.0
        self.hub.serve_soon(self)

    def heard(self, text: str) -> None:
        """Handle a message, after all that came before it."""
        if self.obeyed is None:
            self._obey(text)
            return
        if self.inbox is None:
            self.inbox = deque()
        self.inbox.append(text)
        if len(self.inbox) >= AHEAD:
            self.pipe.wait()

    def _obey(self, text: str) -> None:
        """Start to handle a message."""
        hub = self.hub
        rate = hub.limits.messages_rate
        hub.house.metrics.count("messages")
        if self.flooded:
            return
        if not self.bucket.take(rate, rate * 10) or len(text) > hub.limits.message_bytes:
            hub.house.metrics.count("sockets_flooded")
            self.flooded = True
            hub.soon(self.pipe.leave(FLOOD, "too much at once"))
            return
        self.obeyed = hub.obey(self, text)
        if self.obeyed is not None:
            self.obeyed.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        """Report the error of a message, if there was one, and handle the next ones."""
        self.obeyed = None
        if not task.cancelled() and (error := task.exception()) is not None:
            self.hub.refuse(self, error)
        while self.inbox and self.obeyed is None:
            self._obey(self.inbox.popleft())
        if not self.inbox:
            self.pipe.go_on()

    def gone(self) -> None:
        """Remove this socket: it is closed."""
        self.hub.part(self)


class Hub:
    """All open sockets, by table."""

    def __init__(self, house: House, limits: Limits) -> None:
        self.house = house
        self.limits = limits
        self.lines: dict[str, set[Line]] = {}
        self.screens: dict[str, Screens] = {}
        self.count = 0
        self._addresses: Counter[str] = Counter()
        self.chats = Buckets(limits.chat_rate)
        self.hints = Buckets(limits.hints_rate)
        self._tasks: set[asyncio.Task[None]] = set()
        self._news: dict[Line, None] = {}
        """Sockets to serve in the next turn of the event loop, in the order in which there was news for
        them."""
        self._unsettled: set[LiveTable] = set()
        """Tables that are being written: their sockets are served when that is done."""
        self._turn = 0
        """Index of the socket that gets the next heartbeat, if not all can."""
        house.on_change = self.changed
        house.on_chat = lambda table, said: self._tell_here(
            table, {"type": "chat", "from": said.name, "seat": said.seat, "text": said.text}
        )
        house.on_news = lambda table, seat, words: self._tell_here(
            table, {"type": "news", "seat": seat, "text": words}
        )
        house.watched = lambda name: name in self.lines
        house.on_gone = self.gone
        if house.others is not None:
            house.others.on_talk = self._tell_here
        house.metrics.gauges["sockets"] = lambda: self.count

    def changed(self, table: LiveTable) -> None:
        """Serve everybody at a table: its page has changed."""
        for line in self.lines.get(table.id, ()):
            self.serve_soon(line)

    def serve_soon(self, line: Line) -> None:
        """Send a socket what is new to it, in the next turn of the event loop."""
        if not self._news:
            asyncio.get_running_loop().call_soon(self._serve_all)
        self._news[line] = None

    def _serve_all(self) -> None:
        lines, self._news = self._news, {}
        for line in lines:
            try:
                self._serve(line)
            except Exception:
                log.exception("a page could not be sent", extra={"table": line.table.id})
                line.pipe.cut_off()  # it reconnects, and gets a whole page

    def _serve(self, line: Line) -> None:
        """Send queued messages, then the newest page, as far as the client reads them."""
        table = line.table
        if line.pipe.closing:
            return
        while line.waiting and line.pipe.ready:
            line.write(line.waiting.pop(0))
        if not line.pipe.ready:
            return
        if line.ended:
            self.soon(line.pipe.leave(COME_AGAIN, "the table was put away; come again"))
        elif line.shown_version == table.version and line.shown_attended == table.attended:
            return
        elif table.settling:
            self._serve_later(table)
        elif line.shown_version != table.version:
            line.write(_newest(self, line))
            self.house.metrics.count("pages")
        else:
            line.write(_people(self, line))

    def _serve_later(self, table: LiveTable) -> None:
        """Serve the sockets of a table when what is being written there is stored or refused."""

        async def wait() -> None:
            await table.settled()
            self._unsettled.discard(table)
            self.changed(table)

        if table not in self._unsettled:
            self._unsettled.add(table)
            self.soon(wait())

    def soon(self, chore: Coroutine[Any, Any, None]) -> None:
        """Start a task that nobody waits for."""
        self._tasks.add(task := asyncio.ensure_future(chore))
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(task.exception(), Exception):
            log.debug("a task of a socket failed: %r", task.exception())

    def gone(self, table: LiveTable) -> None:
        """Close the sockets of a table that was dropped; they reconnect, and it is loaded again."""
        for line in [line for line in self.lines.get(table.id, ()) if line.table is table]:
            line.send_away()

    def send_away(self, person: str) -> None:
        """Close all sockets of a person who was forgotten; their pages reconnect as a stranger's."""
        for lines in self.lines.values():
            for line in lines:
                if line.visit.person.id == person:
                    line.send_away()

    def tell(self, table: LiveTable, message: dict[str, Any]) -> None:
        """Send a small message to everybody at a table, whichever server they are on."""
        self._tell_here(table, message)
        if self.house.others is not None:
            self.house.others.bus.say("talk", table.id, message=message)

    def _tell_here(self, table: LiveTable, message: dict[str, Any]) -> None:
        text = encoder.encode(message)
        for line in self.lines.get(table.id, ()):
            line.post(text)

    def screens_of(self, table: LiveTable, base: str) -> Screens:
        """Return the screens of a table, kept while somebody watches it."""
        found = self.screens.get(table.id)
        if found is None or found.table is not table or found.base != base:
            found = Screens(table, base)
            if table.id in self.lines:
                self.screens[table.id] = found
                table.match.watched = True
        return found

    def join(self, line: Line) -> None:
        """Add a new socket, if the limits allow it."""
        limits, address = self.limits, household(line.visit.address)
        lines = self.lines.get(line.table.id, set())
        if self.count >= limits.sockets or len(lines) >= limits.table_sockets:
            raise TooMany("too many people watch this table or this server; try again later")
        if self._addresses[address] >= limits.sockets_each:
            raise TooMany("too many pages are open from your address; close some of them")
        self.lines.setdefault(line.table.id, set()).add(line)
        self.count += 1
        self._addresses[address] += 1
        line.page = line.table.arrive(line.person)
        line.table.wake()

    def part(self, line: Line) -> None:
        """Remove a socket."""
        lines = self.lines[line.table.id]
        lines.discard(line)
        if not lines:
            del self.lines[line.table.id]
            self.screens.pop(line.table.id, None)
            line.table.match.watched = False
        self.count -= 1
        address = household(line.visit.address)
        self._addresses[address] -= 1
        if self._addresses[address] <= 0:
            del self._addresses[address]
        if line.page is not None:
            line.table.depart(line.page)

    async def sweep(self) -> None:
        """Cut off sockets that do not read what they are sent."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            late = monotonic() - SLOW_SECONDS
            for lines in list(self.lines.values()):
                for line in [line for line in lines if 0.0 < line.slow_since < late]:
                    self.house.metrics.count("sockets_slow")
                    line.slow_since = 0.0
                    line.pipe.cut_off()

    async def beat(self) -> None:
        """Find connections that were lost silently: a phone that sleeps, a cable that was pulled.

        Only where others watch: nobody alone at a table needs to know that they are there.
        """
        due = monotonic()
        tried: list[Line] = []
        step = -1
        while True:
            due += BEAT_SECONDS / STEPS
            await asyncio.sleep(max(0.0, due - monotonic()))
            if monotonic() - due > LATE_SECONDS:
                due = monotonic()
                for lines in self.lines.values():
                    for line in lines:
                        line.beaten = due if line.beaten else 0.0  # their answers may be waiting for us
                continue
            step = (step + 1) % STEPS
            if step == 0:
                tried = self._tried()
            for line in tried[step::STEPS]:
                if line in self.lines.get(line.table.id, ()):
                    self._try(line)

    def _tried(self) -> list[Line]:
        """List the sockets that get a heartbeat now: those of people at whose table others watch."""
        together = (lines for lines in self.lines.values() if _together(lines))
        found = [line for lines in together for line in lines if line.person]
        first = self._turn % len(found) if len(found) > BEATS else 0
        self._turn = first + BEATS
        return [*found[first:], *found[:first]][:BEATS]

    def _try(self, line: Line) -> None:
        """Send a heartbeat, or note that the last one was not answered."""
        if not line.beaten:
            line.beaten = monotonic()
            line.post(BEAT)
            return
        heard = not line.answers or monotonic() - line.beaten <= self.limits.silent_seconds
        if not heard and line.page and not line.page.silent:
            line.table.note(line.page, silent=True)

    # Messages from sockets.

    def obey(self, line: Line, text: str) -> "asyncio.Task[None] | None":
        """Start to handle a message; return a task for what may take a while."""
        try:
            said = decoder.decode(text)
        except msgspec.MsgspecError as error:
            line.post(error_message("bad_message", f"this message cannot be read: {error}"))
            return None
        if line.page and line.page.silent:
            line.table.note(line.page, silent=False)
        if isinstance(said, Beat):
            line.beaten, line.answers = 0.0, True
            return None
        if isinstance(said, Play) and not traced():
            started = perf_counter()
            task = line.table.play_soon(line.person, said.move, said.action, line.context)
            task.add_done_callback(lambda task: self.house.metrics.time("move", perf_counter() - started))
            return task
        loop = asyncio.get_running_loop()
        self._tasks.add(task := loop.create_task(self._traced(line, said), context=line.context))
        task.add_done_callback(self._tasks.discard)
        return task

    def refuse(self, line: Line, error: BaseException) -> None:
        """Report why something was not done."""
        if not isinstance(error, LongbeardError):
            log.error("a message could not be obeyed", exc_info=error, extra={"table": line.table.id})
            line.pipe.cut_off()
            return
        status, word = status_of(error)
        self.house.metrics.count("refused", f'why="{word}"')
        line.post(error_message(word, str(error)))
        if isinstance(error, TableClosed):
            line.send_away()
        elif status == 409:
            self.serve_soon(line)  # the present state, unless this socket was sent just that already

    async def _traced(self, line: Line, said: Message) -> None:
        with span(f"socket {type(said).__name__.lower()}", **{"longbeard.request": REQUEST.get()}):
            await self._obey(line, said)

    async def _obey(self, line: Line, said: Message) -> None:
        table, person = line.table, line.person
        if isinstance(said, Sight):
            if line.page and line.page.in_sight != said.seen:
                table.note(line.page, in_sight=said.seen)
        elif isinstance(said, Play):
            with self.house.metrics.timed("move"):
                await table.play(person, said.move, said.action)
        elif isinstance(said, Undo):
            await table.undo(person, said.move)
        elif isinstance(said, Retell):
            await table.settled()
            viewer = table.viewer_of(person)
            line.post(self.screens_of(table, line.visit.shared).retold_from(viewer, said.move))
        elif isinstance(said, Chat):
            await self._chat(line, said.text)
        elif isinstance(said, React):
            self._react(line, said.name)
        elif isinstance(said, Hint):
            self._hint(line)
        elif isinstance(said, Rematch):
            name = await self.house.rematch(table, person, said.level)
            line.post(_text({"type": "go", "to": f"/t/{name}"}))
        elif isinstance(said, Leave):
            await table.leave(person)
            line.post(_text({"type": "go", "to": "/"}))
        elif isinstance(said, Takeover):
            await table.bring_bot(person, said.seat)
        elif isinstance(said, Start):
            await table.start(person, said.level)
        elif isinstance(said, Free):
            await table.free_chair(person, said.seat)
        elif isinstance(said, Renew):
            await table.renew_link(person)
            self._tell_link(line)
        elif isinstance(said, Giveback):
            await table.give_back(person, said.seat)

    def _tell_link(self, line: Line) -> None:
        """Send the link of a seat to the pages of its holder, and to nobody else."""
        seat = line.table.viewer_of(line.person)
        for other in self.lines.get(line.table.id, ()):
            if seat >= 0 and other.person == line.person:
                link = seat_link(line.table, seat, other.visit.shared)
                other.post(_text({"type": "seat_link", "link": link}))

    async def _chat(self, line: Line, text: str) -> None:
        if not self.chats.take(line.person):
            raise TooMany("you write faster than the chat allows; wait a moment")
        await self.house.say(line.table, line.person, text)

    def _react(self, line: Line, name: str) -> None:
        seat = line.table.viewer_of(line.person)
        if seat < 0 or name not in REACTIONS or not self.chats.take(line.person):
            raise TooMany(f"those who sit here react now and then, with one of: {', '.join(REACTIONS)}")
        who = line.table.seats[seat].name
        message = {"type": "reaction", "seat": seat, "from": who, "name": name, "text": REACTIONS[name]}
        self.tell(line.table, message)

    def _hint(self, line: Line) -> None:
        """Ask the bots in the background."""
        if not self.hints.take(line.person):
            raise TooMany("you ask for hints faster than the bots can think; wait a moment")
        self.soon(self._advise(line))

    async def _advise(self, line: Line) -> None:
        move = line.table.moves
        try:
            advice = await line.table.advise(line.person)
        except LongbeardError as error:
            line.post(error_message(status_of(error)[1], str(error)))
            return
        if line.table.moves == move:
            line.post(_text({"type": "hint", "move": move, "choices": advice}))


def _together(lines: set[Line]) -> bool:
    """Return whether others watch, here or on another server."""
    return len({line.person for line in lines}) > 1 or any(line.table.company.elsewhere for line in lines)


def _text(message: dict[str, Any]) -> bytes:
    return encoder.encode(message)


BEAT: Final = _text({"type": "beat"})


def clock_message() -> bytes:
    """Return a message with the server's time of day: pages count down by it, since their own clock may be
    wrong."""
    return _text({"type": "now", "now": time()})


def error_message(word: str, text: str) -> bytes:
    return _text({"type": "error", "kind": word, "text": text})


def _newest(hub: Hub, line: Line) -> bytes:
    """Return what a socket has not seen yet, and note that it has."""
    table = line.table
    screens = hub.screens_of(table, line.visit.shared)
    viewer = table.viewer_of(line.person)
    if (viewer, table.started) != (line.viewer, line.started):
        line.viewer, line.started, line.seen = viewer, table.started, None
    text, line.seen = screens.message(viewer, line.shown_move, line.seen, line.retold)
    line.shown_version, line.shown_move, line.retold = table.version, table.moves, table.retold
    line.shown_attended = table.attended
    return text


def _people(hub: Hub, line: Line) -> bytes:
    """Return the changes of presence, for a socket that has seen everything else."""
    assert line.seen is not None
    text, line.seen = hub.screens_of(line.table, line.visit.shared).people_message(line.viewer, line.seen)
    line.shown_attended = line.table.attended
    return text
