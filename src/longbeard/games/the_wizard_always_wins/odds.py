"""Exact odds of a draw from the Bag of Fate, whose content everyone knows by count."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from longbeard.games.the_wizard_always_wins.bag import ADD_GEM, GEM, LEVEL_UP
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.board import Board


@lru_cache(4096)
def chance(tokens: int, wanted: int, draws: int) -> tuple[int, int]:
    """Return in how many of all ways to draw there is at least one of the wanted tokens.

    >>> chance(10, 2, 3)
    (64, 120)
    """
    draws = min(draws, tokens)
    ways = comb(tokens, draws)
    return ways - comb(tokens - wanted, draws), ways


def percent(ways: int, all_ways: int) -> str:
    """Return a chance in words; 0 and 100 are kept for what is certain.

    >>> percent(1, 6), percent(0, 6), percent(1, 600), percent(999, 1000)
    ('17 %', '0 %', 'less than 1 %', 'more than 99 %')
    """
    if ways == 0 or ways == all_ways:
        return "0 %" if ways == 0 else "100 %"
    if 100 * ways < all_ways:
        return "less than 1 %"
    if 100 * ways > 99 * all_ways:
        return "more than 99 %"
    return f"{(200 * ways + all_ways) // (2 * all_ways)} %"


def percents(shares: Sequence[int]) -> list[int]:
    """Return shares in percent that add up to 100: the largest takes what rounding leaves. Zeros for no
    shares.

    >>> percents([3, 3, 25, 0])
    [10, 10, 80, 0]
    """
    whole = sum(shares) or 1
    rounded = [(200 * share + whole) // (2 * whole) for share in shares]
    if any(shares):
        rounded[shares.index(max(shares))] += 100 - sum(rounded)
    return rounded


def to_win(board: "Board", seat: int) -> tuple[int, int]:
    """Return the chance of a player who would draw as the Wizard, with everything back in the bag (R5)."""
    tokens = int(board.bag.inside + board.bag.drawn)
    return chance(tokens, int(board.gems_in_bag(seat)), int(board.level[seat]))


def of_the_rest(board: "Board", seat: int) -> tuple[int, int]:
    """Return the chance of a Wizard in the middle of a draw, with what is inside and what is still to come
    (R5)."""
    bag = board.bag
    inside = list(bag.tokens[: bag.inside])
    return chance(len(inside), inside.count(GEM + seat), int(bag.wanted - bag.last_count))


def of_a_token(board: "Board", seat: int) -> tuple[int, int, int, int]:
    """Return how many tokens in the bag would add a gem, raise the level, be an element, and do nothing (R4).

    R8: without a gem left, or at the dial's end, Add-a-Gem and Level-Up do nothing either.
    """
    inside = list(board.bag.tokens[: board.bag.inside])
    gem = inside.count(ADD_GEM) if board.gems[seat] > 0 else 0
    level = inside.count(LEVEL_UP) if board.level[seat] < board.box.dial_end else 0
    element = sum(inside.count(number) for number in range(ELEMENTS))
    return gem, level, element, len(inside) - gem - level - element
