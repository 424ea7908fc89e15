"""Figures of the pieces: elements, people, gems and the Bag of Fate.

A figure is drawn round a point, in a square from -100 to 100 that `pose` puts onto the canvas. It is chosen
by the icon that the data file names; an icon without a painting is drawn as the icon, in light and shade.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Final

from longbeard.engine.drawing import Canvas, Tones, number

HALF: Final = 100
"""Half the side of a figure's square."""
INK: Final = "#25081b"
"""Colour of all outlines."""
GOLD: Final = ("#fff2c0", "#f2cf7e", "#b9772a")
GILT: Final = Tones("#fff2c0", "#f2cf7e", "#b9772a", INK)

Paint = Callable[[Canvas], None]
Point = tuple[float, float]


def pose(
    canvas: Canvas, paint: Paint, x: float, y: float, size: float, turn: float = 0, flip: bool = False
) -> None:
    """Draw a figure in a square of this size round a point; a figure that was drawn before is reused."""
    scale = size / (2 * HALF)
    across = -scale if flip else scale
    turned = f" rotate({number(turn)})" if turn else ""
    canvas.add(
        "<use href='#{}' transform='translate({} {}){} scale({} {})' stroke-linejoin='round' "
        "stroke-linecap='round'/>",
        canvas.symbol(paint),
        number(x),
        number(y),
        turned,
        f"{across:.3f}",
        f"{scale:.3f}",
    )


def painted(
    canvas: Canvas, icon: str, x: float, y: float, size: float, turn: float = 0, flip: bool = False
) -> None:
    """Draw the figure of an icon: its painting, or the icon itself in gold."""
    if icon in PAINTINGS:
        pose(canvas, PAINTINGS[icon], x, y, size, turn, flip)
    else:
        canvas.figure(icon, x, y, size, GILT, flip, turn)


def _shape(canvas: Canvas, data: str, fill: str, thick: float = 6) -> None:
    """Draw a filled shape with an outline."""
    canvas.add(
        "<path d='{}' fill='{}' stroke='{}' stroke-width='{}'/>",
        data,
        fill,
        INK,
        number(thick),
    )


def _stroke(canvas: Canvas, data: str, colour: str, thick: float, around: float = 0) -> None:
    """Draw a line with round ends, and with an outline if it is to have one."""
    lines = [(INK, thick + 2 * around)] if around else []
    for paint, width in [*lines, (colour, thick)]:
        canvas.add(
            "<path d='{}' fill='none' stroke='{}' stroke-width='{}'/>",
            data,
            paint,
            number(width),
        )


def _oval(canvas: Canvas, x: float, y: float, wide: float, high: float, fill: str, thick: float = 0) -> None:
    canvas.add(
        "<ellipse cx='{}' cy='{}' rx='{}' ry='{}' fill='{}' stroke='{}' stroke-width='{}'/>",
        *map(number, (x, y, wide, high)),
        fill,
        INK if thick else "none",
        number(thick),
    )


def halo(canvas: Canvas, x: float, y: float, radius: float, colour: str, opacity: float) -> None:
    """Draw light that fades to nothing at its edge."""
    # A glow's last stop lies outside of what it paints: two thirds of the way are its edge.
    canvas.circle(
        x, y, radius, canvas.glow((0, colour, opacity), (0.3, colour, opacity / 2), (0.66, colour, 0))
    )


# ── the elements ──────────────────────────────────────────────────────────────────────────────────


def _flower(canvas: Canvas) -> None:
    _stroke(canvas, "M-4 98C-14 62 8 40 0 0", "#3fae6a", 9, 5)
    green = canvas.gradient("#a6ee8f", "#3a9d5d", "#14523a")
    _shape(canvas, "M-4 78C14 44 50 46 76 28C74 66 42 90-4 84z", green)
    _shape(canvas, "M-6 92C-22 62-50 66-74 52C-70 86-40 104-6 96z", green)
    petal = canvas.gradient("#ffe3f0", "#ff6fb1", "#c01f74")
    for step in range(8):
        canvas.add(
            "<ellipse cy='-38' rx='19' ry='32' fill='{}' stroke='{}' stroke-width='5' "
            "transform='translate(0 -30) rotate({})'/>",
            petal,
            INK,
            45 * step,
        )
    canvas.circle(0, -30, 25, canvas.gradient("#fff6b0", "#ffc93c", "#d07a10"), INK, 5)
    canvas.stars([(-8, -36, 3), (4, -40, 3), (9, -28, 3), (-3, -24, 3)], "#b3600c")


