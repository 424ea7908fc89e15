"""Observations of Wiz Up The Wall for learners, with a perfect memory."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from longbeard.engine.encoder import Encoder, Field, Sheet, bits, count, label, write_all
from longbeard.engine.numbers import bit
from longbeard.engine.state import State
from longbeard.engine.story import SPECTATOR
from longbeard.games.wiz_up_the_wall.board import MATCH_OVER, ROUND_OVER, shape
from longbeard.games.wiz_up_the_wall.box import BLIND, BYTE, CARDS, KINDS, NO_CARD, SYMBOLS, symbols_in
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.games.wiz_up_the_wall.streams import (
    CARD_SHIFT,
    CELL_MASK,
    CELL_SHIFT,
    FATE_MASK,
    OWNER_MASK,
    OWNER_SHIFT,
)

UNKNOWN: Final = -1
# Indices of the hand and the spells, and the length of a spell.
HAND_AT: Final = 8
SPELLS_AT: Final = 11
SPELL_PARTS: Final = 5
COUNTED: Final = 2


def layout(state: WizUpTheWall) -> list[Field]:
    """Return the parts of an observation, in order."""
    seats, cells, rounds = int(state.seats), int(state.tower.cells), int(state.rounds)
    last = seats - 1
    return [
        label("viewer", last, lowest=SPECTATOR),
        label("step", ROUND_OVER),
        label("turn", last),
        count("round", rounds),
        count("rounds", rounds),
        label("starting-seat", last),
        count("left", CARDS),
        label("next-forks", 1, lowest=UNKNOWN),
        label("hand-forks", 1, lowest=UNKNOWN),
        label("hand-first-symbol", SYMBOLS - 1, lowest=UNKNOWN),
        label("hand-second-symbol", SYMBOLS - 1, lowest=UNKNOWN),
        label("place", last, seats),
        label("fate", FATE_MASK, seats),
        count("counted", CARDS, seats),
        count("total", CARDS * rounds, seats),
        count("tips", CARDS, seats),
        count("mana-seen", BYTE, SYMBOLS),
        count("cards-seen", CARDS, KINDS),
        bits("cards", seats, cells),
        bits("cards-that-count", seats, cells),
        bits("tip-cells", seats, cells),
    ]


def size(state: WizUpTheWall) -> int:
    """Return the length of an observation."""
    return sum([field.numbers for field in layout(state)])


def encode(state: WizUpTheWall, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know into `out`. Cards and tips are a bit for each seat, by cell."""
    write_all(ENCODER, state, viewer, out)


@final
@mypyc_attr(acyclic=True)
class WallEncoder(Encoder):
    """Encodes the wall, cell by cell, and what is known beside it."""

    def layout(self, state: State) -> list[Field]:
        assert isinstance(state, WizUpTheWall)
        return layout(state)

    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        assert isinstance(state, WizUpTheWall)
        row, start = sheet.numbers, sheet.start
        _write_facts(state, viewer, row, start)
        _write_hand(state, viewer, row, start + HAND_AT)
        for seat in range(state.seats):
            _write_spell(state, seat, row, start + SPELLS_AT + seat)
        memory = SPELLS_AT + SPELL_PARTS * state.seats
        _write_memory(state, viewer, row, start + memory)
        wall = memory + SYMBOLS + KINDS
        _put_cards(state, sheet, wall)
        _put_tips(state, sheet, wall + 2 * state.tower.cells)


ENCODER: Final = WallEncoder()


def _write_facts(state: WizUpTheWall, viewer: i64, row: vec[i16], at: i64) -> None:
    row[at] = i16(viewer)
    row[at + 1] = i16(state.step)
    row[at + 2] = i16(state.turn)
    row[at + 3] = i16(state.round)
    row[at + 4] = i16(state.rounds)
    row[at + 5] = i16(state.starting_seat())
    row[at + 6] = i16(state.cards_left())
    row[at + 7] = i16(_shape(state.next))


def _shape(card: i64) -> i64:
    if card == NO_CARD:
        return UNKNOWN
    return shape(card)


def _write_hand(state: WizUpTheWall, viewer: i64, row: vec[i16], at: i64) -> None:
    row[at] = i16(_shape(state.hand))
    if state.holds(viewer):
        row[at + 1] = i16(state.box.first[state.hand])
        row[at + 2] = i16(state.box.second[state.hand])
    else:
        row[at + 1] = UNKNOWN
        row[at + 2] = UNKNOWN


def _write_spell(state: WizUpTheWall, seat: i64, row: vec[i16], at: i64) -> None:
    """Write all of a spell; the number of its cards that count is added later."""
    row[at] = i16(state.place_of(seat))
    row[at + state.seats] = i16(state.streams.fate(seat))
    row[at + COUNTED * state.seats] = 0
    row[at + 3 * state.seats] = i16(state.total(seat))
    row[at + 4 * state.seats] = i16(state.streams.tip_count(seat))


def _write_memory(state: WizUpTheWall, viewer: i64, row: vec[i16], at: i64) -> None:
    """Write the symbols seen in the viewer's own cards that count, and every card seen since the round
    began."""
    streams, cards, kinds = state.streams, state.streams.cards, at + SYMBOLS
    for place in range(kinds, kinds + KINDS):
        row[place] = 0
    counted = streams.counted()
    worth: i64 = 0
    for place in range(streams.laid):
        own = (cards[place] >> OWNER_SHIFT) & OWNER_MASK == viewer
        # Others' cards are seen only at the end: the test is expensive, so it comes last.
        if (own or state.step == MATCH_OVER) and state.has_seen(viewer, place):
            card = cards[place] >> CARD_SHIFT
            row[kinds + card] += 1
            if own and (counted >> place) & 1 != 0 and place >= BLIND * state.seats:
                worth += state.box.worth[card]
    if state.holds(viewer):
        row[kinds + state.hand] += 1
    for symbol in range(SYMBOLS):
        row[at + symbol] = i16(symbols_in(worth, symbol))


def _put_cards(state: WizUpTheWall, sheet: Sheet, wall: i64) -> None:
    """Write every laid card: where it lies, and whether it counts."""
    row, cards, cells = sheet.numbers, state.streams.cards, state.tower.cells
    spells = sheet.start + SPELLS_AT + COUNTED * state.seats
    counted = state.streams.counted()
    for place in range(state.streams.laid):
        card = cards[place]
        owner = (card >> OWNER_SHIFT) & OWNER_MASK
        at = wall + ((card >> CELL_SHIFT) & CELL_MASK)
        sheet.add(at, bit(owner))
        if (counted >> place) & 1 != 0:
            row[spells + owner] += 1
            sheet.add(at + cells, bit(owner))


def _put_tips(state: WizUpTheWall, sheet: Sheet, wall: i64) -> None:
    """Write the cells of the tips. They are in order, and there may be two ways into a cell (G8)."""
    tips, span, cells = state.streams.tips, state.streams.span, state.tower.cells
    for seat in range(state.seats):
        last: i64 = -1
        first = seat * span + 1
        for at in range(first, first + tips[first - 1]):
            cell = tips[at] >> CELL_SHIFT
            if cell != last and cell < cells:
                sheet.add(wall + cell, bit(seat))
            last = cell
