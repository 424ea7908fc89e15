"""Figures of the cards: icons in materials, in light and shade.

An icon without a row here, from a designer's own data file, is painted in the colours of its kind.
"""

from dataclasses import dataclass
from typing import Final

from longbeard.engine.drawing import Canvas, Tones, number
from longbeard.engine.html import Html

INK: Final = "#1b0c12"
"""Colour of all outlines, as in a comic."""

Stops = tuple[tuple[float, str], ...]
Line = tuple[tuple[float, float], tuple[float, float]]

DOWN: Final[Line] = ((0, 0), (0, 1))
ACROSS: Final[Line] = ((0, 0), (1, 0))
RISE: Final[Line] = ((0, 1), (1, 0))
"""Direction from the lower left to the upper right, as most weapons point."""
FALL: Final[Line] = ((0, 0), (1, 1))

STEEL: Final[Stops] = ((0, "#5f7c93"), (0.35, "#e9f6ff"), (0.55, "#a9c6da"), (0.8, "#ffffff"), (1, "#6d8aa3"))
WOOD: Final[Stops] = ((0, "#6b3512"), (0.4, "#d98a3d"), (0.6, "#b3641f"), (1, "#5a2a0e"))
GOLD: Final[Stops] = ((0, "#fff1a8"), (0.45, "#ffc531"), (1, "#b86a00"))
NEON: Final[Stops] = ((0, "#f4fbff"), (0.5, "#41e5ff"), (1, "#1466ff"))
EMBER: Final[Stops] = ((0, "#fff3a0"), (0.4, "#ff9a1f"), (1, "#d81f1f"))
BLUE: Final[Stops] = ((0, "#d9f1ff"), (0.45, "#4aa5f0"), (1, "#123f8c"))
PURPLE: Final[Stops] = ((0, "#f3d8ff"), (0.45, "#a64bd8"), (1, "#46156f"))


def tipped(handle: Stops, share: float, blade: Stops) -> Stops:
    """Combine two materials on one figure: the first takes a share of its length."""
    low = tuple([(place * share, colour) for place, colour in handle])
    high = tuple([(share + place * (1 - share), colour) for place, colour in blade])
    return low + high


@dataclass(frozen=True)
class Extra:
    """Another icon that belongs to a figure; places are shares of its size, from its middle."""

    icon: str
    x: float
    y: float
    size: float
    colour: str
    turn: float = 0
    front: bool = False


@dataclass(frozen=True)
class Figure:
    """The painting of an icon."""

    stops: Stops
    line: Line = DOWN
    size: float = 1
    turn: float = 0
    flip: bool = False
    under: tuple[tuple[str, str], ...] = ()
    """Paths in the icon's own square that show through its gaps, and their colours."""
    over: tuple[tuple[str, str, float], ...] = ()
    """Strokes on top: paths in its square, their colours and widths."""
    lift: float = 0
    """Height above the middle, as a share of its size."""
    extras: tuple[Extra, ...] = ()


def disc(x: int, y: int, radius: int) -> str:
    """Return a circle as a path."""
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0-{2 * radius} 0z"


KIND_STOPS: Final = (EMBER, BLUE, PURPLE)

