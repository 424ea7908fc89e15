"""The printed pieces of Wiz Up The Wall, drawn from its box: stream cards, wizards, and two aids.

Cards are hexagons with a flat side up, as the cells of the wall are (G1): a card's back is laid edge to edge.
"""

from contextlib import AbstractContextManager
from typing import Final

from longbeard.engine.drawing import Canvas, Svg, Tones, Type, number
from longbeard.engine.piece import CARD, Piece, Shape
from longbeard.games.wiz_up_the_wall import PLATE
from longbeard.games.wiz_up_the_wall.box import PAIRS, StreamBox
from longbeard.games.wiz_up_the_wall.scenery import (
    GOLD,
    HIGH,
    HORIZON,
    MOTIFS,
    NIGHT,
    PINK,
    QUIET,
    TURQUOISE,
    WIDE,
    Element,
    bricks,
    dots,
    element_of,
    neon,
)

HEX: Final = (WIDE / 10, HIGH / 10)
"""Width and height of a card in millimetres."""
SHEET: Final = (148.0, 105.0)
LEAST: Final = 26.0
"""Smallest type on a card: 2.6 mm."""
ROUNDS: Final = int(next(option.default for option in PLATE.options if option.name == "rounds"))
"""Default number of rounds (P4)."""
HEADS: Final = frozenset({"wizard-face", "witch-face", "dwarf-face", "cowled"})
"""Icons that are only a head: they get shoulders."""

STRAIGHT: Final = "M320 560V-6"
FORK: Final = "M320 560Q320 300 76 136M320 560Q320 300 564 136"
SEAM: Final = "M346 -4 306 96 340 190 300 290 330 360 310 560"
SIDES: Final = ("L-10 560V-4z", "L650 560V-4z")
WORDS_LIGHT: Final = "#fdf6ff"

Colours = tuple[str, str, str]


def pieces(box: StreamBox) -> list[Piece]:
    """Return every printed piece of a box."""
    copies = [0] * len(box.slugs)
    for card in box.pile:
        copies[card] += 1
    return [
        *[_stream(box, card, copies[card]) for card in range(len(box.slugs)) if copies[card]],
        *[_wizard(box, place) for place in range(len(box.wizards))],
        _reference(box),
        _sheet(box),
    ]


# ── hexagons ──────────────────────────────────────────────────────────────────────────────────────


def _hexagon(inset: float) -> str:
    """Return the outline of a card, inset from its edge."""
    across = inset * 2 / 3**0.5
    left, right, top, low = across, WIDE - across, inset, HIGH - inset
    slope = (WIDE - 2 * across) / 4
    return (
        f"M{left:.1f} {HIGH / 2:.1f}L{left + slope:.1f} {top:.1f}H{right - slope:.1f}"
        f"L{right:.1f} {HIGH / 2:.1f} {right - slope:.1f} {low:.1f}H{left + slope:.1f}z"
    )


def _inside(canvas: Canvas, outline: str) -> AbstractContextManager[None]:
    """Clip what follows to an outline."""
    name = canvas.define("<clipPath id='{}'><path d='{}'/></clipPath>", outline)
    return canvas.group("clip-path='url(#{})'", name)


def _frame(canvas: Canvas, colours: Colours) -> None:
    canvas.path(_hexagon(11), line=NIGHT, thick=22)
    canvas.path(_hexagon(22), line=colours[0], thick=13, opacity=0.4)
    canvas.path(_hexagon(22), line=colours[1], thick=6)


GATES: Final = {
    "low": "M250 532h140l-14 22H264z",
    "top": "M250 22h140l-14-22H264z",
    "left": "M108 90 52 187l19 22 63-109z",
    "right": "M532 90l56 97-19 22-63-109z",
}
"""Openings in the frame where the stream comes in and goes out: they tell a fork without colour or words."""


def _gates(canvas: Canvas, fork: bool, colours: Colours) -> None:
    for gate in ("low", "left", "right") if fork else ("low", "top"):
        canvas.path(GATES[gate], colours[1], colours[2], 3)


