"""Pages from templates. `render("home.html", …)` is all that the server needs.

A template that is given a `look` (of `engine/gate.py`) is also given what a room's face may read: `table`,
`names`, `me`, `room`, and the keys of the spots that can be pointed at.
"""

import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateNotFound

from longbeard import __version__
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.web import assets

FACE: Final = "face/"
NO_FACE: Final = "noface.html"
SPRITES: Final = "sprites.json"
SEAT_MARKS: Final = 6
REACTIONS: Final = {
    "cheer": "Hooray!",
    "laugh": "Ha!",
    "gasp": "What?!",
    "curse": "Curses!",
    "think": "Hmm…",
    "bow": "Well played",
}
"""The quick reactions of a table: a name for programs, and the words."""


class FaceLoader(BaseLoader):
    """Finds `face/<slug>`: the room's own `table.html`, or a plain face in words for a room without one."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        slug = template.removeprefix(FACE)
        if slug == template or slug not in rooms():
            raise TemplateNotFound(template)
        faces = assets.faces("table.html")
        source = faces.get(slug, f'{{% include "{NO_FACE}" %}}')
        return source, None, lambda: True


@cache
def environment() -> Environment:
    """The one Jinja environment: everything is escaped, and a name that is missing is an error."""
    templates = FileSystemLoader(assets.HERE / "templates")
    made = Environment(
        loader=ChoiceLoader([templates, FaceLoader()]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {
        "asset": assets.address,
        "sprite": sprite,
        "has_asset": lambda name: name in assets.assets(),
        "house_version": __version__,
        "reactions": REACTIONS,
        "minutes": minutes,
        "players": players,
    }
    return made


@cache
def sprites() -> dict[str, str]:
    """Which sprite each icon is in, as the build wrote it."""
    found = assets.assets().get(SPRITES)
    where: dict[str, str] = json.loads(found.body) if found else {}
    return where


@cache
def sprite(name: str) -> str:
    """The address of an icon's picture; the icons of a room are fetched only where the room is shown."""
    file = sprites().get(name, "icons.svg")
    return f"/static/{assets.version()}/{file}#{name}"


def render(template: str, /, **context: Any) -> str:
    """A page, or a part of one, as text."""
    if "look" in context:
        context = face_context(context["look"]) | context
    return environment().get_template(template).render(context)


def face_context(look: dict[str, Any]) -> dict[str, Any]:
    """What a face and the frame round it may read of a look."""
    choices = look["choices"]
    return {
        "table": look["table"],
        "names": look["seats"],
        "me": look["viewer"],
        "choices": choices,
        "told": [],
        "room": _room(look["game"]),
        "lines": _lines(look),
        "live_keys": {choice["steps"][0] for choice in choices},
        "next_keys": {key for choice in choices for key in choice["steps"][1:]},
    }


def _lines(look: dict[str, Any]) -> Callable[[], list[str]]:
    """The table in words, made only if a template asks for it."""
    return lambda: rooms()[look["game"]].words(look["table"], look["seats"])


@cache
def _room(slug: str) -> dict[str, Any]:
    room: Room = rooms()[slug]
    return {"plate": room.plate, "glossary": room.glossary(room.box)}


def span(ends: tuple[int, int]) -> str:
    """A range as it is read.

    >>> span((2, 4)), span((2, 2))
    ('2–4', '2')
    """
    return f"{ends[0]}–{ends[1]}" if ends[0] < ends[1] else str(ends[0])


def players(plate: Any) -> str:
    """How many can play."""
    return f"{span(plate.seats)} players"


def minutes(plate: Any) -> str:
    """How long it takes."""
    return f"{span(plate.minutes)} min"
