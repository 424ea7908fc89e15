"""What a strong player makes of a finished match: everybody's chances, and what each choice cost.

Each seat's chances are those that it could know at the time: a search over tables that the seat imagines, as
the Archmage's own. For a seat, they change for three reasons, which add up from a fair share to the result:

- its choices: the value of what it chose less that of the best choice, both before any luck of the move,
  where the two can be told apart;
- its draws: the value after its move less that of what it chose, and the deal;
- the others: whatever changed while others moved, by their choices and their luck alike.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import sqrt
from time import process_time
from typing import Final

from longbeard.bots.advice import margin_of
from longbeard.bots.calibration import Calibration, calibration_of
from longbeard.bots.search import Search
from longbeard.engine.errors import LongbeardError
from longbeard.engine.hints import END_OF_GAME, Hints, Tuning, share_of_win
from longbeard.engine.luck import KeyedLuck, QuickLuck
from longbeard.engine.match import Match
from longbeard.engine.state import State

VERSION: Final = 3
"""Counted up whenever the same match would be analysed otherwise: what is kept is then made again."""
VISITS: Final = 1600
"""Visits for the chance of a seat that only waits."""
DECIDING: Final = 2
"""Visits for each choice of the seat that decides, in multiples of VISITS."""
SECONDS: Final = 15.0
"""Seconds of one core for a whole match; a slow machine, or a very long match, gets fewer visits."""
FEWEST: Final = 32
"""Visits that every search gets, however late it is."""
BATCH: Final = 32
"""Visits between two looks at the clock."""
MAX_NODES: Final = 40_000
PLACES: Final = 4
MISTAKE: Final = 0.05
"""Least cost, in chances of winning, of a choice that is called a mistake."""
TURNING: Final = 0.1
"""Least change of a chance that counts as a turning point."""


@dataclass(frozen=True)
class Decision:
    """A choice that a seat had, from what it could know."""

    move: int
    """The number of the move that it led to, from 1."""
    seat: int
    chosen: int
    best: int
    """The action that the search would have taken."""
    chance: float
    """With what was chosen."""
    best_chance: float
    margin: float
    """How far the difference between the two may be off, either way."""

    @property
    def cost(self) -> float:
        """What the choice gave away, in chances of winning; 0, if it cannot be told from the best one."""
        return self.best_chance - self.chance

    @property
    def mistaken(self) -> bool:
        """Whether it gave away more than is worth a word."""
        return self.cost >= MISTAKE


@dataclass(frozen=True)
class Share:
    """Where a seat's result came from: fair + deal + choices + draws + others is the result."""

    fair: float
    deal: float
    choices: float
    """Never above 0: the best choice gives nothing away."""
    draws: float
    others: float
    result: float


@dataclass(frozen=True, eq=False)
class Analysis:
    """A finished match in numbers. It names actions by number and holds no words and no names."""

    version: int
    visits: int
    """Visits that the chance of a waiting seat got, on average."""
    chances: list[list[float]]
    """After the deal (0) and after every move, the chance of each seat; the last are the result."""
    margins: list[list[float]]
    """How far each may be off, either way."""
    decisions: list[Decision]

    def shares(self) -> list[Share]:
        """Tell luck and choices apart, for every seat."""
        return [self._share(seat) for seat in range(len(self.chances[0]))]

    def _share(self, seat: int) -> Share:
        fair = 1.0 / len(self.chances[0])
        choices = draws = others = 0.0
        for decision in self.decisions:
            before, after = self.chances[decision.move - 1][seat], self.chances[decision.move][seat]
            if decision.seat == seat:
                choices -= decision.cost
                draws += after - decision.chance
            else:
                others += after - before
        return Share(fair, self.chances[0][seat] - fair, choices, draws, others, self.chances[-1][seat])

    def turning_points(self, seat: int, most: int) -> list[int]:
        """List the moves that changed a seat's chance most, in their order."""
        changes = {
            move: abs(self.chances[move][seat] - self.chances[move - 1][seat])
            for move in range(1, len(self.chances))
        }
        found = sorted(
            (move for move in changes if changes[move] >= TURNING), key=lambda move: -changes[move]
        )
        return sorted(found[:most])

    def mistakes(self, seat: int, most: int) -> list[Decision]:
        """List the choices with which a seat gave most away, the dearest first."""
        found = [decision for decision in self.decisions if decision.seat == seat and decision.mistaken]
        return sorted(found, key=lambda decision: -decision.cost)[:most]

    def write(self) -> str:
        """Write the analysis as text, to be kept; chances are rounded to a hundredth of a percent."""
        facts = asdict(self)
        for name in ("chances", "margins"):
            facts[name] = [[round(value, PLACES) for value in row] for row in facts[name]]
        for decision in facts["decisions"]:
            decision |= {name: round(decision[name], PLACES) for name in ("chance", "best_chance", "margin")}
        return json.dumps(facts)


def read_analysis(text: str) -> Analysis:
    """Read what `write` wrote."""
    facts = json.loads(text)
    decisions = [Decision(**decision) for decision in facts["decisions"]]
    return Analysis(facts["version"], facts["visits"], facts["chances"], facts["margins"], decisions)


