"""`longbeard lab show`: opens recorded matches at the web table of a server of one's own."""

import socket
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from longbeard.engine.errors import BadOptions
from longbeard.engine.match import Match
from longbeard.store.backup import TABLES
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import Entry
from longbeard.table.opening import Opening
from longbeard.table.seat import Seat
from longbeard.terminal.extras import need
from longbeard.terminal.saves import load

HOST: Final = "127.0.0.1"


def show(paths: Sequence[Path], port: int, browser: bool) -> None:
    """Serve finished matches as replays until told to stop; nothing is kept afterwards."""
    files = record_files(paths)
    matches = [load(path) for path in files]
    for path, match in zip(files, matches, strict=True):
        if not match.over:
            raise BadOptions(f"{path} is not over yet: a replay shows what everybody held")
    port = port or _free_port()
    serving = need("longbeard.web.serve", "web")
    with TemporaryDirectory() as folder:
        data = Path(folder)
        keep(data / TABLES, {path.stem: match for path, match in zip(files, matches, strict=True)})
        pages = {path.name: f"t/{path.stem}/replay" for path in files}

        def say(_words: str) -> None:
            for name, page in pages.items():
                click.echo(f"{name}: http://{HOST}:{port}/{page}")
            click.echo("Ctrl-C stops it; nothing is kept.")

        settings = serving.Settings(data, minds=1)
        serving.serve(settings, HOST, port, browser, say, opens=next(iter(pages.values())))


def record_files(paths: Sequence[Path]) -> list[Path]:
    """List the files, and those in the folders, that are to be shown; BadOptions, if two share a name."""
    found = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    if not found:
        raise BadOptions(f"there is no record in {', '.join(map(str, paths))}")
    if len({file.stem for file in found}) < len(found):
        raise BadOptions("two of these records have the same name")
    return found


def keep(path: Path, matches: dict[str, Match]) -> None:
    """Write finished matches as tables into a store, by name."""
    store = SQLiteStore(path)
    try:
        for name, match in matches.items():
            seats = [Seat(*pair) for pair in zip(match.seats, match.players, strict=True)]
            plate = match.room.plate
            opening = Opening(
                plate.slug, match.options, seats, match.secret, plate.rules, match.box.digest, host=""
            )
            *entries, last = [Entry("play", move.seat, match.text(move)) for move in match.log]
            store.open_table(name, opening.write(), entries).result()
            store.append(name, len(match.log), last, over=True).result()
    finally:
        store.close()


def _free_port() -> int:
    with socket.socket() as tried:
        tried.bind((HOST, 0))
        return int(tried.getsockname()[1])
