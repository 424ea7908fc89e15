"""Lets an event loop wait for another thread, with one wake-up for everything that was done together."""

import asyncio
from collections import deque
from concurrent.futures import Future
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Waiting:
    """Futures of a store that one event loop waits for."""

    def __init__(self) -> None:
        self._done: deque[tuple[Future[Any], asyncio.Future[Any]]] = deque()
        """Futures that are done, and who waits for each."""
        self._called = False
        """Whether the loop was told that some are done."""

    async def until(self, future: "Future[Answer]") -> Answer:
        """Wait for a future, and return or raise its result."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[Answer] = loop.create_future()

        # A future keeps its callbacks, so this one must not hold the future: a reference cycle for every move
        # would be left to the garbage collector, which stops everybody while it runs.
        def done(future: "Future[Answer]") -> None:
            self._done.append((future, waiter))
            if not self._called and not loop.is_closed():
                self._called = True
                loop.call_soon_threadsafe(self._tell)

        future.add_done_callback(done)
        del future
        return await waiter

    def _tell(self) -> None:
        self._called = False  # first: what is done from here on calls again, or is found below
        while self._done:
            future, waiter = self._done.popleft()
            if waiter.done():
                continue  # whoever waited is gone
            error = future.exception()
            if error is None:
                waiter.set_result(future.result())
            else:
                waiter.set_exception(error)
