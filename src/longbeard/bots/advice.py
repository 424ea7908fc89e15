"""Advice from a search: the legal actions ranked, with chances and reasons, for hints and replays."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from longbeard.bots.searcher import Searcher
from longbeard.engine.errors import NotYourTurn
from longbeard.engine.luck import QuickLuck
from longbeard.engine.match import Match

MIN_VISITS: Final = 64
"""Visits that a single legal action gets, so that it has a chance of winning, too."""


@dataclass(frozen=True)
class Advice:
    """A legal action with its value and a reason for it."""

    action: str
    words: str
    chance: float
    """The expected share of the win."""
    visit_share: float
    """The share of the search's visits; the best action has the largest."""
    why: str


def advise(
    match: Match, seat: int, visits: int = 4000, seed: int = 0, stop: Callable[[], bool] = lambda: False
) -> list[Advice]:
    """Rank the legal actions of the seat that decides, the best first, by what this seat can know."""
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
    found = [
        Advice(
            room.spell(imagined, action),
            room.phrase(imagined, action, match.seats),
            float(search.value_of(action)),
            int(search.visits_of(action)) / max(1, int(search.visits)),
            room.hints.why(imagined, action),
        )
        for action in imagined.legal()
    ]
    return sorted(found, key=lambda advice: (-advice.visit_share, -advice.chance))
