"""`longbeard arena`: bots against bots, with a bar while they play and a report when they have."""

import csv
import os
import platform
import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

import click

from longbeard import __version__
from longbeard.engine.build import form
from longbeard.engine.errors import BadOptions
from longbeard.engine.room import Room
from longbeard.lab import report
from longbeard.lab.arena import Arena, make_plan
from longbeard.lab.bout import Plan
from longbeard.terminal.lines import say
from longbeard.terminal.options import read_options


def arena(
    room: Room,
    bots: str,
    matches: int,
    players: int | None,
    seed: int,
    jobs: int,
    options: tuple[str, ...],
    table: Path | None,
    with_rows: bool,
    as_json: bool,
) -> int:
    """Play and report; answer the exit code."""
    if jobs < 1:
        raise BadOptions("--jobs is a number of processes, 1 or more")
    names = [name.strip() for name in bots.split(",")]
    ring = Arena(make_plan(room, names, matches, players, seed, read_options(options)))
    with ExitStack() as open_files:
        # Opened before anybody plays for hours.
        file = open_files.enter_context(table.open("w", encoding="utf-8", newline="")) if table else None
        _run(ring, jobs)
        said = _facts(ring, matches, jobs) | report.figures(ring)
        if file:
            _write(file, report.rows(ring.plan, ring.results()))
    _say(ring, said, matches, with_rows, as_json)
    return _exit_code(ring)


def _run(ring: Arena, jobs: int) -> None:
    with click.progressbar(length=ring.matches, label="Matches", file=sys.stderr) as bar:
        ring.run(jobs, lambda result: bar.update(1))


def _facts(ring: Arena, matches: int, jobs: int) -> dict[str, Any]:
    return {
        "command": command_line(ring.plan, matches, jobs),
        "rules": form(),
        "versions": {
            "longbeard": __version__,
            "python": platform.python_version(),
            "openskill": version("openskill"),
        },
        "jobs": jobs,
        "processors": os.cpu_count(),
    }


def command_line(plan: Plan, matches: int, jobs: int) -> str:
    """The line that plays the same matches again."""
    words = ["longbeard", "arena", plan.game, "--bots", ",".join(plan.bots), "-n", str(matches)]
    words += ["--players", str(plan.players), "--seed", str(plan.seed), "--jobs", str(jobs)]
    for name, value in plan.options.items():
        words += ["-o", f"{name}={value}"]
    return shlex.join(words)


def _write(file: IO[str], rows: Sequence[dict[str, Any]]) -> None:
    """Rows as CSV; what is a list has its parts side by side in one field."""
    if not rows:
        return
    writer = csv.DictWriter(file, list(rows[0]))
    writer.writeheader()
    for row in rows:
        writer.writerow({key: "|".join(map(str, value)) if isinstance(value, list) else value
                         for key, value in row.items()})  # fmt: skip


def _say(ring: Arena, said: dict[str, Any], matches: int, with_rows: bool, as_json: bool) -> None:
    if as_json:
        from longbeard.terminal.command import say_json

        say_json(said | ({"rows": report.rows(ring.plan, ring.results())} if with_rows else {}))
        return
    if ring.matches > matches:
        say(f"{matches:,} matches were asked for; whole deals make {ring.matches:,}.")
    for line in report.lines(said):
        say(line)
    versions = ", ".join(f"{name} {number}" for name, number in said["versions"].items())
    say(f"With {said['rules']}; {versions}; {said['processors']} processors.")
    say(f"Again: {said['command']}")


def _exit_code(ring: Arena) -> int:
    if not ring.stopped:
        return 0
    click.echo(f"longbeard: {ring.stopped}; this is not the whole plan", err=True)
    return 130 if ring.stopped == "interrupted" else 1
