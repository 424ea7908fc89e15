"""The table of Wiz Up The Wall: the pile, the hand, the wall, and what a seat has seen of the cards."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.state import OVER, State
from longbeard.games.wiz_up_the_wall import events
from longbeard.games.wiz_up_the_wall.box import BLIND, CARDS, KINDS, NO_CARD, StreamBox, forks
from longbeard.games.wiz_up_the_wall.streams import Streams
from longbeard.games.wiz_up_the_wall.wall import Tower

RANDOM: Final = -1
FAILED: Final = -1
"""Stands for the points of a round in which a wizard went bust."""

# The decisions: what is being asked.
BLIND_TIP: Final = 0  # G5
DRAW_OR_FINISH: Final = 1  # T1
PLACE: Final = 2  # T2
MATCH_OVER: Final = 3


@mypyc_attr(acyclic=True)
class Board(State):
    """Everything that lies on the table, and how it is handled; `rules.py` says when."""

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
        self.totals: vec[i64] = vec[i64]()
        self.points: vec[i64] = vec[i64]()
        """The points of every round that is over, at round * seats + seat; FAILED for a bust."""
        self.earlier: Streams | None = None
        """The streams of the round before, turned up. Nobody changes them any more, so clones share them."""
        # the round
        self.streams = Streams(tower)
        self.pile: vec[i64] = vec[i64]()
        self.pile_count: i64 = 0
        self.next: i64 = NO_CARD
        """The pile's top card, drawn ahead because its back can be seen (S2)."""
        self.blind: vec[i64] = vec[i64]()
        """The blind cards in the order dealt; those of the first cards on the wall are laid."""
        self.straight: i64 = 0
        """How many cards at the pile's front are straight; known only while cards are drawn again."""
        # the turn
        self.turn: i64 = 0
        self.hand: i64 = NO_CARD
        self.step: i64 = 0
        self.actor: i64 = OVER
        self.end: i64 = 0
        self.won: i64 = 0

    @final
    def set_up(self, seats: int, first: int, rounds: int, memory: bool) -> None:
        """An empty wall and a full pile."""
        self.seats = seats
        self.first = first
        self.rounds = rounds
        self.memory = memory
        self.totals = vec[i64]([0] * seats)
        self.points = vec[i64]([0] * (seats * rounds))
        self.blind = vec[i64]([NO_CARD] * (BLIND * seats))
        self.pile = self.box.pile[:]
        self.streams.set_up(self.box, seats)

    @final
    def copy_to(self, copy: "Board") -> None:
        """Make another table equal to this one."""
        copy.seats = self.seats
        copy.first = self.first
        copy.rounds = self.rounds
        copy.memory = self.memory
        copy.round = self.round
        copy.totals = self.totals[:]
        copy.points = self.points[:]
        copy.earlier = self.earlier
        copy.streams = self.streams.copy()
        copy.pile = self.pile[:]
        copy.pile_count = self.pile_count
        copy.next = self.next
        copy.blind = self.blind[:]
        copy.turn = self.turn
        copy.hand = self.hand
        copy.step = self.step
        copy.actor = self.actor
        copy.end = self.end
        copy.won = self.won

    @final
    def dump(self) -> list[int]:
        numbers: list[int] = [self.seats, self.first, self.rounds, int(self.memory), self.round, self.next]
        numbers += [self.turn, self.hand, self.step, self.actor, self.end, self.won, self.pile_count]
        numbers.extend(self.pile[: self.pile_count])
        numbers.extend(self.unlaid())
        numbers.extend(self.totals)
        numbers.extend(self.points)
        numbers.extend(self.streams.dump())
        if self.earlier is not None:
            numbers.extend(self.earlier.dump())
        return numbers

    @final
    def pieces(self) -> list[int]:
        """The cards of each number; all of them are in the pile again when a round begins (P4)."""
        counts = [0] * KINDS
        for pile in (self.pile[: self.pile_count], self.unlaid(), self.streams.card[: self.streams.laid]):
            for card in pile:
                counts[card] += 1
        for card in (self.hand, self.next):
            if card != NO_CARD:
                counts[card] += 1
        return counts

    # ── the pile ──────────────────────────────────────────────────────────────────────────────────

    @final
    def fill_pile(self) -> None:
        self.pile = self.box.pile[:]
        self.pile_count = CARDS

    @final
    def top_card(self, luck: Luck) -> i64:
        place = luck.pick(self.pile, self.pile_count)
        card = self.pile[place]
        self.pile_count -= 1
        self.pile[place] = self.pile[self.pile_count]
        return card

    @final
    def show_next(self, luck: Luck) -> None:
        """S2: the back of the next card can be seen."""
        if self.pile_count == 0:
            self.next = NO_CARD
            return
        self.next = self.top_card(luck)
        self.tell(events.NEXT, int(forks(self.next)), self.pile_count + 1)

    @final
    def cards_left(self) -> i64:
        return self.pile_count + (1 if self.next != NO_CARD else 0)

    @final
    def unlaid(self) -> vec[i64]:
        """The blind cards that are dealt but not laid yet."""
        laid = self.streams.laid
        return self.blind[laid:] if laid < BLIND * self.seats else self.blind[:0]

    # ── places ────────────────────────────────────────────────────────────────────────────────────

    @final
    def place_of(self, seat: i64) -> i64:
        """G7: where a wizard stands in this round."""
        return (seat + self.round) % self.seats

    @final
    def starting_seat(self) -> i64:
        """G7: who plays first in this round."""
        return (self.first + self.round) % self.seats

    # ── what a seat has seen ──────────────────────────────────────────────────────────────────────

    @final
    def has_seen(self, seat: i64, place: i64) -> bool:
        """Whether a seat has seen the symbols of a laid card: its own, not blind; all, once turned up."""
        if self.step == MATCH_OVER:
            return True
        return self.streams.owner[place] == seat and place >= BLIND * self.seats

    @final
    def return_unseen(self, seat: i64) -> None:
        """Put a copy of every card that a seat has not seen into the pile, and sort it."""
        streams = self.streams
        for place in range(streams.laid):
            if not self.has_seen(seat, place):
                self._return(streams.card[place])
        for place in range(streams.laid, BLIND * self.seats):
            self._return(self.blind[place])
        if self.hand != NO_CARD and not self.holds(seat):
            self._return(self.hand)
        if self.next != NO_CARD:
            self._return(self.next)
        self._sort_pile()

    @final
    def holds(self, seat: i64) -> bool:
        """Whether a seat sees the symbols of the card in hand."""
        return seat == self.turn and self.step == PLACE

    @final
    def _return(self, card: i64) -> None:
        self.pile[self.pile_count] = card
        self.pile_count += 1

    @final
    def _sort_pile(self) -> None:
        """Nobody knows the order of the pile: put it into one that gives nothing away."""
        pile = self.pile
        for place in range(1, self.pile_count):
            card = pile[place]
            gap = place
            while gap > 0 and pile[gap - 1] > card:
                pile[gap] = pile[gap - 1]
                gap -= 1
            pile[gap] = card

    @final
    def redraw_unseen(self, seat: i64, luck: Luck) -> None:
        """Draw every card that a seat has not seen again, of the same shape: each way is equally likely.

        The shapes are all that anyone can tell of these cards, and the pile was shuffled. So, given the
        shapes, any order of the unseen straight cards, and any of the unseen forks, is as likely as another.
        """
        self.straight = 0
        while self.straight < self.pile_count and not forks(self.pile[self.straight]):
            self.straight += 1
        streams = self.streams
        for place in range(streams.laid):
            if not self.has_seen(seat, place):
                streams.card[place] = self._redraw(streams.card[place], luck)
        for place in range(streams.laid, BLIND * self.seats):
            self.blind[place] = self._redraw(self.blind[place], luck)
        if self.hand != NO_CARD and not self.holds(seat):
            self.hand = self._redraw(self.hand, luck)
        if self.next != NO_CARD:
            self.next = self._redraw(self.next, luck)

    @final
    def _redraw(self, card: i64, luck: Luck) -> i64:
        """A card of the same shape, out of a pile that has its straight cards first."""
        pile = self.pile
        last = self.pile_count - 1
        self.pile_count = last
        if forks(card):
            place = self.straight + luck.below(last + 1 - self.straight)
            drawn = pile[place]
        else:
            place = luck.below(self.straight)
            drawn = pile[place]
            self.straight -= 1
            pile[place] = pile[self.straight]
            place = self.straight
        pile[place] = pile[last]
        return drawn
