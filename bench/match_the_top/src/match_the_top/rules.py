"""The rules of Match The Top; the numbers in the comments are those of the rulebook."""

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import bit
from longbeard.engine.state import NOBODY, OVER, Choices, State
from match_the_top import events
from match_the_top.box import TopBox

DRAW: Final = 0
PLAY: Final = 1
"""The first of the plays: one for each card."""
EMPTY_HAND: Final = "empty-hand"


def table(box: TopBox, seats: int, options: Mapping[str, str]) -> "MatchTheTop":
    """The table before the deal."""
    return MatchTheTop(box, seats)


def cards_in(pile: i64) -> list[int]:
    """The cards of a pile, in order."""
    found: list[int] = []
    card: i64 = 0
    while pile >> card:
        if (pile >> card) & 1:
            found.append(card)
        card += 1
    return found


@final
@mypyc_attr(acyclic=True)
class MatchTheTop(State):
    """Hands are secret; the top card, the points and how many cards are where lie open. A pile has a bit for
    each card; the deck has no order, and a card of it is decided when it is drawn."""

    def __init__(self, box: TopBox, seats: int) -> None:
        super().__init__()
        self.seats = seats
        self.box = box
        self.turn: i64 = 0  # S3
        self.deck: vec[i64] = vec[i64](range(box.size()))
        self.left: i64 = box.size()
        self.hands: vec[i64] = vec[i64]([0] * seats)
        self.held: vec[i64] = vec[i64]([0] * seats)
        """How many cards each hand has."""
        self.top: i64 = NOBODY
        self.buried: i64 = 0
        self.points: vec[i64] = vec[i64]([0] * seats)

    def deal(self, luck: Luck) -> None:
        for seat in range(self.seats):
            for each in range(self.box.hand):  # S2
                self._take(seat, luck)
        self.top = self._draw(luck)
        self.tell(events.TURNS_UP, self.top)

    def to_act(self) -> i64:
        return OVER if self._over() else self.turn

    def offer(self, choices: Choices) -> None:
        if self.left > 0:
            choices.add(DRAW)
        hand, card = self.hands[self.turn], i64(0)
        while hand >> card:
            if (hand >> card) & 1:
                choices.add(PLAY + card)
            card += 1

    def resolve(self, action: i64, luck: Luck) -> None:
        if action == DRAW:  # T1
            self._take(self.turn, luck)
        else:
            self._play(action - PLAY)
        self.turn = (self.turn + 1) % self.seats

    def _play(self, card: i64) -> None:
        seat, below = self.turn, self.top
        self.hands[seat] ^= bit(card)
        self.held[seat] -= 1
        self.buried |= bit(below)
        self.top = card
        self.tell(events.PLAYS, seat, card)
        if self.box.fits(card, below):  # T2
            self.beat()
            points = self.box.rank(card)
            self.points[seat] += points
            self.tell(events.SCORES, seat, points)

    def _take(self, seat: i64, luck: Luck) -> None:
        card = self._draw(luck)
        self.hands[seat] |= bit(card)
        self.held[seat] += 1
        self.tell(events.DRAWS, seat)
        self.whisper(seat, events.FINDS, seat, card)

    def _draw(self, luck: Luck) -> i64:
        place = luck.pick(self.deck, self.left)
        card = self.deck[place]
        self.left -= 1
        self.deck[place] = self.deck[self.left]
        return card

    def _over(self) -> bool:
        empty: i64 = 0
        for seat in range(self.seats):
            if self.held[seat] == 0:
                empty += 1
        return self.left == 0 and empty > 0  # E1

    def clone(self) -> "MatchTheTop":
        copy = MatchTheTop(self.box, self.seats)
        copy.turn = self.turn
        copy.deck = self.deck[:]
        copy.left = self.left
        copy.hands = self.hands[:]
        copy.held = self.held[:]
        copy.top = self.top
        copy.buried = self.buried
        copy.points = self.points[:]
        return copy

    def imagine(self, seat: i64, luck: Luck) -> "MatchTheTop":
        twin = self.clone()
        unknown = [int(card) for card in self.deck[: self.left]]
        others = [other for other in range(self.seats) if other != seat]
        for other in others:
            unknown += cards_in(self.hands[other])
        twin.deck, twin.left = vec[i64](sorted(unknown)), len(unknown)
        for other in others:
            twin.hands[other] = 0
            for each in range(self.held[other]):
                twin.hands[other] |= bit(twin._draw(luck))
        return twin

    def scores(self) -> list[int]:
        return [int(points) for points in self.points]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(self.seats) if self._over() and scores[seat] == max(scores)]  # E2

    def ending(self) -> str:
        return EMPTY_HAND if self._over() else ""

    def dump(self) -> list[int]:
        open_ = [int(self.turn), int(self.top), int(self.buried), *self.scores()]
        return [*open_, *cards_in(self._pile()), NOBODY, *(int(hand) for hand in self.hands)]

    def _pile(self) -> i64:
        pile: i64 = 0
        for place in range(self.left):
            pile |= bit(self.deck[place])
        return pile

    def pieces(self) -> list[int]:
        found = [0] * self.box.size()
        piles = [self._pile(), self.buried, *self.hands, 0 if self.top == NOBODY else bit(self.top)]
        for pile in piles:
            for card in cards_in(pile):
                found[card] += 1
        return found

    def action_count(self) -> int:
        return PLAY + self.box.size()