def _snail(canvas: Canvas) -> None:
    body = canvas.gradient("#e6fb96", "#93cf45", "#3e7a25")
    _stroke(canvas, "M72 8C66-12 60-24 56-44M84 6C88-14 92-26 92-44", "#93cf45", 8, 5)
    _shape(
        canvas,
        "M-98 90C-70 84-58 64-30 62L36 66C50 64 52 44 54 22C58-6 100-8 100 22C100 66 84 92 44 92z",
        body,
    )
    shell = canvas.gradient("#ffe9a3", "#f59a32", "#a4430f")
    canvas.circle(-20, 14, 66, shell, INK, 6)
    _stroke(
        canvas,
        "M-78 30C-70-40 28-48 30 14C30 60-50 62-52 16C-52-16 2-18 4 14C4 32-24 34-26 16C-25 8-16 8-14 13",
        "#8a360c",
        7,
    )
    _stroke(canvas, "M-62-14C-52-34-32-42-14-40", "#fff6d6", 7)
    for x in (56, 93):
        canvas.circle(x, -52, 13, "#fff", INK, 5)
        canvas.circle(x + 3, -51, 5.5, INK)
    _stroke(canvas, "M84 40C89 44 94 42 96 36", INK, 5)


def _bone(canvas: Canvas) -> None:
    with canvas.group("transform='rotate(-42)'"):
        _shape(
            canvas,
            "M-58-14A26 26 0 1 0-84 0A26 26 0 1 0-58 14L58 14A26 26 0 1 0 84 0A26 26 0 1 0 58-14z",
            canvas.gradient("#fffef4", "#f0e4c0", "#b39a68"),
        )
        _stroke(canvas, "M-78-24C-72-30-66-30-62-24M-44-6H30", "#fff", 6)
        _stroke(canvas, "M8 6H40M62 22C70 30 78 30 84 22", "#a48a58", 4)


def _mushroom(canvas: Canvas) -> None:
    _shape(
        canvas,
        "M-28 16C-22 56-34 80-38 92C-18 104 18 104 38 92C34 80 22 56 28 16z",
        canvas.gradient("#fff9e6", "#f0dcb4", "#b98d5c"),
    )
    _oval(canvas, 0, 26, 74, 17, "#e3b98a", 6)
    _shape(
        canvas,
        "M-94 24C-98-50-42-96 0-96C42-96 98-50 94 24C62 6-62 6-94 24z",
        canvas.gradient("#ffb08a", "#f0421f", "#9a1410"),
    )
    for x, y, wide, high in (
        (-36, -42, 19, 16), (22, -64, 14, 11), (50, -16, 16, 15), (2, -12, 12, 9), (-70, 0, 8, 11),
    ):  # fmt: skip
        _oval(canvas, x, y, wide, high, "#fff4dc")


def _potion(canvas: Canvas) -> None:
    _shape(canvas, "M-16-96H16V-66H-16z", canvas.gradient("#e8b070", "#9a5a26"))
    _shape(canvas, "M-20-66V-30A66 66 0 1 0 20-30V-66z", "#cfeaff")
    _shape(canvas, "M-28-74H28V-60H-28z", "#eaf7ff")
    canvas.path(
        "M-60 20C-34 8-16 30 14 20C34 12 50 16 60 20A61 61 0 1 1-60 20z",
        canvas.gradient("#a5fbff", "#22a9f0", "#3a2fb8"),
    )
    canvas.stars([(-22, 52, 8), (18, 42, 6), (6, 68, 9), (30, 64, 5), (-4, 2, 6), (8, -22, 5)], "#dcfdff")
    _stroke(canvas, "M-48 16C-54 40-46 64-30 76M-10-50V-36", "#fff", 8)


