"""The end: Z1."""

from typing import TYPE_CHECKING

from longbeard.engine.luck import QuickLuck
from longbeard.engine.playout import playouts
from longbeard.engine.state import OVER
from longbeard.games.the_wizard_always_wins import view

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay


def test_z1_the_wizard_who_draws_a_gem_of_their_own_wins(lay: "Lay") -> None:
    table = lay(3).fill_bag("snail-token red-gem blue-gem bone-token")
    table.state.level[0] = 3
    table.play("take:wizard", "blue-gem", "red-gem")
    assert table.actor == OVER
    assert table.choices == []
    assert (table.state.winners(), table.state.scores()) == ([0], [1, 0, 0])
    assert table.state.ending() == "own-gem"
    assert table.state.bag.inside == 4


def test_z1_somebody_else_s_gem_does_not(lay: "Lay") -> None:
    table = lay(2).fill_bag("red-gem blue-gem").play("take:wizard", "blue-gem")
    assert (table.state.winners(), table.state.ending(), table.actor) == ([], "", 1)


def test_z1_the_end_names_the_draw_and_its_odds(lay: "Lay") -> None:
    table = lay(2).fill_bag("snail-token red-gem blue-gem bone-token bone-token bone-token")
    table.state.level[0] = 3
    table.play("take:wizard", "blue-gem", "red-gem")
    assert table.events("wins") == [[0, 2, 3, 1, 6]]
    assert table.words[-4:] == [
        "Ada reaches into the Bag of Fate for 3 tokens of 6, with 1 gem in it: 50 % to win.",
        "Token 1: a gem of Bert's.",
        "Token 2: a gem of Ada's.",
        "Ada wins with token 2 of 3: a gem of Ada's own. "
        "The odds of that draw were 50 % (1 gem among 6 tokens).",
    ]


def test_z1_the_end_says_who_was_the_wizard(lay: "Lay") -> None:
    table = lay(2).fill_bag("red-gem blue-gem bone-token").play("take:wizard", "red-gem")
    look = view.look(table.state, 1)
    assert [view.fate(look, ["Ada", "Bert"], seat) for seat in range(2)] == [
        "That was you, with token 1 of 1.",
        "That was Ada, with token 1 of 1. As the Wizard you would have had 33 %.",
    ]
    assert view.fate(view.look(lay(2).state, 0), ["Ada", "Bert"], 0) == ""


def test_z1_random_games_end(lay: "Lay") -> None:
    """There are always Add-a-Gem tokens in the bag, so that a win is never out of reach."""
    for seats in (2, 3, 4, 5):
        assert playouts(lay.open(seats).state, QuickLuck(seats), 20, limit=5_000) > 0
