"""Landscapes behind the mana symbols, and what a pair of them makes: the pictures of the stream cards.

Everything is drawn on a hexagon of 640 × 554 with a flat side up. Words will stand below `QUIET`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from longbeard.engine.drawing import Canvas, Tones, number, scattered
from longbeard.engine.html import h

WIDE: Final = 640
HIGH: Final = 554
QUIET: Final = 350
HORIZON: Final = 400
"""Height of the horizon: sky above, land below."""
NIGHT: Final = "#0e0b22"

Scene = Callable[[Canvas], None]


@dataclass(frozen=True)
class Element:
    """The style of a mana symbol: its figure, its sky from top to horizon, and its land."""

    tones: Tones
    sky: tuple[str, ...]
    land: Scene


def dots(canvas: Canvas, seed: int, count: int, high: float, thick: float, fill: str) -> None:
    """Draw pseudo-random dots of one size, as one short path."""
    places = scattered(seed, count, WIDE, high, (0, 0))
    canvas.path("".join(f"M{x:.0f} {y:.0f}h0" for x, y, radius in places), line=fill, thick=thick)


# ── lands ─────────────────────────────────────────────────────────────────────────────────────────


def _volcanoes(canvas: Canvas) -> None:
    canvas.circle(150, 330, 230, canvas.glow((0, "#ffb04a", 0.75), (0.66, "#ff5a2a", 0)))
    canvas.path("M-20 400 96 214h56l60 92 60-64h40l40 58 70-128h62l60 96 60-50 100 182v160H-20z", "#7d1d30")
    canvas.path("M96 214h56l-14 44-20-16-16 36zM422 172h62l-18 66-22-24-14 30z", "#ffb648")
    canvas.path("M-20 440 120 330l110 70 130-80 140 90 160-70v220H-20z", "#451026")
    canvas.path("M52 392l40-14M262 384l46-22M470 392l60-18M540 360l40-14", line="#ff8a3c", thick=7)
    dots(canvas, 5, 14, 190, 9, "#ffb25c")


def _sea(canvas: Canvas) -> None:
    canvas.circle(500, 110, 62, canvas.glow("#f2fbff", "#a7dcff"))
    canvas.path("M0 262q40-34 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v300H0z", "#1c74c4")
    canvas.path(
        "M-40 312q40-40 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0 80 0v260H-40z", "#14559c", "#5cc4ff", 6
    )
    canvas.path("M0 372q40-44 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0v200H0z", "#0d3a74", "#2f8fdc", 6)
    dots(canvas, 11, 10, 170, 6, "#dff2ff")


def _winds(canvas: Canvas) -> None:
    for y, shade in ((250, "#2a9aa4"), (320, "#187184"), (388, "#104f64")):
        canvas.path(
            f"M-20 {y}c40-46 96-46 124-14 26-40 92-40 116 4 40-36 100-26 118 10 30-40 96-40 122-4 "
            f"40-36 110-30 200 24v320H-20z",
            shade,
        )
    canvas.path(
        "M20 92h150c50 0 50-58 10-58-26 0-32 30-12 36M-10 160h250M350 128h170c54 0 54-66 10-66-28 0-34 34"
        "-12 40M420 190h240M30 226h120",
        line="#a8fff0",
        thick=9,
        opacity=0.55,
    )


def _woods(canvas: Canvas) -> None:
    canvas.circle(130, 104, 48, canvas.glow("#f8ffd8", "#cdf08c"))
    canvas.path("M-20 330c120-80 220-60 330-30s220-60 350-40v320H-20z", "#1f7d48")
    firs = "".join(
        f"M{x} {y - high}l{high * 0.3:.0f} {high * 0.45:.0f}h-{high * 0.14:.0f}l{high * 0.2:.0f} "
        f"{high * 0.5:.0f}h-{high * 0.72:.0f}l{high * 0.2:.0f}-{high * 0.5:.0f}h-{high * 0.14:.0f}z"
        for x, y, high in (
            (40, 340, 170), (116, 330, 120), (236, 330, 150), (322, 320, 120), (412, 330, 160),
            (500, 300, 130), (590, 330, 190),
        )
    )  # fmt: skip
    canvas.path(firs, "#115238")
    canvas.path("M-20 400c160-60 340-20 700-60v240H-20z", "#0b3a28")
    canvas.path("M40 420q60-50 90 10t80 0M420 400q50-44 80 14t90-6", line="#3f9a4a", thick=8)


def _heavens(canvas: Canvas) -> None:
    dots(canvas, 3, 18, 330, 6, "#fff3c4")
    dots(canvas, 8, 10, 330, 11, "#fff3c4")
    canvas.circle(540, 96, 46, canvas.gradient("#ffcf7a", "#b0527e", across=True))
    canvas.path("M470 122q70-10 140-52", line="#ffe3a8", thick=7)
    canvas.path("M-20 250C160 150 420 330 680 150v90C420 420 160 240-20 350z", "#b77bff", opacity=0.28)
    canvas.path("M-20 380c140-50 300-30 360-10s220-40 320-20v230H-20z", "#2c1a66")


def _boneyard(canvas: Canvas) -> None:
    canvas.circle(
        320, 150, 80, canvas.glow((0, "#fff7e0", 0.9), (0.4, "#cbb8ff", 0.45), (0.66, "#cbb8ff", 0))
    )
    canvas.path("M-20 330c110-70 210-40 310-20s230-70 370-30v300H-20z", "#64529a")
    canvas.path(
        "M60 400c-20-130 20-190 70-196M120 400c-10-110 20-160 60-170M470 390c-10-110 10-160 50-180"
        "M536 390c0-120 20-170 64-176",
        line="#d9ccf2",
        thick=15,
        opacity=0.75,
    )
    canvas.path("M-20 400c140-60 320-20 700-50v230H-20z", "#382a66")


# ── elements ──────────────────────────────────────────────────────────────────────────────────────

ELEMENTS: Final[Mapping[str, Element]] = {
    "ember": Element(
        Tones("#fff0a8", "#ff8a34", "#d1232f", "#2b0714"), ("#2a0a2a", "#7d1c2c", "#ff7a3c"), _volcanoes
    ),
    "tide": Element(Tones("#e2fbff", "#45b6ff", "#1348b8", "#04123a"), ("#071a3e", "#1b6fb4"), _sea),
    "gale": Element(
        Tones("#ffffff", "#7df5e2", "#159a9a", "#03262e"), ("#0b2440", "#1d8a90", "#7be3d2"), _winds
    ),
    "root": Element(
        Tones("#f2ffc0", "#7ee05a", "#1c8a44", "#04210f"), ("#04211f", "#146046", "#58b25a"), _woods
    ),
    "star": Element(
        Tones("#fffbe0", "#ffd44a", "#e8862a", "#2c1240"), ("#120a36", "#4b2488", "#a5479c"), _heavens
    ),
    "bone": Element(
        Tones("#ffffff", "#eadff6", "#a48cc8", "#1c1036"), ("#1a1030", "#4b3a80", "#8a6fb4"), _boneyard
    ),
}
SPARE: Final = (
    Tones("#ffe3f0", "#ff7fb6", "#b01f6c", "#2b0620"),
    Tones("#e2fbff", "#6fd0ff", "#1f62b0", "#04123a"),
    Tones("#f2ffc0", "#b0e65a", "#4a8a1c", "#0c2104"),
    Tones("#fff3d8", "#ffb45a", "#b0561f", "#2b1206"),
    Tones("#f3e6ff", "#b98cff", "#5a2bb0", "#160636"),
    Tones("#ffffff", "#d5dcea", "#7c88a6", "#101628"),
)
"""Tones for symbols of a designer's own, in order."""


