"""The draft: D1 to D6, and X1 to X3 where they speak of it."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay

CROOK, ARMOR = "magical-crook-of-standing", "magical-armor-of-resting"


# ── D1: draw ──────────────────────────────────────────────────────────────────────────────────────


def test_d1_a_turn_begins_with_a_card_from_the_deck(lay: "Lay") -> None:
    table = lay("", "").draft("katana")
    assert table.hand == ["katana"]
    assert "katana" not in table.deck
    assert table.events("draws") == [[0, -1, -1]]


def test_d1_every_card_of_the_deck_may_come(lay: "Lay") -> None:
    for slug in lay("", "").deck:
        assert lay("", "").draft(slug).hand == [slug]


def test_d1_x2_the_discards_become_the_deck_the_moment_it_is_out(lay: "Lay") -> None:
    """X2: at once, not at the next draw; the drafter's card is not among them."""
    table = lay("", "").pile_up("katana", "nunchaku o-yoroi").draft("katana")
    assert table.hand == ["katana"]
    assert table.deck == ["nunchaku", "o-yoroi"]
    assert table.discards == []
    assert table.events("reshuffle") == [[2, -1, -1]]


def test_x2_a_deck_that_is_not_out_is_left_alone(lay: "Lay") -> None:
    table = lay("", "").pile_up("katana smoke-bomb", "nunchaku").draft("katana")
    assert (table.deck, table.discards) == (["smoke-bomb"], ["nunchaku"])


def test_x2_also_when_the_second_card_of_a_draw_empties_it(lay: "Lay") -> None:
    table = lay("", "", cubes=(1, 0)).pile_up("katana o-yoroi", "nunchaku").draft("katana")
    table.play("spend", "o-yoroi")
    assert table.hand == ["katana", "o-yoroi"]
    assert (table.deck, table.discards) == (["nunchaku"], [])


def test_x2_also_when_the_first_discard_meets_an_empty_deck(lay: "Lay") -> None:
    """With nothing to turn over, the next card that is discarded is the new deck."""
    table = lay("nunchaku", "", "").pile_up("katana").draft("katana")
    assert (table.deck, table.discards) == ([], [])
    table.play("keep", "nunchaku").play("give:2")
    assert (table.worn(0), table.worn(2)) == (["katana"], ["nunchaku"])


def test_x2_a_card_discarded_out_of_the_hand_may_come_back_at_once(lay: "Lay") -> None:
    table = lay("", "", cubes=(1, 0)).pile_up("katana o-yoroi").draft("katana").play("spend", "o-yoroi")
    table.play("discard:katana")
    assert (table.hand, table.deck, table.discards) == (["o-yoroi"], ["katana"], [])


# ── D2: a cube for another card ───────────────────────────────────────────────────────────────────


def test_d2_a_cube_buys_another_card_and_one_of_the_two_goes(lay: "Lay") -> None:
    table = lay("", "", cubes=(2, 0)).draft("katana")
    assert table.choices == ["spend", "hold"]
    table.play("spend", "o-yoroi")
    assert table.cubes == [1, 0]
    assert sorted(table.choices) == ["discard:katana", "discard:o-yoroi"]
    assert table.events("pays") == [[0, -1, -1]]


@pytest.mark.parametrize(("gone", "left"), [("katana", "o-yoroi"), ("o-yoroi", "katana")])
def test_d2_either_card_may_be_discarded(lay: "Lay", gone: str, left: str) -> None:
    table = lay("", "", cubes=(1, 0)).draft("katana").play("spend", "o-yoroi").play(f"discard:{gone}")
    assert table.hand == [left]
    assert table.discards == [gone]
    assert table.choices == ["keep", "give:1"]


def test_d2_holding_costs_nothing(lay: "Lay") -> None:
    table = lay("", "", cubes=(2, 0)).draft("katana").play("hold")
    assert (table.cubes, table.hand, table.discards) == ([2, 0], ["katana"], [])
    assert table.choices == ["keep", "give:1"]


def test_d2_once_for_each_of_the_two_draws(lay: "Lay") -> None:
    table = lay("", "", cubes=(5, 0)).draft("katana").play("spend", "o-yoroi").play("discard:katana")
    assert table.choices == ["keep", "give:1"], "not a second time at the same draw"
    table.play("keep", "war-banner")
    assert table.choices == ["spend", "hold"], "but again at the second draw"
    table.play("spend", "smoke-bomb")
    assert table.cubes == [3, 0]


