"""What a run says, as tables with intervals: deals are independent, a deal's matches are one observation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite, sqrt
from typing import Final

import polars as pl

from longbeard.lab.statistics import Z

FAIR: Final = 0.05
"""A seat is called fair if its interval lies within this fraction of its fair share."""
SURE: Final = 3.29 / Z
"""A seat is called unfair only if an interval of 99.9 % says so: many seats are asked about."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    value: float
    half: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.half:.3f}" if isfinite(self.half) else f"{self.value:.3f} ± ?"

    def ends(self) -> dict[str, float]:
        """Return it as a chart wants it."""
        half = self.half if isfinite(self.half) else 0.0  # of a single observation nothing is known
        return {"value": self.value, "low": self.value - half, "high": self.value + half}


@dataclass(frozen=True)
class Table:
    """A table of a report: for people as rows of text, for programs as it is."""

    key: str
    title: str
    about: str
    columns: tuple[str, ...]
    rows: list["Row"] = field(default_factory=list)
    chart: str = ""
    """The kind of chart that shows it best (lab/charts.py); empty for none."""
    points: tuple[Mapping[str, object], ...] = ()
    """What the chart draws, where it is not in the rows."""


Row = tuple[str | int | float | Estimate, ...]


def mean(values: pl.Series) -> Estimate:
    """Return the mean of independent observations, and the half-width of its 95 % interval."""
    count = len(values)
    found = values.mean()
    spread = values.std() if count > 1 else None
    assert isinstance(found, float | int)
    half = Z * float(spread) / sqrt(count) if isinstance(spread, float) else float("inf")
    if half == 0.0:  # that all agree so far does not prove that none ever differs: the rule of three
        half = 3 / count
    return Estimate(float(found), half)


def by_deal(table: pl.DataFrame, column: str, each: int) -> pl.Series:
    """Return the mean of a column for every deal."""
    return (
        table.group_by((pl.col("match") // each).alias("deal"), maintain_order=True)
        .agg(pl.col(column).cast(pl.Float64).mean())
        .sort("deal")[column]
    )


def seats_table(seats: pl.DataFrame, players: int, each: int) -> Table:
    """Make the table of each seat's share of the wins, in fair shares."""
    rows: list[Row] = []
    for seat in range(players):
        own = seats.filter(pl.col("seat") == seat).with_columns(pl.col("share") * players)
        share = mean(by_deal(own, "share", each))
        rows.append((f"seat {seat + 1}", share, verdict(share), mean(by_deal(own, "score", each))))
    about = "1 is fair. Seat 1 plays first, where the game lets one choose that."
    columns = ("seat", "× fair share", f"within {1 - FAIR:g}–{1 + FAIR:g}?", "score")
    return Table("seats", "Seats", about, columns, rows, "seats")


def verdict(share: Estimate) -> str:
    """Say whether a seat is fair, as far as its interval knows."""
    apart = abs(share.value - 1)
    if apart + share.half <= FAIR:
        return "yes"
    return "no" if apart - SURE * share.half > FAIR else "not known yet"


def length_table(
    matches: pl.DataFrame, seats: pl.DataFrame, each: int, seconds: float, promised: tuple[int, int]
) -> Table:
    """Make the table of lengths, waiting and early elimination."""
    minutes = matches.with_columns(minutes=pl.col("moves") * seconds / 60)
    parts = seats.group_by("match", maintain_order=True).agg(
        forced=pl.col("forced").sum() / pl.col("decisions").sum().clip(1),
        choices=pl.col("choices").sum() / pl.col("decisions").sum().clip(1),
        wait=pl.col("waited").sum() / (pl.col("turns") - 1).clip(0).sum().clip(1),
        longest=pl.col("longest_wait").max(),
        early=(pl.col("out") >= 0).sum(),
        first_out=pl.col("out").filter(pl.col("out") >= 0).min(),
    )
    parts = parts.join(matches.select("match", "moves"), on="match", maintain_order="left").with_columns(
        wait_minutes=pl.col("wait") * seconds / 60,
        watched=(1 - pl.col("first_out") / pl.col("moves")).fill_null(0.0),
    )
    rows: list[Row] = []
    for name, table, column in (
        ("decisions a match", matches, "moves"),
        ("turns a match", matches, "turns"),
        (f"minutes, at {seconds:g} s a decision", minutes, "minutes"),
        ("decisions of others between two turns", parts, "wait"),
        ("minutes between two turns, at the same pace", parts, "wait_minutes"),
        ("the longest such wait of a match", parts, "longest"),
        ("share of decisions with one choice only", parts, "forced"),
        ("choices a decision", parts, "choices"),
        ("seats that were out before the end", parts, "early"),
        ("share of the match that the first one out only watched", parts, "watched"),
    ):
        values = table[column].cast(pl.Float64)
        found = [values.quantile(part, "nearest") for part in (0.05, 0.5, 0.95)]
        rows.append((name, mean(by_deal(table, column, each)), *(round(float(one or 0), 2) for one in found)))
    columns = ("what", "mean", "5 %", "median", "95 %")
    about = f"Players are promised {promised[0]}–{promised[1]} minutes."
    lengths = matches["moves"].value_counts().sort("moves").iter_rows()
    points = tuple({"decisions": moves, "matches": count} for moves, count in lengths)
    return Table("length", "Length, waiting, choices", about, columns, rows, "length", points)


def ties_table(
    matches: pl.DataFrame, seats: pl.DataFrame, endings: tuple[str, ...], each: int, scored: bool
) -> Table:
    """Make the table of how matches end, who shares a win, and by how much it was won."""
    joined = matches.join(margins(seats), on="match", maintain_order="left").with_columns(
        shared=pl.col("winners") > 1, nobody=pl.col("winners") == 0
    )
    rows: list[Row] = []
    for number, ending in enumerate(endings):
        own = joined.with_columns(here=(pl.col("ending") == number))
        here = own.filter("here")
        if len(here):
            tied = here.filter("shared")
            ways = [f"{winners} together: {len(tied.filter(pl.col('winners') == winners)) / len(here):.1%}"
                    for winners in sorted(tied["winners"].unique())]  # fmt: skip
            usual = ", ".join(map(str, sorted(tied["top"].mode().to_list())[:3])) if scored else ""
            how = "; ".join(ways) + (f" (most often with {usual} points)" if ways and usual else "")
            margin = round(_number(here["margin"].mean()), 3) if scored else "–"
            close = round(_number((here["margin"] <= 1).mean()), 3) if scored else "–"
            rows.append((ending, mean(by_deal(own, "here", each)), how or "never shared", margin, close))
    everything = mean(by_deal(joined, "shared", each))
    unwon = mean(by_deal(joined, "nobody", each))
    about = f"Shared wins: {everything} of all matches. Won by nobody: {unwon}."
    columns = ("ending", "share of matches", "of these shared", "mean margin in points", "won by 1 or less")
    return Table("endings", "Endings, shared wins, margins", about, columns, rows)


def margins(seats: pl.DataFrame) -> pl.DataFrame:
    """Return the best score of every match, and by how much it is better than the second."""
    return (
        seats.group_by("match", maintain_order=True)
        .agg(top=pl.col("score").max(), second=pl.col("score").sort(descending=True).get(1))
        .with_columns(margin=pl.col("top") - pl.col("second"))
    )


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