def element_of(symbol: str, place: int) -> Element:
    """Return the style of a symbol; a new one stands under the open sky."""
    tones = SPARE[place % len(SPARE)]
    return ELEMENTS.get(symbol) or Element(tones, ("#120a36", tones.shade), _heavens)


# ── what the pairs make ───────────────────────────────────────────────────────────────────────────


def _blaze(canvas: Canvas) -> None:
    canvas.rays(320, 330, 15, 460, "#ffd76a", 0.28)


def _steam(canvas: Canvas) -> None:
    canvas.path(
        "M270 330c-60-60 40-90 0-150s30-80 10-130M330 330c-50-70 40-100 4-160s30-70 14-120"
        "M384 320c-40-60 34-84 4-140s24-60 10-100",
        line="#f4fbff", thick=17, opacity=0.5,
    )  # fmt: skip


def _smoke(canvas: Canvas) -> None:
    puffs = ((320, 300, 34), (350, 240, 46), (316, 176, 56), (372, 112, 64), (450, 70, 50))
    canvas.stars(puffs, "#7b6f86")
    canvas.stars([(x - 10, y - 12, radius * 0.72) for x, y, radius in puffs], "#a99fb4")


def _charcoal(canvas: Canvas) -> None:
    tree = "M300 400c14-80 10-140-8-210l-60-76M294 210l-4-110M300 250l70-90 6-80M372 158l46-34M250 134l-50-8"
    canvas.path(tree, line="#ff9a4a", thick=34, opacity=0.55)
    canvas.path(tree, line="#140a14", thick=22)
    canvas.path("M304 370c12-60 10-110-4-170", line="#ff7a3c", thick=6)


