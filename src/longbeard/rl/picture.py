"""The table in words, drawn on a picture of a fixed size, so that pictures make a film."""

import re
from textwrap import wrap
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

WIDTH: Final = 1024
HEIGHT: Final = 768
MARGIN: Final = 24
TITLE: Final = 26
LARGEST: Final = 20
SMALLEST: Final = 10
PARCHMENT: Final = (250, 244, 230)
WORD: Final = re.compile("[a-z]{3}")
INK: Final = (46, 36, 28)
BAND: Final = (74, 44, 96)


def draw(title: str, lines: list[str]) -> NDArray[np.uint8]:
    """Draw a picture with the title in a band and the lines below, as large as they fit."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PARCHMENT)
    brush = ImageDraw.Draw(picture)
    band = TITLE + MARGIN
    brush.rectangle((0, 0, WIDTH, band), fill=BAND)
    brush.text((MARGIN, band // 2), title, fill=PARCHMENT, font=ImageFont.load_default(TITLE), anchor="lm")
    size, rows = _fit(lines, HEIGHT - band - 2 * MARGIN)
    for number, row in enumerate(rows):
        _write(brush, row, band + MARGIN + number * _height(size), size)
    return np.asarray(picture, dtype=np.uint8)


def _write(brush: ImageDraw.ImageDraw, row: str, top: int, size: int) -> None:
    """Write a sentence; or part of a drawing made of letters, each of which has a column of its own."""
    font = ImageFont.load_default(size)
    if WORD.search(row):
        indent = (len(row) - len(row.lstrip())) * _width(size)
        brush.text((MARGIN + indent, top + size), row.lstrip(), fill=INK, font=font, anchor="ls")
        return
    for column, letter in enumerate(row):
        middle = MARGIN + (column + 0.5) * _width(size)
        brush.text((middle, top + size), letter, fill=INK, font=font, anchor="ms")


def _width(size: int) -> float:
    """Return the pixels from one letter to the next."""
    return 0.54 * size


def _height(size: int) -> int:
    """Return the pixels from one row to the next."""
    return size + size // 4


def _fit(lines: list[str], height: int) -> tuple[int, list[str]]:
    """Return the largest size at which all rows fit, and the rows; at the smallest, the last are lost."""
    for size in range(LARGEST, SMALLEST - 1, -1):
        rows = _rows(lines, int((WIDTH - 2 * MARGIN) / _width(size)))
        if len(rows) * _height(size) <= height:
            break
    return size, rows


def _rows(lines: list[str], columns: int) -> list[str]:
    """Break lines between words where they are too wide; indent what follows."""
    rows: list[str] = []
    for line in lines:
        fits = len(line) <= columns
        rows += [line] if fits else wrap(line, columns, subsequent_indent="    ", drop_whitespace=True)
    return rows
