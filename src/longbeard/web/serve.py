"""`longbeard serve`: one process that serves a whole house."""

import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from longbeard.engine.errors import LongbeardError
from longbeard.web import logs
from longbeard.web.app import Settings, make_app
from longbeard.web.limits import Limits

STOP_SECONDS = 8
__all__ = ["Limits", "Settings", "serve"]


def serve(
    settings: Settings, host: str, port: int, browser: bool = False, say: Callable[[str], None] = print
) -> None:
    """Serve until told to stop; then close all lines, so that clients come back, and finish all writing."""
    logs.start()
    listening = _listen(host, port)
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        loop="uvloop",
        ws="websockets-sansio",
        ws_max_size=settings.limits.message_bytes * 4,
        ws_per_message_deflate=False,  # it would cost 100 kB for every socket
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        h11_max_incomplete_event_size=32_000,
    )
    address = settings.public_url or f"http://{_shown(host)}:{listening.getsockname()[1]}/"
    say(f"Longbeard is at {address}  (Ctrl-C stops it; every game is kept)")
    if browser:
        threading.Timer(0.5, _open, [address]).start()
    for number in (signal.SIGTERM, signal.SIGINT):
        # uvicorn raises the signal once more when all is closed: then, to be told to stop was no failure.
        signal.signal(number, lambda *_: sys.exit(0))
    uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise LongbeardError(f"{host}:{port} cannot be used: {error.strerror}; try another --port") from error
    listening.listen(2048)
    return listening


def _shown(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)


def _open(address: str) -> None:
    """Open a browser, if there is one; it is a courtesy, not a need."""
    try:
        webbrowser.open(address)
    except Exception:
        return
