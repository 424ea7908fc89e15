"""Bots think in processes of their own, in turns, and remember what they thought."""

import asyncio
import gc
import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from tests.web.served import QUICK

from longbeard.bots import DEFAULT
from longbeard.bots.player import InsidePlayer
from longbeard.bots.searcher import Searcher
from longbeard.bots.tree import NONE, ROOT
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.table.limits import HouseLimits
from longbeard.table.mind import KEPT, Mind
from longbeard.table.minds import LEAST_SECONDS, MOST_SECONDS, MindProcesses, MindsError, Question

PATIENCE = {"patience": 0.2}
LONG = 300.0
"""Seconds that no test waits for."""
NO_PONDERING = HouseLimits(ponder_seconds=0.0)


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


# ── several minds for one decision ────────────────────────────────────────────────────────────────


class Overheard(MindProcesses):
    """Real minds, whose answers are noted."""

    def __init__(self, count: int, limits: HouseLimits = NO_PONDERING) -> None:
        super().__init__(count, None, limits)
        self.heard: list[dict[str, Any]] = []

    async def _speak(
        self, mind: asyncio.subprocess.Process, line: bytes, seconds: float
    ) -> dict[str, Any] | None:
        answer = await super()._speak(mind, line, seconds)
        if answer is not None:
            self.heard.append(json.loads(line) | answer)
        return answer


def a_choice(seed: int = 3, slug: str = "") -> Match:
    """A match whose next decision is no formality."""
    match = Match(rooms()[slug] if slug else a_match().room, ["Ada", "Bert"], secret=seed_secret(seed))
    while len(match.log) < 6 or len(match.state.legal()) < 3:
        match.play(match.to_act, match.state.legal()[-1])
    return match


def long(match: Match, asker: str) -> Question:
    """A question that is thought about for longer than any test takes."""
    return replace(question(match, f"archmage:{LONG:.0f}s", asker=asker), patience=LONG)


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


async def warm(minds: MindProcesses) -> None:
    """Start all minds: those that are just started have little to say."""
    asked = [question(a_match(secret), "greedy") for secret in range(minds.count)]
    await asyncio.gather(*(minds.think(one) for one in asked))


def test_two_minds_add_up_what_they_found_of_a_decision() -> None:
    async def test() -> None:
        minds, match = Overheard(2), a_choice()
        await warm(minds)
        minds.heard.clear()
        action = await minds.think(question(match, "archmage:0.5s"))
        assert sorted(said["share"] for said in minds.heard) == [0, 1]
        tallies = [said["answer"]["tally"] for said in minds.heard]
        assert tallies[0] != tallies[1], "each has a luck of its own"
        found = [sum(visits for _action, visits, _reward in tally) for tally in tallies]
        assert min(found) > max(found) / 3, "both had the same time"
        together = {
            one: sum({a: v for a, v, _ in tally}[one] for tally in tallies) for one in match.state.legal()
        }
        assert together[action] == max(together.values())
        await minds.close()

    asyncio.run(asyncio.wait_for(test(), 120))


def test_a_mind_that_dies_or_hangs_holds_no_decision_up() -> None:
    """Whichever it is: the one that was asked first, or one that helps."""

    async def test() -> None:
        minds, match = Overheard(2), a_choice()
        for victim in (0, 1):
            for number in (signal.SIGSTOP, signal.SIGKILL):
                await warm(minds)
                await until(lambda: len(minds._idle) == 2)
                thinking = asyncio.ensure_future(minds.think(question(match, "archmage:0.4s")))
                await until(lambda: sum(errand.mind is not None for errand in minds._errands) == 2)
                mind = minds._errands[victim].mind
                assert mind is not None
                os.kill(mind.pid, number)
                assert await asyncio.wait_for(thinking, 20) in match.state.legal()
                if number == signal.SIGSTOP:
                    (late,) = minds._errands
                    assert late.mind is mind
                    os.kill(mind.pid, signal.SIGKILL)
        assert minds.deaths == 4
        await minds.close()

    asyncio.run(asyncio.wait_for(test(), 240))


def test_any_question_comes_before_the_shares_of_another() -> None:
    async def test() -> None:
        minds, match = Overheard(2), a_choice()
        await warm(minds)
        ada = asyncio.ensure_future(minds.think(long(match, "Ada")))
        await until(lambda: len(minds._errands) == 2 and all(errand.mind for errand in minds._errands))
        # Bert gets the mind that helps Ada, and no less time because of her.
        assert (minds.thinking, minds.waiting, minds.patience()) == (1, 0, MOST_SECONDS)
        assert await minds.think(question(a_match(4), DEFAULT, asker="Bert")) is not None
        assert minds.heard[-2]["answer"]["cut"]
        # Carl, who searches long, too, gets it next; his share waits, behind Dora, who came later.
        carl = asyncio.ensure_future(minds.think(long(a_choice(5), "Carl")))
        await until(lambda: minds.thinking == 2)
        dora = asyncio.ensure_future(minds.think(question(a_match(6), DEFAULT, asker="Dora")))
        await until(lambda: minds.waiting == 1)
        assert len(minds._helpers) == 1
        ada.cancel()
        await dora
        assert [said["asker"] if "asker" in said else said["secret"] for said in minds.heard[-2:]] == [
            match.secret.hex(),
            a_match(6).secret.hex(),
        ]
        # Then nobody waits, and it helps Carl.
        await until(lambda: any(errand.spare and errand.mind for errand in minds._errands))
        assert not ada.done() or ada.cancelled()
        carl.cancel()
        await until(lambda: len(minds._idle) == 2)
        assert minds.deaths == 0, "who is called back answers, and is not killed"
        await minds.close()

    asyncio.run(asyncio.wait_for(test(), 120))


