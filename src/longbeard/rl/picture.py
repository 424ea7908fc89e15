"""The table in words, drawn on a picture of a fixed size, so that pictures make a film."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

WIDTH: Final = 1024
HEIGHT: Final = 768
MARGIN: Final = 24
TITLE: Final = 30
LARGEST: Final = 20
SMALLEST: Final = 9
PARCHMENT: Final = (250, 244, 230)
INK: Final = (46, 36, 28)
BAND: Final = (74, 44, 96)
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def draw(title: str, lines: list[str]) -> NDArray[np.uint8]:
    """A picture with the title in a band and the lines below, as large as they fit."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PARCHMENT)
    brush = ImageDraw.Draw(picture)
    band = TITLE + MARGIN
    brush.rectangle((0, 0, WIDTH, band), fill=BAND)
    brush.text((MARGIN, MARGIN // 2), title, fill=PARCHMENT, font=ImageFont.load_default(TITLE - 4))
    size, rows = _fit(lines, HEIGHT - band - 2 * MARGIN)
    font = ImageFont.load_default(size)
    for number, row in enumerate(rows):
        brush.text((MARGIN, band + MARGIN + number * _height(size)), row, fill=INK, font=font)
    return np.asarray(picture, dtype=np.uint8)


def _height(size: int) -> int:
    """From one row to the next."""
    return size + size // 3


def _fit(lines: list[str], height: int) -> tuple[int, list[str]]:
    """The largest size at which all rows find room, and the rows; at the smallest, the last rows are lost."""
    for size in range(LARGEST, SMALLEST, -1):
        rows = _wrap(lines, ImageFont.load_default(size))
        if len(rows) * _height(size) <= height:
            return size, rows
    return SMALLEST, _wrap(lines, ImageFont.load_default(SMALLEST))


def _wrap(lines: list[str], font: Font) -> list[str]:
    """Lines broken between words where they are too wide; what follows is set in."""
    rows: list[str] = []
    for line in lines:
        row = ""
        for word in line.split(" "):
            if row.strip() and font.getlength(f"{row} {word}") > WIDTH - 2 * MARGIN:
                rows.append(row)
                row = f"    {word}"
            else:
                row = f"{row} {word}" if row else word
        rows.append(row)
    return rows
