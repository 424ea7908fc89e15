"""The wall of the tower (G1 to G6): cells, the six ways out of each, and the height that a stream can reach.

A cell is a number: row * columns + column. In even columns row 0 lies on the floor, in odd columns half a
cell above it, so a cell at (q, r) has the row r + q // 2, and its height in halves is 2 * row + q % 2.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.games.wiz_up_the_wall.box import BLIND, CARDS, StreamBox

CLOSED: Final = -1
"""What lies ahead where nothing may be laid: a wizard, or below the floor (G4)."""

# G6: the neighbours clockwise from straight up, as a step in columns and one in half heights.
WAYS: Final = 6
UP: Final = 0
COLUMN_STEP: Final = (0, 1, 1, 0, -1, -1)
HALF_STEP: Final = (2, 1, -1, -2, -1, 1)
WAY_BITS: Final = 3
"""Bits of a way in the index of the table of neighbours: shifts are faster than products."""


def to_the_left(way: i64) -> i64:
    """Return the way out 60 degrees anticlockwise of a way in (G2)."""
    return way - 1 if way > 0 else WAYS - 1


def to_the_right(way: i64) -> i64:
    """Return the way out 60 degrees clockwise of a way in (G2)."""
    return way + 1 if way < WAYS - 1 else 0


def where(column: int, halves: int) -> str:
    """Return a cell in words.

    >>> where(4, 5)
    'column 4, height 2.5'
    """
    height = str(halves // 2) if halves % 2 == 0 else f"{halves // 2}.5"
    return f"column {column}, height {height}"


def highest(straight: i64, cards: i64) -> i64:
    """Return the height, in halves, above which no card can lie, if one stream got all the cards it can get.

    A step up gains 2 halves, any other step 1 at most, and n cards are n steps from the wizard. A straight
    card goes on as it came; a fork that was come to by a step up does not lead up. So, if the forks part the
    steps into runs, no two neighbouring runs both lead up. Of n cards at most `straight` are straight, so at
    least n - 1 - straight forks have a card beyond them. That makes n - straight runs or more, and every
    other one, (n - straight) // 2 or more, has a step that gains 1 at most. Hence 2 n - (n - straight) // 2;
    a stream that forks back up as soon as it can, once the straight cards are laid, gets there.

    The cell ahead of the last card but one obeys the same bound, so the tips do too while cards are left.

    >>> highest(42, 61), highest(42, 53), highest(42, 10)
    (113, 101, 20)
    """
    forks = cards - straight if cards > straight else 0
    return 2 * cards - forks // 2


@final
@mypyc_attr(acyclic=True)
class Tower:
    """The empty wall for a number of wizards. It never changes, so all tables share it."""

    def __init__(self, box: StreamBox, seats: int) -> None:
        self.distance: i64 = box.distance
        self.columns: i64 = box.distance * seats
        most: i64 = CARDS - BLIND * (seats - 1)  # the others have at least their blind cards
        self.rows: i64 = (highest(box.straight, most) >> 1) + 1
        self.cells: i64 = self.rows * self.columns
        """Number of cells that a card can lie in. One row more is kept, for tips when the pile is empty."""
        self.ahead: vec[i64] = vec[i64]([CLOSED] * int(self.cells << WAY_BITS))
        """The cell that each way out points into, at cell << WAY_BITS | way."""
        for cell in range(self.cells):
            for way in range(WAYS):
                self.ahead[(cell << WAY_BITS) | way] = self._ahead(cell, way)

    def _ahead(self, cell: i64, way: i64) -> i64:
        column = self.column(cell) + COLUMN_STEP[way]
        halves = self.halves(cell) + HALF_STEP[way]
        if column < 0:
            column += self.columns  # G6: round the tower, at the same height
        elif column == self.columns:
            column = 0
        on_a_wizard = halves == 0 and column % self.distance == 0
        if halves < 0 or on_a_wizard:
            return CLOSED
        return (halves >> 1) * self.columns + column

    def column(self, cell: i64) -> i64:
        """Return the q of a cell."""
        return cell % self.columns

    def rise(self, cell: i64) -> i64:
        """Return the r of a cell."""
        return cell // self.columns - self.column(cell) // 2

    def halves(self, cell: i64) -> i64:
        """Return the height of a cell above the floor, in halves."""
        return 2 * (cell // self.columns) + self.column(cell) % 2

    def cell(self, q: i64, r: i64) -> i64:
        """Return the cell at (q, r), or CLOSED if no card can lie there."""
        row = r + q // 2
        if q >= 0 and q < self.columns and row >= 0 and row < self.rows:
            return row * self.columns + q
        return CLOSED

    def wizard(self, place: i64) -> i64:
        """Return the cell of the wizard at a place: the lowest of its column."""
        return self.distance * place
