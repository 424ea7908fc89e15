"""Scenes behind the figures, each a moonlit night somewhere on the way to the Castle.

A scene fills a card down to its lower third, which words will cover. Which scene a card has follows from its
data: a monster's home, a stack modifier's effect, an icon that lives somewhere; otherwise the hills of the
cover.
"""

from collections.abc import Callable
from typing import Final

from longbeard.engine.drawing import Canvas, scattered

Scene = Callable[[Canvas], None]
STARS: Final = "#fff6d0"


def _sky(canvas: Canvas, *colours: str, seed: int = 3, stars: int = 16) -> None:
    canvas.rect(0, 0, 630, 880, canvas.gradient(*colours))
    if stars:
        canvas.stars(scattered(seed, stars, 630, 330, (1.5, 4.5)), STARS)


def _moon(canvas: Canvas, x: float, y: float, radius: float, colour: str = "#ffe9a8") -> None:
    canvas.circle(x, y, radius * 2.2, canvas.glow((0.3, colour, 0.55), (1, colour, 0)))
    canvas.circle(x, y, radius, canvas.glow("#fffbe0", colour, x=0.35, y=0.3))


def _shadow(canvas: Canvas, y: float, colour: str, across: float = 200) -> None:
    canvas.add(
        "<ellipse cx='315' cy='{}' rx='{}' ry='26' fill='{}' opacity='.55'/>",
        f"{y:.0f}",
        f"{across:.0f}",
        colour,
    )


def _fir(x: float, y: float, size: float) -> str:
    """Return the outline of a fir that stands at a point."""
    half, step = size * 0.3, size * 0.3
    tiers = "".join(
        f"M{x:.0f} {y - size + step * tier:.0f}l{half * (0.6 + 0.2 * tier):.0f} {step * 1.25:.0f}"
        f"h{-2 * half * (0.6 + 0.2 * tier):.0f}z"
        for tier in range(3)
    )
    return f"{tiers}M{x - 8:.0f} {y - step * 0.3:.0f}h16V{y:.0f}h-16z"


def _mushroom(canvas: Canvas, x: float, y: float, size: float, colour: str) -> None:
    canvas.path(
        f"M{x - size * 0.14:.0f} {y:.0f}v{-size * 0.5:.0f}h{size * 0.28:.0f}v{size * 0.5:.0f}z", "#fff0d0"
    )
    canvas.path(f"M{x - size / 2:.0f} {y - size * 0.4:.0f}q{size / 2:.0f} {-size:.0f} {size:.0f} 0z", colour)


def _bat(x: float, y: float, size: float) -> str:
    """Return the outline of a bat."""
    half = size / 2

    def bow(*shares: float) -> str:
        return "q" + " ".join(f"{half * share:.0f}" for share in shares)

    return (
        f"M{x:.0f} {y:.0f}{bow(0.5, -0.7, 1, -0.2)}{bow(-0.4, 0, -0.5, 0.4)}{bow(-0.3, -0.1, -0.5, 0.3)}"
        f"{bow(-0.2, -0.4, -0.5, -0.3)}{bow(-0.1, -0.4, -0.5, -0.4)}{bow(0.5, -0.5, 1, 0.2)}z"
    )


def hills(canvas: Canvas) -> None:
    """Draw the night of the cover: green hills, the moon, and something in the sky."""
    _sky(canvas, "#0a2b3f", "#126069", "#5fc2a0")
    _moon(canvas, 460, 170, 74)
    canvas.path("M60 130l-60 250h170L100 130z", "#cdfbe6", opacity=0.25)
    canvas.path("M30 128q50-46 100 0-50 34-100 0zM58 112q22-44 44 0z", "#b6fff0")
    canvas.path("M0 400c90-70 170-60 270-20s220 10 360-50v560H0z", "#1a6b52")
    canvas.path("M0 480c160-70 330-10 630-60v460H0z", "#2f9460")
    canvas.path("M250 900c40-120 120-150 60-260s60-120 40-170", line="#f0dcae", thick=16, opacity=0.5)


