"""Exact odds of a draw from the Bag of Fate, whose content everyone knows by count."""

from math import comb

from longbeard.games.the_wizard_always_wins.bag import ADD_GEM, LEVEL_UP
from longbeard.games.the_wizard_always_wins.board import Board
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS


def chance(tokens: int, wanted: int, draws: int) -> tuple[int, int]:
    """In how many of all ways to draw there is at least one of the wanted tokens.

    >>> chance(10, 2, 3)
    (64, 120)
    """
    draws = min(draws, tokens)
    ways = comb(tokens, draws)
    return ways - comb(tokens - wanted, draws), ways


def percent(ways: int, all_ways: int) -> str:
    """A chance as people say it; 0 and 100 are kept for what is certain.

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


def to_win(board: Board, seat: int) -> tuple[int, int]:
    """R5: the chance of a player who would draw as the Wizard now."""
    return chance(int(board.bag.inside), int(board.gems_in_bag(seat)), int(board.level[seat]))


def to_add_a_gem(board: Board, seat: int, draws: int) -> tuple[int, int]:
    """R4: the chance of at least one gem into the bag; R8: none, if no gem is left."""
    wanted = int(board.bag.count(ADD_GEM)) if board.gems[seat] > 0 else 0
    return chance(int(board.bag.inside), wanted, draws)


def to_level_up(board: Board, seat: int, draws: int) -> tuple[int, int]:
    """R4: the chance of at least one level; R8: none at the dial's end."""
    wanted = int(board.bag.count(LEVEL_UP)) if board.level[seat] < board.box.dial_end else 0
    return chance(int(board.bag.inside), wanted, draws)


def to_get_an_element(board: Board, draws: int) -> tuple[int, int]:
    """R4: the chance of at least one element token."""
    wanted = 0
    for element in range(ELEMENTS):
        wanted += int(board.bag.count(element))
    return chance(int(board.bag.inside), wanted, draws)
