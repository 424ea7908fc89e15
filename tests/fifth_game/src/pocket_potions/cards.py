"""The box: reads cards.toml and refuses what cannot be played with."""

import tomllib
from hashlib import sha256
from typing import Any, Final

from longbeard.engine.errors import BadBox
from longbeard.engine.state import Box

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 4
MOST_STRENGTHS: Final = 9
"""Most strengths: a strength is one digit in notation."""


class PotionBox(Box):
    """The numbers of the game."""

    def __init__(self, copies: list[int], shelf: list[int], pocket: int, boiling: int, bonus: int) -> None:
        super().__init__()
        self.copies = copies
        self.shelf = shelf
        self.pocket = pocket
        self.boiling = boiling
        self.bonus = bonus


def open_box(text: str) -> PotionBox:
    """Parse a card file, or raise BadBox."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"cards.toml: {error}") from error
    copies, shelf = _numbers(data, "copies"), _numbers(data, "shelf")
    pocket, boiling, bonus = (_number(data.get(key), key) for key in ("pocket", "boiling", "perfect_bonus"))
    if len(copies) > MOST_STRENGTHS:
        raise BadBox(f"copies: there are at most {MOST_STRENGTHS} strengths")
    if len(shelf) != MOST_SEATS - FEWEST_SEATS + 1 or min(shelf) < 1:
        raise BadBox("shelf: a number above 0 for each number of players")
    if pocket < 1 or sum(copies) <= MOST_SEATS * pocket:
        raise BadBox("pocket: at least 1, and the cupboard must have cards left after the deal")
    box = PotionBox(copies, shelf, pocket, boiling, bonus)
    box.digest = sha256(text.encode()).hexdigest()
    return box


def _numbers(data: dict[str, Any], key: str) -> list[int]:
    values = data.get(key)
    if not isinstance(values, list):
        raise BadBox(f"{key} is a list of numbers")
    return [_number(value, key) for value in values]


def _number(value: object, key: str) -> int:
    if type(value) is not int or value < 0:
        raise BadBox(f"{key}: {value!r} is not a whole number of at least 0")
    return value