FIGURES: Final[dict[str, Figure]] = {
    # standard
    "shepherds-crook": Figure(
        tipped(WOOD, 0.5, ((0, "#b3641f"), (0.5, "#ffc06b"), (1, "#8a4514"))), RISE, 1.08,
    ),
    "chest-armor": Figure(
        ((0, "#ffe9f4"), (0.5, "#f08bb8"), (1, "#9d3a78")),
        under=(("M120 90h272l20 150-60 230H160L100 240z", "#ffd7ea"),),
        over=(("M150 210l60 60M210 210l-60 60M302 210l60 60M362 210l-60 60M170 330l40 40M342 330l-40 40",
        "#fff", 9),),
        extras=(Extra("moon", 0.44, -0.4, 0.24, "#fff8c8"),),
    ),
    "crossed-swords": Figure(STEEL, FALL),
    # samurai
    "katana": Figure(
        tipped(((0, "#31124f"), (1, "#b23aa0")), 0.24, ((0, "#ffd24a"), (0.07, "#b87a00"), (0.08, "#7f9db6"),
        (0.5, "#ffffff"), (1, "#c8e2f2"))),
        RISE, 1.16,
        over=(("M60 60C180 40 330 100 440 250", "#ffffff", 14), ("M110 110C200 90 310 140 390 250",
        "#ffffff", 7)),
    ),
    "nunchaku": Figure(
        ((0, "#dfe9f2"), (0.2, "#7a8da0"), (0.22, "#e2483b"), (0.6, "#a5161c"), (0.75, "#ffcf4a"), (1,
        "#8c1218")), DOWN, 1.05, -12,
        over=(("M330 470C420 470 470 420 480 340M150 500C60 480 20 410 20 330", "#ffffff", 12),),
    ),
    "bamboo": Figure(((0, "#e6ff8a"), (0.45, "#7ccb2d"), (1, "#256b1e")), DOWN, 1, 14),
    "ninja-armor": Figure(
        ((0, "#ff8f6b"), (0.45, "#d32029"), (0.52, "#ffcf4a"), (0.58, "#c9820a"), (0.6, "#b3161f"), (1,
        "#4f0a1c")), DOWN, 1.06,
        under=(("M190 40h130l60 420H130z", "#3a1230"),),
        over=(("M166 350h180M158 394h196M150 438h212M96 150l60 24M416 150l-60 24M82 180l60 26M430 "
               "180l-60 26", "#ffcf4a", 11),),
    ),
    "samurai-helmet": Figure(
        ((0, "#ffe27a"), (0.3, "#f2a51c"), (0.32, "#d32029"), (1, "#4f0a1c")), DOWN, 1.1,
        under=(("M150 190h212l40 270H110z", "#2a0f26"),),
        extras=(Extra("angry-eyes", 0, 0.06, 0.36, "#fff3a0", 0, True),),
    ),
    "cape-armor": Figure(
        ((0, "#fff0a3"), (0.4, "#dfae3a"), (1, "#7a4d0c")), DOWN, 1.0,
        under=(("M90 90h332l60 380H30z", "#a8741d"),),
        over=(("M70 300l-30 170M110 330l-30 150M402 330l30 150M442 300l30 170M190 260l-14 60M230 270l-6 "
               "70M282 270l6 70M322 260l14 60"
               "M200 390l-14 70M256 390v80M312 390l14 70", "#fff0a3", 12),),
    ),
    "vertical-banner": Figure(
        ((0, "#ffd24a"), (0.16, "#b87a00"), (0.17, "#ff5c4a"), (0.7, "#c3121f"), (1, "#6b0716")), DOWN, 1.08,
        -5,
        extras=(Extra("sun", 0, -0.03, 0.3, "#ffe9a8", 0, True),),
    ),
    "smoke-bomb": Figure(
        ((0, "#ffffff"), (0.55, "#c9b9e6"), (0.72, "#8d74b8"), (0.76, "#3c2a5a"), (1, "#1d1030")), DOWN, 1.1,
        under=(("M205 130c-20-70 60-110 115-80 60-30 130 30 95 95 25 50-20 100-75 85-20 45-60 30-75 "
                "70-15 45-70 60-110 100-10-70"
                " 20-110 55-140-45-35-40-100-5-130z", "#efe6ff"), (disc(105, 448, 46), "#1d1030")),
        extras=(Extra("fire", -0.3, 0.44, 0.22, "#ffb52e", 60),),
    ),
    # wizard
    "wizard-staff": Figure(
        tipped(WOOD, 0.45, ((0, "#8a4514"), (0.4, "#d98a3d"), (1, "#ffb35c"))), RISE, 1.0,
        extras=(Extra("fire", 0.2, -0.26, 0.66, "#1b0c12", 12, True), Extra("fire", 0.2, -0.26, 0.58,
        "#ff5a1a", 12, True),
                Extra("fire", 0.2, -0.2, 0.34, "#ffe05a", 12, True)),
    ),
    "fairy-wand": Figure(
        tipped(((0, "#5a2a8c"), (1, "#c68bff")), 0.42, ((0, "#ffb31f"), (0.5, "#fff6b0"), (1, "#ffd23f"))),
        RISE, 1.05,
        extras=(Extra("laser-burst", 0.12, -0.12, 0.8, "#fff3a0"),),
    ),
    "spell-book": Figure(
        ((0, "#fff6b0"), (0.45, "#ffd23f"), (0.46, "#8f5bff"), (0.8, "#5a22b8"), (1, "#2f0d6b")), DOWN, 1.08,
        -14,
        under=(("M60 250c80-20 140-10 196 20 60-30 120-40 196-20l20 190H40z", "#f5ecff"),),
        over=(("M-60 300h70M-80 370h80M-60 440h70", "#ffffff", 14),),
    ),
    "salt-shaker": Figure(
        ((0, "#ffffff"), (0.34, "#dcebf7"), (0.35, "#5a8fe0"), (1, "#1d3d8c")), ((1, 0), (0, 1)), 1.0, 160,
        under=(("M300 60 420 150 250 460 90 380z", "#f2f8ff"),),
        over=(("M440 40h1M470 90h1M400 10h1M500 40h1M450-10h1M350-10h1M490 140h1M520 110h1", "#ffffff",
        20),), lift=0.1,
    ),
    "cloak": Figure(
        ((0, "#fff1a8"), (0.3, "#b58cff"), (1, "#4a1b9c")), DOWN, 1.06,
        under=(("M256 40c90 20 130 140 150 420-90 40-210 40-300 0 20-280 60-400 150-420z", "#9fe3ff"),),
        over=(("M210 170l-30 220M260 150l-46 280M330 200l-24 120", "#ffffff", 16),),
    ),
    "robe": Figure(
        ((0, "#8f7bff"), (0.5, "#5a35d6"), (1, "#25117a")), DOWN, 1.1,
        under=(("M216 160h80l60 310H156z", "#ffb52e"), (disc(256, 120, 70), "#1a0b45")),
        over=(("M176 250h44v40h-44zM292 250h44v40h-44zM160 350h50v46h-50zM302 350h50v46h-50z", "#ffe27a", 10),
              ("M236 120h1M276 120h1", "#fff36b", 18)),
    ),
    "crystal-ball": Figure(
        ((0, "#ffffff"), (0.3, "#9fd8ff"), (0.66, "#6a4bff"), (0.67, "#ffd24a"), (1, "#8f5a00")), DOWN, 1.08,
        under=((disc(256, 190, 170), "#3a1a8c"),),
        over=(("M180 200c30-60 110-60 110 0s-80 50-70 0c10-30 40-24 40 0", "#ff9af0", 14),),
    ),
    "coffee-pot": Figure(
        ((0, "#5b6f86"), (0.3, "#dfeaf5"), (0.36, "#8c4a1c"), (1, "#3d1a08")), DOWN, 0.98,
        under=(("M70 180h290l40 290H40z", "#d9f2ff"),),
        over=(("M96 250l-16 110", "#ffffff", 16), ("M150 10q-34-34 0-66t0-66M250 10q-34-34 0-66t0-66",
        "#ffffff", 18)), lift=-0.1,
    ),
    # sci-fi
    "plasma-bolt": Figure(
        ((0, "#ff5cf0"), (0.4, "#b13bff"), (0.7, "#41e5ff"), (1, "#f4ffff")), FALL, 1.1, -90,
        under=((disc(365, 372, 118), "#eafcff"),),
    ),
    "warhammer": Figure(
        tipped(((0, "#24124a"), (1, "#7a4bff")), 0.45, ((0, "#1466ff"), (0.4, "#41e5ff"), (1, "#f4fbff"))),
        RISE, 1.06,
        extras=(Extra("laser-burst", 0.3, 0.3, 0.6, "#ff5cf0"),),
    ),
    "laser-sparks": Figure(
        ((0, "#fff1fb"), (0.4, "#ff4fd2"), (1, "#b1007e")), DOWN, 0.86,
        extras=(Extra("cat", -0.34, 0.42, 0.66, "#1b0c12", 0, True), Extra("cat", -0.34, 0.42, 0.58,
        "#7df0ff", 0, True)), lift=0.06,
    ),
    "robot-golem": Figure(
        ((0, "#f4fbff"), (0.35, "#7fe0ff"), (0.7, "#3a6bff"), (1, "#1a1470")), DOWN, 1.1,
        under=((disc(256, 262, 96), "#20124f"), ("M206 90h100v60H206z", "#ff4fd2")),
    ),
    "bubble-field": Figure(
        ((0, "#f4fbff"), (0.5, "#41e5ff"), (1, "#1466ff")), DOWN, 1.04,
        under=((disc(256, 256, 240), "#123a9c"),),
        over=(("M96 210a170 170 0 0 1 96-104", "#ffffff", 18),),
    ),
    "pointy-hat": Figure(
        ((0, "#ffffff"), (0.3, "#9fb3c7"), (0.5, "#f7fcff"), (0.62, "#ff4fd2"), (0.7, "#c8d8e6"), (1,
        "#6b8198")), DOWN, 0.98,
        under=(("M150 380h212v60c0 120-212 120-212 0z", "#ffd0a8"),),
        over=(("M300 110l-60 120M340 190l-30 70M150 330l70 30M330 330l60-24", "#ffffff", 14),
        ("M216 482h1M300 482h1", "#1b0c12", 24)),
        lift=0.08,
    ),
    "battery-pack": Figure(
        ((0, "#f4ffe8"), (0.14, "#b8c9d9"), (0.15, "#2bdc7a"), (0.6, "#0f9c66"), (1, "#06443d")), DOWN, 0.98,
        8,
        under=(("M140 150h240v290H140z", "#fff36b"),),
        over=(("M20 130l40 30M10 250h50M20 370l40-30M492 130l-40 30M502 250h-50M492 370l-40-30", "#b8ffd9",
        16),),
    ),
    "jetpack": Figure(
        tipped(((0, "#fff3a0"), (0.5, "#ff9a1f"), (1, "#ff4a1f")), 0.42, ((0, "#ff4fd2"), (0.2, "#dfeaf5"),
        (1, "#5f7cff"))), RISE, 1.08,
        under=((disc(300, 190, 60), "#1a1470"),),
    ),
    # medieval
    "broadsword": Figure(
        tipped(((0, "#ffd24a"), (0.5, "#b87a00"), (1, "#fff1a8")), 0.42, ((0, "#6d8aa3"), (0.5, "#ffffff"),
        (1, "#bcd6e8"))), RISE, 1.04,
        under=((disc(186, 326, 44), "#d32029"),), lift=-0.04,
    ),
    "trebuchet": Figure(
        ((0, "#ffcf8a"), (0.4, "#c77a30"), (1, "#5a2a0e")), DOWN, 1.02,
        over=(("M60 60C120-30 240-60 330-20", "#ffffff", 12),), lift=-0.05,
        extras=(Extra("rock", 0.26, -0.52, 0.24, "#1b0c12"), Extra("rock", 0.26, -0.52, 0.19, "#aab8c6")),
    ),
    "pitchfork": Figure(
        ((0, "#8a4514"), (0.26, "#d98a3d"), (0.28, "#c9713a"), (0.6, "#a34a1c"), (1, "#e0a070")), DOWN, 0.92,
        8, lift=-0.1,
        under=(("M84 14 20-150 70-170 134-4z", "#b3641f"),),
        over=(("M300 300l30 24M240 360l20 20M380 380l20 10M180 260l18 20", "#ff7a3d", 14),),
    ),
    "breastplate": Figure(STEEL, FALL, 1.08, under=(("M150 60h212l40 200-60 150H170L110 260z", "#51708a"),)),
    "shield": Figure(
        ((0, "#9fd0ff"), (0.5, "#1f62c9"), (0.5, "#ff5c4a"), (1, "#8c0f1c")), ACROSS, 1.14,
        over=(("M256 40v430", "#ffe27a", 14),),
        extras=(Extra("unicorn", -0.12, -0.12, 0.2, "#fff3c0", 0, True), Extra("castle", 0.12, -0.12, 0.2,
        "#fff3c0", 0, True)),
    ),
    "barrel": Figure(
        ((0, "#ffc98a"), (0.4, "#c4742b"), (1, "#5f2d0d")), DOWN, 0.8,
        under=(("M180 440v120h-60v34h104V440zM290 440v154h104v-34h-60V440z", "#ffd0a8"),
               ("M150 60C150-90 362-90 362 60z", "#ffd0a8"), ("M140-10 262-170 372-10z", "#5a22c0"),
               ("M100 70c100-30 212-30 312 0v372c-100 30-212 30-312 0z", "#8a939c")),
        over=(("M222 26h1M290 26h1", "#1b0c12", 24), ("M120 80C90 20 130-20 160 0M392 80c30-60-10-100-40-80",
        "#3d1d0a", 22)),
    ),
    "knight-banner": Figure(
        ((0, "#ffe27a"), (0.12, "#c98a12"), (0.13, "#4a8cff"), (0.7, "#1c45b8"), (1, "#0b1f66")), DOWN, 1.08,
        5,
        under=(("M140 110h232v310H140z", "#fff8e0"),),
    ),
    "jester-hat": Figure(
        ((0, "#ff5c4a"), (0.49, "#c3121f"), (0.5, "#ffd23f"), (1, "#d98a00")), ACROSS, 0.86, lift=0.14,
        under=(("M146 420h220v50c0 150-220 150-220 0z", "#ffd9b0"),),
        over=(("M206 510h1M306 510h1", "#1b0c12", 30), ("M200 550c30 34 80 34 112 0", "#c3121f", 16)),
    ),
    # pirate
    "blunderbuss": Figure(
        tipped(WOOD, 0.4, ((0, "#b87a00"), (0.15, "#fff1a8"), (0.3, "#e0a51c"), (1, "#ffe98a"))), RISE, 1.04,
        -6,
        extras=(Extra("laser-burst", 0.42, -0.42, 0.5, "#ffe05a"),),
    ),
    "sword-brandish": Figure(
        ((0, "#ffffff"), (0.24, "#a9c6da"), (0.25, "#ffd24a"), (0.46, "#b87a00"), (0.48, "#f2b98a"), (0.7,
        "#c97a4a"), (1, "#8c1f2c")),
        DOWN, 0.82, lift=-0.2,
        under=(("M104 10 194 10C160-90 96-190-20-240-10-140 60-60 104 10z", "#eef8ff"),),
        over=(("M60-130C90-90 120-40 140 0", "#9fbdd3", 14),),
    ),
    "pirate-hook": Figure(
        tipped(((0, "#5a2a0e"), (0.6, "#c47a2c"), (1, "#ffd24a")), 0.42, ((0, "#6d8aa3"), (0.5, "#ffffff"),
        (1, "#9fbdd3"))), RISE, 1.06,
    ),
    "wooden-door": Figure(
        WOOD, ACROSS, 1.0, -10,
        under=(("M110 110c60-90 232-90 292 0v360H110z", "#3d1d0a"),),
        over=(("M60 440q50-50 98 0t98 0 98 0 98 0", "#d9fff6", 18),),
    ),
    "pirate-coat": Figure(
        ((0, "#ffcf4a"), (0.1, "#d9443a"), (0.6, "#9c1226"), (1, "#4a0714")), DOWN, 1.06,
        under=(("M200 60h112l20 410H180z", "#f7ecd0"),),
        over=(("M140 250h1M168 300h1M130 210h1M370 180h1M398 226h1M350 390h1M372 430h1M170 420h1M150 130h1",
        "#1b0c12", 40),
              ("M140 250h1M168 300h1M130 210h1M370 180h1M398 226h1M350 390h1M372 430h1M170 420h1M150 130h1",
              "#c8fff0", 26),
              ("M140 250h1M168 300h1M130 210h1M370 180h1M398 226h1M350 390h1M372 430h1M170 420h1M150 130h1",
              "#0a7f80", 9)),
    ),
    "parrot-head": Figure(
        ((0, "#d8ff6b"), (0.5, "#2fbf4a"), (1, "#0b6b4a")), FALL, 1.0,
        under=(("M60 256C60 110 180 20 300 40c130 20 190 150 160 260-30 60-60 80-90 100L60 470z", "#e63a3a"),
        (disc(222, 170, 44), "#fff6b0")),
        over=(("M230 168h1", INK, 26),),
    ),
    "brandy-bottle": Figure(
        ((0, "#8a4514"), (0.16, "#d98a3d"), (0.17, "#c8ffe0"), (0.5, "#3fbf8a"), (1, "#0b5a4a")), DOWN, 1.06,
        10,
        under=(("M220 130h90l-6 90c80 40 110 120 60 240-90 30-190 10-250-20-30-90 20-180 100-220z",
        "#a8f0cf"),),
        over=(("M170 330c-14 30-14 60-6 84", "#ffffff", 16),),
    ),
    "skull-crossed-bones": Figure(
        ((0, "#ffffff"), (0.6, "#e6f0d8"), (1, "#9fb08a")), DOWN, 0.72,
        under=((disc(256, 256, 330), "#f2d9a0"), (disc(256, 256, 284), "#14060c")),
    ),
}  # fmt: skip


