"""The twenty abilities, each on its own, and X5 to X7 where they speak of them."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay


# ── focus-attack ──────────────────────────────────────────────────────────────────────────────────


def test_focus_attack_returns_cubes_for_attack_before_the_roll(lay: "Lay") -> None:
    table = lay("wand-of-mild-sparks", "", cubes=(5, 0)).fight()
    assert (table.actor, table.choices) == (0, ["focus:0", "focus:1", "focus:2", "focus:3"])
    table.play("focus:3", 2)
    assert table.stamina == [20, 20 - 1 - 3 - 2]
    assert table.cubes == [5 - 3 + 2, 0]


def test_focus_attack_up_to_the_cubes_there_are(lay: "Lay") -> None:
    assert lay("wand-of-mild-sparks", "", cubes=(2, 0)).fight().choices == ["focus:0", "focus:1", "focus:2"]
    table = lay("wand-of-mild-sparks", "", cubes=(0, 9)).fight(1)
    assert table.events("rolls") == [[0, 1, 0]], "X1: without a cube nobody is asked"


def test_focus_attack_of_nothing_is_an_answer(lay: "Lay") -> None:
    table = lay("wand-of-mild-sparks", "", cubes=(2, 0)).fight().play("focus:0", 1)
    assert (table.stamina, table.events("focuses")) == ([20, 18], [])


def test_focus_attack_lasts_for_one_attack(lay: "Lay") -> None:
    table = lay("wand-of-mild-sparks", "", cubes=(3, 0)).fight().play("focus:3", 1)
    table.state.turn = 0
    table.wear(0, "")
    assert table.fight(1).stamina == [20, 20 - 5 - 1]


def test_focus_attack_adds_up_over_cards(lay: "Lay") -> None:
    """X5: same-named numbers add up."""
    box = lay.box(war_banner="special 0/0 focus-attack 2")
    table = lay("wand-of-mild-sparks war-banner", "", cubes=(9, 0), box=box).fight()
    assert table.choices[-1] == "focus:5"


# ── focus-defence ─────────────────────────────────────────────────────────────────────────────────


def test_focus_defence_returns_cubes_for_defence_after_the_roll(lay: "Lay") -> None:
    table = lay("gravity-hammer", "circle-of-salt", cubes=(0, 3)).fight(4)
    assert (table.actor, table.choices) == (1, ["guard:0", "guard:1", "guard:2"])
    assert table.events("rolls") == [[0, 4, 0]]
    table.play("guard:2")
    assert (table.stamina, table.cubes) == ([20, 20 - 9 + 3 + 2], [0, 1])


def test_focus_defence_up_to_the_cubes_there_are(lay: "Lay") -> None:
    assert lay("", "circle-of-salt", cubes=(0, 1)).fight(4).choices == ["guard:0", "guard:1"]
    assert lay("", "circle-of-salt", cubes=(5, 0)).fight(4).stamina == [20, 19], "X1"


def test_focus_defence_of_nothing_is_an_answer(lay: "Lay") -> None:
    table = lay("", "circle-of-salt", cubes=(0, 1)).fight(5).play("guard:0")
    assert (table.stamina, table.cubes, table.events("guards")) == ([20, 18], [0, 1], [])


def test_focus_defence_lasts_for_one_attack(lay: "Lay") -> None:
    table = lay("", "circle-of-salt", cubes=(0, 2)).fight(6).play("guard:2")
    table.state.turn = 0
    assert table.fight(6).stamina == [20, 20 - 1 - 3]


def test_focus_defence_is_the_target_s_not_the_attacker_s(lay: "Lay") -> None:
    assert lay("circle-of-salt", "", cubes=(3, 3)).fight(4).stamina == [20, 16]


# ── pierce ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("armour", "defence"), [("power-armor", 3), ("kabuto-helm", 0), ("straw-raincoat", 0)]
)
def test_pierce_ignores_up_to_n_of_the_defence_value(lay: "Lay", armour: str, defence: int) -> None:
    assert lay("trebuchet", armour).fight(3).stamina == [20, 20 - 7 + defence]


def test_x6_pierce_ignores_the_defensive_card_only(lay: "Lay") -> None:
    """Ward and focus-defence come after it and count in full."""
    assert lay("trebuchet", "straw-raincoat royal-banner").fight(3).stamina == [20, 20 - 7 + 1]
    assert lay("trebuchet", "royal-banner").fight(3).stamina == [20, 20 - 7 + 1]
    box = lay.box(circle_of_salt="defensive 1/0 focus-defence 2")
    table = lay("trebuchet", "circle-of-salt", cubes=(0, 2), box=box).fight(3).play("guard:2")
    assert table.stamina == [20, 20 - 7 + 2]


def test_pierce_is_the_attacker_s(lay: "Lay") -> None:
    box = lay.box(ships_door="defensive 3/0 pierce 2")
    assert lay("", "ships-door", box=box).fight(5).stamina == [20, 18]


# ── steady ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("die", "counts"), [(1, 3), (2, 3), (3, 3), (4, 4), (6, 6)])
def test_steady_the_die_counts_as_at_least_n(lay: "Lay", die: int, counts: int) -> None:
    assert lay("katana", "").fight(die).stamina == [20, 20 - 4 - counts]


def test_x5_of_steady_the_greatest_counts(lay: "Lay") -> None:
    for katana, banner in ((3, 2), (2, 3)):
        box = lay.box(katana=f"offensive 4/0 steady {katana}", war_banner=f"special 0/0 steady {banner}")
        assert lay("katana war-banner", "", box=box).fight(1).stamina == [20, 20 - 4 - 3]


def test_steady_of_the_target_is_nothing(lay: "Lay") -> None:
    assert lay("", "katana").fight(1).stamina == [20, 19]


# ── twice ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("dice", [(2, 5), (5, 2), (5, 5)])
def test_twice_rolls_two_dice_and_the_better_counts(lay: "Lay", dice: tuple[int, int]) -> None:
    """X5: the better die is the die."""
    table = lay("nunchaku", "").fight(*dice)
    assert table.stamina == [20, 20 - 2 - 5]
    assert table.events("rolls") == [[0, *dice]]


def test_x5_a_reroll_rolls_all_dice_again(lay: "Lay") -> None:
    table = lay("nunchaku bottle-of-grog", "").fight(6, 5).play("reroll", 1, 3)
    assert table.stamina == [20, 20 - 2 - 3]


def test_x5_dodge_looks_at_the_better_die(lay: "Lay") -> None:
    assert lay("nunchaku", "watchful-parrot").fight(1, 3).stamina == [20, 20 - 2 - 3 + 1]
    assert lay("nunchaku", "watchful-parrot").fight(1, 2).stamina == [20, 20]


# ── splash ────────────────────────────────────────────────────────────────────────────────────────


def test_splash_hits_every_other_opponent_in_reach(lay: "Lay") -> None:
    table = lay("staff-of-fireballs", "", "").fight().play("attack:1", 2)
    assert table.stamina == [20, 15, 19]
    table = lay("", "", "blunderbuss", turn=2).fight().play("attack:1", 2)
    assert table.stamina == [19, 14, 20]


def test_splash_only_those_who_could_have_been_the_target(lay: "Lay") -> None:
    table = lay("blunderbuss", "", "", "").fight().play("attack:1", 2)
    assert table.stamina == [20, 14, 20, 19], "not the one across the table"
    table = lay("blunderbuss jetpack", "", "", "").fight().play("attack:1", 2)
    assert table.stamina == [20, 14, 19, 19], "but with reach, that one too"


def test_splash_reaches_whom_the_attacker_reached_when_the_target_was_chosen(lay: "Lay") -> None:
    """X6: a card with reach and a re-roll is used up between the choice of the target and the splash."""
    box = lay.box(bottle_of_grog="special 0/0 reach 1 reroll 1")
    table = lay("blunderbuss bottle-of-grog", "", "", "", box=box).fight().play("attack:2", 1)
    table.play("reroll", 2)
    assert (table.worn(0), table.discards) == (["blunderbuss"], ["bottle-of-grog"])
    assert table.stamina == [20, 19, 14, 19]
    table = lay("blunderbuss bottle-of-grog", "", "", "", box=box).fight().play("attack:1", 1)
    assert table.play("reroll", 2).stamina == [20, 14, 19, 19], "the one across could have been the target"


def test_splash_not_those_who_are_out(lay: "Lay") -> None:
    table = lay("blunderbuss", "", "", "", stamina=(20, 20, 0, 20))
    table.state.settle()
    assert table.fight().play("attack:1", 2).stamina == [20, 14, 0, 19]


def test_x6_splash_is_flat_and_cannot_be_answered(lay: "Lay") -> None:
    guarded = "circle-of-salt smoke-bomb"
    table = lay("staff-of-fireballs", "", guarded, cubes=(0, 0, 3)).fight().play("attack:1", 1)
    assert (table.stamina, table.actor) == ([20, 16, 19], 1)
    table = lay("staff-of-fireballs", "", "watchful-parrot").fight().play("attack:1", 1)
    assert table.stamina == [20, 16, 19], "dodge"
    table = lay("staff-of-fireballs", "", "mirror-cloak royal-banner").fight().play("attack:1", 1)
    assert table.stamina == [20, 16, 19], "thorns and ward"


def test_x6_splash_is_dealt_even_if_the_target_took_none(lay: "Lay") -> None:
    table = lay("staff-of-fireballs", "smoke-bomb", "").fight().play("attack:1", 6).play("block")
    assert table.stamina == [20, 20, 19]
    table = lay("staff-of-fireballs", "jetpack", "").fight().play("attack:1", 1)
    assert table.stamina == [20, 20, 19]
    table = lay("staff-of-fireballs tower-shield black-spot", "power-armor", "").fight().play("attack:1", 1)
    assert table.stamina == [20 - 1, 20, 19], "and the attacker's curse"


def test_splash_adds_up_and_takes_a_bystander_out(lay: "Lay") -> None:
    box = lay.box(war_banner="special 0/0 splash 2")
    table = lay("blunderbuss war-banner", "", "", stamina=(20, 20, 3), box=box).fight().play("attack:1", 1)
    assert (table.stamina, table.alive) == ([20, 15, 0], [0, 1])


# ── drain ─────────────────────────────────────────────────────────────────────────────────────────


def test_drain_takes_up_to_n_cubes_from_the_target(lay: "Lay") -> None:
    table = lay("cutlass", "", "", cubes=(1, 4, 4)).fight().play("attack:1", 1)
    assert table.cubes == [2, 3, 4]
    table = lay("cutlass", "", cubes=(1, 0)).fight(1)
    assert (table.cubes, table.events("drains")) == ([1, 0], [])


def test_drain_only_if_any_hit_was_dealt(lay: "Lay") -> None:
    assert lay("cutlass", "power-armor", cubes=(0, 4)).fight(2).cubes == [0, 4]
    assert lay("cutlass", "power-armor", cubes=(0, 4)).fight(3).cubes == [1, 3]
    assert lay("cutlass", "jetpack", cubes=(0, 4)).fight(1).cubes == [0, 4]
    assert lay("cutlass", "smoke-bomb", cubes=(0, 4)).fight(6).play("block").cubes == [0, 4]


def test_x7_drain_leech_and_thorns_work_even_if_the_target_is_out(lay: "Lay") -> None:
    table = lay("cutlass", "", "", stamina=(20, 1, 20), cubes=(0, 4, 0)).fight().play("attack:1", 1)
    assert (table.alive, table.cubes) == ([0, 2], [1, 0, 0])
    table = lay("hook-hand", "", "", stamina=(10, 1, 20)).fight().play("attack:1", 1)
    assert (table.alive, table.stamina[0]) == ([0, 2], 11)
    table = lay("katana", "mirror-cloak", "", stamina=(10, 1, 20)).fight().play("attack:1", 6)
    assert (table.alive, table.stamina[0]) == ([0, 2], 9)


def test_x6_hits_of_a_splash_are_no_hits_for_drain_and_leech(lay: "Lay") -> None:
    box = lay.box(staff_of_fireballs="offensive 3/0 splash 1 drain 1 leech 1")
    table = lay("staff-of-fireballs", "jetpack", "", stamina=(9, 20, 20), cubes=(0, 2, 2), box=box).fight()
    table.play("attack:1", 1)
    assert (table.stamina, table.cubes) == ([9, 20, 19], [0, 2, 2])


# ── leech ─────────────────────────────────────────────────────────────────────────────────────────


def test_leech_regains_n_if_any_hit_was_dealt(lay: "Lay") -> None:
    assert lay("hook-hand", "", stamina=(10, 20)).fight(1).stamina == [11, 17]
    assert lay("hook-hand", "power-armor", stamina=(10, 20)).fight(3).stamina == [10, 20]
    assert lay("hook-hand", "jetpack", stamina=(10, 20)).fight(1).stamina == [10, 20]


def test_leech_at_most_to_20(lay: "Lay") -> None:
    box = lay.box(hook_hand="offensive 2/0 leech 5")
    assert lay("hook-hand", "", stamina=(20, 20), box=box).fight(1).stamina[0] == 20
    assert lay("hook-hand", "", stamina=(18, 20), box=box).fight(1).stamina[0] == 20
    assert lay("hook-hand", "", stamina=(15, 20), box=box).fight(1).stamina[0] == 20
    assert lay("hook-hand", "", stamina=(14, 20), box=box).fight(1).stamina[0] == 19


def test_leech_comes_before_thorns_and_recoil(lay: "Lay") -> None:
    """At 20 there is nothing to regain yet when the blood flows; the thorns prick afterwards."""
    assert lay("hook-hand", "mirror-cloak").fight(6).stamina[0] == 19
    box = lay.box(hook_hand="offensive 2/0 leech 1 recoil 3")
    assert lay("hook-hand", "", box=box).fight(6).stamina[0] == 17


# ── recoil ────────────────────────────────────────────────────────────────────────────────────────


def test_recoil_loses_n_after_the_attack(lay: "Lay") -> None:
    assert lay("tome-thrown-in-anger", "").fight(1).stamina == [19, 14]


def test_x7_recoil_whether_or_not_the_attack_hit(lay: "Lay") -> None:
    assert lay("tome-thrown-in-anger", "jetpack").fight(1).stamina == [19, 20]
    assert lay("tome-thrown-in-anger", "smoke-bomb").fight(6).play("block").stamina == [19, 20]
    assert lay("tome-thrown-in-anger tower-shield", "power-armor").fight(1).stamina == [19, 20]


def test_recoil_comes_after_the_hits_and_may_end_the_attacker(lay: "Lay") -> None:
    table = lay("tome-thrown-in-anger", "", "", stamina=(1, 20, 20)).fight().play("attack:1", 1)
    assert (table.stamina, table.alive) == ([0, 14, 20], [1, 2])


def test_recoil_of_the_target_is_nothing(lay: "Lay") -> None:
    assert lay("", "tome-thrown-in-anger").fight(1).stamina == [20, 19]


# ── thorns ────────────────────────────────────────────────────────────────────────────────────────


def test_thorns_hurt_the_attacker_if_hit(lay: "Lay") -> None:
    assert lay("", "mirror-cloak").fight(3).stamina == [19, 19]
    assert lay("", "mirror-cloak").fight(2).stamina == [20, 20], "not if nothing came through"
    assert lay("", "mirror-cloak smoke-bomb").fight(6).play("block").stamina == [20, 20]


def test_x6_thorns_of_a_bystander_are_nothing(lay: "Lay") -> None:
    table = lay("staff-of-fireballs", "", "mirror-cloak").fight().play("attack:1", 1)
    assert table.stamina == [20, 16, 19]


def test_thorns_of_the_attacker_are_nothing(lay: "Lay") -> None:
    assert lay("mirror-cloak", "").fight(3).stamina == [20, 17]


def test_thorns_are_told_before_recoil(lay: "Lay") -> None:
    table = lay("tome-thrown-in-anger", "mirror-cloak").fight(6)
    assert table.events("thorns") == [[0, 1, 19]]
    assert table.events("recoils") == [[0, 1, 18]]


# ── dodge ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("die", "stamina"), [(1, 20), (2, 20), (3, 12), (6, 9)])
def test_dodge_an_attack_whose_die_shows_n_or_less_deals_no_hits(lay: "Lay", die: int, stamina: int) -> None:
    assert lay("plasma-rifle", "watchful-parrot").fight(die).stamina == [20, stamina]


def test_x5_dodge_looks_at_the_face_not_at_what_steady_makes_of_it(lay: "Lay") -> None:
    assert lay("katana", "watchful-parrot").fight(2).stamina == [20, 20]
    assert lay("katana", "watchful-parrot").fight(3).stamina == [20, 20 - 4 - 3 + 1]


def test_x5_of_dodge_the_greatest_counts(lay: "Lay") -> None:
    """A parrot (2) and a jetpack (1) dodge a 2, not a 3."""
    assert lay("plasma-rifle", "watchful-parrot jetpack").fight(2).stamina == [20, 20]
    assert lay("plasma-rifle", "watchful-parrot jetpack").fight(3).stamina == [20, 12]


def test_dodge_looks_at_the_final_die(lay: "Lay") -> None:
    assert lay("bottle-of-grog", "watchful-parrot").fight(1).play("reroll", 5).stamina == [20, 16]
    assert lay("bottle-of-grog", "watchful-parrot").fight(5).play("reroll", 1).stamina == [20, 20]


def test_dodge_of_the_attacker_is_nothing(lay: "Lay") -> None:
    assert lay("watchful-parrot", "").fight(1).stamina == [20, 19]


# ── reach ─────────────────────────────────────────────────────────────────────────────────────────


def test_reach_with_four_in_gives_to_and_attacks_anyone(lay: "Lay") -> None:
    table = lay("jetpack", "", "", "").draft("katana")
    assert table.choices == ["keep", "give:1", "give:2", "give:3"]
    table.play("keep", "o-yoroi").play("give:2")
    assert table.worn(2) == ["o-yoroi"]
    assert table.choices == ["attack:1", "attack:2", "attack:3"]
    assert table.play("attack:2", 6).stamina == [20, 20, 14, 20]


def test_reach_of_others_does_not_help(lay: "Lay") -> None:
    assert lay("", "jetpack", "jetpack", "jetpack").fight().choices == ["attack:1", "attack:3"]


# ── regrow (on no printed card) ───────────────────────────────────────────────────────────────────


def test_regrow_regains_n_at_the_end_of_one_s_own_turn(lay: "Lay") -> None:
    box = lay.box(straw_raincoat="defensive 1/2 regrow 2")
    table = lay("straw-raincoat", "", stamina=(10, 20), box=box).fight(1)
    assert table.stamina == [12, 19]
    assert table.events("regrows") == [[0, 2, 12]]
    table = lay("", "straw-raincoat", stamina=(20, 10), box=box).fight(1)
    assert table.stamina == [20, 10], "not at the end of another's (1 against 1)"


def test_regrow_at_most_to_20_and_after_rest(lay: "Lay") -> None:
    box = lay.box(straw_raincoat="defensive 1/0 regrow 9")
    assert lay("straw-raincoat", "", stamina=(15, 20), box=box).fight(1).stamina[0] == 20
    table = lay("straw-raincoat", "", stamina=(5, 20), cubes=(1, 0), box=box).fight(1)
    assert table.choices == ["recover:1", "end"]
    assert table.play("end").stamina[0] == 14


def test_regrow_comes_before_cursed(lay: "Lay") -> None:
    """Regrow stops at 20, then the curse takes one; and at 1 it saves from it."""
    box = lay.box(straw_raincoat="defensive 1/0 regrow 2")
    assert lay("straw-raincoat court-jester", "", box=box).fight(1).stamina[0] == 19
    table = lay("straw-raincoat court-jester", "", stamina=(1, 20), box=box).fight(1)
    assert (table.stamina[0], table.alive) == (2, [0, 1])


def test_x4_regrow_happens_on_the_first_turn(lay: "Lay") -> None:
    box = lay.box(straw_raincoat="defensive 1/0 regrow 2")
    table = lay.deal(2, "straw-raincoat", box=box)
    table.state.stamina[0] = 7
    assert table.play("hold").play("keep", "katana").play("hold").stamina == [9, 20]


# ── cursed ────────────────────────────────────────────────────────────────────────────────────────


def test_cursed_loses_n_at_the_end_of_one_s_own_turn(lay: "Lay") -> None:
    assert lay("court-jester", "").fight(1).stamina == [19, 19]
    assert lay("", "court-jester").fight(1).stamina == [20, 19]


def test_cursed_and_who_is_out_is_settled_again(lay: "Lay") -> None:
    table = lay("court-jester", "", "", stamina=(1, 20, 20), cubes=(3, 0, 0)).fight().play("attack:1", 1)
    assert table.choices == ["recover:1", "recover:2", "recover:3", "end"]
    table.play("end")
    assert (table.alive, table.stamina, table.cubes) == ([1, 2], [0, 19, 20], [0, 0, 0])
    assert table.discards == ["court-jester"]


def test_cursed_comes_after_rest_and_income(lay: "Lay") -> None:
    table = lay("straw-raincoat court-jester", "").fight(1)
    names = [name for name, _ in table.told]
    assert names.index("income") < names.index("cursed") < names.index("turn")


def test_cursed_adds_up(lay: "Lay") -> None:
    box = lay.box(o_yoroi="defensive 4/0 cursed 2")
    assert lay("o-yoroi court-jester", "", box=box).fight(1).stamina == [17, 19]


# ── scry: see also X3 in test_draft.py ────────────────────────────────────────────────────────────


def test_scry_may_draw_a_second_card_without_paying(lay: "Lay") -> None:
    table = lay("crystal-ball", "").draft("katana").play("spend", "o-yoroi")
    assert table.play("discard:o-yoroi").hand == ["katana"]
    assert (table.cubes, table.discards) == ([0, 0], ["o-yoroi"])


# ── might and ward ────────────────────────────────────────────────────────────────────────────────


def test_might_adds_to_the_attack_and_may_be_negative(lay: "Lay") -> None:
    assert lay("war-banner", "").fight(2).stamina == [20, 17]
    assert lay("tower-shield", "").fight(2).stamina == [20, 19]
    assert lay("katana tower-shield war-banner", "").fight(6).stamina == [20, 10], "they add up (X5)"
    assert lay("", "war-banner").fight(2).stamina == [20, 18], "the target's is nothing"


def test_might_below_nothing_is_no_hits(lay: "Lay") -> None:
    table = lay("tower-shield black-spot", "").fight(1)
    assert table.stamina == [19, 20], "B4; and the curse of the spot"


def test_ward_adds_to_the_defence(lay: "Lay") -> None:
    assert lay("", "royal-banner").fight(3).stamina == [20, 18]
    assert lay("", "royal-banner ships-door").fight(5).stamina == [20, 19]
    assert lay("royal-banner", "").fight(3).stamina == [20, 17], "the attacker's is nothing"


# ── heal ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("before", "after"), [(3, 8), (14, 19), (17, 20), (20, 20)])
def test_heal_discards_the_card_to_regain_n_at_any_stamina(lay: "Lay", before: int, after: int) -> None:
    table = lay("philosophers-thermos", "", stamina=(before, 20)).fight(1)
    assert table.choices == ["heal", "end"]
    table.play("heal")
    assert (table.stamina[0], table.worn(0), table.discards) == (after, [], ["philosophers-thermos"])


def test_heal_may_be_kept_for_later(lay: "Lay") -> None:
    table = lay("philosophers-thermos", "", stamina=(3, 20)).fight(1).play("end")
    assert (table.stamina[0], table.worn(0)) == (3, ["philosophers-thermos"])


def test_heal_and_recover_in_either_order(lay: "Lay") -> None:
    """X1: asked again while one of them is possible; recover only while weakened."""
    table = lay("philosophers-thermos", "", stamina=(5, 20), cubes=(2, 0)).fight(1)
    assert table.choices == ["recover:1", "recover:2", "heal", "end"]
    table.play("heal")
    assert (table.stamina[0], table.actor) == (10, 1), "no longer weakened, so the turn is over"
    box = lay.box(philosophers_thermos="special 0/0 heal 1")
    table = lay("philosophers-thermos", "", stamina=(3, 20), cubes=(2, 0), box=box).fight(1).play("heal")
    assert table.choices == ["recover:1", "recover:2", "end"], "still weakened"


def test_heal_is_for_one_s_own_turn(lay: "Lay") -> None:
    assert lay("", "philosophers-thermos", stamina=(20, 4)).fight(1).actor == 1
    assert lay("", "philosophers-thermos", stamina=(20, 4)).fight(1).choices == ["keep", "give:0"]


# ── reroll ────────────────────────────────────────────────────────────────────────────────────────


def test_reroll_discards_the_card_and_the_new_roll_counts(lay: "Lay") -> None:
    table = lay("bottle-of-grog", "").fight(5)
    assert (table.actor, table.choices) == (0, ["reroll", "stand"])
    table.play("reroll", 2)
    assert (table.stamina, table.worn(0), table.discards) == ([20, 18], [], ["bottle-of-grog"])


def test_reroll_or_stand(lay: "Lay") -> None:
    table = lay("bottle-of-grog", "").fight(5).play("stand")
    assert (table.stamina, table.worn(0)) == ([20, 15], ["bottle-of-grog"])


def test_x1_reroll_is_offered_once_an_attack_however_many_cards_say_it(lay: "Lay") -> None:
    box = lay.box(nunchaku="offensive 2/0 reroll 1")
    table = lay("nunchaku bottle-of-grog", "", box=box).fight(5)
    assert (table.actor, table.choices) == (0, ["reroll", "stand"])
    table.play("reroll", 2)
    assert (table.actor, table.stamina) == (1, [20, 18]), "the second card is not asked for"
    assert (table.worn(0), table.discards) == (["bottle-of-grog"], ["nunchaku"])
    table.state.turn = 0
    assert table.fight(5).choices == ["reroll", "stand"], "but in the next attack it is"


def test_reroll_comes_before_the_reactions(lay: "Lay") -> None:
    table = lay("bottle-of-grog", "smoke-bomb").fight(5)
    assert table.actor == 0
    assert table.play("reroll", 2).actor == 1


def test_reroll_of_the_target_is_nothing(lay: "Lay") -> None:
    assert lay("", "bottle-of-grog").fight(5).stamina == [20, 15]


# ── block ─────────────────────────────────────────────────────────────────────────────────────────


def test_block_discards_the_card_and_no_hits_come(lay: "Lay") -> None:
    table = lay("plasma-rifle", "smoke-bomb").fight(6)
    assert (table.actor, table.choices) == (1, ["block", "take-it"])
    table.play("block")
    assert (table.stamina, table.worn(1), table.discards) == ([20, 20], [], ["smoke-bomb"])


def test_block_or_take_it(lay: "Lay") -> None:
    table = lay("plasma-rifle", "smoke-bomb").fight(6).play("take-it")
    assert (table.stamina, table.worn(1)) == ([20, 8], ["smoke-bomb"])


def test_block_comes_after_the_guard_whose_cubes_are_gone(lay: "Lay") -> None:
    table = lay("plasma-rifle", "circle-of-salt smoke-bomb", cubes=(0, 2)).fight(6).play("guard:2")
    table.play("block")
    assert (table.stamina, table.cubes) == ([20, 20], [0, 0])


def test_block_of_the_attacker_and_of_bystanders_is_nothing(lay: "Lay") -> None:
    assert lay("smoke-bomb", "").fight(6).stamina == [20, 14]
    assert lay("", "", "smoke-bomb").fight().play("attack:1", 6).stamina == [20, 14, 20]


def test_block_is_asked_even_if_the_attack_would_miss(lay: "Lay") -> None:
    """X1: sensible or not."""
    assert lay("", "power-armor smoke-bomb").fight(1).choices == ["block", "take-it"]
    assert lay("", "watchful-parrot smoke-bomb").fight(1).choices == ["block", "take-it"]
