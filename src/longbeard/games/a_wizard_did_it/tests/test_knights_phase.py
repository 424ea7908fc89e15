"""Knight's Phase: the way (K1 to K5, K11, K12, X1, X2), the fight (K6 to K8) and its outcome (K9, K10)."""

from typing import cast

import pytest

from longbeard.games import room
from longbeard.games.a_wizard_did_it import events
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt
from longbeard.games.a_wizard_did_it.scenes import Happened, lay_out, play, walk

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)


def card(slug: str) -> int:
    return BOX.slugs.index(slug)


def named(happened: Happened, *names: str) -> Happened:
    return [(name, data) for name, data in happened if name in names]


def numbers(happened: Happened, name: str) -> list[list[int]]:
    return [data for other, data in happened if other == name]


def drawn(happened: Happened, knight: int = 0) -> list[str]:
    return [BOX.slugs[data[1]] for data in numbers(happened, "reveals") if data[0] == knight]


def outcomes(happened: Happened) -> list[tuple[str, int]]:
    """Wins, defeats and arrivals, with the knight."""
    return [(name, data[0]) for name, data in named(happened, "wins", "loses", "castle")]


def strong(state: AWizardDidIt, valor: int, knight: int = 0) -> AWizardDidIt:
    state.valor[knight] = valor
    return state


# ── the way ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("last", [0, 1])
def test_k1_whoever_played_the_last_card_goes_second(last: int) -> None:
    hands = ("pigeon", "") if last == 0 else ("", "pigeon")
    state = lay_out(BOX, {}, hands, turn=last)
    happened = play(state, "pigeon@0.forest")
    assert numbers(happened, "knights-phase") == [[1 - last]]
    assert numbers(happened, "turn")[0] == [1 - last]
    assert state.princess == 1 - last


def test_k2_the_card_played_last_is_drawn_first() -> None:
    state = lay_out(BOX, {}, ("ninja shark", "zombie sword"))
    for text in ("ninja@0.forest", "zombie@0.forest", "shark@0.forest"):
        play(state, text)
    assert drawn(play(state, "sword@0.forest")) == ["sword", "shark", "zombie", "ninja"]


def test_k3_draw_until_an_item_comes() -> None:
    state = lay_out(BOX, {"0.forest": "pigeon pigeon sword bear shield"})
    happened = walk(state)
    assert [data[3:] for data in numbers(happened, "encounter")] == [[card("pigeon")] * 2, [card("bear")]]
    assert [data[2] for data in numbers(happened, "encounter")] == [card("sword"), card("shield")]


def test_k3_or_the_stack_ends_and_an_encounter_never_runs_on_into_the_next() -> None:
    state = lay_out(BOX, {"0.forest": "pigeon", "0.crypt": "ninja", "0.ship": "zombie sword"})
    happened = walk(state)
    assert [data[1:3] for data in numbers(happened, "encounter")] == [[0, 0], [1, 0], [2, card("sword")]]


def test_k3_forest_then_crypt_then_ship_and_empty_ones_cost_nothing() -> None:
    state = lay_out(BOX, {"0.ship": "pigeon", "0.crypt": "pigeon", "1.ship": "pigeon"})
    happened = walk(state)
    assert numbers(happened, "goes-to") == [[0, 1], [0, 2], [1, 2]]
    assert numbers(happened, "turn") == [[0], [1]]


def test_k4_a_stack_modifier_works_at_once_and_drawing_goes_on() -> None:
    state = lay_out(
        BOX,
        {"0.forest": "pigeon in-space-1 bear ninja sword"},
        goals=("surprise-monster", "lurking-a-pigeon"),
    )
    happened = walk(strong(state, 3))
    assert drawn(happened) == ["pigeon", "in-space-1", "ninja", "sword"]
    assert numbers(happened, "in-space") == [[0, 0, card("bear")]]
    assert [data[3:] for data in numbers(happened, "encounter")] == [[card("pigeon"), card("ninja")]]
    assert state.discards[card("in-space-1")] == 1


def test_k4_goals_are_checked_after_it_before_the_next_card() -> None:
    state = lay_out(BOX, {"0.forest": "in-space-1 ninja bear"}, goals=("monster-in-space", "two-pigeons"))
    happened = [name for name, data in named(walk(state), "in-space", "goal", "reveals")]
    assert happened == ["reveals", "in-space", "goal", "reveals"]


