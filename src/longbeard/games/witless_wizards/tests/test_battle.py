"""The battle: B1 to B7, its order, and X4 to X9 where they speak of it."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay


# ── B1: the first turn ────────────────────────────────────────────────────────────────────────────


def test_b1_the_first_player_skips_the_battle_on_the_first_turn(lay: "Lay") -> None:
    table = lay.deal(2, "katana").play("hold").play("give:1", "o-yoroi").play("hold", "nunchaku")
    assert table.events("attacks") == []
    assert table.events("skips-battle") == [[0, -1, -1]]
    assert (table.stamina, table.actor) == ([20, 20], 1)


def test_b1_the_second_player_does_not(lay: "Lay") -> None:
    table = lay.deal(2, "katana").play("hold").play("give:1", "o-yoroi").play("hold", "nunchaku")
    table.play("hold").play("keep", "war-banner").play("hold", 6, 1)
    assert table.events("attacks") == [[1, 0, -1]]
    assert table.stamina == [16, 20], "nunchaku 2 and a 6 against 4"


def test_b1_nor_does_the_first_player_on_the_second_turn(lay: "Lay") -> None:
    table = lay.deal(2, "katana").play("hold").play("give:1", "o-yoroi").play("hold", "smoke-bomb")
    table.play("hold").play("keep", "war-banner").play("hold", 1)
    assert (table.actor, table.state.turns) == (0, 2)
    table.play("hold").play("keep").play("hold", 6)
    assert table.actor == 1, "the smoke bomb may answer: seat 0 attacks"
    assert table.events("attacks") == [[0, 1, -1]]


def test_b1_x4_the_whole_phase_is_skipped_but_not_the_end_of_the_turn(lay: "Lay") -> None:
    """No rest, no income; cursed still happens."""
    table = lay.deal(2, "court-jester", decks="medieval+wizard+sci-fi")
    table.state.stamina[0] = 5
    table.play("hold").play("keep", "foil-hat").play("hold")
    assert table.actor == 1, "weakened and with a cube, but not asked"
    assert table.events("income") == []
    assert (table.cubes, table.stamina) == ([1, 1], [4, 20])


def test_x4_income_is_not_taken_on_the_first_turn(lay: "Lay") -> None:
    table = lay.deal(2, "robe-of-many-pockets").play("hold").play("keep", "smoke-bomb").play("hold")
    assert table.worn(0) == ["magical-crook-of-standing", "robe-of-many-pockets"]
    assert table.cubes == [1, 1]


def test_x4_the_first_turn_may_end_a_wizard(lay: "Lay") -> None:
    """And Z1 is looked at when it does."""
    table = lay.deal(2, "court-jester", decks="medieval+wizard+sci-fi")
    table.state.stamina[0] = 1
    table.play("hold").play("keep", "foil-hat").play("hold")
    assert (table.state.ending(), table.state.winners()) == ("last-standing", [1])


# ── B2: whom to attack ────────────────────────────────────────────────────────────────────────────


def test_b2_any_opponent_but_oneself(lay: "Lay") -> None:
    assert lay("", "", "").fight().choices == ["attack:1", "attack:2"]
    assert lay("", "", "", turn=2).fight().choices == ["attack:0", "attack:1"]
    assert lay("", "", "").fight().play("attack:2", 5).stamina == [20, 20, 15]


@pytest.mark.parametrize("turn", range(4))
def test_b2_with_four_in_only_a_neighbour(lay: "Lay", turn: int) -> None:
    neighbours = sorted({(turn + 1) % 4, (turn - 1) % 4})
    assert lay("", "", "", "", turn=turn).fight().choices == [f"attack:{seat}" for seat in neighbours]


def test_b2_with_four_seats_but_three_in_anyone(lay: "Lay") -> None:
    table = lay("", "", "", "", stamina=(20, 20, 20, 0))
    table.state.settle()
    assert table.fight().choices == ["attack:1", "attack:2"]


def test_b2_x1_it_is_not_optional_and_one_opponent_is_no_question(lay: "Lay") -> None:
    table = lay("", "").fight(3)
    assert table.events("attacks") == [[0, 1, -1]]
    table = lay("", "", "", stamina=(20, 0, 20))
    table.state.settle()
    assert table.fight(3).events("attacks") == [[0, 2, -1]]


# ── B3: the total attack ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("die", range(1, 7))
def test_b3_die_and_attack_value(lay: "Lay", die: int) -> None:
    table = lay("plasma-rifle", "").fight(die)
    assert table.stamina == [20, 20 - 6 - die]
    assert table.events("fight") == [[6 + die, 0, 6 + die]]


def test_b3_without_offensive_equipment_the_value_is_0(lay: "Lay") -> None:
    assert lay("o-yoroi battery-pack", "").fight(4).stamina == [20, 16]


def test_b3_the_attacker_s_own_card_counts_not_the_target_s(lay: "Lay") -> None:
    assert lay("", "plasma-rifle").fight(2).stamina == [20, 18]


# ── B4: hits ──────────────────────────────────────────────────────────────────────────────────────


def test_b4_hits_are_the_attack_less_the_defence_value(lay: "Lay") -> None:
    assert lay("gravity-hammer", "ships-door").fight(2).stamina == [20, 16]
    assert lay("gravity-hammer power-armor", "").fight(2).stamina == [20, 13], "of the target alone"


def test_b4_never_below_0(lay: "Lay") -> None:
    table = lay("", "power-armor").fight(1)
    assert table.stamina == [20, 20]
    assert table.events("fight") == [[1, 5, 0]]


def test_b4_at_0_one_is_out_and_the_equipment_is_discarded(lay: "Lay") -> None:
    table = lay("", "katana o-yoroi smoke-bomb", "", stamina=(20, 2, 20)).fight()
    table.play("attack:1", 6).play("take-it")
    assert (table.alive, table.stamina) == ([0, 2], [20, 0, 20])
    assert table.worn(1) == []
    assert sorted(table.discards) == ["katana", "o-yoroi", "smoke-bomb"]
    assert table.events("out") == [[1, -1, -1]]


def test_b4_at_1_one_is_still_in(lay: "Lay") -> None:
    assert lay("", "", "", stamina=(20, 4, 20)).fight().play("attack:1", 3).alive == [0, 1, 2]


def test_x8_stamina_may_go_below_0(lay: "Lay") -> None:
    table = lay("plasma-rifle", "", "", stamina=(20, 2, 20)).fight().play("attack:1", 6)
    assert (table.stamina, table.alive) == ([20, -10, 20], [0, 2])


def test_x8_who_is_out_gives_the_cubes_back(lay: "Lay") -> None:
    table = lay("", "", "", stamina=(20, 2, 20), cubes=(0, 7, 1)).fight().play("attack:1", 6)
    assert table.cubes == [0, 0, 1]


def test_x8_an_attacker_who_is_out_skips_rest_income_and_the_end_of_the_turn(lay: "Lay") -> None:
    box = lay.box(tome_thrown_in_anger="offensive 5/2 recoil 3 cursed 1 regrow 4")
    table = lay("tome-thrown-in-anger", "", "", stamina=(2, 20, 20), cubes=(4, 0, 0), box=box)
    table.fight().play("attack:1", 1)
    assert (table.alive, table.stamina) == ([1, 2], [-1, 14, 20])
    assert table.cubes == [0, 0, 0]
    assert [name for name, _ in table.told if name in ("income", "cursed", "regrows", "heals")] == []
    assert table.actor == 1


def test_x8_the_end_is_looked_at_only_at_the_end_of_a_turn(lay: "Lay") -> None:
    """The last opponent is out, but the turn goes on: rest, income, and a curse that ends it otherwise."""
    table = lay("katana philosophers-thermos", "", stamina=(20, 1)).fight(6)
    assert (table.alive, table.choices, table.state.ending()) == ([0], ["heal", "end"], "")
    table = lay("katana court-jester", "", stamina=(1, 1)).fight(6)
    assert (table.alive, table.state.ending()) == ([], "nobody-left")


# ── the order of a battle ─────────────────────────────────────────────────────────────────────────


def test_the_order_of_a_battle(lay: "Lay") -> None:
    """Every step of the rulebook's list in one attack, each seen in the story."""
    box = lay.box(
        wand_of_mild_sparks="offensive 3/2 focus-attack 3 splash 1 drain 1 leech 1 recoil 1 "
        "cursed 1 regrow 1",
        circle_of_salt="defensive 3/0 focus-defence 2 thorns 1",
    )
    boards = ("wand-of-mild-sparks bottle-of-grog", "circle-of-salt smoke-bomb", "")
    table = lay(*boards, stamina=(6, 20, 20), cubes=(3, 4, 0), box=box)
    story = []
    for move, script in (
        ("attack:1", ()),
        ("focus:2", (1,)),
        ("reroll", (6,)),
        ("guard:1", ()),
        ("take-it", ()),
        ("recover:1", ()),
    ):
        table.fight() if move == "attack:1" else None
        table.play(move, *script)
        story += [name for name, _ in table.told]
    battle = story[: story.index("turn")]
    assert battle == [
        *("attacks", "focuses", "rolls", "rerolls", "rolls", "guards", "fight", "hits", "splashes"),
        *("drains", "leeches", "thorns", "recoils", "recovers", "income", "regrows", "cursed"),
    ]
    assert table.stamina == [6 + 1 - 1 - 1 + 1 + 1 - 1, 20 - 7, 19], "attack 11 against 4"
    assert table.cubes == [3 - 2 + 1 - 1 + 2, 4 - 1 - 1, 0]