def test_counted_visits_stay_on_one_mind_and_an_operator_can_keep_decisions_there() -> None:
    async def test(limits: HouseLimits, bot: str, shares: list[int]) -> int:
        minds, match = Overheard(2, limits), a_choice()
        action = int(await minds.think(question(match, bot)))
        assert [said["share"] for said in minds.heard] == shares
        assert len(minds._all) == len(shares)
        await minds.close()
        return action

    counted = {asyncio.run(test(HouseLimits(), "archmage:200", [-1])) for _ in range(2)}
    assert len(counted) == 1
    asyncio.run(test(HouseLimits(decision_minds=1, ponder_seconds=0), "archmage:0.1s", [-1]))


# ── pondering ─────────────────────────────────────────────────────────────────────────────────────

KEEPING = "a-wizard-did-it"
"""A room whose searches keep their trees; Witless Wizards is one whose searches do not."""


def test_a_mind_ponders_in_the_others_time_until_a_question_comes() -> None:
    async def test() -> None:
        minds, match = Overheard(1, HouseLimits(ponder_seconds=LONG)), a_choice(slug=KEEPING)
        action = await minds.think(question(match, "archmage:0.1s"))
        (errand,) = minds._errands
        assert errand.question.ponder
        assert errand.question.moves == [*(int(move.action) for move in match.log), action]
        assert (minds.thinking, minds.waiting, minds._idle) == (0, 0, [])
        (mind,) = minds._all
        await until(lambda: errand.mind is mind)
        await minds.think(question(a_match(), DEFAULT, asker="Bert"))
        assert [said["ponder"] for said in minds.heard] == [False, True, False]
        assert minds.heard[1]["answer"] is None
        assert (minds._errands, minds._idle) == ([], [mind])
        await minds.close()

    asyncio.run(asyncio.wait_for(test(), 120))


@pytest.mark.parametrize(
    ("slug", "bot", "seconds"),
    [
        (KEEPING, "archmage:0.1s", 0.0),
        (KEEPING, "archmage:50", 5.0),
        ("witless-wizards", "archmage:0.1s", 5.0),
    ],
    ids=["switched off", "counted visits", "no tree is kept"],
)
def test_nothing_is_pondered_where_it_is_not_wanted(slug: str, bot: str, seconds: float) -> None:
    async def test() -> None:
        minds, match = Overheard(1, HouseLimits(ponder_seconds=seconds)), a_choice(slug=slug)
        assert await minds.think(question(match, bot)) in match.state.legal()
        assert (minds._errands, len(minds._idle)) == ([], 1)
        await minds.close()

    asyncio.run(asyncio.wait_for(test(), 120))


def test_a_decision_begins_with_what_was_pondered() -> None:
    """The same mind is asked again, though another is free; and the tree is that of its pondering."""

    async def test() -> None:
        limits = HouseLimits(decision_minds=1, ponder_seconds=LONG)
        minds, match = Overheard(2, limits), a_choice(slug=KEEPING)
        await warm(minds)
        seat, mind = match.to_act, minds._idle[-1]
        match.play(seat, await minds.think(question(match, "archmage:0.1s")))
        await until(lambda: minds._errands[0].mind is mind)
        while match.to_act != seat:
            match.play(match.to_act, match.state.legal()[0])
        await minds.think(question(match, "archmage:0.1s"))
        assert [errand.question.ponder for errand in minds._errands] == [True], "it ponders again"
        await until(lambda: minds._errands[0].mind is mind)
        await minds.close()

    asyncio.run(asyncio.wait_for(test(), 120))
    mind, match, bot = Mind(), a_choice(slug=KEEPING), "archmage:300"
    seat = match.to_act
    match.play(seat, mind.answer(question(match, bot).facts() | PATIENCE))
    assert match.to_act != seat
    ahead = replace(question(match, bot), seat=seat, ponder=True).facts() | {"patience": LONG}
    assert mind.answer(ahead) is None
    _match, thinker = mind._kept[match.secret.hex(), seat, bot]
    assert isinstance(thinker, InsidePlayer)
    assert isinstance(thinker.bot, Searcher)
    search = thinker.bot.search
    assert search is not None
    assert search.visits == 300
    tree, node = search.tree, ROOT
    while match.to_act != seat:  # the other one does what was pondered about most
        first = match.to_act * match.state.action_count()
        found = {
            one: tree.find_child(node, first + match.state.shown(one, seat)) for one in match.state.legal()
        }
        action = max(found, key=lambda one: tree.visits[found[one]] if found[one] != NONE else -1)
        node = found[action]
        match.play(match.to_act, action)
    pondered = tree.visits[node]
    mind.answer(question(match, bot).facts() | {"patience": LONG})
    assert int(search.tree.visits[ROOT]) - int(search.visits) == pondered > 0
    # Called back before it has begun, or at a table where there is nothing to ponder about, it finds nothing.
    assert mind.answer(ahead, lambda: True) is None
