"""The wall (G1 to G8), with drawn examples."""

from typing import TYPE_CHECKING

import pytest

from longbeard.games.wiz_up_the_wall.box import PAIRS
from longbeard.games.wiz_up_the_wall.cards import open_box
from longbeard.games.wiz_up_the_wall.streams import Streams
from longbeard.games.wiz_up_the_wall.wall import CLOSED, UP, WAY_BITS, Tower, highest

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay, Table


def ahead(tower: Tower, q: int, r: int, way: int) -> tuple[int, int] | None:
    cell = tower.ahead[(tower.cell(q, r) << WAY_BITS) | way]
    return None if cell == CLOSED else (int(tower.column(cell)), int(tower.rise(cell)))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_g1_four_columns_for_every_wizard_and_the_last_is_next_to_the_first(lay: "Lay", seats: int) -> None:
    table = lay("s s " * seats)
    assert table.look()["columns"] == 4 * seats
    assert [wizard["column"] for wizard in table.look()["wizards"]] == [4 * seat for seat in range(seats)]
    tower, last = table.state.tower, 4 * seats - 1
    assert ahead(tower, last, 5, 1) == (0, 5 + 2 * seats)
    assert ahead(tower, 0, 5, 5) == (last, 6 - 2 * seats)


def test_g1_the_distance_is_data(lay: "Lay") -> None:
    table = lay("s s s s", box=open_box(lay.text.replace("distance = 4 ", "distance = 6 ")))
    assert [wizard["column"] for wizard in table.look()["wizards"]] == [0, 6]
    assert table.look()["columns"] == 12


def test_g2_straight_on_or_60_degrees_to_both_sides(lay: "Lay") -> None:
    """Ada's fork at (0,2) was come to from below: up left (round the edge) and up right. The one at (1,2)
    was come to from the lower left: straight up, and down to the right."""
    assert (
        lay("s f s s", "f")
        .grow("1,2")
        .shows(
            """
        :        (A)
        : 3       |          (B)
        :         A           |          (A)
        : 2 \\ A /   \\(A)      B             \\
        :     |               |
        : 1   A               B
        :     |               |
        : 0  [A]             [B]
        """
        )
    )


@pytest.mark.parametrize("way", range(6))
def test_g2_every_direction(lay: "Lay", way: int) -> None:
    """A straight card goes on as it came; a fork one sixth of a turn to each side."""
    for card, ways in ((0, [way]), (PAIRS, sorted([(way + 5) % 6, (way + 1) % 6]))):
        tower = Tower(lay.box, 3)
        streams = Streams(tower)
        streams.set_up(lay.box, 3)
        middle = int(tower.cell(6, 10))
        streams.lay(1, card, (middle << 9) | way)
        streams.open_ways()
        tips = [int(streams.tip(1, number)) for number in range(streams.tip_count(1))]
        assert sorted(tip & 7 for tip in tips) == ways
        assert {tip >> 9 for tip in tips} == {tower.ahead[(middle << WAY_BITS) | out] for out in ways}


def test_g3_a_card_goes_where_a_tip_is(lay: "Lay") -> None:
    table = lay("s f s f").play("draw")
    assert table.choices == ["place@1,2", "place@7,-1"]
    assert table.tips(0) == ["1,2", "7,-1"]
    table.play("place@7,-1").play("draw")
    assert table.choices == ["place@3,1", "place@5,0"]


def test_g4_a_way_that_points_at_a_wizard_is_closed(lay: "Lay") -> None:
    """Bert's branch comes down to the left; its next cell is Ada's wizard."""
    table = lay("s s f f").play("place@3,0").grow("0,3", "2,0", "0,4")
    assert table.tips(1) == ["1,0", "5,-1", "3,1"]
    assert table.grow("1,0").shows(
        """
        : 5  (A)
        :     |
        : 4   A
        :     |
        : 3   A
        :     |          (B)
        : 2   A           |
        :     |           B      (B)
        : 1   A       B /   \\ B /
        :     |   B /         |
        : 0  [A]             [B]
        """
    )
    assert table.tips(1) == ["5,-1", "3,1"]


def test_g4_a_way_below_the_floor_is_closed(lay: "Lay") -> None:
    """Ada's straight card at (2,-1) stands on the floor and leads down."""
    table = lay("f f s s", "f").play("place@1,1").grow("2,0").finish()
    assert table.tips(0) == ["2,-1", "3,0", "7,-2", "1,2"]
    assert table.grow("2,-1").shows(
        """
        :        (A)
        : 2       |           B
        :         A      (A)  |          (A)
        : 1 \\ A /   \\ A /     B             \\
        :     |       |       |
        : 0  [A]      A      [B]
        """
    )
    assert table.tips(0) == ["3,0", "7,-2", "1,2"]