def forest(canvas: Canvas) -> None:
    """Draw firs by moonlight, and mushrooms that glow."""
    _sky(canvas, "#062a2f", "#0f5f52", "#63c68a")
    _moon(canvas, 470, 160, 70)
    canvas.path("M0 380c120-90 220-60 330-30s200-40 320-60v600H0z", "#14584a")
    canvas.path(_fir(205, 440, 230) + _fir(455, 420, 190), "#0f4d40")
    canvas.path(_fir(55, 480, 360) + _fir(570, 480, 380), "#0a3a33")
    canvas.path("M0 470c160-60 330-20 640-50v480H0z", "#2c8455")
    _mushroom(canvas, 70, 540, 70, "#ff7a6b")
    _mushroom(canvas, 118, 548, 44, "#ff9a6b")
    _mushroom(canvas, 560, 530, 60, "#ffd36b")
    _shadow(canvas, 540, "#06261f")


def crypt(canvas: Canvas) -> None:
    """Draw a vault with candle light and webs."""
    _sky(canvas, "#150b33", "#2c1a63", "#6a3fb5", stars=0)
    canvas.path("M0 0h630v560H0zM60 560V260C60 80 190 40 315 40s255 40 255 220v300z", "#1d1145")
    canvas.rect(75, 60, 480, 500, canvas.glow((0, "#c79bff", 0.75), (1, "#c79bff", 0), y=0.55))
    canvas.path("M60 120l120-90M60 60q70 30 120-30M60 90q50 10 80-50", line="#a58ae0", thick=4, opacity=0.6)
    canvas.path(_bat(480, 150, 120) + _bat(150, 190, 76), "#120930")
    canvas.path("M0 500h630v380H0z", "#2a1a5c")
    canvas.path(
        "M0 500h630M0 548h630M110 500l-60 60M280 500l-14 60M420 500l22 60M560 500l50 60",
        line="#170d3a",
        thick=5,
    )
    for x, tall in ((56, 70), (96, 44), (574, 70)):
        canvas.rect(x - 11, 510 - tall, 22, tall, "#efe2ff", 5)
        canvas.circle(x, 496 - tall, 34, canvas.glow((0, "#ffd36b", 0.9), (1, "#ffb03f", 0)))
        canvas.path(f"M{x} {474 - tall}q14 22 0 32-14-10 0-32z", "#ffe27a")
    _shadow(canvas, 540, "#0b0524")


def ship(canvas: Canvas) -> None:
    """Draw a deck under torn sails, on a sea that glows."""
    _sky(canvas, "#0b1f4d", "#15528a", "#f08a5f", seed=5)
    _moon(canvas, 150, 170, 66, "#ffd9a0")
    canvas.path("M0 400q80-34 160 0t160 0 160 0 160 0v100H0z", "#1e86a8")
    canvas.path("M0 430q80-30 160 0t160 0 160 0 160 0", line="#7ff0ee", thick=7, opacity=0.6)
    canvas.path("M520 0v520", line="#3d1f12", thick=30)
    canvas.path("M400 50q120 40 240 0v190q-120 60-240 10 40-100 0-200z", "#f3e3c0", opacity=0.92)
    canvas.path("M520 260L330 480M520 260l130 220M400 400h190M450 340h110", line="#3d1f12", thick=6)
    canvas.path("M0 480h630v400H0z", "#8c4f28")
    canvas.path(
        "M0 480h630M0 530h630M0 590h630M120 480v50M330 480v50M540 480v50M220 530v60M430 530v60",
        line="#5a2d14",
        thick=6,
    )
    canvas.path("M26 420q44-14 88 0 20 60 0 120-44 14-88 0-20-60 0-120z", "#6b3a1a", "#3d1f12", 6)
    canvas.path("M20 448q50 14 100 0M20 512q50 14 100 0", line="#c9a06b", thick=8)
    _shadow(canvas, 545, "#2b1208")


