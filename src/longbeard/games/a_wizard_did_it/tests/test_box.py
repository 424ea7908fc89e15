"""What is in the box: C1 to C4, and the reconstructed lists. A card file that makes no sense is refused."""

from typing import cast

import pytest

from longbeard.engine.errors import BadBox
from longbeard.games import room
from longbeard.games.a_wizard_did_it import view
from longbeard.games.a_wizard_did_it.box import (
    ITEM,
    MONSTER,
    MONSTER_MODIFIER,
    SPELL,
    STACK_MODIFIER,
    RoadBox,
)
from longbeard.games.a_wizard_did_it.scenes import lay_out, walk

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)
TEXT = ROOM.text("cards.toml")


def of_kind(kind: int) -> dict[str, int]:
    return {BOX.slugs[card]: BOX.copies[card] for card in range(1, BOX.cards) if BOX.kind[card] == kind}


def card(slug: str) -> int:
    return BOX.slugs.index(slug)


def test_c1_three_locations_in_this_order_and_a_stack_at_each() -> None:
    assert BOX.places == ["The Forest", "The Crypt", "The Pirate Ship"]
    look = ROOM.look(lay_out(BOX, {}), 0)
    for wizard in look["wizards"]:
        assert [stack["location"] for stack in wizard["stacks"]] == ["forest", "crypt", "ship"]


def test_c2_sixty_four_cards_of_four_colours_and_swap_goes_on_no_stack() -> None:
    assert len(BOX.deck) == 64
    assert {BOX.kind[card] for card in range(1, BOX.cards)} == {
        *(MONSTER, MONSTER_MODIFIER, ITEM, STACK_MODIFIER, SPELL)
    }
    assert BOX.slugs[BOX.swap] == "swap"
    assert BOX.tall == 62


def test_c3_the_cards_and_their_copies() -> None:
    at_home, partners = ("pirate", "bear", "vampire"), ("ninja", "shark", "zombie")
    assert of_kind(MONSTER) == {**dict.fromkeys((*at_home, *partners), 3), "pigeon": 7}
    assert of_kind(MONSTER_MODIFIER) == {
        "with-laser-beams-1": 3,
        "with-laser-beams-2": 1,
        "kung-fu": 2,
        "wrapped-in-bacon": 4,
    }
    assert of_kind(ITEM) == {"sword": 6, "shield": 6, "force-field": 6}
    assert of_kind(STACK_MODIFIER) == {"in-space-1": 2, "in-space-2": 1, "lurking": 4, "surprise": 2}
    assert of_kind(SPELL) == {"swap": 2}
    assert [BOX.bonus[card(item)] for item in ("sword", "shield", "force-field")] == [1, 1, 2]


def test_c4_goals_of_2_4_and_6_points() -> None:
    points = list(BOX.goal_points)
    assert {worth: points.count(worth) for worth in points} == {2: 10, 4: 7, 6: 7}
    assert BOX.goals_each == 4


def test_goals_are_about_the_knights_that_the_ledger_names() -> None:
    whose = {slug: BOX.goal_knights[goal] for goal, slug in enumerate(BOX.goals)}
    assert [slug for slug in whose if whose[slug] == "rival"] == [
        *("item-in-space", "overboard", "force-field-in-space", "a-fall"),
    ]
    assert [slug for slug in whose if whose[slug] == "either"] == [
        *("lurking-a-pigeon", "pigeon-in-bacon", "monster-in-space", "laser-monster"),
        *("bear-at-home", "vampire-at-home", "pirate-at-home", "two-pigeons"),
        *("meet-a-pirate-ninja", "meet-a-bear-shark", "meet-a-vampire-zombie"),
        *("kung-fu-crowd", "crispy-laser-monster", "laser-crowd", "combo-and-more"),
    ]


def test_texts_carry_the_numbers_of_their_rows() -> None:
    box = cast(
        RoadBox,
        ROOM.open_box(
            TEXT.replace("bonus = 2", "bonus = 7").replace(
                "needs = { strength = 4 }", "needs = { strength = 9 }"
            )
        ),
    )
    assert "+7" in box.texts[card("force-field")]
    assert "strength 9 or more" in box.goal_texts[box.goals.index("mighty-foes")]
    assert not any("{" in text for text in box.texts + box.goal_texts)


def test_everything_a_player_may_ask_about_is_explained() -> None:
    entries = view.glossary(BOX)
    assert set(BOX.slugs[1:]) | set(BOX.goals) <= set(entries)
    assert "+2" in entries["force-field"]


