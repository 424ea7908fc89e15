"""Where things are on the page of A Wizard Did It…: the spots that one points at, and where events happen.

A spot's key says only what everybody who sees the spot can read off it: `hand.bear`, `1.forest`, `discards`.
"""

from typing import Final

from longbeard.engine.story import Event
from longbeard.games.a_wizard_did_it import events
from longbeard.games.a_wizard_did_it.box import STACKS, RoadBox
from longbeard.games.a_wizard_did_it.notation import stack_name
from longbeard.games.a_wizard_did_it.rules import PLAY, SWAP, SWAP_NONE, AWizardDidIt

DECK: Final = "deck"
DISCARDS: Final = "discards"


def steps(state: AWizardDidIt, action: int) -> list[str]:
    """A card of the hand, then its stack; a Swap, then its two stacks, or the discards if it does nothing."""
    box = state.box
    if action >= PLAY:
        card, stack = divmod(action - PLAY, STACKS)
        return [hand_key(box, card + 1), stack_name(box, stack)]
    swap = hand_key(box, box.swap)
    if action == SWAP_NONE:
        return [swap, DISCARDS]
    pair = action - SWAP
    return [swap, stack_name(box, box.swap_lower[pair]), stack_name(box, box.swap_higher[pair])]


def hand_key(box: RoadBox, card: int) -> str:
    return f"hand.{box.slugs[card]}"


def knight_key(seat: int) -> str:
    return f"{seat}.knight"


def castle_key(seat: int) -> str:
    return f"{seat}.castle"


def goal_key(box: RoadBox, seat: int, goal: int) -> str:
    return f"{seat}.goal.{box.goals[goal]}"


def stage_key(box: RoadBox, knight: int, location: int, cards: list[int], item: int) -> str:
    """A stage of the walk, by what was met there: two that are alike light up together."""
    met = "+".join(box.slugs[card] for card in cards) or "nobody"
    return f"{knight}.{box.locations[location]}:{met}" + (f">{box.slugs[item]}" if item else "")


def move_key(box: RoadBox, event: Event) -> str:
    """What a stack modifier did, by the cards that it took."""
    knight, location, *cards = event.data
    taken = "+".join(box.slugs[card] for card in cards)
    return f"{knight}.{box.locations[location]}:{event.kind}:{taken}"


def spots(box: RoadBox, event: Event) -> list[str]:
    """Where an event happened; the most particular spot comes last."""
    kind, data = event.kind, event.data
    if kind in AT_KNIGHT:
        return [knight_key(data[0])]
    if kind in AT_CASTLE:
        return [knight_key(data[0]), castle_key(data[0])]
    if kind in (events.GOAL, events.GOAL_DEALT):
        return [goal_key(box, data[0], data[1])]
    if kind in (events.IN_SPACE, events.LURKING, events.SURPRISE):
        return [_place(box, data[0], data[1]), move_key(box, event)]
    if kind in (events.SCORE, events.WON):
        return [f"{data[0]}.score"]
    return _wizards_spots(box, kind, data) or _road_spots(box, kind, data)


AT_KNIGHT: Final = (
    *(events.FIRST, events.KNIGHTS_PHASE, events.TURN, events.MONSTERS, events.KNIGHT),
    *(events.WINS, events.LOSES, events.TAKES, events.LEAVES, events.VALOR),
)
AT_CASTLE: Final = (events.CASTLE, events.PRINCESS, events.WAITS, events.ROAD_ENDS)


def _wizards_spots(box: RoadBox, kind: int, data: list[int]) -> list[str]:
    """The Wizard's Phase."""
    if kind in (events.DEALT, events.DRAWS):
        return [DECK, f"{data[0]}.hand"]
    if kind == events.DRAWN:
        return [hand_key(box, data[1])]
    if kind == events.DECK_OUT:
        return [DECK]
    if kind == events.PLAYS:
        return [stack_name(box, data[2])]
    if kind == events.SWAPS:
        return [stack_name(box, data[1]), stack_name(box, data[2])]
    return [DISCARDS] if kind == events.SWAPS_NOTHING else []


def _road_spots(box: RoadBox, kind: int, data: list[int]) -> list[str]:
    """The Knight's Phase."""
    if kind == events.GOES_TO:
        return [knight_key(data[0]), _place(box, data[0], data[1])]
    if kind == events.REVEALS:
        return [_place(box, data[0], data[2])]
    if kind == events.ENCOUNTER:
        return [_place(box, data[0], data[1]), stage_key(box, data[0], data[1], data[3:], data[2])]
    if kind == events.NO_MONSTER:
        return [_place(box, data[0], data[2]), stage_key(box, data[0], data[2], [], data[1])]
    return []


def _place(box: RoadBox, knight: int, location: int) -> str:
    return f"{knight}.{box.locations[location]}"
