"""Advice from a search: the legal actions ranked, with chances and reasons, for hints and replays."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Final

from longbeard.bots.searcher import Searcher
from longbeard.engine.errors import NotYourTurn
from longbeard.engine.luck import QuickLuck
from longbeard.engine.match import Match

MIN_VISITS: Final = 64
"""Visits that a single legal action gets, so that it has a chance of winning, too."""
FEWEST_VISITS: Final = 24
"""An action that was visited less often has a chance that says nothing yet."""
SURE: Final = 1.96
"""Standard errors on either side of a chance, so that it lies between in 19 of 20 cases."""


@dataclass(frozen=True)
class Advice:
    """A legal action with its value and a reason for it."""

    action: str
    words: str
    chance: float
    """The expected share of the win."""
    visit_share: float
    """The share of the search's visits."""
    why: str
    margin: float
    """How far the chance may be off, either way: from the number of visits, as if they were independent."""
    looked_at: bool
    """Whether the search visited it often enough for its chance to mean something."""
    equal: bool
    """Whether its chance cannot be told from the best one's."""


def advise(
    match: Match, seat: int, visits: int = 4000, seed: int = 0, stop: Callable[[], bool] = lambda: False
) -> list[Advice]:
    """Rank the legal actions of the seat that decides, the best first, by what this seat can know.

    They are sorted by their chances. Those that the search gave up early come last: it went back to the
    others because these looked worse, and their chances are rough.
    """
    if match.over or seat != match.to_act:
        raise NotYourTurn("there is advice only for whoever decides now")
    room, luck = match.room, QuickLuck(seed)
    imagined = match.state.imagine(seat, luck)
    searcher = Searcher(room.hints, visits)
    searcher.begin(imagined, seat, luck)
    while searcher.think() and not stop():
        pass
    search = searcher.search
    assert search is not None
    if search.visits == 0:  # a searcher does not search where there is a single action
        search.run(MIN_VISITS)
    legal = imagined.legal()
    visited = {action: int(search.visits_of(action)) for action in legal}
    enough = min(FEWEST_VISITS, max(visited.values()))
    legal = sorted(legal, key=lambda action: (visited[action] < enough, -search.value_of(action)))
    best = float(search.value_of(legal[0]))
    best_margin = margin_of(best, visited[legal[0]])
    found = []
    for action in legal:
        chance, visits_of = float(search.value_of(action)), visited[action]
        margin = margin_of(chance, visits_of)
        found.append(
            Advice(
                room.spell(imagined, action),
                room.phrase(imagined, action, match.seats),
                chance,
                visits_of / max(1, int(search.visits)),
                room.hints.why(imagined, action),
                margin,
                visits_of >= enough,
                visits_of >= enough and best - chance <= sqrt(margin**2 + best_margin**2),
            )
        )
    return found


def margin_of(chance: float, visits: int) -> float:
    """Return how far a chance from a number of visits may be off, either way.

    >>> round(margin_of(0.5, 100), 3), margin_of(0.5, 0)
    (0.096, 1.0)
    """
    if not visits:
        return 1.0
    rough = (chance * visits + 2) / (visits + 4)  # Agresti and Coull: also right near 0 and 1
    return SURE * sqrt(rough * (1 - rough) / (visits + 4))