def test_k5_no_monster_no_fight_take_the_item_and_draw_again_in_the_same_turn() -> None:
    state = lay_out(BOX, {"0.forest": "kung-fu wrapped-in-bacon sword shield pigeon force-field"})
    happened = walk(state)
    assert numbers(happened, "no-monster") == [[0, card("sword"), 0], [0, card("shield"), 0]]
    assert numbers(happened, "turn") == [[0], [1]]
    assert len(numbers(happened, "encounter")) == 1
    assert state.valor[0] == 1  # a Pigeon's win brings nothing, and nor do Bacon and items without a monster
    assert [state.discards[card(slug)] for slug in ("kung-fu", "wrapped-in-bacon", "sword")] == [1, 1, 0]
    assert [state.equipped[card(slug)] for slug in ("sword", "shield", "force-field")] == [1, 1, 1]


def test_k5_modifiers_at_the_end_of_a_stack_are_nothing_at_all() -> None:
    state = lay_out(
        BOX, {"0.forest": "with-laser-beams-2", "0.crypt": "in-space-2 bear", "0.ship": "lurking"}
    )
    happened = walk(state)
    assert numbers(happened, "no-monster") == [[0, 0, 0], [0, 0, 1], [0, 0, 2]]
    assert numbers(happened, "encounter") == []
    assert state.princess == 0


def test_k5_it_is_no_encounter_for_goals() -> None:
    """In a box where a goal asks for nothing but a Kung Fu, it takes a monster that does it."""
    text = ROOM.text("cards.toml").replace(
        "needs = { pigeon = 1, wrapped-in-bacon = 1 }", "needs = { kung-fu = 1 }"
    )
    for stack, met in (("kung-fu sword", 0), ("kung-fu", 0), ("kung-fu pigeon sword", 1)):
        state = lay_out(ROOM.open_box(text), {"0.ship": stack}, goals=("pigeon-in-bacon", "banquet"))
        walk(state)
        assert state.met == met


def test_x1_an_item_taken_without_a_fight_counts_from_then_on() -> None:
    state = lay_out(BOX, {"0.forest": "force-field bear ninja"})
    happened = walk(state)
    assert numbers(happened, "knight") == [[0, 3, 1, 0, card("force-field"), 2]]
    assert named(happened, "wins", "loses") == [("wins", [0, 3, 3])]


def test_k11_a_knight_who_wins_goes_on_and_the_turn_passes_on_a_loss_or_at_the_castle() -> None:
    state = lay_out(
        BOX,
        {
            "0.forest": "ninja sword zombie shield",
            "0.crypt": "zombie",
            "1.forest": "bear",
            "1.crypt": "ninja",
        },
    )
    happened = walk(state)
    assert outcomes(happened) == [
        *[("wins", 0), ("wins", 0), ("wins", 0), ("castle", 0)],
        *[("loses", 1), ("wins", 1), ("castle", 1)],
    ]
    assert numbers(happened, "turn") == [[0], [1], [1]]


def test_k10_a_loss_passes_the_turn_to_the_other_knight() -> None:
    state = lay_out(
        BOX, {"0.forest": "bear shark sword zombie", "1.forest": "pigeon sword bear", "1.crypt": "bear"}
    )
    happened = walk(state)
    assert outcomes(happened) == [
        *[("loses", 0), ("wins", 1), ("wins", 1), ("wins", 1), ("castle", 1), ("wins", 0), ("castle", 0)]
    ]
    assert numbers(happened, "turn") == [[0], [1], [0]]


def test_k10_who_waits_at_the_castle_keeps_waiting() -> None:
    state = lay_out(BOX, {"1.forest": "bear shark sword bear shark", "1.crypt": "zombie"})
    happened = walk(state)
    told = named(happened, "turn", "waits", "castle", "princess", "loses", "wins")
    assert told == [
        *[("turn", [0]), ("castle", [0]), ("princess", [0, 4])],
        *[("turn", [1]), ("loses", [1, 1, 5]), ("waits", [0])],
        *[("turn", [1]), ("loses", [1, 1, 5]), ("waits", [0])],
        *[("turn", [1]), ("wins", [1, 1, 1]), ("castle", [1])],
    ]


def test_x2_who_loses_the_last_encounter_is_not_at_the_castle_yet() -> None:
    """Knight 0 loses at the very end of the road; knight 1 gets there meanwhile and has the Princess."""
    state = lay_out(BOX, {"0.ship": "bear shark", "1.forest": "pigeon"})
    happened = walk(state)
    assert outcomes(happened) == [("loses", 0), ("wins", 1), ("castle", 1), ("castle", 0)]
    assert state.princess == 1


