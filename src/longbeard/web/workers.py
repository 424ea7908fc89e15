"""Several servers on one port: `longbeard serve --workers 3`, for a store that servers can share.

The parent serves nobody. It starts the workers, restarts one that died, and stops all of them together. The
kernel distributes new connections among them (SO_REUSEPORT). Worker K also listens on a port of its own, the
K-th after the shared one, on this machine alone: for its health and its metrics.
"""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from time import monotonic, sleep
from types import FrameType
from typing import IO, Final

from longbeard.engine.errors import LongbeardError

LOOK_SECONDS: Final = 0.1
SHORT_SECONDS: Final = 10.0
"""Seconds of life below which a worker's death is blamed on its start: the next attempt waits longer."""
LONGEST_WAIT: Final = 30.0
TRIES: Final = 50
OWN_HOST: Final = "127.0.0.1"
log = logging.getLogger("longbeard.workers")


class Worker:
    """One of the servers; when it dies, it is restarted."""

    def __init__(self, number: int, command: Sequence[str]) -> None:
        self.number = number
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self.began = 0.0
        self.failures = 0
        self.again_at = 0.0

    def start(self) -> None:
        """Start it. It ends by itself when its standard input does: with this process."""
        self.began, self.again_at = monotonic(), 0.0
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the parent, which tells each worker once
        )

    def wait_until_it_serves(self) -> bool:
        """Wait for its first line of output; return False if it ended without one."""
        assert self.process is not None
        assert self.process.stdout is not None
        served = bool(self.process.stdout.readline())
        self._drain(self.process.stdout)
        return served

    def _drain(self, said: IO[bytes]) -> None:
        threading.Thread(target=lambda: [*said], daemon=True).start()

    def look(self) -> None:
        """Restart it if it died, at once or, after repeated deaths, after a while."""
        if self.process is None or self.process.poll() is None:
            return
        if not self.again_at:
            code, lived = self.process.returncode, monotonic() - self.began
            self.failures = self.failures + 1 if lived < SHORT_SECONDS else 0
            wait = min(LONGEST_WAIT, 0.25 * 2**self.failures) if self.failures else 0.0
            self.again_at = monotonic() + wait
            log.error("worker %d ended (%d) and is started again", self.number, code)
            self._close()
        if monotonic() >= self.again_at:
            self.start()
            assert self.process.stdout is not None
            self._drain(self.process.stdout)

    def tell(self, number: int) -> None:
        """Send it a signal, if it is running."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)

    def end(self) -> int:
        """Wait for its end, and return its exit code."""
        if self.process is None:
            return 0
        code = self.process.wait()
        self._close()
        return code

    def _close(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()


def run_workers(
    arguments: Sequence[str], count: int, host: str, port: int, say: Callable[[str], None]
) -> int:
    """Run workers with the same arguments until told to stop; return the exit code."""
    held = reserve(host, port, count)
    port = held.getsockname()[1]
    told: list[int] = []
    workers = [
        Worker(
            number,
            [sys.executable, "-m", "longbeard", *arguments, "--port", str(port), "--worker", str(number)],
        )
        for number in range(1, count + 1)
    ]

    def stop(number: int, _frame: FrameType | None) -> None:
        told.append(number)
        for worker in workers:
            worker.tell(signal.SIGTERM)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    try:
        code = _start(workers, told)
        if code == 0 and not told:
            shown = {"0.0.0.0": OWN_HOST, "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
            say(f"Longbeard is at http://{shown}:{port}/  ({count} servers; Ctrl-C stops all of them)")
            doors = ", ".join(str(port + worker.number) for worker in workers)
            say(f"Each alone, for health and metrics: {OWN_HOST}, ports {doors}")
        while code == 0 and not told:
            sleep(LOOK_SECONDS)
            for worker in workers:
                if not told:
                    worker.look()
    finally:
        for worker in workers:
            worker.tell(signal.SIGTERM)
        codes = [worker.end() for worker in workers]
        held.close()
    ended_well = all(one in (0, -signal.SIGTERM) for one in codes)
    return code or (0 if ended_well else 1)


def _start(workers: Sequence[Worker], told: Sequence[int]) -> int:
    """Start the first, and if it serves, the others; return the exit code of one that did not."""
    for some in (workers[:1], workers[1:]):
        for worker in some:
            if not told:
                worker.start()
        for worker in some:
            if worker.process is not None and not worker.wait_until_it_serves() and not told:
                return worker.end() or 1
    return 0


def reserve(host: str, port: int, count: int) -> socket.socket:
    """Bind the shared port without listening on it, so that it stays ours while workers come and go.

    With port 0, find one that is free and has as many free ones after it as there are workers.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for _attempt in range(1 if port else TRIES):
        held = bound(host, port, family)
        chosen = held.getsockname()[1]
        try:
            for number in range(1, count + 1):
                bound(OWN_HOST, chosen + number).close()
        except LongbeardError:
            held.close()
            if port:
                raise
            continue
        return held
    raise LongbeardError(f"there are no {count + 1} free ports one after the other; name one with --port")


def bound(
    host: str, port: int, family: socket.AddressFamily = socket.AF_INET, shared: bool = True
) -> socket.socket:
    """Bind an address, which others may bind as well if it is shared; LongbeardError if that fails."""
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError, UnicodeError) as error:
        made.close()
        reason = error.strerror if isinstance(error, OSError) else error
        raise LongbeardError(
            f"{host}:{port} cannot be used: {reason}; try another --host or --port"
        ) from error
    return made


def end_with_parent() -> None:
    """End this worker when its parent ends, in whatever way: then its standard input is closed."""

    def wait() -> None:
        while os.read(0, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