def test_g4_the_floor_closes_slanting_ways_too(lay: "Lay") -> None:
    """A fork at (2,-1), come to from above, leads nowhere."""
    table = lay("f f s s", "f").play("place@1,1").grow("2,0").finish().grow("3,0>f", "2,-1")
    assert table.tips(0) == ["7,-2", "1,2", "4,0"]


def ring(lay: "Lay") -> "Table":
    """Lay out a table on which Ada's stream bends round, until two of its ways point into (7,-2)."""
    table = lay("f f s s", "f").play("place@1,1").grow("1,2>f").finish()
    return table.grow("0,3>f", "7,-1")


def test_g4_a_way_into_a_cell_of_one_s_own_is_closed(lay: "Lay") -> None:
    """A fork at (7,-2) would lead up to (7,-1), where Ada's stream is already."""
    table = lay("f f s s", "f").play("place@1,1").grow("1,2>f").finish().grow("0,3>f", "7,-1>f")
    table.grow("7,-2")
    assert table.tips(0) == ["2,0", "6,-2", "2,2", "6,0", "0,4"]


def test_g4_an_opponent_s_cell_is_open(lay: "Lay") -> None:
    table = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2", "3,2", "4,3")
    assert table.tips(0) == ["7,-1", "4,2"]


def test_g5_if_the_first_forks_its_player_chooses(lay: "Lay") -> None:
    table = lay("s s f s s s", "s")
    assert table.actor == 1
    assert table.look()["decision"] == "blind-tip"
    assert table.choices == ["place@3,0", "place@5,-1"]
    assert table.look()["unlaid"] == ["straight", "straight", "straight"]
    table.play("place@5,-1")
    assert [(card["seat"], card["q"], card["r"]) for card in table.look()["cards"]] == [
        *[(0, 0, 1), (0, 0, 2), (1, 4, -1), (1, 5, -1), (2, 8, -3), (2, 8, -2)]
    ]
    assert (table.actor, table.look()["decision"]) == (0, "draw-or-finish")


def test_g5_in_the_order_dealt(lay: "Lay") -> None:
    table = lay("comet-fork ash s s", "s").play("place@1,1")
    assert [table.state.box.slugs[table.state.streams.card(place)] for place in (0, 1)] == [
        "comet-fork",
        "ash",
    ]
    assert lay("ash comet-fork s s", "s").choices == ["draw", "finish"]


def test_g6_the_neighbours_clockwise_from_straight_up(lay: "Lay") -> None:
    tower = Tower(lay.box, 3)
    steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
    for q, r in ((5, 7), (6, 7)):
        assert [ahead(tower, q, r, way) for way in range(6)] == [(q + a, r + b) for a, b in steps]


