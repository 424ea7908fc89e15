"""Searches a box's numbers for what a designer wants: successive halving, then evidence on fresh deals.

Every candidate plays the same deals, so they differ by their numbers and not by their luck. The worse two
thirds of a round are dropped, and the others play three times as many new deals. What the survivors are said
to be worth comes from deals that chose nobody (Jamieson and Talwalkar, "Non-stochastic best arm
identification and hyperparameter optimization").
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import inf
from random import Random
from typing import Final

import polars as pl

from longbeard.engine.errors import BadOptions
from longbeard.games import room as room_of
from longbeard.lab.crew import Crew, uninterrupted
from longbeard.lab.figures import Estimate, mean
from longbeard.lab.plan import Plan
from longbeard.lab.run import chunk_task
from longbeard.lab.whatif import changed, measures

KEEP: Final = 3
"""One of so many candidates goes on to the next round, which has so many times as many deals."""
MOST: Final = 81
"""Candidates of the first round; of more, these are drawn."""
PROPOSED: Final = 3
FRESH: Final = 1_000_003
"""Added to the seed for every round, so that no deal is played in two of them."""


@dataclass(frozen=True)
class Want:
    """Something that a designer wants of a figure."""

    text: str
    figure: str
    """The name of a figure (lab/whatif.py), or `seats`: the one that is furthest from fair."""
    low: float
    high: float

    def miss(self, value: float) -> float:
        """Return how far a value is outside, in units of what is wanted."""
        size = max(
            abs(self.low) if self.low > -inf else 0.0, abs(self.high) if self.high < inf else 0.0, 0.01
        )
        return max(0.0, self.low - value, value - self.high) / size


FIGURES: Final = {
    "length": "decisions a match",
    "turns": "turns a match",
    "shared": "shared wins",
    "forced": "decisions with one choice only",
    "choices": "choices a decision",
    "wait": "decisions of others between two turns",
    "out": "seats that are out before the end",
    "margin": "points between first and second",
}
"""What can be wanted besides `seats within X`, by a short name."""


def read_want(text: str) -> Want:
    """Read a wish, or raise BadOptions.

    >>> read_want("seats within 0.02").high
    0.02
    >>> read_want("turns 12-20").figure, read_want("shared under 0.05").high
    ('turns a match', 0.05)
    """
    words = text.split()
    number = r"\d+(?:\.\d+)?"
    if words[:2] == ["seats", "within"] and len(words) == 3 and re.fullmatch(number, words[2]):
        return Want(text, "seats", 0.0, float(words[2]))
    if words and words[0] in FIGURES:
        figure = FIGURES[words[0]]
        if len(words) == 2 and (found := re.fullmatch(f"({number})-({number})", words[1])):
            return Want(text, figure, float(found[1]), float(found[2]))
        if len(words) == 3 and words[1] in ("under", "over") and re.fullmatch(number, words[2]):
            bound = float(words[2])
            return Want(text, figure, *((-inf, bound) if words[1] == "under" else (bound, inf)))
    raise BadOptions(
        f"--want is like 'seats within 0.02', 'turns 12-20' or 'shared under 0.05', not {text!r}; "
        f"figures are: {', '.join(FIGURES)}"
    )


def read_variation(text: str) -> list[str]:
    """Read what may vary, as settings: `stamina=16..24` or `cards.katana.value=2|4`.

    >>> read_variation("stamina=18..20")
    ['stamina=18', 'stamina=19', 'stamina=20']
    >>> read_variation("die=[1,2,3]|[1,1,2]")
    ['die=[1,2,3]', 'die=[1,1,2]']
    """
    path, separator, values = text.partition("=")
    if separator and (found := re.fullmatch(r"(-?\d+)\.\.(-?\d+)", values)):
        return [f"{path}={value}" for value in range(int(found[1]), int(found[2]) + 1)]
    if separator and values:
        return [f"{path}={value}" for value in values.split("|")]
    raise BadOptions(f"--vary is PATH=FROM..TO or PATH=ONE|OTHER, not {text!r}")


def candidates(text: str, variations: Sequence[str], seed: int) -> list[tuple[str, ...]]:
    """Return the settings of every candidate, the box as it is first; some of them, if there are too many.

    What makes no box (cards that do not add up, for instance) is left out.
    """
    found: list[tuple[str, ...]] = list(product(*(read_variation(one) for one in variations)))
    if len(found) > MOST - 1:
        found = sorted(Random(seed).sample(found, MOST - 1))
    return [(), *(settings for settings in found if changed(text, settings) != text)]


@dataclass(frozen=True)
class Tried:
    """A candidate and what is known of it."""

    settings: tuple[str, ...]
    figures: dict[str, Estimate]
    miss: float


def judged(plan: Plan, crew: Crew, wants: Sequence[Want], settings: Sequence[tuple[str, ...]]) -> list[Tried]:
    """Let every candidate play a plan, and say how far each is from what is wanted."""
    plans = [plan.with_box(changed(plan.box, one)) for one in settings]
    tasks = [chunk_task(one, chunk) for one in plans for chunk in range(one.chunks)]
    series, plate = plan.series[0], room_of(plan.game).plate
    tables: dict[int, pl.DataFrame] = {}
    doing = crew(tasks)
    try:
        for place, files in doing:
            with uninterrupted():
                tables[place] = measures(files, series.players, series.each, plate.scored, plate.endings)
    finally:
        doing.close()
    found = []
    for number, one in enumerate(settings):
        table = pl.concat([tables[number * plan.chunks + chunk] for chunk in range(plan.chunks)])
        figures = {name: mean(table[name]) for name in table.columns if name != "deal"}
        found.append(Tried(one, figures, sum(want.miss(value_of(want, figures)) for want in wants)))
    return found


def value_of(want: Want, figures: dict[str, Estimate]) -> float:
    """Return the value of what is wanted; of seats, how far the worst is from fair."""
    if want.figure == "seats":
        return max(abs(one.value - 1) for name, one in figures.items() if name.startswith("seat "))
    if want.figure not in figures:
        raise BadOptions(f"{want.text}: this game has no {want.figure}")
    return figures[want.figure].value


def tune(
    plan: Plan,
    crew: Crew,
    wants: Sequence[Want],
    settings: list[tuple[str, ...]],
    progress: Callable[[int, int, list[Tried]], None] = lambda number, deals, tried: None,
) -> list[Tried]:
    """Halve the candidates until few are left; return those and the box as it is, best first.

    They are judged on fresh deals.
    """
    left = settings
    deals = plan.series[0].deals
    number = 0
    while len(left) > PROPOSED + 1:
        tried = judged(_round(plan, number, deals), crew, wants, left)
        progress(number, deals, tried)
        tried.sort(key=lambda one: one.miss)
        left = [one.settings for one in tried[: max(PROPOSED, len(tried) // KEEP)]]
        left = left if () in left else [*left, ()]
        if len(left) == len(settings):
            break
        settings, deals, number = left, deals * KEEP, number + 1
    tried = judged(_round(plan, number + 1, deals * KEEP), crew, wants, left)
    return sorted(tried, key=lambda one: one.miss)


def _round(plan: Plan, number: int, deals: int) -> Plan:
    series = replace(plan.series[0], deals=deals)
    return replace(plan, seed=plan.seed + number * FRESH, series=(series,))
