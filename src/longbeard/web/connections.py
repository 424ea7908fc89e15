"""Connections before they are requests: how many an address may have, and how long each may keep us waiting.

uvicorn limits none of this. Its class for HTTP/1.1 is told of every connection, every byte and every answer;
here it is given one timer for each connection, and a count for each address.
"""

import asyncio
import re
import resource
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from longbeard.table.metrics import Metrics
from longbeard.web.limits import Limits, household
from longbeard.web.proxies import Proxies

HEADER_BYTES: Final = 16_000
HEADER_LINES: Final = 100
"""A request with more is refused unread: each takes microseconds, and thousands fit into a few kilobytes."""
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
        """Count a new connection; False if its address, or the server, has too many."""
        key = household(address)
        full = self._each[key] >= self.limits.connections_each and not self.proxies.trusts(address)
        if full or connections > self.most:
            self.metrics.count("connections_refused")
            return False
        self._each[key] += 1
        return True

    def let_out(self, address: str) -> None:
        """Stop counting a connection that is gone, or has become a socket, which is counted elsewhere."""
        key = household(address)
        self._each[key] -= 1
        if self._each[key] <= 0:
            del self._each[key]

    def count(self) -> int:
        """Count all connections."""
        return self._each.total()


class Config(uvicorn.Config):
    """uvicorn's settings, and ours for connections."""

    def __init__(self, app: Any, connections: Connections, **given: Any) -> None:
        self.counted = connections
        super().__init__(app, http=Connection, **given)


class Connection(H11Protocol):
    """One connection; it is closed if a request does not come whole, or an answer is not taken, in time."""

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
        except ValueError:  # a Content-Length of thousands of digits, which h11 lets through
            self._refuse(b"400 Bad Request", b"this request cannot be read")
            return
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def _begin(self) -> None:
        """Start the time for a request at its first byte; later bytes do not restart it."""
        if not self._reading:
            self._reading = True
            self._set_timer(self._counted.limits.request_seconds, self._cut_off)

    def _watch(self) -> None:
        """Set the timer for what is waited for now."""
        state = self.conn.their_state
        if not self._address:
            return  # it was refused, or is a socket now
        if state is h11.SEND_BODY:
            self._begin()
        elif state is not h11.IDLE:
            self._reading, self._lines, self._bytes = False, 0, 0
            self._wait_for_taker()
        elif not self._reading:
            self._stop()  # until the next request, uvicorn's own time for idle connections counts

    def _too_many_headers(self, data: bytes) -> bool:
        """Tell whether a request has too many headers. (h11 has a limit only for what comes in pieces.)"""
        found = END_OF_HEADERS.search(data)
        end = found.start() if found else len(data)
        self._lines += data.count(b"\n", 0, end)
        self._bytes += end
        return self._lines > HEADER_LINES or self._bytes > HEADER_BYTES

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        self._stop()
        self._timer = self.loop.call_later(seconds, then)

    def _wait_for_taker(self) -> None:
        """Check now and then, while an answer is being sent, whether some of it was taken."""
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


def raise_handles() -> int:
    """Allow this process as many file handles as it may have; answer how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        return NO_LIMIT
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard
