"""`--box GAME=FILE`, or `--box FILE` after the name of a game: play with a card file of one's own."""

import json
import os
from pathlib import Path

import click

from longbeard.engine.room import BOXES, Room


def use_boxes(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Read every file, refuse a bad one, and let this process and its children play with them."""
    from longbeard.engine.errors import BadOptions
    from longbeard.games import room

    chosen: dict[str, str] = json.loads(os.environ.get(BOXES, "{}"))
    for part in given:
        slug, separator, name = part.partition("=")
        game = context.params.get("game")
        if not separator and game is not None:  # the game was named before
            slug, name = game.plate.slug, part
        elif not separator:
            raise BadOptions(f"--box is GAME=FILE, like a-game=my.toml, not {part!r}")
        found: Room = room(slug)
        path = Path(name).resolve()
        found.open_box(path.read_text(encoding="utf-8"))
        chosen[slug] = str(path)
        found.__dict__.pop("box", None)  # it may have been opened before it was chosen
    if given:
        os.environ[BOXES] = json.dumps(chosen)
    return given


boxes = click.option(
    "--box",
    multiple=True,
    metavar="[GAME=]FILE",
    callback=use_boxes,
    expose_value=False,
    help="Play a game with your own card file, like its cards.toml.",
)
