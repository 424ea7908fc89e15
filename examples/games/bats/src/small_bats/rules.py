"""The rules of Small Bats; the numbers in the comments are those of the rulebook."""

from dataclasses import dataclass
from typing import ClassVar

from longbeard.declared import (
    OWNER,
    Card,
    CardGame,
    Deck,
    Flag,
    Hand,
    Number,
    Pile,
    Piles,
    Place,
    Score,
    Seat,
    Tags,
    action,
    event,
)  # fmt: skip

WITCH = 12


@dataclass(frozen=True)
class Playing(Card):
    """A card of a suit, from 7 to 14."""

    suit: str
    rank: int


@dataclass(frozen=True)
class Numbers:
    """The numbers of the game."""

    witch: int


class Bats(CardGame[Playing, Numbers]):
    """Hands are secret, and so is the card that is passed on; who could not follow suit, all remember."""

    deck = Deck[Playing]()
    hand = Hand[Playing]()
    passed = Piles[Playing](sees=OWNER)
    trick = Pile[Playing]()
    taken = Piles[Playing]()
    points = Score()
    deals = Number()
    passing = Flag()
    lacks = Tags("owls", "moons", "hats", "bats")
    leader = Number(shown=False)

    endings: ClassVar = {"deals": "Everybody has led first once."}
    about: ClassVar = {"trick": "Trick: one card of each; the highest of the suit that was led takes it."}

    def setup(self) -> None:
        self.leader = self.turn
        for seat in self.everyone:  # S1
            for card in range(len(self.box.cards) // int(self.seats)):
                self.luck.draw(self.deck, self.hand[seat])
            self.lacks[seat].clear()
        self.passing = True
        self.dealt(Seat(self.leader))

    @action("pass {card}", ask="Which card do you pass to the left?", secret=True, card=hand)
    def pass_on(self, card: Playing) -> None:
        self.hand[self.turn].give(card, self.passed[self.turn])  # P1
        self.passes(self.turn)
        if all(self.passed):
            for seat in self.everyone:
                self.passed[seat].give_all(self.hand[self.after(seat)])
            self.passing = False
        self.turn = self.after(self.turn)

    @pass_on.when
    def may_pass(self, card: Playing) -> bool:
        return self.passing

    @action("play {card}", ask="Which card do you play?", card=hand)
    def play(self, card: Playing) -> None:
        if self.trick and card.suit != self.trick[0].suit:
            self.lacks[self.turn].add(self.trick[0].suit)
        self.hand[self.turn].give(card, self.trick)
        self.plays(self.turn, card)
        self.turn = self.after(self.turn)
        if len(self.trick) == self.seats:
            self.take()

    @play.when
    def may_play(self, card: Playing) -> bool:
        led = self.trick[0].suit if self.trick else card.suit
        suits = {other.suit for other in self.hand[self.turn]}
        return not self.passing and (card.suit == led or led not in suits)  # T1

    def take(self) -> None:
        led = self.trick[0].suit  # T2
        best = max(range(len(self.trick)), key=lambda at: (self.trick[at].suit == led, self.trick[at].rank))
        winner = Seat((self.turn + best) % int(self.seats))  # the turn has come round to who led
        against = sum(card.suit == "bats" for card in self.trick)
        against += self.numbers.witch * sum(c.suit == "hats" and c.rank == WITCH for c in self.trick)
        self.points[winner] -= against  # T3
        self.trick.give_all(self.taken[winner])
        self.takes(winner, against)
        self.turn = winner
        if not any(self.hand):
            self.next_deal()

    def next_deal(self) -> None:
        self.deals += 1
        if self.deals == self.seats:
            self.end("deals")  # E1
            return
        for seat in self.everyone:
            self.taken[seat].give_all(self.deck)
        self.turn = self.after(Seat(self.leader))  # S2
        self.setup()

    def could_hold(self, place: Place[Playing], card: Playing) -> bool:
        return place.owner < 0 or card.suit not in self.lacks[place.owner]

    @event("{seat:You lead|# leads} this deal.", rule="S2")
    def dealt(self, seat: Seat) -> None: ...
    @event("{seat:You pass|# passes} a card to the left.", rule="P1")
    def passes(self, seat: Seat) -> None: ...
    @event("{seat:You play|# plays} the {card}.", rule="T1")
    def plays(self, seat: Seat, card: Playing) -> None: ...
    @event(
        "{seat:You take|# takes} the trick: {points:nothing|1 point|# points} against {seat:you|them}.",
        rule="T3",
    )
    def takes(self, seat: Seat, points: int) -> None: ...
