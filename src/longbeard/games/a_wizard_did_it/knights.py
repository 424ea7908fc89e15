"""The Knight's Phase: nobody decides anything in it, it follows from the stacks.

It is carried out at once and told step by step: what a beat shows of a fight, `told` says. The numbers in the
comments are the rulebook's.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.numbers import larger, smaller
from longbeard.engine.state import NOBODY
from longbeard.games.a_wizard_did_it import events, goals
from longbeard.games.a_wizard_did_it.box import (
    CARD,
    LOCATIONS,
    MONSTER,
    NO_CARD,
    STACKS,
    RoadBox,
)
from longbeard.games.a_wizard_did_it.encounters import (
    FREE,
    KNIGHT_ADDED,
    LOST,
    MONSTERS_ADDED,
    NOWHERE,
    WON,
    Encounters,
)


@mypyc_attr(acyclic=True)
class Knights(Encounters):
    """The table while the knights walk their roads, fight, and arrive."""

    @final
    def walk(self, knight: i64) -> None:
        """Carry out the Knight's Phase, and keep the roads as they were built: who tells of it needs them."""
        self.roads = self.piles[:]
        self.road_lengths = self.heights[:]
        for seat in range(self.seats):
            if self.valor[seat] != self.box.valor:
                self.road_valor = self.valor
        self.leader = knight
        self.set_out(knight)

    @final
    def set_out(self, knight: i64) -> None:
        """Walk both roads to their ends, beginning with this knight (K1)."""
        self.valor = self.valor[:]
        self.bonus = self.bonus[:]
        if self.orderly:
            self.equipped = self.equipped[:]
        self.drawn = self.piles[: self.box.tall]
        self.item_tops = 0
        self.location = NOWHERE
        self.walker = knight
        self.await_goals()
        self.tell(events.KNIGHTS_PHASE, knight)
        self.beat()
        everyone: i64 = (1 << self.seats) - 1
        while self.arrived != everyone:
            if (self.arrived >> knight) & 1 == 0:
                self._turn(knight)
            else:
                self.tell(events.WAITS, knight)  # K10
            knight = (knight + 1) % self.seats

    @final
    def _turn(self, knight: i64) -> None:
        """Walk until the knight loses or reaches the Castle (K11)."""
        self.walker = knight
        self.location = NOWHERE
        self.tell(events.TURN, knight)
        going_on = True
        while going_on:
            stack = self._next_stack(knight)
            if stack == NOWHERE:
                self._arrive(knight)
                going_on = False
            else:
                going_on = self._meet(knight, stack)

    @final
    def _next_stack(self, knight: i64) -> i64:
        """Return the first stack on the way that is not empty (K3)."""
        for location in range(LOCATIONS):
            stack = knight * LOCATIONS + location
            if self.heights[stack] > 0:
                if location != self.location:
                    self.location = location
                    self.tell(events.GOES_TO, knight, location)
                    self.beat()
                return stack
        return NOWHERE

    @final
    def _meet(self, knight: i64, stack: i64) -> bool:
        """Draw an encounter and fight it; return whether the turn goes on."""
        monsters = self.draw_encounter(knight, stack)
        going_on = True
        if monsters > 0:
            going_on = self._fight(knight)
        else:
            self._walk_past(knight)
        self.sweep()
        return going_on

    # ── the fight ───────────────────────────────────────────────────────────────────────────────────

    @final
    def _walk_past(self, knight: i64) -> None:
        """Pass an encounter without a monster, and take its item (K5, X1)."""
        self.tell(events.NO_MONSTER, knight, self.item, self.location)
        if self.item != NO_CARD:
            self._equip(knight)
        self.told = FREE
        self.beat()

    @final
    def _fight(self, knight: i64) -> bool:
        """Fight (K6 to K10); return whether the knight won."""
        self.pair_up()
        strength = self.valor[knight]
        if self.valor_only == 0:
            strength += self.bonus[knight]
        if self.listened_to():
            self._tell_fight(knight, strength)
        won = strength >= self.strength  # K8
        if won:
            self._win(knight, strength)
        else:
            self._lose(knight, strength)
        event = goals.DEFEAT if won else goals.FALL
        self.check_goals(knight, event, self.drawn_facts, self.drawn, 0, self.drawn_count)
        self.beat()
        return won

    @final
    def _win(self, knight: i64, strength: i64) -> None:
        """Carry out a win (K9)."""
        self.tell(events.WINS, knight, strength, self.strength)
        if self.item != NO_CARD:
            self._equip(knight)
        gained = larger(0, self.valor_gain)
        self.valor[knight] += gained
        self.gained = gained
        if self.listened_to():
            self._tell_valor(knight, gained)

    @final
    def _lose(self, knight: i64, strength: i64) -> None:
        """Carry out a defeat (K10)."""
        self.tell(events.LOSES, knight, strength, self.strength)
        if self.item != NO_CARD:
            self.discards[self.item] += 1
            self.tell(events.LEAVES, knight, self.item)
        before = self.valor[knight]
        self.valor[knight] = larger(self.box.least_valor, before - self.box.loss)
        if self.listened_to():
            after = self.valor[knight]
            self.tell_all(events.VALOR, [knight, after - before, after, -self.box.loss])
            self.told = LOST
            self.beat()

    @final
    def _equip(self, knight: i64) -> None:
        if self.orderly:
            self.equipped[knight * self.box.cards + self.item] += 1
        self.bonus[knight] += self.box.bonus[self.item]
        self.tell(events.TAKES, knight, self.item)

    @final
    def _arrive(self, knight: i64) -> None:
        """Arrive at the Castle (K12)."""
        self.arrived |= 1 << knight
        self.tell(events.CASTLE, knight)
        self.beat()
        if self.princess == NOBODY:
            self.princess = knight
            self.tell(events.PRINCESS, knight, self.box.princess)
        self.stages += 1
        self.beat()

    @final
    def built(self) -> list[int]:
        """Return everything from which the walk follows, as numbers. Equal numbers give equal walks."""
        numbers: list[int] = [self.seats, self.goals_each, self.leader]
        for seat in range(self.seats):
            numbers.append(self.road_valor[seat] if len(self.road_valor) > 0 else self.box.valor)
        numbers.extend(self.goals)
        for stack in range(STACKS):
            start = stack * self.box.tall
            numbers.append(self.road_lengths[stack])
            numbers.extend(self.roads[start : start + self.road_lengths[stack]])
        return numbers

    # ── the story, if anyone listens ────────────────────────────────────────────────────────────────

    @final
    def _tell_fight(self, knight: i64, strength: i64) -> None:
        self.tell_all(events.ENCOUNTER, [knight, self.location, self.item, *self._encounter_cards()])
        self.tell_all(
            events.MONSTERS,
            [knight, self.strength, *strength_parts(self.box, self.location, self._counted())],
        )
        self.told = MONSTERS_ADDED
        self.beat()
        parts: list[int] = [knight, strength, self.valor[knight], smaller(1, self.valor_only)]
        for card in range(self.box.cards):
            for copy in range(self.equipped[knight * self.box.cards + card]):
                parts += [card, self.box.bonus[card]]
        self.tell_all(events.KNIGHT, parts)
        self.told = KNIGHT_ADDED
        self.beat()

    @final
    def _encounter_cards(self) -> list[int]:
        """Return the monsters and their modifiers, as they were drawn."""
        cards: list[int] = [self.drawn[place] & CARD for place in range(self.drawn_count)]
        return cards if self.item == NO_CARD else cards[:-1]

    @final
    def _counted(self) -> vec[i64]:
        """Return how many of each card were drawn."""
        counted = self.box.zeros[:]
        for place in range(self.drawn_count):
            counted[i64(self.drawn[place]) & CARD] += 1
        return counted

    @final
    def _tell_valor(self, knight: i64, gained: i64) -> None:
        data: list[int] = [knight, gained, self.valor[knight], self.box.win]
        counted = self._counted()
        for card in range(self.box.cards):
            if self.box.valor_gain[card] != 0:
                for copy in range(counted[card]):
                    data += [card, self.box.valor_gain[card]]
        self.tell_all(events.VALOR, data)
        self.told = WON
        self.beat()


def strength_parts(box: RoadBox, location: i64, counted: vec[i64]) -> list[int]:
    """Return the parts of the monsters' strength (K6): pairs, lone monsters, home turf, lasers; `counted` are
    cards by number."""
    left = counted[: box.cards]
    parts: list[int] = []
    for combo in range(len(box.combo_one)):
        pairs = smaller(counted[box.combo_one[combo]], counted[box.combo_other[combo]])
        left[box.combo_one[combo]] -= pairs
        left[box.combo_other[combo]] -= pairs
        for pair in range(pairs):
            parts += [events.PAIR, combo, box.combo_strength[combo]]
    for card in range(box.cards):
        if box.kind[card] == MONSTER:
            for lone in range(left[card]):
                parts += [events.LONE, card, box.strength[card]]
    for card in range(box.cards):
        if box.home[card] == location:
            for home in range(counted[card]):
                parts += [events.HOME, card, box.home_turf]
    for card in range(box.cards):
        if box.kind[card] != MONSTER and box.strength[card] != 0:
            for laser in range(counted[card]):
                parts += [events.ADDED, card, box.strength[card]]
    return parts
