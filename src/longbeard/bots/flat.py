"""Flat Monte Carlo: the plainest search there is, a yardstick for ours."""

from math import log, sqrt
from time import perf_counter
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import Luck
from longbeard.engine.playout import playout
from longbeard.engine.state import Choices, State

EXPLORATION: Final = 0.7
LONGEST: Final = 100_000
"""Decisions after which a game has no end."""
SLICE: Final = 0.008
"""Seconds that one call of `think` takes."""


@final
@mypyc_attr(acyclic=True)
class FlatBot(Bot):
    """Chooses by UCB1 which action to try next at a fresh imagined table, then plays on at random.

    It knows nothing but the rules, and it is kept as it is: whatever is called a search has to beat it.
    """

    def __init__(self, visits: int = 0, seconds: float = 0.0) -> None:
        super().__init__()
        self.max_visits: i64 = visits
        self.seconds = seconds
        self.visits: i64 = 0
        self._imagined: State | None = None
        self._seat: i64 = 0
        self._luck = Luck()
        self._legal: vec[i64] = vec[i64]()
        self._tried: vec[i64] = vec[i64]()
        self._won: vec[float] = vec[float]()
        self._choices = Choices()
        self._deadline = 0.0

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        self.begin(imagined, seat, luck)
        while self.think():
            pass
        return self.answer()

    def begin(self, imagined: State, seat: i64, luck: Luck, since: list[int] | None = None) -> None:
        legal = imagined.legal()
        self._imagined, self._seat, self._luck = imagined, seat, luck
        self._legal = vec[i64](legal)
        self._tried = vec[i64]([0] * len(legal))
        self._won = vec[float]([0.0] * len(legal))
        self.visits = 0
        self._deadline = perf_counter() + self.seconds

    def think(self) -> bool:
        if len(self._legal) == 1:
            return False
        pause = perf_counter() + SLICE
        while self.max_visits == 0 or self.visits < self.max_visits:
            self._simulate()
            now = perf_counter()
            if self.seconds > 0.0 and now >= self._deadline:
                return False
            if now >= pause:
                return True
        return False

    def _simulate(self) -> None:
        imagined = self._imagined
        assert imagined is not None
        place = self._next()
        table = imagined.imagine(self._seat, self._luck)
        table.resolve(self._legal[place], self._luck)
        playout(table, self._luck, self._choices, LONGEST)
        self._won[place] += share_of_win(table, self._seat)
        self._tried[place] += 1
        self.visits += 1

    def _next(self) -> i64:
        """Return the place of the action with the highest UCB1 value; each is tried once first."""
        if self.visits < len(self._legal):
            return self.visits
        logarithm = log(float(self.visits))
        best: i64 = 0
        highest = -1.0
        for place in range(len(self._legal)):
            tried = float(self._tried[place])
            value = self._won[place] / tried + EXPLORATION * sqrt(logarithm / tried)
            if value > highest:
                best, highest = place, value
        return best

    def tries_of(self, action: i64) -> i64:
        """Return how often an action was tried."""
        for place in range(len(self._legal)):
            if self._legal[place] == action:
                return self._tried[place]
        return 0

    def answer(self) -> i64:
        """Return the action that was tried most often."""
        best: i64 = 0
        for place in range(len(self._legal)):
            if self._tried[place] > self._tried[best]:
                best = place
        return self._legal[best]
