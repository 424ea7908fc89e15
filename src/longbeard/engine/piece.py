"""A printed piece of a game: what is in the box, drawn once for paper, gallery and table."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from longbeard.engine.drawing import Svg
from longbeard.engine.html import Html, classes, h

CARD: Final = (63.0, 88.0)
"""Width and height of a usual card in millimetres."""
SQUARE_CARD: Final = (63.0, 63.0)


class Shape(Enum):
    """What a piece is cut to."""

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
    """Its own in the game, in letters, digits and dashes: the name of its picture."""
    name: str
    kind: str
    """A word for the gallery's filter: `monster`, `goal`, `token`."""
    text: str
    """What it says, for those who cannot see it."""
    copies: int
    shape: Shape
    size: tuple[float, float]
    """Width and height in millimetres."""
    front: Svg
    """As it is printed, with its words and numbers."""
    art: Svg
    """The front without words and numbers: the table sets those itself, large enough to be read."""
    back: Svg | None = None
    rules: tuple[str, ...] = ()
    """The numbers of the rules that are about it."""


# ── pictures on the page ──────────────────────────────────────────────────────────────────────────

_find: Callable[[str, str], str] = "/pictures/{}/{}.svg".format


def use_pictures(find: Callable[[str, str], str]) -> None:
    """Say where pictures are: `find(game, key)` answers the address of a piece's art, or nothing."""
    global _find
    _find = find
    picture.cache_clear()


@cache
def picture(game: str, key: str, class_: str = "") -> Html:
    """The art of a piece on the page; what it shows is said in words beside it."""
    address = _find(game, key)
    if not address:
        return Html("")
    return h(
        "<img class='{}' src='{}' alt='' draggable='false' decoding='async'>", classes("art", class_), address
    )
