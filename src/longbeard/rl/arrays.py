"""Many tables of one game at once as numpy arrays, stepped in compiled code."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longbeard.engine.errors import NotAnAction
from longbeard.games import room
from longbeard.rl.boxes import absolute, box_of
from longbeard.rl.sitting import one_of, players_of, rewards_by, whole
from longbeard.rl.tables import Tables

LUCKS = ("quick", "match")
Shown = tuple[NDArray[np.int16], NDArray[np.bool_], NDArray[np.float64], NDArray[np.bool_], NDArray[np.int64]]


class Arrays:
    """Step `n` tables of a game at once, and show them as arrays.

    The arrays are windows on the tables' own memory: they cannot be written to, and **every step writes over
    them**, so copy what is to be kept.

    `observations` and `masks` are for the seat in `turns`, which decides at each table. Where a game has
    just ended, `dones` is true, `rewards` has a number for every seat, and the rest shows the next game,
    which is dealt already: what the last table looked like in the end is not shown.
    """

    def __init__(
        self,
        game: str,
        n: int,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, str] = {},
        rewards: str = "win",
        luck: str = "quick",
        box: str | None = None,
    ) -> None:
        one_of("luck", luck, LUCKS)
        whole("n", n, 1)
        seed = whole("seed", seed, 0)
        self._asked = (game, n, players, seed, dict(options), rewards, luck, absolute(box))
        self.room = room(game)
        self.players = players_of(self.room, players)
        settled = self.room.settle(self.players, options)
        self.blank = self.room.table(self.players, settled, box_of(self.room, box))
        by_score = rewards_by(self.room, rewards) == "score"
        self.tables = Tables(self.blank, self.room.encoder, n, seed, luck == "match", by_score)
        self.n = n
        self.observations: NDArray[np.int16] = window(self.tables.sheet.numbers, n)
        self.masks: NDArray[np.bool_] = window(self.tables.masks, n).view(np.bool_)
        self.rewards: NDArray[np.float64] = window(self.tables.rewards, n)
        self.dones: NDArray[np.bool_] = window(self.tables.dones, 1)[0].view(np.bool_)
        self.turns: NDArray[np.int64] = window(self.tables.turns, 1)[0]
        self._sampled: NDArray[np.int64] = window(self.tables.sampled, 1)[0]

    @property
    def shown(self) -> Shown:
        """Return observations, masks, rewards, dones and turns: always the same arrays."""
        return self.observations, self.masks, self.rewards, self.dones, self.turns

    def __reduce__(self) -> tuple[Callable[..., "Arrays"], tuple[object, ...]]:
        """Pickle it as its arguments and what the tables need to go on from there."""
        return again, (self._asked, self.tables.dump())

    def step(self, actions: NDArray[np.int64]) -> Shown:
        """Play one action at each table. If one is not allowed, raise NotAllowedNow and play none."""
        self.tables.step(row_of(actions))
        return self.shown

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each table, in an array that the next call writes over."""
        self.tables.sample()
        return self._sampled

    def play(self, steps: int) -> Shown:
        """Take so many steps with random actions without leaving compiled code: for measuring."""
        self.tables.play(steps)
        return self.shown


def row_of(actions: Any) -> NDArray[np.int64]:
    """Return actions as the tables take them, one for each; or raise NotAnAction."""
    found = np.asarray(actions)
    if found.dtype.kind not in "iu" or found.ndim != 1:
        raise NotAnAction(
            f"actions are a row of whole numbers, one for each table, and this is {found.dtype}{found.shape}"
        )
    return np.ascontiguousarray(found, np.int64)


def window(numbers: Any, rows: int) -> NDArray[Any]:
    """Return numbers of the tables as an array that shares their memory."""
    return np.asarray(memoryview(numbers)).reshape(rows, -1)


def again(asked: tuple[Any, ...], kept: list[list[int]]) -> Arrays:
    """Return the tables that a pickle stands for."""
    made = Arrays(*asked)
    made.tables.restore(kept)
    return made


def arrays(game: str, n: int, **choices: Any) -> Arrays:
    """Make `n` tables of a game at once.

    >>> from longbeard.games import rooms
    >>> tables = arrays(next(iter(rooms())), 4, seed=1)
    >>> observations, masks, rewards, dones, turns = tables.step(tables.sample())
    >>> len(observations), bool(masks.any(axis=1).all())
    (4, True)
    """
    return Arrays(game, n, **choices)
