"""Hints: what bots may know about good play."""

from typing import TYPE_CHECKING

from longbeard.games.witless_wizards import notation
from longbeard.games.witless_wizards.hints import HINTS

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay, Table


def weights(table: "Table") -> dict[str, int]:
    return {move: int(HINTS.weigh(table.state, notation.parse(table.state, move))) for move in table.choices}


def test_d3_good_cards_are_kept_and_rubbish_is_given_away(lay: "Lay") -> None:
    good = weights(lay("bamboo-practice-sword", "nunchaku").draft("katana"))
    bad = weights(lay("plasma-rifle", "katana").draft("bamboo-practice-sword"))
    assert good["keep"] > 3 * good["give:1"]
    assert bad["give:1"] > 5 * bad["keep"]


def test_d3_it_goes_to_whom_it_costs_most(lay: "Lay") -> None:
    found = weights(lay("", "power-armor", "foil-hat").draft("straw-raincoat"))
    assert found["give:1"] > found["give:2"]


def test_other_numbers_are_judged_anew(lay: "Lay") -> None:
    """A box with a better raincoat: the hints must not keep what they thought of another box."""
    plain = weights(lay("", "").draft("straw-raincoat"))["keep"]
    better = weights(lay("", "", box=lay.box(straw_raincoat="defensive 6/2")).draft("straw-raincoat"))["keep"]
    assert better > plain
    assert weights(lay("", "").draft("straw-raincoat"))["keep"] == plain


def test_b2_thin_armour_and_failing_strength_draw_attacks(lay: "Lay") -> None:
    table = lay("katana", "power-armor", "foil-hat").fight()
    found = weights(table)
    assert found["attack:2"] > found["attack:1"]
    table.state.stamina[1] = 3
    assert weights(table)["attack:1"] > found["attack:1"]
