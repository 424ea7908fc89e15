"""Figures of the cards: icons painted in colours of their own.

An icon is a stencil of 512 × 512; a `Dress` is the painting behind it. An icon without a dress is drawn in
the colours of whatever it is drawn for, so that a new card of a designer needs nothing here.
"""

from dataclasses import dataclass
from typing import Final

from longbeard.engine.drawing import ICON, Canvas, Tones
from longbeard.engine.html import NOTHING, Html

LINE: Final = "#0a1412"
"""Colour of all outlines."""


@dataclass(frozen=True)
class Dress:
    """The painting of an icon."""

    tones: Tones
    painting: Html = NOTHING
    """What shows through the stencil; by default the tones, from light to shade."""
    under: Html = NOTHING
    """What shows through its gaps."""
    scale: float = 1
    """Scale as the main figure of a card, relative to others, and shift to the right."""
    shift: float = 0


def tones(light: str, main: str, shade: str) -> Tones:
    """Return the colours of a figure in this game, with the common outline."""
    return Tones(light, main, shade, LINE)


def _dress(
    light: str, main: str, shade: str, painting: str = "", under: str = "", scale: float = 1, shift: float = 0
) -> Dress:
    return Dress(tones(light, main, shade), Html(painting), Html(under), scale, shift)


def _all(colour: str) -> str:
    return f'<path d="M0 0h512v512H0z" fill="{colour}"/>'


def _area(data: str, colour: str) -> str:
    return f'<path d="{data}" fill="{colour}"/>'


def _oval(x: int, y: int, across: int, down: int, colour: str) -> str:
    return f'<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}" fill="{colour}"/>'


