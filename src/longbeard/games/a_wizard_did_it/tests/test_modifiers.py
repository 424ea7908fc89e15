"""Stack modifiers: K14, K15, X3, X4, X5."""

from typing import cast

import pytest

from longbeard.games import room
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.scenes import Happened, lay_out, walk

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)


def slugs(cards: list[int]) -> str:
    return " ".join(BOX.slugs[card] for card in cards)


def drawn(happened: Happened) -> str:
    return slugs([data[1] for name, data in happened if name == "reveals"])


def taken(happened: Happened, modifier: str) -> list[str]:
    return [slugs(data[2:]) for name, data in happened if name == modifier]


def road(stack: str, goals: tuple[str, str] = ("glory", "banquet")) -> tuple[Happened, int]:
    state = lay_out(BOX, {"0.forest": stack}, goals=goals)
    state.valor[0] = 50
    return walk(state), int(state.met)


@pytest.mark.parametrize(
    ("stack", "gone", "then"),
    [
        ("in-space-1 bear ninja", "bear", "in-space-1 ninja"),
        ("in-space-2 bear ninja shark", "bear ninja", "in-space-2 shark"),
        ("in-space-2 bear", "bear", "in-space-2"),
        ("in-space-2", "", "in-space-2"),
        ("in-space-1", "", "in-space-1"),
    ],
)
def test_k14_in_space_discards_the_next_cards_as_many_as_there_are(stack: str, gone: str, then: str) -> None:
    happened, _ = road(stack)
    assert taken(happened, "in-space") == [gone]
    assert drawn(happened) == then


@pytest.mark.parametrize(
    ("stack", "moved", "then"),
    [
        ("lurking bear ninja shark zombie", "bear ninja", "lurking shark zombie bear ninja"),
        ("lurking bear ninja shark", "bear ninja", "lurking shark bear ninja"),
        ("lurking bear ninja", "bear ninja", "lurking bear ninja"),
        ("lurking bear", "bear", "lurking bear"),
        ("lurking", "", "lurking"),
    ],
)
def test_k14_lurking_moves_the_next_two_to_the_bottom_order_kept(stack: str, moved: str, then: str) -> None:
    happened, _ = road(stack)
    assert taken(happened, "lurking") == [moved]
    assert drawn(happened) == then


@pytest.mark.parametrize(
    ("stack", "moved", "then"),
    [
        ("surprise bear ninja shark zombie", "shark zombie", "surprise shark zombie bear ninja"),
        ("surprise bear ninja shark", "ninja shark", "surprise ninja shark bear"),
        ("surprise bear ninja", "bear ninja", "surprise bear ninja"),
        ("surprise bear", "bear", "surprise bear"),
        ("surprise", "", "surprise"),
        (
            "surprise bear shark vampire pigeon pirate",
            "pigeon pirate",
            "surprise pigeon pirate bear shark vampire",
        ),
    ],
)
def test_k15_surprise_moves_the_bottom_two_to_the_top_order_kept(stack: str, moved: str, then: str) -> None:
    happened, _ = road(stack)
    assert taken(happened, "surprise") == [moved]
    assert drawn(happened) == then


def test_k14_a_modifier_may_bring_an_item_onto_an_item() -> None:
    happened, _ = road("lurking sword shield bear force-field")
    assert drawn(happened) == "lurking bear force-field sword shield"


def test_a_modifier_in_mid_encounter_adds_to_that_encounter() -> None:
    happened, _ = road("bear surprise sword zombie shark")
    (data,) = [data for name, data in happened if name == "encounter"]
    assert (slugs(data[3:]), slugs([data[2]])) == ("bear zombie shark", "sword")


def test_a_modifier_may_empty_the_stack_in_mid_encounter() -> None:
    happened, _ = road("bear in-space-2 shark sword")
    (data,) = [data for name, data in happened if name == "encounter"]
    assert (slugs(data[3:]), data[2]) == ("bear", 0)
    assert [name for name, data in happened if name in ("takes", "wins")] == ["wins"]


def test_x3_a_stack_modifier_put_in_space_is_not_resolved() -> None:
    happened, _ = road("in-space-2 lurking in-space-1 bear ninja")
    assert taken(happened, "in-space") == ["lurking in-space-1"]
    assert taken(happened, "lurking") == []
    assert drawn(happened) == "in-space-2 bear ninja"


