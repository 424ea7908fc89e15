"""Scoring (P1 to P5), with a drawn example."""

from typing import TYPE_CHECKING

import pytest

from longbeard.engine.hints import share_of_win
from longbeard.games.wiz_up_the_wall.scoring import bursts

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay, Table


def test_p1_a_cut_branch_does_not_count_but_other_branches_do(lay: "Lay") -> None:
    """Bert forks at (4,0). Ada cuts the left branch at (3,1): two cards are lost, the right branch counts."""
    table = lay("s f f s", first="1").play("place@1,1").grow("3,1", "7,-2", "5,0", "2,1", "2,2", "3,1")
    assert table.shows(
        """
        : 3           b      (A)
        :               \\ Ab/     B
        : 2           A /   \\ B /    (A)
        :         A /         |         \\ A
        : 1 \\ A /             B             \\
        :     |               |
        : 0  [A]             [B]
        """
    )
    assert table.counted(1) == 3
    assert table.finish().points == [[5], [3]]


def test_p1_the_symbols_of_cut_cards_do_not_count_either(lay: "Lay") -> None:
    """Bert's stream has six embers, one of them on the card that Ada cuts."""
    table = lay("storm aurora-fork blaze ash", "flood")
    table.play("draw", "blaze").play("place@1,2").play("draw", "coral").play("place@4,1")
    table.play("draw", "comet").play("place@2,2").play("draw", "thicket").play("place@4,2")
    table.play("draw").play("place@3,2")
    uncut = table.copy().finish(2)
    assert uncut.points[1] == [None]
    assert table.finish().play("draw").play("place@4,2").finish().points[1] == [3]
    assert table.events("count")[1] == [1, 5, 0, 0, 0, 0, 1]


def test_p1_everything_is_turned_up_and_told(lay: "Lay") -> None:
    table = lay("blaze steam flood storm", "ash").finish(2)
    assert table.events("turns-up") == [
        *[[0, 0, 1, 0, 0, 1, 0], [0, 0, 2, 0, 1, 1, 1], [1, 4, -1, 1, 1, 1, 2], [1, 4, 0, 2, 2, 1, 3]]
    ]
    assert table.events("count") == [[0, 3, 1, 0, 0, 0, 0], [1, 0, 2, 2, 0, 0, 0]]
    for viewer in (-1, 0, 1):
        symbols = [card["symbols"] for card in table.look(viewer)["cards"]]
        assert symbols == [["ember", "ember"], ["ember", "tide"], ["tide", "tide"], ["gale", "gale"]]


def test_p1_a_cut_is_told_with_who_did_it(lay: "Lay") -> None:
    table = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2", "3,2", "4,3", "4,2").finish()
    assert table.events("cut") == [[1, 0, 4, 2, 2]]
    assert "Bert's stream was cut at column 4, height 4 by Ada: 2 cards do not count." in table.story


@pytest.mark.parametrize(("last", "points"), [("steam", 3), ("blaze-fork", None)])
def test_p2_more_than_five_of_one_symbol_is_bust(lay: "Lay", last: str, points: int | None) -> None:
    """Two blind blazes are four embers. A fifth is allowed, a sixth is not."""
    table = lay("blaze blaze s s", last).play("draw").play("place@0,3").finish(2)
    assert table.points[0] == [points]
    assert table.events("bust") == ([] if points else [[0, 0, 6]])


def test_p2_the_blind_cards_count(lay: "Lay") -> None:
    table = lay("blaze blaze flood storm", "blaze-fork").play("draw", "flood").play("place@0,3").finish(2)
    assert (table.points, table.state.winners()) == ([[None], [2]], [1])
    assert "Ada goes bust: 6 ember, and 5 is the most." in table.story
    assert table.events("round-won") == [[1]]


def test_p2_if_all_go_bust_nobody_wins_the_round(lay: "Lay") -> None:
    table = lay("blaze blaze flood flood", "blaze-fork").play("draw", "flood-fork").play("place@0,3")
    table.play("draw").play("place@4,1").finish(2)
    assert table.points == [[None], [None]]
    assert table.events("round-won") == [[]]
    assert "Nobody wins the round: nobody scored." in table.story


@pytest.mark.parametrize("symbol", range(6))
def test_p2_every_symbol_can_burst(symbol: int) -> None:
    for number in range(43):
        assert bursts(number << (8 * symbol), 5) == (number > 5)
        assert not bursts(sum(5 << (8 * each) for each in range(6)) + (number << 48), 5)


