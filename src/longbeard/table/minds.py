"""Pool of processes that think for bots, so that tables never wait: one for each core but one."""

import asyncio
import json
import logging
import os
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from longbeard.bots import DEFAULT
from longbeard.bots.outside import START_LIMIT, TIME_LIMIT
from longbeard.bots.player import is_outside
from longbeard.engine.errors import LongbeardError
from longbeard.table.metrics import Metrics
from longbeard.table.policies import Decision, is_policy, name_of
from longbeard.table.spans import Facts, span

ATTEMPTS: Final = 3
LINE_LIMIT: Final = 1 << 20
MOST_SECONDS: Final = 2.0
LEAST_SECONDS: Final = 0.1
"""Bounds of the seconds that a bot gets for a decision; it may take less."""
DEAD_SECONDS: Final = 60.0
"""Seconds after which a mind counts as dead."""
FAILURES: Final = 3
"""Timeouts and deaths in one match after which a policy is not asked there any more."""
FAILURES_KEPT: Final = 1_000
log = logging.getLogger("longbeard.minds")


@dataclass(frozen=True)
class Question:
    """A decision to think about: the match as its log, the seat, and the bot.

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
    asker: str = ""
    """The person for whom it is asked: people take turns."""
    table: str = ""
    entry: int = 0
    """Origin: a table, and its number of entries. That is enough for whoever has the store."""
    patience: float = 0.0
    """Seconds to think; 0 leaves it to the pool."""

    def facts(self) -> dict[str, Any]:
        """Return the question as plain data for a mind."""
        return {name: value for name, value in vars(self).items() if name != "asker"}


class Minds(Protocol):
    """Whatever thinks for bots."""

    async def think(self, question: Question) -> Any:
        """Return an action (an int); for advice, `bots.advice.Advice` as dicts, the best first.

        For a policy it is a `Decision`: whatever happens to the policy, some bot has decided.
        """
        ...


class TimedMinds:
    """Minds whose answers are timed and traced."""

    def __init__(self, minds: Minds, metrics: Metrics) -> None:
        self._minds = minds
        self._metrics = metrics

    async def think(self, question: Question) -> Any:
        """Let the minds think, and record the duration."""
        facts: Facts = {"longbeard.bot": question.bot, "longbeard.advice": question.advice}
        with self._metrics.timed("bot"), span("bot.think", **facts):
            return await self._minds.think(question)


class MindsError(LongbeardError):
    """No bot could answer the question."""


class MindProcesses:
    """Pool of minds; one that dies is started again, and its question asked again.

    The queue is fair between people: somebody with many tables waits only for their own. When many wait, each
    answer gets less time, down to LEAST_SECONDS.
    """

    def __init__(self, count: int = 0, policies: Mapping[str, str] | None = None) -> None:
        self.policies = dict(policies or {})
        """Specs of the operator's policies, by name."""
        self._failures: Counter[tuple[str, int]] = Counter()
        """Timeouts and deaths of a policy, by match and seat."""
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        # None stands for a mind that is started when it is first needed.
        self._idle: list[asyncio.subprocess.Process | None] = [None] * self.count
        self._waiting: OrderedDict[str, deque[asyncio.Future[Any]]] = OrderedDict()
        self._all: dict[asyncio.subprocess.Process, set[str]] = {}
        """Every mind, with the policies that it has loaded."""
        self._reaping: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()
        self._closed = False
        self.thinking = 0
        self.deaths = 0

    @property
    def waiting(self) -> int:
        """Number of questions that wait for a mind."""
        return sum(map(len, self._waiting.values()))

    def patience(self) -> float:
        """Return the seconds for a decision at the present load."""
        return max(LEAST_SECONDS, MOST_SECONDS * self.count / (self.count + self.waiting))

    async def think(self, question: Question) -> Any:
        """Ask the next free mind."""
        if is_policy(question.bot) and not question.advice:
            return await self._decide(question)
        for _attempt in range(ATTEMPTS):
            answer = await self._ask(question)
            if answer is not None:
                break
            self.deaths += 1
            log.warning("a mind died and is started again")
        else:
            raise MindsError("no bot could answer: ask again, or tell the operator, whose log says why")
        if "error" in answer:
            raise MindsError(answer["error"])
        return answer["answer"]

    async def _decide(self, question: Question) -> Decision:
        """Let a policy decide, or else the default bot."""
        name, place = name_of(question.bot), (question.secret, question.seat)
        if name not in self.policies:
            action = await self.think(replace(question, bot=DEFAULT))
            return {"action": action, "forfeit": f"there is no policy {name} here", "unknown": True}
        if self._failures[place] >= FAILURES:
            reason = f"it failed {FAILURES} times in this match and is not asked again"
        else:
            answer = await self._ask(question)
            if answer is not None and "error" not in answer:
                decision: Decision = answer["answer"]
                return decision
            if answer is not None:
                reason = answer["error"]
            else:
                self.deaths += 1
                self._failures[place] += 1
                if len(self._failures) > FAILURES_KEPT:
                    del self._failures[next(iter(self._failures))]
                reason = "it took too long, or its process died"
        return {"action": await self.think(replace(question, bot=DEFAULT)), "forfeit": reason}

    async def _ask(self, question: Question) -> dict[str, Any] | None:
        """Ask one mind one question; None if it died or took too long."""
        mind = await self._take(question.asker)
        self.thinking += 1
        kept: asyncio.subprocess.Process | None = None
        try:
            if not self._closed and (mind is None or mind.returncode is not None):
                mind = await self._start()
            if self._closed or mind is None:
                raise MindsError("the house is closing")
            patience = question.patience or self.patience()
            line = json.dumps(question.facts() | {"patience": patience}).encode() + b"\n"
            answer = await self._speak(mind, line, self._seconds(mind, question.bot))
            kept = mind if answer is not None else None
            return answer
        finally:
            self.thinking -= 1
            self._changed.set()
            if kept is None and mind is not None:
                self._end(mind)  # dead, or busy with a question that nobody waits for any more
            self._give(kept)

    def _seconds(self, mind: asyncio.subprocess.Process, bot: str) -> float:
        """Return the seconds after which a mind counts as dead; programs are timed by their mind."""
        if not is_policy(bot) or is_outside(self.policies[name_of(bot)]):
            return DEAD_SECONDS
        loaded = bot in self._all[mind]
        self._all[mind].add(bot)
        return TIME_LIMIT if loaded else START_LIMIT

    async def _take(self, asker: str) -> asyncio.subprocess.Process | None:
        """Take a mind, when it is this person's turn."""
        if self._idle:
            return self._idle.pop()
        place: asyncio.Future[asyncio.subprocess.Process | None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._give(place.result())  # it was given to a question that was cancelled at that moment
            raise

    def _give(self, mind: asyncio.subprocess.Process | None) -> None:
        """Hand a mind to whoever has waited longest for a turn."""
        while self._waiting:
            asker, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[asker] = places  # their next question comes after everybody else's
            if not place.done():
                place.set_result(mind)
                return
        self._idle.append(mind)

    async def _speak(
        self, mind: asyncio.subprocess.Process, line: bytes, seconds: float
    ) -> dict[str, Any] | None:
        assert mind.stdin is not None
        assert mind.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                mind.stdin.write(line)
                await mind.stdin.drain()
                answer = await mind.stdout.readline()
            return dict(json.loads(answer)) if answer.endswith(b"\n") else None
        except (OSError, TimeoutError):
            return None

    async def _start(self) -> asyncio.subprocess.Process:
        mind = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "longbeard.table.mind"),
            *([json.dumps(self.policies)] if self.policies else []),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT,
            start_new_session=True,  # Ctrl-C is for the server, which then ends its minds
        )
        self._all[mind] = set()
        return mind

    def _end(self, mind: asyncio.subprocess.Process) -> None:
        """Kill a mind that nobody listens to any more, and reap it in the background."""
        if mind.returncode is None:
            mind.kill()
        reaping = asyncio.ensure_future(self._reap(mind))
        self._reaping.add(reaping)
        reaping.add_done_callback(self._reaping.discard)

    async def _reap(self, mind: asyncio.subprocess.Process) -> None:
        """Wait until a mind and its pipes are gone: an event loop that closes before that complains."""
        assert mind.stdin is not None
        assert mind.stdout is not None
        while await mind.stdout.read(LINE_LIMIT):
            pass
        await mind.wait()
        with suppress(OSError):
            mind.stdin.close()
            await mind.stdin.wait_closed()
        self._all.pop(mind, None)
        self._changed.set()

    async def close(self) -> None:
        """End all minds, and wait until they are gone."""
        self._closed = True
        idle = [mind for mind in self._idle if mind is not None]
        self._idle = [None] * len(self._idle)
        for mind in idle:
            self._end(mind)
        for mind in self._all:
            if mind.returncode is None:
                mind.kill()  # whoever waits for its answer sees it die, and reaps it
        while self._all or self.thinking:
            self._changed.clear()
            await self._changed.wait()