def _banner(canvas: Canvas, name: str, colours: Colours) -> None:
    """Draw the ribbon with a name, where a hexagon is still wide."""
    canvas.path("M66 366h508l-22 34 22 34H66l22-34z", canvas.gradient("#3a2f78", "#1d1748"), colours[1], 5)
    canvas.words(name, 100, 366, 440, 68, 52, Type.TITLE, WORDS_LIGHT, least=30)


def _sentence(canvas: Canvas, text: str) -> None:
    canvas.words(text, 163, 438, 314, 92, 34, Type.TEXT, WORDS_LIGHT, least=LEAST)


def _quiet(canvas: Canvas) -> None:
    """Darken the lower part, where words stand."""
    canvas.rect(
        0,
        QUIET - 60,
        WIDE,
        HIGH - QUIET + 60,
        canvas.gradient((0, NIGHT, 0), (0.32, NIGHT, 0.86), (1, NIGHT, 0.96)),
    )


# ── stream cards ──────────────────────────────────────────────────────────────────────────────────


def _stream(box: StreamBox, card: int, copies: int) -> Piece:
    fork = card >= PAIRS
    symbols = [box.symbols[box.first[card]], box.symbols[box.second[card]]]
    kind = "fork" if fork else "straight"
    way = "forks" if fork else "runs straight"
    return Piece(
        key=f"card-{box.slugs[card]}",
        name=box.names[card],
        kind=kind,
        text=f"{' and '.join(symbols)}; its back {way}. {box.texts[card]}",
        copies=copies,
        shape=Shape.HEX,
        size=HEX,
        front=_stream_front(box, card, words=True),
        art=_stream_front(box, card, words=False),
        back=_stream_back(fork),
        rules=("C1", "C2", "C3", "G2", "T2", "P2"),
    )


def _stream_front(box: StreamBox, card: int, words: bool) -> Svg:
    """Draw two landscapes side by side with the figures of their symbols, and what they make together."""
    slug = box.slugs[card % PAIRS]
    canvas = Canvas(f"wiz{card}{'' if words else 'a'}", *HEX)
    places = (int(box.first[card]), int(box.second[card]))
    elements = [element_of(box.symbols[place], place) for place in places]
    fork = card >= PAIRS
    colours = PINK if fork else TURQUOISE
    with _inside(canvas, _hexagon(2)):
        _landscapes(canvas, elements, places)
        if slug in MOTIFS:
            MOTIFS[slug](canvas)
        if words:
            _quiet(canvas)
    for place, element, side in zip(places, elements, (-1, 1), strict=True):
        x = WIDE / 2 + side * (140 if words else 136)
        _symbol(canvas, box.symbol_icons[place], element.tones, x, *((216, 190) if words else (268, 224)))
        if words:
            canvas.words(
                box.symbols[place], x - 110, 320, 220, 42, 34, Type.BOLD, element.tones.light, least=LEAST,
                line=NIGHT, thick=9,
            )  # fmt: skip
    _frame(canvas, colours)
    _gates(canvas, fork, colours)
    if words:
        _banner(canvas, box.names[card], colours)
        _sentence(canvas, box.texts[card])
    _clasp(canvas, fork, *((318, 0.19) if words else (448, 0.25)))
    return canvas.done()


def _landscapes(canvas: Canvas, elements: list[Element], places: tuple[int, int]) -> None:
    sides = ("M-10-10h660v580H-10z",) if places[0] == places[1] else tuple(SEAM + side for side in SIDES)
    for element, side in zip(elements, sides, strict=False):
        with _inside(canvas, side):
            canvas.rect(0, 0, WIDE, HORIZON, canvas.gradient(*element.sky))
            element.land(canvas)
    if len(sides) == 2:
        canvas.path(SEAM, line=NIGHT, thick=12, opacity=0.8)
        canvas.path(SEAM, line="#ffffff", thick=4, opacity=0.9)


def _symbol(canvas: Canvas, icon: str, tones: Tones, x: float, y: float, size: float) -> None:
    shade = canvas.glow((0, NIGHT, 0.75), (0.4, NIGHT, 0.5), (0.66, NIGHT, 0))
    canvas.circle(x, y, size * 0.72, shade)
    canvas.figure(icon, x, y, size, tones, outline=44)