def graveyard(canvas: Canvas) -> None:
    """Draw gravestones, fog, and fresh earth."""
    _sky(canvas, "#14163f", "#2f5a6b", "#8fd17a")
    _moon(canvas, 150, 160, 74, "#e8ffb0")
    canvas.path("M0 400c160-60 360-60 630 0v480H0z", "#244a3f")
    canvas.path(
        "M30 480V350q50-70 100 0v130zM500 480V330q60-80 110 0v150zM420 440v-90q34-44 64 0v90z", "#101f33"
    )
    canvas.path("M80 350v60M60 372h40M555 330v70M532 354h46", line="#4f6b8c", thick=8)
    canvas.path("M0 470c200-60 420-40 630 0v410H0z", "#3a6b3f")
    canvas.path("M0 450q160-40 320-10t310-20v46q-160 40-320 6T0 500z", "#dfffd0", opacity=0.25)
    _shadow(canvas, 545, "#10240f")


def deep(canvas: Canvas) -> None:
    """Draw green light under water."""
    canvas.rect(0, 0, 630, 880, canvas.gradient("#3fd9e0", "#1377b8", "#0b2a66"))
    canvas.path("M0 60q80-40 160 0t160 0 160 0 160 0V0H0z", "#c9fff4", opacity=0.7)
    canvas.path("M150 60L20 600h180L230 60zM330 60l40 540h150L420 60z", "#d5fff4", opacity=0.16)
    for x, y, radius in (
        (90, 300, 17),
        (120, 220, 11),
        (70, 180, 8),
        (540, 330, 20),
        (570, 240, 12),
        (530, 170, 9),
    ):
        canvas.circle(x, y, radius, "#ffffff22", "#d5fff4", 4)
    canvas.path("M0 520q150-60 320-20t310-30v410H0z", "#0d3f6b")
    canvas.path(
        "M60 540q-40-80 0-150t-10-110M120 540q30-70-6-130M560 540q40-80 4-160t14-90M500 540q-24-60 10-110",
        line="#1fae7a",
        thick=18,
    )


def rooftops(canvas: Canvas) -> None:
    """Draw curved roofs before a red moon."""
    _sky(canvas, "#0d0f33", "#3a1f6b", "#e0527a", seed=8)
    _moon(canvas, 430, 200, 120, "#ffb08a")
    canvas.path(
        "M-20 420q70-10 110-70 50 60 120 70v80H-20zM410 400q80-10 120-80 50 70 120 80v100H410z", "#2a1450"
    )
    canvas.path("M-20 480q200-20 335-90 140 70 340 90l-30 34H10z", "#43206b")
    canvas.path("M10 514h610v366H10z", "#2a1450")
    canvas.path(
        "M90 480l-30 34M180 450l-24 64M315 390v124M450 450l24 64M540 480l30 34", line="#6b3a9c", thick=6
    )
    _shadow(canvas, 520, "#12082b")


def square(canvas: Canvas) -> None:
    """Draw a town square by lamplight."""
    _sky(canvas, "#12265c", "#3f6fb5", "#ffb98a", seed=4)
    _moon(canvas, 480, 150, 58)
    canvas.path(
        "M0 470V330l70-70 70 70v40l60-60 70 60v100zM400 470V310l60-80 60 80v30l60-50 60 50v130z", "#1f2f66"
    )
    for x, y in ((50, 360), (90, 400), (190, 400), (440, 340), (480, 390), (570, 380)):
        canvas.rect(x, y, 18, 26, "#ffd97a", 4)
    canvas.path("M0 460h630v420H0z", "#4f5f9c")
    canvas.path(
        "M0 460h630M0 510h630M0 570h630M90 460v50M240 460v50M390 460v50M540 460v50M160 510v60"
        "M320 510v60M480 510v60",
        line="#36447d",
        thick=6,
    )
    _shadow(canvas, 540, "#1d2750")


def neon(canvas: Canvas) -> None:
    """Draw a grid of light under a violet sky."""
    _sky(canvas, "#12042e", "#4a0f7a", "#ff4fb0", seed=9)
    canvas.circle(315, 320, 215, canvas.gradient("#fff27a", "#ff8a3c", "#ff2f9a"))
    canvas.path("M90 400h450M84 424h462M100 448h430", line="#6b0f7a", thick=9)
    canvas.path("M0 430l70-60 60 40 60-50 50 60 70 10 80-20 60-50 60 40 60-40 60 50v60H0z", "#2b0a4f")
    canvas.path("M0 460h630v420H0z", "#1c0638")
    canvas.path(
        "M0 462h630M0 492h630M0 536h630M0 596h630M315 462v420M220 462L60 880M410 462l160 418"
        "M120 462L-200 880M510 462l320 418",
        line="#37f3ff",
        thick=4,
        opacity=0.85,
    )


