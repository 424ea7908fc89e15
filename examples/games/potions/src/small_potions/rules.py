"""The rules of Small Potions; the numbers in the comments are those of the rulebook."""

from dataclasses import dataclass
from typing import ClassVar

from longbeard.declared import Card, CardGame, Deck, Hand, Pile, Piles, Score, Seat, Weight, action, event


@dataclass(frozen=True)
class Potion(Card):
    """A card with a strength."""

    strength: int


@dataclass(frozen=True)
class Shop:
    """The numbers of the game."""

    pocket: int
    boiling: int
    perfect_bonus: int
    shelf: list[int]


class Potions(CardGame[Potion, Shop]):
    """Pockets are secret; brews and what is spent lie open; the cupboard has no order."""

    cupboard = Deck[Potion]()
    pocket = Hand[Potion]()
    brew = Piles[Potion]()
    spent = Pile[Potion]()
    points = Score()

    endings: ClassVar = {"shelf": "A shelf is full.", "cupboard": "The cupboard is empty."}
    about: ClassVar = {"cork": "Cork: score your brew."}

    def setup(self) -> None:
        self.begins(self.turn)
        for seat in self.everyone:
            for card in range(self.numbers.pocket):  # S3
                self.fill_pocket(seat)

    def fill_pocket(self, seat: Seat) -> None:
        card = self.luck.draw(self.cupboard, self.pocket[seat])
        self.draws(seat)
        self.finds(seat, card)

    @action("stir", phrase="stir a card from the cupboard into your brew", at=cupboard)
    def stir(self) -> None:  # T2
        card = self.luck.draw(self.cupboard, self.brew[self.turn])
        self.stirs(self.turn, card)
        self.boil(self.turn)

    @action("cork", phrase="cork your brew", at=brew)
    def cork(self) -> None:
        seat = self.turn
        points = sum(card.strength for card in self.brew[seat])  # T5
        points += self.numbers.perfect_bonus if points == self.numbers.boiling else 0
        self.points[seat] += points
        self.brew[seat].give_all(self.spent)
        self.corks(seat, points)
        if self.points[seat] >= self.numbers.shelf[int(self.seats) - 2]:
            self.end("shelf")  # E1
        elif len(self.pocket[seat]) < self.numbers.pocket:
            self.fill_pocket(seat)  # T6

    @cork.when
    def may_cork(self) -> bool:
        return bool(self.brew[self.turn])

    @action(
        "pour {card} into {whose}",
        phrase="pour your {card} into {whose:your own brew|the brew of #}",
        card=pocket,
        whose=brew,
    )
    def pour(self, card: Potion, whose: Seat) -> None:
        self.pocket[self.turn].give(card, self.brew[whose])
        self.pours(self.turn, card, whose)
        self.boil(whose)

    @pour.when
    def may_pour(self, card: Potion, whose: Seat) -> bool:
        return whose == self.turn or bool(self.brew[whose])  # T3

    def boil(self, whose: Seat) -> None:
        if sum(card.strength for card in self.brew[whose]) > self.numbers.boiling:  # T4
            self.brew[whose].give_all(self.spent)
            self.boils_over(whose)

    def done(self) -> None:
        if not self.reason and not self.cupboard:
            self.end("cupboard")  # E2
        self.turn = self.after(self.turn)

    @event("{seat:You play|# plays} first.", rule="S2")
    def begins(self, seat: Seat) -> None: ...
    @event("{seat:You draw|# draws} a card into the pocket.", weight=Weight.TRIVIAL)
    def draws(self, seat: Seat) -> None: ...
    @event("It is a {card}.", to="seat")
    def finds(self, seat: Seat, card: Potion) -> None: ...
    @event("{seat:You stir|# stirs} in a {card}.", rule="T2")
    def stirs(self, seat: Seat, card: Potion) -> None: ...
    @event("{seat:You pour|# pours} a {card} into {whose:your brew|the brew of #}.", rule="T3")
    def pours(self, seat: Seat, card: Potion, whose: Seat) -> None: ...
    @event("{seat:Your brew|The brew of #} boils over.", rule="T4", weight=Weight.DRAMATIC)
    def boils_over(self, seat: Seat) -> None: ...
    @event("{seat:You cork|# corks} a bottle for {points:1 point|# points}.", rule="T5")
    def corks(self, seat: Seat, points: int) -> None: ...
