"""Waiting on an event loop for what another thread does: one wake-up for all that was done together."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Answer = TypeVar("Answer")


class Waiting:
    """Futures of a store that one event loop waits for."""

    def __init__(self) -> None:
        self._done: deque[Callable[[], None]] = deque()
        """What tells those who wait for the futures that are done."""
        self._called = False
        """Whether the loop was told that some are done."""

    async def until(self, future: "Future[Answer]") -> Answer:
        """Wait for a future, and answer or raise what it holds."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[Answer] = loop.create_future()

        def tell() -> None:
            if waiter.done():
                return  # whoever waited is gone
            error = future.exception()
            if error is None:
                waiter.set_result(future.result())
            else:
                waiter.set_exception(error)

        def done(_future: "Future[Answer]") -> None:
            self._done.append(tell)
            if not self._called and not loop.is_closed():
                self._called = True
                loop.call_soon_threadsafe(self._tell)

        future.add_done_callback(done)
        return await waiter

    def _tell(self) -> None:
        self._called = False  # first: what is done from here on calls again, or is found below
        while self._done:
            self._done.popleft()()
