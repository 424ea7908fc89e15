"""Worker processes that play the matches of an arena.

Results come in any order; each depends only on its pairing. A worker reports every match by itself, so that
if it dies, the match it was playing is known.
"""

import contextlib
import signal
from collections import deque
from collections.abc import Generator, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from traceback import format_exception_only
from types import FrameType
from typing import Final

from longbeard.engine.errors import LongbeardError
from longbeard.games import room
from longbeard.lab.bout import Plan, Result, play
from longbeard.lab.pairing import Pairing

PATIENCE: Final = 3.0
"""Seconds that a worker has to end its bots."""
# A fresh interpreter: a fork would inherit open files and locks that are held.
CONTEXT: Final = get_context("spawn")


class Broken(LongbeardError):
    """A match that could not be played to its end."""


class Worker:
    """A process that plays matches, deal by deal."""

    def __init__(self, plan: Plan) -> None:
        self.pipe, theirs = CONTEXT.Pipe()
        self.process: BaseProcess = CONTEXT.Process(target=work, args=(plan, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self._waiting: deque[Pairing] = deque()

    @property
    def idle(self) -> bool:
        return not self._waiting

    def give(self, pairings: list[Pairing]) -> None:
        """Send it the matches of a deal."""
        self._waiting.extend(pairings)
        with contextlib.suppress(BrokenPipeError):  # it is dead; `take` raises
            self.pipe.send(pairings)

    def take(self) -> Result:
        """Return its next result, or raise Broken, which names the match."""
        try:
            answer: Result | str = self.pipe.recv()
        except (EOFError, ConnectionResetError) as error:
            self.process.join(PATIENCE)
            raise Broken(f"a worker died ({self._how()}) in {self._waiting[0]}") from error
        if isinstance(answer, str):
            raise Broken(f"{answer}, in {self._waiting[0]}")
        self._waiting.popleft()
        return answer

    def _how(self) -> str:
        code = self.process.exitcode
        return f"signal {-code}" if code and code < 0 else f"code {code}"

    def stop(self, deadline: float) -> None:
        """Wait until the deadline for a terminated process to end, then kill it."""
        self.process.join(max(0.0, deadline - monotonic()))
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        self.pipe.close()


def play_all(plan: Plan, deals: list[list[Pairing]], jobs: int) -> Generator[Result, None, None]:
    """Play all matches in a number of processes; yield results as they come."""
    to_do = deque(deals)
    workers: list[Worker] = []
    try:
        with _no_interrupts():
            workers += [Worker(plan) for job in range(min(jobs, len(deals)))]
        for worker in workers:
            worker.give(to_do.popleft())
        while busy := {worker.pipe: worker for worker in workers if not worker.idle}:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                worker = busy[pipe]
                yield worker.take()
                if worker.idle and to_do:
                    worker.give(to_do.popleft())
    finally:
        with _no_interrupts():
            for worker in workers:
                worker.process.terminate()
            deadline = monotonic() + PATIENCE
            for worker in workers:
                worker.stop(deadline)


@contextlib.contextmanager
def _no_interrupts() -> Iterator[None]:
    """Block Ctrl-C. Workers that are started here inherit that, so that only their parent ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(plan: Plan, pipe: "Connection[Result | str, list[Pairing]]") -> None:
    """Play what comes through the pipe, until it is closed or the process is terminated."""
    signal.signal(signal.SIGTERM, _leave)
    game = room(plan.game)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            for pairing in pipe.recv():
                try:
                    result: Result | str = play(game, plan, pairing)
                except Exception as error:
                    result = "".join(format_exception_only(error)).strip()
                pipe.send(result)


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(1)
