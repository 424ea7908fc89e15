"""Processes that think for bots, so that the table never waits: one for each core that can be spared."""

import asyncio
import json
import logging
import os
import sys
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

from longbeard.engine.errors import LongbeardError

ATTEMPTS: Final = 3
LINE_LIMIT: Final = 1 << 20
THINK_SECONDS: Final = 60.0
log = logging.getLogger("longbeard.minds")


@dataclass(frozen=True)
class Question:
    """A decision to think about: the match as it is folded from its log, the seat, and the bot.

    It holds the table's secret, so it goes to our own processes through a pipe and nowhere else; the bot in
    there gets a table that its seat imagines.
    """

    game: str
    options: dict[str, str]
    seats: list[str]
    players: list[str]
    secret: str
    moves: list[int]
    seat: int
    bot: str
    advice: bool = False
    """Whether all choices are wanted with their chances, for a hint, rather than one choice."""


class Minds(Protocol):
    """Whoever thinks for bots."""

    async def think(self, question: Question) -> Any:
        """The action (an int), or for advice a list of {action, chance, why}, the best first."""
        ...


class MindsError(LongbeardError):
    """Nobody could think about this."""


class MindProcesses:
    """Minds in processes of their own; one that dies is started again, and its question asked again."""

    def __init__(self, count: int = 0) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self._idle: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        self._all: set[asyncio.subprocess.Process] = set()
        self._closed = False
        self.thinking = 0
        self.waiting = 0
        self.deaths = 0
        for _place in range(self.count):
            self._idle.put_nowait(None)  # started when first needed

    async def think(self, question: Question) -> Any:
        """Ask the next mind that is free."""
        line = json.dumps(asdict(question)).encode() + b"\n"
        self.waiting += 1
        try:
            for _attempt in range(ATTEMPTS):
                answer = await self._ask(line)
                if answer is not None:
                    break
                self.deaths += 1
                log.warning("a mind died and is started again")
            else:
                raise MindsError("the bots cannot think about this")
        finally:
            self.waiting -= 1
        if "error" in answer:
            raise MindsError(answer["error"])
        return answer["answer"]

    async def _ask(self, line: bytes) -> dict[str, Any] | None:
        """One question to one mind; None if the mind died over it."""
        mind = await self._idle.get()
        self.thinking += 1
        kept: asyncio.subprocess.Process | None = None
        try:
            if self._closed:
                raise MindsError("the house is closing")
            if mind is None or mind.returncode is not None:
                mind = await self._start()
            answer = await self._speak(mind, line)
            kept = mind if answer is not None else None
            return answer
        finally:
            self.thinking -= 1
            if kept is None and mind is not None:
                self._end(mind)  # dead, or in the middle of a thought that nobody waits for any more
            self._idle.put_nowait(kept)

    async def _speak(self, mind: asyncio.subprocess.Process, line: bytes) -> dict[str, Any] | None:
        assert mind.stdin is not None
        assert mind.stdout is not None
        try:
            async with asyncio.timeout(THINK_SECONDS):
                mind.stdin.write(line)
                await mind.stdin.drain()
                answer = await mind.stdout.readline()
            return dict(json.loads(answer)) if answer.endswith(b"\n") else None
        except (OSError, TimeoutError):
            return None

    async def _start(self) -> asyncio.subprocess.Process:
        mind = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "longbeard.table.mind"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT,
            start_new_session=True,  # Ctrl-C is for the server, which then ends its minds
        )
        self._all.add(mind)
        return mind

    def _end(self, mind: asyncio.subprocess.Process) -> None:
        self._all.discard(mind)
        if mind.returncode is None:
            mind.kill()

    async def close(self) -> None:
        """End all minds."""
        self._closed = True
        ending = list(self._all)
        for mind in ending:
            self._end(mind)
        for mind in ending:
            await mind.wait()
