"""Connections below the level of requests: how many an address may have, and how long each may keep us
waiting.

uvicorn limits none of this. Its class for HTTP/1.1 is told of every connection, every byte and every answer;
here it is given one timer for each connection, and a count for each address. Its class for WebSockets is
given a fast path for whole text messages. Once a socket has a listener it is no longer a request: the app has
answered, and what comes in goes to the listener.
"""

import asyncio
import re
import resource
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.speedups import apply_mask

from longbeard.table.metrics import Metrics
from longbeard.web.limits import Limits, household
from longbeard.web.proxies import Proxies

HEADER_BYTES: Final = 16_000
HEADER_LINES: Final = 100
"""Most header lines of a request, which is otherwise refused unread: each costs microseconds, and thousands
fit into a few kilobytes."""
END_OF_HEADERS: Final = re.compile(rb"\n\r?\n")
SPARE_HANDLES: Final = 64
"""File handles that connections leave for the store, the bots and the log."""
NO_LIMIT: Final = 1_000_000


class Connections:
    """All connections of a server, by address. A trusted proxy's are not counted: it speaks for many."""

    def __init__(self, limits: Limits, proxies: Proxies, metrics: Metrics, handles: int = NO_LIMIT) -> None:
        self.limits = limits
        self.proxies = proxies
        self.metrics = metrics
        self.most = max(1, handles - SPARE_HANDLES)
        self._each: Counter[str] = Counter()

    def let_in(self, address: str, connections: int) -> bool:
        """Count a new connection; return False if its address, or the server, has too many."""
        key = household(address)
        full = self._each[key] >= self.limits.connections_each and not self.proxies.trusts(address)
        if full or connections > self.most:
            self.metrics.count("connections_refused")
            return False
        self._each[key] += 1
        return True

    def let_out(self, address: str) -> None:
        """Stop counting a connection that is closed, or has become a socket, which is counted elsewhere."""
        key = household(address)
        self._each[key] -= 1
        if self._each[key] <= 0:
            del self._each[key]

    def count(self) -> int:
        """Return the number of connections."""
        return self._each.total()


class Config(uvicorn.Config):
    """uvicorn's configuration, with ours for connections."""

    def __init__(self, app: Any, connections: Connections, **given: Any) -> None:
        self.counted = connections
        super().__init__(app, http=Connection, ws=Socket, **given)


class Connection(H11Protocol):
    """One connection; it is closed if a request does not arrive whole, or an answer is not read, in time."""

    def __init__(self, config: Config, *given: Any, **named: Any) -> None:
        super().__init__(config, *given, **named)
        self._counted = config.counted
        self._address = ""
        self._timer: asyncio.TimerHandle | None = None
        self._reading = False
        self._lines = self._bytes = 0
        self._unsent = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if not self._counted.let_in(address, len(self.connections)):
            self._refuse(b"503 Service Unavailable", b"too many connections; close some of them")
            return
        self._address = address
        self._set_timer(self._counted.limits.idle_seconds, self._cut_off)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            self._begin()
            if self._too_many_headers(data):
                text = f"a request has at most {HEADER_LINES} lines and {HEADER_BYTES} bytes of headers"
                self._refuse(b"431 Request Header Fields Too Large", text.encode())
                return
        try:
            super().data_received(data)
        except ValueError:  # a Content-Length of thousands of digits, which h11 accepts
            self._refuse(
                b"400 Bad Request", b"this request cannot be parsed: Content-Length is a number of bytes"
            )
            return
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def _begin(self) -> None:
        """Start the timer for a request at its first byte; later bytes do not restart it."""
        if not self._reading:
            self._reading = True
            self._set_timer(self._counted.limits.request_seconds, self._cut_off)

    def _watch(self) -> None:
        """Set the timer for what is awaited now."""
        state = self.conn.their_state
        if not self._address:
            return  # it was refused, or is a socket now
        if state is h11.SEND_BODY:
            self._begin()
        elif state is not h11.IDLE:
            self._reading, self._lines, self._bytes = False, 0, 0
            self._wait_for_taker()
        elif not self._reading:
            self._stop()  # until the next request, uvicorn's own timeout for idle connections applies

    def _too_many_headers(self, data: bytes) -> bool:
        """Return whether a request has too many headers. (h11 has a limit only for what comes in pieces.)"""
        found = END_OF_HEADERS.search(data)
        end = found.start() if found else len(data)
        self._lines += data.count(b"\n", 0, end)
        self._bytes += end
        return self._lines > HEADER_LINES or self._bytes > HEADER_BYTES

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        self._stop()
        self._timer = self.loop.call_later(seconds, then)

    def _wait_for_taker(self) -> None:
        """Check regularly, while an answer is being sent, whether some of it was read."""
        self._unsent = self.transport.get_write_buffer_size()
        self._set_timer(self._counted.limits.idle_seconds, self._look_again)

    def _look_again(self) -> None:
        if self.transport.get_write_buffer_size() == self._unsent > 0:
            self._cut_off()
        else:
            self._wait_for_taker()

    def _cut_off(self) -> None:
        self._counted.metrics.count("connections_slow")
        self.transport.abort()

    def _refuse(self, status: bytes, text: bytes) -> None:
        head = b"HTTP/1.1 %s\r\ncontent-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
        self.transport.write(head % (status, len(text)) + text)
        self.transport.close()

    def _leave(self) -> None:
        self._stop()
        if self._address:
            self._counted.let_out(self._address)
            self._address = ""

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


