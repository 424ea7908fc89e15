"""`longbeard backup` and `longbeard restore`: a server's folder as one file, and back."""

from pathlib import Path

from longbeard.store import backup as backups
from longbeard.store.store import Kept
from longbeard.table import live
from longbeard.terminal.lines import say


def back_up(folder: Path, file: Path) -> None:
    """Write a backup, and say what is in it."""
    contents = backups.back_up(folder, file)
    say(f"{file}: tables {contents.tables}, entries {contents.entries}, bytes {file.stat().st_size}.")
    _warn(contents)
    say("Keep it secret: it holds the luck of running matches, links of seats, and the key of all cookies.")


def restore(file: Path, folder: Path, anyway: bool) -> None:
    """Make a folder from a backup, and say what is in it."""
    contents = backups.restore(file, folder, _look, anyway)
    say(f"{folder}: tables {contents.tables}, entries {contents.entries}.")
    _warn(contents)
    say(f"Go on with: longbeard serve --data {folder}")


def _look(kept: Kept) -> None:
    """Fold a table; a LongbeardError if that is not possible."""
    entries = [(entry.kind, entry.seat, entry.text) for entry in kept.entries]
    live.restore(kept.heading.id, kept.opening, entries)


def _warn(contents: backups.Contents) -> None:
    for name, reason in contents.unreadable.items():
        say(f"Table {name} cannot be gone on with: {reason}.")