def _clasp(canvas: Canvas, fork: bool, y: float, scale: float) -> None:
    """Draw a small picture of the back, between the symbols."""
    with canvas.group(
        "transform='translate(320 {}) scale({}) translate(-320 -277)'", number(y), number(scale)
    ):
        canvas.path(_hexagon(-30), NIGHT)
        canvas.path(_hexagon(0), "#2a2458", GOLD[0], 26)
        with _inside(canvas, _hexagon(0)):
            canvas.path(FORK if fork else STRAIGHT, line=GOLD[1], thick=92)


def _stream_back(fork: bool) -> Svg:
    """Draw the side that lies up: the stream alone, from edge to edge."""
    canvas = Canvas(f"wutw-back-{'fork' if fork else 'straight'}", *HEX)
    with _inside(canvas, _hexagon(2)):
        _wall(canvas)
        neon(canvas, FORK if fork else STRAIGHT, GOLD, 62)
        for x, y, size in FORK_SPARKS if fork else STRAIGHT_SPARKS:
            _spark(canvas, x, y, size)
    canvas.path(_hexagon(7), line=NIGHT, thick=14)
    canvas.path(_hexagon(17), line="#6c5fc0", thick=6)
    return canvas.done()


STRAIGHT_SPARKS: Final = ((210, 96, 26), (436, 170, 34), (196, 300, 32), (430, 390, 24), (226, 470, 20))
FORK_SPARKS: Final = ((320, 130, 34), (196, 380, 28), (452, 400, 32), (250, 60, 20), (410, 74, 22))


def _spark(canvas: Canvas, x: float, y: float, size: float) -> None:
    canvas.path(
        f"M{x} {y - size}q0 {size} {size} {size}q{-size} 0 {-size} {size}q0 {-size} {-size} {-size}"
        f"q{size} 0 {size} {-size}z",
        GOLD[2],
    )


def _wall(canvas: Canvas) -> None:
    canvas.rect(0, 0, WIDE, HIGH, canvas.gradient("#1b1642", "#332b72", "#241e55"))
    canvas.rect(0, 0, WIDE, HIGH, bricks(canvas, "#4b428c"))


# ── wizards ───────────────────────────────────────────────────────────────────────────────────────

ROBES: Final = (
    (Tones("#ffe6ea", "#ff8fa3", "#b8285a", "#2b0620"), PINK),
    (Tones("#e6f4ff", "#7cc0ff", "#2660c8", "#04123a"), ("#5aa8ff", "#9dd0ff", "#f0f8ff")),
    (Tones("#f0ffe0", "#97e67c", "#2f8a3a", "#07240f"), ("#7fe05a", "#b4f29a", "#f6ffef")),
    (Tones("#f6e8ff", "#cf9bff", "#6a30c0", "#160636"), ("#b98cff", "#d9bcff", "#faf5ff")),
    (Tones("#fff6d6", "#ffcf62", "#c2701a", "#2b1606"), GOLD),
    (Tones("#e6fffa", "#5fe6d8", "#0f8a86", "#03262e"), TURQUOISE),
)
"""Colours of the wizards, in the order of the seats."""


def _wizard(box: StreamBox, place: int) -> Piece:
    return Piece(
        key=f"wizard-{box.wizards[place]}",
        name=box.wizard_names[place],
        kind="wizard",
        text=box.wizard_texts[place],
        copies=1,
        shape=Shape.HEX,
        size=HEX,
        front=_wizard_front(box, place, words=True),
        art=_wizard_front(box, place, words=False),
        back=_wizard_back(),
        rules=("C1", "S1", "G1"),
    )


