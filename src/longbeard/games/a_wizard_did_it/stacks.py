"""The table of A Wizard Did It…: the stacks, the hands, the deck, and what is known of a hand."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import larger, lowest
from longbeard.engine.state import NOBODY, OVER, State
from longbeard.games.a_wizard_did_it import events
from longbeard.games.a_wizard_did_it.box import CARD, ITEM, STACKS, RoadBox

RANDOM: Final = -1
NOT_LISTED: Final = -2
"""What is unseen has to be listed anew."""


@mypyc_attr(acyclic=True)
class Stacks(State):
    """The table, and operations on it; `rules.py` and `knights.py` decide when they happen."""

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
        """Least number of items that everybody knows to be in a hand (W9)."""
        # what is left of the deck is its first cards
        self.deck: vec[i64] = vec[i64]()
        self.deck_count: i64 = 0
        self.unseen: vec[i64] = vec[i64]()
        """What one seat does not see, deck and other hands: kept until a card leaves either, for searches,
        which imagine one table over and over."""
        self.unseen_of: i64 = NOT_LISTED
        """That seat, or NOBODY."""
        # the stacks, at stack * box.tall, from the bottom up: a card with its tags fits in a byte
        self.piles: vec[u8] = vec[u8]()
        self.heights: vec[i64] = vec[i64]()
        self.filled: i64 = 0
        """Which stacks hold a card while wizards play, a bit for each."""
        self.item_tops: i64 = 0
        """The stacks whose top is an item, a bit for each."""
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
        self.roads: vec[u8] = vec[u8]()
        self.road_lengths: vec[i64] = vec[i64]()
        self.road_valor: vec[i64] = vec[i64]()
        """Valor with which the knights set out; empty if it is the rulebook's."""
        self.leader: i64 = NOBODY
        # the decision
        self.plays: i64 = 0
        self.actor: i64 = OVER
        self.end: i64 = 0
        self.lead: i64 = 0
        """By how many points wizard 0 is ahead at the end."""

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
        self.piles = vec[u8]([0] * int(STACKS * self.box.tall))
        self.heights = vec[i64]([0] * STACKS)
        self.discards = vec[i64]([0] * cards)
        self.valor = vec[i64]([int(self.box.valor)] * seats)
        self.bonus = vec[i64]([0] * seats)
        self.equipped = vec[i64]([0] * (seats * cards))

    @final
    def copy_to(self, copy: "Stacks", deck: vec[i64]) -> None:
        """Copy this table to another, which gets a deck of its own."""
        copy.seats = self.seats
        copy.first = self.first
        copy.memory = self.memory
        copy.training = self.training
        copy.goals = self.goals  # shared: a deal makes its own
        copy.goals_each = self.goals_each
        copy.met = self.met
        copy.hands = self.hands[:]
        copy.holds = self.holds[:]
        copy.sure_items = self.sure_items[:]
        copy.deck = deck
        copy.deck_count = self.deck_count
        copy.piles = self.piles[:]
        copy.heights = self.heights[:]
        copy.filled = self.filled
        copy.item_tops = self.item_tops
        copy.discards = self.discards[:]
        copy.valor = self.valor  # shared, like the next two: the knights' walk makes its own
        copy.bonus = self.bonus
        copy.equipped = self.equipped
        copy.arrived = self.arrived
        copy.princess = self.princess
        copy.roads = self.roads  # shared: never changed once they are built
        copy.road_lengths = self.road_lengths
        copy.road_valor = self.road_valor
        copy.leader = self.leader
        copy.plays = self.plays
        copy.actor = self.actor
        copy.end = self.end
        copy.lead = self.lead

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
            for tagged in self.pile(stack):
                counts[tagged & CARD] += 1
        dealt = [list(self.goals).count(goal) for goal in range(len(self.box.goals))]
        return counts[1:] + dealt

    # ── the hands and the deck ────────────────────────────────────────────────────────────────────

    @final
    def hand(self, seat: i64) -> list[int]:
        """Return the cards of a hand, in order."""
        cards: list[int] = []
        for card in range(self.box.cards):
            cards += [int(card)] * int(self.hands[seat * self.box.cards + card])
        return cards

    @final
    def take_card(self, seat: i64, luck: Luck) -> i64:
        """Draw a card from the deck into a hand."""
        return self._take_at(seat, luck.pick(self.deck, self.deck_count))

    @final
    def _take_at(self, seat: i64, place: i64) -> i64:
        deck = self.deck
        card = deck[place]
        self.deck_count -= 1
        self.unseen_of = NOT_LISTED
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
        self.unseen_of = NOT_LISTED
        self.holds[seat] &= ~(i64(left == 0) << card)  # no branch: which card was the last is random

    @final
    def held(self, seat: i64) -> i64:
        """Return the number of cards in a hand."""
        return self._count_held(seat, self.holds[seat])

    @final
    def _count_held(self, seat: i64, kinds: i64) -> i64:
        """Count the cards of some kinds, a bit for each, that are all in a hand."""
        hands, first = self.hands, seat * self.box.cards
        total: i64 = 0
        while kinds != 0:
            total += hands[first + lowest(kinds)]
            kinds &= kinds - 1
        return total

    @final
    def only_items(self, seat: i64) -> bool:
        return self.holds[seat] & ~self.box.items == 0

    # ── the stacks ────────────────────────────────────────────────────────────────────────────────

    @final
    def pile(self, stack: i64) -> vec[u8]:
        """Return a stack from the bottom up."""
        start = stack * self.box.tall
        return self.piles[start : start + self.heights[stack]]

    @final
    def put_on(self, stack: i64, card: i64) -> None:
        heights = self.heights
        height = heights[stack]
        heights[stack] = height + 1
        self.piles[stack * self.box.tall + height] = u8(card)
        self.filled |= 1 << stack
        self.mark_top(stack, card)

    @final
    def mark_top(self, stack: i64, card: i64) -> None:
        is_item = (self.box.items >> card) & 1
        self.item_tops = self.item_tops & ~(1 << stack) | is_item << stack

    @final
    def swap_tops(self, lower: i64, higher: i64) -> None:
        """Exchange the top cards of two stacks (W8)."""
        piles = self.piles
        one = lower * self.box.tall + self.heights[lower] - 1
        other = higher * self.box.tall + self.heights[higher] - 1
        card = piles[one]
        piles[one] = piles[other]
        piles[other] = card
        self.mark_top(lower, i64(piles[one]))
        self.mark_top(higher, i64(piles[other]))
        if self.listened_to():
            self.tell_all(events.SWAPS, [self.actor, lower, higher, piles[one], piles[other]])

    # ── what others can know of a hand ────────────────────────────────────────────────────────────

    # Every card is played in the open, so whoever watched knows what lies in each stack, in order; and a
    # Swap changes two cards that all can see. Only hands and deck are hidden. One play says more than its
    # card: an item on an item shows that the whole hand was items (W9, X9).

    @final
    def note_items(self, seat: i64, played: i64, covered: i64) -> None:
        """Update how many items are surely left in a hand, after it has played an item (1) or none (0) on an
        item (1) or none (0)."""
        if played & covered != 0:
            self.sure_items[seat] = self.held(seat)
            self.tell(events.ONLY_ITEMS, seat)
        else:
            self.sure_items[seat] = larger(0, self.sure_items[seat] - played)

    @final
    def return_hands(self, but: i64) -> None:
        """Put the cards of every hand but one back into the deck."""
        for seat in range(self.seats):
            if seat == but:
                continue
            while self.holds[seat] != 0:
                card = lowest(self.holds[seat])
                self.let_go(seat, card)
                self.deck[self.deck_count] = card
                self.deck_count += 1

    @final
    def take_back_hands(self, but: i64) -> None:
        """Empty every hand but one: what was in them is in the deck already."""
        self.deck_count = len(self.deck)
        for seat in range(self.seats):
            if seat != but:
                self.holds[seat] = 0
                for card in range(self.box.cards):
                    self.hands[seat * self.box.cards + card] = 0

    @final
    def unseen_by(self, seat: i64) -> vec[i64]:
        """Return the cards of the deck and of all other hands, sorted: their order gives nothing away."""
        if self.unseen_of != seat:
            self.unseen = self._list_unseen(seat)
            self.unseen_of = seat
        return self.unseen

    @final
    def _list_unseen(self, by: i64) -> vec[i64]:
        deck, cards = self.deck, self.box.cards
        counts = vec[i64]([0] * cards)
        for place in range(self.deck_count):
            counts[deck[place]] += 1
        total = self.deck_count
        for seat in range(self.seats):
            if seat != by:
                total += self.held(seat)
                for card in range(cards):
                    counts[card] += self.hands[seat * cards + card]
        unseen = vec[i64]([0] * total)
        place = 0
        for card in range(cards):
            left = counts[card]
            while left > 0:
                unseen[place] = card
                place += 1
                left -= 1
        return unseen

    @final
    def redraw_hands(self, but: i64, like: "Stacks", luck: Luck) -> None:
        """Draw the unknown hands again, as large as they are: all that fit what everybody has seen are
        equally likely.

        The items that are surely in a hand are drawn first, and then the rest. So there are as many ways to
        draw some hands as there are ways to choose the sure items out of theirs; they are kept only once in
        that many times, which makes all hands alike. (To draw whole hands until they fit could take a hundred
        thousand draws: few hands have four items.)
        """
        fits = False
        while not fits:
            for seat in range(self.seats):
                if seat != but:
                    for item in range(self.sure_items[seat]):
                        self._take_at(seat, self._random_item(luck))
            ways: i64 = 1
            for seat in range(self.seats):
                if seat != but:
                    for card in range(like.held(seat) - self.sure_items[seat]):
                        self.take_card(seat, luck)
                    if self.sure_items[seat] > 0:
                        ways *= choices_of(self.sure_items[seat], self.items_in_hand(seat))
            fits = ways == 1 or luck.below(ways) == 0
            if not fits:
                self.return_hands(but)

    @final
    def _random_item(self, luck: Luck) -> i64:
        """Return the index of a random item in the deck."""
        kind, deck = self.box.kind, self.deck
        items: i64 = 0
        for place in range(self.deck_count):
            if kind[deck[place]] == ITEM:
                items += 1
        number = luck.below(items)
        place = 0
        while kind[deck[place]] != ITEM or number > 0:
            if kind[deck[place]] == ITEM:
                number -= 1
            place += 1
        return place

    @final
    def items_in_hand(self, seat: i64) -> i64:
        return self._count_held(seat, self.holds[seat] & self.box.items)

    # ── what can be forgotten ─────────────────────────────────────────────────────────────────────

    @final
    def mix_up_stacks(self, luck: Luck) -> None:
        """Let half of the cards that lie under others change places, with one another or with the deck.

        The hands stay: a table imagined from this one draws them from that deck again. What is mixed up need
        not be what could have been played in turn (an item may come to lie on an item): whoever forgets does
        not notice.
        """
        for stack in range(STACKS):
            start = stack * self.box.tall
            for place in range(start, start + self.heights[stack] - 1):
                if luck.below(2) == 0:
                    self._mix_up(place, luck.below(self.deck_count + self._covered()))

    @final
    def _covered(self) -> i64:
        """Return the number of cards that lie under others."""
        covered: i64 = 0
        for stack in range(STACKS):
            covered += larger(0, self.heights[stack] - 1)
        return covered

    @final
    def _mix_up(self, place: i64, other: i64) -> None:
        """Exchange a covered card with one of the deck or, if the number is beyond that, a covered one."""
        piles, deck = self.piles, self.deck
        self.unseen_of = NOT_LISTED
        card = piles[place]
        if other < self.deck_count:
            if deck[other] != self.box.swap:  # a Swap lies on no stack (W3)
                piles[place] = u8(deck[other])
                deck[other] = i64(card)
            return
        other = self._covered_place(other - self.deck_count)
        piles[place] = piles[other]
        piles[other] = card

    @final
    def _covered_place(self, number: i64) -> i64:
        stack: i64 = 0
        while number >= larger(0, self.heights[stack] - 1):
            number -= larger(0, self.heights[stack] - 1)
            stack += 1
        return stack * self.box.tall + number


def choices_of(some: i64, of: i64) -> i64:
    """Return the binomial coefficient "`of` choose `some`"."""
    ways: i64 = 1
    for number in range(some):
        ways = ways * (of - number) // (number + 1)
    return ways
