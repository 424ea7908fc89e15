"""Draws printed pieces as SVG from typed Python, in tenths of a millimetre.

A `Canvas` is one side of a piece. What is drawn on it is the same on paper, in the gallery and on the table.
Words are set in the pages' own fonts; `Canvas.words` breaks and shrinks them until they fit their box, by the
widths that the build read from the fonts, and refuses what cannot fit.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Final, NewType

from longbeard.engine.errors import LongbeardError
from longbeard.engine.html import NOTHING, Html, Value, h

Svg = NewType("Svg", str)
"""A whole drawing."""

UNITS: Final = 10
"""Units of a drawing in a millimetre."""
ICON: Final = 512
"""Side of the square in which icons are drawn, in the icons' own units."""
LINE: Final = 1.16
"""Line height in font sizes."""
VIEW: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
USED_ICON: Final = re.compile(r'data-icon="([^"]+)"')
STEP: Final = 0.94
"""Factor by which the type shrinks when words do not fit."""


class NoRoom(LongbeardError):
    """Raised for words that do not fit into their box."""


class Type(Enum):
    """A font as CSS and typst know it: key in the build's table of widths, family and weight."""

    TITLE = ("title", "Grenze Gotisch", 600)
    TEXT = ("text", "Alegreya Sans", 400)
    BOLD = ("text-bold", "Alegreya Sans", 700)

    def __init__(self, key: str, family: str, weight: int) -> None:
        self.key = key
        self.family = family
        self.weight = weight


@dataclass(frozen=True)
class Tones:
    """The colours of a figure: its light, its own colour, its shade, and the line around it."""

    light: str
    main: str
    shade: str
    line: str


@cache
def _built(name: str) -> dict[str, dict[str, float]]:
    text = (files("longbeard.engine") / "built" / name).read_text(encoding="utf-8")
    found: dict[str, dict[str, float]] = json.loads(text)
    return found


