"""The box of Wiz Up The Wall as the rules read it: flat tables of numbers.

A card is a number: its pair of symbols, and PAIRS more if it forks. Copies share a number.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.state import Box

NO_CARD: Final = -1
SYMBOLS: Final = 6
PAIRS: Final = 21
KINDS: Final = 42
CARDS: Final = 63
BLIND: Final = 2
"""Cards that everybody lays unseen (S1)."""
MOST_SEATS: Final = 6

# Contribution of a card to a spell, in one number: a byte for each symbol, and above them one for the card
# itself.
BYTE: Final = 255
CARD_SHIFT: Final = 48


@final
@mypyc_attr(acyclic=True)
class StreamBox(Box):
    """Every stream card by its number, the symbols, and the wizards."""

    def __init__(self) -> None:
        self.digest = ""
        self.slugs: list[str] = []
        self.names: list[str] = []
        self.texts: list[str] = []
        self.symbols: list[str] = []
        self.symbol_icons: list[str] = []
        self.symbol_texts: list[str] = []
        self.wizards: list[str] = []
        self.wizard_names: list[str] = []
        self.wizard_icons: list[str] = []
        self.wizard_texts: list[str] = []
        self.first: vec[i64] = vec[i64]()
        """The two symbols of each card."""
        self.second: vec[i64] = vec[i64]()
        self.worth: vec[i64] = vec[i64]()
        """Contribution of each card to a spell, packed as CARD_SHIFT says."""
        self.pile: vec[i64] = vec[i64]()
        """The whole pile, straight cards before forks."""
        self.straight: i64 = 0
        self.forks: i64 = 0
        self.distance: i64 = 4
        self.bust: i64 = 5


def forks(card: i64) -> bool:
    """Return whether a card has two ways out (C2)."""
    return card >= PAIRS


def symbols_in(worth: i64, symbol: i64) -> i64:
    """Return how often a symbol occurs in a sum of worths."""
    return (worth >> (symbol * 8)) & BYTE


def cards_in(worth: i64) -> i64:
    """Return how many cards are in a sum of worths."""
    return worth >> CARD_SHIFT