def _comet(canvas: Canvas) -> None:
    canvas.path("M70 250Q220 220 352 96l44 44Q250 250 70 250z", "#ffb34a", opacity=0.75)
    canvas.path("M120 240Q240 214 360 104l28 28Q260 236 120 240z", "#fff1b8", opacity=0.85)
    canvas.circle(384, 108, 42, canvas.glow("#ffffff", "#ffe08a", "#ff9a3c"))


def _ash(canvas: Canvas) -> None:
    dots(canvas, 21, 20, 350, 8, "#cfc3d8")
    dots(canvas, 22, 14, 350, 15, "#cfc3d8")
    canvas.path("M150 372q170-120 340 0z", "#8f7f9c")
    canvas.path("M210 372q110-76 220 0z", "#b8a8c4")


def _flood(canvas: Canvas) -> None:
    canvas.path(
        "M-20 340C40 120 240 40 330 120c60 54 10 130-50 100 70-6 60-80-10-76C190 150 210 300 420 300"
        "c100 0 160-30 240-50v320H-20z",
        "#1e78c8", "#bfeaff", 9, 0.85,
    )  # fmt: skip


def _squall(canvas: Canvas) -> None:
    places = (
        (90, 40), (170, 90), (250, 30), (330, 84), (410, 30), (490, 90), (570, 40), (130, 160), (300, 170),
        (380, 190), (540, 170),
    )  # fmt: skip
    drops = "".join(f"M{x} {y}l-22 46" for x, y in places)
    canvas.path(drops, line="#d8f4ff", thick=8, opacity=0.75)


def _mangrove(canvas: Canvas) -> None:
    canvas.path(
        "M320 190V110M320 190c-8 60-70 70-84 170M320 190c-4 70-30 90-36 170M320 190c8 60 66 70 84 170"
        "M320 190c4 70 30 90 34 170",
        line="#3a2410", thick=17,
    )  # fmt: skip
    canvas.stars(((320, 76, 66), (256, 104, 46), (386, 104, 46), (320, 120, 54)), "#2c8f4a")
    canvas.stars(((306, 62, 40), (250, 94, 24), (378, 92, 26)), "#63c765")


def _moonpull(canvas: Canvas) -> None:
    canvas.circle(320, 104, 130, canvas.glow((0, "#fff7d8", 0.7), (0.66, "#fff7d8", 0)))
    canvas.circle(320, 104, 68, canvas.gradient("#fffdf0", "#ffe49a"))
    canvas.stars(((300, 86, 12), (342, 122, 16), (338, 76, 7)), "#e9cf86")
    canvas.path("M230 330q90-150 180 0z", "#5cc4ff", opacity=0.6)


