"""Pages from templates: what stands round a table, and all that is no table. A template prints."""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, Final

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateNotFound
from markupsafe import Markup

from longbeard import __version__
from longbeard.engine.room import Plate
from longbeard.games import rooms
from longbeard.table.live import CHAT_LENGTH
from longbeard.table.seat import NAME_LENGTH
from longbeard.web.pages import assets, pieces

PEN_NAMES: Final = {"darkzaitzev": "DarkZaitzev", "generalace135": "GeneralAce135", "lucasms": "Lucas"}
REACTIONS: Final = {
    "cheer": "Hooray!",
    "laugh": "Ha!",
    "gasp": "What?!",
    "curse": "Curses!",
    "think": "Hmm…",
    "bow": "Well played",
}
"""The quick reactions of a table: a name for programs, and the words."""


class RoomLoader(BaseLoader):
    """Finds `cover/<slug>`: the room's own picture, or a plain one for a room without."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        part, _, slug = template.partition("/")
        if part != "cover" or slug not in rooms():
            raise TemplateNotFound(template)
        source = assets.faces("cover.html").get(slug, '{% include "nocover.html" %}')
        return source, None, lambda: True


@cache
def environment() -> Environment:
    """Make the one Jinja environment: everything is escaped, and a missing name is an error."""
    templates = FileSystemLoader(assets.WEB / "templates")
    made = Environment(
        loader=ChoiceLoader([templates, RoomLoader()]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {
        "asset": assets.address,
        "sprite": pieces.sprite,
        "icon": pieces.icon,
        "glyph": pieces.glyph,
        "face_styles": face_styles,
        "has_asset": lambda name: name in assets.assets(),
        "house_version": __version__,
        "reactions": REACTIONS,
        "name_length": NAME_LENGTH,
        "chat_length": CHAT_LENGTH,
        "minutes": minutes,
        "players": players,
        "icon_credits": icon_credits,
    }
    return made


@cache
def face_styles(slug: str) -> Markup:
    """Link the style sheet of a room's face, if it has one."""
    name = f"face/{slug}.css"
    if name not in assets.assets():
        return Markup("")
    return Markup('<link rel="stylesheet" href="{}">').format(assets.address(name))


@cache
def icon_credits() -> dict[str, list[tuple[str, str]]]:
    """List the icons in use, each with its name in words, by who drew them; those who drew most first."""
    authors: dict[str, str] = json.loads(files("longbeard").joinpath("icon_authors.json").read_text("utf-8"))
    found: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(set(pieces.sprites()) & set(authors)):
        found.setdefault(PEN_NAMES.get(authors[name], authors[name].title()), []).append(
            (name, name.replace("-", " "))
        )
    return dict(sorted(found.items(), key=lambda row: (-len(row[1]), row[0])))


def render(template: str, /, **context: Any) -> str:
    """Render a template."""
    return environment().get_template(template).render(context)


def span(ends: tuple[int, int]) -> str:
    """Write a range as it is read.

    >>> span((2, 4)), span((2, 2))
    ('2–4', '2')
    """
    return f"{ends[0]}–{ends[1]}" if ends[0] < ends[1] else str(ends[0])


def players(plate: Plate) -> str:
    """Say how many can play."""
    return f"{span(plate.seats)} players"


def minutes(plate: Plate) -> str:
    """Say how long it takes."""
    return f"{span(plate.minutes)} min"