DRESSES: Final = {
    # monsters
    "pirate-captain": _dress(
        "#ff8a5c",
        "#c8322f",
        "#5a1020",
        _all("#3a2418")
        + _area("M150 230h212l-10 150-96 40-96-40z", "#f0b184")
        + _area("M150 330l106 0v110l-106-30z", "#dc9567")
        + _area("M180 375h152l40 137H140z", "#5b3a20")
        + _area("M0 0h512v240l-120-30-136-14-136 14L0 250z", "#c8322f")
        + _area("M256 0h256v240l-120-30-136-14z", "#9c1f2b")
        + _oval(256, 143, 46, 46, "#fff4d8"),
        _area("M140 250h232v100H140z", "#7d3f26"),
    ),
    "ninja-head": _dress(
        "#5c7cff",
        "#3346b8",
        "#141a52",
        _all("#3b50cf")
        + _area("M290 0h222v512H250q120-250 40-512z", "#2636a0")
        + _area("M60 70q150 80 390 24v56Q220 190 80 130z", "#e8364f")
        + _area("M0 300h92l20 60-20 152H0z", "#e8364f")
        + _oval(256, 235, 180, 36, "#ffffff"),
        _oval(270, 236, 190, 52, "#ffc38f"),
    ),
    "bear-head": _dress(
        "#ffc26b",
        "#c9742c",
        "#5d2a12",
        _all("#c9742c")
        + _area("M0 0h512v150L330 120 200 260 0 200z", "#e39343")
        + _area("M0 330l160 40 120 40 20 102H0z", "#8f4a1e")
        + _oval(415, 300, 105, 62, "#f6cf97")
        + _oval(462, 225, 34, 34, "#2a1410")
        + _oval(212, 95, 26, 46, "#f6a98a"),
        _oval(318, 203, 30, 22, "#fff4d8"),
        scale=1.2,
        shift=-60,
    ),
    "shark-jaws": _dress(
        "#a9e6ff",
        "#3f8fc9",
        "#12365f",
        _all("#5aa9dc")
        + _area("M256 0q210 170 200 512H256z", "#3a7fb8")
        + _area("M120 512Q130 300 256 222q126 78 136 290z", "#d5f2ff")
        + _area("M150 512q0-130 106-210 106 80 106 210z", "#e9415b")
        + _area("M256 300q106 80 106 212H256z", "#b52446"),
        _area("M110 440q20-190 146-252 126 62 146 252l-60-10-86-160-86 160z", "#ffffff"),
    ),
    "vampire-dracula": _dress(
        "#f5eaff",
        "#cdb6ee",
        "#7a5aa8",
        _all("#d9c6f5")
        + _area("M256 150h150v362H256z", "#bda2e6")
        + _area("M80 0h352v200l-60 20q-30-80-116-94-86 14-116 94l-60-20z", "#2a2350")
        + _area("M0 340l130 20 30 152H0zM512 340l-130 20-30 152h160z", "#e0264a")
        + _oval(186, 262, 42, 34, "#ff4d5e")
        + _oval(326, 262, 42, 34, "#ff4d5e"),
        _area("M150 210q106-40 212 0l-20 200q-86 80-172 0z", "#38285c"),
    ),
    "shambling-zombie": _dress(
        "#c9f57a",
        "#6fbf3f",
        "#23591f",
        _all("#8fd14f")
        + _area("M100 120h330L330 300 100 290z", "#8fd14f")
        + _area("M110 130l110-10 40 80 30 110-150 10z", "#c26bd6")
        + _area("M130 290h170l140 60v60l-130-30-60 92H120z", "#4c63b8")
        + _area("M120 440h140v72H120zM350 240l100 60-20 60-70-40z", "#8fd14f"),
        scale=1.02,
        shift=26,
    ),
    "dove": _dress(
        "#eef4ff",
        "#9fb0d9",
        "#4a578f",
        _all("#b9c8ee")
        + _area("M0 0h240v512H0z", "#a9b9e4")
        + _area("M0 120q160 120 230 110L300 330 90 300zM512 90Q360 230 300 220l-40 90 190-50z", "#7789c4")
        + _oval(256, 280, 92, 60, "#7fd8b5")
        + _oval(268, 315, 92, 52, "#b187e0")
        + _area("M90 390h330v122H90z", "#5e6da8"),
    ),
    # what can be said of them
    "laser-blast": _dress(
        "#f2f6ff",
        "#b7c4e6",
        "#4d5a8c",
        _all("#c7d3f2")
        + _area("M0 0l200 0-130 180L0 130z", "#ff4fd0")
        + _area("M250 300l80-60 182 182v90h-70z", "#7c8cc4")
        + _oval(300, 215, 58, 52, "#37f3ff")
        + _oval(360, 270, 36, 36, "#37f3ff")
        + _oval(225, 325, 40, 36, "#37f3ff"),
        _oval(262, 232, 50, 50, "#37f3ff"),
    ),
    "laser-burst": _dress(
        "#ffffff",
        "#3df5ff",
        "#ff3fd0",
        _all("#ff3fd0")
        + _oval(256, 256, 190, 190, "#b45cff")
        + _oval(256, 256, 120, 120, "#3df5ff")
        + _oval(256, 256, 60, 60, "#ffffff"),
    ),
    "high-kick": _dress(
        "#ffffff",
        "#e6ecff",
        "#7f8fc4",
        _all("#f3f6ff")
        + _area("M256 180l150-80 30 30-160 110zM200 220l60-10v260h-70z", "#ccd6f5")
        + _area("M60 0h150v108H60zM205 0h70v60h-70zM405 0h107v120l-75 22zM150 440h130v72H150z", "#f3b07c")
        + _area("M135 182l112-30 8 34-104 34z", "#e8364f"),
    ),
    "bacon": _dress(
        "#ffd9b8",
        "#e5483f",
        "#8c1f22",
        _all("#e5483f")
        + "".join(
            f'<path d="M{x} 540Q{x + 10} 380 {x + 90} 290T{x + 190} -30" fill="none" '
            f'stroke="{colour}" stroke-width="{wide}"/>'
            for x, colour, wide in (
                (-20, "#ffe0bd", 18),
                (60, "#ffe0bd", 26),
                (150, "#ffd2a1", 22),
                (240, "#ffe0bd", 26),
                (330, "#ffd2a1", 20),
            )
        ),
    ),
    # items
    "broadsword": _dress(
        "#ffffff",
        "#bcd6ea",
        "#4d6b8c",
        _all("#dcecf8")
        + _area("M512 0v80L190 402l-30-30z", "#9dbdd8")
        + _area("M60 260l110-50 140 140-60 130z", "#ffc23f")
        + _area("M0 512V400l120-60 60 60-60 112z", "#a5542a"),
        _oval(165, 345, 40, 40, "#ff4f5e"),
    ),
    "round-shield": _dress(
        "#ffd08a",
        "#c9813c",
        "#6d3a17",
        _all("#dbe6f0")
        + _oval(256, 256, 176, 176, "#e0913f")
        + _area("M256 80a176 176 0 0 1 0 352z", "#c26f2a"),
        _oval(256, 256, 190, 190, "#3b4c63"),
    ),
    "magic-shield": _dress(
        "#d8fff7",
        "#2fd9d0",
        "#0d5f8a",
        _all("#27c4e0") + _area("M256 0h256v512H256z", "#1a94cc") + _oval(256, 235, 120, 120, "#7cf7e6"),
        _oval(256, 240, 160, 160, "#f9ff9e"),
    ),
    # what happens to stacks
    "ufo": _dress(
        "#f4fff8",
        "#a5e0cd",
        "#2f7d74",
        _all("#bfeee0")
        + _area("M256 0h256v290H256z", "#8fd0c2")
        + _oval(256, 95, 110, 90, "#6fe8ff")
        + _area("M0 285h512v227H0z", "#f7ff8f"),
        _oval(256, 235, 205, 62, "#ff6ad5") + _oval(240, 90, 60, 60, "#e9ffff"),
    ),
    "spaceship": _dress(
        "#ffffff",
        "#dfe7ff",
        "#6b78b0",
        _all("#e8eeff")
        + _area("M256 0h256v512H256z", "#b9c6ee")
        + _area("M0 220h150l60 70-60 80H0zM512 220H362l-60 70 60 80h150z", "#ff8a3c")
        + _area("M190 430h132v82H190z", "#ffd34d"),
        _oval(256, 110, 70, 50, "#37d3ff") + _area("M200 180h112v200H200z", "#4b59a8"),
    ),
    "hidden": _dress(
        "#9be36f",
        "#2f8f4f",
        "#0f3f2c",
        _all("#2fa35a")
        + _area("M0 330h512v182H0z", "#1f7d4b")
        + _area("M0 165h512v150H0z", "#ffe94a")
        + _oval(130, 240, 40, 70, "#fff9c4")
        + _oval(382, 240, 40, 70, "#fff9c4"),
        scale=1.5,
    ),
    "boxing-glove-surprise": _dress(
        "#ff9a8a",
        "#f0393f",
        "#7c0f22",
        _all("#f0393f")
        + _area("M512 0v200L300 250 230 120z", "#ff6357")
        + _area("M0 512V320l110-60 130 130-60 122z", "#c9d6ee")
        + _area("M110 260l70-50 130 120-60 80z", "#fff1d6"),
    ),
    "card-exchange": _dress(
        "#fff0b8",
        "#ffc23f",
        "#9c5a0a",
        _all("#ffc94d")
        + _area("M0 90h210v330H0z", "#a04fe0")
        + _area("M302 90h210v330H302z", "#2f8fe0")
        + _area("M0 90h90v330H0z", "#8636c9")
        + _area("M420 90h92v330h-92z", "#1f74c4"),
    ),
    # places and people
    "castle": _dress("#ffe3a3", "#c9b7f0", "#4f3d8c", "", _oval(256, 256, 228, 228, "#23306b")),
    "forest": _dress("#8ff0a0", "#2f9f63", "#0d4a3a"),
    "crypt-entrance": _dress("#e3d9ff", "#9c8ad6", "#40347a"),
    "galleon": _dress(
        "#ffd08a",
        "#c9813c",
        "#5a2d14",
        _all("#c9813c") + _area("M0 0h512v330H0z", "#e6b877") + _area("M0 420h512v92H0z", "#7d431f"),
    ),
    "knight-banner": _dress(
        "#fff0b8",
        "#ffb53f",
        "#b0541a",
        _all("#ffb53f") + _area("M256 90h256v422H256z", "#f0932b") + _area("M0 0h512v100H0z", "#fff0c9"),
        _oval(256, 256, 110, 110, "#b3202f"),
    ),
    # goals
    "ninja-star": _dress("#f2f7ff", "#a9bce0", "#3d4f86"),
    "raise-zombie": _dress(
        "#c9f57a", "#6fbf3f", "#2b5a24", _all("#8fd14f") + _area("M0 400h512v112H0z", "#7a4a2b")
    ),
    "shark-fin": _dress(
        "#bfe6ff", "#4a90c2", "#173e66", _all("#5c9fce") + _area("M0 360h512v152H0z", "#3fe0e8")
    ),
    "bear-face": _dress(
        "#ffc97a",
        "#d07c2e",
        "#6b3413",
        _all("#d98a3a") + _area("M256 0h256v512H256z", "#c2722a") + _oval(256, 400, 120, 90, "#f6cf97"),
        _oval(256, 240, 110, 40, "#2a1410") + _oval(256, 330, 50, 50, "#2a1410"),
    ),
    "coffin": _dress("#d9a066", "#8c4f2b", "#3f1d14", "", _area("M200 90h60v60h-60z", "#ffc23f")),
    "pirate-flag": _dress("#ffffff", "#e8e3f5", "#8f86b8"),
    "sword-brandish": _dress(
        "#ffffff",
        "#c4d9ea",
        "#5a7696",
        _all("#d6e6f3")
        + _area("M0 260h260v252H0z", "#e0433f")
        + _area("M210 200h170v200H210z", "#f0b184")
        + _area("M110 190l290-120 30 60-270 120z", "#ffc23f"),
    ),
    "freedom-dove": _dress("#ffffff", "#b9c8ee", "#5566a8"),
    "pirate-skull": _dress(
        "#ffffff",
        "#f3ead0",
        "#a8946a",
        _all("#f6efd8") + _area("M0 0h512v90Q300 110 60 200L0 140z", "#e0343f"),
    ),
    "shark-bite": _dress(
        "#bfe6ff",
        "#4a90c2",
        "#173e66",
        _all("#5c9fce") + _area("M300 200l212-60v230l-180 30z", "#f0b184"),
        _oval(240, 360, 80, 90, "#e9415b"),
    ),
    "vampire-cape": _dress(
        "#ff7a8a", "#c2203f", "#4a0a22", _all("#c2203f") + _area("M200 0h112v110H200z", "#f0e6ff")
    ),
    "polar-bear": _dress("#ffd9a3", "#d98a3a", "#6b3413"),
    "ship-wheel": _dress("#ffd08a", "#c9813c", "#5a2d14", "", _oval(256, 256, 60, 60, "#ffc23f")),
    "magic-portal": _dress("#d8fff7", "#27c4e0", "#5a2fc9", "", _area("M90 20h332v472H90z", "#170f3f")),
    "ogre": _dress("#c9f57a", "#5fae4a", "#1f4f2f", "", _oval(256, 300, 150, 130, "#17301c")),
    "ninja-heroic-stance": _dress("#8fa4ff", "#3b50cf", "#141a52"),
    "laser-sparks": _dress("#ffffff", "#3df5ff", "#ff3fd0"),
    "broken-bone": _dress("#ffffff", "#f0e6d0", "#a08c68"),
    "three-friends": _dress(
        "#ffd9a3",
        "#e07ad0",
        "#5a2f8c",
        _all("#c26bd6")
        + _area("M0 0h170v512H0z", "#5aa9dc")
        + _area("M340 0h172v512H340z", "#8fd14f")
        + _area("M0 0h512v110H0z", "#f0b184"),
    ),
    "pig": _dress("#ffd6df", "#ff93ab", "#b04a6b"),
    "jewel-crown": _dress("#fff6c9", "#ffc93f", "#b06a12", "", _oval(256, 230, 40, 100, "#ff4f9a")),
    "pointy-hat": _dress(
        "#b59bff", "#5b3fd0", "#231566", _all("#6a4be0") + _area("M60 300l400-40v60L80 380z", "#ffc93f")
    ),
    "crossed-swords": _dress("#ffffff", "#c4d9ea", "#5a7696"),
}


