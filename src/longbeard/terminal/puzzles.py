"""`longbeard puzzles`: finds positions where one choice is clearly better, for a room to ship."""

from pathlib import Path

import click

from longbeard.bots.puzzles import find_puzzles, write_puzzles
from longbeard.engine.room import Room


def make(room: Room, count: int, seed: int, path: Path) -> None:
    """Find puzzles and write them to a file."""

    def progress(matches: int, found: int) -> None:
        click.echo(
            f"\r{matches} matches looked through, {found} of {count} puzzles found", nl=False, err=True
        )

    found = find_puzzles(room, count, seed, progress)
    click.echo(err=True)
    slug = room.plate.slug
    made_by = f"longbeard puzzles {slug} --count {count} --seed {seed} -o FILE"
    path.write_text(write_puzzles(found, made_by), encoding="utf-8")
    for number, puzzle in enumerate(found, start=1):
        better = f"{puzzle.best} is better than {puzzle.verdicts[1].action} by {100 * puzzle.gap:.0f} points"
        click.echo(f"{number}. {better}; at first sight {puzzle.obvious}")
    click.echo(f"Written to {path}.")
