"""What good players play where: a weight for every play, for the search and its rollouts.

The weights are a policy that was fitted to what a search chose (`bench/plays.py` writes `plays.json`): a play
is likely by its card and the top card that it covers, by whose stack that is and where, and by what it does
for the goals of both wizards. It knows cards by their classes, and goals by what they ask for, so another box
needs no other numbers.
"""

import json
from math import exp
from pathlib import Path
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from longbeard.engine.numbers import smaller
from longbeard.games.a_wizard_did_it import goals
from longbeard.games.a_wizard_did_it.box import (
    EVENT_BITS,
    ITEM,
    LOCATIONS,
    MEASURED_LOCATIONS,
    MEASURED_STRENGTH,
    MEASURED_VALOR,
    MONSTER,
    MONSTER_MODIFIER,
    NO_CARD,
    SEATS,
    STACK_MODIFIER,
    STACKS,
    RoadBox,
)
from longbeard.games.a_wizard_did_it.encounters import NOWHERE
from longbeard.games.a_wizard_did_it.stacks import Stacks

USUAL: Final = 10.0
"""The weight of a usual play."""
MOST: Final = 100
USUAL_POINTS: Final = 4.0
"""The points of the goals of which `GOAL` says the numbers; those of others are in proportion."""
KNIGHT_EVENTS: Final = 31
"""The events of one knight, a bit for each."""

# The classes of cards.
NOTHING: Final = 0
MONSTERS: Final = 1
PIGEONS: Final = 2
LASERS: Final = 3
KUNG_FU: Final = 4
BACON: Final = 5
ITEMS: Final = 6
IN_SPACE: Final = 7
LURKING: Final = 8
SURPRISE: Final = 9
CLASSES: Final = 10

# What a play does for a goal.
HELPS: Final = 0
ELSEWHERE: Final = 1
"""Its card is one that the goal asks for, but not there."""
TOGETHER: Final = 2
"""It lies on another card that the goal asks for."""
TAKES: Final = 3
"""It is a stack modifier of the goal's kind, on a card that the goal asks for."""
TAKES_OTHERS: Final = 4
PREPARES: Final = 5
"""It is a card for a stack modifier to take."""
DEEDS: Final = 6

# Where the numbers of the policy begin: the logarithms of factors. A side is one's own (0) or the rival's.
ON_TOP: Final = 0
"""At (side * CLASSES + card's class) * CLASSES + top card's class."""
AT: Final = 200
"""At (side * CLASSES + card's class) * LOCATIONS + location."""
HOME: Final = 260
"""A monster on home turf, by side."""
BONUS: Final = 262
"""An item of more than +1, by side."""
PAIR: Final = 264
"""A monster on its partner, by side."""
GOAL: Final = 266
"""At owner * DEEDS + deed: the owner is oneself (0) or the rival."""
SWAP: Final = 278
NUMBERS: Final = 279

LEARNED: Final[list[float]] = json.loads(Path(__file__).with_name("plays.json").read_text(encoding="utf-8"))


