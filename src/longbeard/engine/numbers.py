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


def ones(bits: i64) -> i64:
    """How many bits are set: added up in pairs, in fours, in eights and so on, all at once.

    >>> ones(0b0110), ones(0), ones((1 << 62) - 1)
    (2, 0, 62)
    """
    # For 62 bits: mypyc makes Python objects of literals that are larger than that.
    bits -= (bits >> 1) & 0x1555555555555555
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits += bits >> 8
    bits += bits >> 16
    return (bits + (bits >> 32)) & 127


def few_ones(bits: i64) -> i64:
    """Count the bits that are set in a number below 2 to the 31st: `ones` in half the time.

    >>> few_ones(0b0110), few_ones(0), few_ones((1 << 31) - 1)
    (2, 0, 31)
    """
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) >> 24) & 63


def lowest(bits: i64) -> i64:
    """Return the place of the lowest bit that is set.

    >>> lowest(0b0110), lowest(1 << 40)
    (1, 40)
    """
    return ones((bits & -bits) - 1)


def nth(bits: i64, number: i64) -> i64:
    """The place of one of the bits that are set; the lowest is number 0.

    >>> nth(0b1011, 0), nth(0b1011, 2), nth(0b1011111101, 6)
    (0, 3, 7)
    """
    # Without a loop, up to the fifth: the processor would guess wrong how often it runs.
    bits &= bits - i64(number > 0)
    bits &= bits - i64(number > 1)
    bits &= bits - i64(number > 2)
    bits &= bits - i64(number > 3)
    while number > 4:
        bits &= bits - 1
        number -= 1
    return lowest(bits)


def bit(place: i64) -> i64:
    """Return the number with one bit set. mypyc makes a C int of a bare `1 <<`, which ends at 31 places.

    >>> bit(0), bit(31) == 1 << 31, bit(62) == 1 << 62
    (1, True, True)
    """
    return 1 << place if place < 31 else 0x80000000 << (place - 31)