# ── gems and the bag ──────────────────────────────────────────────────────────────────────────────


def _ring(points: int, radius: float, first: float) -> list[Point]:
    steps = [first + 2 * pi * point / points for point in range(points)]
    return [(radius * cos(step), radius * sin(step)) for step in steps]


def _star(points: int) -> list[Point]:
    outer, inner = _ring(points, 100, -pi / 2), _ring(points, 52, -pi / 2 + pi / points)
    return [corner for pair in zip(outer, inner, strict=True) for corner in pair]


CUTS: Final[tuple[list[Point], ...]] = (
    [(0, -96), (30, -66), (98, 56), (84, 82), (-84, 82), (-98, 56), (-30, -66)],
    _ring(12, 94, -pi / 12),
    [(-58, -84), (58, -84), (84, -58), (84, 58), (58, 84), (-58, 84), (-84, 58), (-84, -58)],
    [(0, -104), (46, -44), (88, 0), (46, 44), (0, 104), (-46, 44), (-88, 0), (-46, -44)],
    _star(5),
)
"""Cuts of the gems by seat: like the seat's sign, so never by colour alone."""
MIDDLES: Final[tuple[Point, ...]] = ((0, 16), (0, 0), (0, 0), (0, 0), (0, 2))


@dataclass(frozen=True)
class Jewel:
    """The colours of a gem, from its brightest facet to its darkest."""

    bright: str
    light: str
    main: str
    deep: str


JEWELS: Final[Mapping[str, Jewel]] = {
    "red": Jewel("#ffd9d0", "#ff7d6b", "#e8202f", "#7c0620"),
    "blue": Jewel("#e2f4ff", "#6fc4ff", "#1a74e6", "#0a2a80"),
    "yellow": Jewel("#fffbd6", "#ffe45c", "#f2a900", "#8a4a00"),
    "green": Jewel("#e0ffe6", "#6ff09a", "#12a455", "#04502f"),
    "purple": Jewel("#f6e2ff", "#cf8bff", "#8a2be2", "#3d0a7a"),
}


def jewel(colour: str, seat: int) -> Jewel:
    """Return the colours of a gem by the name of its colour; for an unknown name, those of its seat."""
    return JEWELS.get(colour) or tuple(JEWELS.values())[seat]


def gem(seat: int, colour: str = "") -> Paint:
    """Return a cut gem."""
    return lambda canvas: _gem(canvas, seat, colour)


def _gem(canvas: Canvas, seat: int, colour: str) -> None:
    """Draw facets round a table, lit from the upper left."""
    tones, cut, (mx, my) = jewel(colour, seat), CUTS[seat], MIDDLES[seat]
    table = [(mx + 0.5 * (x - mx), my + 0.5 * (y - my)) for x, y in cut]
    _shape(canvas, _closed(cut), tones.main, 10)
    facets: dict[str, list[str]] = {}
    for place in range(len(cut)):
        after = (place + 1) % len(cut)
        facet = [cut[place], cut[after], table[after], table[place]]
        dx = cut[place][0] + cut[after][0] - 2 * mx
        dy = cut[place][1] + cut[after][1] - 2 * my
        lit = -(dx + 1.6 * dy) / (1.9 * (hypot(dx, dy) or 1))
        shades = [tones.bright] * (lit > 0.72) + [tones.light] * (lit > 0.1) + [tones.main] * (lit > -0.5)
        shade = [*shades, tones.deep][0]
        facets.setdefault(shade, []).append(_closed(facet))
    for shade, shapes in facets.items():
        canvas.add(
            "<path d='{}' fill='{}' stroke='{}' stroke-width='1.5'/>",
            "".join(shapes),
            shade,
            tones.deep,
        )
    canvas.path(_closed(table), canvas.gradient(tones.light, tones.main), tones.bright, 2.5)
    _stroke(canvas, f"M{mx - 22:.0f} {my - 4:.0f}L{mx - 4:.0f} {my - 24:.0f}", "#fff", 6)


