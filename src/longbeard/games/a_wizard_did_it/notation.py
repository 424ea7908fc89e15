"""Actions as text and back: `bear@1.forest`, `swap@0.forest~1.crypt`, `swap@none`."""

from longbeard.engine.errors import NotAnAction
from longbeard.games.a_wizard_did_it.box import PAIRS, SEATS, STACKS, RoadBox
from longbeard.games.a_wizard_did_it.events import stack_key
from longbeard.games.a_wizard_did_it.rules import PLAY, SWAP, SWAP_NONE, AWizardDidIt


def spell(state: AWizardDidIt, action: int) -> str:
    """Return an action as text."""
    box = state.box
    if not 0 <= action < state.action_count():
        raise NotAnAction(f"{action} is not an action")
    if action >= PLAY:
        card, stack = divmod(action - PLAY, STACKS)
        return f"{box.slugs[card + 1]}@{stack_key(box, stack)}"
    swap = box.slugs[box.swap]
    if action == SWAP_NONE:
        return f"{swap}@none"
    lower, higher = box.swap_lower[action - SWAP], box.swap_higher[action - SWAP]
    return f"{swap}@{stack_key(box, lower)}~{stack_key(box, higher)}"


def parse(state: AWizardDidIt, text: str) -> int:
    """Return the action that a text stands for."""
    box = state.box
    card, _, where = text.partition("@")
    stacks = [stack_key(box, stack) for stack in range(STACKS)]
    if card in box.slugs[1 : box.swap] and where in stacks:
        return PLAY + (box.slugs.index(card) - 1) * STACKS + stacks.index(where)
    if card == box.slugs[box.swap]:
        places = ["none", *(text_of_pair(box, pair) for pair in range(PAIRS))]
        if where in places:
            return SWAP_NONE + places.index(where)
    raise NotAnAction(f"{text!r} is not an action of A Wizard Did It…")


def text_of_pair(box: RoadBox, pair: int) -> str:
    """Return the two stacks of a Swap in notation: `0.forest~1.crypt`."""
    return f"{stack_key(box, box.swap_lower[pair])}~{stack_key(box, box.swap_higher[pair])}"


def luck_number(state: AWizardDidIt, word: str) -> int:
    """Return the number behind a scripted card, goal or seat."""
    if word.isdecimal() and int(word) < SEATS:
        return int(word)
    if word in state.box.goals:
        return state.box.goals.index(word)
    return state.box.slugs.index(word)
