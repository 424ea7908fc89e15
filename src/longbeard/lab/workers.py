"""Worker processes that play matches, and somebody who hands them out and takes the results.

Results come in any order; each depends only on its pairing. A worker reports every match, so that it is known
which one it played when it died.
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
"""Seconds for a worker to put its bots away."""
# A fresh interpreter: what a forked copy of this one would hold open or half done is none of its business.
CONTEXT: Final = get_context("spawn")


class Broken(LongbeardError):
    """A match that could not be played to its end."""


class Worker:
    """A process that plays the matches of one deal after the other."""

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
        """Hand out the matches of a deal."""
        self._waiting.extend(pairings)
        with contextlib.suppress(BrokenPipeError):  # it is dead, which `take` will say
            self.pipe.send(pairings)

    def take(self) -> Result:
        """The next result, or Broken, naming the match."""
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
        """See that a process that was told to end has done so."""
        self.process.join(max(0.0, deadline - monotonic()))
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        self.pipe.close()


def play_all(plan: Plan, deals: list[list[Pairing]], jobs: int) -> Generator[Result, None, None]:
    """Play every match of every deal in so many processes; results as they come."""
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
    """Ctrl-C waits; and the workers that are born here never hear of it: whoever started them ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(plan: Plan, pipe: "Connection[Result | str, list[Pairing]]") -> None:
    """What a worker does until it is ended, or its pipe."""
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