def _wizard_front(box: StreamBox, place: int, words: bool) -> Svg:
    """Draw a wizard at the foot of the tower, with the stream going up behind."""
    canvas = Canvas(f"wutw-{box.wizards[place]}{'' if words else '-art'}", *HEX)
    tones, colours = ROBES[place % len(ROBES)]
    icon = box.wizard_icons[place]
    with _inside(canvas, _hexagon(2)):
        canvas.rect(0, 0, WIDE, HIGH, canvas.gradient("#0b0a2c", "#2a1f66", "#5a2f86"))
        dots(canvas, 31 + place, 18, 300, 6, "#fff3d6")
        canvas.path("M166-10h308l26 560H140z", "#2a2458")
        canvas.path("M166-10h308l26 560H140z", bricks(canvas, "#4b428c"))
        neon(canvas, "M320 300V-10", colours, 46)
        canvas.circle(320, 240, 300, canvas.glow((0, colours[0], 0.6), (0.66, colours[0], 0)))
        with canvas.group(
            "transform='translate(320 {}) scale({})'", *(("206", "1") if words else ("262", "1.25"))
        ):
            canvas.path("M-420 150q420-40 840 0v300h-840z", "#151033")
            canvas.add("<ellipse cy='150' rx='190' ry='24' fill='{}' opacity='.55'/>", colours[0])
            canvas.add("<ellipse cy='148' rx='120' ry='13' fill='{}' opacity='.8'/>", colours[1])
            if icon in HEADS:
                robe = canvas.gradient(tones.main, tones.shade)
                canvas.path("M-150 156q6-104 96-120h108q90 16 96 120z", robe, tones.line, 12)
                canvas.path("M-76 156q4-50-10-84M76 156q-4-50 10-84", line=tones.line, thick=8)
            canvas.figure(icon, 0, 6 if icon not in HEADS else -14, 264, tones, outline=34)
        if words:
            _quiet(canvas)
    _frame(canvas, colours)
    canvas.path(GATES["top"], colours[1], colours[2], 3)
    if words:
        _banner(canvas, box.wizard_names[place], colours)
        _sentence(canvas, box.wizard_texts[place])
    return canvas.done()


def _wizard_back() -> Svg:
    canvas = Canvas("wutw-wizard-back", *HEX)
    with _inside(canvas, _hexagon(2)):
        _wall(canvas)
        canvas.circle(320, 277, 250, canvas.glow((0, "#ff6fae", 0.6), (0.66, "#ff6fae", 0)))
    canvas.figure("pointy-hat", 320, 262, 320, Tones("#e6fffa", "#62e6d4", "#3b5bd0", NIGHT), outline=30)
    _frame(canvas, PINK)
    return canvas.done()


# ── aids ──────────────────────────────────────────────────────────────────────────────────────────


def _page(canvas: Canvas, corner: float = 34) -> None:
    """Draw a rectangle of night sky and tower with a neon frame."""
    canvas.rect(0, 0, canvas.width, canvas.height, NIGHT, corner)
    with canvas.clipped(16, 16, canvas.width - 32, canvas.height - 32, corner - 10):
        canvas.rect(0, 0, canvas.width, canvas.height, canvas.gradient("#15122f", "#2a2160"))
        canvas.rect(0, 0, canvas.width, canvas.height, bricks(canvas, "#2d2660"))
    canvas.rect(18, 18, canvas.width - 36, canvas.height - 36, "none", corner - 10, TURQUOISE[1], 6)


def _title(canvas: Canvas, words: str, y: float) -> None:
    canvas.words(words, 50, y, canvas.width - 100, 66, 54, Type.TITLE, PINK[1], line=NIGHT, thick=6)


def _reference(box: StreamBox) -> Piece:
    bust = int(box.bust)
    turn = (
        ("card-draw", "Draw a card, or say that your spell is finished."),
        ("worried-eyes", "Look at its two symbols and remember them."),
        ("card-play", "Lay it face down at a tip of your stream."),
        ("crossed-swords", "Onto an opponent’s card: it and all beyond are cut, their spell ends."),
        ("lightning-storm", "Onto an opponent’s tip: both spells end."),
        ("skull-crossed-bones", f"More than {bust} of one symbol in the end: bust, no points."),
        ("crown", f"A point for each card. {ROUNDS} rounds, the highest total wins."),
    )
    return Piece(
        key="reference",
        name="A turn at a glance",
        kind="aid",
        text=" ".join(words for icon, words in turn),
        copies=len(box.wizards),
        shape=Shape.CARD,
        size=CARD,
        front=_lines("wutw-reference", "Your turn", turn, words=True),
        art=_lines("wutw-reference-art", "", turn, words=False),
        back=_setting_up(box),
        rules=("T1", "T2", "T5", "T6", "P2", "P3", "P4"),
    )