def test_k12_the_first_at_the_castle_takes_the_princess_and_with_both_there_it_is_over() -> None:
    state = lay_out(BOX, {"0.ship": "pigeon", "1.forest": "pigeon"})
    happened = walk(state, first=1)
    assert numbers(happened, "castle") == [[1], [0]]
    assert numbers(happened, "princess") == [[1, 4]]
    assert state.to_act() == -1
    look = ROOM.look(state, -1)
    assert [wizard["knight"]["at_castle"] for wizard in look["wizards"]] == [True, True]
    assert [wizard["knight"]["princess"] for wizard in look["wizards"]] == [False, True]


def test_k12_a_wizard_without_a_card_on_any_own_stack_is_there_at_once() -> None:
    state = lay_out(BOX, {"1.forest": "pigeon"})
    assert outcomes(walk(state)) == [("castle", 0), ("wins", 1), ("castle", 1)]


# ── the fight ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("place", "cards", "strength"),
    [
        ("crypt", "pirate", 1),
        ("crypt", "ninja", 1),
        ("crypt", "bear", 1),
        ("crypt", "shark", 1),
        ("forest", "vampire", 1),
        ("crypt", "zombie", 1),
        ("crypt", "pigeon", 0),
        ("crypt", "pigeon pigeon pigeon", 0),
        ("crypt", "pirate ninja", 4),
        ("crypt", "shark bear", 4),
        ("forest", "vampire zombie", 4),
        ("crypt", "pirate shark zombie", 3),
        ("crypt", "bear shark bear", 5),
        ("crypt", "bear shark bear shark", 8),
        ("crypt", "bear shark bear shark shark", 9),
        ("crypt", "pirate ninja bear shark", 8),
        ("ship", "vampire zombie bear shark pigeon", 8),
        ("forest", "bear", 2),
        ("crypt", "vampire", 2),
        ("ship", "pirate", 2),
        ("ship", "bear vampire ninja shark", 6),
        ("forest", "bear bear", 4),
        ("forest", "bear shark", 5),
        ("forest", "bear shark bear", 7),
        ("ship", "pirate pirate ninja ninja", 10),
        ("crypt", "vampire zombie vampire", 7),
        ("crypt", "ninja with-laser-beams-1", 2),
        ("crypt", "ninja with-laser-beams-2", 3),
        ("crypt", "ninja zombie with-laser-beams-1 with-laser-beams-2 with-laser-beams-1", 6),
        ("crypt", "pigeon with-laser-beams-2", 2),
        ("crypt", "ninja kung-fu wrapped-in-bacon", 1),
        ("forest", "bear with-laser-beams-1 shark kung-fu", 6),
    ],
)
def test_k6_the_strength_of_the_monsters(place: str, cards: str, strength: int) -> None:
    state = lay_out(BOX, {f"0.{place}": cards})
    (data,) = numbers(walk(state), "monsters")
    assert data[:2] == [0, strength]
    assert sum(data[4::3]) == strength  # the parts that are told add up to it


def test_k6_the_sum_is_spelled_out() -> None:
    state = lay_out(BOX, {"0.forest": "bear shark bear pigeon with-laser-beams-2"})
    (data,) = numbers(walk(state), "monsters")
    parts = [tuple(data[at : at + 3]) for at in range(2, len(data), 3)]
    assert parts == [
        (events.PAIR, BOX.combos.index("bear-shark"), 4),
        (events.LONE, card("bear"), 1),
        (events.LONE, card("pigeon"), 0),
        (events.HOME, card("bear"), 1),
        (events.HOME, card("bear"), 1),
        (events.ADDED, card("with-laser-beams-2"), 2),
    ]


def test_k13_laser_beams_add_their_strength_once_however_many_monsters_wear_them() -> None:
    for monsters, strength in (("ninja", 3), ("ninja ninja ninja", 5)):
        state = lay_out(BOX, {"0.forest": f"{monsters} with-laser-beams-2"})
        assert numbers(walk(state), "monsters")[0][1] == strength


def test_k7_valor_and_the_items_won_earlier_not_the_one_at_stake() -> None:
    state = lay_out(BOX, {"0.forest": "sword force-field ninja sword ninja force-field"})
    happened = walk(state)
    sword, field = card("sword"), card("force-field")
    assert numbers(happened, "knight") == [
        [0, 4, 1, 0, sword, 1, field, 2],
        [0, 6, 2, 0, sword, 1, sword, 1, field, 2],
    ]


