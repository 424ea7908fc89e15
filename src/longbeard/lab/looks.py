"""Looks into some matches of a run with a search: everybody's chances, and what a choice was worth.

For a few moments of a match, spread evenly over it, each seat's chance is what a search from that seat's own
knowledge says (`bots/analysis.py`, corrected by the room's `chances.json`). For a few decisions, some of
the choices are searched with equal visits, twice: the first search says which one is best, the second what it
is worth, so that the best one owes nothing to the luck of its own search.
"""

from hashlib import sha256
from statistics import median
from typing import Final

import polars as pl

from longbeard.bots.analysis import search_of
from longbeard.bots.calibration import calibration_of
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import KeyedLuck, QuickLuck
from longbeard.engine.match import Match
from longbeard.engine.state import State
from longbeard.lab.plan import Plan, match_of

MOMENTS: Final = 20
"""Moments of a match at which chances are asked for, besides its end."""
DECISIONS: Final = 8
"""Decisions of a match whose choices are compared."""
CHOICES: Final = 8
"""Choices of such a decision that are compared; of more, these are drawn."""
VISITS: Final = 200
HOPELESS: Final = 0.05
"""Chance below which a seat counts as hopeless, whatever it does."""
SWAYS: Final = 0.25
"""Chance that a hopeless seat can take from another by its choice, from which on it is a kingmaker."""
MOMENT: Final = {
    "match": pl.Int32,
    "move": pl.Int32,
    "moves": pl.Int32,
    "seat": pl.Int32,
    "chance": pl.Float64,
}
DECISION: Final = {"match": pl.Int32, "move": pl.Int32, "seat": pl.Int32, "choices": pl.Int32,
                   "spread": pl.Float64, "kingmaker": pl.Boolean}  # fmt: skip


def look(plan: Plan, chunk: int) -> dict[str, pl.DataFrame]:
    """Look into the matches of one chunk of looks."""
    series, matches = plan.look_chunks()[chunk]
    moments: list[tuple[int, int, int, int, float]] = []
    decisions: list[tuple[int, int, int, int, float, bool]] = []
    for number in matches:
        match = match_of(plan, series, number)
        looker = _Looker(match, f"longbeard lab look {plan.seed} {series} {number}")
        moments += [(number, move, len(match.log), seat, chance) for move, seat, chance in looker.chances()]
        decisions += [(number, *row) for row in looker.decisions()]
    return {
        "moments": pl.DataFrame(moments, MOMENT, orient="row"),
        "decisions": pl.DataFrame(decisions, DECISION, orient="row"),
    }


def spread_over(count: int, most: int) -> list[int]:
    """Choose at most so many of the numbers below `count`, evenly.

    >>> spread_over(10, 5), spread_over(3, 5)
    ([0, 2, 4, 6, 8], [0, 1, 2])
    """
    return [number * count // most for number in range(most)] if count > most else list(range(count))


class _Looker:
    def __init__(self, match: Match, name: str) -> None:
        self.match = match
        self.name = name
        self.hints = match.room.hints
        self.calibration = calibration_of(match.room)
        self.seats = len(match.seats)

    def seed(self, what: str, move: int, seat: int) -> int:
        return int.from_bytes(sha256(f"{self.name} {what} {move} {seat}".encode()).digest()[:7], "big")

    def chances(self) -> list[tuple[int, int, float]]:
        """Return (move, seat, chance) at some moments, and the result at the end."""
        found: list[tuple[int, int, float]] = []
        wanted = {*spread_over(len(self.match.log), MOMENTS)}
        state = self.match.state_at(0)
        for move, played in enumerate(self.match.log):
            if move in wanted:
                found += [(move, seat, self._chance(state, seat, move)) for seat in range(self.seats)]
            state.resolve(played.action, KeyedLuck(self.match.secret, move + 1))
        return found + [
            (len(self.match.log), seat, float(share_of_win(state, seat))) for seat in range(self.seats)
        ]

    def _chance(self, state: State, seat: int, move: int) -> float:
        search = search_of(self.hints, state, seat, self.seed("chance", move, seat))
        search.run(VISITS)
        decides = seat == state.to_act()
        raw = float(search.value_of(search.best()) if decides else search.mean_of(seat))
        return self.calibration.chance(min(1.0, max(0.0, raw)), self.seats, decides)

    def decisions(self) -> list[tuple[int, int, int, float, bool]]:
        """Return (move, seat, choices, spread, kingmaker) of some decisions that had a choice."""
        found = []
        state = self.match.state_at(0)
        open_ones: list[tuple[int, State]] = []
        for move, played in enumerate(self.match.log):
            if len(state.legal()) > 1:
                open_ones.append((move, state.clone()))
            state.resolve(played.action, KeyedLuck(self.match.secret, move + 1))
        for place in spread_over(len(open_ones), DECISIONS):
            found.append(self._decision(*open_ones[place]))
        return found

    def _decision(self, move: int, state: State) -> tuple[int, int, int, float, bool]:
        seat = int(state.to_act())
        legal = state.legal()
        some = list(legal)
        dice = QuickLuck(self.seed("choices", move, seat))
        while len(some) > CHOICES:
            some.pop(dice.below(len(some)))
        first = [self._worth(state, seat, action, move, "first") for action in some]
        again = [self._worth(state, seat, action, move, "again") for action in some]
        best = max(range(len(some)), key=lambda at: first[at][seat])
        spread = again[best][seat] - median(values[seat] for values in again)
        others = [other for other in range(self.seats) if other != seat]
        both = [
            [(one + two) / 2 for one, two in zip(*pair, strict=True)]
            for pair in zip(first, again, strict=True)
        ]
        hopeless = max(values[seat] for values in both) <= HOPELESS
        sway = max(
            max(values[other] for values in both) - min(values[other] for values in both) for other in others
        )
        return move, seat, len(legal), spread, hopeless and sway >= SWAYS and self.seats > 2

    def _worth(self, state: State, seat: int, action: int, move: int, what: str) -> list[float]:
        """Return everybody's mean reward if a seat chooses an action."""
        search = search_of(self.hints, state, seat, self.seed(f"{what} {action}", move, seat))
        search.forced = action
        search.run(VISITS)
        return [float(search.mean_of(one)) for one in range(self.seats)]
