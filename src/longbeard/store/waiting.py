"""Waiting on an event loop for what another thread does: one wake-up for all that was done together."""

import asyncio
from collections import deque
from concurrent.futures import Future
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Waiting:
    """Futures of a store that one event loop waits for."""

    def __init__(self) -> None:
        self._done: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()
        self._called = False
        """Whether the loop was told that some are done."""

    async def until(self, future: "Future[Answer]") -> Answer:
        """Wait for a future, and answer or raise what it holds."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[Answer] = loop.create_future()

        def done(future: "Future[Answer]") -> None:
            self._done.append((waiter, future))
            if not self._called and not loop.is_closed():
                self._called = True
                loop.call_soon_threadsafe(self._tell)

        future.add_done_callback(done)
        return await waiter

    def _tell(self) -> None:
        self._called = False  # first: what is done from here on calls again, or is found below
        while self._done:
            waiter, future = self._done.popleft()
            if waiter.done():
                continue  # whoever waited is gone
            error = future.exception()
            if error is None:
                waiter.set_result(future.result())
            else:
                waiter.set_exception(error)
