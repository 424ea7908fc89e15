"""Pool of processes that think for bots, so that tables never wait: one for each core but one.

Minds that nobody needs help with the decisions of bots that search by time, and ponder for those bots while
others decide. Such errands are spare: any question comes before them, and calls one back if it finds no mind.
"""

import asyncio
import json
import logging
import os
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Coroutine, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from longbeard.bots import DEFAULT, bot
from longbeard.bots.outside import START_LIMIT, TIME_LIMIT
from longbeard.bots.player import is_outside
from longbeard.bots.searcher import Searcher
from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.games import room
from longbeard.table.limits import HouseLimits
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
LATE_SECONDS: Final = 0.1
"""Seconds that a decision waits for the shares of other minds once one of them is done."""
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
    share: int = -1
    """Number of a mind among those that think about it together; -1: it is asked of one alone."""
    ponder: bool = False
    """Whether it is another seat that decides, and this one's bot only thinks ahead."""

    @property
    def topic(self) -> tuple[str, int]:
        """The match and the seat that it is about."""
        return self.secret, self.seat

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


@dataclass(eq=False)
class Errand:
    """A question on its way to a mind and back."""

    question: Question
    place: asyncio.Future[asyncio.subprocess.Process | None] | None = None
    """Its place in the queue."""
    mind: asyncio.subprocess.Process | None = None
    """The mind that thinks about it, while it does."""
    called_back: bool = False

    @property
    def spare(self) -> bool:
        """Whether it can do without a mind: a further share, or pondering."""
        return self.question.ponder or self.question.share > 0

    @property
    def waits(self) -> bool:
        """Whether it waits for a mind."""
        return self.place is not None and not self.place.done()

    def call_back(self) -> None:
        """Make its mind answer at once with what it has found; without a mind it needs none any more."""
        self.called_back = True
        if self.place is not None:
            self.place.cancel()
        if self.mind is not None:
            assert self.mind.stdin is not None
            with suppress(OSError, RuntimeError):  # it has died: whoever listens to it notices
                self.mind.stdin.write(b"\n")


