"""The spots of the page: where one points to choose an action, and where what happened happened."""

from typing import Final

from longbeard.engine.story import Event
from longbeard.games.witless_wizards import actions, events, notation
from longbeard.games.witless_wizards.box import WizardBox
from longbeard.games.witless_wizards.rules import WitlessWizards

DECK: Final = "deck"
DISCARDS: Final = "discards"
BATTLE: Final = "battle"
HAND: Final = "hand"

ON_A_BOARD: Final = (
    events.TURN,
    events.SKIPS_BATTLE,
    events.HITS,
    events.SPLASHES,
    events.LEECHES,
    events.THORNS,
    events.RECOILS,
    events.OUT,
    events.RECOVERS,
    events.INCOME,
    events.REGROWS,
    events.CURSED,
    events.LAST_STANDING,
    events.NOBODY_LEFT,
    events.FIRST,
    events.DODGES,
)
"""The events about one wizard; their first number is the seat."""
IN_BATTLE: Final = (events.FOCUSES, events.ROLLS, events.GUARDS, events.FIGHT)
USES_UP: Final = (events.REROLLS, events.BLOCKS, events.HEALS, events.REPLACED)
"""The events that take a card off a board; their numbers are the seat and the card."""


def steps(state: WitlessWizards, action: int) -> list[str]:
    """The spots that one points at, in order, to choose an action."""
    if action == actions.SPEND:
        return [DECK]
    if action == actions.KEEP:
        return [board(int(state.turn))]
    if actions.GIVE <= action < actions.GIVE + actions.MOST_SEATS:
        return [board(action - actions.GIVE)]
    if actions.ATTACK <= action < actions.ATTACK + actions.MOST_SEATS:
        return [board(action - actions.ATTACK)]
    if action > actions.DISCARD:
        # One points at the card to go on with; the other one goes.
        return [f"{HAND}:{1 if state.hand[0] == action - actions.DISCARD else 0}"]
    return [notation.spell(state, action)]


def spots(box: WizardBox, event: Event) -> list[str]:
    """The spots where an event happened."""
    kind, data = event.kind, event.data
    if kind == events.KEEPS:
        return [slot(box, data[0], data[1])]
    if kind == events.GIVES:
        return [slot(box, data[1], data[2])]
    if kind in USES_UP:
        return [slot(box, data[0], data[1]), DISCARDS]
    if kind in (events.ATTACKS, events.DRAINS):
        return [board(data[0]), board(data[1])]
    if kind in IN_BATTLE:
        return [BATTLE]
    if kind in (events.DRAWS, events.PAYS, events.SCRIES, events.RESHUFFLE, events.DECK):
        return [DECK]
    if kind == events.DRAWN:
        return [f"{HAND}:0"]
    if kind == events.DISCARDS:
        return [DISCARDS]
    return [board(data[0])] if kind in ON_A_BOARD else []


def board(seat: int) -> str:
    """The key of a wizard's board."""
    return f"board:{seat}"


def slot(box: WizardBox, seat: int, card: int) -> str:
    """The key of the slot on a board that a card goes into (D4)."""
    return f"slot:{seat}:{box.kind[card]}"
