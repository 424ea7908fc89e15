"""The table of A Wizard Did It…: the stacks, the hands, the deck, and what is known of a hand."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import larger
from longbeard.engine.state import NOBODY, OVER, State
from longbeard.games.a_wizard_did_it import events
from longbeard.games.a_wizard_did_it.box import CARD, ITEM, STACKS, RoadBox

RANDOM: Final = -1


@mypyc_attr(acyclic=True)
class Stacks(State):
    """Everything that lies on the table, and how it is handled; `rules.py` and `knights.py` say when."""

    def __init__(self, box: RoadBox) -> None:
        super().__init__()
        self.box = box
        # the choice of the table
        self.first: i64 = RANDOM
        self.memory = False
        self.training = False
        # the goals, at seat * goals_each, and which are met: a bit for each
        self.goals: vec[i64] = vec[i64]()
        self.goals_each: i64 = 0
        self.met: i64 = 0
        # the hands: how many of each card, at seat * box.cards + card; and which cards, a bit for each
        self.hands: vec[i64] = vec[i64]()
        self.holds: vec[i64] = vec[i64]()
        self.sure_items: vec[i64] = vec[i64]()
        """How many items everyone knows to be in a hand, at least (W9)."""
        # what is left of the deck is its first cards
        self.deck: vec[i64] = vec[i64]()
        self.deck_count: i64 = 0
        # the stacks, at stack * box.tall, from the bottom up
        self.piles: vec[i64] = vec[i64]()
        self.heights: vec[i64] = vec[i64]()
        self.item_tops: i64 = 0
        """Which stacks show an item, a bit for each."""
        self.discards: vec[i64] = vec[i64]()
        """How many of each card are discarded."""
        # the knights
        self.valor: vec[i64] = vec[i64]()
        self.bonus: vec[i64] = vec[i64]()
        self.equipped: vec[i64] = vec[i64]()
        """How many of each item a knight has, at seat * box.cards + card."""
        self.arrived: i64 = 0
        self.princess: i64 = NOBODY
        # the roads as they were built, and whose knight set out first: for telling the walk again
        self.roads: vec[i64] = vec[i64]()
        self.road_lengths: vec[i64] = vec[i64]()
        self.leader: i64 = NOBODY
        # the decision
        self.plays: i64 = 0
        self.actor: i64 = OVER
        self.end: i64 = 0

    @final
    def set_up(self, seats: int, first: int, memory: bool) -> None:
        """Lay out an empty table."""
        cards = int(self.box.cards)
        self.seats = seats
        self.first = first
        self.memory = memory
        self.goals_each = self.box.goals_each
        self.goals = vec[i64]([0] * int(seats * self.goals_each))
        self.hands = vec[i64]([0] * (seats * cards))
        self.holds = vec[i64]([0] * seats)
        self.sure_items = vec[i64]([0] * seats)
        self.piles = vec[i64]([0] * int(STACKS * self.box.tall))
        self.heights = vec[i64]([0] * STACKS)
        self.discards = vec[i64]([0] * cards)
        self.valor = vec[i64]([int(self.box.valor)] * seats)
        self.bonus = vec[i64]([0] * seats)
        self.equipped = vec[i64]([0] * (seats * cards))

    @final
    def copy_to(self, copy: "Stacks") -> None:
        """Make another table equal to this one."""
        copy.seats = self.seats
        copy.first = self.first
        copy.memory = self.memory
        copy.training = self.training
        copy.goals = self.goals[:]
        copy.goals_each = self.goals_each
        copy.met = self.met
        copy.hands = self.hands[:]
        copy.holds = self.holds[:]
        copy.sure_items = self.sure_items[:]
        copy.deck = self.deck[:]
        copy.deck_count = self.deck_count
        copy.piles = self.piles[:]
        copy.heights = self.heights[:]
        copy.item_tops = self.item_tops
        copy.discards = self.discards[:]
        copy.valor = self.valor[:]
        copy.bonus = self.bonus[:]
        copy.equipped = self.equipped[:]
        copy.arrived = self.arrived
        copy.princess = self.princess
        copy.roads = self.roads  # shared: never changed once they are built
        copy.road_lengths = self.road_lengths
        copy.leader = self.leader
        copy.plays = self.plays
        copy.actor = self.actor
        copy.end = self.end

    @final
    def dump(self) -> list[int]:
        numbers: list[int] = [self.seats, self.first, int(self.memory), int(self.training)]
        numbers += [self.goals_each, self.met, self.item_tops, self.arrived, self.princess]
        numbers += [self.plays, self.actor, self.end]
        for pile in (self.goals, self.holds, self.hands, self.sure_items, self.heights, self.discards):
            numbers.extend(pile)
        for pile in (self.valor, self.bonus, self.equipped, self.deck[: self.deck_count]):
            numbers.extend(pile)
        for stack in range(STACKS):
            numbers.extend(self.pile(stack))
        return numbers

    @final
    def pieces(self) -> list[int]:
        counts = list(self.discards)
        for card in self.deck[: self.deck_count]:
            counts[card] += 1
        for seat in range(self.seats):
            for card in self.hand(seat):
                counts[card] += 1
            for card in range(self.box.cards):
                counts[card] += self.equipped[seat * self.box.cards + card]
        for stack in range(STACKS):
            for card in self.pile(stack):
                counts[card & CARD] += 1
        dealt = [list(self.goals).count(goal) for goal in range(len(self.box.goals))]
        return counts[1:] + dealt

    # ── the hands and the deck ────────────────────────────────────────────────────────────────────

    @final
    def hand(self, seat: i64) -> list[int]:
        """The cards of a hand, in their order."""
        cards: list[int] = []
        for card in range(self.box.cards):
            cards += [int(card)] * int(self.hands[seat * self.box.cards + card])
        return cards

    @final
    def take_card(self, seat: i64, luck: Luck) -> i64:
        """Draw a card from the deck into a hand."""
        deck = self.deck
        place = luck.pick(deck, self.deck_count)
        card = deck[place]
        self.deck_count -= 1
        deck[place] = deck[self.deck_count]
        self.hands[seat * self.box.cards + card] += 1
        self.holds[seat] |= 1 << card
        return card

    @final
    def let_go(self, seat: i64, card: i64) -> None:
        """Take a card out of a hand."""
        hands = self.hands
        place = seat * self.box.cards + card
        left = hands[place] - 1
        hands[place] = left
        if left == 0:
            self.holds[seat] &= ~(1 << card)

    @final
    def held(self, seat: i64) -> i64:
        """How many cards a hand has."""
        total: i64 = 0
        for place in range(seat * self.box.cards, (seat + 1) * self.box.cards):
            total += self.hands[place]
        return total

    @final
    def only_items(self, seat: i64) -> bool:
        return self.holds[seat] & ~self.box.items == 0

    # ── the stacks ────────────────────────────────────────────────────────────────────────────────

    @final
    def pile(self, stack: i64) -> vec[i64]:
        """A stack from the bottom up."""
        start = stack * self.box.tall
        return self.piles[start : start + self.heights[stack]]

    @final
    def put_on(self, stack: i64, card: i64) -> None:
        heights = self.heights
        height = heights[stack]
        heights[stack] = height + 1
        self.piles[stack * self.box.tall + height] = card
        self.mark_top(stack, card)

    @final
    def mark_top(self, stack: i64, card: i64) -> None:
        bit: i64 = 1 << stack
        if (self.box.items >> card) & 1 != 0:
            self.item_tops |= bit
        else:
            self.item_tops &= ~bit

    @final
    def swap_tops(self, lower: i64, higher: i64) -> None:
        """Exchange the top cards of two stacks (W8)."""
        piles = self.piles
        one = lower * self.box.tall + self.heights[lower] - 1
        other = higher * self.box.tall + self.heights[higher] - 1
        card = piles[one]
        piles[one] = piles[other]
        piles[other] = card
        self.mark_top(lower, piles[one])
        self.mark_top(higher, piles[other])
        if self.listened_to():
            self.tell_all(events.SWAPS, [self.actor, lower, higher, piles[one], piles[other]])

    # ── what others can know of a hand ────────────────────────────────────────────────────────────

    # Every card is played in the open, so whoever watched knows what lies in each stack, in order; and a
    # Swap changes two cards that all can see. Only hands and deck are hidden. One play says more than its
    # card: an item on an item shows that the whole hand was items (W9, X9).

    @final
    def note_item(self, seat: i64, forced: bool) -> None:
        """An item has left a hand: how many are surely left?"""
        if forced:
            self.sure_items[seat] = self.held(seat)
            self.tell(events.ONLY_ITEMS, seat)
        else:
            self.sure_items[seat] = larger(0, self.sure_items[seat] - 1)

    @final
    def return_hands(self, but: i64) -> None:
        """Put the cards of every hand but one back into the deck."""
        for seat in range(self.seats):
            if seat == but:
                continue
            for card in range(1, self.box.cards):
                while self.hands[seat * self.box.cards + card] > 0:
                    self.let_go(seat, card)
                    self.deck[self.deck_count] = card
                    self.deck_count += 1

    @final
    def sort_deck(self) -> None:
        """A deck has no order that anyone knows: put it into one that gives nothing away."""
        counts = vec[i64]([0] * int(self.box.cards))
        for number in range(self.deck_count):
            counts[self.deck[number]] += 1
        place: i64 = 0
        for card in range(self.box.cards):
            for copy in range(counts[card]):
                self.deck[place] = card
                place += 1

    @final
    def redraw_hands(self, but: i64, like: "Stacks", luck: Luck) -> None:
        """Draw the unknown hands again, as large as they are, until they fit what everyone has seen."""
        fits = False
        while not fits:
            fits = True
            for seat in range(self.seats):
                if seat == but:
                    continue
                for card in range(like.held(seat)):
                    self.take_card(seat, luck)
                fits = fits and self.items_in_hand(seat) >= self.sure_items[seat]
            if not fits:
                self.return_hands(but)

    @final
    def items_in_hand(self, seat: i64) -> i64:
        items: i64 = 0
        for card in range(self.box.cards):
            if self.box.kind[card] == ITEM:
                items += self.hands[seat * self.box.cards + card]
        return items
