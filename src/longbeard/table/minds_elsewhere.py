"""Minds on other machines: questions go over a stream of the bus, which `longbeard minds` reads.

A question on the bus is a table, the number of its last entry, a seat and a bot: whoever thinks reads the
table from the store, and puts the answer there. So neither cards nor answers are on the bus.
"""

import asyncio
import json
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from secrets import token_urlsafe
from time import monotonic
from typing import Any, Final

from redis.exceptions import ResponseError

from longbeard.engine.errors import LongbeardError
from longbeard.store.store import SharedStore, StoreError
from longbeard.table.bus import Notice
from longbeard.table.live import restore
from longbeard.table.minds import (
    DEAD_SECONDS,
    LEAST_SECONDS,
    MOST_SECONDS,
    MindProcesses,
    Minds,
    MindsError,
    Question,
)
from longbeard.table.policies import is_policy
from longbeard.table.redis_bus import CHANNEL, GONE, RedisBus

STREAM: Final = f"{CHANNEL}:questions"
GROUP: Final = "minds"
ANSWER_SECONDS: Final = 6.0
"""Seconds for an answer; then the question is asked again, or answered here."""
PULSE_SECONDS: Final = 1.0
"""Seconds between two signs of life of a worker, and between two looks for questions of dead ones."""
GONE_SECONDS: Final = 4.0
"""Seconds of silence after which a worker counts as dead; its questions are given to another."""
DELIVERIES: Final = 3
"""Most deliveries of a question; after as many deaths it is not given to another mind."""
LONGEST: Final = 10_000
BLOCK_MS: Final = 500
RETRY_SECONDS: Final = 0.2
ID_BYTES: Final = 12
log = logging.getLogger("longbeard.minds")


class Turns:
    """A semaphore that is fair between people: those who wait take turns."""

    def __init__(self, room: Callable[[], int]) -> None:
        self.inside = 0
        self._room = room
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """Number of those who wait."""
        return sum(map(len, self._waiting.values()))

    async def enter(self, who: str) -> None:
        """Wait for one's turn."""
        if not self._waiting and self.inside < self._room():
            self.inside += 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave()  # admitted at the moment when it was cancelled
            raise

    def leave(self) -> None:
        """Release one's place."""
        self.inside -= 1
        self.admit()

    def admit(self) -> None:
        """Admit whoever has waited longest for a turn, while there are free places."""
        while self._waiting and self.inside < self._room():
            who, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[who] = places  # their next question comes after everybody else's
            if not place.done():
                self.inside += 1
                place.set_result(None)


