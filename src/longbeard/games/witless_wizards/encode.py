"""What a viewer may know of the table, as plain numbers for learners.

Seats are counted from the viewer: 0 is the viewer, 1 the next seat clockwise. Cards go by their number in
the box, 0 for none.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.encoder import Encoder, Sheet, write_all
from longbeard.engine.numbers import larger
from longbeard.engine.state import OVER, State
from longbeard.games.witless_wizards import actions
from longbeard.games.witless_wizards.box import SLOTS
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
    write_all(ENCODER, state, viewer, out)


@final
@mypyc_attr(acyclic=True)
class WizardEncoder(Encoder):
    """The turn, the boards from the viewer on, the hand, and the piles."""

    def layout(self, state: State) -> list[tuple[str, int]]:
        assert isinstance(state, WitlessWizards)
        return layout(state)

    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        assert isinstance(state, WitlessWizards)
        me = larger(viewer, 0)
        at = _write_turn(state, me, sheet)
        at = _write_boards(state, me, sheet, at)
        at = _write_hand(state, viewer, sheet, at)
        _write_piles(state, viewer, sheet, at)


ENCODER: Final = WizardEncoder()


def _from(state: WitlessWizards, me: i64, seat: i64) -> i64:
    if seat == OVER:
        return OVER
    return (seat - me + state.seats) % state.seats


def _write_turn(state: WitlessWizards, me: i64, sheet: Sheet) -> i64:
    sheet.put(0, state.step)
    sheet.put(1, _from(state, me, state.actor))
    sheet.put(2, _from(state, me, state.turn))
    sheet.put(3, state.turns)
    sheet.put(4, state.draws)
    sheet.put(5, state.placed)
    battle = actions.FOCUSING <= state.step <= actions.BLOCKING
    if not battle:
        sheet.put(6, NOT_IN_BATTLE)
    else:
        sheet.put(6, _from(state, me, state.target))
        sheet.put(7, state.focus)
        if state.step != actions.FOCUSING:
            sheet.put(8, state.die)
        sheet.put(9, state.guard)
    sheet.put(10, i64(state.step == actions.RESTING and state.recovered))
    return 11


def _write_boards(state: WitlessWizards, me: i64, sheet: Sheet, at: i64) -> i64:
    seats = state.seats
    for place in range(seats):
        seat = (me + place) % seats
        sheet.put(at + place, i64(state.is_in(seat)))
        sheet.put(at + seats + place, state.stamina[seat])
        sheet.put(at + 2 * seats + place, state.cubes[seat])
        for slot in range(SLOTS):
            sheet.put(at + 3 * seats + place * SLOTS + slot, state.worn[seat * SLOTS + slot])
    return at + (3 + SLOTS) * seats


def _known(state: WitlessWizards, viewer: i64) -> i64:
    """How many cards of the hand this viewer knows: all, or what anyone can work out (D6, X2)."""
    return state.held if viewer == state.turn else state.known


def _write_hand(state: WitlessWizards, viewer: i64, sheet: Sheet, at: i64) -> i64:
    sheet.put(at, state.held)
    for place in range(_known(state, viewer)):
        sheet.put(at + 1 + place, state.hand[place])
    sheet.put(at + 1 + HAND, state.ruled_out)
    return at + 2 + HAND


def _write_piles(state: WitlessWizards, viewer: i64, sheet: Sheet, at: i64) -> None:
    sheet.put(at, state.deck_count)
    discards = at + 1
    unseen = discards + state.box.cards
    pile = state.discards
    for place in range(state.discard_count):
        sheet.add(discards + pile[place], 1)
    pile = state.deck
    for place in range(state.deck_count):
        sheet.add(unseen + pile[place], 1)
    for place in range(_known(state, viewer), state.held):
        sheet.add(unseen + state.hand[place], 1)