def draw_figure(
    canvas: Canvas, icon: str, x: float, y: float, size: float, otherwise: Tones, turn: float = 0
) -> None:
    """Draw an icon in its own dress, round a point; in other tones if it has none."""
    dress = DRESSES.get(icon) or Dress(otherwise)
    body = canvas.pattern(ICON, ICON, dress.painting) if dress.painting else ""
    canvas.figure(icon, x, y, size, dress.tones, turn=turn, body=body, under=dress.under)


def draw_portrait(canvas: Canvas, icon: str, x: float, y: float, size: float, otherwise: Tones) -> None:
    """Draw an icon as the main figure of a card: some stand nearer than others."""
    dress = DRESSES.get(icon) or Dress(otherwise)
    draw_figure(canvas, icon, x + dress.shift, y, size * dress.scale, otherwise)


# ── drawn by hand ─────────────────────────────────────────────────────────────────────────────────


def draw_knight(canvas: Canvas, x: float, y: float, size: float, plume: str, steel: str = "#dfe8f2") -> None:
    """Draw a knight's helmet with a plume, round a point."""
    scale = size / ICON
    side, dark = canvas.gradient("#ffffff", steel, "#66768c", across=True), "#1c2733"
    canvas.add(
        "<g transform='translate({} {}) scale({})' stroke='{}' stroke-width='18' stroke-linejoin='round'>"
        "<path d='M250 92C210-10 60-20 30 110c46-30 84-14 96 26 40-50 90-54 124-44z' fill='{}'/>"
        "<path d='M122 300C108 150 170 84 262 84s154 66 140 216l-14 150q-126 60-252 0z' fill='{}'/>"
        "<path d='M108 262h308l-16 60-120-8-20 150-20-150-120 8z' fill='{}'/>"
        "<path d='M140 268h100v22H150zM284 268h100l-10 22h-90z' fill='{}' stroke='none'/>"
        "<path d='M180 372v50M216 378v56M308 378v56M344 372v50' stroke='{}' stroke-width='16' "
        "stroke-linecap='round'/></g>",
        f"{x - size / 2:.1f}",
        f"{y - size / 2:.1f}",
        f"{scale:.4f}",
        LINE,
        plume,
        side,
        canvas.gradient("#ffe9a8", "#f0ac2f"),
        dark,
        dark,
    )