def test_x3_a_moved_stack_modifier_takes_effect_when_it_is_drawn() -> None:
    happened, _ = road("lurking in-space-1 bear ninja")
    assert drawn(happened) == "lurking ninja in-space-1"
    assert taken(happened, "in-space") == ["bear"]
    happened, _ = road("surprise bear ninja lurking zombie")
    assert taken(happened, "surprise") == ["lurking zombie"]
    assert taken(happened, "lurking") == ["zombie bear"]
    assert drawn(happened) == "surprise lurking ninja zombie bear"


def test_x3_an_item_in_space_is_lost_and_a_monster_does_not_fight() -> None:
    happened, _ = road("in-space-2 sword bear ninja")
    assert [name for name, data in happened if name == "takes"] == []
    (data,) = [data for name, data in happened if name == "monsters"]
    assert data[1] == 1


@pytest.mark.parametrize("stack", ["lurking pigeon", "lurking bear pigeon", "lurking pigeon bear sword"])
def test_x4_lurking_tags_every_card_it_takes_even_if_it_stays_where_it_was(stack: str) -> None:
    assert road(stack, ("lurking-a-pigeon", "glory"))[1] & 1


@pytest.mark.parametrize(
    "stack", ["surprise zombie", "surprise sword zombie", "surprise sword zombie kung-fu"]
)
def test_x4_surprise_tags_every_card_it_takes_even_if_it_stays_where_it_was(stack: str) -> None:
    assert road(stack, ("surprise-monster", "glory"))[1] & 1


@pytest.mark.parametrize(
    ("stack", "goal"),
    [
        ("lurking bear ninja pigeon", "lurking-a-pigeon"),  # the third card is not taken
        ("surprise pigeon bear", "lurking-a-pigeon"),
        ("surprise zombie sword kung-fu", "surprise-monster"),
        ("lurking zombie bear", "surprise-monster"),
        ("in-space-1 sword ninja", "monster-in-space"),
        ("lurking ninja", "monster-in-space"),
        ("lurking pigeon bear in-space-1 ninja", "monster-in-space"),
    ],
)
def test_x5_a_goal_looks_at_the_cards_of_that_modifier_alone(stack: str, goal: str) -> None:
    happened, met = road(stack, (goal, goal))
    assert met == (0b11 if taken(happened, "in-space") == ["ninja"] else 0)


def test_x5_two_modifiers_do_not_add_up() -> None:
    """A box in which a goal wants two Pigeons to lurk: one now and one later are not two at once."""
    text = ROOM.text("cards.toml").replace(
        'event = "lurking", needs = { pigeon = 1 }', 'event = "lurking", needs = { pigeon = 2 }'
    )
    box = ROOM.open_box(text)
    for stack, met in (("lurking pigeon bear lurking ninja pigeon", 0), ("lurking pigeon pigeon", 1)):
        state = lay_out(box, {"0.forest": stack}, goals=("lurking-a-pigeon", "glory"))
        walk(state)
        assert state.met == met


def test_x5_it_is_about_the_knight_who_drew_it() -> None:
    for stack, met in (("0.forest", 0b10), ("1.forest", 0b01)):
        state = lay_out(BOX, {stack: "in-space-1 sword"}, goals=("item-in-space", "item-in-space"))
        walk(state)
        assert state.met == met


@pytest.mark.parametrize(
    ("stack", "met"),
    [
        ("lurking shark bear ninja", 1),
        ("shark lurking bear ninja", 0),
        ("lurking shark sword bear force-field", 1),  # tagged for an encounter still to come
        ("lurking bear ninja shark", 0),
        ("surprise bear shark", 0),
    ],
)
def test_k15_tags_stay_on_a_card_until_its_encounter_is_over(stack: str, met: int) -> None:
    text = ROOM.text("cards.toml").replace(
        "needs = { bear = 1, forest = 1 }", "needs = { lurking-shark = 1 }"
    )
    state = lay_out(ROOM.open_box(text), {"0.forest": stack}, goals=("bear-at-home", "glory"))
    state.valor[0] = 50
    walk(state)
    assert state.met == met


def test_k15_a_tag_does_not_pass_to_another_card_of_the_same_name() -> None:
    text = ROOM.text("cards.toml").replace(
        "needs = { bear = 1, forest = 1 }", "needs = { surprise-shark = 1, bear = 1 }"
    )
    state = lay_out(
        ROOM.open_box(text),
        {"0.forest": "surprise bear shark sword shark sword"},
        goals=("bear-at-home", "glory"),
    )
    state.valor[0] = 50
    walk(state)
    assert state.met == 0
