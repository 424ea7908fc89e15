"""What a viewer may know of the table, as plain numbers for learners.

Seats are counted from the viewer: 0 is the viewer, 1 the next seat clockwise. Cards go by their number in
the box, 0 for none.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.state import OVER
from longbeard.games.witless_wizards import actions
from longbeard.games.witless_wizards.box import NO_CARD, SLOTS
from longbeard.games.witless_wizards.rules import WitlessWizards

HAND: Final = 2
NOT_IN_BATTLE: Final = -1


def layout(state: WitlessWizards) -> list[tuple[str, int]]:
    """The names and widths of what `encode` writes, in its order."""
    seats, cards = int(state.seats), int(state.box.cards)
    return [
        ("decision", 1),
        ("to_act", 1),  # -1 once it is over
        ("turn", 1),
        ("turns", 1),
        ("draws", 1),
        ("placed", 1),
        ("target", 1),  # -1 but between an attack and its hits
        ("focus", 1),
        ("die", 1),
        ("guard", 1),
        ("recovered", 1),
        ("in", seats),
        ("stamina", seats),
        ("cubes", seats),
        ("worn", seats * SLOTS),
        ("drawn", 1),
        ("hand", HAND),  # as far as the viewer knows it
        ("ruled_out", 1),
        ("deck", 1),
        ("discards", cards),  # how many there are of each card
        ("unseen", cards),  # the same for the deck and what the viewer does not know of the hand
    ]


def size(state: WitlessWizards) -> int:
    """How many numbers `encode` writes."""
    return sum([width for name, width in layout(state)])


def encode(state: WitlessWizards, viewer: i64, out: vec[i64]) -> None:
    """Write what this viewer (a seat, or SPECTATOR) may know; `out` has room for `size` numbers."""
    me = viewer if viewer >= 0 else 0
    at = _write_turn(state, me, out)
    at = _write_boards(state, me, out, at)
    at = _write_hand(state, viewer, out, at)
    _write_piles(state, viewer, out, at)


def _from(state: WitlessWizards, me: i64, seat: i64) -> i64:
    return (seat - me + state.seats) % state.seats


def _write_turn(state: WitlessWizards, me: i64, out: vec[i64]) -> i64:
    out[0] = state.step
    out[1] = OVER if state.actor == OVER else _from(state, me, state.actor)
    out[2] = _from(state, me, state.turn)
    out[3] = state.turns
    out[4] = state.draws
    out[5] = state.placed
    battle = actions.FOCUSING <= state.step <= actions.BLOCKING
    out[6] = _from(state, me, state.target) if battle else NOT_IN_BATTLE
    out[7] = state.focus if battle else 0
    out[8] = state.die if battle and state.step != actions.FOCUSING else 0
    out[9] = state.guard if battle else 0
    out[10] = 1 if state.step == actions.RESTING and state.recovered else 0
    return 11


def _write_boards(state: WitlessWizards, me: i64, out: vec[i64], at: i64) -> i64:
    seats = state.seats
    for place in range(seats):
        seat = (me + place) % seats
        out[at + place] = 1 if state.is_in(seat) else 0
        out[at + seats + place] = state.stamina[seat]
        out[at + 2 * seats + place] = state.cubes[seat]
        for slot in range(SLOTS):
            out[at + 3 * seats + place * SLOTS + slot] = state.worn[seat * SLOTS + slot]
    return at + (3 + SLOTS) * seats


def _known(state: WitlessWizards, viewer: i64) -> i64:
    """How many cards of the hand this viewer knows: all, or what anyone can work out (D6, X2)."""
    return state.held if viewer == state.turn else state.known


def _write_hand(state: WitlessWizards, viewer: i64, out: vec[i64], at: i64) -> i64:
    known = _known(state, viewer)
    out[at] = state.held
    for place in range(HAND):
        out[at + 1 + place] = state.hand[place] if place < known else NO_CARD
    out[at + 1 + HAND] = state.ruled_out
    return at + 2 + HAND


def _write_piles(state: WitlessWizards, viewer: i64, out: vec[i64], at: i64) -> None:
    out[at] = state.deck_count
    discards = at + 1
    unseen = discards + state.box.cards
    for place in range(discards, unseen + state.box.cards):
        out[place] = 0
    for place in range(state.discard_count):
        out[discards + state.discards[place]] += 1
    for place in range(state.deck_count):
        out[unseen + state.deck[place]] += 1
    for place in range(_known(state, viewer), state.held):
        out[unseen + state.hand[place]] += 1