def search_of(hints: Hints, state: State, seat: int, seed: int) -> Search:
    """Return a search from what a seat knows of a table.

    Its rollouts go to the end of the game, where somebody wins: shorter ones end in a guess, which is good
    enough to choose by, but says less about chances (docs/bots.md). It is not tuned to the room: what is
    kept in `chances.json` was fitted to searches like this one.
    """
    luck = QuickLuck(seed)
    search = Search(state.imagine(seat, luck), seat, hints, luck, MAX_NODES, Tuning())
    search.max_rollout = END_OF_GAME
    return search


def raw_chance(hints: Hints, state: State, seat: int, visits: int, seed: int) -> float:
    """Return what a search says of a seat at a table, before it is corrected: for `bench/calibration.py`."""
    search = search_of(hints, state, seat, seed)
    decides = seat == state.to_act()
    search.run(visits * DECIDING if decides else visits)
    return float(search.value_of(search.best()) if decides else search.mean_of(seat))


class _Clock:
    """Shares a time out among searches, so that the last ones get as much of it as the first."""

    def __init__(self, seconds: float, parts: int, spent: Callable[[], float] = process_time) -> None:
        self.seconds = seconds
        self.parts = parts
        self.done = 0
        self._spent = spent
        self._start = spent()

    def late(self, parts: int) -> bool:
        """Tell whether the next so many parts have used their time."""
        return self._spent() - self._start > self.seconds * (self.done + parts) / self.parts


class _Analyst:
    """Searches every position of a match for every seat."""

    def __init__(self, match: Match, visits: int, seconds: float) -> None:
        self.match = match
        self.visits = visits
        self.hints = match.room.hints
        self.calibration: Calibration = calibration_of(match.room)
        self.seats = len(match.seats)
        # Three searches of the deciding seat: for the best choice, and for its value and the chosen one's.
        self.clock = _Clock(seconds, len(match.log) * (self.seats - 1 + 3 * DECIDING))
        self.waited_for: list[int] = []

    def search(self, state: State, seat: int, seed: int, parts: int, forced: int = -1) -> Search:
        """Search from what a seat knows of a table, perhaps after a given action."""
        search = search_of(self.hints, state, seat, seed)
        search.forced = forced
        while search.visits < self.visits * parts:
            search.run(BATCH)
            if search.visits >= FEWEST and self.clock.late(parts):
                break
        self.clock.done += parts
        return search

    def chance(self, raw: float, visits: int, decides: bool) -> tuple[float, float]:
        """Return a chance, and how far it may be off."""
        margin = margin_of(raw, visits)
        low, chance, high = (
            self.calibration.chance(min(1.0, max(0.0, value)), self.seats, decides)
            for value in (raw - margin, raw, raw + margin)
        )
        return chance, (high - low) / 2

    def waiting(self, state: State, seat: int, seed: int) -> tuple[float, float]:
        """Return the chance of a seat while another decides."""
        search = self.search(state, seat, seed, 1)
        self.waited_for.append(int(search.visits))
        return self.chance(search.mean_of(seat), int(search.visits), False)

    def deciding(self, state: State, seat: int, seed: int, move: int) -> tuple[Decision, float]:
        """Judge a choice: what was chosen against what the search would have chosen."""
        chosen = self.match.log[move - 1].action
        free = self.search(state, seat, seed, DECIDING)
        best = int(free.best())
        chance, margin = self.chance(free.value_of(best), int(free.visits_of(best)), True)
        if chosen == best:
            self.clock.done += 2 * DECIDING
            return Decision(move, seat, chosen, best, chance, chance, 0.0), margin
        # Both are looked at anew, alike: in the search that chose it, the best one owes something to chance.
        (best_chance, best_margin), (chance, margin) = (
            self.chance(search.value_of(action), int(search.visits), True)
            for action in (best, chosen)
            for search in (self.search(state, seat, -seed, DECIDING, action),)
        )
        off = sqrt(margin**2 + best_margin**2)
        if best_chance - chance <= off:  # they cannot be told apart, so nothing was given away
            equal = (best_chance + chance) / 2
            return Decision(move, seat, chosen, chosen, equal, equal, off), margin
        return Decision(move, seat, chosen, best, chance, best_chance, off), best_margin


def analyse(
    match: Match,
    visits: int = VISITS,
    seconds: float = SECONDS,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Analysis:
    """Analyse a finished match. With time to spare it is the same again for the same match and visits."""
    if not match.over:
        raise LongbeardError("a match is analysed when it is over")
    analyst = _Analyst(match, visits, seconds)
    state = match.state_at(0)
    chances: list[list[float]] = []
    margins: list[list[float]] = []
    decisions: list[Decision] = []
    for move in range(1, len(match.log) + 1):
        progress(move - 1, len(match.log))
        found: list[tuple[float, float]] = []
        for seat in range(analyst.seats):
            seed = move * analyst.seats + seat
            if seat == match.log[move - 1].seat:
                decision, margin = analyst.deciding(state, seat, seed, move)
                decisions.append(decision)
                found.append((decision.best_chance, margin))
            else:
                found.append(analyst.waiting(state, seat, seed))
        chances.append([chance for chance, margin in found])
        margins.append([margin for chance, margin in found])
        state.resolve(match.log[move - 1].action, KeyedLuck(match.secret, move))
    chances.append([float(share_of_win(state, seat)) for seat in range(analyst.seats)])
    margins.append([0.0] * analyst.seats)
    waited = analyst.waited_for
    return Analysis(VERSION, sum(waited) // max(1, len(waited)), chances, margins, decisions)