class MindsElsewhere:
    """Asks minds over the bus; this server's own minds think while there are none, or no bus."""

    def __init__(self, store: SharedStore, bus: RedisBus, spare: Minds | None) -> None:
        self._store = store
        self._bus = bus
        self._spare = spare
        self._asked: dict[str, asyncio.Event] = {}
        self._minds: dict[str, tuple[int, float]] = {}
        """Questions that each worker takes at once, and when it was last heard."""
        self.turns = Turns(self.room)

    def room(self) -> int:
        """Return the number of questions that can be answered at once."""
        since = monotonic() - GONE_SECONDS
        return sum(count for count, heard in self._minds.values() if heard > since)

    def hear(self, notice: Notice) -> None:
        """Handle a message of a worker."""
        if notice.kind == "minds":
            if notice.facts["count"]:
                self._minds[notice.server] = (int(notice.facts["count"]), monotonic())
            else:
                self._minds.pop(notice.server, None)
            self.turns.admit()
        elif (asked := self._asked.get(str(notice.facts.get("question")))) is not None:
            asked.set()

    async def think(self, question: Question) -> Any:
        """Ask a free mind elsewhere; this server's own, if none answers."""
        while self._bus.up and self.room():
            answer = await self._think_elsewhere(question)
            if answer is not None:
                if "error" in answer:
                    raise MindsError(answer["error"])
                if not is_policy(question.bot) or not answer["answer"].get("unknown") or not self._spare:
                    return answer["answer"]
            if self._spare is not None:
                break
        if self._spare is None:
            raise MindsError("there are no minds: start `longbeard minds`, or a server with minds of its own")
        return await self._spare.think(question)

    async def _think_elsewhere(self, question: Question) -> dict[str, Any] | None:
        """Ask once; None if nobody answered in time."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.turns.enter(question.asker)
        except TimeoutError:
            return None
        name = token_urlsafe(ID_BYTES)
        answered = self._asked[name] = asyncio.Event()
        room = max(1, self.room())
        patience = max(LEAST_SECONDS, MOST_SECONDS * room / (room + self.turns.waiting))
        facts: dict[Any, Any] = {
            "id": name,
            "table": question.table,
            "entry": question.entry,
            "seat": question.seat,
            "bot": question.bot,
            "advice": int(question.advice),
            "patience": patience,
        }
        try:
            # A policy may have to be loaded, and its stand-in asked; a worker that dies meanwhile is noticed.
            async with asyncio.timeout(ANSWER_SECONDS + (DEAD_SECONDS if is_policy(question.bot) else 0.0)):
                await self._bus.client.xadd(STREAM, facts, maxlen=LONGEST)
                while True:
                    with suppress(TimeoutError):  # the message on the bus may be lost
                        async with asyncio.timeout(patience + PULSE_SECONDS):
                            await answered.wait()
                    answered.clear()
                    if text := await asyncio.wrap_future(self._store.take_answer(name)):
                        return dict(json.loads(text))
                    if is_policy(question.bot) and not self.room():
                        return None
        except (TimeoutError, StoreError, *GONE) as error:
            log.warning("a question was not answered: %s", type(error).__name__)
            return None
        finally:
            self._asked.pop(name, None)
            self.turns.leave()


class MindWorker:
    """Takes questions from the stream for minds of its own. If it dies, others take over its questions."""

    def __init__(self, store: SharedStore, bus: RedisBus, minds: MindProcesses) -> None:
        self._store = store
        self._bus = bus
        self._minds = minds
        self._free = minds.count
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers: set[str] = set()
        """Ids of the questions that are with policies, which may take long."""
        self.answered = 0

    async def run(self) -> None:
        """Answer until cancelled."""
        chores = [asyncio.ensure_future(chore) for chore in (self._take(), self._claim())]
        try:
            await asyncio.gather(*chores)
        finally:
            for chore in chores:
                chore.cancel()
            self._bus.say("minds", "", count=0)
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=MOST_SECONDS + 1)

    async def _take(self) -> None:
        """Take new questions, as many as there are free minds."""
        while True:
            while self._free <= 0:
                self._changed.clear()
                await self._changed.wait()
            try:
                found = await self._bus.client.xreadgroup(
                    GROUP, self._bus.server, {STREAM: ">"}, count=self._free, block=BLOCK_MS
                )
                for number, facts in _questions(found):
                    self._begin(number, facts)
            except GONE as error:
                await self._found_group(error)

    async def _claim(self) -> None:
        """Give signs of life, and claim the questions of workers that are dead."""
        while True:
            self._bus.say("minds", "", count=self._minds.count)
            try:
                if self._numbers:  # renewed, so that others do not take them for abandoned
                    await self._bus.client.xclaim(
                        STREAM, GROUP, self._bus.server, 0, list(self._numbers), justid=True
                    )
                if self._free > 0:
                    await self._claim_old()
            except GONE as error:
                await self._found_group(error)
            await asyncio.sleep(PULSE_SECONDS)

    async def _claim_old(self) -> None:
        client, idle = self._bus.client, int(GONE_SECONDS * 1000)
        claimed = await client.xautoclaim(STREAM, GROUP, self._bus.server, idle, count=self._free)
        for number, facts in claimed[1]:
            if not facts or number in self._numbers:
                continue
            pending = await client.xpending_range(STREAM, GROUP, number, number, 1)
            if pending and int(pending[0]["times_delivered"]) > DELIVERIES:
                await self._answer(
                    number, facts, {"error": f"no bot could answer: {DELIVERIES} minds died over it"}
                )
            else:
                self._begin(number, facts)

    async def _found_group(self, error: Exception) -> None:
        """Create the consumer group, if its absence was the error: a restarted Redis has forgotten it."""
        if isinstance(error, ResponseError):
            with suppress(*GONE):
                await self._bus.client.xgroup_create(STREAM, GROUP, id="0", mkstream=True)
        await asyncio.sleep(RETRY_SECONDS)

    def _begin(self, number: str, facts: dict[str, str]) -> None:
        self._free -= 1
        self._tasks.add(task := asyncio.ensure_future(self._think(number, facts)))
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._free += 1
        self._changed.set()
        if not task.cancelled() and (error := task.exception()):
            log.error("a question could not be answered", exc_info=error)

    async def _think(self, number: str, facts: dict[str, str]) -> None:
        if is_policy(facts["bot"]):
            self._numbers.add(number)
        try:
            await self._decide(number, facts)
        finally:
            self._numbers.discard(number)

    async def _decide(self, number: str, facts: dict[str, str]) -> None:
        try:
            answer = {"answer": await self._minds.think(await self._question(facts))}
        except StoreError as error:
            log.warning("a question is left to others: %s", error)
            return
        except (LongbeardError, KeyError, ValueError) as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        await self._answer(number, facts, answer)

    async def _question(self, facts: dict[str, str]) -> Question:
        """Read the table that a question is about, as it was then."""
        kept = await asyncio.to_thread(self._store.load, facts["table"])
        if kept is None or len(kept.entries) < int(facts["entry"]):
            raise MindsError("the table of this question is not there")
        entries = [(one.kind, one.seat, one.text) for one in kept.entries[: int(facts["entry"])]]
        table = restore(kept.heading.id, kept.opening, entries)
        seat, advice = int(facts["seat"]), bool(int(facts["advice"]))
        if table.to_act != seat:
            raise MindsError("this seat has nothing to decide")
        asked = table.question(seat, facts["bot"], "somebody" if advice else "")
        return replace(asked, patience=float(facts["patience"]))

    async def _answer(self, number: str, facts: dict[str, str], answer: dict[str, Any]) -> None:
        try:
            await asyncio.wrap_future(self._store.answer(facts["id"], json.dumps(answer)))
            self.answered += 1
            self._bus.say("answer", "", question=facts["id"])
            await self._bus.client.xack(STREAM, GROUP, number)
            await self._bus.client.xdel(STREAM, number)
        except (StoreError, *GONE) as error:
            log.warning("an answer was lost: %s", type(error).__name__)


def _questions(found: Any) -> list[tuple[str, dict[str, str]]]:
    """Return the questions in an answer of Redis, in either version of its protocol."""
    streams = found.values() if isinstance(found, dict) else [rows for _name, rows in found or ()]
    rows: list[tuple[str, dict[str, str]]] = []
    for stream in streams:
        for batch in stream:
            # RESP3 puts the rows of a stream into another list.
            rows += [batch] if isinstance(batch[0], str) else batch
    return rows
