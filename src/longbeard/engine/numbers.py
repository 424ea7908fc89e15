"""Integer arithmetic for compiled rules: the built-in `min` and `max` would call back into Python."""

from mypy_extensions import i64


def smaller(a: i64, b: i64) -> i64:
    """Return the smaller of two numbers.

    >>> smaller(3, 5)
    3
    """
    return a if a < b else b


def larger(a: i64, b: i64) -> i64:
    """Return the larger of two numbers.

    >>> larger(3, 5)
    5
    """
    return a if a > b else b


def several(bits: i64) -> bool:
    """Return whether more than one bit is set.

    >>> several(0b0110), several(0b0100), several(0)
    (True, False, False)
    """
    return bits & (bits - 1) != 0


def lowest(bits: i64) -> i64:
    """Return the place of the lowest bit that is set.

    >>> lowest(0b0110)
    1
    """
    place: i64 = 0
    while (bits >> place) & 1 == 0:
        place += 1
    return place


def bit(place: i64) -> i64:
    """Return the number with one bit set. mypyc makes a C int of a bare `1 <<`, which ends at 31 places.

    >>> bit(0), bit(31) == 1 << 31, bit(62) == 1 << 62
    (1, True, True)
    """
    return 1 << place if place < 31 else 0x80000000 << (place - 31)