def test_d2_x1_without_a_cube_nobody_is_asked(lay: "Lay") -> None:
    assert lay("", "", cubes=(0, 3)).draft("katana").choices == ["keep", "give:1"]


def test_d2_x1_without_another_card_to_draw_nobody_is_asked(lay: "Lay") -> None:
    assert lay("", "", cubes=(3, 0)).pile_up("katana").draft("katana").choices == ["keep", "give:1"]


def test_d2_x1_two_copies_of_a_card_are_no_choice(lay: "Lay") -> None:
    """X9: copies of a standard card are not told apart, so which of them goes is no question (X1)."""
    table = lay("", "", cubes=(1, 0)).pile_up(f"{CROOK} {CROOK} katana").draft(CROOK).play("spend", CROOK)
    assert (table.hand, table.discards) == ([CROOK], [CROOK])
    assert table.choices == ["keep", "give:1"]


# ── scry: D2 for free (X3) ────────────────────────────────────────────────────────────────────────


def test_x3_scry_makes_d2_free(lay: "Lay") -> None:
    for cubes in (0, 2):
        table = lay("crystal-ball", "", cubes=(cubes, 0)).draft("katana")
        assert table.choices == ["spend", "hold"]
        table.play("spend", "o-yoroi")
        assert table.cubes == [cubes, 0]
        assert table.events("scries") == [[0, -1, -1]]
        assert table.events("pays") == []


def test_x3_scry_is_not_a_second_d2(lay: "Lay") -> None:
    table = lay("crystal-ball", "", cubes=(3, 0)).draft("katana").play("spend", "o-yoroi")
    assert table.play("discard:katana").choices == ["keep", "give:1"]


def test_x3_scry_serves_both_draws(lay: "Lay") -> None:
    table = lay("crystal-ball", "").draft("katana").play("hold").play("keep", "o-yoroi")
    assert table.choices == ["spend", "hold"]


def test_x3_scry_kept_with_the_first_draw_serves_the_second(lay: "Lay") -> None:
    table = lay("", "").draft("crystal-ball")
    assert table.choices == ["keep", "give:1"]
    assert table.play("keep", "katana").choices == ["spend", "hold"]


def test_x3_scry_given_away_serves_nobody_now(lay: "Lay") -> None:
    table = lay("crystal-ball", "").draft("war-banner").play("hold").play("keep", "katana", 1)
    assert table.worn(0) == ["war-banner"], "the ball was replaced, so the second draw was not asked for"


def test_x3_the_scry_of_others_is_not_mine(lay: "Lay") -> None:
    assert lay("", "crystal-ball").draft("katana").choices == ["keep", "give:1"]


# ── D3: keep or give ──────────────────────────────────────────────────────────────────────────────


def test_d3_keep_or_give_to_any_opponent(lay: "Lay") -> None:
    assert lay("", "", "").draft("katana").choices == ["keep", "give:1", "give:2"]
    assert lay("", "", "", turn=1).draft("katana").choices == ["keep", "give:0", "give:2"]
    table = lay("", "", "").draft("katana").play("give:2", "o-yoroi")
    assert table.worn(2) == ["katana"]
    table = lay("", "", "").draft("katana").play("keep", "o-yoroi")
    assert table.worn(0) == ["katana"]


@pytest.mark.parametrize("turn", range(4))
def test_d3_with_four_in_only_to_a_neighbour(lay: "Lay", turn: int) -> None:
    neighbours = sorted({(turn + 1) % 4, (turn - 1) % 4})
    table = lay("", "", "", "", turn=turn).draft("katana")
    assert table.choices == ["keep", *(f"give:{seat}" for seat in neighbours)]


def test_d3_with_four_seats_but_three_in_to_anyone(lay: "Lay") -> None:
    table = lay("", "", "", "", stamina=(20, 0, 20, 20))
    table.state.settle()
    assert table.draft("katana").choices == ["keep", "give:2", "give:3"]


def test_d3_nobody_gives_to_who_is_out(lay: "Lay") -> None:
    table = lay("", "", "", stamina=(20, 20, -3))
    table.state.settle()
    assert table.draft("katana").choices == ["keep", "give:1"]


# ── D4: into its slot ─────────────────────────────────────────────────────────────────────────────


def test_d4_a_card_already_there_is_discarded(lay: "Lay") -> None:
    table = lay("nunchaku o-yoroi", "").draft("katana").play("keep", "smoke-bomb", 1)
    assert table.worn(0) == ["katana", "o-yoroi"]
    assert table.discards == ["nunchaku"]
    assert table.told[0][0] == "keeps"
    assert table.events("replaced") == [[0, table.box.slugs.index("nunchaku"), -1]]


