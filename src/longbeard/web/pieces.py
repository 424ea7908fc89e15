"""What pages and the rooms' faces are made of; every template has these."""

import json
from functools import cache
from typing import Any, Final, Protocol

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from longbeard.web import assets

SPRITES: Final = "sprites.json"


class Shown(Protocol):
    """What a `{% call %}` has inside."""

    def __call__(self) -> str: ...


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


@cache
def icon(name: str, label: str = "", class_: str = "") -> Markup:
    """A picture; hidden from screen readers unless it has a label."""
    said = Markup(' role="img" aria-label="{}"').format(label) if label else Markup(' aria-hidden="true"')
    kind = f"icon {class_}" if class_ else "icon"
    return Markup('<svg class="{}"{} viewBox="0 0 512 512"><use href="{}"/></svg>').format(
        kind, said, sprite(name)
    )


@cache
def glyph(seat: int) -> Markup:
    """The sign of a seat, in its colour: never colour alone."""
    return icon(f"seat-{seat}", class_=f"glyph seat-{seat}")


def spot(
    key: str,
    label: str,
    class_: str = "",
    id: str = "",
    tip: str = "",
    drag: Any = False,
    *,
    caller: Shown,
) -> Markup:
    """Something one can point at; call it with what it shows inside (spans only). Which spots are live, the
    page knows from the choices (spots.js). With `drag` it can also be dragged onto whatever glows, and that
    counts as pointing there."""
    more = f' id="{escape(id)}"' if id else ""
    more += f' data-tip="{escape(tip)}"' if tip else ""
    more += " data-drag" if drag else ""
    kind = f"spot {class_}" if class_ else "spot"
    return Markup(
        f'<button type="button" class="{escape(kind)}" data-key="{escape(key)}" aria-label="{escape(label)}"'
        f' aria-disabled="true"{more}>{caller()}</button>'
    )


@pass_context
def seat_name(context: Context, seat: int) -> Markup:
    """Sign and name of a seat; "you" for the viewer's own."""
    you = " <small>(you)</small>" if seat == context["me"] else ""
    name = escape(context["names"][seat])
    return Markup(f'<span class="seat-name seat-{seat}">{glyph(seat)}<span>{name}{you}</span></span>')
