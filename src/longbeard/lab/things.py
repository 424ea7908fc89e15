"""Every card, goal, set and so on of a run: what happened to it, and how its seats did."""

from math import sqrt
from typing import Final

import polars as pl

from longbeard.engine.counting import DRAWN, KEPT, MET, PLAYED, SEEN, STAGES
from longbeard.lab.figures import Estimate, Row, Table, margins
from longbeard.lab.program import Counter
from longbeard.lab.statistics import Z

DEAD: Final = 0.02
"""A thing that one can choose is dead if fewer than this of the seats that could kept or played it."""
MUST: Final = 0.98
"""A thing that one can choose is a must-have if more than this of the seats that could kept or played it."""
FEWEST: Final = 200
"""Seats that must have had a thing offered before it is called either."""
OFFERED: Final = {KEPT: (SEEN, DRAWN), PLAYED: (DRAWN,)}
"""What a stage is a choice of: who sees a card may keep it, who draws it may play it."""
WARNING: Final = (
    "Under each stage: the share of seats at which it happened, and by how many fair shares those seats won "
    "more than the others. That is a correlation: who is ahead anyway may draw, keep or meet more of it."
)


def rates(counts: pl.DataFrame, seats: pl.DataFrame, players: int) -> dict[int, dict[str, float]]:
    """Return for every counter how often it counted, and how the seats with it did against those without.

    For a counter, a match m has n_m seats with it, which won W_m together. With p and q the mean wins of
    seats with it and without, N and M of them, a match adds
    (W_m - n_m p) / N - (1 - W_m - (seats - n_m) q) / M to the error of p - q, whose squares add up to its
    variance: the seats of a match depend on each other, matches do not. Matches without it need not be
    listed, for each adds the same.
    """
    matches = seats["match"].n_unique()
    own = counts.filter(pl.col("seat") >= 0).join(
        seats.select("match", "seat", "share"), on=("match", "seat")
    )
    grouped = own.group_by("counter", "match").agg(
        n=pl.len(), won=pl.col("share").sum(), count=pl.col("count").sum()
    )
    totals = grouped.group_by("counter").agg(
        N=pl.col("n").sum(), W=pl.col("won").sum(), count=pl.col("count").sum(), matches=pl.len()
    )
    all_seats = matches * players
    shares = totals.with_columns(M=all_seats - pl.col("N")).with_columns(
        p=pl.col("W") / pl.col("N"), q=(matches - pl.col("W")) / pl.col("M").clip(1)
    )
    inside = (
        grouped.join(shares.select("counter", "N", "M", "p", "q"), on="counter")
        .with_columns(
            error=(pl.col("won") - pl.col("n") * pl.col("p")) / pl.col("N")
            - ((1 - pl.col("won")) - (players - pl.col("n")) * pl.col("q")) / pl.col("M").clip(1)
        )
        .group_by("counter")
        .agg(square=(pl.col("error") ** 2).sum())
    )
    found = shares.join(inside, on="counter").with_columns(
        variance=pl.col("square")
        + (matches - pl.col("matches")) * ((1 - players * pl.col("q")) / pl.col("M").clip(1)) ** 2
    )
    return {row["counter"]: row for row in found.to_dicts()}


def difference(row: dict[str, float], players: int) -> Estimate | str:
    """Return by how many fair shares the seats with a thing won more than the others."""
    if row["M"] <= 0 or row["N"] < 2:
        return "–"
    return Estimate(players * (row["p"] - row["q"]), players * Z * sqrt(row["variance"]))


def things_tables(
    counts: pl.DataFrame, seats: pl.DataFrame, players: int, counters: list[Counter]
) -> list[Table]:
    """Make a table for each kind of things, with a row for each and two columns for each stage."""
    found = rates(counts, seats, players)
    decided = decisive(counts, seats, counters)
    matches = seats["match"].n_unique()
    whole = dict(counts.filter(pl.col("seat") < 0).group_by("counter").agg(pl.len()).iter_rows())
    tables = []
    for kind in dict.fromkeys(one.things for one in counters):
        own = [(at, one) for at, one in enumerate(counters) if one.things == kind and one.name]
        stages = [stage for stage in STAGES if any(one.stage == stage for _, one in own)]
        places = {(one.number, one.stage): at for at, one in own}
        named = {one.number: one for _, one in own}
        worth = any(one.worth for _, one in own)
        rows: list[Row] = []
        for number, one in named.items():
            row: list[str | int | float | Estimate] = [one.name]
            for stage in stages:
                at = places[number, stage]
                rate = found.get(at)
                if rate is None:
                    row += [round(whole.get(at, 0) / matches, 4), "–"]
                else:
                    row += [round(rate["N"] / (matches * players), 4), difference(rate, players)]
            if worth:
                row.append(decided.get(places.get((number, MET), -1), 0.0))
            rows.append((*row, _flag(one, number, places, found)))
        columns = [name for stage in stages for name in (stage, f"{stage}: more won")]
        extra = ["decisive when met"] if worth else []
        title = f"{kind.capitalize()}s" if not kind.endswith("y") else f"{kind[:-1].capitalize()}ies"
        tables.append(
            Table(f"things-{kind}", title, WARNING, (kind, *columns, *extra, "note"), rows, "things")
        )
    return tables


def decisive(counts: pl.DataFrame, seats: pl.DataFrame, counters: list[Counter]) -> dict[int, float]:
    """Return for things with a worth how often a seat that met one would not have won alone without it."""
    worth = {at: one.worth for at, one in enumerate(counters) if one.worth and one.stage == MET}
    if not worth:
        return {}
    table = pl.DataFrame({"counter": list(worth), "worth": list(worth.values())}).cast(pl.Int32)
    met = (
        counts.filter(pl.col("seat") >= 0)
        .join(table, on="counter")
        .join(seats.select("match", "seat", "won", "score"), on=("match", "seat"))
        .join(margins(seats), on="match")
        .with_columns(
            decided=(pl.col("won") > 0)
            & (pl.col("score") - pl.col("worth") * pl.col("count") <= pl.col("second"))
        )
    )
    return {
        at: round(share, 3) for at, share in met.group_by("counter").agg(pl.col("decided").mean()).iter_rows()
    }


def _flag(
    one: Counter, number: int, places: dict[tuple[int, str], int], found: dict[int, dict[str, float]]
) -> str:
    """Call a card dead or a must-have by how many of the seats that could keep or play it did."""
    if not one.choice:
        return ""
    for wanted, offers in OFFERED.items():
        offer = next((stage for stage in offers if (number, stage) in places), None)
        if offer is None or (number, wanted) not in places:
            continue
        could = found.get(places[number, offer], {}).get("N", 0)
        did = found.get(places[number, wanted], {}).get("N", 0)
        if could >= FEWEST and did < DEAD * could:
            return f"dead: {wanted} by {did / could:.1%} of those who had {offer} it"
        if could >= FEWEST and MUST * could < did <= could:
            return f"must-have: {wanted} by {did / could:.1%} of those who had {offer} it"
    return ""
