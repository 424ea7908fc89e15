"""`longbeard lab watch`: reads the finished matches of a server for the lab, without names."""

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import click

from longbeard.engine.errors import BadRecord, LongbeardError
from longbeard.engine.match import PERSON
from longbeard.lab.people import Sat, people_report
from longbeard.lab.reporting import write
from longbeard.store.backup import TABLES
from longbeard.store.sqlite import load
from longbeard.table.live import restore


def watch(folder: Path, output: Path) -> None:
    """Write a report on what people and bots played at the tables of a server."""
    report = people_report(finished(folder))
    write(report, output)
    click.echo(f"{report.facts[0]} {output}.html, and the same as .md and .csv")


def finished(folder: Path) -> list[Sat]:
    """Read the finished matches of a data folder, in an order that says nothing; others are passed over.

    The file is opened for reading only, so a server may be running. Daily deals are left out:
    until the day is over, nobody but its player may know anything of one.
    """
    path = folder / TABLES
    if not path.exists():
        raise LongbeardError(f"{folder} is no data folder of a server: it has no {TABLES}")
    found: list[tuple[bytes, Sat]] = []
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
        for (name,) in file.execute("SELECT id FROM tables WHERE over").fetchall():
            try:
                kept = load(file, name)
                if kept is None:
                    continue
                entries = [(entry.kind, entry.seat, entry.text) for entry in kept.entries]
                table = restore(name, kept.opening, entries)
            except BadRecord:
                continue  # of other rules or cards, or damaged
            if table.match.over and not table.opening.daily:
                players = tuple(seat.bot or PERSON for seat in table.seats)
                found.append((sha256(table.match.secret).digest(), Sat(table.match, players)))
    return [sat for _, sat in sorted(found, key=lambda pair: pair[0])]
