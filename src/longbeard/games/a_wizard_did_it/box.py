"""The box of A Wizard Did It… as the rules read it: flat tables of numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.state import Box

NO_CARD: Final = 0
"""Number of the empty card, a card of zeros, so that sums need no special case."""

CARD: Final = 63
"""Mask of the card's number: in the Knight's Phase a card on a stack may carry tags above it (K15)."""
LURKING_TAG: Final = 64
SURPRISE_TAG: Final = 128

FIELD: Final = 16
"""Bits of each number in `RoadBox.brought`, but for the last, which is on top."""
FIELD_MASK: Final = 0xFFFF
FIELD_SIGN: Final = 0x8000

EVENT_BITS: Final = 31
"""In facts (`RoadBox.facts`) each card there can be has a bit; then comes a bit for each event,"""
GROUP_BITS: Final = 41
MOST_FACTS: Final = 62
"""and then one for each group and each location that goals ask for."""

# Literals, because mypyc folds only plain numbers into constants.
SEATS: Final = 2
LOCATIONS: Final = 3
STACKS: Final = 6
PAIRS: Final = 15
"""Pairs of stacks that a Swap can choose from."""

# C2: the kinds of cards.
MONSTER: Final = 0
MONSTER_MODIFIER: Final = 1
ITEM: Final = 2
STACK_MODIFIER: Final = 3
SPELL: Final = 4

# Measures of an encounter besides its cards, for goals to ask about: from `Box.measured` on.
MEASURED_COMBOS: Final = 0
MEASURED_DIFFERENT_COMBOS: Final = 1
MEASURED_STRENGTH: Final = 2
MEASURED_VALOR: Final = 3
MEASURED_LOCATIONS: Final = 4


@final
@mypyc_attr(acyclic=True)
class RoadBox(Box):
    """Every card by its number, from 1, Swap last; copies of a card share a number."""

    def __init__(self) -> None:
        self.digest = ""
        # the cards
        self.cards: i64 = 1
        self.slugs: list[str] = [""]
        self.names: list[str] = ["nothing"]
        self.texts: list[str] = [""]
        self.icons: list[str] = [""]
        self.kind: vec[i64] = vec[i64]([SPELL])
        self.copies: vec[i64] = vec[i64]([0])
        self.strength: vec[i64] = vec[i64]([0])
        self.home: vec[i64] = vec[i64]([-1])
        self.valor_gain: vec[i64] = vec[i64]([0])
        self.valor_only: vec[i64] = vec[i64]([0])
        self.bonus: vec[i64] = vec[i64]([0])
        self.effect: vec[i64] = vec[i64]([0])
        """The event of each stack modifier, as `goals.py` names them."""
        self.reach: vec[i64] = vec[i64]([0])
        self.brought: vec[i64] = vec[i64]()
        """What each card brings to an encounter at each location, at location * cards + card. Side by side in
        one number, so that one sum adds up all of them: its strength there (K6), 1 for a monster, 1 if Valor
        alone counts (K7), and the Valor that a win gains (K9)."""
        self.items: i64 = 0
        """The cards that are items, a bit for each; they are numbered one after the other."""
        self.stack_modifiers: i64 = 0
        """The cards that are stack modifiers, a bit for each."""
        self.swap: i64 = 0
        self.deck: vec[i64] = vec[i64]()
        """The deck: every card as often as there are copies, in order."""
        self.most_choices: i64 = 0
        """Most choices at one decision."""
        self.tall: i64 = 0
        """Height that a stack can reach: all cards but the spells."""
        # the numbers of the rulebook
        self.hand: i64 = 5
        self.valor: i64 = 1
        self.least_valor: i64 = 1
        self.win: i64 = 1
        self.loss: i64 = 1
        self.home_turf: i64 = 1
        self.princess: i64 = 4
        # the locations
        self.locations: list[str] = []
        self.places: list[str] = []
        self.places_at: list[str] = []
        self.place_icons: list[str] = []
        self.swap_lower: vec[i64] = vec[i64]()
        """The two stacks of each pair."""
        self.swap_higher: vec[i64] = vec[i64]()
        self.swap_pairs: vec[i64] = vec[i64]()
        """The two stacks of each pair as bits."""
        # the combos
        self.combos: list[str] = []
        self.combo_names: list[str] = []
        self.combo_one: vec[i64] = vec[i64]()
        self.combo_other: vec[i64] = vec[i64]()
        self.combo_strength: vec[i64] = vec[i64]()
        self.combo_monsters: i64 = 0
        """The monsters of all combos, a bit for each."""
        # what goals ask for, as measures: cards, combos, the rest, Lurking cards, Surprise! cards
        self.combo_measure: i64 = 0
        self.measured: i64 = 0
        self.lurking_measure: i64 = 0
        self.surprise_measure: i64 = 0
        self.zeros: vec[i64] = vec[i64]()
        """A zero for each card."""
        # the goals, in the order of their kinds
        self.goals: list[str] = []
        self.goal_names: list[str] = []
        self.goal_texts: list[str] = []
        self.goal_deeds: list[str] = []
        """What the knight does, without whose it is; empty if the text does not begin with that."""
        self.goal_icons: list[str] = []
        self.goal_knights: list[str] = []
        self.goal_points: vec[i64] = vec[i64]()
        self.goal_waits: vec[i64] = vec[i64]()
        """What rules a goal out, at seat * goals + goal: the facts without which it is not met, and the
        events of knight 0, and of knight 1, at which it is not checked."""
        self.facts: vec[i64] = vec[i64]()
        """The facts that each card tells, a bit for each: that it is there itself, and for its groups (a
        word, a kind) that one of them is."""
        self.place_facts: vec[i64] = vec[i64]([0] * LOCATIONS)
        """The fact of each location."""
        self.goal_conditions: vec[i64] = vec[i64]()
        """Index of the first condition of each goal, and one past the last."""
        self.goal_counts: vec[i64] = vec[i64]()
        """Which conditions of each goal have to be counted, since facts do not tell: a bit for each."""
        self.condition_cards: vec[i64] = vec[i64]()
        """The cards that each condition counts, a bit for each; 0: it asks for something else."""
        self.condition_tag: vec[i64] = vec[i64]()
        """The tag that these cards must have; 0: none."""
        self.condition_parts: vec[i64] = vec[i64]()
        """Index of the first part of each condition, and one past the last; parts are added up."""
        self.part_measure: vec[i64] = vec[i64]()
        self.condition_least: vec[i64] = vec[i64]()
        self.condition_most: vec[i64] = vec[i64]()
        self.goal_numbers: vec[i64] = vec[i64]()
        self.goal_kinds: vec[i64] = vec[i64]()
        """Index of the first goal of each kind, and one past the last."""
        self.goals_dealt: vec[i64] = vec[i64]()
        """Number of goals of each kind that a wizard is dealt."""
        self.goals_each: i64 = 0
        # Knight's Training
        self.training_stack: vec[i64] = vec[i64]()
        """Cards of the training stack, from the bottom up."""
        self.training_location: i64 = 0
        self.training_goals: vec[i64] = vec[i64]()
