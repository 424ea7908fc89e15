"""Hints: what bots may know about good play."""

from typing import cast

import pytest

from longbeard.bots.search import Search
from longbeard.bots.searcher import Searcher
from longbeard.engine.hints import Hints, Tuning
from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import OVER
from longbeard.games import room
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.hints import HINTS
from longbeard.games.a_wizard_did_it.notation import parse, spell
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt
from longbeard.games.a_wizard_did_it.scenes import lay_out

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)
GOALS = ("bear-at-home", "pirate-at-home")


def laid_out(stacks: dict[str, str], hand: str = "") -> AWizardDidIt:
    """Lay out a table on which wizard 0 is to play the last card: its knight goes second."""
    hand = hand or "pigeon"
    assert len(hand.split()) % 2 == 1
    return lay_out(BOX, stacks, hands=(hand, ""), goals=GOALS)


@pytest.mark.parametrize("seed", range(4))
def test_worths_are_shares_of_one_and_asking_changes_nothing(seed: int) -> None:
    luck, state = QuickLuck(seed), ROOM.table(2)
    state.deal(luck)
    while state.to_act() != OVER:
        before, legal = state.dump(), state.legal()
        worths = [HINTS.worth(state, seat) for seat in range(2)]
        assert all(0 <= worth <= 1 for worth in worths)
        assert sum(worths) == pytest.approx(1)
        for action in legal[:: len(legal) // 4 + 1]:
            assert 1 <= HINTS.weigh(state, action) <= 100
            HINTS.why(state, action)
        assert state.dump() == before
        assert state.legal() == legal
        state.resolve(legal[luck.below(len(legal))], luck)
    assert sum(HINTS.worth(state, seat) for seat in range(2)) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(4))
def test_before_the_last_card_the_lead_is_the_one_that_would_be_scored(seed: int) -> None:
    luck, state = QuickLuck(seed), ROOM.table(2)
    state.deal(luck)
    while state.to_act() != OVER:
        last = cast(AWizardDidIt, state.clone())
        legal = state.legal()
        state.resolve(legal[luck.below(len(legal))], luck)
    # Its one card laid aside, the table is the one that the knights would walk.
    aside = last.clone()
    aside.walk(1 - last.actor)
    lead = aside.points(0) - aside.points(1)
    assert HINTS.worth(last, 0) == pytest.approx(min(1, max(0, 0.5 + lead / 40)))


def test_a_goal_met_is_worth_more() -> None:
    missed = laid_out({"0.forest": "sword", "0.crypt": "bear"})
    met = laid_out({"0.forest": "sword bear"})
    # One Valor for the win on either road; two points for the goal on one of them.
    assert HINTS.worth(met, 0) == pytest.approx(HINTS.worth(missed, 0) + 2 / 40)
    assert HINTS.worth(met, 1) == pytest.approx(HINTS.worth(missed, 1) - 2 / 40)


def test_a_lead_beyond_doubt_is_worth_no_more_than_all() -> None:
    state = laid_out({})
    state.valor[0] = 60
    assert (HINTS.worth(state, 0), HINTS.worth(state, 1)) == (1, 0)


def test_the_wizard_who_does_not_play_the_last_card_is_first_at_the_castle() -> None:
    odd = lay_out(BOX, {}, hands=("bear", ""), goals=GOALS)
    even = lay_out(BOX, {}, hands=("bear", "bear"), goals=GOALS)
    assert HINTS.worth(odd, 0) == pytest.approx(0.5 - BOX.princess / 40)
    assert HINTS.worth(even, 0) == pytest.approx(0.5 + BOX.princess / 40)


def test_loot_and_lone_monsters_are_for_the_own_road_and_crowds_for_the_rivals() -> None:
    state = laid_out({"0.forest": "shark", "1.forest": "bear"}, "sword ninja swap")
    weights = {spell(state, action): HINTS.weigh(state, action) for action in state.legal()}
    assert weights["sword@0.forest"] > weights["sword@1.forest"]
    assert weights["ninja@0.crypt"] > weights["ninja@1.crypt"]  # a win brings Valor
    assert weights["ninja@1.forest"] > weights["ninja@0.forest"]  # but two monsters bring no more of it
    assert weights["swap@0.forest~1.forest"] > HINTS.weigh(state, parse(state, "swap@none"))


def test_what_arms_monsters_is_for_the_rivals_road_and_bacon_for_the_own() -> None:
    state = laid_out({}, "with-laser-beams-1 kung-fu wrapped-in-bacon")
    weights = {spell(state, action): HINTS.weigh(state, action) for action in state.legal()}
    assert weights["with-laser-beams-1@1.forest"] > weights["with-laser-beams-1@0.forest"]
    assert weights["kung-fu@1.crypt"] > weights["kung-fu@0.crypt"]
    assert weights["wrapped-in-bacon@0.ship"] > weights["wrapped-in-bacon@1.ship"]