def _lines(key: str, title: str, lines: tuple[tuple[str, str], ...], words: bool) -> Svg:
    canvas = Canvas(key, *CARD)
    _page(canvas)
    if words:
        _title(canvas, title, 40)
    colours = (TURQUOISE, TURQUOISE, TURQUOISE, PINK, PINK, GOLD, GOLD)
    for place, ((icon, sentence), colour) in enumerate(zip(lines, colours, strict=True)):
        y = 120 + 104 * place
        canvas.rect(40, y, 550, 94, "#0e0b22", 20, colour[0], 3)
        canvas.icon(icon, 90, y + 47, 72, colour[1])
        if words:
            canvas.words(sentence, 140, y + 4, 436, 86, 33, Type.TEXT, WORDS_LIGHT, "start", LEAST)
    return canvas.done()


def _setting_up(box: StreamBox) -> Svg:
    """Draw the other side of the reference: where wizards stand, and the six symbols."""
    canvas = Canvas("wutw-setting-up", *CARD)
    _page(canvas)
    _title(canvas, "Setting up", 40)
    canvas.words(
        f"The wall is round. Wizards stand at its foot, {int(box.distance)} columns apart, and each lays two "
        "cards unseen, straight up. If the first forks, choose where the second goes.",
        50, 110, 530, 190, 34, Type.TEXT, WORDS_LIGHT, "start", LEAST,
    )  # fmt: skip
    canvas.words(
        "Turns go to the left. A round ends when every spell has; then turn all cards up. Move one place on, "
        "and shuffle all cards.",
        50, 300, 530, 150, 34, Type.TEXT, WORDS_LIGHT, "start", LEAST,
    )  # fmt: skip
    for place, symbol in enumerate(box.symbols):
        x, y = 135 + 180 * (place % 3), 540 + 190 * (place // 3)
        canvas.rect(x - 80, y - 80, 160, 176, "#0e0b22", 24, "#6c5fc0", 3)
        canvas.figure(box.symbol_icons[place], x, y - 12, 104, element_of(symbol, place).tones, outline=40)
        canvas.words(symbol, x - 74, y + 46, 148, 44, 34, Type.BOLD, WORDS_LIGHT, least=LEAST)
    return canvas.done()


def _sheet(box: StreamBox) -> Piece:
    return Piece(
        key="score-sheet",
        name="Score sheet",
        kind="aid",
        text=f"A row for each wizard, a column for each of {ROUNDS} rounds, and one for the total.",
        copies=1,
        shape=Shape.BOARD,
        size=SHEET,
        front=_score_sheet(box, words=True),
        art=_score_sheet(box, words=False),
        rules=("P2", "P3", "P4", "P5"),
    )


def _score_sheet(box: StreamBox, words: bool) -> Svg:
    canvas = Canvas(f"wutw-score-sheet{'' if words else '-art'}", *SHEET)
    _page(canvas)
    if words:
        _title(canvas, "Wiz Up The Wall", 34)
    names = [*(f"Round {number}" for number in range(1, ROUNDS + 1)), "Total"]
    for column, name in enumerate(names):
        x = 560 + 224 * column
        if words:
            canvas.words(name, x, 112, 200, 54, 42, Type.TITLE, GOLD[1])
        for row in range(len(box.wizards)):
            line = (GOLD if name == "Total" else TURQUOISE)[0]
            canvas.rect(x, 172 + 132 * row, 200, 112, "#f4f0ff", 18, line, 6)
    for row, name in enumerate(box.wizard_names):
        tones, colours = ROBES[row % len(ROBES)]
        y = 172 + 132 * row
        canvas.rect(44, y, 492, 112, "#0e0b22", 18, colours[0], 4)
        canvas.figure(box.wizard_icons[row], 104, y + 56, 92, tones, outline=30)
        if words:
            canvas.words(name, 166, y + 8, 356, 96, 50, Type.TITLE, WORDS_LIGHT, "start", 30)
    if words:
        canvas.words(
            f"A point for each card that counts; more than {int(box.bust)} of one symbol: bust, 0.",
            60, 964, 1360, 56, 36, Type.TEXT, WORDS_LIGHT, least=LEAST,
        )  # fmt: skip
    return canvas.done()
