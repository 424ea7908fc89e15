"""Hints: what bots may know about good play."""

from typing import TYPE_CHECKING

import pytest

from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.engine.state import OVER
from longbeard.games.wiz_up_the_wall import choices
from longbeard.games.wiz_up_the_wall.hints import HINTS
from longbeard.games.wiz_up_the_wall.rules import DRAW, FINISH

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay, Table


def weight(table: "Table", move: str) -> int:
    return int(HINTS.weigh(table.state, choices.parse(table.state, move)))


def why(table: "Table", move: str) -> str:
    return HINTS.why(table.state, choices.parse(table.state, move))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_worths_are_shares_of_one_and_asking_changes_nothing(room: Room, seats: int) -> None:
    luck, state = QuickLuck(seats), room.table(seats)
    state.deal(luck)
    while state.to_act() != OVER:
        before, legal = state.dump(), state.legal()
        worths = [HINTS.worth(state, seat) for seat in range(seats)]
        assert all(0 < worth < 1 for worth in worths)
        assert sum(worths) == pytest.approx(1)
        assert all(1 <= HINTS.weigh(state, action) <= 100 for action in legal)
        assert state.dump() == before
        state.resolve(legal[0] if luck.below(4) else legal[-1], luck)
    assert sum(HINTS.worth(state, seat) for seat in range(seats)) == pytest.approx(1)


def test_neither_blind_cards_nor_the_next_one_are_peeped_at(lay: "Lay") -> None:
    """Two tables that nobody can tell apart."""
    one, other = lay("blaze blaze s s", "blaze-fork"), lay("flood storm s s", "ossuary-fork")
    for action in (DRAW, FINISH):
        assert HINTS.weigh(one.state, action) == HINTS.weigh(other.state, action)
        assert HINTS.why(one.state, action) == HINTS.why(other.state, action)
    assert [HINTS.worth(one.state, seat) for seat in (0, 1)] == [
        HINTS.worth(other.state, seat) for seat in (0, 1)
    ]


def laid(lay: "Lay", *cards: str) -> "Table":
    """Lay out a table on which Ada has laid these cards, Bert as many others, and it is her turn."""
    table = lay("flood storm ossuary thicket", cards[0])
    for number, following in enumerate([*cards[1:], "coral"]):
        table.play("draw", ("fossil", "moonflower", "squall")[number]).play(f"place@0,{3 + number}")
        table.play("draw", following).play(f"place@4,{1 + number}")
    return table


def test_p2_one_draws_while_it_pays_and_finishes_when_it_does_not(lay: "Lay") -> None:
    early, late = lay("s s s s", "steam"), laid(lay, "blaze", "blaze", "smoke")
    assert weight(early, "draw") > 90
    assert weight(early, "draw") + weight(early, "finish") == 100
    assert weight(late, "draw") < 40
    assert why(early, "draw") == "a point more, at next to no risk of going bust"
    assert why(early, "finish") == "2 points, at next to no risk of being bust"
    assert why(late, "draw") == "a point more, but the risk of going bust rises from about 52 % to 67 %"
    assert why(late, "finish") == "5 points, if you are not bust already: the risk is about 52 %"


def test_p2_a_stream_near_its_limit_is_worth_less_than_one_of_many_kinds(lay: "Lay") -> None:
    mixed, embers = laid(lay, "steam", "aurora"), laid(lay, "blaze", "blaze")
    assert mixed.counted(0) == embers.counted(0)
    assert HINTS.worth(mixed.state, 0) > HINTS.worth(embers.state, 0)


def test_p4_points_of_earlier_rounds_count_more_the_later_it_is(lay: "Lay") -> None:
    table = lay("s s s s", "steam", rounds="3").grow("0,3").finish(2)
    assert table.points[0] == [3]
    ahead = HINTS.worth(table.state, 0)
    assert ahead > 0.5
    table.state.round = 2
    table.state.points[2] = table.state.points[3] = 0
    assert HINTS.worth(table.state, 0) > ahead


def test_t6_a_tip_is_touched_only_for_lack_of_better(lay: "Lay") -> None:
    table = lay("f s s f").play("place@1,1").grow("2,1", "5,0").play("draw")
    assert why(table, "place@3,1") == "it ends a spell at 3 cards, and yours at 4"
    assert [weight(table, move) > weight(table, "place@3,1") for move in table.choices] == [
        move != "place@3,1" for move in table.choices
    ]
    assert len(table.choices) > 1


def test_t5_a_cut_is_named_and_weighed(lay: "Lay") -> None:
    table = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2", "3,2", "4,3").play("draw")
    assert why(table, "place@4,2") == "it cuts off 2 cards"
    others = [weight(table, move) for move in table.choices if move != "place@4,2"]
    assert others
    assert weight(table, "place@4,2") > max(others)
    before = HINTS.worth(table.state, 1)
    table.play("place@4,2")
    assert HINTS.worth(table.state, 1) < before


def test_two_wizards_are_judged_by_a_value_of_their_own(room: Room) -> None:
    values = HINTS.learned()
    assert values is not None
    for seats, number in ((2, 1), (3, 0), (6, 0)):
        table = room.table(seats)
        table.deal(QuickLuck(1))
        assert HINTS.which(table) == number
        assert HINTS.fits(table)
    assert values.of(0) is not values.of(1)