def test_p3_a_point_for_every_card_on_all_branches(lay: "Lay") -> None:
    table = lay("flood aurora-fork storm ash", "thicket")
    table.play("draw", "fossil").play("place@1,2").finish()
    table.play("draw").play("place@7,-1").finish()
    assert table.points == [[4], [2]]
    assert table.state.scores() == [4, 2]


def test_p4_the_highest_total_of_all_rounds_wins(lay: "Lay") -> None:
    """Ada has 3, 2 and 3 points, Bert 2, 3 and 2."""
    table = lay("flood storm flood storm", "thicket", rounds="3")
    deal = ["flood", "storm", "flood", "storm", "thicket"]
    table.play("draw").play("place@0,3").finish().play("finish", *deal)
    assert table.points == [[3], [2]]
    assert table.state.ending() == ""
    assert (table.look()["round"], table.look()["pile"]) == (2, 59)
    table.play("draw").play("place@0,3").finish().play("finish", *deal)
    assert table.points == [[3, 2], [2, 3]]
    table.play("draw").play("place@0,3").finish(2)
    assert (table.state.scores(), table.state.winners(), table.state.ending()) == ([8, 7], [0], "longest")
    assert table.events("won") == [[0]]


def test_p4_ties_are_shared(lay: "Lay") -> None:
    table = lay("flood storm flood storm", "thicket").finish(2)
    assert (table.state.scores(), table.state.winners(), table.state.ending()) == ([2, 2], [0, 1], "shared")
    assert table.story[-1] == "Ada and Bert share the win."


BUST = ("blaze blaze flood flood", "blaze-fork")
"""Blind cards, and the card after them, with which Ada and then Bert can go bust."""


def go_bust(table: "Table", *deal: str) -> "Table":
    """Play a round that brings nobody a point; then luck deals what is named."""
    tips = [wizard["tips"][0] for wizard in table.look()["wizards"]]
    cells = [f"place@{tip['q']},{tip['r']}" for tip in tips]
    first = table.actor
    table.play("draw", "flood-fork" if first == 0 else "blaze-fork").play(cells[first])
    return table.play("draw").play(cells[1 - first]).finish().play("finish", *deal)


def test_p5_if_nobody_has_scored_nobody_wins(lay: "Lay") -> None:
    table = go_bust(lay(*BUST))
    assert table.points == [[None], [None]]
    assert (table.state.scores(), table.state.winners()) == ([0, 0], [])
    assert table.state.ending() == "nobody-scored"
    assert table.events("won") == [[]]
    assert table.story[-1] == "Nobody wins: nobody has a point."
    assert share_of_win(table.state, 0) == share_of_win(table.state, 1) == 0.5


def test_p5_bust_in_every_round_of_the_match(lay: "Lay") -> None:
    again = ["flood", "flood", "blaze", "blaze", "flood-fork"]  # Bert is dealt first in the second round
    table = go_bust(lay(*BUST, rounds="2"), *again)
    assert table.state.ending() == ""
    assert go_bust(table.copy()).state.ending() == "nobody-scored"
    table.finish(2)
    assert (table.state.scores(), table.state.ending()) == ([2, 2], "shared"), "one good round is enough"


def test_p5_whoever_scored_at_all_wins_over_those_who_did_not(lay: "Lay") -> None:
    table = lay("blaze blaze flood flood", "blaze-fork").play("draw").play("place@0,3").finish(2)
    assert (table.points, table.state.winners(), table.state.ending()) == ([[None], [2]], [1], "longest")


def test_p5_a_stream_of_no_cards_does_not_win_either(lay: "Lay") -> None:
    """Ada comes down on Bert's first card, which cuts off all of his stream, and goes bust with it."""
    table = lay("blaze-fork steam-fork flood storm", "smoke-fork").play("place@1,1")
    table.play("draw", "charcoal-fork").play("place@2,0").finish()
    table.play("draw", "blaze").play("place@3,0").play("draw").play("place@4,-1")
    assert table.counted(1) == 0
    table.finish()
    assert table.points == [[None], [0]]
    assert table.events("round-won") == [[]]
    assert (table.state.scores(), table.state.winners()) == ([0, 0], [])
    assert table.state.ending() == "nobody-scored"


@pytest.mark.parametrize("rounds", ["1", "2", "9"])
def test_p4_one_to_nine_rounds_each_with_a_full_deck(lay: "Lay", rounds: str) -> None:
    table = lay("s s s s", rounds=rounds)
    played = 0
    while table.actor >= 0:
        assert table.look()["pile"] == 59
        assert sum(table.state.pieces()) == 63
        played += 1
        table.play("finish").play("finish")
    assert played == int(rounds)