def test_g6_the_height_is_r_and_half_of_q(lay: "Lay") -> None:
    tower = Tower(lay.box, 3)
    for q in range(12):
        for r in range(-q // 2, 9):
            cell = tower.cell(q, r)
            if cell != CLOSED:
                assert (tower.column(cell), tower.rise(cell), tower.halves(cell)) == (q, r, 2 * r + q)
        assert tower.cell(q, -(q // 2)) != CLOSED
        assert tower.cell(q, -(q // 2) - 1) == CLOSED


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_g6_round_the_tower_at_the_same_height(lay: "Lay", seats: int) -> None:
    tower = Tower(lay.box, seats)
    columns = int(tower.columns)
    for way, column in ((1, columns - 1), (2, columns - 1), (4, 0), (5, 0)):
        start = tower.cell(column, 9 - column // 2)
        end = tower.ahead[(start << WAY_BITS) | way]
        assert tower.column(end) == columns - 1 - column
        assert tower.halves(end) - tower.halves(start) == (1 if way in (1, 5) else -1)


def test_g7_everyone_moves_up_one_place_each_round(lay: "Lay") -> None:
    table = lay("s s s s s s", rounds="4", first="1")
    places, starts = [], []
    for number in range(4):
        places.append([wizard["column"] // 4 for wizard in table.look()["wizards"]])
        starts.append(table.look()["first"])
        if number < 3:
            table.play("finish").play("finish").play("finish", *["s"] * 7)
    assert places == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert starts == [1, 2, 0, 1]


def test_g7_two_by_two_in_turn_order(lay: "Lay") -> None:
    table = lay("blaze steam flood storm ash coral", "s", first="2")
    dealt = [(card["seat"], table.state.box.slugs[table.state.streams.card(place)])
             for place, card in enumerate(table.look()["cards"])]  # fmt: skip
    assert dealt == [(2, "blaze"), (2, "steam"), (0, "flood"), (0, "storm"), (1, "ash"), (1, "coral")]


def test_g7_blind_cards_cross_and_touch_nothing(lay: "Lay") -> None:
    """With two columns from wizard to wizard, Ada's and Bert's blind cards meet in (1,1)."""
    narrow = open_box(lay.text.replace("distance = 4 ", "distance = 2 "))
    table = lay("f s f s", "s", box=narrow).play("place@1,1").play("place@1,1")
    assert table.spells == ["casting", "casting"]
    assert (table.counted(0), table.counted(1)) == (2, 2)
    assert not any(card["cut"] for card in table.look()["cards"])


def test_g8_the_card_laid_earlier_is_continued(lay: "Lay") -> None:
    """Into (7,-2) lead the first fork, up to the left, and the last, straight down. The first was earlier."""
    table = ring(lay)
    assert table.shows(
        """
        : 4  (A)
        :     |
        : 3   A      (A)             (A)
        :   /   \\ A /                   \\ A /
        : 2       |           B           |
        :         A           |          (A)
        : 1 \\ A /   \\(A)      B             \\
        :     |               |
        : 0  [A]             [B]
        """
    )
    assert table.play("draw").choices.count("place@7,-2") == 1
    assert table.play("place@7,-2").shows(
        """
        : 4  (A)
        :     |
        : 3   A      (A)             (A)
        :   /   \\ A /                   \\ A /
        : 2       |           B      (A)
        :         A           |         \\ A
        : 1 \\ A /   \\(A)      B             \\
        :     |               |
        : 0  [A]             [B]
        """
    )
    assert table.look()["cards"][-1]["after"] == 0
    assert table.tips(0) == ["2,0", "6,-1", "2,2", "6,0", "0,4"]


# ── how high the wall has to be ───────────────────────────────────────────────────────────────────


def reach(straight: int, cards: int) -> int:
    """Return the greatest height of a card by trying all chains: only (forks laid, way) matters."""
    best = {(0, UP): 2}
    top = 2
    for laid in range(1, cards):
        after: dict[tuple[int, int], int] = {}
        for (forked, way), height in best.items():
            turns = [(forked + 1, (way + 1) % 6), (forked + 1, (way + 5) % 6)]
            if laid - 1 - forked < straight:
                turns.append((forked, way))
            for forked_then, way_then in turns:
                higher = height + (2, 1, -1, -2, -1, 1)[way_then]
                key = forked_then, way_then
                after[key] = max(after.get(key, -999), higher)
        best = after
        top = max(top, *best.values())
    return top


@pytest.mark.parametrize("straight", [0, 1, 21, 42, 63])
@pytest.mark.parametrize("cards", [2, 3, 20, 43, 44, 53, 61])
def test_no_stream_gets_higher_than_the_wall(straight: int, cards: int) -> None:
    """The bound is not only safe but reached, and grows with the cards."""
    assert reach(straight, cards) == highest(straight, cards)


def test_the_action_space_is_the_wall(lay: "Lay") -> None:
    counts = [lay.open(seats).state.action_count() for seats in range(2, 7)]
    assert counts == [2 + 8 * 57, 2 + 12 * 56, 2 + 16 * 54, 2 + 20 * 53, 2 + 24 * 51]


def test_the_highest_stream_there_can_be_fits_the_wall(lay: "Lay") -> None:
    """Bert finishes at once; Ada gets all the straight cards first, and then forks back up at once."""
    table = lay("s s f f", "s").play("place@3,0").play("draw", "s").play("place@0,3").finish()
    laid = 3
    while table.actor == 0:
        left = int(table.state.cards_left())
        following = [] if left == 1 else ["s" if laid < 41 else "f"]
        table.play("draw", *following)
        table.play(max(table.choices, key=lambda text: int(table.state.tower.halves(_cell(table, text)))))
        laid += 1
    assert max(card["halves"] for card in table.look()["cards"]) == 113
    assert table.spells == ["ran-out", "finished"]


def _cell(table: "Table", text: str) -> int:
    q, _, r = text.removeprefix("place@").partition(",")
    return int(table.state.tower.cell(int(q), int(r)))
