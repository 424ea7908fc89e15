"""The printed things: cards by number, suit by suit."""

from longbeard.engine.state import Box


class TopBox(Box):
    """The suits by name, how many ranks each has, and how many cards are dealt to a hand."""

    def __init__(self, suits: list[str], ranks: int, hand: int) -> None:
        super().__init__()
        self.suits = suits
        self.ranks = ranks
        self.hand = hand

    def size(self) -> int:
        """How many cards there are."""
        return len(self.suits) * self.ranks

    def suit(self, card: int) -> int:
        """The suit of a card, by number."""
        return card // self.ranks

    def rank(self, card: int) -> int:
        """The rank of a card, from 1."""
        return card % self.ranks + 1

    def name(self, card: int) -> str:
        """A card in words."""
        return f"{self.rank(card)} of {self.suits[self.suit(card)]}"

    def fits(self, card: int, below: int) -> bool:
        """Whether a card has the suit or the rank of the one below it."""
        return self.suit(card) == self.suit(below) or self.rank(card) == self.rank(below)
