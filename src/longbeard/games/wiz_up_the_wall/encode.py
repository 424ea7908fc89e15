"""What a viewer may know of the table as plain numbers, for learners who forget nothing."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from longbeard.games.wiz_up_the_wall.board import shape
from longbeard.games.wiz_up_the_wall.box import BLIND, KINDS, NO_CARD, SYMBOLS, symbols_in
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.games.wiz_up_the_wall.streams import CARD_BITS, TIP_SHIFT

UNKNOWN: Final = -1
FACTS: Final = ("viewer", "step", "turn", "round", "rounds", "starting-seat", "left", "next-forks")
HAND: Final = ("hand-forks", "hand-first-symbol", "hand-second-symbol")
SPELL: Final = ("place", "fate", "counted", "total", "tips")
PLANES: Final = 3


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
    table = len(FACTS) + len(HAND) + len(SPELL) * int(state.seats)
    return table + SYMBOLS + KINDS + PLANES * int(state.tower.cells)


def encode(state: WizUpTheWall, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know into `out`. Cards and tips are a bit for each seat, by cell."""
    at = _encode_facts(state, viewer, out)
    at = _encode_hand(state, viewer, out, at)
    for seat in range(state.seats):
        _encode_spell(state, seat, out, at + seat)
    at += len(SPELL) * state.seats
    _encode_memory(state, viewer, out, at)
    _encode_wall(state, out, at + SYMBOLS + KINDS)


def _encode_facts(state: WizUpTheWall, viewer: i64, out: vec[i64]) -> i64:
    out[0] = viewer
    out[1] = state.step
    out[2] = state.turn
    out[3] = state.round
    out[4] = state.rounds
    out[5] = state.starting_seat()
    out[6] = state.cards_left()
    out[7] = UNKNOWN
    if state.next != NO_CARD:
        out[7] = shape(state.next)
    return len(FACTS)


def _encode_hand(state: WizUpTheWall, viewer: i64, out: vec[i64], at: i64) -> i64:
    for part in range(len(HAND)):
        out[at + part] = UNKNOWN
    if state.hand != NO_CARD:
        out[at] = shape(state.hand)
    if state.holds(viewer):
        out[at + 1] = state.box.first[state.hand]
        out[at + 2] = state.box.second[state.hand]
    return at + len(HAND)


def _encode_spell(state: WizUpTheWall, seat: i64, out: vec[i64], at: i64) -> None:
    streams = state.streams
    counted = streams.counted()
    cards: i64 = 0
    for place in range(streams.laid):
        if streams.owner(place) == seat:
            cards += (counted >> place) & 1
    out[at] = state.place_of(seat)
    out[at + state.seats] = streams.fate(seat)
    out[at + 2 * state.seats] = cards
    out[at + 3 * state.seats] = state.total(seat)
    out[at + 4 * state.seats] = streams.tip_count(seat)


def _encode_memory(state: WizUpTheWall, viewer: i64, out: vec[i64], at: i64) -> None:
    """The symbols seen in the viewer's own cards that count, and every card seen since the round began."""
    streams = state.streams
    worth = streams.worth(state.box, viewer, BLIND * state.seats)
    for symbol in range(SYMBOLS):
        out[at + symbol] = symbols_in(worth, symbol)
    at += SYMBOLS
    for card in range(KINDS):
        out[at + card] = 0
    for place in range(streams.laid):
        if state.has_seen(viewer, place):
            out[at + streams.card(place)] += 1
    if state.holds(viewer):
        out[at + state.hand] += 1


def _encode_wall(state: WizUpTheWall, out: vec[i64], at: i64) -> None:
    streams, cells = state.streams, state.tower.cells
    for cell in range(cells):
        here = streams.here(cell)
        out[at + cell] = here & CARD_BITS
        out[at + cells + cell] = 0
        out[at + 2 * cells + cell] = here >> TIP_SHIFT
    counted = streams.counted()
    for place in range(streams.laid):
        if (counted >> place) & 1 != 0:
            seat_bit: i64 = 1 << streams.owner(place)
            out[at + cells + streams.cell(place)] |= seat_bit
