"""A Wizard Did It…, in the order of its rulebook. The numbers in the comments are the rulebook's."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import several
from longbeard.engine.state import OVER, Choices
from longbeard.games.a_wizard_did_it import events
from longbeard.games.a_wizard_did_it.box import ITEM, NO_CARD, PAIRS, SEATS, STACKS, RoadBox
from longbeard.games.a_wizard_did_it.knights import Knights
from longbeard.games.a_wizard_did_it.stacks import RANDOM

# The actions. The cards, which are data, come last: a card and a stack for each.
SWAP_NONE: Final = 0
SWAP: Final = 1
PLAY: Final = SWAP + PAIRS

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
        """W1: any card of the hand on any stack, as far as W2 and W8 allow."""
        hands = self.hands
        kinds = self.box.kind
        start = self.actor * self.box.hand
        end = start + self.held[self.actor]
        swap = self.box.swap
        if hands[end - 1] == swap:
            self._offer_swaps(choices)
        before: i64 = NO_CARD
        for place in range(start, end):
            card = hands[place]
            if card == before or card == swap:
                continue
            before = card
            first = PLAY + (card - 1) * STACKS
            if kinds[card] == ITEM:
                self._offer_item(first, choices)
            else:
                for action in range(first, first + STACKS):
                    choices.add(action)

    def resolve(self, action: i64, luck: Luck) -> None:
        if action >= PLAY:
            self._play((action - PLAY) // STACKS + 1, (action - PLAY) % STACKS)
        else:
            self._swap(action)
        self._draw_card(luck)
        self._next_wizard()

    def clone(self) -> "AWizardDidIt":
        copy = AWizardDidIt(self.box)
        self.copy_to(copy)
        return copy

    def imagine(self, seat: i64, luck: Luck) -> "AWizardDidIt":
        """Stacks stay as they are: whoever watched knows them. Other hands are drawn again."""
        other = self.clone()
        other.return_hands(seat)
        other.sort_deck()
        other.redraw_hands(seat, self.held, luck)
        return other

    def scores(self) -> list[int]:
        return [self.points(seat) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        if self.end == 0:
            return []
        scores = self.scores()
        return [seat for seat in range(len(scores)) if scores[seat] == max(scores)]

    def ending(self) -> str:
        return ENDINGS[self.end]

    def action_count(self) -> int:
        return int(PLAY + (self.box.swap - 1) * STACKS)

    # ── setup ─────────────────────────────────────────────────────────────────────────────────────

    def deal(self, luck: Luck) -> None:
        if self.training:
            self._train()
            return
        first = self.first if self.first != RANDOM else luck.below(self.seats)
        self.tell(events.FIRST, first)
        self._deal_goals(luck)
        self._deal_hands(luck)
        self.actor = first

    def _deal_goals(self, luck: Luck) -> None:
        """S1: so many of each kind for each wizard; what is left is out of play (X7)."""
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
        """S2."""
        self.deck = self.box.deck[:]
        self.deck_count = len(self.deck)
        for seat in range(self.seats):
            self.tell(events.DEALT, seat, self.box.hand)
            for number in range(self.box.hand):
                self.whisper(seat, events.DRAWN, seat, self.take_card(seat, luck))

    # ── Wizard's Phase ────────────────────────────────────────────────────────────────────────────

    def _offer_item(self, first: i64, choices: Choices) -> None:
        """W2: not on an item. W9: unless there is nothing else to play."""
        free = ALL_STACKS & ~self.item_tops
        if free == 0 and self.items_in_hand(self.actor) == self.held[self.actor]:
            free = ALL_STACKS
        for stack in range(STACKS):
            if (free >> stack) & 1 != 0:
                choices.add(first + stack)

    def _offer_swaps(self, choices: Choices) -> None:
        """W8, X8: any two stacks that hold a card; for no effect only if there are no two."""
        filled = self.filled
        if not several(filled):
            choices.add(SWAP_NONE)
            return
        lower = self.box.swap_lower
        higher = self.box.swap_higher
        for pair in range(PAIRS):
            if (filled >> lower[pair]) & (filled >> higher[pair]) & 1 != 0:
                choices.add(SWAP + pair)

    def _play(self, card: i64, stack: i64) -> None:
        """W1."""
        seat = self.actor
        self.let_go(seat, card)
        self.tell(events.PLAYS, seat, card, stack)
        if self.box.kind[card] == ITEM:
            self.note_item(seat, (self.item_tops >> stack) & 1 != 0)
        self.put_on(stack, card)

    def _swap(self, action: i64) -> None:
        """W3, W8."""
        self.let_go(self.actor, self.box.swap)
        self.discards[self.box.swap] += 1
        if action == SWAP_NONE:
            self.tell(events.SWAPS_NOTHING, self.actor)
        else:
            self.swap_tops(self.box.swap_lower[action - SWAP], self.box.swap_higher[action - SWAP])

    def _draw_card(self, luck: Luck) -> None:
        """W4."""
        if self.deck_count == 0:
            return
        self.tell(events.DRAWS, self.actor)
        self.whisper(self.actor, events.DRAWN, self.actor, self.take_card(self.actor, luck))
        if self.deck_count == 0:
            self.tell(events.DECK_OUT)

    def _next_wizard(self) -> None:
        """W5: until every card has been played. K1: whoever played the last goes second."""
        last = self.actor
        self.plays += 1
        self.actor = (last + 1) % SEATS
        if self.held[self.actor] == 0:
            self.filled = 0
            self.item_tops = 0
            self.walk(self.actor)
            self._finish()

    # ── scoring ───────────────────────────────────────────────────────────────────────────────────

    def points(self, seat: i64) -> int:
        """P1."""
        total = self.valor[seat] + self.princess_points(seat)
        for place in range(seat * self.goals_each, (seat + 1) * self.goals_each):
            if (self.met >> place) & 1 != 0:
                total += self.box.goal_points[self.goals[place]]
        return int(total)

    def princess_points(self, seat: i64) -> i64:
        return self.box.princess if self.princess == seat else 0

    def _finish(self) -> None:
        self.actor = OVER
        self._tell_scores()
        self.end = MOST_POINTS
        winners = self.winners()
        if len(winners) > 1:
            self.end = TIE
            self.tell(events.TIE, self.points(0))
        elif not self.training:
            self.tell(events.WON, winners[0], self.points(winners[0]))

    def _tell_scores(self) -> None:
        if not self.listened_to():
            return
        for seat in range(self.seats):
            data: list[int] = [seat, self.points(seat), self.valor[seat], self.princess_points(seat)]
            for place in range(seat * self.goals_each, (seat + 1) * self.goals_each):
                if (self.met >> place) & 1 != 0:
                    data += [self.goals[place], self.box.goal_points[self.goals[place]]]
            self.tell_all(events.SCORE, data)

    # ── Knight's Training ─────────────────────────────────────────────────────────────────────────

    def _train(self) -> None:
        """One knight, one stack, no Castle: walked at once, for the lesson to tell bit by bit."""
        for goal in self.goals:
            self.tell(events.GOAL_DEALT, 0, goal)
        for card in self.box.training_stack:
            self.put_on(self.box.training_location, card)
        self.filled = 0
        self.item_tops = 0
        self.walk(0)
        self._finish()


def table(box: RoadBox, seats: int, options: dict[str, str]) -> AWizardDidIt:
    """A table for two wizards, before the deal."""
    first = RANDOM if options["first"] == "random" else int(options["first"])
    state = AWizardDidIt(box)
    state.set_up(seats, first, options["memory"] == "on")
    return state


def training(box: RoadBox, seats: int, options: dict[str, str]) -> AWizardDidIt:
    """The table of Knight's Training: one wizard, whose road is laid out and walked by the deal."""
    state = AWizardDidIt(box)
    state.set_up(1, 0, options["memory"] == "on")
    state.training = True
    state.goals = vec[i64](list(box.training_goals))
    state.goals_each = len(box.training_goals)
    return state
