"""What a viewer may know of the table as plain numbers, for learners who forget nothing."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.encoder import Encoder, Sheet, write_all
from longbeard.engine.numbers import bit
from longbeard.engine.state import State
from longbeard.games.wiz_up_the_wall.board import shape
from longbeard.games.wiz_up_the_wall.box import BLIND, KINDS, NO_CARD, SYMBOLS, symbols_in
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.games.wiz_up_the_wall.streams import CELL_SHIFT

UNKNOWN: Final = -1
FACTS: Final = ("viewer", "step", "turn", "round", "rounds", "starting-seat", "left", "next-forks")
HAND: Final = ("hand-forks", "hand-first-symbol", "hand-second-symbol")
SPELL: Final = ("place", "fate", "counted", "total", "tips")
# Where those begin; written out, because mypyc makes constants of plain numbers only.
HAND_AT: Final = 8
SPELLS_AT: Final = 11
SPELL_PARTS: Final = 5
COUNTED: Final = 2


def layout(state: WizUpTheWall) -> list[tuple[str, int]]:
    """The parts of an observation in order, with their widths."""
    seats, cells = int(state.seats), int(state.tower.cells)
    parts: list[tuple[str, int]] = [(name, 1) for name in FACTS]
    parts += [(name, 1) for name in HAND]
    parts += [(name, seats) for name in SPELL]
    parts += [("mana-seen", SYMBOLS), ("cards-seen", KINDS)]
    return [*parts, ("cards", cells), ("cards-that-count", cells), ("tip-cells", cells)]


def size(state: WizUpTheWall) -> int:
    """How many numbers an observation has."""
    return sum([width for name, width in layout(state)])


def encode(state: WizUpTheWall, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know into `out`. Cards and tips are a bit for each seat, by cell."""
    write_all(ENCODER, state, viewer, out)


@final
@mypyc_attr(acyclic=True)
class WallEncoder(Encoder):
    """The wall, cell by cell, and what is known beside it."""

    def layout(self, state: State) -> list[tuple[str, int]]:
        assert isinstance(state, WizUpTheWall)
        return layout(state)

    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        assert isinstance(state, WizUpTheWall)
        _write_facts(state, viewer, sheet)
        _write_hand(state, viewer, sheet)
        for seat in range(state.seats):
            _write_spell(state, seat, sheet, SPELLS_AT + seat)
        memory = SPELLS_AT + SPELL_PARTS * state.seats
        _write_cards(state, viewer, sheet, memory)
        _write_tips(state, sheet, memory + SYMBOLS + KINDS + 2 * state.tower.cells)


ENCODER: Final = WallEncoder()


def _write_facts(state: WizUpTheWall, viewer: i64, sheet: Sheet) -> None:
    sheet.put(0, viewer)
    sheet.put(1, state.step)
    sheet.put(2, state.turn)
    sheet.put(3, state.round)
    sheet.put(4, state.rounds)
    sheet.put(5, state.starting_seat())
    sheet.put(6, state.cards_left())
    sheet.put(7, _shape(state.next))


def _write_hand(state: WizUpTheWall, viewer: i64, sheet: Sheet) -> None:
    sheet.put(HAND_AT, _shape(state.hand))
    if state.holds(viewer):
        sheet.put(HAND_AT + 1, state.box.first[state.hand])
        sheet.put(HAND_AT + 2, state.box.second[state.hand])
    else:
        sheet.put(HAND_AT + 1, UNKNOWN)
        sheet.put(HAND_AT + 2, UNKNOWN)


def _shape(card: i64) -> i64:
    if card == NO_CARD:
        return UNKNOWN
    return shape(card)


def _write_spell(state: WizUpTheWall, seat: i64, sheet: Sheet, at: i64) -> None:
    """All of a spell but how many of its cards count: that is added up card by card."""
    sheet.put(at, state.place_of(seat))
    sheet.put(at + state.seats, state.streams.fate(seat))
    sheet.put(at + 3 * state.seats, state.total(seat))
    sheet.put(at + 4 * state.seats, state.streams.tip_count(seat))


def _write_cards(state: WizUpTheWall, viewer: i64, sheet: Sheet, memory: i64) -> None:
    """Every laid card: where it lies, whether it counts, and what the viewer has seen of it.

    At `memory` are the symbols seen in the viewer's own cards that count, then every card seen since the
    round began, then the wall.
    """
    streams = state.streams
    counted = streams.counted()
    kinds = memory + SYMBOLS
    wall = kinds + KINDS
    worth: i64 = 0
    for place in range(streams.laid):
        card, owner, cell = streams.card(place), streams.owner(place), streams.cell(place)
        sheet.add(wall + cell, bit(owner))
        counts = (counted >> place) & 1 != 0
        if counts:
            sheet.add(SPELLS_AT + COUNTED * state.seats + owner, 1)
            sheet.add(wall + state.tower.cells + cell, bit(owner))
        if state.has_seen(viewer, place):
            sheet.add(kinds + card, 1)
        if counts and owner == viewer and place >= BLIND * state.seats:
            worth += state.box.worth[card]
    if state.holds(viewer):
        sheet.add(kinds + state.hand, 1)
    for symbol in range(SYMBOLS):
        sheet.put(memory + symbol, symbols_in(worth, symbol))


def _write_tips(state: WizUpTheWall, sheet: Sheet, at: i64) -> None:
    """The cells of the tips. They are in order, and there may be two ways into a cell (G8)."""
    streams = state.streams
    for seat in range(state.seats):
        last: i64 = -1
        for number in range(streams.tip_count(seat)):
            cell = streams.tip(seat, number) >> CELL_SHIFT
            if cell != last and cell < state.tower.cells:
                sheet.add(at + cell, bit(seat))
            last = cell
