"""For matches in OpenSpiel: the luck of a seed, our bots at its tables, and quick playouts for its own."""

from typing import Any

import numpy as np
import pyspiel

from longbeard.bots import bot
from longbeard.engine.luck import KeyedLuck, QuickLuck, seed_secret
from longbeard.engine.playout import playout
from longbeard.engine.room import Room
from longbeard.engine.state import Choices
from longbeard.rl.openspiel import MOST_MOVES
from longbeard.rl.openspiel_table import Table
from longbeard.rl.tables import win_rewards


class SeededChance:
    """Draws what a table with this seed draws: the same match as in the terminal and in the browser.

    Whoever runs a match keeps it, and no state has it: a searcher that had would know the draws to come.
    """

    def __init__(self, seed: int) -> None:
        self._secret = seed_secret(seed)

    def outcome(self, state: Any) -> int:
        """Return the outcome of a chance node."""
        table: Table = state.table
        luck = KeyedLuck(self._secret, len(table.chapters))
        return [int(luck.below(things)) for things in table.asked][-1]


class SeatBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our bots (`archmage:0.2s`, `search:2000`, `greedy`, …) in a seat of an OpenSpiel match.

    It is given a table that its seat imagines, as it is at every other table of the house.
    """

    def __init__(self, spec: str, room: Room, seat: int, seed: int) -> None:
        super().__init__()
        self._seat = seat
        self._luck = QuickLuck(seed)
        self._bot = bot(spec, room.hints)

    def step(self, state: Any) -> int:
        table: Table = state.table
        return int(self._bot.choose(table.state.imagine(self._seat, self._luck), self._seat, self._luck))


class PlayoutEvaluator:
    """A random rollout for OpenSpiel's Python MCTS and ISMCTS, in the rules' own code, not step by step."""

    def __init__(self, seed: int) -> None:
        self._luck = QuickLuck(seed)
        self._choices = Choices()
        self.count = 0
        """How many games it has played: a searcher's iterations."""

    def evaluate(self, state: Any) -> "np.ndarray[Any, Any]":
        """Return what every seat gets in one random game from here."""
        table: Table = state.table
        while table.asked:
            table = table.step(int(self._luck.below(table.outcomes)))
        end = table.state.clone()
        playout(end, self._luck, self._choices, MOST_MOVES)
        self.count += 1
        return np.array(win_rewards(end))

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Return the same chance for every action."""
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]
