"""What the looks into matches say (lab/looks.py): leads, comebacks, agency; and what thinking is worth."""

from typing import Final

import polars as pl

from longbeard.lab.figures import Estimate, Row, Table, by_deal, mean
from longbeard.lab.looks import CHOICES, MOMENTS, VISITS
from longbeard.lab.plan import OPPONENT

CLEAR: Final = 0.9
"""A winner is clear from the moment after which its chance stays above this."""
AHEAD: Final = 0.05
"""Who leads must be ahead by this: less is the noise of the search."""
COMEBACK: Final = 0.5
"""It is a comeback if the winner's chance was ever below this part of a fair share."""
WORTH: Final = 0.05
"""A decision matters if the best choice is worth at least this much more than the median one."""
CLEAR_AFTER: Final = f"part of the match after which the winner's chance stays over {CLEAR:.0%}"
KINGMAKER: Final = "decisions of a kingmaker, who cannot win but sways who does"
PLAYED: Final = (0.1, 0.25, 0.5, 0.75, 0.9)
"""Parts of a match at which one asks whether its winner was clear."""


def tension_table(moments: pl.DataFrame, players: int) -> Table:
    """Make the table of leads, comebacks, and when the winner was clear."""
    found = courses(moments, players)
    clear = found[CLEAR_AFTER].to_list()
    rows: list[Row] = [(name, mean(found[name])) for name in found.columns if name != "match"]
    rows += [
        (
            f"matches whose winner is clear after {part:.0%}",
            mean(pl.Series([float(one <= part) for one in clear])),
        )
        for part in PLAYED
    ]
    about = (
        f"Matches looked into: {len(found)}, with {VISITS} visits a seat at each of {MOMENTS} moments; "
        f"a lead counts from {AHEAD:g} on. Matches that were shared count as clear at their end."
    )
    points = tuple(
        {"played": round(part / 20, 2), "clear": sum(one <= part / 20 for one in clear) / len(clear)}
        for part in range(21)
    )
    return Table("tension", "Leads and comebacks", about, ("what", "mean"), rows, "clear", points)


def courses(moments: pl.DataFrame, players: int) -> pl.DataFrame:
    """Return a row for every match that was looked into: its leads, and when its winner was clear."""
    per_match = moments.group_by("match", maintain_order=True).agg(
        pl.struct("move", "moves", "seat", "chance").alias("rows")
    )
    found = [_course(rows, players) for rows in per_match["rows"].to_list()]
    return pl.DataFrame(
        {
            "match": per_match["match"],
            "changes of the lead in a match": [one["changes"] for one in found],
            CLEAR_AFTER: [one["clear"] for one in found],
            "lowest chance of the later winner, × fair": [one["lowest"] for one in found],
            f"comebacks: winners who were below {COMEBACK:g} × fair share": [
                float(one["lowest"] < COMEBACK) for one in found
            ],
        }
    )


def _course(rows: list[dict[str, float]], players: int) -> dict[str, float]:
    """Return the changes of the lead, when the winner was clear, and the winner's lowest chance."""
    moves = sorted({int(row["move"]) for row in rows})
    chances = {move: [0.0] * players for move in moves}
    for row in rows:
        chances[int(row["move"])][int(row["seat"])] = row["chance"]
    last = chances[moves[-1]]
    winner = max(range(players), key=lambda seat: last[seat])
    leader, changes = -1, 0
    for move in moves:
        order = sorted(range(players), key=lambda seat: -chances[move][seat])
        if chances[move][order[0]] - chances[move][order[1]] >= AHEAD and order[0] != leader:
            changes += leader >= 0
            leader = order[0]
    clear = 1.0
    for move in reversed(moves):
        if chances[move][winner] <= CLEAR:
            break
        clear = move / moves[-1]
    lowest = min(chances[move][winner] for move in moves) * players
    return {"changes": float(changes), "clear": clear, "lowest": lowest}


def stakes(decisions: pl.DataFrame, players: int) -> pl.DataFrame:
    """Return a row for every match that was looked into: what its choices were worth."""
    found = decisions.group_by("match", maintain_order=True).agg(
        pl.col("spread").mean().alias("chance gained by the best choice over the median one"),
        (pl.col("spread") >= WORTH).mean().alias(f"decisions in which that is {WORTH:g} or more"),
        pl.col("kingmaker").mean().alias(KINGMAKER),
    )
    return found if players > 2 else found.drop(KINGMAKER)


def agency_table(decisions: pl.DataFrame, players: int) -> Table:
    """Make the table of what choices are worth."""
    table = stakes(decisions, players)
    rows: list[Row] = [(name, mean(table[name])) for name in table.columns if name != "match"]
    about = (
        f"From {len(decisions):,} decisions with a choice in {decisions['match'].n_unique()} matches: up to "
        f"{CHOICES} choices of each, searched twice with {VISITS} visits; the first search picks the best "
        "one, the second says its worth."
    )
    return Table("agency", "What choices are worth", about, ("what", "mean"), rows)


def skill_table(rungs: list[tuple[str, pl.DataFrame, int]], players: int) -> Table:
    """Make the table of each thinking budget's wins against the same opponent: (bot, its seats, matches of a
    deal)."""
    rows: list[Row] = []
    for bot, seats, each in rungs:
        share = mean(by_deal(seats.with_columns(pl.col("share") * players), "share", each))
        rows.append((bot, share, f"{share.value / players:.1%}"))
    points = tuple(
        {"bot": str(row[0]), **row[1].ends()}
        for row in rows if isinstance(row[1], Estimate)
    )  # fmt: skip
    about = (
        f"One of each against {OPPONENT} in all other seats, every deal in every seat. The more the rows "
        f"differ, the more skill decides; {players:g} would be every match."
    )
    return Table("skill", "Luck and skill", about, ("bot", "× fair share", "wins"), rows, "skill", points)