NEW_GOAL = """
  { slug = "new", name = "New", knight = "own", event = "defeat", icon = "owl", text = "New.",
    needs = { lurking-shark = 1, items = 1, monster-modifiers = 2, ship = 1 }, most = { monsters = 2 } },
""".replace("\n", "")


@pytest.mark.parametrize(
    ("stack", "met"),
    [
        ({"0.ship": "lurking shark sword kung-fu kung-fu"}, True),
        ({"0.ship": "lurking shark sword pigeon kung-fu kung-fu"}, True),
        ({"0.forest": "lurking shark sword kung-fu kung-fu"}, False),
        ({"0.ship": "kung-fu kung-fu shark sword"}, False),
        ({"0.ship": "lurking ninja sword kung-fu kung-fu"}, False),
        ({"0.ship": "lurking shark sword kung-fu"}, False),
        ({"0.ship": "lurking shark pigeon kung-fu kung-fu"}, False),
        ({"0.ship": "lurking shark sword pigeon pigeon kung-fu kung-fu"}, False),
        ({"0.ship": "lurking shark sword kung-fu kung-fu zombie"}, False),
        ({"1.ship": "lurking shark sword kung-fu kung-fu"}, False),
    ],
)
def test_a_designer_adds_a_goal_without_code(stack: dict[str, str], met: bool) -> None:
    """Any card, tag, kind or place, with least and most, and each condition counts (X6, K15)."""
    before = "points = 6\neach = 1\nlist = ["
    box = ROOM.open_box(TEXT.replace(before, before + NEW_GOAL))
    state = lay_out(box, stack, goals=("new", "mighty-foes"))
    walk(state)
    assert state.met == int(met)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("total = 64", "total = 63", "add up to 64 cards, not 63"),
        ("total = 64", "", "total is missing"),
        ("total = 64", "total = =", "cards.toml"),
        ('slug = "ninja"', 'slug = "pirate"', "pirate is there twice"),
        ('home = "ship"', 'home = "moon"', "pirate: there is no moon"),
        ('effect = "lurking"', 'effect = "sulking"', "lurking: there is no effect sulking"),
        ("leave for space from the top of this stack: {reach}", "leave: {}", "cards.toml"),
        ("hand = 5 ", "hand = 5\nhands = 5 ", "unknown key hands; there are cards, combo"),
        ("bonus = 1", "bonos = 1", "sword: unknown key bonos"),
        ("valor_only = true", "valour = true", "kung-fu: unknown key valour"),
        ('cards = ["bear", "shark"]', 'cards = ["bear", "bear"]', "a combo is of two different monsters"),
        ('cards = ["bear", "shark"]', 'cards = ["bear", "ninja"]', "in one combo at most"),
        ('cards = ["bear", "shark"]', 'cards = ["bear", "hamster"]', "there is no hamster"),
        ('slug = "glory"', 'slug = "swap"', "swap is there twice"),
        ('slug = "glory"', 'slug = "a-fall"', "a-fall is there twice"),
        ('event = "surprise"', 'event = "nap"', "there is no event nap"),
        ('knight = "rival"', 'knight = "nobody"', "the knight is one of own, rival, either"),
        ("needs = { pigeon = 1 }", "needs = { hamster = 1 }", "nothing called hamster is counted"),
        ("needs = { pigeon = 1 }", "wants = { pigeon = 1 }", "unknown key wants"),
        ('word = "in-space"', 'word = "bear"', "bear means two things"),
        ("copies = 7, strength = 0", "copies = 7, strength = 7000", "add up to less than 32768"),
        ("\neach = 2", "\neach = 6", "too few goals of 2 points"),
        ("hand = 5", "hand = 0", "at least one for each"),
        ("hand = 5", "hand = 33", "there are cards for both hands"),
        ("least_valor = 1", "least_valor = 2", "a knight starts with the least Valor"),
        ('stack = ["ninja"', 'stack = ["swap"', "the training stack is of stack cards"),
        ('goals = ["lurking-a-pigeon"', 'goals = ["hamster"', "training: there is no hamster"),
        ('[[location]]\nslug = "crypt"', '[[combo]]\nslug = "crypt"', "there are 3 locations, not 2"),
    ],
)
def test_a_box_that_makes_no_sense_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in TEXT
    with pytest.raises(BadBox, match=complaint):
        ROOM.open_box(TEXT.replace(old, new, 1))


def test_another_number_is_another_box() -> None:
    assert ROOM.open_box(TEXT.replace("princess = 4", "princess = 5")).digest != BOX.digest
