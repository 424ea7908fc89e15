"""Pages from templates. `render("home.html", …)` is all that the server needs.

A template that is given a `look` (of `engine/gate.py`) is also given what a room's face may read: `table`,
`names`, `me`, `room`, `choices`, `told`.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any, Final

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateNotFound
from jinja2.runtime import Context

from longbeard import __version__, bots
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.web import assets, pieces
from longbeard.web.parts import Parts, Sheet

ROOM_FILES: Final = {"face": ("table.html", "noface.html"), "cover": ("cover.html", "nocover.html")}
"""Templates that a room may bring, and what is shown if it does not."""
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


PLAIN: Final = (BuiltinMethodType, MethodType, FunctionType, type(cache(len)))


class QuickContext(Context):
    """Jinja asks of all that is called whether it wants the context; most of what pages call does not."""

    def call(self, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        if type(obj) not in PLAIN or hasattr(obj, "jinja_pass_arg"):
            return super().call(obj, *args, **kwargs)
        kwargs.pop("_loop_vars", None)
        kwargs.pop("_block_vars", None)
        return obj(*args, **kwargs)


class Templates(Environment):
    """Jinja, quicker with what views are made of: `wizard.cubes` is looked for among a dict's keys first."""

    context_class = QuickContext

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


class RoomLoader(BaseLoader):
    """Finds `face/<slug>` and `cover/<slug>`: the room's own file, or a plain one for a room without."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        part, _, slug = template.partition("/")
        if part not in ROOM_FILES or slug not in rooms():
            raise TemplateNotFound(template)
        own, plain = ROOM_FILES[part]
        source = assets.faces(own).get(slug, f'{{% include "{plain}" %}}')
        return source, None, lambda: True


@cache
def environment() -> Environment:
    """The one Jinja environment: everything is escaped, and a name that is missing is an error."""
    templates = FileSystemLoader(assets.HERE / "templates")
    made = Templates(
        loader=ChoiceLoader([templates, RoomLoader()]),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=[Parts],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {
        "asset": assets.address,
        "sprite": pieces.sprite,
        "icon": pieces.icon,
        "glyph": pieces.glyph,
        "spot": pieces.spot,
        "seat_name": pieces.seat_name,
        "has_asset": lambda name: name in assets.assets(),
        "house_version": __version__,
        "reactions": REACTIONS,
        "bot_levels": bots.LEVELS,
        "usual_level": bots.DEFAULT,
        "minutes": minutes,
        "players": players,
        "icon_credits": icon_credits,
    }
    return made


@cache
def icon_credits() -> dict[str, list[str]]:
    """The icons in use, by the name of who drew them, those who drew most first."""
    authors: dict[str, str] = json.loads(files("longbeard").joinpath("icon_authors.json").read_text("utf-8"))
    found: dict[str, list[str]] = {}
    for name in sorted(set(pieces.sprites()) & set(authors)):
        found.setdefault(PEN_NAMES.get(authors[name], authors[name].title()), []).append(name)
    return dict(sorted(found.items(), key=lambda row: (-len(row[1]), row[0])))


def render(template: str, /, **context: Any) -> str:
    """A page, or a part of one, as text."""
    if "look" in context:
        return lay_out(template, context).whole()
    return environment().get_template(template).render(context)


def lay_out(template: str, context: dict[str, Any]) -> Sheet:
    """A page with a table on it, as a sheet."""
    sheet = Sheet()
    given = face_context(context["look"]) | context | {"sheet": sheet}
    sheet.frame = environment().get_template(template).render(given)
    return sheet


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
        "standing": standing(look),
    }


def standing(look: dict[str, Any]) -> list[dict[str, Any]]:
    """The seats by their points, the best first; nothing where a game knows only who won."""
    scores: list[int] = look["scores"] if look["over"] else []
    if not scores or scores == [int(seat in look["winners"]) for seat in range(len(scores))]:
        return []
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    return [{"seat": seat, "score": scores[seat], "won": seat in look["winners"]} for seat in order]


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