def dojo(canvas: Canvas) -> None:
    """Draw a paper sun and a polished floor."""
    canvas.rect(0, 0, 630, 880, canvas.gradient("#2b0f4f", "#a3246b", "#ff8a5c"))
    canvas.rays(315, 320, 16, 620, "#ffe27a", 0.22)
    canvas.circle(315, 310, 205, canvas.gradient("#fff0a0", "#ff9a3c"))
    canvas.path("M0 500h630v380H0z", "#6b2448")
    canvas.path(
        "M0 500h630M60 500L-60 880M200 500l-60 380M315 500v380M430 500l60 380M570 500l120 380",
        line="#471230",
        thick=6,
    )
    canvas.path("M60 500V0M100 500V60M560 500V0M520 500V80", line="#3a0f3f", thick=18)
    canvas.path(
        "M60 160q-50-10-60-60M100 240q50-10 60-60M560 200q50-10 60-60M520 280q-50-10-60-60M60 "
        "340q-40-6-54-44",
        line="#3a0f3f",
        thick=12,
    )
    _shadow(canvas, 545, "#2b0820")


def sizzle(canvas: Canvas) -> None:
    """Draw a frying pan, close up."""
    canvas.rect(0, 0, 630, 880, canvas.gradient("#3d0a2f", "#b52a3f", "#ffb14a"))
    canvas.rays(315, 340, 18, 620, "#fff0a0", 0.2)
    canvas.circle(315, 330, 240, canvas.glow("#5a3a4f", "#23121f"), "#12080f", 14)
    canvas.circle(315, 330, 206, "none", "#7d5668", 5)
    canvas.path(
        "M150 60q30-30 0-60M300 50q34-30 4-60M450 60q30-30 0-60", line="#ffe9c9", thick=12, opacity=0.5
    )
    canvas.stars(scattered(11, 12, 420, 420, (4, 9)), "#ffd97a55")


def vault(canvas: Canvas) -> None:
    """Draw a niche with something that shines."""
    _sky(canvas, "#2b0a1c", "#7a1a2b", "#d9503f", stars=0)
    canvas.path("M0 0h630v560H0zM90 560V270C90 110 190 50 315 50s225 60 225 220v290z", "#3d0d1c")
    canvas.rays(315, 320, 16, 330, "#ffe27a", 0.4)
    canvas.circle(315, 320, 230, canvas.glow((0, "#fff6c9", 0.95), (0.5, "#ffb54a", 0.5), (1, "#ffb54a", 0)))
    canvas.path("M0 500h630v380H0z", "#571324")
    canvas.path(
        "M40 60h60M20 120h60M30 180h50M530 60h60M550 120h60M550 180h50M20 240h50M560 240h50",
        line="#5f1a2b",
        thick=12,
    )
    canvas.path("M160 548q30-46 80-30 50-40 100-8 60-30 130 38z", "#ffc23f")
    canvas.path("M190 540h30M280 530h30M370 536h30M240 546h20M330 546h20", line="#fff0a0", thick=9)


def space(canvas: Canvas) -> None:
    """Draw stars, a ringed planet, and the Earth's edge below."""
    canvas.rect(0, 0, 630, 880, canvas.gradient("#05071f", "#14206b", "#3a3fc9"))
    canvas.stars(scattered(21, 34, 630, 560, (1.5, 5)), STARS)
    canvas.circle(520, 150, 84, canvas.glow("#ffd0f0", "#c94fe0", "#5a1f9c", x=0.35, y=0.3))
    canvas.add(
        "<ellipse cx='520' cy='150' rx='140' ry='26' fill='none' stroke='#8ff0ff' stroke-width='9' "
        "transform='rotate(-18 520 150)'/>"
    )
    canvas.circle(315, 1010, 500, canvas.gradient("#7ff0c9", "#1f8f9c", "#0d3f7a"))
    canvas.path(
        "M100 590q70-30 140 0t110 30-60 60H60zM400 580q80-10 130 40t-60 50-70-90z", "#2fae6b", opacity=0.8
    )


