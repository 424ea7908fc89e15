"""The box of The Wizard Always Wins as the rules read it: flat tables of numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.state import Box

CHARACTERS: Final = 7

# Kinds of actions, in the words of the tiles.
DRAW_CARDS: Final = 0
LOOK: Final = 1
PLAY: Final = 2
TRADE: Final = 3
DRAW_TOKENS: Final = 4
FATE: Final = 5
ACTIONS: Final = ("draw-cards", "look", "play", "trade", "draw-tokens", "fate")
LEVEL: Final = 0
"""Amount of an action that is done as often as the player's level."""


@final
@mypyc_attr(acyclic=True)
class FateBox(Box):
    """Elements with their cards and sets, the tokens of the bag, and the characters with their actions."""

    def __init__(self) -> None:
        self.digest = ""
        # elements
        self.elements: list[str] = []
        self.element_names: list[str] = []
        self.element_plurals: list[str] = []
        self.element_icons: list[str] = []
        self.needed: vec[i64] = vec[i64]()
        self.set_levels: vec[i64] = vec[i64]()
        self.set_gems: vec[i64] = vec[i64]()
        self.tokens: vec[i64] = vec[i64]()
        """Number of tokens of each element."""
        # cards, at element * VALUES + what the card shows - 1
        self.copies: vec[i64] = vec[i64]()
        self.card_texts: list[str] = []
        # sets: the mixes of all elements in a row, and where each element begins
        self.mixes: vec[i64] = vec[i64]()
        self.mix_sets: vec[i64] = vec[i64]()
        """Number of sets that each mix is turned in for (E2)."""
        self.mix_start: vec[i64] = vec[i64]()
        self.several_start: vec[i64] = vec[i64]()
        """Index of each element's first mix for several sets."""
        # characters: the actions of all in a row, and where each character begins
        self.characters: list[str] = []
        self.character_names: list[str] = []
        self.character_texts: list[str] = []
        self.character_icons: list[str] = []
        self.actions: vec[i64] = vec[i64]()
        self.amounts: vec[i64] = vec[i64]()
        self.action_start: vec[i64] = vec[i64]()
        # everything else
        self.colours: list[str] = []
        self.gems: i64 = 8
        self.add_gems: i64 = 3
        self.level_ups: i64 = 3
        self.first_level: i64 = 1
        self.dial_end: i64 = 10
        self.hand: i64 = 3
