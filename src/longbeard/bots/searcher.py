"""The bot that searches, for so many imagined games or for so long."""

from time import perf_counter
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.bots.search import Search
from longbeard.engine.hints import Hints
from longbeard.engine.luck import Luck
from longbeard.engine.state import State

MOST_NODES: Final = 400_000
"""The cap on memory: 48 bytes a node, twice that while an array grows."""
SLICE: Final = 0.008
BATCH: Final = 4
"""So many visits between two looks at the clock."""
CHECK: Final = 64
"""So many visits between two looks at whether the decision is made already."""


@final
@mypyc_attr(acyclic=True)
class Searcher(Bot):
    """Deterministic for its luck and a number of visits; with seconds, it uses the time it is given."""

    def __init__(self, hints: Hints, visits: int = 0, seconds: float = 0.0, nodes: int = MOST_NODES) -> None:
        super().__init__()
        self.hints = hints
        self.most_visits: i64 = visits
        self.seconds = seconds
        self.nodes: i64 = nodes
        self.search: Search | None = None
        self._end = 0.0
        self._started = 0.0

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        self.begin(imagined, seat, luck)
        while self.think():
            pass
        return self.answer()

    def begin(self, imagined: State, seat: i64, luck: Luck, since: list[int] | None = None) -> None:
        search = self.search
        if since is None or search is None or search.seat != seat or search.imagined.seats != imagined.seats:
            self.search = Search(imagined, seat, self.hints, luck, self.nodes)
        else:
            search.go_on(imagined, luck, since)
        self._started = perf_counter()
        self._end = self._started + self.seconds

    def think(self) -> bool:
        search = self.search
        assert search is not None
        pause = perf_counter() + SLICE
        while not self._settled(search):
            search.visit(BATCH)
            now = perf_counter()
            if self.seconds > 0.0 and now >= self._end:
                return False
            if now >= pause:
                return True
        return False

    def _settled(self, search: Search) -> bool:
        """Whether more visits cannot change the answer, or there are no more."""
        if search.visits == 0:
            return len(search.imagined.legal()) == 1
        if search.visits % CHECK != 0:
            return self.most_visits > 0 and search.visits >= self.most_visits
        return search.lead() > self._visits_left(search)

    def _visits_left(self, search: Search) -> i64:
        if self.most_visits > 0:
            return self.most_visits - search.visits
        now = perf_counter()
        pace = float(search.visits) / (now - self._started + 1e-9)
        return i64(pace * (self._end - now))

    def answer(self) -> i64:
        search = self.search
        assert search is not None
        return search.best()
