"""The cards on the wall in one round, in the order laid, and the open tips (G2 to G8).

The numbers are packed, because a searching player copies a table for every game it plays in its head.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.numbers import bit
from longbeard.games.wiz_up_the_wall.box import BLIND, CARDS, StreamBox, forks
from longbeard.games.wiz_up_the_wall.wall import CLOSED, UP, WAY_BITS, Tower, to_the_left, to_the_right

# A laid card is one number: from the low bits up the way in which it is come to, the card that it continues,
# its cell, its owner, and the card itself. Without owner and card that is a tip; so tips in order are in the
# order of their cells, and those in one cell in the order of the cards that they continue (G8).
WAY_MASK: Final = 7
FROM_SHIFT: Final = 3
FROM_MASK: Final = 63
WIZARD: Final = 63
"""Predecessor of a first card: it continues the wizard."""
CELL_SHIFT: Final = 9
CELL_MASK: Final = 4095
OWNER_SHIFT: Final = 21
OWNER_MASK: Final = 7
CARD_SHIFT: Final = 24

# A cell of the wall is 16 bits: one for each seat with a card there, and above them one for each with a tip.
# Four cells share a number.
CARD: Final = 1
TIP: Final = 256
TIP_SHIFT: Final = 8
CARD_BITS: Final = 63
CELL_BITS: Final = 65535

# How a spell ended (0 while it is being cast); the first reason stands.
FINISHED: Final = 1  # T1
CROSSED: Final = 2  # T5
TOUCHED: Final = 3  # T6
STUCK: Final = 4  # T8: no open tip
RAN_OUT: Final = 5  # T8: no card left
FATE_BITS: Final = 3
FATE_MASK: Final = 7


@final
@mypyc_attr(acyclic=True)
class Streams:
    """All streams of a round."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self.laid: i64 = 0
        self.cards: vec[i64] = vec[i64]()
        """The laid cards; and before they are laid, the blind cards in the order dealt."""
        self.cut: i64 = 0
        """Cards at which streams were cut, a bit for each."""
        self.casting: i64 = 0
        """Seats that are still casting, a bit for each."""
        self.fates: i64 = 0
        self.tips: vec[i64] = vec[i64]()
        """At seat * span the number of tips, and then the tips in order."""
        self.span: i64 = 0
        self.wall: vec[i64] = vec[i64]()

    def set_up(self, box: StreamBox, seats: int) -> None:
        """Lay out an empty wall."""
        self.cards = vec[i64]([0] * CARDS)
        self.span = box.forks + 3  # a fork adds one tip to the one there is; and the number of tips
        self.tips = vec[i64]([0] * int(self.span * seats))
        self.wall = vec[i64]([0] * int((self.tower.cells + self.tower.columns) // 4 + 1))
        self.casting = bit(seats) - 1

    def copy(self) -> "Streams":
        copy = Streams(self.tower)
        copy.laid = self.laid
        copy.cards = self.cards[:]
        copy.cut = self.cut
        copy.casting = self.casting
        copy.fates = self.fates
        copy.tips = self.tips[:]
        copy.span = self.span
        copy.wall = self.wall[:]
        return copy

    def lift(self, seats: i64) -> "Streams":
        """Remove everything from the wall when all spells have ended; return what lay there."""
        lifted = Streams(self.tower)
        lifted.laid = self.laid
        lifted.cards = self.cards[: self.laid]
        lifted.cut = self.cut
        lifted.fates = self.fates
        cards, wall = self.cards, self.wall
        for place in range(self.laid):  # the spells have ended, so there are no tips (T7)
            wall[(cards[place] >> (CELL_SHIFT + 2)) & (CELL_MASK >> 2)] = 0
        self.laid = 0
        self.cut = 0
        self.fates = 0
        self.casting = bit(seats) - 1
        return lifted

    def dump(self) -> list[int]:
        """Return everything but the wall, which follows from it."""
        numbers: list[int] = [self.laid, self.cut, self.casting, self.fates]
        numbers.extend(self.cards[: self.laid])
        for first in range(0, len(self.tips), int(self.span) or 1):
            numbers.extend(self.tips[first : first + 1 + self.tips[first]])
        return numbers

    # ── the laid cards, by their place in the order ───────────────────────────────────────────────

    def card(self, place: i64) -> i64:
        return self.cards[place] >> CARD_SHIFT

    def owner(self, place: i64) -> i64:
        return (self.cards[place] >> OWNER_SHIFT) & OWNER_MASK

    def cell(self, place: i64) -> i64:
        return (self.cards[place] >> CELL_SHIFT) & CELL_MASK

    def before(self, place: i64) -> i64:
        """Return the card that a card continues, or WIZARD."""
        return (self.cards[place] >> FROM_SHIFT) & FROM_MASK

    def way_in(self, place: i64) -> i64:
        """Return the way in which the stream runs into a card."""
        return self.cards[place] & WAY_MASK

    def swap(self, place: i64, card: i64) -> None:
        """Put another card in a card's place: only in an imagined table."""
        self.cards[place] += (card - self.card(place)) << CARD_SHIFT

    def fate(self, seat: i64) -> i64:
        return (self.fates >> (FATE_BITS * seat)) & FATE_MASK

    # ── the wall ──────────────────────────────────────────────────────────────────────────────────

    def here(self, cell: i64) -> i64:
        """Return what is in a cell: cards, and tips above TIP_SHIFT, a bit for each seat."""
        return (self.wall[cell >> 2] >> ((cell & 3) << 4)) & CELL_BITS

    def _mark(self, cell: i64, bits: i64) -> None:
        wall = self.wall
        wall[cell >> 2] |= bits << ((cell & 3) << 4)

    def _unmark(self, cell: i64, bits: i64) -> None:
        wall = self.wall
        wall[cell >> 2] &= ~(bits << ((cell & 3) << 4))

    # ── laying ────────────────────────────────────────────────────────────────────────────────────

    def deal(self, place: i64, seat: i64, card: i64) -> None:
        """Deal a card that is to be laid unseen (S1)."""
        self.cards[place] = (card << CARD_SHIFT) | (seat << OWNER_SHIFT)

    def lay_first(self, wizard: i64) -> None:
        """Lay the next dealt card straight up from its wizard (G5)."""
        cell = self.tower.ahead[(wizard << WAY_BITS) | UP]
        self.lay_dealt((cell << CELL_SHIFT) | (WIZARD << FROM_SHIFT) | UP)

    def lay_above(self) -> None:
        """Lay the next dealt card straight on from the one laid last (G5)."""
        place = self.laid - 1
        cell = self.tower.ahead[(self.cell(place) << WAY_BITS) | UP]
        self.lay_dealt((cell << CELL_SHIFT) | (place << FROM_SHIFT) | UP)

    def lay_dealt(self, tip: i64) -> None:
        """Lay the next dealt card at a tip (G5)."""
        dealt = self.cards[self.laid]
        self.lay((dealt >> OWNER_SHIFT) & OWNER_MASK, dealt >> CARD_SHIFT, tip)

    def lay(self, seat: i64, card: i64, tip: i64) -> None:
        """Lay a card into the cell of a tip (G2)."""
        self.cards[self.laid] = (card << CARD_SHIFT) | (seat << OWNER_SHIFT) | tip
        self.laid += 1
        self._mark(tip >> CELL_SHIFT, CARD << seat)

    def open_ways(self) -> None:
        """Open the ways out of the card laid last: a straight card leads on, a fork to both sides (G2)."""
        last = self.cards[self.laid - 1]
        way = last & WAY_MASK
        if forks(last >> CARD_SHIFT):
            self._open_way(last, to_the_left(way))
            self._open_way(last, to_the_right(way))
        else:
            self._open_way(last, way)

    def _open_way(self, last: i64, way: i64) -> None:
        """Make the cell ahead a tip, unless it is closed (G3, G4)."""
        ahead, wall, tips = self.tower.ahead, self.wall, self.tips
        cell = ahead[(((last >> CELL_SHIFT) & CELL_MASK) << WAY_BITS) | way]
        if cell == CLOSED:
            return
        seat = (last >> OWNER_SHIFT) & OWNER_MASK
        slot, shift = cell >> 2, (cell & 3) << 4
        here = wall[slot]
        if (here >> (shift + seat)) & 1 != 0:
            return
        bits = TIP << seat
        wall[slot] = here | (bits << shift)
        tip = (cell << CELL_SHIFT) | ((self.laid - 1) << FROM_SHIFT) | way
        first = seat * self.span
        tips[first] += 1
        gap = first + tips[first]
        while gap > first + 1 and tips[gap - 1] > tip:
            tips[gap] = tips[gap - 1]
            gap -= 1
        tips[gap] = tip

    # ── tips ──────────────────────────────────────────────────────────────────────────────────────

    def tip_count(self, seat: i64) -> i64:
        return self.tips[seat * self.span]

    def tip(self, seat: i64, number: i64) -> i64:
        """Return a tip of a seat, from 0."""
        return self.tips[seat * self.span + 1 + number]

    def take_tip(self, seat: i64, cell: i64) -> i64:
        """Remove and return the tip in a cell, now that a card is laid there: other ways into it are closed
        (G4, G8)."""
        tips = self.tips
        first = seat * self.span
        end = first + 1 + tips[first]
        at = first + 1
        while tips[at] >> CELL_SHIFT != cell:
            at += 1
        tip = tips[at]
        after = at + 1
        while after < end and tips[after] >> CELL_SHIFT == cell:
            after += 1
        tips[first] -= after - at
        while after < end:
            tips[at] = tips[after]
            at += 1
            after += 1
        self._unmark(cell, TIP << seat)
        return tip

    def end(self, seat: i64, fate: i64) -> None:
        """End a spell, which has no tips any more (T7)."""
        self.fates |= fate << (FATE_BITS * seat)
        self.casting &= ~bit(seat)
        tips = self.tips
        first = seat * self.span
        for at in range(first + 1, first + 1 + tips[first]):
            self._unmark(tips[at] >> CELL_SHIFT, TIP << seat)
        tips[first] = 0

    # ── cuts ──────────────────────────────────────────────────────────────────────────────────────

    def find(self, seat: i64, cell: i64) -> i64:
        """Return the card of a seat that lies in a cell."""
        place: i64 = 0
        while self.cell(place) != cell or self.owner(place) != seat:
            place += 1
        return place

    def counts(self, place: i64) -> bool:
        """Return whether neither this card nor one before it on its branch was cut (P1)."""
        while place != WIZARD:
            if (self.cut >> place) & 1 != 0:
                return False
            place = self.before(place)
        return True

    def counted(self) -> i64:
        """Return the cards that count, a bit for each (P1). A card is always laid after the one that it
        continues."""
        if self.cut == 0:
            return bit(self.laid) - 1
        counted: i64 = 0
        for place in range(self.laid):
            before = self.before(place)
            if (self.cut >> place) & 1 == 0 and (before == WIZARD or (counted >> before) & 1 != 0):
                counted |= bit(place)
        return counted

    def cut_off(self, cut: i64) -> i64:
        """Return the cards that one cut takes away, a bit for each: it and those beyond it, up to an earlier
        cut."""
        lost: i64 = bit(cut)
        for place in range(cut + 1, self.laid):
            before = self.before(place)
            if before != WIZARD and (lost >> before) & 1 != 0 and (self.cut >> place) & 1 == 0:
                lost |= bit(place)
        return lost

    def cut_by(self, cut: i64, seats: i64) -> i64:
        """Return who cut a card: the first to lay one on it. Blind cards cross nothing (G7)."""
        place = cut + 1 if cut >= BLIND * seats else BLIND * seats
        while self.cell(place) != self.cell(cut):
            place += 1
        return self.owner(place)

    def worth(self, box: StreamBox, seat: i64, start: i64) -> i64:
        """Return the counted cards of a seat and their symbols, in one number, from a place in the order
        on."""
        counted = self.counted()
        worth: i64 = 0
        for place in range(start, self.laid):
            if self.owner(place) == seat and (counted >> place) & 1 != 0:
                worth += box.worth[self.card(place)]
        return worth
