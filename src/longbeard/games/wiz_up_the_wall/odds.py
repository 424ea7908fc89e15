"""How likely a spell is to go bust, given the symbols that its wizard has seen."""

from math import comb
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from longbeard.games.wiz_up_the_wall.box import BYTE, SYMBOLS

MOST_OF_ONE: Final = 15
UNSEEN: Final = 18
"""Symbols that are not known yet: on two blind cards, the next one and six more."""


def _tail(draws: int, room: int) -> float:
    """Return the chance that more of the unseen symbols are of one kind than there is room for."""
    ways = 0
    for hits in range(max(0, room + 1), draws + 1):
        ways += comb(draws, hits) * (SYMBOLS - 1) ** (draws - hits)
    return ways / int(SYMBOLS**draws)


# At unseen symbols * MOST_OF_ONE + room: the chance that a symbol has room enough; the last is for none.
SAFE: Final = vec[float](
    [
        1.0 - _tail(draws, room if room < MOST_OF_ONE - 1 else -1)
        for draws in range(UNSEEN + 1)
        for room in range(MOST_OF_ONE)
    ]
)


def safe(seen: i64, unseen: i64, bust: i64) -> float:
    """Return the chance not to go bust, as if each symbol were drawn for itself."""
    chance = 1.0
    row = unseen * MOST_OF_ONE
    for symbol in range(SYMBOLS):
        room = bust - (seen & BYTE)
        if room < 0 or room >= MOST_OF_ONE:
            room = MOST_OF_ONE - 1
        chance *= SAFE[row + room]
        seen >>= 8
    return chance
