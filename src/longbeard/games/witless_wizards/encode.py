"""Observations of Witless Wizards for learners.

Seats are counted from the viewer: 0 is the viewer, 1 the next seat clockwise. Cards go by their number in
the box, 0 for none.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from longbeard.engine.encoder import MOST, Encoder, Field, Sheet, count, flag, label, write_all
from longbeard.engine.numbers import larger, smaller
from longbeard.engine.state import OVER, State
from longbeard.games.witless_wizards import actions
from longbeard.games.witless_wizards.board import GAVE
from longbeard.games.witless_wizards.box import NO_CARD, SLOTS
from longbeard.games.witless_wizards.rules import WitlessWizards

HAND: Final = 2
NOT_IN_BATTLE: Final = -1


def layout(state: WitlessWizards) -> list[Field]:
    """Return the parts of an observation, in order."""
    seats, cards, box = int(state.seats), int(state.box.cards), state.box
    last, copies = seats - 1, sum(list(box.copies))
    return [
        label("decision", actions.BLOCKED),
        label("to_act", last, lowest=OVER),  # OVER once it is over
        label("turn", last),
        count("turns"),
        count("draws", HAND + 1),
        label("placed", GAVE),
        label("target", last, lowest=NOT_IN_BATTLE),  # only between an attack and its hits
        count("focus", actions.MOST_CUBES),
        count("die", max(list(box.die))),
        count("guard", actions.MOST_CUBES),
        flag("recovered"),
        flag("in", seats),
        count(
            "stamina", actions.MOST_STAMINA, seats, lowest=-MOST
        ),  # a wizard who is out may have less than 0
        count("cubes", MOST, seats),
        label("worn", cards - 1, seats * SLOTS),
        count("drawn", HAND),
        label("hand", cards - 1, HAND),  # as far as the viewer knows it
        label("ruled_out", cards - 1),
        count("deck", copies),
        count("discards", copies, cards),  # how many there are of each card
        count("unseen", copies, cards),  # the same for the deck and what the viewer does not know of the hand
    ]


def size(state: WitlessWizards) -> int:
    """Return the length of an observation."""
    return sum([field.numbers for field in layout(state)])


def encode(state: WitlessWizards, viewer: i64, out: vec[i64]) -> None:
    """Write what this viewer (a seat, or SPECTATOR) may know; `out` has room for `size` numbers."""
    write_all(ENCODER, state, viewer, out)


@final
@mypyc_attr(acyclic=True)
class WizardEncoder(Encoder):
    """Encodes the turn, the boards from the viewer on, the hand, and the piles."""

    def layout(self, state: State) -> list[Field]:
        assert isinstance(state, WitlessWizards)
        return layout(state)

    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        assert isinstance(state, WitlessWizards)
        me = larger(viewer, 0)
        row = sheet.numbers
        at = _write_turn(state, me, row, sheet.start)
        at = _write_boards(state, me, row, at)
        at = _write_hand(state, viewer, row, at)
        _write_piles(state, viewer, row, at)


ENCODER: Final = WizardEncoder()


def _from(state: WitlessWizards, me: i64, seat: i64) -> i64:
    if seat == OVER:
        return OVER
    if seat >= me:
        return seat - me
    return seat - me + state.seats


def _write_turn(state: WitlessWizards, me: i64, row: vec[i16], at: i64) -> i64:
    row[at] = i16(state.step)
    row[at + 1] = i16(_from(state, me, state.actor))
    row[at + 2] = i16(_from(state, me, state.turn))
    row[at + 3] = i16(smaller(state.turns, MOST))
    row[at + 4] = i16(state.draws)
    row[at + 5] = i16(state.placed)
    _write_battle(state, me, row, at + 6)
    row[at + 10] = i16(state.step == actions.RESTING and state.recovered)
    return at + 11


def _write_battle(state: WitlessWizards, me: i64, row: vec[i16], at: i64) -> None:
    battle = state.step >= actions.FOCUSING and state.step <= actions.BLOCKING
    if not battle:
        row[at] = NOT_IN_BATTLE
        row[at + 1] = 0
        row[at + 2] = 0
        row[at + 3] = 0
        return
    row[at] = i16(_from(state, me, state.target))
    row[at + 1] = i16(state.focus)
    row[at + 2] = 0
    if state.step != actions.FOCUSING:
        row[at + 2] = i16(state.die)
    row[at + 3] = i16(state.guard)


def _write_boards(state: WitlessWizards, me: i64, row: vec[i16], at: i64) -> i64:
    seats = state.seats
    seat = me
    for place in range(at, at + seats):
        row[place] = i16(state.is_in(seat))
        row[place + seats] = i16(state.stamina[seat])
        row[place + 2 * seats] = i16(smaller(state.cubes[seat], MOST))
        worn = at + 3 * seats + (place - at) * SLOTS
        for slot in range(SLOTS):
            row[worn + slot] = i16(state.worn[seat * SLOTS + slot])
        seat += 1
        if seat == seats:
            seat = 0
    return at + (3 + SLOTS) * seats


def _known(state: WitlessWizards, viewer: i64) -> i64:
    """Return how many cards of the hand a viewer knows: all, or what anybody can work out (D6, X2)."""
    return state.held if viewer == state.turn else state.known


def _write_hand(state: WitlessWizards, viewer: i64, row: vec[i16], at: i64) -> i64:
    known = _known(state, viewer)
    row[at] = i16(state.held)
    for place in range(HAND):
        row[at + 1 + place] = NO_CARD
        if place < known:
            row[at + 1 + place] = i16(state.hand[place])
    row[at + 1 + HAND] = i16(state.ruled_out)
    return at + 2 + HAND


def _write_piles(state: WitlessWizards, viewer: i64, row: vec[i16], at: i64) -> None:
    row[at] = i16(state.deck_count)
    discards = at + 1
    unseen = discards + state.box.cards
    for place in range(discards, unseen + state.box.cards):
        row[place] = 0
    pile = state.discards
    for place in range(state.discard_count):
        row[discards + pile[place]] += 1
    pile = state.deck
    for place in range(state.deck_count):
        row[unseen + pile[place]] += 1
    for place in range(_known(state, viewer), state.held):
        row[unseen + state.hand[place]] += 1
