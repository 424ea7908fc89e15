"""Scenes behind the figures: one for each deck, in a field of 630 by 880, whose lower third is quiet."""

from collections.abc import Callable
from typing import Final

from longbeard.engine.drawing import Canvas, scattered
from longbeard.engine.html import h

WIDTH: Final = 630
HEIGHT: Final = 880


def samurai(canvas: Canvas) -> None:
    """Draw dawn behind the mountain, and waves."""
    canvas.rect(0, 0, WIDTH, HEIGHT, canvas.gradient("#3d1763", "#b82a78", "#ff6a4a", "#ffc75a"))
    canvas.circle(315, 280, 205, canvas.gradient("#ffe27a", "#ff5a3c", "#e0243c"))
    canvas.path("M60 150h150m30 0h40M400 110h170m-60 34h90M20 200h80", line="#ffe9d6", thick=12, opacity=0.7)
    canvas.path("M-60 520 150 290l40-6 34 8 190 228z", "#5a1f6b")
    canvas.path("M110 334l40-44 40-6 34 8 38 46-30-12-24 22-34-24-30 22z", "#ffe9f4")
    wave = h(
        "<g fill='#1b6fb0' stroke='#d9f4ff' stroke-width='5'><circle cx='45' cy='45' r='42'/>"
        "<circle cx='45' cy='45' r='27'/><circle cx='45' cy='45' r='12'/><circle cx='0' cy='68' r='42'/>"
        "<circle cx='0' cy='68' r='27'/><circle cx='0' cy='68' r='12'/><circle cx='90' cy='68' r='42'/>"
        "<circle cx='90' cy='68' r='27'/><circle cx='90' cy='68' r='12'/></g>"
    )
    canvas.path("M0 452c80-40 150-40 210-6s140 34 210-2 140-34 210 4v450H0z", canvas.pattern(90, 46, wave))


def wizard(canvas: Canvas) -> None:
    """Draw a study at night: the window, the shelves, a circle on the floor."""
    canvas.rect(0, 0, WIDTH, HEIGHT, canvas.gradient("#1a0b45", "#45189a", "#7a2fc0"))
    canvas.path(
        "M165 430V210c0-200 300-200 300 0v220z",
        canvas.gradient("#0a1a5c", "#2460c8", "#7ad0ff"),
        "#f0b040",
        12,
    )
    canvas.circle(372, 150, 46, "#fff6c8")
    canvas.stars([(x + 170, y + 70, r) for x, y, r in scattered(5, 16, 290, 200, (3, 7))], "#fff3b0")
    canvas.path("M-10 60h140v400H-10zM500 60h140v400H500z", "#2a0f1f", "#8a4a1c", 10)
    books = ((28, 110, "#e8434a"), (22, 92, "#ffb52e"), (30, 118, "#2fb37a"), (24, 100, "#4a8cff"))
    for book, (wide, high, colour) in enumerate(books):
        places = [
            (left + (book + shelf) % 4 * 32, 190 + 130 * shelf) for left in (0, 510) for shelf in range(3)
        ]
        canvas.path("".join([f"M{x} {bottom}v-{high}h{wide}v{high}z" for x, bottom in places]), colour)
    canvas.path("M-10 192h140m370 0h140M-10 322h140m370 0h140", line="#8a4a1c", thick=10)
    canvas.rect(0, 452, WIDTH, 430, canvas.gradient("#5a1f8c", "#2a0a55"))
    canvas.add("<g fill='none' stroke='#7df0ff' stroke-width='7'><ellipse cx='315' cy='500' rx='250' "
               "ry='52'/>"
               "<ellipse cx='315' cy='500' rx='205' ry='38' stroke-dasharray='26 16'/></g>")  # fmt: skip


def sci_fi(canvas: Canvas) -> None:
    """Draw a neon grid under a striped sun."""
    canvas.rect(0, 0, WIDTH, HEIGHT, canvas.gradient("#070426", "#2a0a6b", "#8a13a8", "#ff3fa4"))
    canvas.stars(scattered(11, 26, WIDTH, 260, (2, 5)), "#d8f6ff")
    sun = canvas.gradient("#fff36b", "#ff9a3d", "#ff2f8e")
    canvas.path("M110 370a205 205 0 1 1 410 0z", sun)
    canvas.path("M100 250h430M100 290h430M100 326h430M100 356h430", line="#7a0f9c", thick=11)
    canvas.rect(0, 404, WIDTH, 480, canvas.gradient("#2a0560", "#0a0330"))
    canvas.path(
        "M0 404h630M0 428h630M0 464h630M0 516h630M0 590h630M0 700h630M0 850h630M315 404v480M262 404 40 884"
        "M368 404l222 480M208 404-332 884M422 404l540 480M140 404-720 884M490 404l860 480M60 404-1290 884"
        "M570 404l1350 480",
        line="#35f0ff",
        thick=5,
    )


