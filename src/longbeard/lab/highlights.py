"""Matches of a run that are worth watching, as records that the table and the terminal open."""

from dataclasses import dataclass
from math import log2
from typing import Final

import polars as pl

from longbeard.engine import record
from longbeard.lab.figures import Row, Table, margins
from longbeard.lab.plan import Plan, match_of

EACH: Final = 2
"""Matches of each kind."""


@dataclass(frozen=True)
class Highlight:
    """A match that is worth watching."""

    kind: str
    match: int
    why: str


def highlights(
    matches: pl.DataFrame, seats: pl.DataFrame, counts: pl.DataFrame, scored: bool
) -> list[Highlight]:
    """Choose the closest, the longest, the shortest and the strangest matches of a series."""
    found: list[Highlight] = []
    joined = matches.join(margins(seats), on="match", maintain_order="left")
    if scored:
        close = joined.filter(pl.col("winners") == 1).sort(
            "margin", pl.col("moves"), descending=[False, True]
        )
        found += [Highlight("closest", row["match"], f"won by {row['margin']}, with {row['top']} points")
                  for row in close.head(EACH).to_dicts()]  # fmt: skip
    longest = joined.sort("moves", "match", descending=[True, False])
    found += [Highlight("longest", row["match"], f"{row['moves']} decisions")
              for row in longest.head(EACH).to_dicts()]  # fmt: skip
    found += [Highlight("shortest", row["match"], f"{row['moves']} decisions")
              for row in joined.sort("moves", "match").head(1).to_dicts()]  # fmt: skip
    return found + _strangest(matches, counts)


def _strangest(matches: pl.DataFrame, counts: pl.DataFrame) -> list[Highlight]:
    """Choose matches in which the rarest things happened: the mean surprise, in bits, of what was counted."""
    if not len(counts):
        return []
    total = len(matches)
    often = counts.group_by("counter").agg(share=pl.col("match").n_unique() / total)
    surprise = often.with_columns(bits=pl.col("share").map_elements(lambda share: -log2(share), pl.Float64))
    by_match = (
        counts.join(surprise, on="counter")
        .group_by("match")
        .agg(bits=pl.col("bits").mean())
        .sort("bits", "match", descending=[True, False])
    )
    return [Highlight("strangest", row["match"], f"{row['bits']:.2f} bits of surprise a thing that happened")
            for row in by_match.head(EACH).to_dicts()]  # fmt: skip


def records(plan: Plan, series: int, wanted: list[Highlight], moves: pl.DataFrame) -> list[tuple[str, str]]:
    """Return a file name and a sealed record for each highlight; `moves` are those that the run has kept."""
    kept = {
        one.match: list(moves.filter(pl.col("match") == one.match).select("seat", "action").iter_rows())
        for one in wanted
        if len(moves)
    }
    players = plan.series[series].players
    return [
        (
            f"{plan.game}-{players}-{one.kind}-{one.match}.json",
            record.write(match_of(plan, series, one.match, kept.get(one.match, ()))),
        )
        for one in wanted
    ]


def highlights_table(wanted: list[Highlight], names: list[str], folder: str) -> Table:
    """List them with the line that shows each."""
    rows: list[Row] = [
        (one.kind, one.why, f"longbeard replay {folder}/{name}")
        for one, name in zip(wanted, names, strict=True)
    ]
    about = (
        "Each is a sealed record: step through it in the terminal, or open all of them as replays at the "
        f"table in your browser: longbeard lab show --browser {folder}"
    )
    return Table("highlights", "Matches worth watching", about, ("kind", "why", "watch it"), rows)