def _coral(canvas: Canvas) -> None:
    canvas.path(
        "M320 370V210M320 300c-60 0-70-60-70-110M320 260c50 0 66-50 66-100M250 230c-30 0-36-30-36-60"
        "M386 210c30 0 34-26 34-50M320 210c0-40-20-60-20-100M320 200c10-40 20-50 24-80",
        line="#ff7d9c", thick=20,
    )  # fmt: skip
    canvas.path("M316 360V230M324 300c-50 0-60-50-62-90", line="#ffc3d0", thick=5)


def _storm(canvas: Canvas) -> None:
    canvas.stars(((250, 70, 60), (320, 56, 76), (396, 72, 60), (320, 90, 60)), "#214a66")
    canvas.path("M340 110l-64 118h46l-34 112 104-150h-52l38-80z", "#fff6b8", "#ffd23f", 6)


def _thistledown(canvas: Canvas) -> None:
    places = ((250, 130), (352, 104), (402, 190), (300, 230))
    seed = "v-40l-26-22m26 22-12-32m12 32v-36m0 36 12-32m-12 32 26-22"
    canvas.path("".join(f"M{x} {y}{seed}" for x, y in places), line="#fdf6ff", thick=6)
    canvas.path("".join(f"M{x} {y}h0" for x, y in places), line="#5a3a1c", thick=17)


def _aurora(canvas: Canvas) -> None:
    for shift, colour in ((0, "#63ffb8"), (70, "#5ce0ff"), (150, "#ff7de0")):
        fade = canvas.gradient((0, colour, 0), (0.5, colour, 0.75), (1, colour, 0))
        canvas.path(
            f"M{40 + shift} 30q80 60 140 10t150 20 140-30v210q-70 60-140 20t-150-10-140 20z",
            fade,
            opacity=0.8,
        )


def _bone_flute(canvas: Canvas) -> None:
    with canvas.group("transform='rotate(-38 320 190)'"):
        canvas.rect(190, 164, 260, 52, canvas.gradient("#fffaf0", "#c9b7dc"), 20, "#24163c", 7)
        canvas.path("M250 190h0M294 190h0M338 190h0M382 190h0", line="#24163c", thick=22)
        canvas.path("M194 172h0M194 208h0", line="#efe5f6", thick=52)
    canvas.path("M420 70v-50l40 14M470 130v-50l40 14", line="#a8fff0", thick=8)
    canvas.stars(((410, 72, 13), (460, 132, 13)), "#a8fff0")


def _thicket(canvas: Canvas) -> None:
    brambles = (
        "M40 380C160 300 120 160 250 110s120 110 70 130-90-60-10-120 190-20 170 90-100 60-60 150"
        "M120 120c80 60 240 30 400 250M540 110C420 130 340 260 150 330"
    )
    thorns = "M196 150l-18-34M262 112l8-36M428 142l24-26M462 226l34 6M178 266l-34-2M352 260l6 36"
    canvas.path(brambles + thorns, line="#2c1a08", thick=21)
    canvas.path(brambles, line="#a8702c", thick=9)


def _moonflower(canvas: Canvas) -> None:
    canvas.path("M320 370c-10-60 10-90 0-150", line="#2c8f4a", thick=13)
    petals = "M320 150q46-46 0-96q-46 50 0 96zM320 150q46 46 0 96q-46-50 0-96z"
    for turn in (0, 60, 120):
        with canvas.group("transform='rotate({} 320 150)'", turn):
            canvas.path(petals, "#fff4fb", "#ff9cc7", 6)
    canvas.circle(320, 150, 25, canvas.glow("#fff6b8", "#ffd23f"))


