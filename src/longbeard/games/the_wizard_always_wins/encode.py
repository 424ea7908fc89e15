"""The observation layout for learners: what a viewer may know, as plain numbers in a fixed order.

Seats are told from the viewer on: the viewer is number 0, then clockwise. A spectator looks from seat 0.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.story import sees
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.board import Board
from longbeard.games.the_wizard_always_wins.box import CHARACTERS
from longbeard.games.the_wizard_always_wins.pieces import CARDS, ELEMENTS, KINDS, PIECES, count
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
    fixed = TABLE + CHARACTERS + 3 * CARDS + GEM + ELEMENTS
    return int(fixed + state.seats * (PLAYER + PIECES))


def encode(state: Board, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know into `out`."""
    at = _encode_table(state, viewer, out)
    at = _encode_cards(state, viewer, out, at)
    first: i64 = viewer if viewer >= 0 else 0
    for place in range(state.seats):
        at = _encode_player(state, (first + place) % state.seats, out, at)


def _from(state: Board, viewer: i64, seat: i64) -> i64:
    """A seat's number, counted from the viewer; -1 for nobody."""
    if seat < 0 or viewer < 0:
        return seat
    return (seat - viewer + state.seats) % state.seats


def _encode_table(state: Board, viewer: i64, out: vec[i64]) -> i64:
    out[0] = state.step
    out[1] = _from(state, viewer, state.turn)
    out[2] = _from(state, viewer, state.actor)
    out[3] = state.last_action - state.action
    out[4] = state.round
    out[5] = state.deck_count
    out[6] = pile_size(state.looking)
    for character in range(CHARACTERS):
        out[TABLE + character] = _from(state, viewer, state.holder[character])
    return TABLE + CHARACTERS


def _encode_cards(state: Board, viewer: i64, out: vec[i64], at: i64) -> i64:
    hand: i64 = state.hands[viewer] if viewer >= 0 else 0
    looked_at: i64 = state.looking if sees(viewer, state.turn) else 0
    for card in range(CARDS):
        out[at + card] = count(state.discards, card)
        out[at + CARDS + card] = count(hand, card)
        out[at + 2 * CARDS + card] = count(looked_at, card)
    at += 3 * CARDS
    for token in range(GEM):
        out[at + token] = state.bag.count(token)
    for element in range(ELEMENTS):
        out[at + GEM + element] = state.tokens_out[element]
    return at + GEM + ELEMENTS


def _encode_player(state: Board, seat: i64, out: vec[i64], at: i64) -> i64:
    for place in range(state.seats):
        if state.order[place] == seat:
            out[at] = place
    out[at + 1] = state.marker[seat]
    out[at + 2] = state.level[seat]
    out[at + 3] = state.gems[seat]
    out[at + 4] = state.gems_in_bag(seat)
    out[at + 5] = pile_size(state.hands[seat])
    out[at + 6] = 1 if state.winner == seat else 0
    at += PLAYER
    for element in range(ELEMENTS):
        for kind in range(KINDS):
            out[at + element * KINDS + kind] = count(state.face[seat * ELEMENTS + element], kind)
    return at + PIECES
