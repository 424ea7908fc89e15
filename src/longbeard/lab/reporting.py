"""Makes a report of runs: page, Markdown, CSV, and records of matches that are worth watching."""

from pathlib import Path

import polars as pl

from longbeard.engine.errors import LongbeardError
from longbeard.games import room as room_of
from longbeard.lab import page
from longbeard.lab.figures import Estimate, Table, length_table, seats_table, ties_table
from longbeard.lab.highlights import highlights, highlights_table, records
from longbeard.lab.page import Report, Section
from longbeard.lab.pairing import line_ups, matches_of
from longbeard.lab.plan import Series
from longbeard.lab.program import counters_of
from longbeard.lab.run import Run, open_run
from longbeard.lab.tension import agency_table, skill_table, tension_table
from longbeard.lab.things import things_tables


def report_on(folders: list[Path], output: Path, command: str = "", matches: bool = True) -> None:
    """Write `output`.html, .md and .csv, and a folder of records worth watching beside them."""
    watch = output.with_name(f"{output.name}-matches") if matches else None
    sections: list[Section] = []
    facts: list[str] = []
    titles: list[str] = []
    for folder in folders:
        run = open_run(folder)
        if not run.done:
            raise LongbeardError(f"{folder}: no chunk is done yet")
        facts.append(_facts(run))
        titles.append(room_of(run.plan.game).plate.title)
        sections += _sections(run, watch)
    if command:
        facts.append(f"Made by: {command}")
    facts.append("± is half of a 95 % interval; a deal with all its rotations is one observation.")
    title = f"Balance: {', '.join(dict.fromkeys(titles))}"
    write(Report(title, summary(sections), facts, sections), output)


def write(report: Report, output: Path) -> None:
    """Write a report in all its forms."""
    output.parent.mkdir(parents=True, exist_ok=True)
    for ending, text in (
        ("html", page.html(report)),
        ("md", page.markdown(report)),
        ("csv", page.as_csv(report)),
    ):
        output.with_name(f"{output.name}.{ending}").write_text(text, encoding="utf-8")


def summary(sections: list[Section]) -> str:
    """Say in a sentence or two which seats are not fair, and which cards are dead or must be had."""
    seats = [
        (section.heading, table) for section in sections for table in section.tables if table.key == "seats"
    ]
    unfair = [
        f"{row[0]} has {row[1].value:.2f} ± {row[1].half:.2f} ({heading.partition(':')[0]})"
        for heading, table in seats
        for row in table.rows
        if row[2] == "no" and isinstance(row[1], Estimate)
    ]
    open_ones = sum(row[2] == "not known yet" for _, table in seats for row in table.rows)
    fair = sum(row[2] == "yes" for _, table in seats for row in table.rows)
    said = [f"Seats: {fair} are fair to within a twentieth"]
    said += [f"{open_ones} need more matches"] if open_ones else []
    said += [f"{len(unfair)} are not: {'; '.join(unfair)}"] if unfair else ["none is known to be unfair"]
    flagged = [
        f"{row[0]} ({_players(section.heading)}{row[-1]})"
        for section in sections
        for table in section.tables
        if table.key.startswith("things-")
        for row in table.rows
        if row[-1]
    ]
    names = "; ".join(dict.fromkeys(flagged)) if flagged else "none"
    return f"{', '.join(said)}. Cards that nobody or everybody wants: {names}."


def _players(heading: str) -> str:
    """Return the number of players that a section's heading names, and a comma."""
    return f"{heading.partition(':')[0].rpartition(', ')[2]}, "


def _facts(run: Run) -> str:
    plan = run.plan
    box = "a designer's box" if plan.box else "the box as printed"
    part = "" if run.whole else f" PARTIAL: {len(run.done)} of {plan.chunks} chunks."
    options = ", ".join(f"{name}={value}" for name, value in plan.options.items())
    played = "; ".join(
        f"{one.players} players, {', '.join(one.bots)}" for one in plan.series if not one.skill
    )
    return (
        f"{room_of(plan.game).plate.title}, {played}: rules {plan.rules}, {box} ({plan.cards[:12]}), "
        f"seed {plan.seed}{f', {options}' if options else ''}.{part}"
    )


def _sections(run: Run, watch: Path | None) -> list[Section]:
    """Make the section of every series that has chunks; comparisons of bots go with their players."""
    plan = run.plan
    title = room_of(plan.game).plate.title
    found = []
    for number, series in enumerate(plan.series):
        matches = run.table("matches", number)
        if series.skill or not len(matches):
            continue
        tables = tables_of(run, number, matches, watch)
        rungs = _rungs(run, series.players)
        if rungs:
            tables.append(skill_table(rungs, series.players))
        heading = f"{title}, {series.players} players: {len(matches):,} matches of "
        heading += ", ".join(series.bots)
        found.append(Section(heading, tables))
    return found


def tables_of(run: Run, number: int, matches: pl.DataFrame, watch: Path | None) -> list[Table]:
    """Make every table of one series."""
    plan, series = run.plan, run.plan.series[number]
    room, box = room_of(plan.game), plan.open_box()
    seats, counts = run.table("seats", number), run.table("counts", number)
    pace = room.game.counting.seconds if room.game.counting else 10.0
    plate = room.plate
    tables = [
        seats_table(seats, series.players, series.each),
        ties_table(matches, seats, plate.endings, series.each, plate.scored),
        length_table(matches, seats, series.each, pace, plate.minutes),
    ]
    moments, decisions = run.looks("moments", number), run.looks("decisions", number)
    tables += [tension_table(moments, series.players)] if len(moments) else []
    tables += [agency_table(decisions, series.players)] if len(decisions) else []
    tables += things_tables(counts, seats, series.players, counters_of(room, box))
    if watch is not None:
        tables.append(_watched(run, number, matches, seats, counts, watch))
    return tables


def _watched(
    run: Run, number: int, matches: pl.DataFrame, seats: pl.DataFrame, counts: pl.DataFrame, watch: Path
) -> Table:
    wanted = highlights(matches, seats, counts, room_of(run.plan.game).plate.scored)
    moves = run.table("moves", number) if run.plan.keeps_events else pl.DataFrame()
    kept = records(run.plan, number, wanted, moves)
    watch.mkdir(parents=True, exist_ok=True)
    for name, text in kept:
        (watch / name).write_text(text, encoding="utf-8")
    return highlights_table(wanted, [name for name, _ in kept], watch.name)


def _rungs(run: Run, players: int) -> list[tuple[str, pl.DataFrame, int]]:
    """Return the seats of the first bot of every comparison with so many players."""
    found = []
    for number, series in enumerate(run.plan.series):
        if series.skill and series.players == players:
            seats = run.table("seats", number)
            if len(seats):
                found.append((series.bots[0], own_seats(seats, series), series.each))
    return found


def own_seats(seats: pl.DataFrame, series: Series) -> pl.DataFrame:
    """Return the seats of a comparison's first bot."""
    rotations = matches_of(0, line_ups(series.bots, series.players))
    places = [(at, one.bots.index(series.bots[0])) for at, one in enumerate(rotations)]
    table = pl.DataFrame(places, {"at": pl.Int32, "seat": pl.Int32}, orient="row")
    return seats.with_columns(at=pl.col("match") % series.each).join(
        table, on=("at", "seat"), how="semi", maintain_order="left"
    )