def test_a_reaction_is_a_decision_of_the_target_out_of_turn(lay: "Lay") -> None:
    table = lay("", "circle-of-salt smoke-bomb", "", cubes=(0, 1, 0), turn=2).fight().play("attack:1", 6)
    assert (table.actor, table.state.turn, table.choices) == (1, 2, ["guard:0", "guard:1"])
    table.play("guard:1")
    assert (table.actor, table.choices) == (1, ["block", "take-it"])


def test_who_is_out_is_settled_together(lay: "Lay") -> None:
    """Target, bystander and attacker fall at once, after all that the hits bring."""
    table = lay("staff-of-fireballs", "mirror-cloak", "", "", stamina=(1, 1, 20, 1)).fight()
    table.play("attack:1", 6)
    assert table.events("out") == [[0, -1, -1], [1, -1, -1], [3, -1, -1]]
    names = [name for name, _ in table.told]
    assert names.index("out") > names.index("thorns") > names.index("splashes") > names.index("hits")
    assert (table.alive, table.state.winners()) == ([2], [2])


# ── B5: rest ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("stamina", "asked"), [(4, True), (5, True), (6, False)])
def test_b5_weakened_is_5_or_less(lay: "Lay", stamina: int, asked: bool) -> None:
    table = lay("", "", stamina=(stamina, 20), cubes=(2, 0)).fight(1)
    assert (table.actor == 0) == asked
    assert table.choices == (["recover:1", "recover:2", "end"] if asked else ["keep", "give:0"])


