"""Pages from templates: the frame of a table's page, and all other pages. A template only prints."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateNotFound
from markupsafe import Markup

from longbeard import __version__
from longbeard.engine.drawing import Svg, icons_in
from longbeard.engine.room import Plate
from longbeard.engine.telling import span
from longbeard.games import rooms
from longbeard.people.avatars import FIGURES, HATS
from longbeard.press.credits import by_author
from longbeard.table.live import CHAT_LENGTH
from longbeard.table.seat import NAME_LENGTH
from longbeard.web.pages import assets, pictures, pieces, preview

REACTIONS: Final = {
    "cheer": "Hooray!",
    "laugh": "Ha!",
    "gasp": "What?!",
    "curse": "Curses!",
    "think": "Hmm…",
    "bow": "Well played",
}
"""Quick reactions of a table: a name for programs, and the words."""


class RoomLoader(BaseLoader):
    """Loads `cover/<slug>`: the room's own picture, or a plain one for a room without."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        part, _, slug = template.partition("/")
        if part != "cover" or slug not in rooms():
            raise TemplateNotFound(template)
        source = assets.faces("cover.html").get(slug, '{% include "nocover.html" %}')
        source = "{% set sprite = cover_sprite %}" + source
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
        "cover_sprite": pieces.cover_sprite,
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
        "any_icon": pieces.any_icon,
        "preview_tags": preview.tags,
    }
    return made


@cache
def face_styles(slug: str) -> Markup:
    """Link the style sheets of a table: the server's, and that of the room's face, if it has one."""
    names = [name for name in ("table.css", f"face/{slug}.css") if name in assets.assets()]
    link = Markup('<link rel="stylesheet" href="{}">')
    return Markup("").join(link.format(assets.address(name)) for name in names)


@cache
def icon_credits() -> dict[str, list[tuple[str, str]]]:
    """List the icons on pages and printed pieces, each with its name in words, by author."""
    drawn = (one for slug in rooms() for one in pictures.pieces(slug).values())
    printed = {name for one in drawn for name in icons_in(one.front) | icons_in(one.back or Svg(""))}
    found = by_author({*pieces.sprites()} | printed | {*FIGURES, *HATS} - {"none"})
    return {author: [(name, name.replace("-", " ")) for name in names] for author, names in found.items()}


def render(template: str, /, **context: Any) -> str:
    """Render a template."""
    return environment().get_template(template).render(context)


def players(plate: Plate) -> str:
    """Return the number of players in words."""
    return f"{span(plate.seats)} players"


def minutes(plate: Plate) -> str:
    """Return the duration in words."""
    return f"{span(plate.minutes)} min"