@final
@mypyc_attr(acyclic=True)
class Aim:
    """What a goal asks for, as a play can bring it about."""

    def __init__(self, box: RoadBox, goal: i64, seat: i64) -> None:
        events = ~box.goal_waits[seat * len(box.goals) + goal] >> EVENT_BITS
        self.weight = float(box.goal_points[goal]) / USUAL_POINTS
        self.seat = seat
        self.events: vec[i64] = vec[i64](
            [events & KNIGHT_EVENTS, (events >> goals.KNIGHT_BITS) & KNIGHT_EVENTS]
        )
        """The events of each knight at which it is checked."""
        self.event: i64 = self.events[0] | self.events[1]
        self.location: i64 = NOWHERE
        self.needs: vec[i64] = vec[i64]()
        """Sets of cards of which it asks for one each, a bit for each card."""
        self.wanted: i64 = 0
        """All these cards."""
        for row in range(box.goal_conditions[goal], box.goal_conditions[goal + 1]):
            self._add_condition(box, row)

    def _add_condition(self, box: RoadBox, row: i64) -> None:
        cards, measure = box.condition_cards[row], box.part_measure[box.condition_parts[row]]
        number = measure - box.measured
        if cards != 0:
            for _ in range(smaller(box.condition_least[row], box.hand)):
                self._add_need(cards)
        elif number < 0:
            combo = measure - box.combo_measure
            self._add_need(1 << box.combo_one[combo])
            self._add_need(1 << box.combo_other[combo])
        elif number == MEASURED_STRENGTH:
            self._add_need(_cards_with(box.strength))
            self._add_need(_cards_with(box.strength))
        elif number == MEASURED_VALOR:
            self._add_need(_cards_with(box.valor_gain))
        elif number >= MEASURED_LOCATIONS:
            self.location = number - MEASURED_LOCATIONS
        else:
            self._add_need(box.combo_monsters)
            self._add_need(box.combo_monsters)

    def _add_need(self, cards: i64) -> None:
        self.needs = append(self.needs, cards)
        self.wanted |= cards

    def deed(self, box: RoadBox, stack: i64, card: i64, top: i64) -> i64:
        """Return what a play on a top card does for it; NOWHERE: nothing."""
        about, wants = self.events[stack // LOCATIONS] != 0, (self.wanted >> card) & 1 != 0
        if self.event < goals.DEFEAT:
            if not about:
                return NOWHERE
            if box.effect[card] == self.event:
                return TAKES if (self.wanted >> top) & 1 != 0 else TAKES_OTHERS
            return PREPARES if wants else NOWHERE
        if not wants:
            return NOWHERE
        if not about or (self.location != NOWHERE and self.location != stack % LOCATIONS):
            return ELSEWHERE
        return TOGETHER if self._asks_for_both(card, top) else HELPS

    def _asks_for_both(self, card: i64, top: i64) -> bool:
        """Return whether two cards meet two of its needs."""
        for number in range(len(self.needs)):
            for other in range(len(self.needs)):
                if number != other and (self.needs[number] >> card) & (self.needs[other] >> top) & 1 != 0:
                    return True
        return False


def _cards_with(numbers: vec[i64]) -> i64:
    """Return the cards with a number above 0, a bit for each."""
    found: i64 = 0
    for card in range(len(numbers)):
        found |= i64(numbers[card] > 0) << card
    return found


@final
@mypyc_attr(acyclic=True)
class Shape:
    """What a play is like: the numbers of the policy that concern it, and how much of each there is."""

    def __init__(self, box: RoadBox, dealt: vec[i64]) -> None:
        self.box = box
        self.classes: vec[i64] = vec[i64]([class_of(box, card) for card in range(box.cards)])
        each = len(dealt) // SEATS
        self.aims = [Aim(box, dealt[place], place // each) for place in range(len(dealt))]
        self.places: vec[i64] = vec[i64]([0] * (5 + len(dealt)))
        self.amounts: vec[float] = vec[float]([0.0] * (5 + len(dealt)))
        self.count: i64 = 0

    def take(self, seat: i64, stack: i64, card: i64, top: i64) -> None:
        """Take the shape of a play on a top card (NO_CARD: on an empty stack)."""
        box = self.box
        self.count = 0
        location = stack % LOCATIONS
        side: i64 = i64(stack // LOCATIONS != seat)
        kind = side * CLASSES + self.classes[card]
        self._add(ON_TOP + kind * CLASSES + self.classes[top], 1.0)
        self._add(AT + kind * LOCATIONS + location, 1.0)
        if box.home[card] == location:
            self._add(HOME + side, 1.0)
        if box.bonus[card] > 1:
            self._add(BONUS + side, 1.0)
        for combo in range(len(box.combo_one)):
            one, other = box.combo_one[combo], box.combo_other[combo]
            if (card == one and top == other) or (card == other and top == one):
                self._add(PAIR + side, 1.0)
        for aim in self.aims:
            deed = aim.deed(box, stack, card, top)
            if deed != NOWHERE:
                self._add(GOAL + i64(aim.seat != seat) * DEEDS + deed, aim.weight)

    def _add(self, place: i64, amount: float) -> None:
        self.places[self.count] = place
        self.amounts[self.count] = amount
        self.count += 1

    def weight(self, numbers: vec[float]) -> i64:
        """Return the weight of the play by a policy's numbers."""
        together = 0.0
        for place in range(self.count):
            together += numbers[self.places[place]] * self.amounts[place]
        return weight_of(together)


@final
@mypyc_attr(acyclic=True)
class Weights:
    """The weights of all plays at a table, at ((seat * STACKS + stack) * cards + card) * cards + top card.

    An item on an item, which W2 forbids, has none.
    """

    def __init__(self, box: RoadBox, dealt: vec[i64], numbers: vec[float]) -> None:
        self.box = box
        self.dealt = dealt
        """The goals of both wizards."""
        self.swap: i64 = weight_of(numbers[SWAP])
        cards = box.cards
        self.of: vec[u8] = vec[u8]([0] * int(SEATS * STACKS * cards * cards))
        shape = Shape(box, dealt)
        at: i64 = 0
        for place in range(SEATS * STACKS):
            for card in range(cards):
                for top in range(cards):
                    if box.kind[card] != ITEM or box.kind[top] != ITEM:
                        shape.take(place // STACKS, place % STACKS, card, top)
                        self.of[at] = u8(shape.weight(numbers))
                    at += 1

    def fit(self, state: Stacks) -> bool:
        """Return whether these are the weights for a table."""
        dealt = state.goals
        if self.box is not state.box or len(self.dealt) != len(dealt):
            return False
        return all(self.dealt[place] == dealt[place] for place in range(len(dealt)))


def weight_of(number: float) -> i64:
    """Return the weight of a play whose factors have this logarithm."""
    return smaller(MOST, 1 + i64(USUAL * exp(number)))


def top_of(state: Stacks, stack: i64) -> i64:
    """Return the top card of a stack; NO_CARD if there is none."""
    height = state.heights[stack]
    if height == 0:
        return NO_CARD
    return i64(state.piles[stack * state.box.tall + height - 1])


def class_of(box: RoadBox, card: i64) -> i64:
    """Return the class of a card."""
    kind = box.kind[card]
    if kind == MONSTER:
        return PIGEONS if box.valor_gain[card] < 0 else MONSTERS
    if kind == ITEM:
        return ITEMS
    if kind == MONSTER_MODIFIER:
        if box.valor_only[card] != 0:
            return KUNG_FU
        return BACON if box.valor_gain[card] > 0 else LASERS
    if kind == STACK_MODIFIER:
        if box.effect[card] == goals.IN_SPACE:
            return IN_SPACE
        return LURKING if box.effect[card] == goals.LURKING else SURPRISE
    return NOTHING