def test_b5_a_cube_for_each_stamina(lay: "Lay") -> None:
    table = lay("", "", stamina=(5, 20), cubes=(4, 0)).fight(1).play("recover:3")
    assert (table.stamina, table.cubes) == ([8, 19], [1, 0])
    table = lay("", "", stamina=(5, 20), cubes=(4, 0)).fight(1).play("end")
    assert (table.stamina, table.cubes) == ([5, 19], [4, 0])


def test_b5_at_most_to_20(lay: "Lay") -> None:
    table = lay("", "", stamina=(4, 20), cubes=(30, 0)).fight(1)
    assert table.choices[-2:] == ["recover:16", "end"]
    assert table.play("recover:16").stamina[0] == 20


def test_b5_x1_recover_is_offered_once_a_turn(lay: "Lay") -> None:
    table = lay("", "", stamina=(2, 20), cubes=(3, 0)).fight(1).play("recover:1")
    assert table.actor == 1, "still weakened and with cubes, but not asked again"
    table = lay("philosophers-thermos", "", stamina=(1, 20), cubes=(3, 0)).fight(1).play("recover:1")
    assert table.choices == ["heal", "end"]


def test_b5_x1_recover_is_there_again_on_the_next_turn(lay: "Lay") -> None:
    table = lay("", "", stamina=(2, 20), cubes=(3, 0)).fight(1).play("recover:1")
    table.state.turn = 0
    assert table.fight(1).choices == ["recover:1", "recover:2", "end"]


def test_b5_x1_without_cubes_nobody_is_asked(lay: "Lay") -> None:
    assert lay("battery-pack", "", stamina=(3, 20)).fight(1).actor == 1, "income comes after (B6)"


def test_b5_x1_with_full_stamina_there_is_nothing_to_recover_and_nobody_is_asked(lay: "Lay") -> None:
    """A card file may call everyone weakened, up to full stamina."""
    box = lay.box(weakened=20)
    table = lay("", "", cubes=(3, 0), box=box).fight(1)
    assert (table.actor, table.stamina, table.cubes[0]) == (1, [20, 19], 3)
    table = lay("", "", stamina=(19, 20), cubes=(3, 0), box=box).fight(1)
    assert table.choices == ["recover:1", "end"]
    table = lay("philosophers-thermos", "", cubes=(3, 0), box=box).fight(1)
    assert table.choices == ["heal", "end"]