TEXT: Final = 0x80 | Opcode.TEXT
CONTROL: Final = (0x80 | Opcode.CLOSE, 0x80 | Opcode.PING, 0x80 | Opcode.PONG)
"""First bytes of control frames, which are whole messages."""
MASKED: Final = 0x80
SHORT: Final = 126
MEDIUM: Final = 1 << 16
"""A length below SHORT is one byte; below MEDIUM it is SHORT and two bytes; else 127 and eight bytes."""
HEAD: Final = 6
"""Bytes before a short message from a browser: kind, length, and a mask of four."""


NO_REQUEST: Final[Any] = {}


class Listener(Protocol):
    """The owner of a socket from its opening to its end."""

    def heard(self, text: str) -> None:
        """Handle a message."""

    def ready(self) -> None:
        """Continue to send: the client has read enough."""

    def gone(self) -> None:
        """Forget the socket: it is closed."""


class Socket(WebSocketsSansIOProtocol):
    """A socket with a fast path for whole text messages in both directions; websockets handles all else."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.listener: Listener | None = None
        self._in_step = True
        """Whether websockets has seen only whole frames, so that it need not see all of them."""

    @property
    def ready(self) -> bool:
        """Whether the client reads what it is sent."""
        return self.writable.is_set()

    @property
    def closing(self) -> bool:
        """Whether nothing can be sent any more."""
        return self.close_sent or self.disconnected or self.conn.state is not State.OPEN

    def write(self, text: bytes) -> None:
        """Send a text message at once; the transport buffers what the client does not read yet."""
        size = len(text)
        if size < SHORT:
            head = bytes((TEXT, size))
        elif size < MEDIUM:
            head = bytes((TEXT, SHORT)) + size.to_bytes(2, "big")
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8, "big")
        self.transport.write(head + text)  # one buffer: uvloop has a fast path for that

    def cut_off(self) -> None:
        """Close the connection without a close frame."""
        self.transport.abort()

    async def leave(self, code: int, reason: str) -> None:
        """Close the connection with a code and a reason."""
        if not self.closing:
            await self.send({"type": "websocket.close", "code": code, "reason": reason})
            self._end()

    def listen(self, listener: Listener) -> None:
        """Pass incoming messages to a listener from now on, those that came in during the opening first."""
        self.listener = listener
        self.go_on()  # first: the listener may want to pause
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                listener.heard(event.get("text") or "")
            elif event["type"] == "websocket.disconnect":
                self._end()

    def wait(self) -> None:
        """Pause reading."""
        if not self.read_paused and not self.closing:
            self.read_paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        """Resume reading."""
        if self.read_paused:
            self.read_paused = False
            if not self.transport.is_closing():
                self.transport.resume_reading()

    def _end(self) -> None:
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.gone()

    async def run_asgi(self) -> None:
        """Let the app answer; a socket with a listener then stays open."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("Exception in ASGI application\n")
        if not self.handshake_complete:
            self.send_500_response()
        if self.listener is not None:
            self.scope = NO_REQUEST
        elif self.close_timer is None:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._end()

    def send_receive_event_to_app(self) -> None:
        super().send_receive_event_to_app()
        if self.listener is not None:
            self.listen(self.listener)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["socket"] = self

    def start_keepalive(self) -> None:
        """Start the keepalive pings, and drop what only the opening needed."""
        super().start_keepalive()
        self.scope["headers"] = []
        del self.request, self.response

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.listener is not None:
            self.listener.ready()

    def data_received(self, data: bytes) -> None:
        """Handle a whole short message, as browsers usually send them; leave anything else to websockets.

        As soon as something came in pieces, or in any other form, websockets handles all that follows.
        """
        if not self.handshake_initiated:
            super().data_received(data)
            return
        kind, size = data[0], len(data)
        whole = HEAD <= size < HEAD + SHORT and data[1] == MASKED | (size - HEAD)
        self._in_step = (
            self._in_step and whole and self.handshake_complete and (kind == TEXT or kind in CONTROL)
        )
        if kind != TEXT or not self._in_step or self.closing:
            super().data_received(data)
            return
        try:
            text = apply_mask(data[HEAD:], data[2:HEAD]).decode()
        except UnicodeDecodeError:
            self.conn.fail(CloseCode.INVALID_DATA, "a message is text in UTF-8")
            self.handle_parser_exception()
            return
        if self.listener is not None:
            self.listener.heard(text)
        else:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            self.wait()


def raise_handles() -> int:
    """Raise this process's limit of file handles as far as it may; return the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        return NO_LIMIT
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard
