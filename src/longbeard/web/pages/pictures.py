"""Every printed piece as a picture for pages: its art by the hash of its content, and its whole front.

They are drawn on the first request and cached: a game has a few dozen, of some kilobytes each.
"""

import re
from functools import cache
from hashlib import blake2b
from typing import Final

from longbeard.engine import piece
from longbeard.engine.drawing import Svg
from longbeard.engine.html import h
from longbeard.engine.piece import Piece
from longbeard.games import room, rooms
from longbeard.web.pages.assets import Asset

OWN_ID: Final = re.compile(r'[\w-]+-(\d+)(?=[")])')
"""Matches the ids inside a drawing, which begin with the name of its piece."""


@cache
def pieces(slug: str) -> dict[str, Piece]:
    """Draw every piece of a game, by its key; empty if there is no such game."""
    if slug not in rooms():
        return {}
    return {one.key: one for one in room(slug).pieces(room(slug).box)}


@cache
def arts(slug: str) -> dict[str, tuple[str, Asset]]:
    """Return the art of every piece as an asset, by its key, with the hash of its content."""
    found = {}
    for key, one in pieces(slug).items():
        body = one.art.encode()
        found[key] = blake2b(body, digest_size=6).hexdigest(), Asset(f"{key}.svg", body)
    return found


def address(slug: str, key: str) -> str:
    """Return the address of a piece's art; empty if there is no such piece."""
    if key not in arts(slug):
        return ""
    return f"/pictures/{slug}/{key}.{arts(slug)[key][0]}.svg"


piece.use_pictures(address)


@cache
def front(slug: str, key: str) -> Asset | None:
    """Return the front of a piece as an asset, words and numbers included, with the numbers of the rules
    about it."""
    found = pieces(slug).get(key)
    if found is None:
        return None
    rules = h("<svg data-rules='{}'", " ".join(found.rules))
    return Asset(f"{key}.svg", (rules + found.front.removeprefix("<svg")).encode())


def backs(drawn: list[Piece]) -> list[tuple[Svg, list[str]]]:
    """Return every different back, with the names of the pieces that have it."""
    found: dict[str, tuple[Svg, list[str]]] = {}
    for one in drawn:
        if one.back is not None:
            names = found.setdefault(OWN_ID.sub(r"\1", one.back), (one.back, []))[1]
            if one.name not in names:
                names.append(one.name)
    return list(found.values())
