"""The observation layout for learners: what a viewer may know, as plain numbers in a fixed order.

Seats are told from the viewer on: the viewer is number 0, then clockwise. A spectator looks from seat 0.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from longbeard.engine.encoder import MOST, Encoder, Field, Sheet, count, flag, label, write_all
from longbeard.engine.numbers import bit, larger, smaller
from longbeard.engine.state import NOBODY, State
from longbeard.engine.story import sees
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.board import Board
from longbeard.games.the_wizard_always_wins.box import CHARACTERS
from longbeard.games.the_wizard_always_wins.pieces import BITS, CARDS, ELEMENTS, KINDS, MASK, PIECES
from longbeard.games.the_wizard_always_wins.pieces import size as pile_size
from longbeard.games.the_wizard_always_wins.rules import FINISHED

TABLE: Final = 7
PLAYER: Final = 7
BYTE: Final = 8
BYTE_MASK: Final = 255
"""Mask of one kind in the count of the bag's tokens, which is one number with a byte for each kind."""


def layout(state: Board) -> list[Field]:
    """Return the parts of an observation, in order."""
    last, cards, box = int(state.seats) - 1, sum(list(state.box.copies)), state.box
    longest = max([int(box.action_start[n + 1] - box.action_start[n]) for n in range(CHARACTERS)])
    parts = [
        label("step", FINISHED),
        label("turn", last),
        label("to_act", last, lowest=NOBODY),
        count("action", longest),
        count("round"),
        count("deck", cards),
        count("looking", cards),
        label("holders", last, CHARACTERS, lowest=NOBODY),
        count("discards", MASK, CARDS),
        count("hand", MASK, CARDS),
        count("looked_at", MASK, CARDS),
        count("bag", BYTE_MASK, GEM),
        count("tokens_out", BYTE_MASK, ELEMENTS),
    ]
    for seat in range(state.seats):
        parts += [
            label(f"place_{seat}", last),
            label(f"marker_{seat}", CHARACTERS),
            count(f"level_{seat}", int(box.dial_end)),
            count(f"gems_{seat}", int(box.gems)),
            count(f"gems_in_bag_{seat}", int(box.gems)),
            count(f"hand_size_{seat}", cards),
            flag(f"won_{seat}"),
            count(f"face_up_{seat}", MASK, PIECES),
        ]
    return parts


def size(state: Board) -> int:
    """Return the length of an observation."""
    return sum([field.numbers for field in layout(state)])


def encode(state: Board, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know into `out`."""
    write_all(ENCODER, state, viewer, out)


@final
@mypyc_attr(acyclic=True)
class FateEncoder(Encoder):
    """Encodes the table, the cards, the bag, and then every player from the viewer on."""

    def layout(self, state: State) -> list[Field]:
        assert isinstance(state, Board)
        return layout(state)

    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        assert isinstance(state, Board)
        row = sheet.numbers
        at = _write_table(state, viewer, row, sheet.start)
        at = _write_cards(state, viewer, row, at)
        at = _write_bag(state, row, at)
        first = larger(viewer, 0)
        for place in range(state.seats):
            seat = _from(state, first, state.order[place])
            row[at + seat * (PLAYER + PIECES)] = i16(place)
        for place in range(state.seats):
            at = _write_player(state, (first + place) % state.seats, row, at)


ENCODER: Final = FateEncoder()


def _from(state: Board, viewer: i64, seat: i64) -> i64:
    """Return a seat's number, counted from the viewer; -1 for nobody."""
    if seat < 0 or viewer < 0:
        return seat
    if seat >= viewer:
        return seat - viewer
    return seat - viewer + state.seats


def _write_table(state: Board, viewer: i64, row: vec[i16], at: i64) -> i64:
    row[at] = i16(state.step)
    row[at + 1] = i16(_from(state, viewer, state.turn))
    row[at + 2] = i16(_from(state, viewer, state.actor))
    row[at + 3] = i16(state.last_action - state.action)
    row[at + 4] = i16(smaller(state.round, MOST))
    row[at + 5] = i16(state.deck_count)
    row[at + 6] = i16(pile_size(state.looking))
    holder = state.holder
    for character in range(CHARACTERS):
        row[at + TABLE + character] = i16(_from(state, viewer, holder[character]))
    return at + TABLE + CHARACTERS


def _write_cards(state: Board, viewer: i64, row: vec[i16], at: i64) -> i64:
    hand: i64 = 0
    if viewer >= 0:
        hand = state.hands[viewer]
    looked_at: i64 = 0
    if sees(viewer, state.turn):
        looked_at = state.looking
    _write_pile(state.discards, CARDS, row, at)
    _write_pile(hand, CARDS, row, at + CARDS)
    _write_pile(looked_at, CARDS, row, at + 2 * CARDS)
    return at + 3 * CARDS


def _write_pile(pile: i64, kinds: i64, row: vec[i16], at: i64) -> None:
    """Write how many of each kind are in a pile."""
    for place in range(at, at + kinds):
        row[place] = i16(pile & MASK)
        pile >>= BITS


def _write_bag(state: Board, row: vec[i16], at: i64) -> i64:
    """Write what is in the bag, or drawn and on its way back; gems are written with their players."""
    bag = state.bag
    tokens = bag.tokens
    counts: i64 = 0
    for place in range(bag.inside + bag.drawn):
        if tokens[place] < GEM:
            counts += bit(BYTE * tokens[place])
    for token in range(GEM):
        row[at + token] = i16((counts >> (BYTE * token)) & BYTE_MASK)
    for element in range(ELEMENTS):
        row[at + GEM + element] = i16(state.tokens_out[element])
    return at + GEM + ELEMENTS


def _write_player(state: Board, seat: i64, row: vec[i16], at: i64) -> i64:
    """Write all of a player but the first number: the place in the order of the round is written already."""
    row[at + 1] = i16(state.marker[seat])
    row[at + 2] = i16(state.level[seat])
    row[at + 3] = i16(state.gems[seat])
    row[at + 4] = i16(state.gems_in_bag(seat))
    row[at + 5] = i16(pile_size(state.hands[seat]))
    row[at + 6] = i16(state.winner == seat)
    at += PLAYER
    for element in range(ELEMENTS):
        _write_pile(state.face[seat * ELEMENTS + element], KINDS, row, at + element * KINDS)
    return at + PIECES