def test_k7_against_kung_fu_valor_alone() -> None:
    state = lay_out(
        BOX, {"0.forest": "sword force-field kung-fu ninja zombie shield", "0.crypt": "ninja zombie"}
    )
    happened = walk(state)
    sword, field = card("sword"), card("force-field")
    assert numbers(happened, "knight") == [
        [0, 1, 1, 1, sword, 1, field, 2],
        [0, 4, 1, 0, sword, 1, field, 2],
    ]
    assert outcomes(happened)[:2] == [("loses", 0), ("castle", 1)]


@pytest.mark.parametrize(("valor", "outcome"), [(4, "loses"), (5, "wins"), (6, "wins")])
def test_k8_the_knight_wins_ties(valor: int, outcome: str) -> None:
    state = strong(lay_out(BOX, {"0.forest": "bear shark"}), valor)
    assert outcomes(walk(state))[0] == (outcome, 0)


# ── the outcome ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("cards", "gained"),
    [
        ("ninja", 1),
        ("ninja ninja", 1),
        ("ninja wrapped-in-bacon", 2),
        ("ninja wrapped-in-bacon wrapped-in-bacon", 3),
        ("ninja pigeon", 0),
        ("ninja pigeon wrapped-in-bacon", 1),
        ("pigeon pigeon wrapped-in-bacon", 0),
        ("pigeon pigeon", 0),
        ("pigeon pigeon pigeon pigeon wrapped-in-bacon", 0),
        ("pigeon wrapped-in-bacon", 1),
        ("pigeon", 0),
    ],
)
def test_k9_valor_for_a_win_more_for_bacon_less_for_pigeons_never_below_nothing(
    cards: str, gained: int
) -> None:
    state = strong(lay_out(BOX, {"0.crypt": cards}), 9)
    (data,) = numbers(walk(state), "valor")
    assert data[:4] == [0, gained, 9 + gained, 1]
    assert max(0, data[3] + sum(data[5::2])) == gained  # the reasons that are told add up to it
    assert state.valor[0] == 9 + gained


def test_k9_a_win_takes_the_item_and_any_number_may_be_equipped() -> None:
    state = lay_out(BOX, {"0.forest": "pigeon sword pigeon sword pigeon sword pigeon shield"})
    happened = walk(state)
    assert numbers(happened, "takes") == [[0, card("sword")]] * 3 + [[0, card("shield")]]
    items = ROOM.look(state, 0)["wizards"][0]["knight"]["items"]
    assert [item["slug"] for item in items] == ["sword", "sword", "sword", "shield"]
    assert state.bonus[0] == 4
    assert list(state.discards)[card("pigeon")] == 4


def test_k10_a_loss_costs_1_valor_and_the_item_is_discarded() -> None:
    state = strong(lay_out(BOX, {"0.forest": "bear shark sword ninja"}), 3)
    happened = walk(state)
    assert numbers(happened, "leaves") == [[0, card("sword")]]
    assert numbers(happened, "valor")[0] == [0, -1, 2, -1]
    assert numbers(happened, "knight")[1] == [0, 2, 2, 0]  # without the Sword
    assert state.discards[card("sword")] == 1
    assert state.equipped[card("sword")] == 0


def test_k10_but_never_the_last_valor() -> None:
    state = lay_out(BOX, {"0.forest": "bear shark sword bear shark sword bear shark"})
    happened = walk(state)
    assert numbers(happened, "valor") == [[0, 0, 1, -1]] * 3
    assert state.valor[0] == 1


def test_k10_bacon_and_pigeons_change_nothing_in_a_loss() -> None:
    state = strong(lay_out(BOX, {"0.forest": "bear shark wrapped-in-bacon pigeon pigeon"}), 4)
    walk(state)
    assert state.valor[0] == 3


def test_everything_is_conserved_and_the_stacks_end_empty() -> None:
    stacks = {
        "0.forest": "ninja sword in-space-2 kung-fu shield lurking bear zombie surprise force-field",
        "1.crypt": "bear shark sword lurking shield pigeon surprise zombie",
    }
    state = lay_out(BOX, stacks)
    before = state.pieces()
    walk(state)
    assert state.pieces() == before
    assert list(state.heights) == [0] * 6
