"""Hints: what bots may know about good play."""

from typing import TYPE_CHECKING

from longbeard.engine.value import Features
from longbeard.games.witless_wizards import notation
from longbeard.games.witless_wizards.hints import AHEAD_AT, CHOSEN_AT, DANGER_AT, HINTS, LASTS, PAIR_AT

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay, Table


def weights(table: "Table") -> dict[str, int]:
    return {move: int(HINTS.weigh(table.state, notation.parse(table.state, move))) for move in table.choices}


def reasons(table: "Table") -> dict[str, str]:
    return {move: HINTS.why(table.state, notation.parse(table.state, move)) for move in table.choices}


def test_reasons_say_what_changes(lay: "Lay") -> None:
    found = reasons(lay("nunchaku", "power-armor kabuto-helm", "").draft("straw-raincoat"))
    assert found == {
        "keep": "it takes your defence from 0 to 1 and cubes a turn from 1 to 3",
        "give:1": "it takes their defence from 2 to 1; they are without dodge 1",
        "give:2": "",
    }


def test_reasons_of_an_attack_are_its_chances(lay: "Lay") -> None:
    """The ledger's die has six different faces; a Katana of 4 is steady at 3."""
    found = reasons(lay("katana", "power-armor", "", stamina=(20, 20, 7)).fight())
    assert found == {"attack:1": "2 to 5 hits", "attack:2": "7 to 10 hits, and 100 % to put them out"}
    assert reasons(lay("", "power-armor", "power-armor").fight())["attack:1"] == "0 to 1 hits"
    weak = lay("black-spot", "power-armor", "power-armor").fight()
    assert reasons(weak)["attack:1"] == ""


def test_reasons_of_reactions_say_what_they_spare(lay: "Lay") -> None:
    table = lay("katana", "circle-of-salt smoke-bomb", "", cubes=(0, 2, 0)).fight().play("attack:1", 6)
    assert reasons(table) == {
        "guard:0": "",
        "guard:1": "6 hits instead of 7",
        "guard:2": "5 hits instead of 7",
    }
    assert reasons(table.play("guard:2"))["block"] == "it spares you 5 hits"
    roll = lay("katana bottle-of-grog", "", "").fight().play("attack:1", 4)
    assert reasons(roll) == {"reroll": "33 % for more than 8 hits", "stand": ""}


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


# ── features of a learned value ───────────────────────────────────────────────────────────────────


def noted(table: "Table", seat: int) -> list[int]:
    features = Features()
    HINTS.note(table.state, seat, features)
    return sorted(features.listed())


def put_out(table: "Table", seat: int) -> "Table":
    table.state.alive &= ~(1 << seat)
    table.state.standing -= 1
    return table


def test_a_table_where_one_is_out_is_judged_like_a_smaller_one(lay: "Lay") -> None:
    boards = ("katana", "power-armor", "trebuchet foil-hat")
    for seats in (2, 3):
        small = lay(*boards[:seats]).draft("nunchaku")
        large = put_out(lay(*boards[:seats], "o-yoroi"), seats).draft("nunchaku")
        assert int(HINTS.which(small.state)) == int(HINTS.which(large.state)) == seats - 2
        for seat in range(seats):
            assert noted(small, seat) == noted(large, seat) != []
        assert noted(large, seats) == []


def test_with_four_in_it_matters_who_sits_where(lay: "Lay") -> None:
    """The strong one sits opposite or next to seat 2; with a Jetpack it comes to nearly the same."""

    def relations(*boards: str) -> set[int]:
        found = noted(lay(*boards).draft("nunchaku"), 2)
        return {(feature - PAIR_AT) // (LASTS * LASTS) for feature in found if PAIR_AT <= feature < AHEAD_AT}

    far, before, after = 4, 1, 2
    assert relations("plasma-rifle", "", "", "") == {far, before, after}
    assert relations("plasma-rifle jetpack", "", "", "") == {before, after}
    near = noted(lay("", "plasma-rifle", "", "").draft("nunchaku"), 2)
    assert near != noted(lay("plasma-rifle", "", "", "").draft("nunchaku"), 2)


def test_who_is_weakest_is_the_one_to_fall_upon(lay: "Lay") -> None:
    table = lay("katana", "", "power-armor", stamina=(20, 6, 20)).draft("nunchaku")
    chosen = [
        next(feature - CHOSEN_AT for feature in noted(table, seat) if CHOSEN_AT <= feature < DANGER_AT)
        for seat in range(3)
    ]
    assert chosen == [1, 2, 0]
