"""Actions of A Wizard Did It…: in words, in short, and as steps on the page. `notation.py` spells them.

A spot's key says only what everybody who sees the spot can read off it: `hand.bear`, `1.forest`, `discards`.
"""

from collections.abc import Sequence

from longbeard.games.a_wizard_did_it.box import LOCATIONS, STACKS, RoadBox
from longbeard.games.a_wizard_did_it.events import DISCARDS_SPOT, short_place, stack_key
from longbeard.games.a_wizard_did_it.rules import PLAY, SWAP, SWAP_NONE, AWizardDidIt


def phrase(state: AWizardDidIt, action: int, names: Sequence[str]) -> str:
    """Return a choice in words."""
    box = state.box
    if action == SWAP_NONE:
        return f"Play {box.names[box.swap]} for no effect: there are no two stacks with a card"
    if action < PLAY:
        lower, higher = _pair(box, action)
        return f"Swap {_top(state, lower, names)} with {_top(state, higher, names)}"
    card, stack = _play(action)
    top = f" (on top of {box.names[state.pile(stack)[-1]]})" if state.heights[stack] else " (empty)"
    return f"Play {box.names[card]} on {_place(state, stack, names)}{top}"


def label(state: AWizardDidIt, action: int) -> str:
    """Return a choice in a few words."""
    box, rivals = state.box, ("the rival's", "the rival's")
    if action == SWAP_NONE:
        return f"{box.names[box.swap]}, no effect"
    if action < PLAY:
        lower, higher = _pair(box, action)
        return f"Swap {_stack(state, lower, rivals)}, {_stack(state, higher, rivals)}"
    card, stack = _play(action)
    return f"{box.names[card]} on {_stack(state, stack, rivals)}"


def steps(state: AWizardDidIt, action: int) -> list[str]:
    """Return the spots: a card of the hand, then its stack; a Swap, then its two stacks, or the discards if
    it does nothing."""
    box = state.box
    if action >= PLAY:
        card, stack = _play(action)
        return [f"hand.{box.slugs[card]}", stack_key(box, stack)]
    swap = f"hand.{box.slugs[box.swap]}"
    if action == SWAP_NONE:
        return [swap, DISCARDS_SPOT]
    return [swap, *(stack_key(box, stack) for stack in _pair(box, action))]


def _play(action: int) -> tuple[int, int]:
    """Return the card and the stack of a play."""
    card, stack = divmod(action - PLAY, STACKS)
    return card + 1, stack


def _pair(box: RoadBox, action: int) -> tuple[int, int]:
    """Return the two stacks of a Swap."""
    return int(box.swap_lower[action - SWAP]), int(box.swap_higher[action - SWAP])


def _top(state: AWizardDidIt, stack: int, names: Sequence[str]) -> str:
    return f"the {state.box.names[state.pile(stack)[-1]]} on {_place(state, stack, names)}"


def _place(state: AWizardDidIt, stack: int, names: Sequence[str]) -> str:
    return _stack(state, stack, [f"{name}'s" for name in names])


def _stack(state: AWizardDidIt, stack: int, owners: Sequence[str]) -> str:
    """Return a stack's name, with its owner as the deciding player would say it."""
    seat, location = divmod(stack, LOCATIONS)
    return f"{'your' if seat == state.actor else owners[seat]} {short_place(state.box, location)}"
