"""Encounters: drawn from a stack, changed by stack modifiers, counted for the goals."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from longbeard.engine.numbers import several, smaller
from longbeard.engine.state import NOBODY
from longbeard.games.a_wizard_did_it import events, goals
from longbeard.games.a_wizard_did_it.box import (
    ALL_CARDS,
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
        self.counted: vec[i64] = vec[i64]()
        """Measures of the encounter, as the box names them, and of the cards that a modifier took."""
        self.taken: vec[i64] = vec[i64]()
        self.drawn: vec[u8] = vec[u8]()
        """The cards that were drawn for it, with their tags."""
        self.drawn_count: i64 = 0
        self.drawn_kinds: i64 = 0
        """The same as a bit set, without copies."""
        self.waits: vec[i64] = vec[i64]()
        """What rules each goal out, as the box says it for its seat; all bits, once it is met."""
        self.strength: i64 = 0
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
        self.scored: i64 = 0
        """Number of wizards whose points have been told."""

    # ── in the middle of the walk ───────────────────────────────────────────────────────────────────

    @final
    def copy_walk_to(self, copy: "Encounters") -> None:
        """Copy to another table what changes while the knights walk."""
        copy.valor = self.valor[:]
        copy.bonus = self.bonus[:]
        copy.equipped = self.equipped[:]
        copy.counted = self.counted[:]
        copy.taken = self.taken[:]
        copy.drawn = self.drawn[:]
        copy.drawn_count = self.drawn_count
        copy.drawn_kinds = self.drawn_kinds
        copy.waits = self.waits[:]
        copy.strength = self.strength
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
        counted = self.counted
        brought, here = box.brought, self.location * box.cards
        count: i64 = 0
        kinds_drawn: i64 = 0
        together: i64 = 0
        item: i64 = NO_CARD
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
            kinds_drawn |= 1 << card
            counted[card] += 1
            if tagged != card:
                self._count_tags(counted, tagged, 1)
            together += brought[here + card]  # K6, K7, K9; what combos add comes when all is drawn
            if (box.items >> card) & 1 != 0:
                item = card
        self.heights[stack] = top - bottom
        self.drawn_count = count
        self.drawn_kinds = kinds_drawn
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

    @final
    def _count_tags(self, counted: vec[i64], tagged: i64, number: i64) -> None:
        """Count a card by its tags as well (K15)."""
        card = tagged & CARD
        if tagged & LURKING_TAG != 0:
            counted[self.box.lurking_measure + card] += number
        if tagged & SURPRISE_TAG != 0:
            counted[self.box.surprise_measure + card] += number

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
        self._tell_taken(knight, bottom, taken, effect)
        kinds = self._count_taken(bottom, taken, 1)
        self.check_goals(knight, effect, kinds, self.taken)
        self._count_taken(bottom, taken, -1)
        self._move(stack, bottom, taken, effect)
        if self.listened_to():
            self.modifier = NO_CARD
            self.modified += 1
            self.beat()

    @final
    def _count_taken(self, bottom: i64, taken: i64, number: i64) -> i64:
        """Count the taken cards, at which alone goals look (X5); return them as a bit set."""
        kinds: i64 = 0
        for place in range(bottom, bottom + taken):
            tagged = i64(self.piles[place])
            card = tagged & CARD
            kinds |= 1 << card
            self.taken[card] += number
            if tagged != card:
                self._count_tags(self.taken, tagged, number)
        return kinds

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
        old = self.piles[start : start + height]
        for place in range(height):
            self.piles[start + place] = old[(place + below) % height]

    @final
    def _tell_taken(self, knight: i64, bottom: i64, taken: i64, effect: i64) -> None:
        if not self.listened_to():
            return
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
        """Count combos, one to one (K6), and what else goals ask about an encounter."""
        box = self.box
        counted = self.counted
        if several(self.drawn_kinds & box.combo_monsters):
            self._count_combos(counted)
        counted[box.measured + MEASURED_STRENGTH] = self.strength
        counted[box.measured + MEASURED_VALOR] = 0

    @final
    def _count_combos(self, counted: vec[i64]) -> None:
        box = self.box
        for combo in range(len(box.combo_one)):
            one = box.combo_one[combo]
            other = box.combo_other[combo]
            pairs = smaller(counted[one], counted[other])
            if pairs > 0:
                self.strength += pairs * (box.combo_strength[combo] - box.strength[one] - box.strength[other])
                counted[box.combo_measure + combo] = pairs
                counted[box.measured + MEASURED_COMBOS] += pairs
                counted[box.measured + MEASURED_DIFFERENT_COMBOS] += 1

    @final
    def _forget_combos(self, counted: vec[i64]) -> None:
        box = self.box
        for combo in range(len(box.combo_one)):
            counted[box.combo_measure + combo] = 0
        counted[box.measured + MEASURED_COMBOS] = 0
        counted[box.measured + MEASURED_DIFFERENT_COMBOS] = 0

    @final
    def sweep(self) -> None:
        """Discard what was drawn, except for the item, which has found its place; reset the counts."""
        drawn = self.drawn
        counted = self.counted
        discards = self.discards
        for place in range(self.drawn_count):
            tagged = i64(drawn[place])
            card = tagged & CARD
            discards[card] += 1
            counted[card] = 0
            if tagged != card:
                self._count_tags(counted, tagged, -1)
        if counted[self.box.measured + MEASURED_COMBOS] > 0:
            self._forget_combos(counted)
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
    def check_goals(self, knight: i64, event: i64, kinds: i64, counted: vec[i64]) -> None:
        """Check the goals of both wizards; a goal is flipped once (K16)."""
        happened = event << (EVENT_BITS + knight * goals.KNIGHT_BITS)
        against = happened | (ALL_CARDS & ~kinds)
        waits = self.waits
        for place in range(len(waits)):
            if waits[place] & against == 0:
                self._check_goal(place, counted)

    @final
    def _check_goal(self, place: i64, counted: vec[i64]) -> None:
        goal = self.goals[place]
        here = self.box.measured + MEASURED_LOCATIONS + self.location
        counted[here] = 1
        met = goals.is_met(self.box, goal, counted)
        counted[here] = 0
        if met:
            self.waits[place] = MET
            self.met |= 1 << place
            self.tell(events.GOAL, place // self.goals_each, goal, self.box.goal_points[goal])
