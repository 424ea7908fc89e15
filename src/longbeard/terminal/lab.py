"""`longbeard lab`: ask a game what its numbers do."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Final

import click
import polars as pl
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.engine.room import Room
from longbeard.lab.crew import stoppable
from longbeard.lab.depth import deeper
from longbeard.lab.plan import Plan, make_plan
from longbeard.lab.reporting import report_on, write
from longbeard.lab.run import CHUNKS, Files, begin_run, go_on
from longbeard.lab.whatif import Answer, changed, what_if
from longbeard.terminal.crews import crew_of
from longbeard.terminal.options import read_options

STOPPED: Final = 130
LOOKS: Final = 24
"""Matches of each series that are looked into, if nothing else is said."""


def read_players(room: Room, text: str | None) -> range:
    """Read `3` or `2-4`; all numbers that the game allows, if nothing is given."""
    fewest, most = room.plate.seats
    first, _, last = (text or f"{fewest}-{most}").partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        raise BadOptions(f"--players is a number or a range like 2-4, not {text}")
    found = range(int(first), int(last or first) + 1)
    if not found or found[0] < fewest or found[-1] > most:
        raise BadOptions(f"{room.plate.title} is for {fewest} to {most} players, not {text}")
    return found


def own_box(room: Room) -> str:
    """Return the text of the card file that is played with; empty for the one as printed."""
    text = room.box_text()
    return "" if text == room.text("cards.toml") else text


def read_bots(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def copy_box(room: Room, settings: tuple[str, ...], path: Path) -> None:
    """Write a card file, changed if that is wanted; refuse one that is no box, and to write over a file."""
    text = changed(room.box_text(), settings)
    digest = room.open_box(text).digest
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise LongbeardError(f"{path} is there already") from error
    click.echo(f"{path}, box {digest[:12]}. Play it: longbeard serve --box {room.plate.slug}={path}")


def run(
    room: Room,
    folder: Path,
    players: str | None,
    bots: str,
    matches: int,
    seed: int,
    options: tuple[str, ...],
    jobs: int,
    ray: str,
    rows_only: bool,
    looks: int | None,
    skill: int,
    size: int,
) -> int:
    """Play what is missing of a run; answer the exit code."""
    looked = looks if looks is not None else 0 if rows_only else LOOKS
    plan = make_plan(
        *(room, read_players(room, players), read_bots(bots), matches, seed, read_options(options)),
        *(own_box(room), not rows_only, looked, skill, size),
    )
    mine = begin_run(folder, plan)
    crew = crew_of(jobs, ray)
    whole = plan.chunks + len(plan.look_chunks())
    first = _FirstResults(plan)
    with stoppable(), _progress() as bar:
        task = bar.add_task(
            room.plate.title, total=whole, completed=whole - len(mine.missing()), said="", matches=0
        )

        def note(kind: str, chunk: int, files: Files) -> None:
            said = first.add(chunk, files) if kind == CHUNKS else "looking into matches"
            bar.update(task, advance=1, said=said, matches=first.matches)

        try:
            go_on(mine, crew, note)
        except KeyboardInterrupt:
            left = len(mine.missing())
            click.echo(f"Stopped: {whole - left} of {whole} chunks are kept. Go on with the same line.")
            return STOPPED
    click.echo(
        f"{plan.matches:,} matches in {folder}. Read them: longbeard lab report {shlex.quote(str(folder))}"
    )
    return 0


class _Rate(ProgressColumn):
    """Matches a second since this was started."""

    def render(self, task: Task) -> Text:
        seconds = task.elapsed or 0.0
        return Text(
            f"{task.fields['matches'] / seconds:,.0f}/s" if seconds and task.fields["matches"] else ""
        )


def _progress() -> Progress:
    columns = (
        *(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate()),
        *(TimeElapsedColumn(), TimeRemainingColumn(), TextColumn("{task.fields[said]}")),
    )
    return Progress(*columns, console=Console(stderr=True))


class _FirstResults:
    """What the chunks so far say of the seats, for those who wait."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.won: dict[int, list[float]] = {}
        self.matches = 0

    def add(self, chunk: int, files: Files) -> str:
        number, _ = self.plan.place(chunk)
        players = self.plan.series[number].players
        seats = pl.read_parquet(BytesIO(files["seats.parquet"]))
        sums = seats.group_by("seat").agg(pl.col("share").sum()).sort("seat")["share"].to_list()
        won = self.won.setdefault(number, [0.0] * players)
        self.won[number] = [one + more for one, more in zip(won, sums, strict=True)]
        total = sum(self.won[number])
        self.matches += len(seats) // players
        shares = " ".join(f"{players * one / total:.2f}" for one in self.won[number])
        return f"{round(total):,} matches of {players}: {shares} × fair"


