"""Saved games of the terminal. Every move is on disk before anybody sees what it did."""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from longbeard.engine import record
from longbeard.engine.errors import BadOptions, BadRecord
from longbeard.engine.match import Match
from longbeard.games import room
from longbeard.terminal.verify import read_text


def home() -> Path:
    """Return longbeard's data folder."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "longbeard"


def folder() -> Path:
    """Return the folder for saved games, made if need be."""
    path = home() / "games"
    path.mkdir(parents=True, exist_ok=True)
    return path


def new_path(slug: str) -> Path:
    """Return a path for a new game that no other game has."""
    stem = f"{slug}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (
        folder() / f"{stem}{suffix}.json" for suffix in ("", *(f"-{number}" for number in range(2, 100)))
    )
    return next(path for path in names if not path.exists())


def keeper(path: Path) -> Callable[[Match], None]:
    """Return a function that saves a match to a file: a table calls it after every change."""
    return lambda match: record.save(path, record.write(match, private=True))


def load(path: Path) -> Match:
    """Load a saved game."""
    kept = record.read(read_text(path))
    return record.replay(kept, room(kept.game))


def last_unfinished() -> Path:
    """Return the saved game that was played last and is not over."""
    paths = sorted(folder().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in paths:
        try:
            if record.read(read_text(path)).ending is None:
                return path
        except BadRecord:
            continue
    raise BadOptions(f"no unfinished game is kept in {folder()}; longbeard play begins one")