@pytest.mark.parametrize("valor", [(1, 60), (60, 1)])
def test_a_search_does_not_arm_its_own_monsters_when_all_is_lost_or_won(valor: tuple[int, int]) -> None:
    state = laid_out({"0.forest": "vampire", "1.forest": "zombie"}, "with-laser-beams-2")
    state.valor[0], state.valor[1] = valor
    chosen = Searcher(HINTS, visits=300).choose(state, 0, QuickLuck(1))
    assert spell(state, chosen).startswith("with-laser-beams-2@1.")


@pytest.mark.parametrize(
    ("stacks", "move", "reason"),
    [
        ({"0.forest": "sword"}, "bear@0.forest", ""),  # too strong at home, without the Sword
        ({"0.forest": "ninja"}, "sword@0.forest", ""),
        ({}, "shark@0.forest", "your knight ends with 2 Valor, not 1"),
        ({}, "pigeon@1.forest", ""),
        ({"0.forest": "ninja", "0.crypt": "sword"}, "bear@0.crypt", "your knight ends with 3 Valor, not 2"),
        ({"0.forest": "pigeon sword"}, "bear@1.crypt", ""),  # a win for the rival's knight
        ({"1.crypt": "ninja"}, "pirate@1.crypt", "your knight is first at the Castle (4 points)"),
        (
            {"0.crypt": "bear ninja pirate", "1.crypt": "ninja"},
            "pirate@1.crypt",
            "your rival's knight ends with 1 Valor, not 2",
        ),
        ({"0.forest": "shark"}, "swap@none", ""),
    ],
)
def test_why(stacks: dict[str, str], move: str, reason: str) -> None:
    state = laid_out(stacks)
    said = HINTS.why(state, parse(state, move))
    assert said.startswith("as the roads lie now, ") == bool(reason)
    assert reason in said


def test_goals_are_what_it_is_about() -> None:
    stacks = {
        "0.ship": "bear",
        "0.forest": "pigeon wrapped-in-bacon",
        "1.forest": "ninja",
        "1.ship": "pirate",
    }
    state = laid_out(stacks)
    state.valor[0] = 2  # enough for a Bear at home
    assert HINTS.why(state, parse(state, "swap@0.forest~0.ship")) == (
        "as the roads lie now, you meet “Defeat a Bear in The Forest” (2 points)"
    )
    assert HINTS.why(state, parse(state, "shark@1.ship")) == (
        "as the roads lie now, your rival misses “Defeat a Pirate on The Pirate Ship” (2 points) and "
        "your knight is first at the Castle (4 points)"
    )


# ── rollouts ──────────────────────────────────────────────────────────────────────────────────────


def finished(state: AWizardDidIt, seed: int) -> AWizardDidIt:
    """Finish a copy of a table."""
    copy = state.clone()
    assert HINTS.finish(copy, QuickLuck(seed))
    return copy


@pytest.mark.parametrize("decisions", [0, 1, 30, 56, 61, 63])
def test_a_rollout_ends_the_game_from_anywhere_and_depends_on_luck_alone(decisions: int) -> None:
    luck, state = QuickLuck(decisions), cast(AWizardDidIt, ROOM.table(2))
    state.deal(luck)
    for _ in range(decisions):
        legal = state.legal()
        state.resolve(legal[luck.below(len(legal))], luck)
    ends = set()
    for seed in range(20):
        end = finished(state, seed)
        assert end.to_act() == OVER
        assert [int(height) for height in end.heights] == [0] * 6  # every card was played and walked
        best = max(end.scores())
        assert end.winners() == [seat for seat in range(2) if end.scores()[seat] == best]
        assert end.dump() == finished(state, seed).dump()
        ends.add(tuple(end.scores()))
    assert len(ends) > 1 or decisions > 60  # with few cards left, all may end alike


def test_after_a_rollout_whoever_played_the_last_card_goes_second() -> None:
    state = lay_out(
        BOX, {"0.forest": "sword", "1.forest": "sword"}, hands=("wrapped-in-bacon", ""), goals=GOALS
    )
    for seed in range(20):
        end = finished(state, seed)
        assert end.princess == 1  # K1


def test_plays_are_weighed_by_the_goals_that_were_dealt() -> None:
    weights = {}
    for goals in (("item-in-space", "pirate-at-home"), GOALS):
        state = lay_out(BOX, {"1.forest": "sword"}, hands=("in-space-1", ""), goals=goals)
        weights[goals] = HINTS.weigh(state, parse(state, "in-space-1@1.forest"))
    assert 2 * weights["item-in-space", "pirate-at-home"] > 3 * weights[GOALS]


def test_no_room_plays_rollouts_of_its_own_unless_it_says_so() -> None:
    state = ROOM.table(2)
    state.deal(QuickLuck(1))
    before = state.dump()
    assert not Hints().finish(state, QuickLuck(1))
    assert state.dump() == before


def test_a_search_may_do_without_the_rooms_rollouts() -> None:
    state = ROOM.table(2)
    state.deal(QuickLuck(1))
    found = []
    for finishes in (True, False):
        search = Search(
            state.imagine(0, QuickLuck(2)),
            state.to_act(),
            HINTS,
            QuickLuck(2),
            1000,
            Tuning(finishes=finishes),
        )
        search.run(60)
        found.append([search.visits_of(action) for action in state.legal()])
        assert sum(found[-1]) == 60
    assert found[0] != found[1]
