"""What a change of the box does to leads, choices and skill: the same matches with both boxes.

These figures need searches or other bots. Their number of deals is fixed before, so they take no part in when
a comparison stops, and their intervals are those for one look, divided among all of them.
"""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from math import inf
from statistics import NormalDist
from typing import Final

import polars as pl

from longbeard.games import room as room_of
from longbeard.lab.crew import Crew, Task
from longbeard.lab.figures import mean
from longbeard.lab.plan import Plan, make_plan
from longbeard.lab.reporting import own_seats
from longbeard.lab.run import Files, chunk_task, do_looks
from longbeard.lab.sequence import ALPHA
from longbeard.lab.statistics import Z
from longbeard.lab.tension import courses, stakes
from longbeard.lab.whatif import MATTERS, Difference

FEWEST: Final = 20
"""Deals before anything is said: an interval by the normal distribution is too narrow for fewer."""
Progress = Callable[[int, int], object]
"""Is told how many chunks are done, and of how many."""


def deeper(
    plan: Plan, other: Plan, looks: int, skill: int, crew: Crew, progress: Progress = lambda done, of: None
) -> list[Difference]:
    """Compare two boxes by looks into so many matches, and by so many matches of every thinking budget."""
    both = tuple(_deep(one, looks, skill) for one in (plan, other))
    first = both[0]
    rungs = [chunk for chunk in range(first.chunks) if first.series[first.place(chunk)[0]].skill]
    tasks = [
        *(Task(f"looks {number}", do_looks, (one, number)) for one in both
          for number in range(len(first.look_chunks()))),
        *(chunk_task(one, chunk) for one in both for chunk in rungs),
    ]  # fmt: skip
    done: dict[int, Files] = {}
    doing = crew(tasks)
    try:
        for place, files in doing:
            done[place] = files
            progress(len(done), len(tasks))
    finally:
        doing.close()
    results = [done[place] for place in range(len(tasks))]
    looked, played = 2 * len(first.look_chunks()), len(rungs)
    before, after = (
        _looked(first, results[:looked][side * looked // 2 : (side + 1) * looked // 2])
        | _played(first, rungs, results[looked:][side * played : (side + 1) * played])
        for side in (0, 1)
    )
    wider = NormalDist().inv_cdf(1 - ALPHA / max(1, len(before)) / 2) / Z
    return [_difference(name, before[name], after[name], wider) for name in before]


def _deep(plan: Plan, looks: int, skill: int) -> Plan:
    """Return the plan with looks into its matches, and with the comparisons of thinking budgets."""
    if skill:
        series, found = plan.series[0], room_of(plan.game)
        seats = range(series.players, series.players + 1)
        made = make_plan(found, seats, series.bots, series.matches, plan.seed, plan.options, skill=skill)
        plan = replace(plan, series=(series, *(one for one in made.series if one.skill)))
    return replace(plan, looks=looks)


def _looked(plan: Plan, chunks: list[Files]) -> dict[str, pl.DataFrame]:
    """Return what the looks say, as a value for every deal."""
    if not chunks:
        return {}
    series = plan.series[0]
    moments, decisions = (
        pl.concat([pl.read_parquet(BytesIO(files[f"{name}.parquet"])) for files in chunks])
        for name in ("moments", "decisions")
    )
    tables = (courses(moments, series.players), stakes(decisions, series.players))
    return {
        name: _values(table, name, series.each)
        for table in tables
        for name in table.columns
        if name != "match"
    }


def _played(plan: Plan, rungs: list[int], chunks: list[Files]) -> dict[str, pl.DataFrame]:
    """Return the win shares of every thinking budget, as a value for every deal."""
    found: dict[str, pl.DataFrame] = {}
    for number, series in enumerate(plan.series):
        own = [
            pl.read_parquet(BytesIO(files["seats.parquet"]))
            for chunk, files in zip(rungs, chunks, strict=True)
            if plan.place(chunk)[0] == number
        ]
        if own:
            share = own_seats(pl.concat(own), series).with_columns(pl.col("share") * series.players)
            name = f"{series.bots[0]} against {series.bots[1]}, × fair share"
            found[name] = _values(share, "share", series.each)
    return found


def _values(table: pl.DataFrame, column: str, each: int) -> pl.DataFrame:
    deal = (pl.col("match") // each).alias("deal")
    return table.group_by(deal).agg(value=pl.col(column).cast(pl.Float64).mean())


def _difference(name: str, before: pl.DataFrame, after: pl.DataFrame, wider: float) -> Difference:
    """Compare deal by deal; a deal that one of the boxes says nothing of (no decision, say) is left out."""
    paired = before.join(after, on="deal").sort("deal")
    apart = mean(paired["value_right"] - paired["value"])
    one, two = (mean(paired[column]).value for column in ("value", "value_right"))
    half = wider * apart.half if len(paired) >= FEWEST else inf
    return Difference(name, one, two, half, MATTERS)
