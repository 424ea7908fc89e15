"""Setting up: S1 to S3."""

from typing import TYPE_CHECKING

import pytest

from longbeard.engine.luck import QuickLuck

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_s1_level_one_the_tokens_in_the_bag_the_gems_beside_it(lay: "Lay", seats: int) -> None:
    table = lay(seats)
    assert list(table.state.level) == [1] * seats
    assert list(table.state.gems) == [8] * seats
    assert table.state.bag.inside == 31
    assert [table.in_bag(f"{colour}-gem") for colour in table.box.colours] == [0] * 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_s1_only_the_colours_in_play(lay: "Lay", seats: int) -> None:
    pieces = lay(seats).state.pieces()
    assert pieces[:15] == [4] * 15
    assert pieces[15:] == [5] * 5 + [3, 3] + [8] * seats


def test_s2_three_cards_each_and_the_rest_is_the_deck(lay: "Lay") -> None:
    table = lay(3)
    assert [table.hand(seat) for seat in range(3)] == [
        "flower-1 snail-1 bone-1",
        "flower-2 snail-2 bone-2",
        "flower-3 snail-3 bone-3",
    ]
    assert (len(table.deck.split()), table.discards) == (51, "")
    assert table.deck.split().count("flower-1") == 3


def test_s3_the_first_order_is_random(lay: "Lay") -> None:
    table = lay(3, order=(2, 0, 1))
    assert list(table.state.order) == [2, 0, 1]
    assert list(table.state.marker) == [2, 3, 1]
    assert table.actor == 2
    assert table.play("take:wizard", "snail-token").actor == 0


def test_s3_every_order_comes_up(lay: "Lay") -> None:
    luck = QuickLuck(3)
    orders = set()
    for game in range(100):
        state = lay.open(3).state
        state.deal(luck)
        orders.add(tuple(state.order))
    assert len(orders) == 6
