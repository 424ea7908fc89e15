"""Setting up: S1 and S2."""

from typing import TYPE_CHECKING

import pytest

from longbeard.engine.errors import BadOptions
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.games.witless_wizards.rules import WitlessWizards

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay

CROOK, ARMOR = "magical-crook-of-standing", "magical-armor-of-resting"
STARTS = [([CROOK], 1), ([ARMOR], 1), ([CROOK, ARMOR], 1), ([CROOK, ARMOR], 2)]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_s1_what_each_player_starts_with(lay: "Lay", seats: int, first: int) -> None:
    table = lay.deal(seats, "katana", first=str(first))
    for place in range(seats):
        seat = (first + place) % seats
        assert (table.worn(seat), table.cubes[seat], table.stamina[seat]) == (*STARTS[place], 20)
    assert table.actor == first
    assert table.events("first") == [[first, -1, -1]]


def test_s1_the_room_starts_like_the_ledger(room: Room, lay: "Lay") -> None:
    box = lay.open(4).box
    real = room.box
    assert isinstance(real, type(box))
    assert list(real.start_cards) == list(box.start_cards)
    assert list(real.start_cubes) == list(box.start_cubes)
    assert (real.stamina, real.weakened, real.decks_in_play) == (20, 5, 3)


def test_s1_unused_standard_cards_stay_in_the_box(lay: "Lay") -> None:
    for seats, crooks, armors in ((2, 1, 1), (3, 2, 2), (4, 3, 3)):
        pieces = lay.deal(seats, "katana").state.pieces()
        assert (pieces[0], pieces[1]) == (crooks, armors)
        assert sum(pieces) == 24 + crooks + armors


def test_s1_who_is_first_may_be_left_to_chance(lay: "Lay") -> None:
    for seat in range(3):
        table = lay.deal(3, seat, "katana", first="random")
        assert table.actor == seat
        assert table.worn(seat) == [CROOK]


def test_s2_three_chosen_decks_make_a_common_deck_of_24(lay: "Lay") -> None:
    table = lay.deal(2, "katana")
    box = table.box
    names = [box.slugs[card] for card in range(1, box.cards) if box.deck_of[card] in (0, 1, 4)]
    assert sorted([*table.deck, *table.hand]) == sorted(names)
    assert len(names) == 24
    assert table.discards == []
    assert sorted(data[0] for data in table.events("deck")) == [0, 1, 4]


def test_s2_decks_at_random_are_three_different_ones(lay: "Lay") -> None:
    table = lay.deal(2, 3, 0, 2, "katana", decks="random")
    assert sorted(table.state.decks) == [0, 2, 3]
    assert len(table.deck) == 23
    assert {int(table.box.deck_of[table.box.slugs.index(slug)]) for slug in table.deck} == {0, 2, 3}


def test_s2_every_three_of_the_five_decks_come_up(room: Room) -> None:
    found = set()
    for seed in range(200):
        state = room.table(2)
        assert isinstance(state, WitlessWizards)
        state.deal(QuickLuck(seed))
        found.add(tuple(sorted(state.decks)))
    assert len(found) == 10


@pytest.mark.parametrize("decks", ["samurai", "samurai+wizard", "samurai+samurai+wizard", "a+b+c", ""])
def test_s2_other_choices_of_decks_are_refused(room: Room, decks: str) -> None:
    with pytest.raises(BadOptions, match="decks"):
        room.table(2, {"decks": decks})


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_may_play(room: Room, seats: int) -> None:
    with pytest.raises(BadOptions, match="2 to 4"):
        room.table(seats)
