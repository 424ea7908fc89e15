"""The bus on Redis or Valkey: one channel for all servers, and leases that expire."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import redis.asyncio as redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from longbeard.engine.errors import BadOptions
from longbeard.table.bus import Notice, new_server

CHANNEL: Final = "longbeard"
VERSION: Final = 1
"""Version of the messages: servers of other versions ignore them."""
SOCKET_SECONDS: Final = 1.5
RETRY_SECONDS: Final = 0.2
PULSE_SECONDS: Final = 1.0
"""Seconds of silence after which the connection is tested."""
WAITING: Final = 20_000
"""Messages that may wait to be sent; then the oldest are dropped."""
BATCH: Final = 500
log = logging.getLogger("longbeard.bus")

GONE: Final = (
    *(RedisError, OSError, TimeoutError),
    RuntimeError,  # uvloop's, for a connection that was closed while in use
)
RENEW: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
RELEASE: Final = (
    "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"
)


def connect(url: str) -> "redis.Redis":
    """Make a client with short timeouts and no retries of its own; BadOptions for a bad address."""
    try:
        return redis.Redis.from_url(
            url,
            socket_timeout=SOCKET_SECONDS,
            socket_connect_timeout=SOCKET_SECONDS,
            retry=Retry(NoBackoff(), 0),
            decode_responses=True,
        )
    except ValueError as error:
        raise BadOptions("a bus is like redis://host:6379/0, rediss:// or unix:///path") from error


class RedisBus:
    """A bus whose messages are gathered and sent by one task; another one listens. Both reconnect by
    themselves."""

    def __init__(self, url: str) -> None:
        self.server = new_server()
        self.up = False
        self.lost = 0
        """Messages that could not be sent."""
        self.hear: Callable[[Notice], None] = lambda notice: None
        self.changed: Callable[[], None] = lambda: None
        self.client = connect(url)
        self._waiting: deque[str] = deque(maxlen=WAITING)
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._tasks = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._talk())]

    def say(self, kind: str, table: str, **facts: Any) -> None:
        self._waiting.append(json.dumps([VERSION, kind, table, self.server, facts], ensure_ascii=False))
        self._news.set()

    async def _talk(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                said = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
                try:
                    await self.client.publish(CHANNEL, "\n".join(said))
                except GONE:
                    self.lost += len(said)  # the others poll the store
                    await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        while True:
            line = self.client.pubsub()
            try:
                await line.subscribe(CHANNEL)
                await self._hear_all(line)
            except GONE as error:
                if self.up:
                    log.warning("the bus went away: %s", type(error).__name__)
                self._turn(False)
            finally:
                with suppress(*GONE):
                    await line.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(RETRY_SECONDS)

    async def _hear_all(self, line: PubSub) -> None:
        asked = False
        while True:
            message = await line.get_message(timeout=PULSE_SECONDS)
            if message is None:
                if asked:
                    raise TimeoutError("the bus does not answer")
                await line.ping()
                asked = True
                continue
            asked = False
            if message["type"] == "subscribe":
                self._turn(True)
            elif message["type"] == "message":
                for text in str(message["data"]).split("\n"):
                    self._hear(text)

    def _turn(self, up: bool) -> None:
        if up != self.up:
            self.up = up
            log.info("the bus is %s", "there" if up else "not there")
            self.changed()

    def _hear(self, text: str) -> None:
        try:
            version, kind, table, server, facts = json.loads(text)
            if version == VERSION and server != self.server:
                self.hear(Notice(str(kind), str(table), str(server), dict(facts)))
        except (ValueError, TypeError) as error:
            log.warning("something on the bus cannot be read: %s", error)
        except Exception:
            log.exception("something on the bus was not understood")

    async def lease(self, name: str, seconds: float) -> bool:
        if not self.up:
            return True
        try:
            key, until = f"{CHANNEL}:lease:{name}", int(seconds * 1000)
            return bool(await self.client.eval(RENEW, 1, key, self.server, until))
        except GONE:
            return True

    async def release(self, name: str) -> None:
        if self.up:
            with suppress(*GONE):
                await self.client.eval(RELEASE, 1, f"{CHANNEL}:lease:{name}", self.server)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        if self._waiting:
            with suppress(*GONE):
                await self.client.publish(CHANNEL, "\n".join(self._waiting))
        await self.client.aclose()
