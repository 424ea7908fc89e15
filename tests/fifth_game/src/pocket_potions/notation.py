"""Actions as text: `stir`, `cork`, and `pour 5 into 2`, where 2 is the number of a seat."""

import re
from typing import Final

from longbeard.engine.errors import NotAnAction
from pocket_potions.cards import MOST_SEATS
from pocket_potions.rules import CORK, STIR, Potions

POUR_TEXT: Final = re.compile(r"pour ([1-9]) into ([0-9])", re.ASCII)


def spell(state: Potions, action: int) -> str:
    """Return an action as text."""
    if action == STIR:
        return "stir"
    if action == CORK:
        return "cork"
    whose, strength = state.poured(action)
    return f"pour {strength} into {whose}"


def parse(state: Potions, text: str) -> int:
    """Return the action that a text stands for, or NotAnAction."""
    words = " ".join(text.lower().split())
    if words == "stir":
        return STIR
    if words == "cork":
        return CORK
    pour = POUR_TEXT.fullmatch(words)
    if not pour or int(pour[1]) > len(state.box.copies) or int(pour[2]) >= MOST_SEATS:
        raise NotAnAction(f"{text!r} is not stir, cork, or pour STRENGTH into SEAT")
    return state.pour(int(pour[2]), int(pour[1]))
