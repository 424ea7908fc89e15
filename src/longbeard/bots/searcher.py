"""The bot that runs a Monte Carlo tree search, for a number of visits or for a time."""

from time import perf_counter
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.bots.search import Search
from longbeard.engine.hints import Hints, Tuning
from longbeard.engine.luck import Luck
from longbeard.engine.state import State

MAX_NODES: Final = 400_000
"""The cap on memory: 48 bytes a node, twice that while an array grows."""
SLICE: Final = 0.008
"""Seconds that one call of `think` takes."""
BATCH: Final = 4
"""Visits between two looks at the clock."""
CHECK: Final = 64
"""Visits between two checks whether the rest of the budget could still change the answer."""


@final
@mypyc_attr(acyclic=True)
class Searcher(Bot):
    """Searches until its budget is used, or no longer matters.

    With a number of visits it is deterministic for its luck; with seconds, the result depends on the machine.
    """

    def __init__(
        self,
        hints: Hints,
        visits: int = 0,
        seconds: float = 0.0,
        max_nodes: int = MAX_NODES,
        tuning: Tuning | None = None,
    ) -> None:
        super().__init__()
        self.hints = hints
        self.tuning: Tuning | None = tuning
        """How to search; None: what the room says for the number of players."""
        self.max_visits: i64 = visits
        self.seconds = seconds
        self.max_nodes: i64 = max_nodes
        self.search: Search | None = None
        self._deadline = 0.0
        self._started = 0.0

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        self.begin(imagined, seat, luck)
        while self.think():
            pass
        return self.answer()

    def begin(self, imagined: State, seat: i64, luck: Luck, since: list[int] | None = None) -> None:
        search = self.search
        if search is not None and (search.closed or not search.tuning.keeps):
            search = None
        if since is None or search is None or search.seat != seat or search.imagined.seats != imagined.seats:
            self.search = Search(imagined, seat, self.hints, luck, self.max_nodes, self.tuning)
        else:
            search.reroot(imagined, luck, since)
        self._started = perf_counter()
        self._deadline = self._started + self.seconds

    def remembers(self) -> bool:
        # How far a tree grows in seconds, nothing repeats.
        search = self.search
        return (search is None or (search.tuning.keeps and not search.closed)) and self.seconds <= 0.0

    def think(self) -> bool:
        search = self.search
        assert search is not None
        pause = perf_counter() + SLICE
        while not self._done(search):
            search.run(BATCH)
            now = perf_counter()
            if self.seconds > 0.0 and now >= self._deadline:
                return False
            if now >= pause:
                return True
        return False

    def keeps(self, seats: i64) -> bool:
        """Tell whether the tree is kept for the next own decision, so that it pays to ponder."""
        tuning = self.tuning if self.tuning is not None else self.hints.tuning(seats)
        return tuning.keeps and not tuning.closed

    def ponder(self) -> bool:
        """Search for about a hundredth of a second while another seat decides; return whether to go on.

        It ends with the budget of visits or when the tree is full: there is nothing to decide yet.
        """
        search = self.search
        assert search is not None
        pause = perf_counter() + SLICE
        while not search.tree.full() and (self.max_visits == 0 or search.visits < self.max_visits):
            search.run(BATCH)
            if perf_counter() >= pause:
                return True
        return False

    def _done(self, search: Search) -> bool:
        """Whether the budget of visits is used, or what is left of it cannot change the answer."""
        if search.visits == 0:
            return len(search.imagined.legal()) == 1
        if search.visits % CHECK != 0:
            return self.max_visits > 0 and search.visits >= self.max_visits
        return search.lead() > self._visits_left(search)

    def _visits_left(self, search: Search) -> i64:
        """Return how many visits the budget still allows; with seconds, an estimate."""
        if self.max_visits > 0:
            return self.max_visits - search.visits
        now = perf_counter()
        pace = float(search.visits) / (now - self._started + 1e-9)
        return i64(pace * (self._deadline - now))

    def answer(self) -> i64:
        search = self.search
        assert search is not None
        return search.best()

    def tally(self) -> list[tuple[int, int, float]]:
        """List the legal actions, each with its visits at the root and the sum of their rewards."""
        search = self.search
        assert search is not None
        found: list[tuple[int, int, float]] = []
        for action in search.imagined.legal():
            visits = search.visits_of(action)
            found.append((action, visits, search.value_of(action) * float(visits)))
        return found
