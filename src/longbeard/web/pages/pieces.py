"""Addresses of pictures, and the functions with which templates draw."""

import json
from functools import cache
from typing import Final

from markupsafe import Markup

from longbeard.engine import html
from longbeard.engine.drawing import icon_body
from longbeard.web.pages import assets

SPRITES: Final = "sprites.json"
COVERS: Final = "icons-covers.svg"


@cache
def sprites() -> dict[str, str]:
    """Load which sprite each icon is in, as the build wrote it."""
    found = assets.assets().get(SPRITES)
    where: dict[str, str] = json.loads(found.body) if found else {}
    return where


@cache
def sprite(name: str) -> str:
    """Return the address of an icon; the icons of a room are fetched only where the room is shown."""
    file = sprites().get(name, "icons.svg")
    return f"/static/{assets.version()}/{file}#{name}"


html.use_sprites(sprite)


@cache
def cover_sprite(name: str) -> str:
    """Return the address of an icon for a cover: covers have their own sprite, which no table fetches."""
    covers = assets.assets().get(COVERS)
    if covers is None or f'id="{name}"'.encode() not in covers.body:
        return sprite(name)
    return f"/static/{assets.version()}/{COVERS}#{name}"


def icon(name: str, label: str = "", class_: str = "") -> Markup:
    """Draw an icon in a template."""
    return Markup(html.icon(name, label, class_))


def any_icon(name: str) -> Markup:
    """Draw an icon that may be on printed pieces alone, and then is in no sprite."""
    if name in sprites():
        return icon(name)
    drawn = html.h("<svg class='icon' aria-hidden='true' viewBox='0 0 512 512'>{}</svg>", icon_body(name))
    return Markup(drawn)


def glyph(seat: int) -> Markup:
    """Draw the sign of a seat in a template."""
    return Markup(html.glyph(seat))
