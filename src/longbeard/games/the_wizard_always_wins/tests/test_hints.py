"""Hints: what bots may know about good play."""

from typing import TYPE_CHECKING

import pytest

from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import NOBODY, OVER
from longbeard.games.the_wizard_always_wins import odds
from longbeard.games.the_wizard_always_wins.choices import parse
from longbeard.games.the_wizard_always_wins.hints import HINTS

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay, Table


def weight(table: "Table", move: str) -> int:
    return int(HINTS.weigh(table.state, parse(table.state, move)))


def why(table: "Table", move: str) -> str:
    return HINTS.why(table.state, parse(table.state, move))


def worths(table: "Table") -> list[float]:
    return [HINTS.worth(table.state, seat) for seat in range(table.state.seats)]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_worths_are_shares_of_one_and_asking_changes_nothing(lay: "Lay", seats: int) -> None:
    luck, table = QuickLuck(seats), lay.open(seats)
    state = table.state
    state.deal(luck)
    while state.to_act() != OVER:
        before, legal = state.dump(), state.legal()
        assert all(0 < worth < 1 for worth in worths(table))
        assert sum(worths(table)) == pytest.approx(1)
        for action in legal[:: len(legal) // 8 + 1]:
            assert 1 <= HINTS.weigh(state, action) <= 100
            assert "{" not in HINTS.why(state, action)
        assert state.dump() == before
        state.resolve(legal[luck.below(len(legal))], luck)
    assert sorted(worths(table)) == [0.0] * (seats - 1) + [1.0]


def test_level_gems_and_what_lies_there_are_what_counts(lay: "Lay") -> None:
    plain = worths(lay(3))[1]
    for change in ("level", "gems", "face"):
        table = lay(3)
        if change == "level":
            table.state.level[1] += 1
        elif change == "gems":
            table.state.add_gem(1)
        else:
            table.state.face[5] += 1
        assert worths(table)[1] > plain
        assert sum(worths(table)) == pytest.approx(1)


def test_one_set_nearly_made_is_better_than_two_begun(lay: "Lay") -> None:
    one, two = lay(2), lay(2)
    one.state.face[0] = 3
    two.state.face[0], two.state.face[2] = 1, 2
    assert worths(one)[0] > worths(two)[0]


def test_whoever_may_be_the_wizard_first_is_better_off(lay: "Lay") -> None:
    table = lay(2)
    for seat in (0, 1):
        for gem in range(6):
            table.state.add_gem(seat)
        table.state.level[seat] = 5
        table.state.hands[seat] = 0
    ahead = int(table.state.turn)
    assert worths(table)[ahead] > 0.5
    table.play("take:queen", "potion-1").play("play:potion-1")
    assert worths(table)[1 - ahead] > 0.5


def test_r5_the_wizard_is_for_good_odds(lay: "Lay") -> None:
    table = lay(2)
    assert weight(table, "take:wizard") == 1
    assert why(table, "take:wizard") == "0 % to win"
    seat = int(table.state.turn)
    weights = []
    for gem in range(8):
        table.state.add_gem(seat)
        table.state.level[seat] += 1
        weights.append(weight(table, "take:wizard"))
    assert weights == sorted(weights)
    assert weights[-1] == 100
    assert why(table, "take:wizard").endswith("% to win")
    assert why(table, "take:apprentice") == "your level lets you draw 9 tokens"
    assert why(table, "take:queen") == ""


def test_r5_a_bag_of_nothing_but_gems_is_a_certain_win(lay: "Lay") -> None:
    table = lay(2)
    seat = int(table.state.turn)
    table.state.bag.inside = 0
    table.state.add_gem(seat)
    table.state.add_gem(1 - seat)
    table.state.level[seat] = 2
    assert weight(table, "take:wizard") == 100


def test_e1_cards_that_complete_a_set_come_first(lay: "Lay") -> None:
    table = lay(2, hands=("flower-2 snail-1 bone-1", "flower-2 snail-1 bone-1"))
    seat = int(table.state.turn)
    table.state.face[seat * 5] = 2
    table.play("take:queen", "potion-1")
    assert why(table, "play:flower-2") == "it completes a set of Flowers, worth 1 level"
    assert weight(table, "play:flower-2") > max(
        weight(table, move) for move in ("play:snail-1", "play:bone-1", "play:potion-1")
    )
    assert why(table, "play:snail-1") == ""
    table.play("play:flower-2")
    turn_in = next(move for move in table.choices if move != "done")
    assert weight(table, turn_in) > weight(table, "done")
    assert why(table, turn_in) == "it is worth 1 level", (
        "without a gem in the bag the odds stay what they are"
    )
    assert why(table, "done") == ""


def test_e2_the_most_sets_for_the_least_come_first(lay: "Lay") -> None:
    table = lay(2, hands=("flower-2 snail-1 bone-1", "bone-2 bone-2 bone-2")).lay(0, "flower-3 flower-3")
    table.play("take:queen", "potion-1")
    assert why(table, "play:flower-2") == "it completes a set of Flowers, worth 1 level", "the second one"
    assert weight(table, "play:flower-2") > weight(table, "play:snail-1")
    table.play("play:flower-2")
    weights = {move: weight(table, move) for move in table.choices}
    assert weights["turn-in:flower=3+3+2"] > weights["turn-in:flower=3+2"] > weights["turn-in:flower=3+3"]
    assert why(table, "turn-in:flower=3+3+2") == "it is worth 2 levels"
    table.state.add_gem(0)
    assert why(table, "turn-in:flower=3+3+2") == "your odds as the Wizard go from 3 % to 9 %"
    assert (
        why(table, "turn-in:flower=3+3")
        == "your odds as the Wizard go from 3 % to 6 %; 2 are given for nothing"
    )
    table.state.level[0] = table.box.dial_end
    assert why(table, "turn-in:flower=3+3+2") == "nothing of its reward can be gained any more"


def test_r3_a_card_says_how_far_it_brings_a_set(lay: "Lay") -> None:
    table = lay(2, hands=("flower-2 snail-1 bone-1", "bone-2 bone-2 bone-2")).lay(0, "bone-3 snail-3 snail-3")
    table.play("take:oracle", "bone-2", "potion-1", "flower-1")
    assert why(table, "keep:bone-2") == "laid face up, it brings your Bones from 3 to 5 of 6"
    assert why(table, "keep:potion-1") == ""
    table.play("keep:bone-2")
    assert why(table, "play:bone-2") == "it brings your Bones from 3 to 5 of 6"
    assert why(table, "play:snail-1") == "", "a full set has all it needs"


def test_r7_a_trade_says_what_it_costs_on_both_sides(lay: "Lay") -> None:
    table = lay(2, hands=("bone-1 bone-1 bone-1", "bone-2 bone-2 bone-2"))
    table.lay(0, "flower-3 flower-1 snail-2").lay(1, "snail-3 snail-2 bone-3")
    table.play("take:trader", "potion-1").play("play:bone-1")
    said = why(table, "trade:flower-3>1:snail-3")
    assert said == (
        "it completes a set of Snails, worth 1 gem, but it breaks a set of Flowers of yours, "
        "and breaks a set of Snails of theirs"
    )
    assert why(table, "trade:bone-1>1:bone-3") == "it brings your Bones from 1 to 3 of 6"
    assert why(table, "trade:flower-1>1:bone-3") == (
        "it brings your Bones from 1 to 4 of 6, but it breaks a set of Flowers of yours"
    )


def test_r7_a_trade_is_for_what_completes_a_set(lay: "Lay") -> None:
    table = lay(2, hands=("bone-1 bone-1 bone-1", "bone-2 bone-2 bone-2"))
    me, other = int(table.state.turn), 1 - int(table.state.turn)
    table.state.face[me * 5] = 0x100  # three flowers
    table.state.face[other * 5] = 1
    table.state.face[other * 5 + 1] = 1
    table.play("take:trader", "potion-1").play("play:bone-1" if me == 0 else "play:bone-2")
    weights = {move: weight(table, move) for move in table.choices}
    best = max(weights, key=lambda move: weights[move])
    assert "flower-1" in best
    assert "bone" in best
    assert why(table, best) == "it completes a set of Flowers, worth 1 level"
    assert weights["no-trade"] > min(weights.values())


def wizardly(lay: "Lay") -> "Table":
    """Return a table where both have good odds as the Wizard."""
    table = lay(2)
    for seat in (0, 1):
        for gem in range(6):
            table.state.add_gem(seat)
        table.state.level[seat] = 4
    return table


def test_r5_only_the_wizard_gambles_and_whoever_is_unlucky_draws_no_own_gem(lay: "Lay") -> None:
    state, wins = wizardly(lay).state, 0
    wizard = parse(state, "take:wizard")
    ways, of = odds.to_win(state, int(state.turn))
    assert HINTS.gamble(state, wizard) == pytest.approx(ways / of)
    assert [action for action in state.legal() if HINTS.gamble(state, action) > 0.0] == [wizard]
    for seed in range(60):
        drawn, lost = state.clone(), state.clone()
        drawn.resolve(wizard, QuickLuck(seed))
        wins += drawn.winner != NOBODY
        lost.resolve(wizard, HINTS.unlucky(lost, QuickLuck(seed)))
        assert lost.winner == NOBODY
        assert lost.place == 1
    assert wins > 10
