"""`longbeard lab tune`: searches a box's numbers, and proposes boxes with evidence."""

from pathlib import Path

import click

from longbeard.engine.room import Room
from longbeard.lab.crew import stoppable
from longbeard.lab.figures import Row, Table
from longbeard.lab.page import Report, Section
from longbeard.lab.plan import make_plan
from longbeard.lab.reporting import write
from longbeard.lab.tune import Tried, Want, candidates, read_want, value_of
from longbeard.lab.tune import tune as search
from longbeard.terminal.crews import crew_of
from longbeard.terminal.lab import STOPPED, read_bots
from longbeard.terminal.options import read_options


def tune(
    room: Room,
    variations: tuple[str, ...],
    wants: tuple[str, ...],
    players: int | None,
    bots: str,
    matches: int,
    seed: int,
    options: tuple[str, ...],
    jobs: int,
    ray: str,
    output: Path | None,
) -> int:
    """Search and say what was found; answer the exit code."""
    wanted = [read_want(text) for text in wants]
    text = room.box_text()
    settings = candidates(text, variations, seed)
    seats = players or room.plate.seats[0]
    plan = make_plan(
        room, range(seats, seats + 1), read_bots(bots), matches, seed, read_options(options), text, False
    )

    def note(number: int, deals: int, tried: list[Tried]) -> None:
        best = min(tried, key=lambda one: one.miss)
        click.echo(
            f"Round {number + 1}: {len(tried)} boxes, {deals:,} deals each; best so far: {_name(best)}",
            err=True,
        )

    try:
        with stoppable():
            found = search(plan, crew_of(jobs, ray), wanted, settings, note)
    except KeyboardInterrupt:
        click.echo("Stopped: nothing can be proposed yet.")
        return STOPPED
    report = _report(room, found, wanted, f"{room.plate.title}, {seats} players, {bots}, seed {seed}")
    click.echo(report.sentence)
    for row in report.sections[0].tables[0].rows:
        click.echo("  " + "  ".join(map(str, row)))
    if output:
        write(report, output)
        click.echo(f"{output}.html, and the same as .md and .csv")
    return 0


def _name(one: Tried) -> str:
    return ", ".join(one.settings) or "the box as it is"


def _report(room: Room, found: list[Tried], wants: list[Want], about: str) -> Report:
    """Make a report of the proposals: what is wanted, and every figure."""
    best = found[0]
    fits = (
        "has all that is wanted"
        if best.miss == 0.0
        else "comes closest, but does not have all that is wanted"
    )
    rows: list[Row] = [
        (_name(one), *(round(value_of(want, one.figures), 4) for want in wants), round(one.miss, 4))
        for one in found
    ]
    names = list(best.figures)
    figures: list[Row] = [(_name(one), *(one.figures[name] for name in names)) for one in found]
    wanted = ("box", *(want.text for want in wants))
    tables = [
        Table("wanted", "What is wanted", "0 misses nothing.", (*wanted, "misses"), rows),
        Table("figures", "Every figure", "On deals that chose nobody; ± is half of a 95 % interval.",
              ("box", *names), figures),
    ]  # fmt: skip
    sentence = f"{_name(best)[0].upper()}{_name(best)[1:]} {fits}."
    facts = [f"{about}. Successive halving; the figures below are of fresh deals (docs/lab.md)."]
    return Report("Proposals", sentence, facts, [Section(f"{room.plate.title}: proposals", tables)])