def report(folders: Sequence[Path], output: Path, matches: bool = True) -> None:
    """Write a report on runs as HTML, Markdown and CSV."""
    report_on(list(folders), output, _command(), matches)
    watch = f"; matches worth watching in {output}-matches" if matches else ""
    click.echo(f"{output}.html, and the same as .md and .csv{watch}")


def _command() -> str:
    """Return the line that was typed."""
    return shlex.join(["longbeard", *sys.argv[1:]]) if len(sys.argv) > 1 else ""


def ask_what_if(
    room: Room,
    settings: tuple[str, ...],
    other: Path | None,
    players: int | None,
    bots: str,
    matches: int,
    seed: int,
    options: tuple[str, ...],
    jobs: int,
    ray: str,
    looks: int,
    skill: int,
    output: Path | None,
) -> int:
    """Play both boxes and say what moved; answer the exit code."""
    if not settings and other is None:
        raise BadOptions("say what is changed: --set cards.katana.value=4, or --to my.toml")
    old = room.box_text()
    text = changed(other.read_text(encoding="utf-8") if other else old, settings)
    seats = players or room.plate.seats[0]
    plan = make_plan(
        room, range(seats, seats + 1), read_bots(bots), matches, seed, read_options(options), old, False
    )
    last = Answer(0, [])
    with stoppable(), _progress() as bar:
        task = bar.add_task(room.plate.title, total=plan.chunks, said="", matches=0)

        def note(answer: Answer) -> None:
            nonlocal last
            last = answer
            known = sum(one.known for one in answer.differences)
            said = f"{answer.deals:,} deals: {known} of {len(answer.differences)} known"
            bar.update(task, advance=1, said=said, matches=2 * answer.deals * plan.series[0].each)

        stopped = "it was stopped by hand"
        with suppress(KeyboardInterrupt):
            changed_plan, crew = plan.with_box(text), crew_of(jobs, ray)
            last = what_if(plan, changed_plan, crew, note)
            known = "the answer is known" if last.known else "the budget is spent"
            if looks or skill:

                def note_deeper(done: int, of: int) -> None:
                    bar.update(task, completed=done, total=of, said="leads, choices and skill")

                last = replace(last, deeper=deeper(plan, changed_plan, looks, skill, crew, note_deeper))
            stopped = known
    if not last.differences:
        raise LongbeardError("nothing can be said yet: no deal was played with both boxes")
    changes = [*settings, *([f"the box {other}"] if other else [])]
    facts = [
        f"{room.plate.title}, {seats} players, {bots}, seed {seed}: what if {', '.join(changes)}?",
        f"It ended because {stopped}. Intervals are asymptotic confidence sequences (Waudby-Smith and "
        "others): they hold at every moment, so one may look after each chunk, and stop (docs/lab.md).",
    ]
    say_answer(last, facts)
    if output:
        write(last.report("What if", [*facts, f"Made by: {_command()}"]), output)
        click.echo(f"{output}.html, and the same as .md and .csv")
    return STOPPED if "by hand" in stopped else 0


def say_answer(answer: Answer, facts: Sequence[str]) -> None:
    """Print the sentence, and every figure below it."""
    click.echo(answer.sentence())
    rows = [*answer.differences, *answer.deeper]
    wide = max(len(one.name) for one in rows)
    for one in rows:
        click.echo(
            f"  {one.name:<{wide}} {one.before:8.3f} → {one.after:8.3f}  {one.change:+.3f} ± {one.half:.3f}  "
            f"{one.verdict}"
        )
    for fact in facts:
        click.echo(fact)