def draw(canvas: Canvas, icon: str, kind: int, x: float, y: float, size: float) -> None:
    """Draw the thing on a card, round a point; `kind` gives the colours of what has no row of its own."""
    figure = FIGURES.get(icon) or Figure(KIND_STOPS[kind])
    size *= figure.size
    y -= figure.lift * size
    for extra in figure.extras:
        if not extra.front:
            _extra(canvas, extra, x, y, size)
    with canvas.placed(x, y, size, figure.turn, figure.flip):
        for data, colour in figure.under:
            canvas.path(data, colour, INK, 24)
    start, end = figure.line
    body = canvas.slope(*[(place, colour, 1.0) for place, colour in figure.stops], start=start, end=end)
    colours = [colour for place, colour in figure.stops]
    tones = Tones(colours[0], colours[len(colours) // 2], colours[-1], INK)
    canvas.figure(icon, x, y, size, tones, figure.flip, figure.turn, 30, body)
    with canvas.placed(x, y, size, figure.turn, figure.flip):
        for data, colour, thick in figure.over:
            canvas.path(data, "none", colour, thick)
    for extra in figure.extras:
        if extra.front:
            _extra(canvas, extra, x, y, size)


def _extra(canvas: Canvas, extra: Extra, x: float, y: float, size: float) -> None:
    canvas.icon(
        extra.icon, x + extra.x * size, y + extra.y * size, extra.size * size, extra.colour, 1, extra.turn
    )


# ── the four wizards ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Portrait:
    """One of the four wizards: an icon, what shows through it, and the colours of the place behind."""

    name: str
    icon: str
    stops: Stops
    under: tuple[tuple[str, str], ...]
    dark: str
    main: str
    light: str
    sign: str
    """The outline of the seat's sign in a square of 512: the same that the page shows."""


PORTRAITS: Final = (
    Portrait(
        "The Absent-Minded", "wizard-face",
        ((0, "#ff9a8a"), (0.34, "#c3222c"), (0.5, "#7d0f22"), (0.505, "#fdfdff"), (0.75, "#dfe6f2"), (1,
        "#9fb0c8")),
        (("M130 210h252v120c0 150-252 150-252 0z", "#f2b78c"),),
        "#5c0f1c", "#d8342f", "#ff8a5c", "M256 40 472 444H40z",
    ),
    Portrait(
        "The Nearly Great", "witch-face",
        ((0, "#8fd0ff"), (0.43, "#2169c4"), (0.435, "#d8f5a8"), (1, "#3c8f4a")),
        (("M200 210h180l60 110-90 150H190z", "#a9d98a"),),
        "#0d2d5c", "#2a7fd6", "#8fe0ff", disc(256, 256, 200),
    ),
    Portrait(
        "The Short-Tempered", "dwarf-face",
        ((0, "#fff1c2"), (0.3, "#e0c27a"), (0.31, "#c9d6e2"), (0.5, "#6d8496"), (0.505, "#ff9a3d"), (1,
        "#b8400f")),
        (("M150 200h212l20 180-126 60-126-60z", "#f0b080"),),
        "#123f1c", "#2f9b48", "#b6f07a", "M76 76h360v360H76z",
    ),
    Portrait(
        "The Unrecalled", "cowled",
        ((0, "#e0b8ff"), (0.5, "#8a3bc4"), (1, "#3d0f66")),
        (("M120 250C160 120 352 120 392 250L340 480H172z", "#22083d"),),
        "#2c0b4f", "#8a35c0", "#f0a8ff", "M256 24 488 256 256 488 24 256z",
    ),
)  # fmt: skip


def portrait(canvas: Canvas, wizard: Portrait, x: float, y: float, size: float) -> None:
    """Draw a wizard's head round a point."""
    with canvas.placed(x, y, size):
        for data, colour in wizard.under:
            canvas.path(data, colour, INK, 24)
    body = canvas.slope(*[(place, colour, 1.0) for place, colour in wizard.stops], start=(0, 0), end=(0, 1))
    canvas.figure(wizard.icon, x, y, size, Tones("", "", "", INK), outline=30, body=body)


# ── signs that are drawn again and again ──────────────────────────────────────────────────────────


def cube(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw a cube of concentration round a point."""
    with canvas.group("transform='translate({} {}) scale({})'", number(x), number(y), f"{size / 24:.3f}"):
        canvas.path("M0-11 10-5.5V6L0 11.5-10 6V-5.5z", "#ffc531", INK, 2.4)
        canvas.path("M-10-5.5 0-11 10-5.5 0 0z", "#fff1a8", INK, 1.2)
        canvas.path("M0 0 10-5.5V6L0 11.5z", "#d98300", INK, 1.2)


def heart(canvas: Canvas, x: float, y: float, size: float, fill: str, line: str = INK) -> None:
    """Draw a heart, the sign of stamina, round a point."""
    with canvas.group("transform='translate({} {}) scale({})'", number(x), number(y), f"{size / 24:.3f}"):
        canvas.path(
            "M0 10C-7 4-11 0-11-4.5A5.7 5.7 0 0 1 0-6.7 5.7 5.7 0 0 1 11-4.5C11 0 7 4 0 10z", fill, line, 2.2
        )


PIPS: Final = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((6, 6), (12, 12), (18, 18)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}
"""Positions of the pips on a die's face, on a square of 24."""

BURST: Final = Html(
    "M0-100 22-52 66-78 60-30 106-30 72 8 100 48 52 48 48 96 12 66-18 106-36 60-82 82-68 36-112 "
    "26-76-8-104-48-54-44-52-92-14-62z"
)
"""A comic explosion, about 100 in radius round the middle."""
