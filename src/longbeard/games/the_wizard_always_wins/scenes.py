"""Scenes behind the figures: a place for each element, a place for each kind of work, and the common style.

Deep magenta, beams of light and gold, as on the box. An element is told by four things besides its colour:
its figure, its place, the edge between picture and words, and the shape of its badge.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from longbeard.engine.drawing import Canvas, scattered
from longbeard.games.the_wizard_always_wins.figures import GOLD, INK, halo, pose

NIGHT: Final = "#1d0716"
WINE: Final = "#571b3d"
ROSE: Final = "#82325a"
CREAM: Final = "#fff1dc"
BRASS: Final = "#f2cf7e"

WIDE: Final = 630
FOOT: Final = 590
"""Where the words of a card begin, in tenths of a millimetre from its upper edge."""


@dataclass(frozen=True)
class Place:
    """The scene of an element."""

    sky: tuple[str, str, str]
    hue: str
    """Colours of its badge, from light to dark."""
    deep: str
    draw: Callable[[Canvas], None]
    edge: str
    """The upper edge of the words, from left to right, as a path that begins at (0, FOOT)."""
    badge: str
    """The shape round a number, in a square from -100 to 100."""


# ── the five places ───────────────────────────────────────────────────────────────────────────────


def _meadow(canvas: Canvas) -> None:
    canvas.stars(scattered(5, 12, WIDE, 230, (1.5, 4)), "#ffe6f4")
    canvas.circle(490, 150, 74, canvas.gradient("#fff4d6", "#ffb9a0"))
    canvas.path("M0 400C120 320 240 380 340 350S540 300 630 360V620H0z", "#7a1c66")
    canvas.path("M0 470C160 400 300 460 630 410V640H0z", canvas.gradient("#1f8a6a", "#0b4440"))
    _tufts(canvas, "#38b681", (40, 560), (118, 520), (520, 530), (590, 570), (300, 575))


def _garden(canvas: Canvas) -> None:
    canvas.path(
        "M70 30l-26 90M190 10l-26 90M330 40l-26 90M470 20l-26 90M590 50l-26 90"
        "M120 180l-22 76M420 170l-22 76M560 210l-20 70",
        line="#b8fff0",
        thick=5,
        opacity=0.55,
    )
    leaf = "M0 420C60 250 150 200 250 190C240 300 170 400 40 470z"
    canvas.path(leaf, canvas.gradient("#2fbf86", "#0a5a4a"))
    canvas.path("M10 440C90 340 150 270 240 200", line="#0a5a4a", thick=6)
    canvas.path(
        "M630 380C590 260 520 200 400 180C410 300 480 380 610 440z", canvas.gradient("#1f9a78", "#07443f")
    )
    canvas.path("M625 420C570 320 510 250 410 190", line="#07443f", thick=6)
    canvas.path("M0 480C200 430 420 470 630 440V640H0z", canvas.gradient("#2a7a3a", "#0d3a26"))
    canvas.path("M30 560C150 520 260 590 380 548S560 540 620 566", line="#d9ffe6", thick=12, opacity=0.5)


def _graveyard(canvas: Canvas) -> None:
    canvas.stars(scattered(9, 16, WIDE, 260, (1.5, 4)), "#fff")
    halo(canvas, 315, 250, 250, "#cfe0ff", 0.9)
    canvas.circle(315, 250, 170, canvas.gradient("#fdfdff", "#c4d8ff"))
    canvas.path("M0 430C150 380 300 400 630 370V640H0z", "#1b2f6e")
    for x, y, size in ((84, 410, 150), (548, 392, 190), (216, 426, 90)):
        canvas.icon("tombstone", x, y, size, "#132250")
    canvas.path("M0 480C200 440 420 480 630 450V640H0z", canvas.gradient("#2b4a8c", "#0b1640"))
    _tufts(canvas, "#3f68b8", (60, 565), (330, 580), (560, 560))


def _forest(canvas: Canvas) -> None:
    halo(canvas, 315, 360, 300, "#ffd257", 0.9)
    for x, size in ((60, 420), (190, 300), (450, 310), (580, 440)):
        canvas.icon("pine-tree", x, 470 - size / 2, size, "#4a0d14")
    canvas.stars(
        [(120, 300, 6), (250, 200, 5), (390, 150, 6), (520, 280, 5), (330, 90, 4), (210, 110, 4)], "#ffe45c"
    )
    canvas.path("M0 460C180 420 400 470 630 430V640H0z", canvas.gradient("#8a2a16", "#38090f"))
    _tufts(canvas, "#c4522b", (50, 560), (130, 590), (480, 575), (585, 550))


def _cellar(canvas: Canvas) -> None:
    stone = "#5a2ba8"
    canvas.path(
        "M0 110H180M260 110H630M0 230H120M500 230H630M90 0V110M420 0V110"
        "M540 110V230M60 110V230M0 350H630M200 350V440M460 350V440",
        line=stone,
        thick=5,
        opacity=0.7,
    )
    canvas.path(
        "M205 330V170C205 40 425 40 425 170V330z", canvas.gradient("#0d2a6e", "#2f9de0"), "#2a0f5c", 14
    )
    canvas.circle(360, 150, 32, "#fff6d0")
    canvas.path("M315 76V330M205 220H425", line="#2a0f5c", thick=9)
    canvas.path("M0 460H630V640H0z", canvas.gradient("#8a4a2a", "#3a160f"))
    canvas.path("M0 460H630", line="#d98a4a", thick=9)
    canvas.stars(
        [(70, 410, 14), (96, 360, 9), (58, 320, 6), (560, 400, 12), (540, 350, 8), (572, 300, 6)], "#8ff7ff"
    )


def _tufts(canvas: Canvas, colour: str, *places: tuple[int, int]) -> None:
    """Draw tufts of grass."""
    blades = "".join(f"M{x} {y}q-6-26-18-38M{x + 6} {y}q0-30 4-46M{x + 12} {y}q8-24 22-34" for x, y in places)
    canvas.path(blades, line=colour, thick=7)


def _petals(count: int, radius: float, bulge: float) -> str:
    """Return a closed ring of bows."""
    points = [
        (radius * sin(2 * pi * step / count), -radius * cos(2 * pi * step / count)) for step in range(count)
    ]
    first = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    return (
        first + "".join(f"A{bulge} {bulge} 0 0 1 {x:.0f} {y:.0f}" for x, y in [*points[1:], points[0]]) + "z"
    )


PLACES: Final[Mapping[str, Place]] = {
    "flower": Place(
        ("#2b0f4f", "#a3257f", "#ff8fb4"), "#ff6fb1", "#a3195f", _meadow,
        "q35-46 70 0" * 9, _petals(8, 82, 36),
    ),
    "snail": Place(
        ("#04263a", "#0a6a6e", "#46d0a0"), "#7fe08a", "#1f7a4c", _garden,
        "c60-60 100 30 157 0s100 30 158 0 100 30 158 0 100-34 157 0", _petals(16, 96, 60),
    ),
    "bone": Place(
        ("#0a1a3f", "#2a5298", "#9cc4ff"), "#dfe8ff", "#4a68b0", _graveyard,
        "l45-26 45 26" * 7, "M-46-94H46L94-46V46L46 94H-46L-94 46V-46z",
    ),
    "mushroom": Place(
        ("#2a0a12", "#a3301a", "#ffb35c"), "#ff9d5c", "#b02a14", _forest,
        "C90 530 540 530 630 590",
        "M-96 30C-98-60-50-98 0-98S98-60 96 30C90 60 46 62 40 92H-40C-46 62-90 60-96 30z",
    ),
    "potion": Place(
        ("#180a3a", "#4a1c8f", "#9a58e8"), "#8fe3ff", "#2a4fc0", _cellar,
        "H90v-30h40v30h140v-30h90v30h140v-30h40v30H630",
        "M0-104C20-60 88-30 88 24C88 70 48 96 0 96S-88 70-88 24C-88-30-20-60 0-104z",
    ),
}  # fmt: skip


def place_of(slug: str, number: int) -> Place:
    """Return the scene of an element; an element of another name has that of the one with its number."""
    return PLACES.get(slug) or tuple(PLACES.values())[number]


# ── the frame of a card ───────────────────────────────────────────────────────────────────────────


def backdrop(canvas: Canvas, place: Place) -> None:
    """Draw the sky of a scene, and all that stands in it."""
    canvas.rect(0, 0, WIDE, 640, canvas.gradient(*place.sky))
    place.draw(canvas)


def words_panel(canvas: Canvas, edge: str, line: str) -> None:
    """Draw the quiet part of a card, where its words are."""
    canvas.path(f"M0 {FOOT}{edge}V880H0z", canvas.gradient("#6b2249", "#38102a"), line, 7)


def frame(canvas: Canvas, line: str = BRASS) -> None:
    """Draw the golden rim of a card."""
    canvas.rect(18, 18, canvas.width - 36, canvas.height - 36, "none", 24, line, 6)


def badge(canvas: Canvas, x: float, y: float, size: float, shape: str, light: str, deep: str) -> None:
    """Draw the shape behind a number."""
    pose(
        canvas,
        lambda canvas: canvas.add(
            "<path d='{}' fill='{}' stroke='{}' stroke-width='15'/><path d='{}' fill='none' stroke='#fff' "
            "stroke-opacity='.55' stroke-width='6' transform='scale(.84)'/>",
            shape,
            canvas.gradient(light, deep),
            INK,
            shape,
        ),
        x,
        y,
        size,
    )


def banner(canvas: Canvas, x: float, y: float, width: float, height: float, *shades: str) -> None:
    """Draw a ribbon with folded ends, for a name."""
    dip = height * 0.28
    canvas.path(
        f"M{x - 34:.0f} {y + dip:.0f}h70v{height:.0f}h-70l22-{height / 2:.0f}z"
        f"M{x + width + 34:.0f} {y + dip:.0f}h-70v{height:.0f}h70l-22-{height / 2:.0f}z",
        shades[-1],
        INK,
        6,
    )
    canvas.rect(x, y, width, height, canvas.gradient(*shades), 14, INK, 7)
    canvas.rect(x + 8, y + 8, width - 16, height - 16, "none", 9, BRASS, 3)


def velvet(canvas: Canvas, x: float, y: float, length: float) -> None:
    """Draw deep magenta with beams of light from a point: the lid of the box."""
    canvas.rect(0, 0, canvas.width, canvas.height, canvas.gradient("#6b2249", WINE, "#33102a"))
    canvas.rays(x, y, 14, length, "#c2478b", 0.28)


# ── the court ─────────────────────────────────────────────────────────────────────────────────────


def _hall(canvas: Canvas) -> None:
    for x in (40, 500):
        canvas.path(f"M{x} 0V640h90V0z", canvas.gradient("#ffd98a", "#8a4a3a", across=True), INK, 6)
    canvas.path(
        "M170 0V210C170 330 120 330 120 380L165 392C200 330 230 300 230 0z"
        "M460 0V210C460 330 510 330 510 380L465 392C430 330 400 300 400 0z",
        "#d0206a",
        INK,
        6,
    )
    halo(canvas, 315, 230, 260, "#fff2c0", 0.8)


def _tent(canvas: Canvas) -> None:
    canvas.path(
        "M315-20L-60 640H70L315-20 180 640H300L315-20 330 640H450L315-20 560 640H690z",
        "#3a1f9a",
        opacity=0.75,
    )
    canvas.stars(scattered(4, 20, WIDE, 520, (2, 6)), "#bff4ff")
    canvas.circle(500, 110, 52, "#fff6d0")
    canvas.circle(524, 98, 46, "#1f0f66")


def _market(canvas: Canvas) -> None:
    canvas.path("M0 600V250h120v-60h90v90h110v-130h100v110h110v-60h100V600z", "#0a4a52")
    canvas.stars(
        [(60, 320, 9), (160, 260, 9), (260, 340, 9), (370, 220, 9), (470, 320, 9), (580, 280, 9)], "#ffe45c"
    )
    for first, stripe in ((0, "#ff5f6b"), (1, "#fff1dc")):
        awning = "".join(f"M{90 * number} 0h90v96a45 45 0 0 1-90 0z" for number in range(first, 7, 2))
        canvas.path(awning, stripe, INK, 5)


def _study(canvas: Canvas) -> None:
    for y in (150, 330, 510):
        canvas.path(f"M0 {y}H630", line="#5a2410", thick=20)
    for first, shade in enumerate(("#e0459a", "#3aa8ff", "#ffc93c", "#4fd08a", "#b56cff")):
        backs = ""
        for number in range(first, 20, 5):
            high = 70 + 17 * (number * 7 % 4)
            backs += f"M{30 + 59 * (number * 3 % 10)} {140 if number < 10 else 320}v-{high}h42v{high}z"
        canvas.path(backs, shade, INK, 4)
    halo(canvas, 330, 300, 360, "#ffd98a", 0.8)


def _field(canvas: Canvas) -> None:
    canvas.circle(470, 170, 90, canvas.gradient("#fff6c0", "#ffb84d"))
    canvas.path("M0 380C160 300 330 350 630 300V640H0z", "#c2701a")
    canvas.icon("windmill", 130, 260, 190, "#6b2410")
    canvas.path("M0 440C200 380 420 430 630 390V640H0z", canvas.gradient("#f2b53c", "#8a4a10"))
    canvas.path(
        "M20 620C60 540 100 480 150 430M170 640C200 560 230 480 260 420"
        "M460 640C440 560 420 480 400 420M610 620C570 540 540 480 500 420",
        line="#8a4a10",
        thick=8,
    )


def _wood(canvas: Canvas) -> None:
    canvas.stars(scattered(8, 14, WIDE, 260, (1.5, 4)), "#eafff0")
    canvas.circle(150, 140, 62, "#fff6d0")
    for x, size, shade in (
        (110, 420, "#0f5a4a"),
        (520, 520, "#0c4a40"),
        (330, 360, "#14705a"),
        (620, 360, "#0f5a4a"),
        (10, 520, "#0c4a40"),
    ):
        canvas.icon("pine-tree", x, 560 - size / 2, size, shade)
    canvas.path("M0 500C200 460 420 500 630 470V640H0z", "#0a3a30")


def _fate(canvas: Canvas) -> None:
    canvas.rays(315, 300, 18, 700, "#ffe08a", 0.45)
    halo(canvas, 315, 300, 340, "#fff6d0", 0.95)
    canvas.stars(scattered(6, 14, WIDE, 560, (3, 8)), "#fff6d0")


@dataclass(frozen=True)
class Stage:
    """The scene of a character."""

    sky: tuple[str, str, str]
    draw: Callable[[Canvas], None]


STAGES: Final[Mapping[str, Stage]] = {
    "queen": Stage(("#3a0a2c", "#8a1550", "#d0457a"), _hall),
    "oracle": Stage(("#0d0638", "#2a1a8a", "#5a6ff0"), _tent),
    "trader": Stage(("#06283a", "#0f7a7a", "#7fe0b0"), _market),
    "apprentice": Stage(("#3a1430", "#7a2a4a", "#b0504a"), _study),
    "farmer": Stage(("#2a1a5a", "#d0457a", "#ffc46b"), _field),
    "hunter": Stage(("#052338", "#0f5a66", "#4fc09a"), _wood),
    "wizard": Stage(("#2a0a4a", "#a3258a", "#ff9a5c"), _fate),
}


def stage_of(slug: str, number: int) -> Stage:
    """Return the scene of a character; one of another name has that of the one with its number."""
    return STAGES.get(slug) or tuple(STAGES.values())[number]


def gold(canvas: Canvas) -> str:
    """Return the paint of golden things."""
    return canvas.gradient(*GOLD)
