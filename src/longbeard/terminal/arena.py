"""`longbeard arena`: bots against bots, with a progress bar and a report."""

import csv
import json
import os
import platform
import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
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
from longbeard.lab.bout import Plan, Result
from longbeard.lab.crew import Crew, no_interrupts, stoppable
from longbeard.lab.pairing import Pairing
from longbeard.terminal.crews import crew_of
from longbeard.terminal.lines import say
from longbeard.terminal.options import read_options


def arena(
    room: Room,
    bots: str,
    matches: int,
    players: int | None,
    seed: int,
    jobs: int,
    ray: str,
    options: tuple[str, ...],
    table: Path | None,
    events: Path | None,
    with_rows: bool,
    as_json: bool,
) -> int:
    """Play and report; return the exit code."""
    if jobs < 1:
        raise BadOptions("--jobs is a number of processes, 1 or more")
    names = [name.strip() for name in bots.split(",")]
    plan = make_plan(room, names, matches, players, seed, read_options(options), events is not None)
    ring = Arena(plan)
    with ExitStack() as open_files:
        # Opened before anybody plays for hours.
        files = [
            open_files.enter_context(path.open("w", encoding="utf-8", newline="")) if path else None
            for path in (table, events)
        ]
        book = _Book(ring, *files)
        _run(ring, crew_of(jobs, ray, tries=1), book)
        book.end()
        said = _facts(ring, matches, jobs) | report.figures(ring)
    _say(ring, said, matches, with_rows, as_json)
    return _exit_code(ring)


def _run(ring: Arena, crew: Crew, book: "_Book") -> None:
    with stoppable(), click.progressbar(length=ring.matches, label="Matches", file=sys.stderr) as bar:

        def note(result: Result) -> None:
            book.note()
            bar.update(1)

        ring.run(crew, note)


class _Book:
    """Writes every whole deal as soon as those before it are written, so that a power failure loses
    little."""

    def __init__(self, ring: Arena, table: IO[str] | None, events: IO[str] | None) -> None:
        self.ring = ring
        self.table = table
        self.events = events
        self.next = 0
        """The first deal that is not written yet."""
        self.written: set[Pairing] = set()

    def note(self) -> None:
        """Write the deals that have become whole."""
        while self.next < len(self.ring.deals) and (results := self.ring.whole(self.next)):
            self._write(results)
            self.next += 1

    def end(self) -> None:
        """Write what the report covers and is not written yet."""
        self._write([result for result in self.ring.results() if result.pairing not in self.written])

    def _write(self, results: Sequence[Result]) -> None:
        with no_interrupts():  # a deal that was written by half would be written again at the end
            self._write_rows(results)

    def _write_rows(self, results: Sequence[Result]) -> None:
        rows = report.rows(self.ring.plan, results)
        if self.table:
            writer = csv.DictWriter(self.table, list(rows[0]) if rows else [])
            if rows and not self.written:
                writer.writeheader()
            for row in rows:  # lists are joined in one field
                writer.writerow({key: "|".join(map(str, value)) if isinstance(value, list) else value
                                 for key, value in row.items()})  # fmt: skip
            self.table.flush()
        if self.events:
            for row, result in zip(rows, results, strict=True):
                assert result.told is not None
                self.events.write(json.dumps(row | asdict(result.told), ensure_ascii=False) + "\n")
            self.events.flush()
        self.written |= {result.pairing for result in results}


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
    """Return the command that plays the same matches again."""
    words = ["longbeard", "arena", plan.game, "--bots", ",".join(plan.bots), "-n", str(matches)]
    words += ["--players", str(plan.players), "--seed", str(plan.seed), "--jobs", str(jobs)]
    for name, value in plan.options.items():
        words += ["-o", f"{name}={value}"]
    return shlex.join(words)


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
