"""The odds of a draw (R4, R5): exact, and as people say them."""

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from longbeard.engine.luck import QuickLuck
from longbeard.games.the_wizard_always_wins import odds
from longbeard.games.the_wizard_always_wins.choices import DEEDS

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay

SIMULATED = 20_000
RED_GEM = 7


def test_against_counting_every_draw() -> None:
    for tokens in range(1, 9):
        for wanted in range(tokens + 1):
            for draws in range(tokens + 3):
                ways = list(combinations(range(tokens), min(draws, tokens)))
                hits = [way for way in ways if any(token < wanted for token in way)]
                assert odds.chance(tokens, wanted, draws) == (len(hits), len(ways))


@pytest.mark.parametrize(("gems", "level"), [(1, 1), (3, 4), (8, 10)])
def test_r5_against_many_draws_by_the_rules(lay: "Lay", gems: int, level: int) -> None:
    """Within five standard deviations. (By hand it was done with 1,000,000 draws each.)"""
    table = lay(2).fill_bag("add-a-gem " * 3 + "level-up " * 3 + "bone-token " * 14 + "red-gem " * gems)
    table.state.level[0] = level
    won = Fraction(*odds.to_win(table.state, 0))
    luck, bag, wins = QuickLuck(7), table.state.bag, 0
    for game in range(SIMULATED):
        wins += RED_GEM in [bag.draw(luck) for draw in range(level)]
        bag.give_back()
        bag.reach_in(0, level)
    deviation = (float(won * (1 - won)) / SIMULATED) ** 0.5
    assert abs(wins / SIMULATED - float(won)) < 5 * deviation


def test_r5_as_many_as_there_are(lay: "Lay") -> None:
    table = lay(2).fill_bag("red-gem bone-token")
    table.state.level[0] = 9
    assert odds.to_win(table.state, 0) == (1, 1)
    assert odds.to_win(table.state, 1) == (0, 2)


def test_r4_r8_the_apprentice_s_odds(lay: "Lay") -> None:
    table = lay(2).fill_bag("add-a-gem level-up level-up bone-token snail-token")
    assert odds.of_a_token(table.state, 0) == (1, 2, 2, 0)
    table.state.gems[0] = 0
    table.state.level[0] = 10
    assert odds.of_a_token(table.state, 0) == (0, 0, 2, 3), "R8: no gem is left, the dial is at its end"


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ([3, 3, 25, 0], [10, 10, 80, 0]),
        ([1, 1, 1], [34, 33, 33]),
        ([0, 7], [0, 100]),
        ([3, 3, 23], [10, 10, 80]),
    ],
)
def test_shares_add_up_to_a_hundred(shares: list[int], said: list[int]) -> None:
    assert odds.percents(shares) == said


@pytest.mark.parametrize(
    ("ways", "of", "said"),
    [
        (0, 5, "0 %"),
        (5, 5, "100 %"),
        (1, 6, "17 %"),
        (1, 101, "less than 1 %"),
        (1, 100, "1 %"),
        (100, 101, "more than 99 %"),
        (99, 100, "99 %"),
        (1, 200, "less than 1 %"),
        (25, 1000, "3 %"),
    ],
)
def test_as_people_say_it(ways: int, of: int, said: str) -> None:
    assert odds.percent(ways, of) == said


def test_the_choices_say_them(lay: "Lay") -> None:
    table = lay(2).fill_bag("red-gem add-a-gem level-up bone-token bone-token blue-gem")
    table.state.level[0] = 2
    said = {
        DEEDS.spell(table.state, action): DEEDS.phrase(table.state, action, ["Ada", "Bert"])
        for action in table.state.legal()
    }
    assert said["take:wizard"] == "Take the Wizard: draw 2 tokens, 33 % to win"
    assert said["take:apprentice"] == (
        "Take the Apprentice: draw as many tokens as your level, and use them "
        "(2 tokens, each: 17 % to add a gem, 17 % to rise a level, 33 % for an element, 33 % for nothing)"
    )
    assert (
        "(1 token: 17 % to add a gem, 17 % to rise a level, 33 % for an element, 33 % for nothing)"
        in (said["take:hunter"])
    )
    assert said["take:queen"].startswith("Take the Queen: draw 1 card, then play 1")