def _closed(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "z"


def bag(canvas: Canvas) -> None:
    """Draw the Bag of Fate: a fat sack of gold brocade, tied with a cord."""
    cloth = canvas.gradient("#fff0b8", "#eebd5c", "#a8601c")
    _shape(
        canvas, "M-34-58C-60-78-54-98-40-92C-26-104-12-88 0-98C12-88 26-104 40-92C54-98 60-78 34-58z", cloth
    )
    _shape(
        canvas,
        "M-30-50C-70-24-98 22-92 62C-88 92-50 100 0 100S88 92 92 62C98 22 70-24 30-50C10-42-10-42-30-50z",
        cloth,
    )
    _stroke(canvas, "M-14-40C-30-10-44 14-46 44M14-40C26-8 50 16 56 50M-2-38C-4-20-2-10 2 4", "#a8601c", 4)
    canvas.path("M-70 30C-72 56-60 78-38 86C-58 66-62 50-58 28z", "#fff7d6", opacity=0.7)
    _stroke(canvas, "M-34-54C-12-44 12-44 34-54", "#c2185b", 11, 4)
    _stroke(canvas, "M26-50C44-44 46-30 40-22M28-52C50-54 62-44 60-32", "#c2185b", 6, 3)
    _shape(canvas, "M8 26L17 45 38 48 23 62 27 83 8 73-11 83-7 62-22 48-1 45z", "#c2185b", 4)


def up(canvas: Canvas) -> None:
    """Draw two arrowheads that rise: a level gained."""
    for y, shades in ((34, ("#8fe3ff", "#1b6fd8")), (-34, ("#e6fbff", "#3aa8ff"))):
        _shape(
            canvas,
            f"M0 {y - 56}L84 {y + 16}V{y + 54}L0 {y - 14}L-84 {y + 54}V{y + 16}z",
            canvas.gradient(*shades),
            8,
        )


# ── the people ────────────────────────────────────────────────────────────────────────────────────


def _shoulders(canvas: Canvas, *shades: str) -> None:
    _shape(canvas, "M-98 104C-96 56-60 34-24 30H24C60 34 96 56 98 104z", canvas.gradient(*shades))


def _face(canvas: Canvas, *skin: str) -> None:
    """Draw neck, head and ears."""
    paint = canvas.gradient(*skin)
    _shape(canvas, "M-17 10H17V36C8 46-8 46-17 36z", skin[-1], 5)
    _shape(
        canvas,
        "M-40-30C-54-34-54-8-39-8C-36 24-16 36 0 36S36 24 39-8C54-8 54-34 40-30C36-76-36-76-40-30z",
        paint,
    )


def _eyes(canvas: Canvas, y: float, radius: float = 5, apart: float = 16) -> None:
    for x in (-apart, apart):
        canvas.circle(x, y, radius, INK)
        canvas.circle(x - 1.5, y - 1.5, radius / 3, "#fff")


def _queen(canvas: Canvas) -> None:
    hair = canvas.gradient("#ff9d5c", "#b23a1e", "#5e1414")
    _shape(canvas, "M-50-44C-84 0-78 62-62 84H62C78 62 84 0 50-44z", hair)
    _shoulders(canvas, "#ff5fa8", "#a3195f", "#560a3c")
    _face(canvas, "#ffe9d6", "#f4bd97")
    _shape(
        canvas, "M-66 58C-40 30-20 34 0 52C20 34 40 30 66 58C56 84 30 92 0 84C-30 92-56 84-66 58z", "#fffaf0"
    )
    canvas.stars([(-44, 58, 5), (-24, 72, 5), (0, 68, 5), (24, 72, 5), (44, 58, 5)], INK)
    _shape(
        canvas, "M-42-34C-44-52-24-62 0-50C24-62 44-52 42-34C26-46 10-44 0-40C-10-44-26-46-42-34z", hair, 5
    )
    _stroke(canvas, "M-24-12Q-16-20-7-12M7-12Q16-20 24-12M-26-28Q-16-34-6-28M6-28Q16-34 26-28", INK, 4)
    canvas.path("M-24-11Q-16-4-7-11zM7-11Q16-4 24-11z", INK)
    _stroke(canvas, "M0-8L-4 5H2", "#b5725a", 3)
    canvas.path("M-12 17Q0 10 12 17Q0 26-12 17z", "#c2185b")
    _shape(canvas, "M-44-48L-56-96-28-74 0-104 28-74 56-96 44-48C20-58-20-58-44-48z", canvas.gradient(*GOLD))
    for x, y, shade in ((0, -68, "#e8202f"), (-27, -62, "#3aa8ff"), (27, -62, "#3aa8ff")):
        canvas.circle(x, y, 7, shade, INK, 3)


def _oracle(canvas: Canvas) -> None:
    cloth = canvas.gradient("#9d7bff", "#4d2bb8", "#1f0d5c")
    _shape(
        canvas,
        "M0-104C-66-100-72-40-66 6C-92 30-100 70-98 104H98C100 70 92 30 66 6C72-40 66-100 0-104z",
        cloth,
    )
    canvas.path("M0-72C-46-70-48-20-38 14C-20 44 20 44 38 14C48-20 46-70 0-72z", "#12052e", INK, 5)
    canvas.path(
        "M-30-10C-30 24-12 36 0 36S30 24 30-10C20 0-20 0-30-10z", canvas.gradient("#8a5a8e", "#f0b7a0")
    )
    for x in (-16, 16):
        _oval(canvas, x, -18, 8, 5, "#8ffcff")
        canvas.circle(x, -18, 2.5, "#fff")
    _stroke(canvas, "M-8 18Q0 23 8 18", "#5a1f3c", 4)
    _stroke(canvas, "M-50-58C-30-86 30-86 50-58", "#c7b3ff", 4)
    halo(canvas, 0, 64, 66, "#8ffcff", 0.8)
    canvas.circle(0, 64, 36, canvas.glow("#ffffff", "#8ff0ff", "#2a6fe0", "#1a1f8a", x=0.38, y=0.3), INK, 6)
    _stroke(canvas, "M-14 76C-4 60 4 86 16 62", "#e8fdff", 4)
    skin = canvas.gradient("#f7cdb4", "#d08f78")
    _shape(
        canvas,
        "M-76 84C-62 58-46 54-38 60C-30 70-34 96-44 104H-76zM76 84C62 58 46 54 38 60C30 70 34 96 44 104H76z",
        skin,
        5,
    )


def _trader(canvas: Canvas) -> None:
    _shoulders(canvas, "#ffb84d", "#c2571a", "#6b2410")
    _shape(canvas, "M-30 32L0 104 30 32C14 44-14 44-30 32z", "#fff1d6", 5)
    _face(canvas, "#e9b98d", "#b9764c")
    _eyes(canvas, -14)
    _stroke(canvas, "M-26-26Q-16-34-8-26M8-28Q18-36 26-26", "#3a1d10", 5)
    _shape(canvas, "M-4-10Q-12 4-8 6H8Q12 4 4-10z", "#cf8a5e", 3)
    _shape(canvas, "M0 10C-14 4-26 16-46 6C-44 28-16 30 0 18C16 30 44 28 46 6C26 16 14 4 0 10z", "#3a1d10", 4)
    felt = canvas.gradient("#4fd0c0", "#128074", "#064640")
    _shape(canvas, "M-70-38C-50-96 40-110 62-48C72-34 40-32 0-38C-40-44-66-26-70-38z", felt)
    _stroke(canvas, "M-58-48C-30-58 30-58 58-46", "#f2cf7e", 7)
    _shape(canvas, "M36-58C50-96 76-104 96-100C92-76 76-58 46-50z", canvas.gradient("#ffd0e6", "#f0428f"), 5)
    for x, flip in ((-70, False), (70, True)):
        canvas.circle(x, 82, 22, canvas.gradient("#e9b98d", "#b9764c"), INK, 5)
        pose(canvas, _mushroom if flip else _snail, x * 0.99, 44, 62)


def _apprentice(canvas: Canvas) -> None:
    _shoulders(canvas, "#7fd6ff", "#2b6fd0", "#16307c")
    _shape(
        canvas, "M-40 34C-20 54 20 54 40 34L52 52C24 76-24 76-52 52z", canvas.gradient("#ffd257", "#d98a12")
    )
    _face(canvas, "#ffe2c4", "#f2b184")
    _shape(canvas, "M-44-38C-46-8-40-6-34-24C-22-34 20-36 34-26C40-6 46-8 44-38z", "#c2541a", 4)
    for x in (-16, 16):
        _oval(canvas, x, -10, 10, 12, "#fff", 3)
        canvas.circle(x + 2, -12, 5.5, INK)
    canvas.stars(
        [(-28, 8, 2.5), (-22, 12, 2.5), (-32, 13, 2.5), (28, 8, 2.5), (22, 12, 2.5), (32, 13, 2.5)], "#c9763c"
    )
    _shape(canvas, "M-16 16Q0 20 16 16Q12 30 0 30T-16 16z", "#8a1c2c", 4)
    canvas.path("M-6 18H6V23H-6z", "#fff")
    for turn, x in ((-12, -12), (16, 14)):
        canvas.add(
            "<g transform='translate({} -84) rotate({})'><ellipse rx='9' ry='24' fill='#fffaf4' stroke='{}' "
            "stroke-width='5'/><ellipse cy='3' rx='4' ry='15' fill='#ffb0c4'/></g>",
            x, turn, INK,
        )  # fmt: skip
    felt = canvas.gradient("#8a5ad0", "#4a2490", "#24104e")
    _shape(canvas, "M-36-40L-44-78H44L36-40z", felt)
    _stroke(canvas, "M-37-46H37", "#ff5fa8", 10)
    _shape(canvas, "M-66-38C-40-52 40-52 66-38C70-28 40-30 0-30S-70-28-66-38z", felt)
    _stroke(canvas, "M-44-78C-20-70 20-70 44-78", "#b48cf0", 5)


def _farmer(canvas: Canvas) -> None:
    _stroke(canvas, "M78 104V-40", "#b9803c", 9, 4)
    _stroke(canvas, "M56-92V-58C56-38 100-38 100-58V-92M78-92V-42", "#cfe0e8", 7, 4)
    _shoulders(canvas, "#ff9d7a", "#d0402a", "#7c1a18")
    _shape(
        canvas,
        "M-46 42L-34 104H34L46 42H30L24 66H-24L-30 42z",
        canvas.gradient("#6fb4ff", "#2a5ab8", "#17306e"),
    )
    for x in (-29, 29):
        canvas.circle(x, 62, 6, "#f2cf7e", INK, 3)
    _face(canvas, "#ffd9b0", "#e59a68")
    _eyes(canvas, -12)
    canvas.stars([(-27, 4, 9), (27, 4, 9)], "#f2694a")
    _oval(canvas, 0, 0, 8, 6, "#f0a070", 3)
    _stroke(canvas, "M-14 14Q2 26 18 12", INK, 5)
    _stroke(canvas, "M14 16L52 2L60 10M52 2L58-6", "#ffd257", 4, 2)
    straw = canvas.gradient("#fff3b8", "#f0c048", "#b07a18")
    _shape(canvas, "M-40-38C-40-86-22-96 0-96S40-86 40-38z", straw)
    _stroke(canvas, "M-39-46C-16-38 16-38 39-46", "#c2185b", 10)
    _shape(canvas, "M-86-30C-56-50 56-50 86-30C56-20-56-20-86-30z", straw)
    _stroke(canvas, "M-60-32C-30-26 30-26 60-32M-22-80V-60M0-84V-62M22-80V-60", "#b07a18", 3)


def _hunter(canvas: Canvas) -> None:
    _stroke(canvas, "M-84 104L-58-78M-84 104L-92 10", "#fff3d6", 2.5)
    _stroke(canvas, "M-52-86C-104-60-116 40-80 104", "#d98a3c", 9, 4)
    for x, y in ((60, -50), (80, -42), (98, -30)):
        _stroke(canvas, f"M{x - 14} 50L{x} {y}", "#e8c894", 5, 3)
        _shape(canvas, f"M{x} {y - 22}L{x + 9} {y + 4}L{x - 9} {y + 2}z", "#ff6fb1", 4)
    cloth = canvas.gradient("#9be86f", "#2f8a3e", "#0f4428")
    _shape(
        canvas, "M-98 104C-94 52-70 36-54 26C-70-40-50-92 4-100C52-92 68-40 54 26C72 36 94 52 98 104z", cloth
    )
    _shape(
        canvas,
        "M0-70C-46-66-46-20-38 12C-20 38 20 38 38 12C46-20 46-66 0-70z",
        canvas.gradient("#8a5236", "#f2c096", "#d99a6c"),
        5,
    )
    canvas.path("M0-70C-46-66-46-26-42-12C-30-44 30-44 42-12C46-26 46-66 0-70z", "#3a1a12")
    _eyes(canvas, -14)
    _stroke(canvas, "M-28-22L-8-19M8-19L28-22", "#3a1a12", 6)
    _stroke(canvas, "M2-8L-4 6H4", "#a8643c", 3)
    _stroke(canvas, "M-12 18Q2 20 14 14", INK, 4)
    _shape(
        canvas,
        "M-54 26C-30 50 30 50 54 26L64 44C34 74-34 74-64 44z",
        canvas.gradient("#d98a3c", "#8a4a16"),
        5,
    )
    canvas.circle(0, 58, 9, "#f2cf7e", INK, 4)


def _wizard(canvas: Canvas) -> None:
    robe = canvas.gradient("#c25cff", "#6a1fb0", "#2c0a5e")
    _shape(canvas, "M-98 104C-96 56-66 30-24 20H24C66 30 96 56 98 104z", robe)
    _face(canvas, "#ffdcc0", "#e0a07c")
    beard = canvas.gradient("#ffffff", "#dfe6ff", "#8f9ad0")
    _shape(
        canvas, "M-42-14C-56 30-40 70-16 92L0 104 16 92C40 70 56 30 42-14C34 6 20 8 0 8S-34 6-42-14z", beard
    )
    _stroke(canvas, "M-24 26C-24 50-14 66-10 76M24 26C24 50 14 66 10 76M0 36V84", "#a8b2de", 4)
    _shape(canvas, "M0 6C-12-4-30 8-44 2C-36 26-12 24 0 14C12 24 36 26 44 2C30 8 12-4 0 6z", "#fff", 4)
    _oval(canvas, 0, -2, 10, 8, "#f0a07c", 4)
    for x in (-17, 17):
        _oval(canvas, x, -18, 9, 7, "#fff6c8", 3)
        canvas.circle(x, -18, 4, "#7a1fb0")
    _shape(
        canvas,
        "M-36-24C-30-38-14-34-6-26C-14-24-26-28-36-24zM36-24C30-38 14-34 6-26C14-24 26-28 36-24z",
        "#fff",
        3,
    )
    hat = canvas.gradient("#e07bff", "#7a24c0", "#34106e")
    _shape(canvas, "M-48-40C-30-62-24-84-8-102C8-108 34-100 44-84C28-88 22-84 22-76C30-62 38-52 48-40z", hat)
    _stroke(canvas, "M-40-46C-14-38 14-38 42-46", "#f2cf7e", 9)
    _shape(canvas, "M-82-32C-50-52 50-52 82-32C60-24 34-34 0-34S-60-24-82-32z", hat)
    canvas.path("M0-84L4-74 14-73 6-66 9-56 0-62-9-56-6-66-14-73-4-74z", "#ffe45c")
    halo(canvas, 76, 50, 56, "#fff2c0", 0.9)
    pose(canvas, gem(0, "red"), 76, 46, 52)
    _shape(
        canvas,
        "M56 76C60 66 92 66 96 76C100 90 98 104 98 104H54C52 90 52 84 56 76z",
        canvas.gradient("#ffdcc0", "#e0a07c"),
        5,
    )


PAINTINGS: Final[Mapping[str, Paint]] = {
    "flowers": _flower,
    "snail": _snail,
    "crossed-bones": _bone,
    "mushrooms": _mushroom,
    "magic-potion": _potion,
    "queen-crown": _queen,
    "crystal-ball": _oracle,
    "trade": _trader,
    "magic-hat": _apprentice,
    "farmer": _farmer,
    "bow-arrow": _hunter,
    "pointy-hat": _wizard,
}
"""The painted figures, by the icon that stands for them elsewhere."""