def _churchyard_yew(canvas: Canvas) -> None:
    canvas.path("M304 380l8-150h20l10 150z", "#241408")
    canvas.path(
        "M320 30c70 40 110 110 100 210-60 30-140 30-200 0-10-100 30-170 100-210z", "#156346", "#041f16", 7
    )
    canvas.path("M320 50c40 30 66 80 66 150-20 20-60 24-80 10 40-40 40-100 14-160z", "#2a8f60")
    canvas.path("M232 380v-54a26 26 0 0 1 52 0v54zM362 380v-44a22 22 0 0 1 44 0v44z", "#c9bfe0", "#1c1036", 6)


def _constellation(canvas: Canvas) -> None:
    places = ((96, 60), (190, 110), (262, 56), (330, 128), (420, 74), (496, 130), (560, 66))
    canvas.path("M" + "L".join(f"{x} {y}" for x, y in places), line="#fff3c4", thick=5, opacity=0.8)
    canvas.path("M330 128 300 230 370 262 420 74", line="#fff3c4", thick=5, opacity=0.8)
    canvas.stars([(x, y, 12) for x, y in (*places, (300, 230), (370, 262))], "#ffffff")


def _fossil(canvas: Canvas) -> None:
    canvas.circle(320, 160, 96, canvas.gradient("#b59ad6", "#6b5299"), "#1c1036", 8)
    canvas.path(
        "M320 160c0-18 30-16 30 8s-40 36-58 8 6-72 46-68 66 44 50 86-70 58-106 34-48-78-30-112",
        line="#f4eaff", thick=10,
    )  # fmt: skip


def _ossuary(canvas: Canvas) -> None:
    """Draw a row of skulls on a shelf of the wall."""
    canvas.path("M170 240V130q0-96 150-96t150 96v110z", "#140c2c", "#6b5a98", 8)
    for x, y in ((244, 196), (320, 196), (396, 196), (282, 116), (358, 116)):
        canvas.path(f"M{x - 32} {y}a32 34 0 0 1 64 0q0 20-14 24v16h-36v-16q-14-4-14-24z", "#e6dbf2")
        canvas.stars(((x - 13, y, 9), (x + 13, y, 9)), "#140c2c")


MOTIFS: Final[Mapping[str, Scene]] = {
    "blaze": _blaze,
    "steam": _steam,
    "smoke": _smoke,
    "charcoal": _charcoal,
    "comet": _comet,
    "ash": _ash,
    "flood": _flood,
    "squall": _squall,
    "mangrove": _mangrove,
    "moonpull": _moonpull,
    "coral": _coral,
    "storm": _storm,
    "thistledown": _thistledown,
    "aurora": _aurora,
    "bone-flute": _bone_flute,
    "thicket": _thicket,
    "moonflower": _moonflower,
    "churchyard-yew": _churchyard_yew,
    "constellation": _constellation,
    "fossil": _fossil,
    "ossuary": _ossuary,
}
"""Drawings by the card's name in the data file. A card of a designer's own has its two landscapes alone."""


# ── the tower ─────────────────────────────────────────────────────────────────────────────────────


def bricks(canvas: Canvas, line: str, thick: float = 7) -> str:
    """Return the paint of the tower's wall: only the joints."""
    joints = h(
        "<path d='M0 2h150M0 48h150M38 2v46M113 48v46' stroke='{}' stroke-width='{}' fill='none'/>",
        line,
        number(thick),
    )
    return canvas.pattern(150, 92, joints)


def neon(canvas: Canvas, course: str, colours: tuple[str, str, str], thick: float) -> None:
    """Draw a stream of magic along a path: aura, body and core."""
    aura, body, core = colours
    for width in (4.2, 3.6, 3.0, 2.5, 2.0, 1.6):
        canvas.path(course, line=aura, thick=thick * width, opacity=0.1)
    canvas.path(course, line=body, thick=thick)
    canvas.path(course, line=core, thick=thick * 0.36)


PINK: Final = ("#ff6fae", "#ff9cc7", "#fff0f7")
TURQUOISE: Final = ("#5ce0d0", "#8ff2e4", "#f0fffd")
GOLD: Final = ("#ffc84a", "#ffdc8a", "#fffbef")