def test_d4_of_the_one_who_receives_it(lay: "Lay") -> None:
    table = lay("nunchaku", "cutlass").draft("katana").play("give:1", "smoke-bomb", 1, 1)
    assert (table.worn(0), table.worn(1)) == (["nunchaku", "smoke-bomb"], ["katana"])
    assert table.discards == ["cutlass"]


def test_d4_an_empty_slot_discards_nothing(lay: "Lay") -> None:
    table = lay("o-yoroi", "").draft("katana").play("keep", "smoke-bomb", 1)
    assert table.discards == []


def test_d4_a_discarded_standard_card_joins_the_common_discards(lay: "Lay") -> None:
    table = lay(CROOK, ARMOR).draft("katana").play("keep", "kabuto-helm", 1)
    assert table.discards == [CROOK, ARMOR]
    table = lay(CROOK, "", "").pile_up("katana").draft("katana").play("keep", CROOK).play("give:1")
    assert table.worn(1) == [CROOK], "and is drawn again like any other"


# ── D5: and again, with the other choice ──────────────────────────────────────────────────────────


def test_d5_who_kept_must_give(lay: "Lay") -> None:
    table = lay("", "", "").draft("katana").play("keep", "o-yoroi")
    assert table.hand == ["o-yoroi"]
    assert table.choices == ["give:1", "give:2"]
    assert table.play("give:2").worn(2) == ["o-yoroi"]


def test_d5_who_gave_must_keep(lay: "Lay") -> None:
    table = lay("", "", "").draft("katana").play("give:1", "o-yoroi")
    assert (table.worn(0), table.worn(1)) == (["o-yoroi"], ["katana"])
    assert table.events("keeps") == [[0, table.box.slugs.index("o-yoroi"), -1]]
    assert table.choices == ["attack:1", "attack:2"], "X1: there was nothing to ask"


def test_d5_x1_with_one_opponent_in_reach_the_second_card_goes_there(lay: "Lay") -> None:
    table = lay("", "").draft("katana").play("keep", "o-yoroi", 6)
    assert (table.worn(0), table.worn(1)) == (["katana"], ["o-yoroi"])


def test_d5_the_second_gift_also_goes_only_to_a_neighbour(lay: "Lay") -> None:
    table = lay("", "", "", "").draft("katana").play("keep", "o-yoroi")
    assert table.choices == ["give:1", "give:3"]


def test_d5_reach_kept_with_the_first_draw_serves_the_second(lay: "Lay") -> None:
    """X3."""
    table = lay("", "", "", "").pile_up("jetpack katana o-yoroi").draft("jetpack").play("keep", "katana")
    assert table.choices == ["give:1", "give:2", "give:3"]


def test_d5_there_are_two_draws_and_no_third(lay: "Lay") -> None:
    table = lay("", "").draft("katana").play("keep", "o-yoroi", 6)
    assert len(table.events("draws")) == 2, "the second of this turn and the first of the next"
    assert [data[0] for data in table.events("draws")] == [0, 1]


def test_d5_every_turn_chooses_afresh(lay: "Lay") -> None:
    table = lay("", "").draft("katana").play("keep", "o-yoroi", 6)
    assert (table.actor, table.choices) == (1, ["keep", "give:0"])


# ── D6: nothing to draw ───────────────────────────────────────────────────────────────────────────


def test_d6_with_both_piles_empty_the_draw_is_skipped(lay: "Lay") -> None:
    table = lay("katana", "", stamina=(20, 7)).pile_up("").draft(3)
    assert table.events("draws") == []
    assert table.events("nothing-to-draw") == [[0, -1, -1], [0, -1, -1]]
    assert table.stamina == [20, 0], "the battle takes place"


def test_d6_only_the_draw_that_has_no_card_is_skipped(lay: "Lay") -> None:
    table = lay("", "").pile_up("katana").draft("katana")
    assert table.choices == ["keep", "give:1"]
    table = lay("", "", "").pile_up("katana").draft("katana").play("keep")
    assert table.choices == ["attack:1", "attack:2"]
    assert table.events("nothing-to-draw") == [[0, -1, -1]]


def test_d6_a_skipped_draw_is_neither_kept_nor_given(lay: "Lay") -> None:
    table = lay("", "", "").pile_up("").draft()
    assert table.choices == ["attack:1", "attack:2"]
    assert len(table.events("nothing-to-draw")) == 2