def medieval(canvas: Canvas) -> None:
    """Draw a castle on its hill, and bunting."""
    canvas.rect(0, 0, WIDTH, HEIGHT, canvas.gradient("#1150b8", "#3fa0f0", "#c2f0ff"))
    canvas.path("M20 240c0-40 60-44 70-10 40-20 70 30 30 40H40c-30 0-40-20-20-30zM440 180c0-44 66-48 "
                "78-10 44-22 78 30 34 44h-90c-34 0-44-24-22-34z", "#f4fbff")  # fmt: skip
    canvas.path("M100 420V230h-14v-60h24v20h22v-20h24v20h22v-20h24v60h-14v60h40v-30h24v24h24v-24h24v24h24"
                "v-24h24v30h40V170h-14v-60h24v20h22v-20h24v20h22v-20h24v60h-14v260z", "#7a5fb0")  # fmt: skip
    canvas.path("M134 170v-66l52 20-52 20M468 110V50l52 18-52 18", "#ff4a3d", "#5a3d8c", 6)
    canvas.path("M288 420v-70c0-50 66-50 66 0v70zM134 270h26v44h-26zM470 220h26v44h-26z", "#3a2a6b")
    canvas.path("M-10 430c150-80 320-60 650-10v470H-10z", "#3fb04a")
    canvas.path("M-10 500c200-60 400-50 650-20v420H-10z", "#1f8038")
    for at, colour in enumerate(
        ("#ffd23f", "#e63a3a", "#ffffff", "#2a62d6", "#ffd23f", "#e63a3a", "#ffffff")
    ):
        canvas.path(f"M{at * 92 - 6} {6 + 20 * (at % 2)}h84l-42 74z", colour, "#12306b", 5)


def pirate(canvas: Canvas) -> None:
    """Draw a ship on a moonlit sea."""
    canvas.rect(0, 0, WIDTH, HEIGHT, canvas.gradient("#04264a", "#0a6a80", "#3fd0b0", "#ffe98a"))
    canvas.circle(470, 140, 84, canvas.glow("#ffffff", "#ffeeb0"))
    canvas.stars(scattered(23, 22, WIDTH, 220, (2, 5)), "#e8fff6")
    canvas.icon("galleon", 150, 270, 270, "#072b45")
    canvas.path("M80 130q24-26 46 0 22-26 46 0M300 84q18-20 34 0 16-20 34 0", line="#f4fffb", thick=8)
    tops = ((396, "#0f8fa0"), (446, "#0a6a8c"), (504, "#073f6b"))
    for row, (top, colour) in enumerate(tops):
        crest = "".join([" q39-46 79 0t79 0"] * 5)
        canvas.path(f"M{-60 - 50 * row} {top}{crest}v500H-160z", colour, "#d9fff6", 6)


def standard(canvas: Canvas) -> None:
    """Draw the hall with the umbrella stand, in the light of the clash on the box."""
    canvas.rect(0, 0, WIDTH, HEIGHT, "#e0561a")
    canvas.rays(315, 290, 14, 640, "#ff9a2e", 1)
    canvas.path("M0 470h630v420H0z", "#7a1f4a")
    canvas.path(
        "M60 470h90L-70 890h-300zM240 470h90l15 420H130zM420 470h90l250 420H540zM600 470h90l480 420H950z",
        "#ffd23f",
    )
    canvas.path("M0 470h630", line="#4a0f2c", thick=9)


SCENES: Final[dict[str, Callable[[Canvas], None]]] = {
    "samurai": samurai,
    "wizard": wizard,
    "sci-fi": sci_fi,
    "medieval": medieval,
    "pirate": pirate,
}
"""The scene of each deck by its slug; all others have the hall."""


def halo(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Draw the light that sets a figure off from its scene."""
    glow = canvas.glow((0, "#fffbe0", 0.9), (0.4, "#fff3c0", 0.45), (0.67, "#fff3c0", 0))
    canvas.circle(x, y, radius, glow)