@cache
def _icons() -> dict[str, str]:
    text = (files("longbeard.engine") / "built" / "icons.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def icons_in(drawing: Svg) -> set[str]:
    """Return the icons that a drawing is made of."""
    return set(USED_ICON.findall(drawing))


def icon_body(name: str) -> Html:
    """Return the markup of an icon, in the surrounding colour; LongbeardError if there is none."""
    if name not in _icons():
        raise LongbeardError(f"there is no icon {name}: engine/built/icons.json has the names")
    return Html(_icons()[name])


def has_icon(name: str) -> bool:
    """Return whether there is an icon of this name."""
    return name in _icons()


def width_of(words: str, type: Type, size: float) -> float:
    """Return the width of a line of words, in the unit of `size`."""
    widths = _built("widths.json")[type.key]
    usual = widths["n"]
    return size * sum([widths.get(letter, usual) for letter in words])


def has_letter(letter: str, type: Type) -> bool:
    """Return whether a font has a letter; one that it lacks is drawn as an empty box."""
    return letter in _built("widths.json")[type.key]


def broken(words: str, type: Type, size: float, width: float) -> list[str]:
    """Break words into lines no wider than `width`; a single longer word has a line of its own."""
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and width_of(longer, type, size) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


def fitted(
    words: str, type: Type, size: float, width: float, height: float, least: float
) -> tuple[float, list[str]]:
    """Return the largest size from `size` down to `least` at which words fit a box, and their lines."""
    while True:
        lines = broken(words, type, size, width)
        wide = max(width_of(line, type, size) for line in lines)
        if wide <= width and LINE * size * len(lines) <= height:
            return size, lines
        if size <= least:
            raise NoRoom(f"{words!r} does not fit into {width:.0f} × {height:.0f} at size {least:.1f}")
        size = max(least, size * STEP)


def balanced(lines: Sequence[str], type: Type, size: float) -> list[str]:
    """Break the same words into as many lines of about the same length."""
    words = " ".join(lines)
    width = max(width_of(line, type, size) for line in lines)
    best = list(lines)
    while len(best) > 1:
        width *= 0.97
        narrower = broken(words, type, size, width)
        if len(narrower) > len(lines) or max(width_of(line, type, size) for line in narrower) > width:
            break
        best = narrower
    return best


class Canvas:
    """One side of a piece while it is drawn. Lengths are tenths of a millimetre, from the upper left.

    >>> canvas = Canvas("demo", 63, 88)
    >>> canvas.rect(0, 0, 630, 880, canvas.gradient("#123", "#456"), corner=30)
    >>> canvas.done().startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 630 880"')
    True
    """

    def __init__(self, key: str, width: float, height: float) -> None:
        self.key = key
        """Prefix of every id inside, so that many drawings can stand in one page."""
        self.width = round(width * UNITS)
        self.height = round(height * UNITS)
        self._defs: list[Html] = []
        self._marks: list[Html] = []
        self._shared: dict[str, str] = {}

    # ── markup ────────────────────────────────────────────────────────────────────────────────────

    def add(self, template: str, *values: Value) -> None:
        """Draw an element written as markup (`engine.html.h`)."""
        self._marks.append(h(template, *values))

    def define(self, template: str, *values: Value) -> str:
        """Put an element with `id='{}'` first into the definitions, once, and return its id."""
        text = h(template, "\0", *values)
        if text not in self._shared:
            name = f"{self.key}-{len(self._shared)}"
            self._shared[text] = name
            self._defs.append(Html(text.replace("\0", name)))
        return self._shared[text]

    def symbol(self, paint: "Drawn") -> str:
        """Draw something into the definitions, once, and return its id, for any number of `<use>`."""
        outer, self._marks = self._marks, []
        try:
            paint(self)
        finally:
            inner, self._marks = self._marks, outer
        return self.define("<g id='{}'>{}</g>", inner)

    @contextmanager
    def group(self, attributes: str, *values: Value) -> Iterator[None]:
        """Draw what follows inside a `<g>`, for instance `clip-path='url(#{})'` or `opacity='.5'`."""
        outer, self._marks = self._marks, []
        try:
            yield
        finally:
            inner, self._marks = self._marks, outer
        self._marks.append(h("<g {}>{}</g>", h(attributes, *values), inner))

    def done(self) -> Svg:
        """Return the whole drawing."""
        return Svg(
            h(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {}' width='{}mm' height='{}mm'>"
                "<defs>{}</defs>{}</svg>",
                self.width,
                self.height,
                number(self.width / UNITS),
                number(self.height / UNITS),
                self._defs,
                self._marks,
            )
        )

    # ── paints ────────────────────────────────────────────────────────────────────────────────────

    def gradient(self, *stops: str | tuple[float, str, float], across: bool = False) -> str:
        """Return a paint from top to bottom (or left to right): colours, or (place, colour, opacity)."""
        end = Html("x2='1' y2='0'" if across else "x2='0' y2='1'")
        name = self.define("<linearGradient id='{}' x1='0' y1='0' {}>{}</linearGradient>", end, _stops(stops))
        return f"url(#{name})"

    def slope(
        self,
        *stops: str | tuple[float, str, float],
        start: tuple[float, float] = (0, 0),
        end: tuple[float, float] = (1, 1),
    ) -> str:
        """Return a paint along a line between two points, given as shares of the painted area."""
        name = self.define(
            "<linearGradient id='{}' x1='{}' y1='{}' x2='{}' y2='{}'>{}</linearGradient>",
            *map(number, (*start, *end)),
            _stops(stops),
        )
        return f"url(#{name})"

    def glow(self, *stops: str | tuple[float, str, float], x: float = 0.5, y: float = 0.5) -> str:
        """Return a paint from a point outwards; x and y are shares of the painted area."""
        name = self.define(
            "<radialGradient id='{}' cx='{}' cy='{}' r='.75'>{}</radialGradient>",
            number(x),
            number(y),
            _stops(stops),
        )
        return f"url(#{name})"

    def pattern(self, width: float, height: float, inside: Html) -> str:
        """Return a paint that repeats a tile."""
        name = self.define(
            "<pattern id='{}' width='{}' height='{}' patternUnits='userSpaceOnUse'>{}</pattern>",
            number(width),
            number(height),
            inside,
        )
        return f"url(#{name})"

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float, corner: float = 0) -> Iterator[None]:
        """Draw what follows inside a rectangle only."""
        name = self.define(
            "<clipPath id='{}'><rect x='{}' y='{}' width='{}' height='{}' rx='{}'/></clipPath>",
            *map(number, (x, y, width, height, corner)),
        )
        with self.group("clip-path='url(#{})'", name):
            yield

    # ── shapes ────────────────────────────────────────────────────────────────────────────────────

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        corner: float = 0,
        line: str = "none",
        thick: float = 0,
    ) -> None:
        """Draw a rectangle."""
        self.add(
            "<rect x='{}' y='{}' width='{}' height='{}' rx='{}' fill='{}'{}/>",
            *map(number, (x, y, width, height, corner)),
            fill,
            _stroke(line, thick),
        )

    def circle(
        self, x: float, y: float, radius: float, fill: str, line: str = "none", thick: float = 0
    ) -> None:
        """Draw a circle round a point."""
        self.add(
            "<circle cx='{}' cy='{}' r='{}' fill='{}'{}/>",
            *map(number, (x, y, radius)),
            fill,
            _stroke(line, thick),
        )

    def path(
        self, data: str, fill: str = "none", line: str = "none", thick: float = 0, opacity: float = 1
    ) -> None:
        """Draw a path, with round corners and ends."""
        around = _stroke(line, thick)
        rounded = Html(' stroke-linejoin="round" stroke-linecap="round"') if around else None
        sheer = h(" opacity='{}'", number(opacity)) if opacity != 1 else None
        self.add("<path d='{}' fill='{}'{}{}{}/>", data, fill, around, rounded, sheer)

    def stars(self, places: Sequence[tuple[float, float, float]], fill: str = "#fff") -> None:
        """Draw dots of light: x, y and radius of each (`scattered` gives places)."""
        dots = [h("<circle cx='{}' cy='{}' r='{}'/>", *map(number, place)) for place in places]
        self.add("<g fill='{}'>{}</g>", fill, dots)

    def rays(self, x: float, y: float, count: int, length: float, fill: str, opacity: float) -> None:
        """Draw beams of light from a point."""
        from math import cos, pi, sin

        beams = []
        for beam in range(count):
            start, end = 2 * pi * beam / count, 2 * pi * (beam + 0.5) / count
            beams.append(
                f"M{x:.0f} {y:.0f}L{x + length * cos(start):.0f} {y + length * sin(start):.0f}"
                f" {x + length * cos(end):.0f} {y + length * sin(end):.0f}z"
            )
        self.path("".join(beams), fill, opacity=opacity)

    def place(self, drawing: Svg, x: float, y: float, width: float, turn: float = 0) -> None:
        """Draw a whole drawing inside this one at a width, rotated by `turn` degrees round its middle."""
        start = drawing.index(">") + 1
        across, down = map(float, VIEW.search(drawing).groups())  # type: ignore[union-attr]
        height = width * down / across
        self.add(
            "<g transform='translate({} {}) rotate({} {} {})'>"
            "<svg width='{}' height='{}' viewBox='0 0 {} {}'>{}</g>",
            *map(number, (x, y, turn, width / 2, height / 2, width, height, across, down)),
            Html(drawing[start:]),
        )

    # ── icons and figures ─────────────────────────────────────────────────────────────────────────

    def icon(
        self, name: str, x: float, y: float, size: float, fill: str, opacity: float = 1, turn: float = 0
    ) -> None:
        """Draw an icon in one colour, round a point."""
        self.add(
            "<use href='#{}' transform='{}' color='{}' fill='{}' opacity='{}'/>",
            self._symbol(name),
            _placed(x, y, size, turn, False),
            fill,
            fill,
            number(opacity),
        )

    def figure(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        tones: Tones,
        flip: bool = False,
        turn: float = 0,
        outline: float = 26,
        body: str = "",
        under: Html = NOTHING,
    ) -> None:
        """Draw an icon as a figure in light and shade, round a point.

        From the back: a broad line that closes its gaps, what shines through them (`under`), its body from
        light to shade or in a paint of its own (`body`), a shine from above. `under`, and a `pattern` as
        body, are drawn in the units of the icon.
        """
        symbol = self._symbol(name)
        body = body or self.gradient(tones.light, tones.main, tones.shade)
        shine = self.gradient((0, "#ffffff", 0.28), (0.45, "#ffffff", 0), (1, "#ffffff", 0), across=True)
        self.add(
            "<g transform='{}'><use href='#{}' color='{}' fill='{}' stroke='{}' stroke-width='{}' "
            "stroke-linejoin='round'/>{}<use href='#{}' color='{}' fill='{}'/>"
            "<use href='#{}' color='{}' fill='{}'/></g>",
            _placed(x, y, size, turn, flip),
            symbol,
            tones.line,
            tones.line,
            tones.line,
            number(outline),
            under,
            symbol,
            tones.main,
            body,
            symbol,
            "#fff",
            shine,
        )

    @contextmanager
    def placed(self, x: float, y: float, size: float, turn: float = 0, flip: bool = False) -> Iterator[None]:
        """Draw what follows in the square of an icon that stands round a point."""
        with self.group("transform='{}'", _placed(x, y, size, turn, flip)):
            yield

    def _symbol(self, name: str) -> str:
        """Return the id of an icon's outline; whoever uses it gives the colour."""
        outline = Html(icon_body(name).replace(' fill="currentColor"', ""))
        # `data-icon` is kept so that the icon's author can be credited.
        return self.define("<g id='{}' data-icon='{}'>{}</g>", name, outline)

    # ── words ─────────────────────────────────────────────────────────────────────────────────────

    def words(
        self,
        words: str,
        x: float,
        y: float,
        width: float,
        height: float,
        size: float,
        type: Type = Type.TEXT,
        fill: str = "#000",
        anchor: str = "middle",
        least: float = 0,
        line: str = "",
        thick: float = 0,
        balance: bool = False,
    ) -> None:
        """Set words into a box, in the middle of its height; smaller where they are long, down to `least`.

        `anchor` is start, middle or end. With `line` the letters have an outline of that colour. With
        `balance` all lines are of about the same length; it is for one paragraph.
        """
        size, lines = fitted(words, type, size, width, height, least or size * 0.5)
        if balance:
            lines = balanced(lines, type, size)
        at = {"start": x, "middle": x + width / 2, "end": x + width}[anchor]
        # Letters without ascenders are about half as high as the font size: this centres what one sees.
        first = y + height / 2 - LINE * size * (len(lines) - 1) / 2 + 0.32 * size
        spans = [
            h("<tspan x='{}' y='{}'>{}</tspan>", number(at), number(first + LINE * size * place), text)
            for place, text in enumerate(lines)
        ]
        around = (
            h(" stroke='{}' stroke-width='{}' paint-order='stroke' stroke-linejoin='round'",
              line, number(thick))
            if line
            else None
        )  # fmt: skip
        self.add(
            "<text font-family='{}' font-weight='{}' font-size='{}' fill='{}' text-anchor='{}'{}>{}</text>",
            type.family,
            type.weight,
            number(size),
            fill,
            anchor,
            around,
            spans,
        )