def thicket(canvas: Canvas) -> None:
    """Draw leaves, and eyes between them."""
    canvas.rect(0, 0, 630, 880, canvas.gradient("#041f2b", "#0b4a4a", "#137a55"))
    _moon(canvas, 315, 120, 60, "#c9ffd0")
    for x, y in ((70, 250), (560, 210), (530, 420), (110, 440)):
        canvas.path(
            f"M{x - 36} {y - 10}q26 0 30 20-24 4-30-20zM{x + 36} {y - 10}q-26 0-30 20 24 4 30-20z", "#ffe94a"
        )
    canvas.path(
        "M0 620C40 480-20 400 30 300c30 90 60 100 50 220 40-80 90-90 120-190 20 120 20 170-10 "
        "240 60-70 130-60 170-140 "
        "10 110-30 130 0 170 60-90 120-70 160-210 30 130 0 160 10 220 40-60 70-50 "
        "100-120v390H0z",
        "#0a3a3f",
    )


def burst(canvas: Canvas) -> None:
    """Draw a comic explosion with beams of light."""
    canvas.rect(0, 0, 630, 880, canvas.gradient("#0d2f8c", "#2f6fe0", "#37d3ff"))
    canvas.rays(315, 330, 14, 640, "#ffffff", 0.28)
    canvas.path(
        "M315 60l60 130 110-90-14 140 140-16-92 108 92 108-140-16 14 140-110-90-60 "
        "130-60-130-110 90 14-140-140 16 "
        "92-108-92-108 140 16-14-140 110 "
        "90z",
        canvas.gradient("#fff27a", "#ff9a2f"),
        "#0d1f5c",
        9,
    )


def swirl(canvas: Canvas) -> None:
    """Draw a swirl of magic."""
    canvas.rect(0, 0, 630, 880, canvas.gradient("#2b1503", "#8a4a0a", "#f0b52c"))
    canvas.path(
        "M315 320c60-60 160 0 120 110s-230 110-290-20 40-310 210-300 260 170 210 330",
        line="#fff0a0",
        thick=26,
        opacity=0.35,
    )
    canvas.circle(315, 320, 250, canvas.glow((0, "#fff6c9", 0.8), (1, "#ffd34d", 0)))
    canvas.stars(scattered(6, 18, 630, 600, (3, 8)), "#fff6c9")


def castle(canvas: Canvas) -> None:
    """Draw the end of both roads, with light in every window."""
    _sky(canvas, "#0d1240", "#3a2f8c", "#ff9a7a", seed=7, stars=22)
    _moon(canvas, 130, 150, 62)
    canvas.path("M0 420c160-90 250-110 330-90s180 60 300 60v490H0z", "#2c2f7a")
    canvas.path("M0 520c200-70 400-60 630 0v360H0z", "#237a5a")
    canvas.path("M60 880c80-160 200-200 230-330M570 880c-80-160-190-200-220-330", line="#f0dcae", thick=22)


BY_LOCATION: Final = {"forest": forest, "crypt-entrance": crypt, "galleon": ship}
"""Scene of a monster's home, by the icon of the location."""
BY_EFFECT: Final = {"in-space": space, "lurking": thicket, "surprise": burst}
BY_ICON: Final = {
    "ninja-head": rooftops,
    "shark-jaws": deep,
    "shambling-zombie": graveyard,
    "dove": square,
    "laser-blast": neon,
    "laser-burst": neon,
    "high-kick": dojo,
    "bacon": sizzle,
    # goals
    "ninja-star": space,
    "raise-zombie": graveyard,
    "shark-fin": deep,
    "shark-bite": deep,
    "pirate-flag": ship,
    "pirate-skull": ship,
    "ship-wheel": ship,
    "coffin": crypt,
    "vampire-cape": crypt,
    "bear-face": forest,
    "polar-bear": forest,
    "freedom-dove": square,
    "laser-sparks": neon,
    "ninja-heroic-stance": dojo,
    "pig": sizzle,
    "magic-portal": space,
}
"""Scene of an icon that has one of its own."""
