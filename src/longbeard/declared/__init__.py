"""A small way in for authors: a card game declared in plain Python, on the same contract as the rooms.

Piles, hands and numbers are declared with who may see them; copies, looks, imagined tables, encoding,
notation and words follow from that. It is not fast.
"""

from longbeard.declared.build import declare
from longbeard.declared.cards import Card, NoNumbers
from longbeard.declared.deeds import action, event
from longbeard.declared.places import (
    EVERYBODY,
    NOBODY,
    OWNER,
    BadDeclaration,
    Deck,
    Hand,
    Pile,
    Piles,
    Place,
    Seat,
    Sees,
)
from longbeard.declared.table import CardGame
from longbeard.declared.values import Flag, Flags, Number, Numbers, Score, Tags
from longbeard.engine.look import Weight

__all__ = [
    "EVERYBODY",
    "NOBODY",
    "OWNER",
    "BadDeclaration",
    "Card",
    "CardGame",
    "Deck",
    "Flag",
    "Flags",
    "Hand",
    "NoNumbers",
    "Number",
    "Numbers",
    "Pile",
    "Piles",
    "Place",
    "Score",
    "Seat",
    "Sees",
    "Tags",
    "Weight",
    "action",
    "declare",
    "event",
]
