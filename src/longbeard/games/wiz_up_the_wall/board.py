"""The table of Wiz Up The Wall: the pile, the hand, the wall, and what a seat has seen of the cards."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import bit, larger
from longbeard.engine.state import OVER, State
from longbeard.games.wiz_up_the_wall import events
from longbeard.games.wiz_up_the_wall.box import BLIND, CARDS, KINDS, NO_CARD, StreamBox, forks
from longbeard.games.wiz_up_the_wall.streams import Streams
from longbeard.games.wiz_up_the_wall.wall import Tower

RANDOM: Final = -1
FAILED: Final = -1
"""Points of a round in which a wizard went bust."""

# The decisions.
BLIND_TIP: Final = 0  # G5
DRAW_OR_FINISH: Final = 1  # T1
PLACE: Final = 2  # T2
MATCH_OVER: Final = 3
# Steps of scoring a round, in which nobody is asked. They are seen at beats alone, never at a decision.
TURNING_UP: Final = 4  # P1: the streams of the seats up to `turn` are turned up
COUNTING: Final = 5  # P2: and the symbols on them are counted
SCORED: Final = 6  # P3: and those seats have their points
ROUND_OVER: Final = 7  # everything was told


@mypyc_attr(acyclic=True)
class Board(State):
    """The table, and operations on it; `rules.py` decides when they happen."""

    def __init__(self, box: StreamBox, tower: Tower) -> None:
        super().__init__()
        self.box = box
        self.tower = tower
        # the choice of the table
        self.first: i64 = RANDOM
        self.rounds: i64 = 3
        self.memory = False
        # the match
        self.round: i64 = 0
        self.points: vec[i64] = vec[i64]()
        """Points of every finished round, at round * seats + seat; FAILED for a bust."""
        self.earlier: Streams | None = None
        """The streams of the round before, turned up. They never change, so clones share them."""
        # the round
        self.streams = Streams(tower)
        self.pile: vec[i64] = vec[i64]()
        self.pile_count: i64 = 0
        self.next: i64 = NO_CARD
        """The pile's top card, drawn ahead because its back can be seen (S2)."""
        self.straight: i64 = 0
        """Number of straight cards at the pile's front; known only while cards are drawn again."""
        # the turn
        self.turn: i64 = 0
        self.hand: i64 = NO_CARD
        self.step: i64 = 0
        self.actor: i64 = OVER
        self.end: i64 = 0
        self.won: i64 = 0
        self.breaks_ties = False

    @final
    def set_up(self, seats: int, first: int, rounds: int, memory: bool) -> None:
        """Lay out an empty wall and a full pile."""
        self.seats = seats
        self.first = first
        self.rounds = rounds
        self.memory = memory
        self.points = vec[i64]([0] * (seats * rounds))
        self.pile = self.box.pile[:]
        self.streams.set_up(self.box, seats)

    @final
    def copy_to(self, copy: "Board") -> None:
        """Copy this table to another."""
        copy.seats = self.seats
        copy.first = self.first
        copy.rounds = self.rounds
        copy.memory = self.memory
        copy.round = self.round
        copy.points = self.points[:]
        copy.earlier = self.earlier
        copy.streams = self.streams.copy()
        copy.pile = self.pile[:]
        copy.pile_count = self.pile_count
        copy.next = self.next
        copy.turn = self.turn
        copy.hand = self.hand
        copy.step = self.step
        copy.actor = self.actor
        copy.end = self.end
        copy.won = self.won
        copy.breaks_ties = self.breaks_ties

    @final
    def dump(self) -> list[int]:
        options = int(self.memory) + 2 * int(self.breaks_ties)
        numbers: list[int] = [self.seats, self.first, self.rounds, options, self.round, self.next]
        numbers += [self.turn, self.hand, self.step, self.actor, self.end, self.won, self.pile_count]
        numbers.extend(self.pile)  # what is drawn already comes back in the next round
        numbers.extend(self.unlaid())
        numbers.extend(self.points)
        numbers.extend(self.streams.dump())
        if self.earlier is not None:
            numbers.extend(self.earlier.dump())
        return numbers

    @final
    def pieces(self) -> list[int]:
        """Count the cards of each number; all of them are in the pile again when a round begins (P4)."""
        counts = [0] * KINDS
        for card in self.pile[: self.pile_count]:
            counts[card] += 1
        for place in range(self.dealt()):
            counts[self.streams.card(place)] += 1
        for card in (self.hand, self.next):
            if card != NO_CARD:
                counts[card] += 1
        return counts

    # ── the pile ──────────────────────────────────────────────────────────────────────────────────

    @final
    def top_card(self, luck: Luck) -> i64:
        """Return a random card of those left. It goes behind them, so that the pile is full again at once
        (P4)."""
        pile, last = self.pile, self.pile_count - 1
        place = luck.pick(pile, last + 1)
        self.pile_count = last
        card = pile[place]
        pile[place] = pile[last]
        pile[last] = card
        return card

    @final
    def show_next(self, luck: Luck) -> None:
        """Draw the next card ahead, whose back can be seen (S2)."""
        if self.pile_count == 0:
            self.next = NO_CARD
            return
        self.next = self.top_card(luck)
        self.tell(events.NEXT, shape(self.next), self.pile_count + 1)

    @final
    def cards_left(self) -> i64:
        return self.pile_count if self.next == NO_CARD else self.pile_count + 1

    @final
    def dealt(self) -> i64:
        """Return how many cards lie on the wall or wait to be laid there unseen."""
        if self.actor == OVER:
            return self.streams.laid
        return larger(self.streams.laid, BLIND * self.seats)

    @final
    def unlaid(self) -> list[int]:
        """Return the blind cards that are dealt but not laid yet."""
        return [self.streams.card(place) for place in range(self.streams.laid, self.dealt())]

    # ── places ────────────────────────────────────────────────────────────────────────────────────

    @final
    def place_of(self, seat: i64) -> i64:
        """Return where a wizard stands in this round (G7)."""
        return (seat + self.round) % self.seats

    @final
    def left_of(self, seat: i64) -> i64:
        """Return the next seat clockwise (S3)."""
        left = seat + 1
        if left == self.seats:
            left = 0
        return left

    @final
    def starting_seat(self) -> i64:
        """Return who plays first in this round (G7)."""
        return (self.first + self.round) % self.seats

    @final
    def total(self, seat: i64) -> i64:
        """Return the points of all finished rounds (P4)."""
        total: i64 = 0
        for row in range(self.rounds_over()):
            total += larger(0, self.points[row * self.seats + seat])
        return total

    @final
    def long_round(self, seat: i64, place: i64) -> i64:
        """Return the points of a seat's longest stream (place 0), the next longest (1), and so on (P6)."""
        for row in range(self.rounds):
            points = larger(0, self.points[row * self.seats + seat])
            before: i64 = 0
            for other in range(self.rounds):
                one = larger(0, self.points[other * self.seats + seat])
                if one > points or (one == points and other < row):
                    before += 1
            if before == place:
                return points
        return 0

    @final
    def rounds_over(self) -> i64:
        return self.round if self.step != MATCH_OVER else self.round + 1

    # ── what a seat has seen ──────────────────────────────────────────────────────────────────────

    @final
    def turned_up(self, seat: i64) -> bool:
        """Return whether everybody sees the symbols of a seat's stream (P1)."""
        if self.step >= TURNING_UP and self.step <= SCORED:
            return seat <= self.turn
        return self.step >= MATCH_OVER

    @final
    def scored(self, seat: i64) -> bool:
        """Return whether everybody knows what this round brings a seat (P3)."""
        if self.step == TURNING_UP or self.step == COUNTING:
            return seat < self.turn
        return self.turned_up(seat)

    @final
    def has_seen(self, seat: i64, place: i64) -> bool:
        """Return whether a seat has seen the symbols of a laid card: its own, not blind; all, once turned
        up."""
        owner = self.streams.owner(place)
        if self.step >= MATCH_OVER and self.turned_up(owner):
            return True
        return owner == seat and place >= BLIND * self.seats

    @final
    def holds(self, seat: i64) -> bool:
        """Return whether a seat sees the symbols of the card in hand."""
        return seat == self.turn and self.hand != NO_CARD

    @final
    def own_seen(self, seat: i64) -> i64:
        """Return the laid cards whose symbols a seat has to remember, a bit for each."""
        own: i64 = 0
        if self.step != MATCH_OVER and not self.memory:
            for place in range(BLIND * self.seats, self.streams.laid):
                if self.streams.owner(place) == seat:
                    own |= bit(place)
        return own

    @final
    def draw_unseen_again(self, seat: i64, luck: Luck, forgotten: i64 = 0) -> None:
        """Draw every card again that a seat has not seen (or has forgotten, a bit for each), of the same
        shape, with equal chances.

        The shapes are all that anyone can tell of these cards, and the pile was shuffled. So, given the
        shapes, any order of the unseen straight cards, and any of the unseen forks, is as likely as another.
        The pile is built up from a full one, so that nothing of the real one can show.
        """
        streams = self.streams
        self.pile = self.box.pile[:]
        self.pile_count = CARDS
        self.straight = self.box.straight
        for place in range(self.dealt()):
            if self.has_seen(seat, place) and (forgotten >> place) & 1 == 0:
                self._take(self._find(streams.card(place)))
        if self.holds(seat):
            self._take(self._find(self.hand))
        for place in range(self.dealt()):
            if not self.has_seen(seat, place) or (forgotten >> place) & 1 != 0:
                streams.swap(place, self._like(streams.card(place), luck))
        if self.hand != NO_CARD and not self.holds(seat):
            self.hand = self._like(self.hand, luck)
        if self.next != NO_CARD:
            self.next = self._like(self.next, luck)

    @final
    def _find(self, card: i64) -> i64:
        place: i64 = 0
        while self.pile[place] != card:
            place += 1
        return place

    @final
    def _like(self, card: i64, luck: Luck) -> i64:
        """Return a random card of the same shape."""
        if forks(card):
            return self._take(self.straight + luck.below(self.pile_count - self.straight))
        return self._take(luck.below(self.straight))

    @final
    def _take(self, place: i64) -> i64:
        """Take a card out of a pile that has its straight cards first, and keep them there."""
        pile = self.pile
        card = pile[place]
        if place < self.straight:
            self.straight -= 1
            pile[place] = pile[self.straight]
            place = self.straight
        self.pile_count -= 1
        pile[place] = pile[self.pile_count]
        pile[self.pile_count] = card
        return card


def shape(card: i64) -> i64:
    """Return what an event says of a card's shape: 1 if it forks."""
    if forks(card):
        return 1
    return 0
