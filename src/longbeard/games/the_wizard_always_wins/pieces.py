"""Cards and tokens counted in one number, four bits a kind: a whole hand is one `i64`.

A *pile* is such a number. Piles add and subtract like numbers, because no kind has more than seven pieces.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

ELEMENTS: Final = 5
VALUES: Final = 3
"""A card shows its element once, twice or three times."""
CARDS: Final = 15
"""Card kinds: element * VALUES + what it shows - 1."""
TOKEN: Final = 3
KINDS: Final = 4
"""Kinds of face-up pieces of one element: cards that show 1, 2, 3, and tokens."""
PIECES: Final = 20
"""Face-up pieces: element * KINDS + kind."""

MOST_ALIKE: Final = 7
BITS: Final = 4
MASK: Final = 15
GUARDS: Final = 0x8888
EACH: Final = 0x111111111111111
"""The lowest bit of every kind."""


def one(kind: i64) -> i64:
    """Return a pile of one piece.

    >>> one(2) + one(2) + one(0) == 0x201
    True
    """
    return some(1, kind)


def some(number: i64, kind: i64) -> i64:
    """Return a pile of some pieces of one kind."""
    # Not written into `one`: mypyc 2.4 shifts a literal 1 in 32 bits.
    return number << (BITS * kind)


def sum_of(kinds: vec[i64]) -> i64:
    """Return the pile that these pieces make."""
    pile: i64 = 0
    for kind in kinds:
        pile += one(kind)
    return pile


def count(pile: i64, kind: i64) -> i64:
    """Return how many of a kind there are in a pile."""
    return (pile >> (BITS * kind)) & MASK


def kinds(pile: i64) -> i64:
    """Return the kinds that there are in a pile, as one piece of each.

    >>> kinds(0x5201) == 0x1101
    True
    """
    pile |= pile >> 2
    return (pile | pile >> 1) & EACH


def size(pile: i64) -> i64:
    """Return how many pieces there are in a pile.

    >>> size(0x201)
    3
    """
    pieces: i64 = 0
    while pile > 0:
        pieces += pile & MASK
        pile >>= BITS
    return pieces


def shown(pile: i64) -> i64:
    """Return how often the element appears on the face-up pieces of one element.

    >>> shown(one(0) + one(1) + one(2) + one(TOKEN))
    7
    """
    return (pile & 15) + 2 * ((pile >> 4) & 15) + 3 * ((pile >> 8) & 15) + (pile >> 12)


def holds(pile: i64, mix: i64) -> bool:
    """Return whether a pile of one element has all the pieces of a mix.

    >>> holds(0x0211, 0x0201), holds(0x0211, 0x1001)
    (True, False)
    """
    # The highest bit of each kind is a guard: it is cleared exactly where there are too few.
    return ((pile | GUARDS) - mix) & GUARDS == GUARDS