def test_b5_is_for_the_attacker_alone(lay: "Lay") -> None:
    table = lay("", "", stamina=(20, 5), cubes=(0, 4)).fight(1)
    assert (table.stamina, table.cubes, table.choices) == ([20, 4], [0, 4], ["spend", "hold"])


def test_b5_looks_at_stamina_after_the_battle(lay: "Lay") -> None:
    table = lay("katana", "mirror-cloak", stamina=(6, 20), cubes=(1, 0)).fight(6)
    assert (table.stamina[0], table.choices) == (5, ["recover:1", "end"])
    table = lay("hook-hand", "", stamina=(5, 20), cubes=(1, 0)).fight(6)
    assert (table.stamina[0], table.actor) == (6, 1)


# ── B6: income ────────────────────────────────────────────────────────────────────────────────────


def test_b6_a_cube_for_every_symbol_on_one_s_equipment(lay: "Lay") -> None:
    table = lay("bamboo-practice-sword robe-of-many-pockets battery-pack", "foil-hat", cubes=(1, 1)).fight(1)
    assert table.cubes == [1 + 2 + 3 + 3, 1]
    assert table.events("income") == [[0, 8, 9]]


@pytest.mark.parametrize(("board", "income"), [("nunchaku", 1), ("straw-raincoat", 2), ("war-banner", 1)])
def test_b6_from_every_slot(lay: "Lay", board: str, income: int) -> None:
    dice = (1, 1) if board == "nunchaku" else (1,)
    assert lay(board, "").fight(*dice).cubes == [income, 0]


def test_b6_comes_after_rest(lay: "Lay") -> None:
    table = lay("battery-pack", "", stamina=(5, 20), cubes=(1, 0)).fight(1)
    assert table.choices == ["recover:1", "end"]
    assert table.play("recover:1").cubes == [3, 0]


def test_b6_a_card_used_up_before_brings_nothing(lay: "Lay") -> None:
    box = lay.box(bottle_of_grog="special 0/2 reroll 1")
    assert lay("bottle-of-grog", "", box=box).fight(1).play("reroll", 2).cubes == [0, 0]
    assert lay("bottle-of-grog", "", box=box).fight(1).play("stand").cubes == [2, 0]


def test_b6_no_ability_changes_it(lay: "Lay") -> None:
    every_word = "focus-attack 2 might 2 splash 2 drain 2 leech 2 recoil 2 regrow 2 cursed 2 ward 2 thorns 2"
    box = lay.box(longsword=f"offensive 3/1 {every_word}")
    assert lay("longsword", "power-armor", box=box).fight(1).cubes == [1, 0]


# ── B7: cards go before rules ─────────────────────────────────────────────────────────────────────


def test_b7_a_card_may_break_a_rule(lay: "Lay") -> None:
    """D3 and B2 know only neighbours, B4 only defence, B5 only the weakened; the cards know better."""
    assert "attack:2" in lay("jetpack", "", "", "").fight().choices
    assert lay("plasma-rifle", "jetpack").fight(1).stamina == [20, 20]
    assert "heal" in lay("philosophers-thermos", "", stamina=(19, 20)).fight(1).choices


# ── X9: who is next ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("turn", "out", "after"), [(0, 1, 2), (1, 2, 3), (2, 3, 0), (3, 0, 1), (3, 1, 0)])
def test_x9_the_next_seat_clockwise_still_in(lay: "Lay", turn: int, out: int, after: int) -> None:
    table = lay("", "", "", "", stamina=[0 if seat == out else 20 for seat in range(4)], turn=turn)
    table.state.settle()
    table.fight()
    table.play(table.choices[0], 1)
    assert table.actor == after


def test_x9_also_past_one_who_fell_just_now(lay: "Lay") -> None:
    table = lay("", "", "", stamina=(20, 1, 20)).fight().play("attack:1", 6)
    assert table.actor == 2


def test_x9_without_gaps_it_is_the_left_neighbour(lay: "Lay") -> None:
    for turn in range(3):
        table = lay("", "", "", turn=turn).fight()
        assert table.play(table.choices[0], 1).actor == (turn + 1) % 3
