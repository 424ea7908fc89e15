"""What lies on the wall in one round: every card in the order it was laid, and the open tips (G2 to G8)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.games.wiz_up_the_wall.box import CARDS, MOST_SEATS, StreamBox, forks
from longbeard.games.wiz_up_the_wall.wall import CLOSED, UP, WAY_BITS, Tower, to_the_left, to_the_right

# A cell of the wall: a bit for each seat with a card there, and above them one for each seat with a tip.
TIP_SHIFT: Final = 8
CARD_BITS: Final = (1 << MOST_SEATS) - 1

# How a card was come to: the card it continues and the way out of it, as card << WAY_BITS | way.
WIZARD: Final = 63
"""Stands for the card in the way of the first card: there is none, it continues the wizard."""
WAY_MASK: Final = 7
# A tip is its cell and how it is come to: so tips sort by cell, and then by the card laid earlier (G8).
CELL_SHIFT: Final = 9
FROM_MASK: Final = 511

# How a spell ended; the first reason stands.
CASTING: Final = 0
FINISHED: Final = 1  # T1
CROSSED: Final = 2  # T5
TOUCHED: Final = 3  # T6
STUCK: Final = 4  # T8: no open tip
RAN_OUT: Final = 5  # T8: no card left


@final
@mypyc_attr(acyclic=True)
class Streams:
    """All streams of a round."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        # the cards, in the order laid
        self.laid: i64 = 0
        self.card: vec[i64] = vec[i64]()
        self.cell: vec[i64] = vec[i64]()
        self.owner: vec[i64] = vec[i64]()
        self.way: vec[i64] = vec[i64]()
        self.cut: i64 = 0
        """Where streams were cut: a bit for each card."""
        # the spells, by seat
        self.fate: vec[i64] = vec[i64]()
        self.casting: i64 = 0
        """Who is still casting: a bit for each seat."""
        self.tips: vec[i64] = vec[i64]()
        """The open tips in order, at seat * span."""
        self.tip_count: vec[i64] = vec[i64]()
        self.span: i64 = 0
        self.wall: vec[i64] = vec[i64]()

    def set_up(self, box: StreamBox, seats: int) -> None:
        """An empty wall."""
        self.card = vec[i64]([0] * CARDS)
        self.cell = vec[i64]([0] * CARDS)
        self.owner = vec[i64]([0] * CARDS)
        self.way = vec[i64]([0] * CARDS)
        self.fate = vec[i64]([CASTING] * seats)
        self.casting = (1 << seats) - 1
        self.span = box.forks + 2  # a fork adds one tip; the other goes on from the old one
        self.tips = vec[i64]([0] * int(self.span * seats))
        self.tip_count = vec[i64]([0] * seats)
        self.wall = vec[i64]([0] * int(self.tower.cells + self.tower.columns))

    def copy(self) -> "Streams":
        copy = Streams(self.tower)
        copy.laid = self.laid
        copy.card = self.card[:]
        copy.cell = self.cell[:]
        copy.owner = self.owner[:]
        copy.way = self.way[:]
        copy.cut = self.cut
        copy.fate = self.fate[:]
        copy.casting = self.casting
        copy.tips = self.tips[:]
        copy.tip_count = self.tip_count[:]
        copy.span = self.span
        copy.wall = self.wall[:]
        return copy

    def wiped(self) -> "Streams":
        """The empty wall for the next round. What was laid stays readable here, without the wall."""
        fresh = Streams(self.tower)
        fresh.card = self.card[:]
        fresh.cell = self.cell[:]
        fresh.owner = self.owner[:]
        fresh.way = self.way[:]
        fresh.fate = self.fate[:]
        fresh.span = self.span
        # Spells that have ended have no tips, so only the cards are left to take off the wall.
        fresh.tips = self.tips
        fresh.tip_count = self.tip_count[:]
        fresh.wall = self.wall
        self.tips = vec[i64]()
        self.wall = vec[i64]()
        for place in range(self.laid):
            fresh.wall[self.cell[place]] = 0
        for seat in range(len(fresh.fate)):
            fresh.fate[seat] = CASTING
        fresh.casting = (1 << len(fresh.fate)) - 1
        return fresh

    def dump(self) -> list[int]:
        """What was laid, and the tips; the wall follows from them."""
        numbers: list[int] = [self.laid, self.cut, self.casting]
        for column in (self.card, self.cell, self.owner, self.way):
            numbers.extend(column[: self.laid])
        numbers.extend(self.fate)
        for seat in range(len(self.fate)):
            numbers.append(self.tip_count[seat])
            numbers.extend(self.tips[seat * self.span : seat * self.span + self.tip_count[seat]])
        return numbers

    # ── laying ────────────────────────────────────────────────────────────────────────────────────

    def lay_first(self, seat: i64, wizard: i64, card: i64) -> None:
        """G5: the first card, straight up from the wizard."""
        cell = self.tower.ahead[(wizard << WAY_BITS) | UP]
        self.lay(seat, cell, card, (WIZARD << WAY_BITS) | UP)
        self.open_ways(self.laid - 1)

    def lay(self, seat: i64, cell: i64, card: i64, way: i64) -> None:
        place = self.laid
        self.card[place] = card
        self.cell[place] = cell
        self.owner[place] = seat
        self.way[place] = way
        self.laid = place + 1
        self.wall[cell] |= 1 << seat

    def way_in(self, place: i64) -> i64:
        """The way in which the stream runs into a card."""
        return self.way[place] & WAY_MASK

    def open_ways(self, place: i64) -> None:
        """G2: a straight card leads on, a fork to both sides."""
        way = self.way_in(place)
        if forks(self.card[place]):
            self._open_way(place, to_the_left(way))
            self._open_way(place, to_the_right(way))
        else:
            self._open_way(place, way)

    def _open_way(self, place: i64, way: i64) -> None:
        """G3, G4: the cell ahead is a tip, unless it is closed."""
        cell = self.tower.ahead[(self.cell[place] << WAY_BITS) | way]
        if cell == CLOSED:
            return
        seat = self.owner[place]
        if (self.wall[cell] >> seat) & 1 != 0:
            return
        self.wall[cell] |= 1 << (seat + TIP_SHIFT)
        self._add_tip(seat, (cell << CELL_SHIFT) | (place << WAY_BITS) | way)

    def _add_tip(self, seat: i64, tip: i64) -> None:
        first = seat * self.span
        tips = self.tips
        gap = first + self.tip_count[seat]
        while gap > first and tips[gap - 1] > tip:
            tips[gap] = tips[gap - 1]
            gap -= 1
        tips[gap] = tip
        self.tip_count[seat] += 1

    # ── tips ──────────────────────────────────────────────────────────────────────────────────────

    def take_tip(self, seat: i64, cell: i64) -> i64:
        """How a cell is come to, now that a card is laid there: other ways into it are closed (G4, G8)."""
        first = seat * self.span
        end = first + self.tip_count[seat]
        tips = self.tips
        at = first
        while tips[at] >> CELL_SHIFT != cell:
            at += 1
        way = tips[at] & FROM_MASK
        after = at + 1
        while after < end and tips[after] >> CELL_SHIFT == cell:
            after += 1
        self.tip_count[seat] -= after - at
        while after < end:
            tips[at] = tips[after]
            at += 1
            after += 1
        self.wall[cell] &= ~(1 << (seat + TIP_SHIFT))
        return way

    def end(self, seat: i64, fate: i64) -> None:
        """T7: a spell that has ended has no tips any more."""
        self.fate[seat] = fate
        self.casting &= ~(1 << seat)
        first = seat * self.span
        for at in range(first, first + self.tip_count[seat]):
            self.wall[self.tips[at] >> CELL_SHIFT] &= ~(1 << (seat + TIP_SHIFT))
        self.tip_count[seat] = 0

    # ── cuts ──────────────────────────────────────────────────────────────────────────────────────

    def find(self, seat: i64, cell: i64) -> i64:
        """The card of a seat that lies in a cell."""
        place: i64 = 0
        while self.cell[place] != cell or self.owner[place] != seat:
            place += 1
        return place

    def counts(self, place: i64) -> bool:
        """Whether neither this card nor one before it on its branch was cut (P1)."""
        while place != WIZARD:
            if (self.cut >> place) & 1 != 0:
                return False
            place = self.way[place] >> WAY_BITS
        return True

    def counted(self) -> i64:
        """P1: the cards that count, a bit for each. A card is always laid after the one that it continues."""
        counted: i64 = 0
        for place in range(self.laid):
            before = self.way[place] >> WAY_BITS
            if (self.cut >> place) & 1 == 0 and (before == WIZARD or (counted >> before) & 1 != 0):
                counted |= 1 << place
        return counted

    def worth(self, box: StreamBox, seat: i64, start: i64) -> i64:
        """The counted cards of a seat and their symbols, in one number, from a place in the order on."""
        counted = self.counted()
        worth: i64 = 0
        for place in range(start, self.laid):
            if self.owner[place] == seat and (counted >> place) & 1 != 0:
                worth += box.worth[self.card[place]]
        return worth
