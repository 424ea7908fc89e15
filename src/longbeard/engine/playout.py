"""Random games to the end at full speed, for benchmarks, checks and bots."""

from mypy_extensions import i64

from longbeard.engine.luck import Luck
from longbeard.engine.state import OVER, Choices, State


class EndlessGame(Exception):
    """Raised for a game that does not end within the limit."""


def playout(state: State, luck: Luck, choices: Choices, limit: i64) -> i64:
    """Play random legal actions until the game is over; return the number of decisions."""
    decisions: i64 = 0
    while state.to_act() != OVER:
        if decisions == limit:
            raise EndlessGame(f"no end after {limit} decisions")
        number = luck.below(state.count_choices(choices))
        state.resolve(state.choice_at(number, choices), luck)
        decisions += 1
    return decisions


def playouts(table: State, luck: Luck, games: i64, limit: i64 = 100_000) -> i64:
    """Deal and play a number of random games; return the number of decisions in all of them."""
    choices = Choices()
    decisions: i64 = 0
    for game in range(games):
        state = table.clone()
        state.deal(luck)
        decisions += playout(state, luck, choices, limit)
    return decisions
