"""A printed piece of a game, drawn once for paper, gallery and table."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from longbeard.engine.drawing import Canvas, Svg, Tones, Type
from longbeard.engine.html import Html, classes, h

CARD: Final = (63.0, 88.0)
"""Width and height of a standard card in millimetres."""
PLAIN: Final = Tones("#cfe3f5", "#3f7fb5", "#173a5e", "#0d2238")


class Shape(Enum):
    """The outline to which a piece is cut."""

    CARD = "card"
    TILE = "tile"
    TOKEN = "token"
    """Round, with its diameter as width and height."""
    HEX = "hex"
    BOARD = "board"
    NET = "net"
    """Folded and glued: a die, a cube."""


@dataclass(frozen=True)
class Piece:
    """One printed piece, of which there may be several copies."""

    key: str
    """Unique in the game, in letters, digits and dashes: the name of its picture."""
    name: str
    kind: str
    """A word for the gallery's filter: `monster`, `goal`, `token`."""
    text: str
    """Its content in words, for those who cannot see it."""
    copies: int
    shape: Shape
    size: tuple[float, float]
    """Width and height in millimetres."""
    front: Svg
    """As it is printed, with its words and numbers."""
    art: Svg
    """The front without words and numbers: the table sets those itself, large enough to read."""
    back: Svg | None = None
    rules: tuple[str, ...] = ()
    """The numbers of the rules that are about it."""


@dataclass(frozen=True)
class Example:
    """A picture in the rulebook, made from a table that was really played."""

    after: str
    """The number of the rule below which it stands."""
    caption: str
    """Description with the numbers of that table; also the picture's text alternative."""
    picture: Svg


# ── pieces without an artist ──────────────────────────────────────────────────────────────────────


def plain_card(
    key: str,
    name: str,
    kind: str,
    copies: int,
    text: str = "",
    number: str = "",
    icon: str = "",
    tones: Tones = PLAIN,
    back: Tones = PLAIN,
    rules: tuple[str, ...] = (),
) -> Piece:
    """Return a card of standard size for a game without an artist: a name, a number, an icon, a sentence.

    `back` colours the back: the same for all cards of a deck.
    """
    front = _plain_front(f"{key}-front", tones, icon, bool(text))
    art = _plain_front(f"{key}-art", tones, icon, bool(text))
    front.words(name, 60, 46, 510, 90, 62, Type.TITLE, tones.line)
    if number:
        front.circle(96, 92, 60, tones.line, tones.light, 6)
        front.words(number, 40, 46, 112, 92, 80, Type.TITLE, "#ffffff", least=28)
        front.circle(534, 788, 60, tones.line, tones.light, 6)
        front.words(number, 478, 742, 112, 92, 80, Type.TITLE, "#ffffff", least=28)
    if text:
        front.words(text, 76, 606, 478 if not number else 390, 210, 40, Type.TEXT, tones.line, least=26)
    said = f"{name}. {text}" if text else f"{name}."
    return Piece(
        key,
        name,
        kind,
        said,
        copies,
        Shape.CARD,
        CARD,
        front.done(),
        art.done(),
        _plain_back(f"{key}-back", back),
        rules,
    )


def _plain_front(key: str, tones: Tones, icon: str, worded: bool) -> Canvas:
    canvas = Canvas(key, *CARD)
    canvas.rect(0, 0, 630, 880, tones.line)
    canvas.rect(26, 26, 578, 828, tones.light, corner=18)
    bottom = 580.0 if worded else 830.0
    middle = (150 + bottom) / 2
    canvas.rect(50, 150, 530, bottom - 150, canvas.gradient(tones.main, tones.shade), corner=14)
    canvas.rays(315, middle, 16, 210, tones.light, 0.18)
    if icon:
        canvas.figure(icon, 315, middle, 320, tones)
    return canvas


def _plain_back(key: str, tones: Tones) -> Svg:
    canvas = Canvas(key, *CARD)
    canvas.rect(0, 0, 630, 880, tones.line)
    canvas.rect(34, 34, 562, 812, canvas.gradient(tones.main, tones.shade), 20, tones.light, 6)
    canvas.rays(315, 440, 18, 270, tones.light, 0.16)
    canvas.circle(315, 440, 120, tones.shade, tones.light, 8)
    return canvas.done()


# ── pictures on the page ──────────────────────────────────────────────────────────────────────────

_find: Callable[[str, str], str] = "/pictures/{}/{}.svg".format


def use_pictures(find: Callable[[str, str], str]) -> None:
    """Set where pictures are: `find(game, key)` returns the address of a piece's art, or nothing."""
    global _find
    _find = find
    picture.cache_clear()


@cache
def picture(game: str, key: str, class_: str = "") -> Html:
    """Return the art of a piece as an image; the words beside it describe it."""
    address = _find(game, key)
    if not address:
        return Html("")
    return h(
        "<img class='{}' src='{}' alt='' draggable='false' decoding='async'>", classes("art", class_), address
    )
