"""What a good player would do, with chances and reasons: for the hint button and for replays."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from longbeard.bots.searcher import Searcher
from longbeard.engine.errors import NotYourTurn
from longbeard.engine.luck import QuickLuck
from longbeard.engine.match import Match

FEWEST: Final = 64


@dataclass(frozen=True)
class Advice:
    """One legal action: what it is worth, and what speaks for it."""

    action: str
    words: str
    chance: float
    """The share of the win that it is expected to bring."""
    thought: float
    """The share of the thinking that went into it: the best one got most."""
    why: str


def advise(
    match: Match, seat: int, visits: int = 4000, seed: int = 0, stop: Callable[[], bool] = lambda: False
) -> list[Advice]:
    """The legal actions of the seat that decides, the best first, judged by what this seat can know."""
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
    if search.visits == 0:  # a single choice needs no thought, but has its chance too
        search.visit(FEWEST)
    found = [
        Advice(
            room.spell(imagined, action),
            room.phrase(imagined, action, match.seats),
            float(search.chance_of(action)),
            int(search.visits_of(action)) / max(1, int(search.visits)),
            room.hints.why(imagined, action),
        )
        for action in imagined.legal()
    ]
    return sorted(found, key=lambda advice: (-advice.thought, -advice.chance))
