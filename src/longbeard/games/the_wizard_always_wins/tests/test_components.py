"""What is in the box: C1 to C4, and a card file that does not add up."""

from typing import TYPE_CHECKING

import pytest

from longbeard.engine.errors import BadBox
from longbeard.engine.room import Room
from longbeard.games.the_wizard_always_wins.cards import open_box

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay


def test_c1_sixty_cards_each_element_once_twice_thrice_in_four_copies(lay: "Lay") -> None:
    table = lay.open(2)
    assert table.box.elements == ["flower", "snail", "bone", "mushroom", "potion"]
    cards = table.deck.split()
    assert len(cards) == 60
    wanted = {f"{element}-{shows}" for element in table.box.elements for shows in (1, 2, 3)}
    assert {card: cards.count(card) for card in cards} == dict.fromkeys(wanted, 4)


def test_c2_tokens_and_gems(lay: "Lay") -> None:
    table = lay(5)
    assert [table.in_bag(f"{element}-token") for element in table.box.elements] == [5] * 5
    assert (table.in_bag("add-a-gem"), table.in_bag("level-up")) == (3, 3)
    assert list(table.state.gems) == [8] * 5
    assert len(set(table.box.colours)) == 5


def test_c3_the_characters_and_their_actions_in_order(lay: "Lay") -> None:
    box = lay.open(2).box
    actions = ("cards", "look", "play", "trade", "tokens", "fate")
    told = {
        slug: [
            f"{actions[box.actions[place]]} {box.amounts[place] or 'level'}"
            for place in range(box.action_start[number], box.action_start[number + 1])
        ]
        for number, slug in enumerate(box.characters)
    }
    assert list(told.items()) == [
        ("queen", ["cards 1", "play 1"]),
        ("oracle", ["look 3", "play 1"]),
        ("trader", ["cards 1", "play 1", "trade 1"]),
        ("apprentice", ["tokens level"]),
        ("farmer", ["cards 2", "tokens 1", "play 1"]),
        ("hunter", ["cards 1", "tokens 1", "play 1", "play 1"]),
        ("wizard", ["fate level"]),
    ]


def test_c3_queen(lay: "Lay") -> None:
    table = lay(2).play("take:queen", "potion-3")
    assert table.choices == ["play:flower-1", "play:snail-1", "play:bone-1", "play:potion-3"]
    table.play("play:potion-3")
    assert (table.face(0), table.hand(0), table.actor) == ("potion-3", "flower-1 snail-1 bone-1", 1)


def test_c3_oracle_keeps_one_and_discards_the_others(lay: "Lay") -> None:
    table = lay(2).play("take:oracle", "potion-3", "potion-1", "snail-3")
    assert table.choices == ["keep:snail-3", "keep:potion-1", "keep:potion-3"]
    assert (table.looking, table.hand(0)) == ("snail-3 potion-1 potion-3", "flower-1 snail-1 bone-1")
    table.play("keep:potion-3")
    assert (table.looking, table.discards) == ("", "snail-3 potion-1")
    assert table.hand(0) == "flower-1 snail-1 bone-1 potion-3"
    assert table.decision == "play"


def test_c3_trader_draws_plays_and_trades(lay: "Lay") -> None:
    table = lay(2).lay(1, "bone-token").play("take:trader", "potion-3").play("play:flower-1")
    assert table.choices == ["no-trade", "trade:flower-1>1:bone-token"]


def test_c3_apprentice_draws_by_level(lay: "Lay") -> None:
    table = lay(2)
    table.state.level[0] = 3
    table.play("take:apprentice", "snail-token", "snail-token", "bone-token")
    assert (table.face(0), table.actor) == ("snail-token snail-token bone-token", 1)


def test_c3_farmer_draws_two_cards_and_a_token_and_plays_one(lay: "Lay") -> None:
    table = lay(2)
    table.state.level[0] = 3
    table.play("take:farmer", "potion-3", "potion-2", "snail-token")
    assert (table.hand(0), table.face(0)) == ("flower-1 snail-1 bone-1 potion-2 potion-3", "snail-token")
    assert table.play("play:potion-2").actor == 1


def test_c3_hunter_draws_a_card_and_a_token_and_plays_two(lay: "Lay") -> None:
    table = lay(2).play("take:hunter", "potion-3", "snail-token").play("play:flower-1")
    assert (table.actor, table.decision) == (0, "play")
    table.play("play:bone-1")
    assert (table.face(0), table.hand(0), table.actor) == (
        "flower-1 snail-token bone-1",
        "snail-1 potion-3",
        1,
    )


def test_c3_wizard_draws_by_level(lay: "Lay") -> None:
    table = lay(2)
    table.state.level[0] = 2
    table.play("take:wizard", "snail-token", "bone-token")
    assert (table.face(0), table.actor) == ("", 1)


def test_c4_the_dial_ends_at_ten(lay: "Lay") -> None:
    table = lay(2)
    table.state.level[0] = 9
    for level in (10, 10):
        table.state.raise_level(0)
        assert table.state.level[0] == level


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("shows = 1, copies = 4", "shows = 1, copies = 3", "60 cards, not 55"),
        ("shows = 1, copies = 4", "shows = 4, copies = 4", "show 1, 2 and 3"),
        ("shows = 1, copies = 4", "shows = 1, copies = 8", "room for 7"),
        ("tokens = 5", "tokens = 4", "25 element tokens, not 20"),
        ("needed = 4", "needed = 0", "at least 1"),
        ("needed = 4", "need = 4", "unknown key need"),
        ("needed = 4\n", "", "'needed' is missing"),
        ("number = 3", "number = 4", "3 comes here"),
        ('slug = "queen"', 'slug = "oracle"', "oracle is there twice"),
        ('["look", 3]', '["peek", 3]', "no action peek"),
        ('["look", 3]', '["look", "level"]', "only tokens are drawn by the level"),
        ('["look", 3]', '["look", 0]', "1 or more times"),
        ('[["fate", "level"]]', '[["fate", "level"], ["play", 1]]', "the turn is over"),
        ('[["fate", "level"]]', '[["play", 1]]', "exactly one character"),
        ('"red", ', "", "5 colours, not 4"),
        ("first_level = 1", "first_level = 11", "on the dial"),
        ("add_gems = 3", "add_gems = 0", "nobody could win"),
        ("hand = 3", "hand = 13", "not 13 cards"),
        ("gems = 8", "gems = ", "Invalid value"),
        ("gems = 8", "jewels = 8", "unknown key jewels"),
        ("text = ", "flavour = ", "unknown key flavour"),
        ("[elements.potion]", "[elements.potion]\n[elements.soup]", "missing"),
    ],
)
def test_c1_c2_c3_a_box_that_does_not_add_up_is_refused(
    room: Room, before: str, after: str, complaint: str
) -> None:
    text = room.text("cards.toml")
    assert before in text
    with pytest.raises(BadBox, match=complaint):
        open_box(text.replace(before, after))


def test_other_numbers_make_another_box(room: Room) -> None:
    box = open_box(room.text("cards.toml").replace("needed = 4", "needed = 5"))
    assert box.digest != room.box.digest
    assert box.needed[0] == 5