def draw_princess(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw the Princess round a point."""
    canvas.add(
        "<g transform='translate({} {}) scale({})' stroke='{}' stroke-width='14' stroke-linejoin='round'>"
        "<path d='M176 150C130 250 150 330 120 380c60 20 90-20 96-60h84c6 40 40 80 92 60-30-60-6-140-56-230z'"
        " fill='{}'/>"
        "<path d='M196 270h124l24 66c70 40 96 110 104 176H64c8-66 36-136 108-176z' fill='{}'/>"
        "<path d='M210 276l46 76 46-76z' fill='#ffd9b3'/>"
        "<ellipse cx='256' cy='172' rx='82' ry='92' fill='#ffd9b3'/>"
        "<path d='M172 190C160 80 220 60 256 64s100 10 84 128c-24-20-40-50-48-76-28 34-74 50-120 74z'"
        " fill='{}'/>"
        "<path d='M178 84l-20-84 54 40L256-16l44 56 54-40-20 84q-78-26-156 0z' fill='{}'/>"
        "<g stroke='none' fill='{}'><circle cx='226' cy='186' r='10'/><circle cx='288' cy='186' r='10'/>"
        "<path d='M234 222q24 18 46-4l-4-6q-18 10-38 2z' fill='#c2314f'/></g></g>",
        f"{x - size / 2:.1f}",
        f"{y - size / 2:.1f}",
        f"{size / ICON:.4f}",
        LINE,
        canvas.gradient("#ffb347", "#d9541f"),
        canvas.gradient("#ff9ad5", "#c22f9a", "#6d1470"),
        canvas.gradient("#ffb347", "#e06a24"),
        canvas.gradient("#fff6c9", "#f5a623"),
        LINE,
    )
