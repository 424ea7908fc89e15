"""Encounters: drawn from a stack, changed by stack modifiers, counted for the goals."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from longbeard.engine.numbers import lowest, several, smaller
from longbeard.engine.state import NOBODY
from longbeard.games.a_wizard_did_it import events, goals
from longbeard.games.a_wizard_did_it.box import (
    CARD,
    EVENT_BITS,
    FIELD,
    FIELD_MASK,
    FIELD_SIGN,
    ITEM,
    LURKING_TAG,
    MEASURED_COMBOS,
    MEASURED_DIFFERENT_COMBOS,
    MEASURED_LOCATIONS,
    MEASURED_STRENGTH,
    MEASURED_VALOR,
    NO_CARD,
    SURPRISE_TAG,
    RoadBox,
)
from longbeard.games.a_wizard_did_it.stacks import Stacks

NOWHERE: Final = -1
MET: Final = -1
"""What a goal waits for that is met: all bits."""

# Stages of telling an encounter.
DRAWING: Final = 0
MONSTERS_ADDED: Final = 1
KNIGHT_ADDED: Final = 2
WON: Final = 3
LOST: Final = 4
FREE: Final = 5
"""No monster, no fight (K5)."""


@mypyc_attr(acyclic=True)
class Encounters(Stacks):
    """The table while a knight draws. Never part of a decision: copied only while a knight walks."""

    def __init__(self, box: RoadBox) -> None:
        super().__init__(box)
        self.drawn: vec[u8] = vec[u8]()
        """The cards that were drawn for it, with their tags."""
        self.drawn_count: i64 = 0
        self.drawn_facts: i64 = 0
        """What they tell, a bit for each fact (`RoadBox.facts`)."""
        self.waits: vec[i64] = vec[i64]()
        """What rules each goal out, as the box says it for its seat; all bits, once it is met."""
        self.strength: i64 = 0
        self.pairs: i64 = 0
        self.different_pairs: i64 = 0
        self.gained: i64 = 0
        """Valor that a win has brought."""
        self.valor_gain: i64 = 0
        self.valor_only: i64 = 0
        self.item: i64 = NO_CARD
        self.location: i64 = NOWHERE
        # progress of the walk: kept only while someone listens, for those who watch it
        self.walker: i64 = NOBODY
        """The seat whose knight walks; NOBODY at a decision."""
        self.stages: i64 = 0
        """Number of encounters and arrivals that are over."""
        self.told: i64 = DRAWING
        self.modifier: i64 = NO_CARD
        """The stack modifier that was turned over and takes effect next."""
        self.modified: i64 = 0
        """Number of stack modifiers that took effect while this encounter was drawn."""
        self.orderly: bool = True
        """Whether a walk accounts for every card: a table that is thrown away need not."""
        self.scored: i64 = 0
        """Number of wizards whose points have been told."""

    # ── in the middle of the walk ───────────────────────────────────────────────────────────────────

    @final
    def copy_walk_to(self, copy: "Encounters") -> None:
        """Copy to another table what changes while the knights walk."""
        copy.valor = self.valor[:]
        copy.bonus = self.bonus[:]
        copy.equipped = self.equipped[:]
        copy.drawn = self.drawn[:]
        copy.drawn_count = self.drawn_count
        copy.drawn_facts = self.drawn_facts
        copy.waits = self.waits[:]
        copy.strength = self.strength
        copy.pairs = self.pairs
        copy.different_pairs = self.different_pairs
        copy.gained = self.gained
        copy.valor_gain = self.valor_gain
        copy.valor_only = self.valor_only
        copy.item = self.item
        copy.location = self.location
        copy.walker = self.walker
        copy.stages = self.stages
        copy.told = self.told
        copy.modifier = self.modifier
        copy.modified = self.modified
        copy.scored = self.scored

    @final
    def dump(self) -> list[int]:
        numbers = super().dump()
        if self.walker != NOBODY:
            numbers += [self.walker, self.location, self.stages, self.told, self.modifier, self.modified]
            numbers += [self.scored, self.item]
            numbers.extend(self.drawn[: self.drawn_count])
        return numbers

    @final
    def pieces(self) -> list[int]:
        counts = super().pieces()
        if self.walker != NOBODY:
            for place in range(self.drawn_count):
                counts[i64(self.drawn[place] & CARD) - 1] += 1
            if self.item != NO_CARD and self.told >= WON:
                counts[self.item - 1] -= 1  # it has been taken or discarded
        return counts

    # ── drawing ─────────────────────────────────────────────────────────────────────────────────────

    @final
    def draw_encounter(self, knight: i64, stack: i64) -> i64:
        """Draw from the top until an item comes or the stack ends (K2, K3); return the number of monsters."""
        box = self.box
        piles = self.piles
        drawn = self.drawn
        facts = box.facts
        brought, here = box.brought, self.location * box.cards
        count: i64 = 0
        told: i64 = 0
        together: i64 = 0
        item: i64 = NO_CARD
        self.strength = self.pairs = self.different_pairs = self.gained = 0
        bottom = stack * box.tall
        top = bottom + self.heights[stack]
        while top > bottom and item == NO_CARD:
            top -= 1
            tagged = i64(piles[top])
            card = tagged & CARD
            if (box.stack_modifiers >> card) & 1 != 0:
                self.heights[stack] = top - bottom
                self._modify(knight, stack, card)
                top = bottom + self.heights[stack]
                continue
            drawn[count] = u8(tagged)
            count += 1
            if self.listened_to():
                self._reveal(knight, stack, tagged, top - bottom, count)
            told |= facts[card]
            together += brought[here + card]  # K6, K7, K9; what combos add comes when all is drawn
            if (box.items >> card) & 1 != 0:
                item = card
        self.heights[stack] = top - bottom
        self.drawn_count = count
        self.drawn_facts = told
        self.item = item
        return self._sum_up(together)

    @final
    def _sum_up(self, together: i64) -> i64:
        """Note what the cards of an encounter bring to it (K6, K7, K9), but for combos; return the number of
        monsters."""
        self.strength = ((together + FIELD_SIGN) & FIELD_MASK) - FIELD_SIGN
        rest = (together - self.strength) >> FIELD
        self.valor_only = (rest >> FIELD) & FIELD_MASK
        self.valor_gain = self.box.win + (rest >> (2 * FIELD))
        return rest & FIELD_MASK

    @final
    def _reveal_modifier(self, knight: i64, modifier: i64) -> None:
        """Tell of a stack modifier before it takes effect."""
        self.modifier = modifier
        self.tell(events.REVEALS, knight, modifier, self.location)
        self.beat()

    @final
    def _reveal(self, knight: i64, stack: i64, tagged: i64, height: i64, count: i64) -> None:
        """Tell of a card that was turned over, on a table that `draw_encounter` has not written to yet."""
        card = tagged & CARD
        self.heights[stack] = height
        self.drawn_count = count
        if self.box.kind[card] == ITEM:
            self.item = card
        self.tell(events.REVEALS, knight, card, self.location)
        self.beat()

    # ── stack modifiers ─────────────────────────────────────────────────────────────────────────────

    @final
    def _modify(self, knight: i64, stack: i64, modifier: i64) -> None:
        """Let a stack modifier take effect, and check the goals (K4, K14)."""
        self.discards[modifier] += 1
        if self.listened_to():
            self._reveal_modifier(knight, modifier)
        effect = self.box.effect[modifier]
        height = self.heights[stack]
        taken = smaller(self.box.reach[modifier], height)
        # Surprise! takes them from the bottom, the others from the top.
        bottom = stack * self.box.tall + (0 if effect == goals.SURPRISE else height - taken)
        self._take(bottom, taken, effect)
        if self.listened_to():
            self._tell_taken(knight, bottom, taken, effect)
        self.check_goals(knight, effect, self._facts_of(bottom, taken), self.piles, bottom, taken)
        self._move(stack, bottom, taken, effect)
        if self.listened_to():
            self.modifier = NO_CARD
            self.modified += 1
            self.beat()

    @final
    def _facts_of(self, bottom: i64, taken: i64) -> i64:
        """Return what the taken cards tell, at which alone goals look (X5)."""
        piles, facts = self.piles, self.box.facts
        told: i64 = 0
        for place in range(bottom, bottom + taken):
            told |= facts[i64(piles[place]) & CARD]
        return told

    @final
    def _take(self, bottom: i64, taken: i64, effect: i64) -> None:
        """Tag every card that is taken, even if it stays where it was (K15, X4)."""
        tag: u8 = 0
        if effect == goals.LURKING:
            tag = LURKING_TAG
        elif effect == goals.SURPRISE:
            tag = SURPRISE_TAG
        for place in range(bottom, bottom + taken):
            self.piles[place] |= tag

    @final
    def _move(self, stack: i64, bottom: i64, taken: i64, effect: i64) -> None:
        """Discard the taken cards unresolved (In Space, X3), or turn the stack over there (Lurking,
        Surprise!)."""
        start = stack * self.box.tall
        height = self.heights[stack]
        if effect == goals.IN_SPACE:
            if self.orderly:
                for place in range(bottom, bottom + taken):
                    self.discards[i64(self.piles[place]) & CARD] += 1
            self.heights[stack] -= taken
        elif effect == goals.LURKING:
            self._turn_over(start, height, height - taken)
        else:
            self._turn_over(start, height, taken)

    @final
    def _turn_over(self, start: i64, height: i64, below: i64) -> None:
        """Put what lay below on top, each part in its own order."""
        # Turned over in parts and as a whole, each card is where it belongs, and no copy is needed.
        turn_round(self.piles, start, start + below)
        turn_round(self.piles, start + below, start + height)
        turn_round(self.piles, start, start + height)

    @final
    def _tell_taken(self, knight: i64, bottom: i64, taken: i64, effect: i64) -> None:
        kind: i64 = events.SURPRISE
        if effect == goals.IN_SPACE:
            kind = events.IN_SPACE
        elif effect == goals.LURKING:
            kind = events.LURKING
        cards: list[int] = [self.piles[place] & CARD for place in range(bottom, bottom + taken)]
        self.tell_all(kind, [knight, self.location, *cards[::-1]])

    # ── counting for the goals ──────────────────────────────────────────────────────────────────────

    @final
    def pair_up(self) -> None:
        """Count combos, one to one, and add their strength (K6)."""
        if several(self.drawn_facts & self.box.combo_monsters):
            self._count_combos()

    @final
    def _count_combos(self) -> None:
        box = self.box
        for combo in range(len(box.combo_one)):
            pairs = self._pairs_of(combo)
            if pairs > 0:
                lone = box.strength[box.combo_one[combo]] + box.strength[box.combo_other[combo]]
                self.strength += pairs * (box.combo_strength[combo] - lone)
                self.pairs += pairs
                self.different_pairs += 1

    @final
    def _pairs_of(self, combo: i64) -> i64:
        """Return how many pairs of a combo were drawn."""
        one: i64 = 1 << self.box.combo_one[combo]
        other: i64 = 1 << self.box.combo_other[combo]
        if self.drawn_facts & one == 0 or self.drawn_facts & other == 0:
            return 0
        drawn, count = self.drawn, self.drawn_count
        return smaller(count_cards(drawn, 0, count, one, 0), count_cards(drawn, 0, count, other, 0))

    @final
    def sweep(self) -> None:
        """Discard what was drawn, except for the item, which has found its place."""
        if not self.orderly:
            return
        drawn = self.drawn
        discards = self.discards
        for place in range(self.drawn_count):
            discards[i64(drawn[place]) & CARD] += 1
        if self.item != NO_CARD:
            discards[self.item] -= 1
        if self.listened_to():
            self.drawn_count = 0
            self.item = NO_CARD
            self.told = DRAWING
            self.modified = 0
            self.stages += 1

    @final
    def await_goals(self) -> None:
        """Note what each dealt goal waits for: a wizard's own knight and the rival's are knights 0 and 1."""
        box, waits = self.box, self.goals[:]
        for place in range(len(waits)):
            of_seat: i64 = 0
            if place >= self.goals_each:
                of_seat = len(box.goals)
            waits[place] = box.goal_waits[of_seat + waits[place]]
        self.waits = waits

    @final
    def check_goals(self, knight: i64, event: i64, told: i64, cards: vec[u8], first: i64, count: i64) -> None:
        """Check the goals of both wizards, with what some cards tell; a goal is flipped once (K16)."""
        happened = event << (EVENT_BITS + knight * goals.KNIGHT_BITS)
        told |= self.box.place_facts[self.location]
        against = happened | ~(told | goals.EVENT_FACTS)
        waits = self.waits
        for place in range(len(waits)):
            if waits[place] & against == 0:
                self._check_goal(place, cards, first, count)

    @final
    def _check_goal(self, place: i64, cards: vec[u8], first: i64, count: i64) -> None:
        goal = self.goals[place]
        if self._is_met(goal, cards, first, count):
            self.waits[place] = MET
            self.met |= 1 << place
            self.tell(events.GOAL, place // self.goals_each, goal, self.box.goal_points[goal])

    @final
    def _is_met(self, goal: i64, cards: vec[u8], first: i64, count: i64) -> bool:
        """Return whether there is as much as a goal asks for of everything that facts do not tell (X6: more
        does no harm, unless it says so)."""
        box = self.box
        rows = box.goal_counts[goal]
        while rows != 0:
            row = box.goal_conditions[goal] + lowest(rows)
            rows &= rows - 1
            counted = box.condition_cards[row]
            if counted != 0:
                amount = count_cards(cards, first, count, counted, box.condition_tag[row])
            else:
                amount = self._measure(box.part_measure[box.condition_parts[row]])
            if amount < box.condition_least[row] or amount > box.condition_most[row]:
                return False
        return True

    @final
    def _measure(self, measure: i64) -> i64:
        """Return what a goal asks for besides cards: of what a modifier took, only where that was."""
        number = measure - self.box.measured
        if number == MEASURED_STRENGTH:
            return self.strength
        if number == MEASURED_VALOR:
            return self.gained
        if number >= MEASURED_LOCATIONS:
            return i64(number - MEASURED_LOCATIONS == self.location)
        if self.pairs == 0:
            return 0
        if number == MEASURED_COMBOS:
            return self.pairs
        if number == MEASURED_DIFFERENT_COMBOS:
            return self.different_pairs
        return self._pairs_of(measure - self.box.combo_measure)


def turn_round(pile: vec[u8], first: i64, end: i64) -> None:
    """Reverse the order of some cards."""
    while first < end - 1:
        end -= 1
        card = pile[first]
        pile[first] = pile[end]
        pile[end] = card
        first += 1


def count_cards(pile: vec[u8], first: i64, count: i64, cards: i64, tag: i64) -> i64:
    """Count certain cards, a bit for each, among some of a pile; only those with a tag, if it is not 0."""
    found: i64 = 0
    for place in range(first, first + count):
        tagged = i64(pile[place])
        if tagged & tag == tag:
            found += (cards >> (tagged & CARD)) & 1
    return found
