"""The Trader's trade (R7): one of one's own face-up pieces for one of another player's."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.state import Choices
from longbeard.games.the_wizard_always_wins.pieces import BITS, ELEMENTS, KINDS, MASK, PIECES, one

MOST_SEATS: Final = 5
PARTNERS: Final = MOST_SEATS * PIECES
"""A trade is a number: own piece * PARTNERS + seat * PIECES + their piece."""
TRADES: Final = PIECES * PARTNERS


def offer_trades(face: vec[i64], seats: i64, trader: i64, first: i64, choices: Choices) -> None:
    """Every trade of a player, as actions from `first` on."""
    start = choices.count
    for seat in range(seats):
        if seat != trader:
            _offer_wares(face, seat, first + seat * PIECES, choices)
    wares = choices.count - start
    choices.count = start
    _offer_for_each(face, trader, wares, choices)


def _offer_wares(face: vec[i64], seat: i64, first: i64, choices: Choices) -> None:
    """Everything that lies before a player, kind by kind."""
    for element in range(ELEMENTS):
        pile = face[seat * ELEMENTS + element]
        action = first + element * KINDS
        while pile > 0:
            if pile & MASK > 0:
                choices.add(action)
            action += 1
            pile >>= BITS


def _offer_for_each(face: vec[i64], trader: i64, wares: i64, choices: Choices) -> None:
    """The wares stand in the choices as if for the first piece: put them there once for each of one's own."""
    # They are overwritten by the first of one's own pieces, so each later one counts from the one before.
    start = choices.count
    before: i64 = 0
    for element in range(ELEMENTS):
        pile = face[trader * ELEMENTS + element]
        piece = element * KINDS
        while pile > 0:
            if pile & MASK > 0:
                shift = (piece - before) * PARTNERS
                for ware in range(wares):
                    choices.add(choices.items[start + ware] + shift)
                start = choices.count - wares
                before = piece
            piece += 1
            pile >>= BITS


def any_trade(face: vec[i64], seats: i64, trader: i64) -> bool:
    """Whether there is anything to give and anything to take."""
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
