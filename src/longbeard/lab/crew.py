"""Who plays: worker processes of this machine, one implementation for the lab, the arena and the ladder.

A task is a function with what it is given; its result depends on nothing else, so it does not matter who does
it, when, or how often it was begun. `cluster.py` is a crew on a Ray cluster.
"""

import contextlib
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from traceback import format_exception_only
from types import FrameType
from typing import Any, Final

from longbeard.engine.errors import LongbeardError

AHEAD: Final = 2
"""Tasks under way for each worker: one that it does, and one that waits for it."""
TRIES: Final = 5
"""How often a task is begun before its loss with a worker is an error."""
PATIENCE: Final = 3.0
"""Seconds that a worker has to end what it plays with."""
# A fresh interpreter: a fork would inherit open files and locks that are held.
CONTEXT: Final = get_context("spawn")


@dataclass(frozen=True)
class Task:
    """Something to be done by whoever is free."""

    name: str
    """What an error is said to have happened in."""
    do: Callable[..., Any]
    given: tuple[Any, ...]


Done = Generator[tuple[int, Any], None, None]
Crew = Callable[[Sequence[Task]], Done]
"""Does tasks and yields each one's place in the list with its result, in any order."""


class Broken(LongbeardError):
    """A task that could not be done."""


class Stopped(KeyboardInterrupt):
    """Somebody wants the run to end: SIGTERM."""


@dataclass(frozen=True)
class _Failure:
    """An exception of a worker, in words."""

    words: str


def alone(tasks: Sequence[Task]) -> Done:
    """Do all tasks in this process, one after the other."""
    for place, task in enumerate(tasks):
        yield place, task.do(*task.given)


def processes(jobs: int, tries: int = TRIES) -> Crew:
    """Let processes of this machine do the tasks. One that dies is replaced, and its task begun again."""

    def crew(tasks: Sequence[Task]) -> Done:
        to_do = deque(range(len(tasks)))
        begun = [0] * len(tasks)
        workers: list[_Worker] = []
        resource_tracker.ensure_running()  # first: where it is started, it unblocks Ctrl-C and SIGTERM
        try:
            while to_do or any(worker.places for worker in workers):
                with no_interrupts():
                    while len(workers) < min(jobs, len(to_do)):
                        workers.append(_Worker())
                for depth in range(1, AHEAD + 1):  # everybody has one before anybody has two
                    for worker in workers:
                        if to_do and len(worker.places) < depth:
                            worker.give(to_do.popleft(), tasks)
                for worker in _ready(workers):
                    try:
                        place, result = worker.take()
                    except EOFError:
                        workers.remove(worker)
                        worker.pipe.close()
                        lost = worker.places[0]
                        begun[lost] += 1
                        if begun[lost] >= tries:
                            times = f" {tries} times" if tries > 1 else ""
                            raise Broken(
                                f"a worker died ({worker.cause()}){times} in {tasks[lost].name}"
                            ) from None
                        to_do.extendleft(reversed(worker.places))
                        continue
                    if isinstance(result, _Failure):
                        raise Broken(f"{result.words}, in {tasks[place].name}")
                    yield place, result
        finally:
            _end(workers)

    return crew


class _Worker:
    """A process, and the tasks that it has."""

    def __init__(self) -> None:
        self.pipe, theirs = CONTEXT.Pipe()
        self.process: BaseProcess = CONTEXT.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.places: deque[int] = deque()

    def give(self, place: int, tasks: Sequence[Task]) -> None:
        self.places.append(place)
        with contextlib.suppress(BrokenPipeError):  # it is dead; `take` says so
            self.pipe.send(tasks[place])

    def take(self) -> tuple[int, Any]:
        """Return the place and the result of the task that it had first; EOFError, if the worker is dead."""
        try:
            result = self.pipe.recv()
        except (EOFError, ConnectionResetError) as error:
            self.process.join(PATIENCE)
            raise EOFError from error
        return self.places.popleft(), result

    def cause(self) -> str:
        code = self.process.exitcode
        return f"signal {-code}" if code and code < 0 else f"code {code}"

    def end(self, deadline: float) -> None:
        """Wait until the deadline for a terminated process to end, then kill it."""
        self.process.join(max(0.0, deadline - monotonic()))
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        self.pipe.close()


def _ready(workers: Sequence[_Worker]) -> list[_Worker]:
    """Wait until a worker has a result, or has died."""
    busy: dict[Any, _Worker] = {worker.pipe: worker for worker in workers if worker.places}
    return [busy[pipe] for pipe in wait(list(busy))]


def _end(workers: Sequence[_Worker]) -> None:
    with no_interrupts():
        for worker in workers:
            worker.process.terminate()
        deadline = monotonic() + PATIENCE
        for worker in workers:
            worker.end(deadline)


@contextlib.contextmanager
def no_interrupts() -> Iterator[None]:
    """Block Ctrl-C and SIGTERM. Workers started here keep the first: only their parent ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Put Ctrl-C and SIGTERM off until the end of the block.

    Their exceptions must not come up inside a library that calls back into Python: polars panics. To block
    the signals is not enough, because its threads, and those of a progress bar, take them in our place.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _frame: came.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])


def _work(pipe: "Connection[Any, Task]") -> None:
    """Do what comes through the pipe, until it is closed or the process is terminated."""
    signal.signal(signal.SIGTERM, _leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    # Before a task brings polars: the other cores belong to the other workers.
    os.environ["POLARS_MAX_THREADS"] = "1"
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            task = pipe.recv()
            try:
                result = task.do(*task.given)
            except Exception as error:
                result = _Failure("".join(format_exception_only(error)).strip())
            pipe.send(result)


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(1)


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """Let SIGTERM end what happens here as Ctrl-C does."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        # Once is enough: `timeout` and others send it twice, and the second must not break the ending off.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Stopped

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGTERM) is stop:  # otherwise it came, and the process is about to end
            signal.signal(signal.SIGTERM, before)
