"""Witless Wizards, in the order of its rulebook. The numbers in the comments are the rulebook's."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import larger, lowest, nth, ones, several, smaller
from longbeard.engine.state import OVER, Choices
from longbeard.games.witless_wizards import abilities, events
from longbeard.games.witless_wizards.actions import (
    ATTACK,
    BLOCK,
    BLOCKED,
    BLOCKING,
    DISCARD,
    DRAW_MORE,
    END,
    FINISHED,
    FOCUS,
    FOCUSING,
    GIVE,
    GIVE_TO,
    GUARD,
    GUARDING,
    HEAL,
    HOLD,
    KEEP,
    MOST_SEATS,
    RECOVER,
    REROLL,
    REROLLING,
    RESTING,
    SPEND,
    STAND,
    STRUCK,
    TAKE_IT,
    TARGET,
    WHICH_CARD,
    WHOSE,
)
from longbeard.games.witless_wizards.battle import Battle
from longbeard.games.witless_wizards.board import GAVE, KEPT, NEITHER, RANDOM
from longbeard.games.witless_wizards.box import NO_CARD, SLOTS, WizardBox

LAST_STANDING: Final = 1
NOBODY_LEFT: Final = 2
NOBODY_LEFT_SHARED: Final = 3
ENDINGS: Final = ("", "last-standing", "nobody-left", "nobody-left-shared")


@final
@mypyc_attr(acyclic=True)
class WitlessWizards(Battle):
    """The game in the order of its rulebook: setup, draft, battle, end."""

    # ── the contract ──────────────────────────────────────────────────────────────────────────────

    def to_act(self) -> i64:
        return self.actor

    def offer(self, choices: Choices) -> None:
        step = self.step
        if step == DRAW_MORE:
            choices.add(SPEND)
            choices.add(HOLD)
        elif step == WHICH_CARD:
            choices.add(DISCARD + smaller(self.hand[0], self.hand[1]))
            choices.add(DISCARD + larger(self.hand[0], self.hand[1]))
        elif step == WHOSE:
            choices.add(KEEP)
            self._offer_opponents(GIVE, choices)
        elif step == GIVE_TO:
            self._offer_opponents(GIVE, choices)
        elif step == TARGET:
            self._offer_opponents(ATTACK, choices)
        elif step == FOCUSING:
            self._offer_cubes(FOCUS, self.cubes_for(self.turn, abilities.FOCUS_ATTACK), choices)
        elif step == REROLLING:
            choices.add(REROLL)
            choices.add(STAND)
        elif step == GUARDING:
            self._offer_cubes(GUARD, self.cubes_for(self.target, abilities.FOCUS_DEFENCE), choices)
        elif step == BLOCKING:
            choices.add(BLOCK)
            choices.add(TAKE_IT)
        elif step == RESTING:
            self._offer_rest(choices)

    def count_choices(self, choices: Choices) -> i64:
        """Count what `offer` lists, without a list for the two questions of the draft that are asked most."""
        step = self.step
        if step == DRAW_MORE:
            return 2
        if step == WHOSE:
            return 1 + ones(self.reach())
        choices.clear()
        self.offer(choices)
        return choices.count

    def choice_at(self, number: i64, choices: Choices) -> i64:
        step = self.step
        if step == DRAW_MORE:
            return SPEND + number
        if step == WHOSE:
            if number == 0:
                return KEEP
            return GIVE + nth(self.reach(), number - 1)
        return choices.items[number]

    def resolve(self, action: i64, luck: Luck) -> None:
        step = self.step
        if step == DRAW_MORE:
            self._draw_more(action == SPEND, luck)
        elif step == WHICH_CARD:
            self._discard_from_hand(action - DISCARD, luck)
        elif step == WHOSE or step == GIVE_TO:
            self._place(self.turn if action == KEEP else action - GIVE, luck)
        elif step == TARGET:
            self._attack(action - ATTACK, luck)
        elif step == FOCUSING:
            self._focus(action - FOCUS, luck)
        elif step == REROLLING:
            self._reroll(action == REROLL, luck)
        elif step == GUARDING:
            self._guard(action - GUARD, luck)
        elif step == BLOCKING:
            self._block(action == BLOCK, luck)
        elif action == END:
            self._take_income(luck)
        elif action == HEAL:
            self._heal(luck)
        else:
            self._recover(action - RECOVER, luck)

    def quiet(self, action: i64) -> bool:
        # A drawn card is its drafter's secret until it is placed or discarded (D6). D5 may place it at once.
        if action == HOLD:
            return self.placed == NEITHER or (self.placed == KEPT and several(self.reach()))
        return action != KEEP and not GIVE <= action < GIVE + MOST_SEATS and action <= DISCARD

    def clone(self) -> "WitlessWizards":
        copy = WitlessWizards(self.box)
        self.copy_to(copy)
        return copy

    def imagine(self, seat: i64, luck: Luck) -> "WitlessWizards":
        other = self.clone()
        if seat != self.turn:
            other.return_hand()
        other.sort_deck()
        if seat != self.turn:
            other.redraw_hand(luck)
        return other

    def scores(self) -> list[int]:
        return [int((self.won >> seat) & 1) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        return [int(seat) for seat in range(self.seats) if (self.won >> seat) & 1]

    def ending(self) -> str:
        return ENDINGS[self.end]

    def action_count(self) -> int:
        return int(DISCARD + self.box.cards)

    # ── what the choices are ──────────────────────────────────────────────────────────────────────

    def _offer_opponents(self, action: i64, choices: Choices) -> None:
        reach = self.reach()
        for seat in range(self.seats):
            if (reach >> seat) & 1 != 0:
                choices.add(action + seat)

    def _offer_cubes(self, action: i64, most: i64, choices: Choices) -> None:
        for cubes in range(most + 1):
            choices.add(action + cubes)

    def _offer_rest(self, choices: Choices) -> None:
        if self._may_recover():
            for cubes in range(1, self._most_recovery() + 1):
                choices.add(RECOVER + cubes)
        if self.says(self.turn, 1 << abilities.HEAL):
            choices.add(HEAL)
        choices.add(END)

    def _ask(self, step: i64, seat: i64) -> None:
        self.step = step
        self.actor = seat

    # ── setup ─────────────────────────────────────────────────────────────────────────────────────

    def deal(self, luck: Luck) -> None:
        first = self.first if self.first != RANDOM else luck.below(self.seats)
        self.tell(events.FIRST, first)
        self._shuffle_decks(luck)
        for place in range(self.seats):
            self._equip((first + place) % self.seats, place)
        self.standing = self.seats
        self.alive = (1 << self.seats) - 1
        self.turn = first
        self._begin_turn(luck)

    def _shuffle_decks(self, luck: Luck) -> None:
        """Make the common deck of three of the five decks (S2)."""
        decks = self.decks[:]
        left: i64 = len(decks)
        open_choice = left > self.box.decks_in_play
        place: i64 = 0
        for choice in range(self.box.decks_in_play):
            if open_choice:
                place = luck.pick(decks, left)
            left -= 1
            deck = decks[place]
            decks[place] = decks[left]
            decks[left] = deck
            self._shuffle_in(deck)
        self.decks = decks[left:]

    def _shuffle_in(self, deck: i64) -> None:
        self.tell(events.DECK, deck)
        for card in range(self.box.deck_starts[deck], self.box.deck_starts[deck + 1]):
            self.deck[self.deck_count] = card
            self.deck_count += 1

    def _equip(self, seat: i64, place: i64) -> None:
        """Give each wizard what the first, second, third or fourth to play starts with (S1)."""
        self.stamina[seat] = self.box.stamina
        self.cubes[seat] = self.box.start_cubes[place]
        for slot in range(SLOTS):
            self.worn[seat * SLOTS + slot] = self.box.start_cards[place * SLOTS + slot]
        self.read_board(seat)

    # ── draft phase ───────────────────────────────────────────────────────────────────────────────

    def _begin_turn(self, luck: Luck) -> None:
        self.tell(events.TURN, self.turn)
        self.alive_at_start = self.alive
        self.draws = 0
        self.placed = NEITHER
        self._draw(luck)

    def _draw(self, luck: Luck) -> None:
        """Draw a card (D1), and ask the question of D2 if there is a choice."""
        if self.deck_count == 0:
            self.tell(events.NOTHING_TO_DRAW, self.turn)
            self._next_draw(luck)
            return
        self.take_card(luck)
        can_pay = self.cubes[self.turn] > 0 or self.says(self.turn, 1 << abilities.SCRY)
        if can_pay and self.deck_count > 0:
            self._ask(DRAW_MORE, self.turn)
        else:
            self.beat()
            self._ask_whose(luck)

    def _draw_more(self, more: bool, luck: Luck) -> None:
        """Draw another card for a cube, or by scry; one of the two is discarded (D2)."""
        if not more:
            self._ask_whose(luck)
            return
        if self.says(self.turn, 1 << abilities.SCRY):  # X3
            self.tell(events.SCRIES, self.turn)
        else:
            self.cubes[self.turn] -= 1
            self.tell(events.PAYS, self.turn)
        self.take_card(luck)
        if self.hand[0] == self.hand[1]:
            self.known = 1  # nobody was asked, so everyone knows that they were alike
            self.beat()
            self._discard_from_hand(self.hand[1], luck)
        else:
            self._ask(WHICH_CARD, self.turn)

    def _discard_from_hand(self, card: i64, luck: Luck) -> None:
        alike = self.hand[0] == self.hand[1]
        if self.hand[1] != card:
            self.hand[0] = self.hand[1]
            self.known = larger(0, self.known - 1)
        self.held = 1
        self.known = smaller(self.known, 1)
        self.ruled_out = NO_CARD if alike else card
        self.tell(events.DISCARDS, self.turn, card)
        self.discard(card)
        self.beat()
        self._ask_whose(luck)

    def _ask_whose(self, luck: Luck) -> None:
        """Ask whether to keep or give the card (D3); with the second card, do the other thing (D5)."""
        if self.placed == NEITHER:
            self._ask(WHOSE, self.turn)
        elif self.placed == GAVE:
            self._place(self.turn, luck)
        elif several(self.reach()):
            self._ask(GIVE_TO, self.turn)
        else:
            self._place(lowest(self.reach()), luck)

    def _place(self, seat: i64, luck: Luck) -> None:
        """Put the card into its slot, and discard what was there (D4)."""
        card = self.hand[0]
        self.held = 0
        self.known = 0
        self.ruled_out = NO_CARD
        if seat == self.turn:
            self.placed = KEPT
            self.tell(events.KEEPS, seat, card)
        else:
            self.placed = GAVE
            self.tell(events.GIVES, self.turn, seat, card)
        replaced = self.wear(seat, card)
        if replaced != NO_CARD:
            self.tell(events.REPLACED, seat, replaced)
            self.discard(replaced)
        self.beat()
        self._next_draw(luck)

    def _next_draw(self, luck: Luck) -> None:
        self.draws += 1
        if self.draws < 2:
            self._draw(luck)
        else:
            self._battle(luck)

    # ── battle phase ──────────────────────────────────────────────────────────────────────────────

    def _battle(self, luck: Luck) -> None:
        if self.turns == 0:  # B1, X4
            self.tell(events.SKIPS_BATTLE, self.turn)
            self._end_turn(luck)
        elif several(self.reach()):
            self._ask(TARGET, self.turn)
        else:
            self._attack(lowest(self.reach()), luck)

    def _attack(self, target: i64, luck: Luck) -> None:
        """Attack somebody (B2), and ask for the attacker's focus."""
        self.target = target
        self.in_reach = self.reach()
        self.focus = 0
        self.guard = 0
        self.step = FOCUSING
        self.tell(events.ATTACKS, self.turn, target)
        self.beat()
        if self.cubes_for(self.turn, abilities.FOCUS_ATTACK) > 0:
            self._ask(FOCUSING, self.turn)
        else:
            self._first_roll(luck)

    def _focus(self, cubes: i64, luck: Luck) -> None:
        self.focus = cubes
        self.cubes[self.turn] -= cubes
        if cubes > 0:
            self.tell(events.FOCUSES, self.turn, cubes)
            self.beat()
        self._first_roll(luck)

    def _first_roll(self, luck: Luck) -> None:
        """Roll, and offer the attacker a re-roll: once an attack, however many cards say it (X1)."""
        self._roll(luck)
        if self.says(self.turn, 1 << abilities.REROLL):
            self._ask(REROLLING, self.turn)
        else:
            self._ask_guard(luck)

    def _roll(self, luck: Luck) -> None:
        """Roll the die of B3: the better of two with twice (X5)."""
        die = self._face(luck)
        other: i64 = 0
        if self.says(self.turn, 1 << abilities.TWICE):
            other = self._face(luck)
        self.tell(events.ROLLS, self.turn, die, other)
        self.die = larger(die, other)
        self.step = REROLLING
        self.beat()

    def _face(self, luck: Luck) -> i64:
        return self.box.die[luck.pick(self.box.die, len(self.box.die))]

    def _reroll(self, again: bool, luck: Luck) -> None:
        if again:
            card = self.use_up(self.turn, abilities.REROLL)
            self.step = FOCUSING
            self.tell(events.REROLLS, self.turn, card)
            self.beat()
            self._roll(luck)
        self._ask_guard(luck)

    def _ask_guard(self, luck: Luck) -> None:
        """Ask for the defender's first reaction, out of turn."""
        if self.cubes_for(self.target, abilities.FOCUS_DEFENCE) > 0:
            self._ask(GUARDING, self.target)
        else:
            self._ask_block(luck)

    def _guard(self, cubes: i64, luck: Luck) -> None:
        self.guard = cubes
        self.cubes[self.target] -= cubes
        if cubes > 0:
            self.tell(events.GUARDS, self.target, cubes)
            self.beat()
        self._ask_block(luck)

    def _ask_block(self, luck: Luck) -> None:
        """Ask for the defender's second reaction."""
        if self.says(self.target, 1 << abilities.BLOCK):
            self._ask(BLOCKING, self.target)
        else:
            self._strike(self.hits(), luck)

    def _block(self, blocks: bool, luck: Luck) -> None:
        if blocks:
            card = self.use_up(self.target, abilities.BLOCK)
            self.step = BLOCKED
            self.tell(events.BLOCKS, self.target, card)
            self._strike(0, luck)
        else:
            self._strike(self.hits(), luck)

    def _strike(self, hits: i64, luck: Luck) -> None:
        """Carry out what follows from the hits, in the order of a battle; who is out is settled once, at its
        end."""
        self.stamina[self.target] -= hits
        self.tell(events.HITS, self.target, hits, self.stamina[self.target])
        if self.step != BLOCKED:
            self.step = STRUCK
        self.beat()
        if self.says(self.turn, abilities.AFTERMATH) or self.says(self.target, abilities.AFTERMATH):
            self.aftermath(hits)
            self.beat()
        self.step = RESTING
        self.settle()
        self.beat()
        if self.is_in(self.turn):
            self._rest(luck)
        else:
            self._finish_turn(luck)  # X8

    # ── after the battle ──────────────────────────────────────────────────────────────────────────

    def _rest(self, luck: Luck) -> None:
        """Ask for rest while there is anything to choose (B5, X1)."""
        self.recovered = False
        self._ask_rest(luck)

    def _ask_rest(self, luck: Luck) -> None:
        if self._may_recover() or self.says(self.turn, 1 << abilities.HEAL):
            self._ask(RESTING, self.turn)
        else:
            self._take_income(luck)

    def _may_recover(self) -> bool:
        weakened = self.stamina[self.turn] <= self.box.weakened
        return weakened and not self.recovered and self._most_recovery() > 0

    def _most_recovery(self) -> i64:
        return smaller(self.cubes[self.turn], self.box.stamina - self.stamina[self.turn])

    def _recover(self, cubes: i64, luck: Luck) -> None:
        self.recovered = True
        self.cubes[self.turn] -= cubes
        self.stamina[self.turn] += cubes
        self.tell(events.RECOVERS, self.turn, cubes, self.stamina[self.turn])
        self.beat()
        self._ask_rest(luck)

    def _heal(self, luck: Luck) -> None:
        card = self.use_up(self.turn, abilities.HEAL)
        self.regain(self.turn, self.box.powers[abilities.HEAL * self.box.cards + card])
        self.tell(events.HEALS, self.turn, card, self.stamina[self.turn])
        self.beat()
        self._ask_rest(luck)

    def _take_income(self, luck: Luck) -> None:
        """Take the income (B6)."""
        slot = self.turn * SLOTS
        income = self.box.income
        cubes = income[self.worn[slot]] + income[self.worn[slot + 1]] + income[self.worn[slot + 2]]
        self.cubes[self.turn] += cubes
        if cubes > 0:
            self.tell(events.INCOME, self.turn, cubes, self.cubes[self.turn])
        self._end_turn(luck)

    def _end_turn(self, luck: Luck) -> None:
        """Carry out the end-of-turn abilities; who is out is settled again."""
        if self.says(self.turn, abilities.TURN_ENDERS):
            self._regrow()
            self._curse()
        self.beat()
        self._finish_turn(luck)

    def _regrow(self) -> None:
        regrown = self.total(self.turn, abilities.REGROW)
        if regrown > 0:
            gained = self.regain(self.turn, regrown)
            self.tell(events.REGROWS, self.turn, gained, self.stamina[self.turn])

    def _curse(self) -> None:
        lost = self.total(self.turn, abilities.CURSED)
        if lost > 0:
            self.stamina[self.turn] -= lost
            self.tell(events.CURSED, self.turn, lost, self.stamina[self.turn])
            self.beat()
            self.settle(cursed=True)

    def _finish_turn(self, luck: Luck) -> None:
        self.turns += 1
        if self.standing > 1:
            self.turn = self._next_seat()
            self._begin_turn(luck)
        else:
            self._finish()

    def _next_seat(self) -> i64:
        """Return the next seat clockwise that is still in (X9)."""
        seat = (self.turn + 1) % self.seats
        while not self.is_in(seat):
            seat = (seat + 1) % self.seats
        return seat

    # ── end ───────────────────────────────────────────────────────────────────────────────────────

    def _finish(self) -> None:
        """End the match (Z1)."""
        self._ask(FINISHED, OVER)
        if self.standing == 1:
            self.won = self.alive
            self.end = LAST_STANDING
            self.tell(events.LAST_STANDING, lowest(self.alive))
        else:
            self.won = self._closest_to_zero()
            self.end = NOBODY_LEFT_SHARED if several(self.won) else NOBODY_LEFT
            for seat in self.winners():
                self.tell(events.NOBODY_LEFT, seat)

    def _closest_to_zero(self) -> i64:
        """Return who of those still in at the turn's start is closest to 0: all are at 0 or below, so it is
        the most."""
        best: i64 = -1_000_000
        won: i64 = 0
        for seat in range(self.seats):
            if (self.alive_at_start >> seat) & 1 == 0:
                continue
            if self.stamina[seat] > best:
                best = self.stamina[seat]
                won = 0
            if self.stamina[seat] == best:
                won |= 1 << seat
        return won


def table(box: WizardBox, seats: int, options: dict[str, str]) -> WitlessWizards:
    """Make a table for a number of wizards, before the deal."""
    first = RANDOM if options["first"] == "random" else int(options["first"])
    chosen = options["decks"]
    decks = box.decks if chosen == "random" else chosen.split("+")
    state = WitlessWizards(box)
    state.set_up(seats, first, [box.decks.index(deck) for deck in decks])
    return state
