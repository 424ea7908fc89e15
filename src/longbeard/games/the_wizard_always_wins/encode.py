"""The observation layout for learners: what a viewer may know, as plain numbers in a fixed order.

Seats are told from the viewer on: the viewer is number 0, then clockwise. A spectator looks from seat 0.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.encoder import Encoder, Sheet, write_all
from longbeard.engine.numbers import larger
from longbeard.engine.state import State
from longbeard.engine.story import sees
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.board import Board
from longbeard.games.the_wizard_always_wins.box import CHARACTERS
from longbeard.games.the_wizard_always_wins.pieces import BITS, CARDS, ELEMENTS, KINDS, MASK, PIECES
from longbeard.games.the_wizard_always_wins.pieces import size as pile_size

TABLE: Final = 7
PLAYER: Final = 7


def layout(state: Board) -> list[tuple[str, int]]:
    """The names and widths of the parts, in order."""
    parts = [
        ("step", 1), ("turn", 1), ("to_act", 1), ("action", 1), ("round", 1), ("deck", 1), ("looking", 1),
        ("holders", CHARACTERS), ("discards", CARDS), ("hand", CARDS), ("looked_at", CARDS),
        ("bag", GEM), ("tokens_out", ELEMENTS),
    ]  # fmt: skip
    for seat in range(state.seats):
        parts += [
            (f"place_{seat}", 1), (f"marker_{seat}", 1), (f"level_{seat}", 1), (f"gems_{seat}", 1),
            (f"gems_in_bag_{seat}", 1), (f"hand_size_{seat}", 1), (f"won_{seat}", 1),
            (f"face_up_{seat}", PIECES),
        ]  # fmt: skip
    return parts


def size(state: Board) -> int:
    """How many numbers an observation has."""
    return sum([width for name, width in layout(state)])


def encode(state: Board, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know into `out`."""
    write_all(ENCODER, state, viewer, out)


@final
@mypyc_attr(acyclic=True)
class FateEncoder(Encoder):
    """The table, the cards, the bag, and then every player from the viewer on."""

    def layout(self, state: State) -> list[tuple[str, int]]:
        assert isinstance(state, Board)
        return layout(state)

    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        assert isinstance(state, Board)
        at = _write_table(state, viewer, sheet)
        at = _write_cards(state, viewer, sheet, at)
        at = _write_bag(state, sheet, at)
        first = larger(viewer, 0)
        for place in range(state.seats):
            _write_player(state, (first + place) % state.seats, sheet, at)
            at += PLAYER + PIECES
        for place in range(state.seats):
            seat = _from(state, first, state.order[place])
            sheet.put(at + (seat - state.seats) * (PLAYER + PIECES), place)


ENCODER: Final = FateEncoder()


def _from(state: Board, viewer: i64, seat: i64) -> i64:
    """A seat's number, counted from the viewer; -1 for nobody."""
    if seat < 0 or viewer < 0:
        return seat
    return (seat - viewer + state.seats) % state.seats


def _write_table(state: Board, viewer: i64, sheet: Sheet) -> i64:
    sheet.put(0, state.step)
    sheet.put(1, _from(state, viewer, state.turn))
    sheet.put(2, _from(state, viewer, state.actor))
    sheet.put(3, state.last_action - state.action)
    sheet.put(4, state.round)
    sheet.put(5, state.deck_count)
    sheet.put(6, pile_size(state.looking))
    for character in range(CHARACTERS):
        sheet.put(TABLE + character, _from(state, viewer, state.holder[character]))
    return TABLE + CHARACTERS


def _write_cards(state: Board, viewer: i64, sheet: Sheet, at: i64) -> i64:
    _write_pile(state.discards, sheet, at)
    if viewer >= 0:
        _write_pile(state.hands[viewer], sheet, at + CARDS)
    if sees(viewer, state.turn):
        _write_pile(state.looking, sheet, at + 2 * CARDS)
    return at + 3 * CARDS


def _write_pile(pile: i64, sheet: Sheet, at: i64) -> None:
    """How many of each kind are in a pile."""
    while pile > 0:
        sheet.put(at, pile & MASK)
        pile >>= BITS
        at += 1


def _write_bag(state: Board, sheet: Sheet, at: i64) -> i64:
    """What is in the bag, or drawn and on its way back; the gems are told with their players."""
    bag = state.bag
    for place in range(bag.inside + bag.drawn):
        token = bag.tokens[place]
        if token < GEM:
            sheet.add(at + token, 1)
    for element in range(ELEMENTS):
        sheet.put(at + GEM + element, state.tokens_out[element])
    return at + GEM + ELEMENTS


def _write_player(state: Board, seat: i64, sheet: Sheet, at: i64) -> None:
    """All of a player but the place in the order of the round, which is first and written last."""
    sheet.put(at + 1, state.marker[seat])
    sheet.put(at + 2, state.level[seat])
    sheet.put(at + 3, state.gems[seat])
    sheet.put(at + 4, state.gems_in_bag(seat))
    sheet.put(at + 5, pile_size(state.hands[seat]))
    sheet.put(at + 6, i64(state.winner == seat))
    for element in range(ELEMENTS):
        _write_pile(state.face[seat * ELEMENTS + element], sheet, at + PLAYER + element * KINDS)