class MindProcesses:
    """Pool of minds; one that dies is started again, and its question asked again.

    The queue is fair between people: somebody with many tables waits only for their own. When many wait, each
    answer gets less time, down to LEAST_SECONDS.
    """

    def __init__(
        self,
        count: int = 0,
        policies: Mapping[str, str] | None = None,
        limits: HouseLimits | None = None,
    ) -> None:
        self.policies = dict(policies or {})
        """Specs of the operator's policies, by name."""
        self._failures: Counter[tuple[str, int]] = Counter()
        """Timeouts and deaths of a policy, by match and seat."""
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        limits = limits or HouseLimits()
        self.decision_minds = min(limits.decision_minds, self.count) or self.count
        """Most minds that think about one decision together."""
        self.ponder_seconds = limits.ponder_seconds
        """Most seconds of pondering after a decision; 0: none."""
        # None stands for a mind that is started when it is first needed.
        self._idle: list[asyncio.subprocess.Process | None] = [None] * self.count
        self._waiting: OrderedDict[str, deque[asyncio.Future[Any]]] = OrderedDict()
        self._all: dict[asyncio.subprocess.Process, set[str]] = {}
        """Every mind, with the policies that it has loaded."""
        self._helpers: deque[asyncio.Future[Any]] = deque()
        """Shares that wait for a mind that nobody else wants."""
        self._errands: list[Errand] = []
        self._topics: dict[asyncio.subprocess.Process, tuple[str, int]] = {}
        """What each mind thought about last: it has a tree for that."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._changed = asyncio.Event()
        self._closed = False
        self.deaths = 0

    @property
    def thinking(self) -> int:
        """Number of questions that minds think about; what is spare does not count."""
        return sum(not errand.spare and not errand.waits for errand in self._errands)

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
        searcher = _timed_searcher(question)
        ask = self._confer if searcher is not None and self.decision_minds > 1 else self._ask
        for _attempt in range(ATTEMPTS):
            answer = await ask(question)
            if answer is not None:
                break
            if self._closed:
                raise MindsError("the house is closing")
        else:
            raise MindsError("no bot could answer: ask again, or tell the operator, whose log says why")
        if "error" in answer:
            raise MindsError(answer["error"])
        if searcher is not None and self.ponder_seconds and searcher.keeps(len(question.seats)):
            self._ponder(question, answer["answer"])
        return answer["answer"]

    async def _confer(self, question: Question) -> dict[str, Any] | None:
        """Ask a mind, and all that have nothing better to do; add up what they found.

        It is over when the first of them is done. None if there is nothing, because minds died.
        """
        errands = [Errand(replace(question, share=share)) for share in range(self.decision_minds)]
        tasks = {self._spawn(self._send(errand)): errand for errand in errands}
        pending, found = set(tasks), list[dict[str, Any]]()
        try:
            while all("answer" in said and said["answer"]["cut"] for said in found) and any(
                not tasks[task].spare or tasks[task].mind is not None for task in pending
            ):
                done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                found += _said(done)
        finally:
            for errand in errands:
                errand.call_back()
        if pending:
            found += _said((await asyncio.wait(pending, timeout=LATE_SECONDS))[0])
        if tallies := [said["answer"]["tally"] for said in found if "answer" in said]:
            return {"answer": most_visited(tallies)}
        return found[0] if found else None

    def _ponder(self, question: Question, action: int) -> None:
        """Let the minds that decided think on in the others' time, as long as nobody needs them."""
        later = replace(question, moves=[*question.moves, action], ponder=True, patience=self.ponder_seconds)
        minds = [mind for mind in self._idle if mind is not None and self._topics.get(mind) == later.topic]
        for share, mind in enumerate(minds[: self.decision_minds]):
            self._idle.remove(mind)
            self._errands.append(errand := Errand(replace(later, share=share)))
            self._spawn(self._converse(errand, mind))

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
                self._failures[place] += 1
                if len(self._failures) > FAILURES_KEPT:
                    del self._failures[next(iter(self._failures))]
                reason = "it took too long, or its process died"
        return {"action": await self.think(replace(question, bot=DEFAULT)), "forfeit": reason}

    async def _ask(self, question: Question) -> dict[str, Any] | None:
        """Ask one mind one question; None if it died or took too long."""
        return await self._send(Errand(question))

    async def _send(self, errand: Errand) -> dict[str, Any] | None:
        """Wait for a mind, and ask it."""
        self._errands.append(errand)
        try:
            mind = await self._take(errand)
        except asyncio.CancelledError:
            self._errands.remove(errand)
            self._changed.set()
            raise
        return await self._converse(errand, mind)

    async def _converse(
        self, errand: Errand, mind: asyncio.subprocess.Process | None
    ) -> dict[str, Any] | None:
        """Ask a mind, which is started if need be; None if it died, took too long or was called back."""
        question = errand.question
        kept: asyncio.subprocess.Process | None = None
        try:
            if mind is not None and mind.returncode is not None:
                self._end(mind)  # it died while it was idle
                mind = None
            if mind is None and not self._closed:
                mind = await self._start()
            if mind is None or self._closed:
                return None
            if errand.called_back:
                kept = mind
                return None
            errand.mind = mind
            patience = question.patience or self.patience()
            line = json.dumps(question.facts() | {"patience": patience}).encode() + b"\n"
            answer = await self._speak(mind, line, self._seconds(mind, question.bot))
            if answer is not None:
                kept, self._topics[mind] = mind, question.topic
            elif not self._closed:
                self.deaths += 1
                log.warning("a mind died and is started again")
            return answer
        finally:
            errand.mind = None
            self._errands.remove(errand)
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

    async def _take(self, errand: Errand) -> asyncio.subprocess.Process | None:
        """Take a mind, when it is this person's turn; the one that has pondered about it, if there is one."""
        topic = errand.question.topic
        spare = [
            other for other in self._errands if other.spare and not other.waits and not other.called_back
        ]
        pondering = [other for other in spare if other.question.ponder]
        known = [other for other in pondering if other.question.topic == topic]
        if self._idle and not known:
            about = [mind for mind in self._idle if mind is not None and self._topics.get(mind) == topic]
            self._idle.remove(mind := (about or self._idle)[-1])
            return mind
        if wanted := known or pondering or ([] if errand.spare else spare):
            wanted[0].call_back()
        place: asyncio.Future[asyncio.subprocess.Process | None] = asyncio.get_running_loop().create_future()
        errand.place = place
        if errand.spare:
            self._helpers.append(place)
        else:
            self._waiting.setdefault(errand.question.asker, deque()).append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._give(place.result())  # it was given to a question that was cancelled at that moment
            raise

    def _give(self, mind: asyncio.subprocess.Process | None) -> None:
        """Hand a mind to whoever has waited longest for a turn; if nobody has, to a share."""
        while self._waiting or self._helpers:
            asker, places = self._waiting.popitem(last=False) if self._waiting else ("", self._helpers)
            place = places.popleft()
            if places and places is not self._helpers:
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
        except (OSError, TimeoutError, RuntimeError):  # uvloop's RuntimeError: a closed pipe
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
        self._spawn(self._reap(mind))

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        self._tasks.add(task := asyncio.ensure_future(work))
        task.add_done_callback(self._tasks.discard)
        return task

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
        self._topics.pop(mind, None)
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
        while self._all or self._errands:
            self._changed.clear()
            await self._changed.wait()


def _timed_searcher(question: Question) -> Searcher | None:
    """Return the bot of a question if it searches by time; what counts its visits stays on one mind."""
    try:
        thinker = bot(question.bot, room(question.game).hints)
    except BadOptions:
        return None  # its mind says so
    return thinker if isinstance(thinker, Searcher) and thinker.seconds > 0 and not question.advice else None


def _said(done: Iterable[asyncio.Task[Any]]) -> list[dict[str, Any]]:
    """Return the answers of those that got one."""
    for task in (ended := [task for task in done if not task.cancelled()]):
        if error := task.exception():
            log.error("a mind could not be asked", exc_info=error)
    return [said for task in ended if not task.exception() and (said := task.result()) is not None]


def most_visited(tallies: Iterable[list[tuple[int, int, float]]]) -> int:
    """Add up what searches found of every action (`Searcher.tally`), and return the most visited one.

    >>> most_visited([[(3, 50, 20.0), (5, 40, 30.0)], [(3, 10, 5.0), (5, 30, 20.0)]])
    5
    """
    visits, rewards = defaultdict[int, int](int), defaultdict[int, float](float)
    for tally in tallies:
        for action, count, reward in tally:
            visits[action] += count
            rewards[action] += reward
    return max(visits, key=lambda action: (visits[action], rewards[action]))
