"""Pictures for shared links, drawn as SVG: a game, the result of a match, or a moment as a spectator sees
it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from longbeard.engine.drawing import Canvas, Svg, Type, broken, has_icon, has_letter, icon_body
from longbeard.engine.html import Html
from longbeard.engine.room import Plate
from longbeard.web.pages.preview import TALL, WIDE
from longbeard.web.pages.render import environment, players

EDGE: Final = 60
INK: Final = "#fff8ec"
SOFT: Final = "#e8dcc8"
GOLD: Final = "#ffcf6b"
ROWS: Final = 6
LINES: Final = 4
"""Lines of a sentence that fit."""
USED: Final = re.compile(r'<use href="[^"#]*#([\w-]+)"([^>]*)/>')
COVER: Final = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


@dataclass(frozen=True)
class Line:
    """A seat in a picture."""

    name: str
    score: str
    won: bool


def drawable(words: str, instead: str) -> str:
    """Leave out letters that our fonts do not have; if nothing is left, return `instead`.

    >>> drawable("Ada 龍", "Seat 1"), drawable("龍", "Seat 1")
    ('Ada', 'Seat 1')
    """
    kept = "".join(letter for letter in words if letter == " " or has_letter(letter, Type.BOLD))
    return " ".join(kept.split()) or instead


@lru_cache(16)
def _cover(slug: str) -> Html:
    """Return the cover of a game, with its icons inlined: a picture can fetch nothing."""
    text = environment().get_template(f"cover/{slug}").render()
    found = COVER.search(text)
    assert found is not None
    return Html(USED.sub(_icon, found[1]))


def _icon(used: re.Match[str]) -> str:
    if not has_icon(used[1]):
        return ""
    return f'<svg{used[2]} viewBox="0 0 512 512">{icon_body(used[1])}</svg>'


def _sheet(slug: str, shade: float) -> Canvas:
    """Begin a picture with the cover of a game behind a shade."""
    canvas = Canvas("share", WIDE / 10, TALL / 10)
    cover = _cover(slug) if slug else Html("")
    canvas.rect(0, 0, WIDE, TALL, "#2b2150")
    canvas.add(
        "<svg x='0' y='0' width='{}' height='{}' viewBox='0 0 480 280' preserveAspectRatio='xMidYMid slice'>"
        "{}</svg>",
        *(WIDE, TALL, cover),
    )
    stops = ((0.0, "#120c1e", shade * 0.55), (0.5, "#120c1e", shade), (1.0, "#120c1e", shade))
    canvas.rect(0, 0, WIDE, TALL, canvas.gradient(*stops))
    return canvas


def _title(canvas: Canvas, title: str, below: str, y: float) -> None:
    canvas.words(
        title, EDGE, y, WIDE - 2 * EDGE, 110, 96, Type.TITLE, INK, "start", least=40, line="#120c1e", thick=8
    )
    canvas.words(below, EDGE, y + 110, WIDE - 2 * EDGE, 50, 38, Type.BOLD, SOFT, "start", least=20)


def _brand(canvas: Canvas) -> None:
    canvas.icon("pointy-hat", EDGE + 26, TALL - 52, 52, GOLD)
    canvas.words("Longbeard", EDGE + 64, TALL - 80, 400, 56, 40, Type.TITLE, GOLD, "start")


def house_picture() -> Svg:
    """Draw the picture of the server."""
    canvas = _sheet("", 0.2)
    canvas.icon("pointy-hat", WIDE / 2, 200, 260, GOLD)
    canvas.words("Longbeard", EDGE, 330, WIDE - 2 * EDGE, 130, 130, Type.TITLE, INK)
    canvas.words(
        "Wizard card games for friends and bots", EDGE, 470, WIDE - 2 * EDGE, 60, 44, Type.BOLD, SOFT
    )
    return canvas.done()


def game_picture(plate: Plate) -> Svg:
    """Draw the picture of a game."""
    canvas = _sheet(plate.slug, 0.62)
    _title(canvas, plate.title, players(plate), 270)
    canvas.words(plate.tagline, EDGE, 430, WIDE - 2 * EDGE, 100, 36, Type.TEXT, INK, "start", least=18)
    _brand(canvas)
    return canvas.done()


def result_picture(plate: Plate, headline: str, lines: Sequence[Line]) -> Svg:
    """Draw the result of a match: who won, and everybody's score."""
    canvas = _sheet(plate.slug, 0.78)
    _title(canvas, plate.title, headline, 44)
    space = min(64.0, 300 / max(1, len(lines)))
    for place, line in enumerate(lines[:ROWS]):
        y = 236 + place * space
        if line.won:
            canvas.icon("crown", EDGE + 24, y + space / 2, space * 0.7, GOLD)
        ink = GOLD if line.won else INK
        canvas.words(
            line.name, EDGE + 64, y, 780, space, space * 0.68, Type.BOLD, ink, "start", least=space * 0.3
        )
        canvas.words(line.score, WIDE - EDGE - 220, y, 220, space, space * 0.68, Type.BOLD, ink, "end")
    _brand(canvas)
    return canvas.done()


def moment_picture(plate: Plate, heading: str, words: str, names: Sequence[str]) -> Svg:
    """Draw a moment of a match, as a spectator is told it."""
    canvas = _sheet(plate.slug, 0.78)
    _title(canvas, plate.title, heading, 44)
    room = WIDE - 2 * EDGE
    size = 50.0
    shown = broken(words, Type.BOLD, size, room)
    said = " ".join(shown) if len(shown) <= LINES else " ".join(shown[:LINES]).rstrip(".") + " …"
    canvas.words(said, EDGE, 230, room, 240, size, Type.BOLD, INK, "start", least=24)
    canvas.words(
        ", ".join(names), EDGE + 300, TALL - 80, room - 300, 56, 32, Type.TEXT, SOFT, "end", least=14
    )
    _brand(canvas)
    return canvas.done()
