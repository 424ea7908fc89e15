"""The box of Witless Wizards as the rules read it: flat tables of numbers, a row for each ability."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.state import Box
from longbeard.games.witless_wizards import abilities

NO_CARD: Final = 0
"""Number of the empty slot, a card of zeros, so that sums need no special case."""

OFFENSIVE: Final = 0
DEFENSIVE: Final = 1
SPECIAL: Final = 2
SLOTS: Final = 3


@final
@mypyc_attr(acyclic=True)
class WizardBox(Box):
    """Every card by its number, from 1; copies of a card share a number (X9)."""

    def __init__(self) -> None:
        self.digest = ""
        self.cards: i64 = 1
        self.slugs: list[str] = [""]
        self.names: list[str] = ["nothing"]
        self.texts: list[str] = [""]
        self.icons: list[str] = [""]
        self.decks: list[str] = []
        self.titles: list[str] = []
        self.kind: vec[i64] = vec[i64]([SPECIAL])
        self.value: vec[i64] = vec[i64]([0])
        self.income: vec[i64] = vec[i64]([0])
        self.copies: vec[i64] = vec[i64]([0])
        self.deck_of: vec[i64] = vec[i64]([-1])
        self.powers: vec[i64] = vec[i64]([0] * len(abilities.NAMES))
        """The number of an ability on a card, at ability * cards + card."""
        self.words: vec[i64] = vec[i64]([0])
        """The abilities on a card, a bit for each."""
        self.deck_starts: vec[i64] = vec[i64]()
        """Number of the first card of each deck, and one past the last."""
        self.stamina: i64 = 20
        self.weakened: i64 = 5
        self.decks_in_play: i64 = 3
        self.die: vec[i64] = vec[i64]([1])
        self.start_cards: vec[i64] = vec[i64]()
        """Start cards of the first, second, … player, at place * SLOTS + slot."""
        self.start_cubes: vec[i64] = vec[i64]()
