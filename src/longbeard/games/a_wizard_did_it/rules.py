"""A Wizard Did It…, in the order of its rulebook. The numbers in the comments are the rulebook's."""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import few_ones, lowest, nth, several
from longbeard.engine.state import NOBODY, OVER, Choices
from longbeard.games.a_wizard_did_it import events
from longbeard.games.a_wizard_did_it.box import PAIRS, STACKS, RoadBox
from longbeard.games.a_wizard_did_it.knights import Knights
from longbeard.games.a_wizard_did_it.stacks import RANDOM

# The actions. The cards, which are data, come last: a card and a stack for each.
SWAP_NONE: Final = 0
SWAP: Final = 1
PLAY: Final = 16  # after all pairs

ALL_STACKS: Final = 63
"""A bit for each stack."""

MOST_POINTS: Final = 1
TIE: Final = 2
ENDINGS: Final = ("", "most-points", "tie")


@final
@mypyc_attr(acyclic=True)
class AWizardDidIt(Knights):
    """The game in the order of its rulebook: setup, Wizard's Phase, and the score."""

    # ── the contract ──────────────────────────────────────────────────────────────────────────────

    def to_act(self) -> i64:
        return self.actor

    def offer(self, choices: Choices) -> None:
        """Offer any card of the hand on any stack (W1), as far as W2 and W8 allow."""
        self._make_room(choices)
        held = self.holds[self.actor]
        if (held >> self.box.swap) & 1 != 0:
            self._offer_swaps(choices)
            held &= ~(1 << self.box.swap)
        actions = choices.items
        count = choices.count
        while held != 0:
            card = lowest(held)
            held &= held - 1
            first = PLAY + (card - 1) * STACKS
            if (self.box.items >> card) & 1 != 0:
                count = self._offer_item(first, actions, count)
            else:
                actions[count] = first  # a loop over the stacks, written out: the hottest lines of the game
                actions[count + 1] = first + 1
                actions[count + 2] = first + 2
                actions[count + 3] = first + 3
                actions[count + 4] = first + 4
                actions[count + 5] = first + 5
                count += STACKS
        choices.count = count

    def count_choices(self, choices: Choices) -> i64:
        """Count what `offer` lists: six stacks for a card, fewer for an item, and the pairs for a Swap."""
        held = self.holds[self.actor]
        count = STACKS * few_ones(held)
        items = held & self.box.items
        if items != 0 and self.item_tops != 0:
            count -= few_ones(items) * (STACKS - few_ones(self._free_for_items()))
        if (held >> self.box.swap) & 1 != 0:
            count += self._count_swaps() - STACKS
        return count

    def choice_at(self, number: i64, choices: Choices) -> i64:
        held = self.holds[self.actor]
        if (held >> self.box.swap) & 1 != 0:
            swaps = self._count_swaps()
            if number < swaps:
                return self._swap_at(number)
            number -= swaps
        items = held & self.box.items
        if items != 0 and self.item_tops != 0:
            return self._play_at(number, held, items)
        return self._on_any_stack(held, number)

    def _play_at(self, number: i64, held: i64, items: i64) -> i64:
        """Return the choice at a place, with items in hand, which go on fewer stacks.

        Items are numbered one after the other: in hand, some cards come before them, and the rest after.
        """
        free = self._free_for_items()
        for_item = few_ones(free)
        kinds = few_ones(items)
        among_items = number - STACKS * few_ones(held & ((items & -items) - 1))
        if 0 <= among_items < kinds * for_item:
            return self._on_free_stack(items, among_items, free, for_item)
        # As if items went on every stack, too: the cards after them are then numbered higher.
        if among_items >= 0:
            number += kinds * (STACKS - for_item)
        return self._on_any_stack(held, number)

    def _on_free_stack(self, items: i64, number: i64, free: i64, for_item: i64) -> i64:
        """Return the choice at a place, with items that go on some stacks."""
        # The first steps without a branch: the processor would guess wrong how many there are.
        for step in range(2):
            beyond = i64(number >= for_item)
            items &= items - beyond
            number -= for_item * beyond
        while number >= for_item:
            items &= items - 1
            number -= for_item
        return PLAY + (lowest(items) - 1) * STACKS + nth(free, number)

    def _on_any_stack(self, cards: i64, number: i64) -> i64:
        """Return the choice at a place, with cards that go on every stack."""
        place = number // STACKS
        return PLAY + (nth(cards, place) - 1) * STACKS + number - place * STACKS

    def resolve(self, action: i64, luck: Luck) -> None:
        if action >= PLAY:
            card = (action - PLAY) // STACKS
            self._play(card + 1, action - PLAY - card * STACKS)
        else:
            self._swap(action)
        self.beat()
        if self.deck_count > 0:
            self._draw_card(luck)
        self._next_wizard()

    def clone(self) -> "AWizardDidIt":
        return self._copy(self.deck[:])

    def _copy(self, deck: vec[i64]) -> "AWizardDidIt":
        """Return a copy with another deck in it."""
        copy = AWizardDidIt(self.box)
        self.copy_to(copy, deck)
        if self.walker != NOBODY:
            self.copy_walk_to(copy)
        return copy

    def imagine(self, seat: i64, luck: Luck) -> "AWizardDidIt":
        """Draw the other hand again. The stacks stay as they are: whoever watched knows them."""
        other = self._copy(self.unseen_by(seat)[:])
        other.take_back_hands(seat)
        other.redraw_hands(seat, self, luck)
        return other

    def forget(self, seat: i64, luck: Luck) -> None:
        """Forget what lies under the top of a stack (W6), unless the memory aid shows it."""
        if not self.memory:
            self.mix_up_stacks(luck)

    def scores(self) -> list[int]:
        return [int(self.points(seat)) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        if self.end == 0:
            return []
        if self.end == TIE:
            return [0, 1]
        return [0 if self.lead > 0 else 1]

    def ending(self) -> str:
        return ENDINGS[self.end]

    def action_count(self) -> int:
        return int(PLAY + (self.box.swap - 1) * STACKS)

    # ── setup ─────────────────────────────────────────────────────────────────────────────────────

    def deal(self, luck: Luck) -> None:
        self.goals = self.goals[:]
        if self.training:
            self._train(luck)
            return
        first = self.first if self.first != RANDOM else luck.below(self.seats)
        self.actor = first
        self.deck = self.box.deck[:]
        self.deck_count = len(self.deck)
        self.tell(events.FIRST, first)
        self._deal_goals(luck)
        self.beat()
        self._deal_hands(luck)

    def _deal_goals(self, luck: Luck) -> None:
        """Deal each wizard the goals of each kind (S1); what is left is out of play (X7)."""
        box = self.box
        offset: i64 = 0
        for kind in range(len(box.goals_dealt)):
            pile = box.goal_numbers[box.goal_kinds[kind] : box.goal_kinds[kind + 1]]
            left: i64 = len(pile)
            for seat in range(self.seats):
                for number in range(box.goals_dealt[kind]):
                    place = luck.pick(pile, left)
                    self.goals[seat * self.goals_each + offset + number] = pile[place]
                    self.tell(events.GOAL_DEALT, seat, pile[place])
                    left -= 1
                    pile[place] = pile[left]
            offset += box.goals_dealt[kind]

    def _deal_hands(self, luck: Luck) -> None:
        """Deal the hands (S2)."""
        for seat in range(self.seats):
            self.tell(events.DEALT, seat, self.box.hand)
            for number in range(self.box.hand):
                self.whisper(seat, events.DRAWN, seat, self.take_card(seat, luck))

    # ── Wizard's Phase ────────────────────────────────────────────────────────────────────────────

    def _make_room(self, choices: Choices) -> None:
        # There are about thirty choices a turn: written straight into the buffer, they cost a third.
        while len(choices.items) < choices.count + self.box.most_choices:
            choices.items = append(choices.items, 0)

    def _free_for_items(self) -> i64:
        """Return the stacks that take an item: none with an item on top (W2), unless nothing else can be
        played (W9)."""
        free = ALL_STACKS & ~self.item_tops
        if free == 0 and self.only_items(self.actor):
            free = ALL_STACKS
        return free

    def _offer_item(self, first: i64, actions: vec[i64], count: i64) -> i64:
        free = self._free_for_items()
        for stack in range(STACKS):
            if (free >> stack) & 1 != 0:
                actions[count] = first + stack
                count += 1
        return count

    def _offer_swaps(self, choices: Choices) -> None:
        """Offer any two stacks that hold a card (W8); a Swap without effect only if there are no two (X8)."""
        filled = self.filled
        if not several(filled):
            choices.add(SWAP_NONE)
            return
        actions = choices.items
        count = choices.count
        pairs = self.box.swap_pairs
        for pair in range(PAIRS):
            if filled == ALL_STACKS or pairs[pair] & ~filled == 0:
                actions[count] = SWAP + pair
                count += 1
        choices.count = count

    def _count_swaps(self) -> i64:
        stacks = few_ones(self.filled)
        if stacks < 2:
            return 1
        return stacks * (stacks - 1) // 2

    def _swap_at(self, number: i64) -> i64:
        """Return the swap at this place among those that may be chosen."""
        filled = self.filled
        if filled == ALL_STACKS:
            return SWAP + number
        if not several(filled):
            return SWAP_NONE
        pairs = self.box.swap_pairs
        pair: i64 = 0
        while pairs[pair] & ~filled != 0 or number > 0:
            if pairs[pair] & ~filled == 0:
                number -= 1
            pair += 1
        return SWAP + pair

    def _play(self, card: i64, stack: i64) -> None:
        """Play a card onto a stack (W1)."""
        seat = self.actor
        self.let_go(seat, card)
        self.tell(events.PLAYS, seat, card, stack)
        self.note_items(seat, (self.box.items >> card) & 1, (self.item_tops >> stack) & 1)
        self.put_on(stack, card)

    def _swap(self, action: i64) -> None:
        """Swap the top cards of two stacks, and discard the spell (W3, W8)."""
        self.let_go(self.actor, self.box.swap)
        self.discards[self.box.swap] += 1
        if action == SWAP_NONE:
            self.tell(events.SWAPS_NOTHING, self.actor)
        else:
            self.swap_tops(self.box.swap_lower[action - SWAP], self.box.swap_higher[action - SWAP])

    def _draw_card(self, luck: Luck) -> None:
        """Draw a card after playing one (W4)."""
        self.tell(events.DRAWS, self.actor)
        self.whisper(self.actor, events.DRAWN, self.actor, self.take_card(self.actor, luck))
        if self.deck_count == 0:
            self.tell(events.DECK_OUT)

    def _next_wizard(self) -> None:
        """Pass the turn until every card has been played (W5); whoever played the last goes second (K1)."""
        last = self.actor
        self.plays += 1
        self.actor = 1 - last
        if self.holds[self.actor] == 0:
            self.walk(self.actor)
            self.finish()

    # ── scoring ───────────────────────────────────────────────────────────────────────────────────

    def points(self, seat: i64) -> i64:
        """Return the points of a wizard (P1)."""
        total = self.valor[seat] + self.princess_points(seat)
        for place in range(seat * self.goals_each, (seat + 1) * self.goals_each):
            total += self.box.goal_points[self.goals[place]] * ((self.met >> place) & 1)
        return total

    def princess_points(self, seat: i64) -> i64:
        if self.princess != seat:
            return 0
        return self.box.princess

    def finish(self) -> None:
        """Count the points: the game is over."""
        self._tell_scores()
        self.actor = OVER
        self.walker = NOBODY
        self.end = MOST_POINTS
        self.lead = self.points(0) - self.points(1)
        if self.lead == 0:
            self.end = TIE
            self.tell(events.TIE, self.points(0))
        else:
            winner: i64 = 0
            if self.lead < 0:
                winner = 1
            self.tell(events.WON, winner, self.points(winner))

    def _tell_scores(self) -> None:
        if not self.listened_to():
            return
        for seat in range(self.seats):
            data: list[int] = [seat, self.points(seat), self.valor[seat], self.princess_points(seat)]
            for place in range(seat * self.goals_each, (seat + 1) * self.goals_each):
                if (self.met >> place) & 1 != 0:
                    data += [self.goals[place], self.box.goal_points[self.goals[place]]]
            self.tell_all(events.SCORE, data)
            self.scored += 1
            self.beat()

    # ── Knight's Training ─────────────────────────────────────────────────────────────────────────

    def _train(self, luck: Luck) -> None:
        """Set up the lesson's short game: the first wizard's knight has the training ahead, and there is no
        deck."""
        box = self.box
        self.actor = self.first
        for card in box.training_stack:
            self.put_on(box.training_location, card)
        for place in range(len(self.goals)):
            if place >= self.goals_each:
                self.goals[place] = luck.pick(box.goal_numbers, len(box.goal_numbers))
            self.tell(events.GOAL_DEALT, place // self.goals_each, self.goals[place])
        self.beat()
        self.deck = box.deck[:]
        self.deck_count = len(self.deck)
        self._deal_hands(luck)
        self.deck_count = 0


def table(box: RoadBox, seats: int, options: dict[str, str]) -> AWizardDidIt:
    """Make a table for two wizards, before the deal."""
    first = RANDOM if options["first"] == "random" else int(options["first"])
    state = AWizardDidIt(box)
    state.set_up(seats, first, options["memory"] == "on")
    return state


def training(box: RoadBox, seats: int, options: dict[str, str]) -> AWizardDidIt:
    """Make the table of Knight's Training, before the deal: a game with few cards and few goals."""
    state = AWizardDidIt(box)
    state.set_up(seats, 0, options["memory"] == "on")
    state.training = True
    state.goals_each = len(box.training_goals)
    places = [place % state.goals_each for place in range(seats * state.goals_each)]
    state.goals = vec[i64]([box.training_goals[place] for place in places])
    return state


def rebuilt(box: RoadBox, numbers: Sequence[int]) -> AWizardDidIt:
    """Make a table as it was when the knights set out, from what `Knights.built` says of it."""
    state = AWizardDidIt(box)
    seats, each = numbers[0], numbers[1]
    state.set_up(seats, 0, False)
    state.leader = numbers[2]
    state.goals_each = each
    at = 3
    state.valor = vec[i64](list(numbers[at : at + seats]))
    at += seats
    state.goals = vec[i64](list(numbers[at : at + seats * each]))
    at += seats * each
    for stack in range(STACKS):
        height = numbers[at]
        for card in numbers[at + 1 : at + 1 + height]:
            state.put_on(stack, card)
        at += 1 + height
    return state
