"""`longbeard serve`: one process that serves all tables of a store."""

import asyncio
import gc
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from urllib.parse import urlsplit

import uvicorn

from longbeard.engine.errors import BadOptions
from longbeard.web import logs
from longbeard.web.app import Settings, make_app
from longbeard.web.connections import HEADER_BYTES, Config, Connections, raise_handles
from longbeard.web.lan import lan_addresses
from longbeard.web.limits import Limits
from longbeard.web.middleware import HOST, Readiness
from longbeard.web.proxies import Proxies
from longbeard.web.workers import OWN_HOST, bound, end_with_parent, run_workers

STOP_SECONDS = 8
SWITCH_SECONDS = 0.0005
"""Seconds for which the event loop keeps the interpreter while the store's thread has something to do."""
YOUNG = 50_000
"""New objects after which the garbage collector looks at them, if it did not do so by itself before."""
NEVER = 1_000_000
YOUNG_TICKS = 2
"""Ticks of the server, ten a second, between looks at new objects: few at a time, so that nobody notices."""
ALL_TICKS = 6_000
"""Ticks between looks at all objects, which stop everybody for a tenth of a second."""
PORTS = {"http": 80, "https": 443}
log = logging.getLogger("longbeard.serve")
__all__ = ["Limits", "Proxies", "Settings", "run_workers", "serve"]


def serve(
    settings: Settings,
    host: str,
    port: int,
    browser: bool = False,
    say: Callable[[str], None] = print,
    worker: int = 0,
    opens: str = "",
) -> None:
    """Serve until told to stop; then close all sockets, so that clients reconnect, and finish writing.

    A worker (1, 2, …) shares the port with others, and has another one for itself. `opens` is the page that
    a browser is shown, instead of the first one.
    """
    logs.start()
    settings = replace(settings, public_url=checked_url(settings.public_url))
    listening = _listen(host, port, shared=worker > 0)
    own = [_listen(OWN_HOST, port + worker)] if worker else []
    others = lan_addresses(host, listening.getsockname()[1])
    settings = replace(settings, lan=next(iter(others), ""))
    app = make_app(settings)
    connections = Connections(settings.limits, settings.proxies, app.metrics, raise_handles())
    app.metrics.gauges["connections"] = connections.count
    config = Config(
        app,
        connections,
        loop="uvloop",
        ws_max_size=settings.limits.message_bytes * 4,
        ws_per_message_deflate=False,  # it would cost 100 kB for every socket
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        h11_max_incomplete_event_size=HEADER_BYTES,
        proxy_headers=False,  # uvicorn trusts everybody on this machine; we trust --trusted-proxy
    )
    for number in (signal.SIGTERM, signal.SIGINT):
        # uvicorn raises the signal once more when all is closed; by then it is no failure.
        signal.signal(number, lambda *_: sys.exit(0))
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}/"
    if settings.public_url:
        address = f"{settings.public_url}/ by way of {address}"
    say(f"Longbeard is at {address}  (Ctrl-C stops it; every game is kept)")
    if others and not settings.public_url:
        say(f"Friends on your network find it at {' or '.join(f'{one}/' for one in others)}")
    if browser:
        threading.Timer(0.5, _open, [f"{settings.public_url or address}{opens}"]).start()
    _tune_interpreter()
    stop_tracing = _trace(settings.traces, f"{host}:{listening.getsockname()[1]}")
    try:
        if worker:
            end_with_parent()
        Server(config, app.readiness, settings.drain).run(sockets=[listening, *own])
    finally:
        stop_tracing()


class Server(uvicorn.Server):
    """uvicorn's server, which announces that it leaves before it stops, and collects garbage."""

    def __init__(self, config: Config, readiness: Readiness, drain: float) -> None:
        super().__init__(config)
        self._readiness = readiness
        self._drain = drain

    async def on_tick(self, counter: int) -> bool:
        """Collect garbage, besides what uvicorn does: often the new objects, rarely all."""
        if counter % ALL_TICKS == ALL_TICKS - 1:
            gc.collect()
        elif counter % YOUNG_TICKS == 0:
            gc.collect(0)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop after the drain time; at the second signal, at once."""
        if self._readiness.leaving or not self._drain:
            super().handle_exit(sig, frame)
            return
        self._readiness.leaving = True
        log.info("leaving in %g seconds", self._drain)
        asyncio.get_running_loop().call_later(self._drain, super().handle_exit, sig, frame)


def _trace(endpoint: str, server: str) -> Callable[[], None]:
    """Send traces to a collector, if there is one; return a function that stops it."""
    if not endpoint:
        return lambda: None
    from longbeard.web import traces

    return traces.start(endpoint, server)


def _tune_interpreter() -> None:
    """Make pauses short: of the garbage collector, which the server runs itself, and between threads."""
    gc.collect()
    gc.freeze()  # what was imported stays
    gc.set_threshold(YOUNG, NEVER, NEVER)  # older objects are looked at by `Server.on_tick` alone
    sys.setswitchinterval(SWITCH_SECONDS)


def _listen(host: str, port: int, shared: bool = False) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = bound(host, port, family, shared)
    listening.listen(2048)
    return listening


def checked_url(url: str) -> str:
    """Normalise a public URL as a browser writes it in `Origin`, or raise BadOptions.

    >>> checked_url("HTTPS://Wizards.example:443/")
    'https://wizards.example'
    """
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        scheme, port = parts.scheme.lower(), parts.port
    except ValueError:
        scheme, port = "", None
    if scheme not in PORTS or not HOST.fullmatch(parts.netloc) or parts.path.strip("/") or parts.query:
        raise BadOptions(f"--public-url is like https://wizards.example, without a path, not {url!r}")
    host = parts.netloc.lower()
    return f"{scheme}://{host.removesuffix(f':{port}') if port == PORTS[scheme] else host}"


def _shown(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)


def _open(address: str) -> None:
    """Open a browser if there is one."""
    try:
        webbrowser.open(address)
    except Exception:
        return
