"""The Trader's trade (R7): one of one's own face-up pieces for one of another player's."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from longbeard.engine.state import Choices
from longbeard.games.the_wizard_always_wins.pieces import BITS, ELEMENTS, KINDS, MASK, PIECES, one

MOST_SEATS: Final = 5
PARTNERS: Final = MOST_SEATS * PIECES
"""A trade is a number: own piece * PARTNERS + seat * PIECES + their piece."""
TRADES: Final = PIECES * PARTNERS


def offer_trades(face: vec[i64], seats: i64, trader: i64, first: i64, choices: Choices) -> None:
    """Add every trade of a player, as actions from `first` on."""
    start = choices.count
    for seat in range(seats):
        if seat != trader:
            _offer_wares(face, seat, first + seat * PIECES, choices)
    _offer_for_each(face, trader, start, choices)


def _offer_wares(face: vec[i64], seat: i64, first: i64, choices: Choices) -> None:
    """Add everything that lies before a player, kind by kind."""
    for element in range(ELEMENTS):
        pile = face[seat * ELEMENTS + element]
        action = first + element * KINDS
        while pile > 0:
            if pile & MASK > 0:
                choices.add(action)
            action += 1
            pile >>= BITS


def _offer_for_each(face: vec[i64], trader: i64, start: i64, choices: Choices) -> None:
    """Replace the wares from `start` on by the same wares for each of one's own pieces."""
    wares = choices.count - start
    before: i64 = 0
    choices.count = start
    for element in range(ELEMENTS):
        pile = face[trader * ELEMENTS + element]
        piece = element * KINDS
        while pile > 0:
            if pile & MASK > 0:
                _offer_again(choices, start, wares, (piece - before) * PARTNERS)
                start = choices.count - wares
                before = piece
            piece += 1
            pile >>= BITS


def _offer_again(choices: Choices, start: i64, wares: i64, shift: i64) -> None:
    """Add the wares from `start` on for another piece; the first time they stay where they are."""
    end = choices.count + wares
    while len(choices.items) < end:
        choices.items = append(choices.items, 0)
    # There are many of them: written straight into the buffer.
    items = choices.items
    place = choices.count
    while place < end:
        items[place] = items[start] + shift
        place += 1
        start += 1
    choices.count = end


def trade_parts(trade: i64) -> tuple[int, int, int]:
    """Return one's own piece, the other's seat, and their piece."""
    return int(trade // PARTNERS), int(trade % PARTNERS // PIECES), int(trade % PIECES)


def any_trade(face: vec[i64], seats: i64, trader: i64) -> bool:
    """Return whether there is anything to give and anything to take."""
    others = False
    for seat in range(seats):
        if seat != trader and _has_any(face, seat):
            others = True
    return others and _has_any(face, trader)


def _has_any(face: vec[i64], seat: i64) -> bool:
    piles: i64 = 0
    for element in range(ELEMENTS):
        piles |= face[seat * ELEMENTS + element]
    return piles > 0


def swap(face: vec[i64], trader: i64, trade: i64) -> None:
    """Carry a trade out."""
    mine, seat, theirs = trade // PARTNERS, trade % PARTNERS // PIECES, trade % PIECES
    _move(face, mine, trader, seat)
    _move(face, theirs, seat, trader)


def _move(face: vec[i64], piece: i64, giver: i64, taker: i64) -> None:
    element = piece // KINDS
    face[giver * ELEMENTS + element] -= one(piece % KINDS)
    face[taker * ELEMENTS + element] += one(piece % KINDS)