def number(value: float) -> str:
    """Return a number as short as it can be written, to a hundredth.

    >>> number(12.0), number(0.5), number(-3.14159)
    ('12', '0.5', '-3.14')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def scattered(
    seed: int, count: int, width: float, height: float, radius: tuple[float, float]
) -> list[tuple[float, float, float]]:
    """Return pseudo-random places that are the same each time: x, y and radius."""
    found = []
    state = seed * 7919 + 17
    for one in range(count):
        shares = []
        for draw in range(3):
            state = (state * 1103515245 + 12345) % 2**31
            shares.append((state >> 8) % 10007 / 10007)
        least, most = radius
        found.append((shares[0] * width, shares[1] * height, least + shares[2] * (most - least)))
    return found


def _stops(stops: Sequence[str | tuple[float, str, float]]) -> list[Html]:
    last = max(1, len(stops) - 1)
    rows = [(place / last, stop, 1.0) if isinstance(stop, str) else stop for place, stop in enumerate(stops)]
    return [
        h("<stop offset='{}' stop-color='{}'{}/>", number(at), colour,
          h(" stop-opacity='{}'", number(opacity)) if opacity != 1 else None)
        for at, colour, opacity in rows
    ]  # fmt: skip


def _stroke(line: str, thick: float) -> Html | None:
    """Return the attributes of the line round a shape; None for a shape without one."""
    return None if line == "none" else h(" stroke='{}' stroke-width='{}'", line, number(thick))


def _placed(x: float, y: float, size: float, turn: float, flip: bool) -> str:
    """Return the transform that puts an icon's middle at a point."""
    scale = size / ICON
    across = -scale if flip else scale
    turned = f" rotate({number(turn)})" if turn else ""
    return (
        f"translate({number(x)} {number(y)}){turned} scale({across:.4f} {scale:.4f})"
        f" translate({-ICON // 2} {-ICON // 2})"
    )


Drawn = Callable[[Canvas], None]
"""A function that draws something on a canvas."""
