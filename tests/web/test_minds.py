"""Bots think in processes of their own, in turns, and remember what they thought."""

import asyncio
import gc
import json
import os
import signal
from typing import Any, cast

import pytest
from tests.web.served import QUICK

from longbeard.bots import DEFAULT
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.table.mind import KEPT, Mind
from longbeard.table.minds import LEAST_SECONDS, MOST_SECONDS, MindProcesses, MindsError, Question

PATIENCE = {"patience": 0.2}


def question(match: Match, bot: str = QUICK, advice: bool = False, asker: str = "") -> Question:
    return Question(
        match.room.plate.slug,
        match.options,
        match.seats,
        [PERSON] * len(match.seats),
        match.secret.hex(),
        [int(move.action) for move in match.log],
        match.to_act,
        bot,
        advice,
        asker,
    )


def a_match(secret: int = 1) -> Match:
    return Match(next(iter(rooms().values())), ["Ada", "Bert"], secret=seed_secret(secret))


def test_a_mind_that_dies_is_started_again_and_asked_again() -> None:
    async def test() -> None:
        minds, match = MindProcesses(1), a_match()
        assert await minds.think(question(match)) in match.state.legal()
        (mind,) = minds._all
        os.kill(mind.pid, signal.SIGSTOP)  # it cannot answer before it is killed
        thinking = asyncio.ensure_future(minds.think(question(match)))
        await asyncio.sleep(0)
        os.kill(mind.pid, signal.SIGKILL)
        assert await thinking in match.state.legal()
        assert minds.deaths == 1
        advice = await minds.think(question(match, advice=True))
        assert len(advice) == len(match.state.legal())
        assert all(0 <= row["chance"] <= 1 and row["words"] and row["action"] for row in advice)
        with pytest.raises(MindsError, match="there is no bot"):
            await minds.think(question(match, "nobody"))
        (mind,) = minds._all
        await minds.close()
        assert mind.returncode is not None
        with pytest.raises(MindsError, match="closing"):
            await minds.think(question(match))

    asyncio.run(asyncio.wait_for(test(), 300))


def test_closing_ends_every_mind_and_leaves_no_pipe_open() -> None:
    """Idle, thinking, about to be started: what is left over is a warning, and a warning is an error."""

    async def test() -> list[int]:
        minds, match = MindProcesses(3), a_match()
        await asyncio.gather(*(minds.think(question(match)) for _ in range(2)))
        started = {mind.pid for mind in minds._all}
        busy = minds._idle[-1]
        assert busy is not None
        os.kill(busy.pid, signal.SIGSTOP)
        asked = [asyncio.ensure_future(minds.think(question(match)))]
        await asyncio.sleep(0)
        assert minds.thinking == 1
        minds._idle.sort(key=lambda mind: mind is None)  # the next one has a mind started, and others wait
        asked += [asyncio.ensure_future(minds.think(question(match))) for _ in range(3)]
        await asyncio.sleep(0)
        await minds.close()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(answers[0], MindsError)
        assert all(isinstance(answer, MindsError) or answer in match.state.legal() for answer in answers)
        assert not minds._all
        return sorted(started)

    for pid in asyncio.run(asyncio.wait_for(test(), 300)):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    gc.collect()


def test_a_mind_remembers_a_few_matches_and_sees_when_one_went_another_way(room: Room) -> None:
    mind = Mind()
    match = Match(room, ["Ada", "Bert"], secret=seed_secret(2))
    for _ in range(4):
        asked = question(match, DEFAULT).facts() | PATIENCE
        action = mind.answer(asked)
        assert action in match.state.legal()
        match.play(match.to_act, action)
    before = len(mind._kept)
    assert 1 <= before <= 2
    # Somebody took a move back, played another, and sat down under another name.
    match.strike_out()
    match.seats[0] = "Zoe"
    match.play(match.to_act, match.state.legal()[-1])
    if not match.over:
        assert mind.answer(question(match, DEFAULT).facts() | PATIENCE) in match.state.legal()
        kept, _thinker = mind._kept[match.secret.hex(), match.to_act, DEFAULT]
        assert [move.action for move in kept.log] == [move.action for move in match.log]
        assert kept.state.dump() == match.state.dump()
        assert kept.seats == match.seats
    for secret in range(10, 13 + KEPT):
        mind.answer(question(a_match(secret)).facts() | PATIENCE)
    assert len(mind._kept) == KEPT


class Clerks(MindProcesses):
    """Minds that only note whom they served."""

    def __init__(self) -> None:
        super().__init__(1)
        self.served: list[str] = []
        self.patiences: list[float] = []

    async def _start(self) -> asyncio.subprocess.Process:
        return cast(asyncio.subprocess.Process, _Nobody())

    async def _speak(self, mind: asyncio.subprocess.Process, line: bytes, seconds: float) -> dict[str, Any]:
        await asyncio.sleep(0)
        heard = json.loads(line)
        self.served.append(heard["bot"])
        self.patiences.append(heard["patience"])
        assert "asker" not in heard
        return {"answer": 0}


class _Nobody:
    returncode = None

    def kill(self) -> None: ...


def test_whoever_asks_a_lot_holds_nobody_up() -> None:
    async def test() -> None:
        minds, match = Clerks(), a_match()
        greedy = [minds.think(question(match, f"greedy-{n}", asker="greedy")) for n in range(50)]
        others = [minds.think(question(match, f"other-{n}", asker=f"other-{n}")) for n in range(3)]
        everyone = [asyncio.ensure_future(one) for one in (*greedy, *others)]
        await asyncio.sleep(0)
        assert minds.waiting == 52
        everyone[40].cancel()  # a table was closed
        await asyncio.gather(*everyone, return_exceptions=True)
        assert [minds.served.index(f"other-{n}") for n in range(3)] == [2, 3, 4]
        assert len(minds.served) == 52
        assert minds.waiting == minds.thinking == 0
        # Many waiting: each gets less time, but never none; nobody waiting: as much as is usual.
        assert minds.patiences[-1] == MOST_SECONDS
        assert minds.patiences[1] == LEAST_SECONDS
        await minds.think(question(match))

    asyncio.run(asyncio.wait_for(test(), 60))
