"""Makes drawings that take less ink.

Most ink goes into dark areas, not into lines and letters. So areas are made pale, lines stay darker than what
they surround, and all words are set in black: white letters on a dark banner would vanish with the banner.
"""

import re
from typing import Final

from longbeard.engine.drawing import Svg

AREA: Final = 0.28
"""Share of an area's colour that is left."""
LINE: Final = 0.6
INK: Final = "#1c1712"
WORDS: Final = re.compile(r"<text .*?</text>", re.DOTALL)
PAINT: Final = re.compile(r'\b(fill|stroke|stop-color|color)="(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|white|black)"')
NAMED: Final = {"white": "#ffffff", "black": "#000000"}


def saving(drawing: Svg) -> Svg:
    """Return a drawing with pale areas, thin lines and black words."""
    found, end = [], 0
    for words in WORDS.finditer(drawing):
        found += [PAINT.sub(_pale, drawing[end : words.start()]), PAINT.sub(_black, words.group())]
        end = words.end()
    return Svg("".join([*found, PAINT.sub(_pale, drawing[end:])]))


def _pale(paint: re.Match[str]) -> str:
    name, colour = paint.groups()
    return f'{name}="{paler(colour, LINE if name == "stroke" else AREA)}"'


def _black(paint: re.Match[str]) -> str:
    return f'{paint[1]}="{"#ffffff" if paint[1] == "stroke" else INK}"'


def paler(colour: str, share: float) -> str:
    """Mix a share of a colour with white.

    >>> paler("#000", 0.5), paler("#ff0000", 0.2)
    ('#808080', '#ffcccc')
    """
    colour = NAMED.get(colour, colour)[1:]
    if len(colour) == 3:
        colour = "".join(digit * 2 for digit in colour)
    parts = [int(colour[place : place + 2], 16) for place in (0, 2, 4)]
    return "#" + "".join(f"{round(255 - (255 - part) * share):02x}" for part in parts)
