"""Every printed piece of Witless Wizards, drawn from its box: a comic, after the clash on the cover.

What kind a card is, its shapes say without reading: a weapon has cut corners, a zigzag and a burst,
armour has rivets and shields, a special card is round and cloudy. The scene tells the deck.
"""

from dataclasses import dataclass
from typing import Final

from longbeard.engine.drawing import (
    LINE,
    Canvas,
    NoRoom,
    Svg,
    Tones,
    Type,
    broken,
    fitted,
    has_icon,
    number,
    width_of,
)
from longbeard.engine.errors import LongbeardError
from longbeard.engine.html import h
from longbeard.engine.piece import CARD, Piece, Shape
from longbeard.games.witless_wizards import abilities, figures, scenes
from longbeard.games.witless_wizards.actions import MOST_SEATS
from longbeard.games.witless_wizards.box import DEFENSIVE, OFFENSIVE, SLOTS, SPECIAL, WizardBox
from longbeard.games.witless_wizards.figures import BURST, INK, PIPS, PORTRAITS, Portrait, cube, heart
from longbeard.games.witless_wizards.view import ABILITY_WORDS, YES_OR_NO

WIDTH: Final = 630
HEIGHT: Final = 880
LEAST: Final = 26
"""Smallest type on a card: 2.6 mm."""
KIND_WORDS: Final = ("weapon", "armour", "special")
KIND_ICONS: Final = ("crossed-swords", "shield", "star-swirl")
KIND_RULES: Final = (("B3",), ("B4",), ())
CUBES: Final = 30
"""Number of cubes of concentration (C1)."""
ABILITY_ICONS: Final = (
    "fire-punch", "magic-shield", "barbed-spear", "hunter-eyes", "rolling-dices", "laser-burst", "swap-bag",
    "fangs", "boxing-glove-surprise", "pitchfork", "high-kick", "telescope", "sunflower", "evil-eyes",
    "six-eyes",
    "upgrade", "round-shield", "magic-potion", "perspective-dice-six-faces-random", "smoke-bomb",
)  # fmt: skip
"""Sign of each ability, in the order of `abilities.NAMES`."""
ABILITY_RULES: Final = {
    "scry": ("D2", "X3"), "reach": ("D3", "B2", "X3"), "focus-attack": ("B3",), "twice": ("B3", "X5"),
    "steady": ("B3", "X5"), "reroll": ("X1",), "might": ("B3",), "pierce": ("B4", "X6"), "splash": ("X6",),
    "drain": ("X7",), "leech": ("X7",), "recoil": ("X7",), "focus-defence": ("B4", "X6"), "block": ("X6",),
    "dodge": ("X5",), "ward": ("B4", "X6"), "thorns": ("X7",), "heal": ("B5",), "regrow": ("X4",),
    "cursed": ("X4", "X8"),
}  # fmt: skip


@dataclass(frozen=True)
class Style:
    """The shapes and colours of a kind of card."""

    frame: tuple[str, str]
    panel: tuple[str, str]
    window: str
    """The opening of the frame."""
    edge: str
    """The upper edge of the panel with the words."""
    banner: str
    tails: str
    dark: str


STYLES: Final = (
    Style(
        ("#ff6a2b", "#c3121f"), ("#ffe3c2", "#ffb98a"),
        "M76 24H554L606 76V804L554 856H76L24 804V76z",
        "M0 556" + "l35-40 35 40" * 9 + "V880H0z",
        "M76 508H554L612 552 554 596H76L18 552z", "", "#7d0f1c",
    ),
    Style(
        ("#3d9bf0", "#123f9c"), ("#dcf0ff", "#a2d2ff"),
        "M38 24H592A14 14 0 0 1 606 38V842A14 14 0 0 1 592 856H38A14 14 0 0 1 24 842V38A14 14 0 0 1 38 24z",
        "M0 506C150 520 262 540 315 588 368 540 480 520 630 506V880H0z",
        "M40 508H590V596H40z", "", "#0f2f73",
    ),
    Style(
        ("#c25cf0", "#5a1a9c"), ("#f2e0ff", "#d4b0ff"),
        "M114 24H516A90 90 0 0 1 606 114V766A90 90 0 0 1 516 856H114A90 90 0 0 1 24 766V114A90 90 0 0 1 "
        "114 24z",
        "M-35 548" + "a35 35 0 0 1 70 0" * 10 + "V880H-35z",
        "M70 512Q315 486 560 512V594Q315 568 70 594z", "M14 530h90v80H14l26-40zM616 530h-90v80h90l-26-40z",
        "#3f0f73",
    ),
)  # fmt: skip
DECK_ICONS: Final = {
    "samurai": "samurai-helmet",
    "wizard": "pointy-hat",
    "sci-fi": "ufo",
    "medieval": "castle",
    "pirate": "pirate-skull",
}
DECK_COLOURS: Final = {
    "samurai": "#e0243c",
    "wizard": "#5a2ad0",
    "sci-fi": "#d8188c",
    "medieval": "#1f6fd0",
    "pirate": "#0a7f80",
}
STANDARD_ICON: Final = "shepherds-crook"
STANDARD_COLOUR: Final = "#d9540f"


def pieces(box: WizardBox) -> list[Piece]:
    """Return every printed piece of a box."""
    found = [_card_piece(box, card) for card in range(1, int(box.cards))]
    found += [_board_piece(box, number) for number in range(MOST_SEATS)]
    found += [_marker_piece(box, number) for number in range(MOST_SEATS)]
    found += _die_pieces([int(face) for face in box.die])
    found.append(_cube_piece())
    found += _reference_pieces(box)
    return found


# ── equipment ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Equipment:
    """The content of a card."""

    slug: str
    name: str
    text: str
    icon: str
    kind: int
    value: int
    income: int
    deck: str
    """Slug of its deck; empty for the standard cards."""
    title: str
    words: tuple[tuple[int, int], ...]
    """Abilities and their numbers."""


def _equipment(box: WizardBox, card: int) -> Equipment:
    deck = int(box.deck_of[card])
    powers = [(row, int(box.powers[row * box.cards + card])) for row in range(len(abilities.NAMES))]
    icon = box.icons[card]
    if not has_icon(icon):
        raise LongbeardError(f"{box.slugs[card]}: there is no icon {icon} whose author we know")
    return Equipment(
        box.slugs[card], box.names[card], box.texts[card], icon, int(box.kind[card]), int(box.value[card]),
        int(box.income[card]), box.decks[deck] if deck >= 0 else "",
        box.titles[deck] if deck >= 0 else "Standard",
        tuple([(row, number) for row, number in powers if number]),
    )  # fmt: skip


def _card_piece(box: WizardBox, number: int) -> Piece:
    card = _equipment(box, number)
    key = f"card-{card.slug}"
    rules = ["C1", "C2", "D4", *KIND_RULES[card.kind]] + (["B6"] if card.income else [])
    rules += [] if card.deck else ["S1"]
    rules += [rule for row, power in card.words for rule in ABILITY_RULES[abilities.NAMES[row]]]
    return Piece(
        key, card.name, KIND_WORDS[card.kind], card_text(card), int(box.copies[number]), Shape.CARD, CARD,
        _card_front(key, card), _card_art(f"{key}-art", card), back(f"{key}-back"),
        tuple(dict.fromkeys(rules)),
    )  # fmt: skip


def card_text(card: Equipment) -> str:
    """Return what a card says in full, for those who cannot see it."""
    parts = [f"{card.title} deck" if card.deck else "standard card", KIND_WORDS[card.kind]]
    if card.kind != SPECIAL:
        parts.append(f"{'attack' if card.kind == OFFENSIVE else 'defence'} {card.value}")
    if card.income:
        parts.append(f"{card.income} cube{'' if card.income == 1 else 's'} a turn")
    parts += [_keyword(row, number) for row, number in card.words]
    return f"{', '.join(parts)}. {card.text}"


def _keyword(row: int, number: int) -> str:
    name = abilities.NAMES[row]
    if name in YES_OR_NO:
        return name
    return f"{name} {number:+}" if name in ("might", "ward") else f"{name} {number}"


def _scene(canvas: Canvas, card: Equipment, words: bool) -> None:
    """Draw frame, scene and figure; with the panel for words, or dark and quiet where the table sets them."""
    style = STYLES[card.kind]
    canvas.rect(0, 0, WIDTH, HEIGHT, INK, 34)
    canvas.rect(7, 7, WIDTH - 14, HEIGHT - 14, canvas.gradient(*style.frame), 28)
    clip = canvas.define("<clipPath id='{}'><path d='{}'/></clipPath>", style.window)
    with canvas.group("clip-path='url(#{})'", clip):
        scenes.SCENES.get(card.deck, scenes.standard)(canvas)
        if words:
            _figure(canvas, card, 294, 330)
            canvas.path(style.edge, canvas.gradient(*style.panel), INK, 9)
        else:
            _figure(canvas, card, 330, 380)
            canvas.rect(0, 480, WIDTH, 400, canvas.gradient((0, INK, 0), (0.45, INK, 0.8), (1, INK, 0.95)))
    canvas.path(style.window, line=INK, thick=9)
    if card.kind == DEFENSIVE:
        canvas.stars([(x, y, 8.5) for x in (15, 615) for y in (130, 285, 440, 595, 750)], "#eaf6ff")


def _figure(canvas: Canvas, card: Equipment, middle: float, size: float) -> None:
    scenes.halo(canvas, 315, middle, size * 0.66)
    canvas.add(
        "<ellipse cx='315' cy='{}' rx='170' ry='26' fill='{}' opacity='.4'/>",
        number(middle + size * 0.55),
        INK,
    )
    figures.draw(canvas, card.icon, card.kind, 315, middle, size)


def _card_art(key: str, card: Equipment) -> Svg:
    canvas = Canvas(key, *CARD)
    _scene(canvas, card, words=False)
    return canvas.done()


def _card_front(key: str, card: Equipment) -> Svg:
    canvas = Canvas(key, *CARD)
    _scene(canvas, card, words=True)
    style = STYLES[card.kind]
    if style.tails:
        canvas.path(style.tails, style.dark, INK, 7)
    canvas.path(style.banner, canvas.gradient(*style.frame), INK, 8)
    canvas.words(card.name, 78, 510, 474, 84, 62, Type.TITLE, "#fffaf0", least=38, line=INK, thick=7)
    if card.kind == DEFENSIVE:
        canvas.stars([(58, 526, 7), (58, 578, 7), (572, 526, 7), (572, 578, 7)], "#eaf6ff")
    _badge(canvas, card)
    if card.income:
        cube(canvas, 532, 104, 124)
        canvas.words(f"+{card.income}", 472, 64, 120, 84, 78, Type.TITLE, "#fffaf0", line=INK, thick=12)
    _card_words(canvas, card, style)
    return canvas.done()


def _badge(canvas: Canvas, card: Equipment) -> None:
    """Draw the value in the shape of its kind."""
    with canvas.group("transform='translate(106 108) scale(.92)'"):
        if card.kind == OFFENSIVE:
            canvas.path(BURST, canvas.glow("#fff8c0", "#ffd23f", "#ff8a1f"), INK, 9)
        elif card.kind == DEFENSIVE:
            canvas.path(
                "M0-92 78-66V4C78 56 44 86 0 106-44 86-78 56-78 4V-66z",
                canvas.gradient("#f4fbff", "#5ab0ff"),
                INK,
                9,
            )
        else:
            canvas.circle(0, 0, 78, canvas.glow("#fff0ff", "#c88aff", "#7a2ad0"), INK, 9)
    if card.kind == SPECIAL:
        canvas.icon("star-swirl", 106, 108, 108, "#3f0f73")
    else:
        canvas.words(str(card.value), 46, 50, 120, 116, 112, Type.TITLE, INK)


def _card_words(canvas: Canvas, card: Equipment, style: Style) -> None:
    """Draw the sentence, the keywords, and the deck."""
    bottom = 728 if card.words else 784
    canvas.words(card.text, 62, 612, 506, bottom - 612, 40, Type.TEXT, INK, least=LEAST, balance=True)
    _keywords(canvas, card, style)
    colour = DECK_COLOURS.get(card.deck, STANDARD_COLOUR)
    canvas.circle(315, 820, 29, colour, INK, 5)
    canvas.icon(DECK_ICONS.get(card.deck, STANDARD_ICON), 315, 820, 40, "#fffaf0")
    canvas.words(card.title, 96, 801, 182, 40, 30, Type.BOLD, style.dark, anchor="end", least=LEAST)
    canvas.words(
        KIND_WORDS[card.kind], 352, 801, 182, 40, 30, Type.BOLD, style.dark, anchor="start", least=LEAST
    )


def _keywords(canvas: Canvas, card: Equipment, style: Style) -> None:
    """Draw each ability with its sign and number, side by side."""
    if not card.words:
        return
    wide = 500 / len(card.words)
    for place, (row, power) in enumerate(card.words):
        word = _keyword(row, power)
        size, _ = fitted(word, Type.BOLD, 34, wide - 90, 44, LEAST)
        long = width_of(word, Type.BOLD, size) + 82
        left = 65 + place * wide + (wide - long) / 2
        canvas.rect(left, 730, long, 46, style.dark, 23)
        canvas.icon(ABILITY_ICONS[row], left + 34, 753, 38, "#ffe27a")
        canvas.words(word, left + 58, 730, long - 78, 46, size, Type.BOLD, "#fffaf0", least=size * 0.9)


def back(key: str) -> Svg:
    """Draw the back of every card: all decks are shuffled into one (S2), so it tells nothing."""
    canvas = Canvas(key, *CARD)
    canvas.rect(0, 0, WIDTH, HEIGHT, INK, 34)
    with canvas.clipped(20, 20, WIDTH - 40, HEIGHT - 40, 20):
        canvas.rect(0, 0, WIDTH, HEIGHT, "#d9481a")
        canvas.rays(315, 440, 18, 640, "#ff9a2e", 1)
        with canvas.group("transform='translate(315 440) scale(2.45)'"):
            canvas.path(BURST, canvas.glow("#fffbe0", "#ffe27a", "#ffb52e"), INK, 4)
        figures.draw(canvas, "crossed-swords", OFFENSIVE, 315, 440, 440)
        hat = canvas.slope(
            (0, "#b58cff", 1), (0.6, "#5a22c0", 1), (1, "#2f0d7a", 1), start=(0, 0), end=(0, 1)
        )
        canvas.figure("pointy-hat", 315, 420, 300, Tones("", "", "", INK), outline=24, body=hat)
        for x, y in ((90, 90), (540, 90), (90, 790), (540, 790)):
            canvas.icon("star-swirl", x, y, 90, "#7d1212")
    canvas.rect(20, 20, WIDTH - 40, HEIGHT - 40, "none", 20, "#ffe27a", 7)
    return canvas.done()


# ── wizards ───────────────────────────────────────────────────────────────────────────────────────

BOARD: Final = (213.0, 146.0)
"""Size of a board: three cards side by side, with the stamina track above them."""
SLOT_TOP: Final = 552
SLOT_LEFT: Final = 58
SLOT_STEP: Final = 692
TRACK_LEFT: Final = 520
TRACK_TOP: Final = 204
TRACK_WIDTH: Final = 1240
TRACK_HEIGHT: Final = 250
LEAST_SPACE: Final = 50
"""Smallest space of the track: 5 mm."""
BARE: Final = ("bare, bony fists: attack 0", "a nightshirt: defence 0", "nothing special")


def _board_piece(box: WizardBox, number: int) -> Piece:
    wizard = PORTRAITS[number]
    key = f"wizard-{number + 1}"
    text = (
        f"A wizard’s board: a stamina track from {box.stamina} down to 0, with the last {box.weakened} "
        f"in red "
        f"(weakened: after your attack you may return cubes for 1 stamina each), a pool for cubes, and "
        f"a slot "
        f"each for a weapon, armour and a special card."
    )
    return Piece(
        key, wizard.name, "board", text, 1, Shape.BOARD, BOARD, _board(key, box, wizard, True),
        _board(f"{key}-art", box, wizard, False), None, ("C2", "B4", "B5"),
    )  # fmt: skip


def _board(key: str, box: WizardBox, wizard: Portrait, printed: bool) -> Svg:
    canvas = Canvas(key, *BOARD)
    wide, high = canvas.width, canvas.height
    canvas.rect(0, 0, wide, high, INK, 50)
    with canvas.clipped(18, 18, wide - 36, high - 36, 36):
        canvas.rect(0, 0, wide, high, canvas.gradient(wizard.main, wizard.dark))
        canvas.rays(260, 270, 22, 2300, wizard.light, 0.28)
        with canvas.group("transform='translate(272 276) scale(2.05)'"):
            canvas.path(BURST, canvas.glow("#fffbe0", "#ffe27a", "#ff9a2e"), INK, 5)
        figures.portrait(canvas, wizard, 272, 280, 320)
        canvas.rect(0, 520, wide, high, wizard.dark)
        with canvas.clipped(0, 520, wide, high):
            canvas.rays(1065, 1460, 30, 1400, INK, 0.35)
        canvas.path(f"M0 520h{wide}", line=wizard.light, thick=9)
        for slot in range(SLOTS):
            _slot(canvas, slot, printed)
    canvas.rect(18, 18, wide - 36, high - 36, "none", 36, wizard.light, 7)
    if not printed:
        return canvas.done()
    with canvas.placed(86, 86, 84):
        canvas.path(wizard.sign, "#fffaf0", INK, 40)
    canvas.words(
        wizard.name, TRACK_LEFT, 44, 820, 110, 100, Type.TITLE, "#fffaf0", anchor="start", line=INK, thick=14
    )
    _track(canvas, int(box.stamina), int(box.weakened))
    _pool(canvas)
    return canvas.done()


def _slot(canvas: Canvas, slot: int, printed: bool) -> None:
    """Draw where a card of a kind lies."""
    style, left = STYLES[slot], SLOT_LEFT + SLOT_STEP * slot
    with canvas.group("transform='translate({} {})'", left, SLOT_TOP):
        canvas.path(style.window, canvas.gradient(*style.frame), "#fffaf0", 5)
        canvas.path(style.window, INK, opacity=0.45)
        canvas.icon(KIND_ICONS[slot], 315, 380, 300, style.panel[0], 0.55)
        if printed:
            canvas.words(KIND_WORDS[slot], 80, 96, 470, 90, 78, Type.TITLE, "#fffaf0")
            canvas.words(BARE[slot], 80, 640, 470, 80, 44, Type.TEXT, "#fffaf0", least=LEAST)


def _track(canvas: Canvas, most: int, weakened: int) -> None:
    """Draw the stamina track from the most to 0 in two rows: the red part is jagged as well as red."""
    columns = -(-(most + 1) // 2)
    side = min(TRACK_WIDTH / columns, TRACK_HEIGHT / 2)
    if side < LEAST_SPACE:
        raise NoRoom(f"a stamina track of {most} does not fit on a board")
    for place, stamina in enumerate(range(most, -1, -1)):
        column = place if place < columns else 2 * columns - 1 - place
        x = TRACK_LEFT + (column + 0.5) * side
        y = TRACK_TOP + (0.5 if place < columns else 1.5) * side
        _space(canvas, x, y, side * 0.9, stamina, stamina <= weakened)


def _space(canvas: Canvas, x: float, y: float, side: float, stamina: int, weak: bool) -> None:
    if stamina == 0:
        canvas.circle(x, y, side / 2, INK, "#fffaf0", 5)
        canvas.icon("tombstone", x, y, side * 0.7, "#fffaf0")
        return
    if weak:
        with canvas.group(
            "transform='translate({} {}) scale({})'", f"{x:.1f}", f"{y:.1f}", f"{side / 204:.3f}"
        ):
            canvas.path(BURST, "#ff3b30", INK, 12)
    else:
        canvas.rect(x - side / 2, y - side / 2, side, side, "#eafbe0", side / 4, INK, 5)
    canvas.words(str(stamina), x - side / 2, y - side / 2, side, side, side * 0.56, Type.TITLE,
    "#fffaf0" if weak else INK,
                 line=INK if weak else "", thick=6 if weak else 0)  # fmt: skip


def _pool(canvas: Canvas) -> None:
    """Draw the place for cubes, and what the red part of the track means."""
    canvas.rect(1790, 60, 300, 420, "#1b0c12", 60, "#ffc531", 8)
    canvas.words("cubes", 1800, 70, 280, 80, 66, Type.TITLE, "#ffe27a")
    for x, y in ((1870, 330), (1990, 330), (1930, 400), (1930, 260)):
        cube(canvas, x, y, 110)
    heart(canvas, 1414, 98, 84, "#ff3b30", "#fffaf0")
    canvas.words("stamina", 1470, 54, 290, 90, 72, Type.TITLE, "#fffaf0", anchor="start", line=INK, thick=10)
    canvas.words("red: weakened. After your attack, return cubes for 1 stamina each.", TRACK_LEFT, 460,
    TRACK_WIDTH, 50, 40,
                 Type.BOLD, "#fffaf0", anchor="start", least=LEAST, line=INK, thick=8)  # fmt: skip


def _marker_piece(box: WizardBox, number: int) -> Piece:
    wizard = PORTRAITS[number]
    key = f"marker-{number + 1}"
    text = f"The stamina marker of {wizard.name}; it begins on {box.stamina}."
    return Piece(
        key, f"{wizard.name}: stamina marker", "token", text, 1, Shape.TOKEN, (12, 12), _marker(key, wizard),
        _marker(f"{key}-art", wizard), None, ("C2", "B4"),
    )  # fmt: skip


def _marker(key: str, wizard: Portrait) -> Svg:
    canvas = Canvas(key, 12, 12)
    canvas.circle(60, 60, 60, INK)
    canvas.circle(60, 60, 55, canvas.glow(wizard.light, wizard.main, wizard.dark))
    clip = canvas.define("<clipPath id='{}'><circle cx='60' cy='60' r='55'/></clipPath>")
    with canvas.group("clip-path='url(#{})'", clip):
        canvas.rays(60, 60, 12, 80, wizard.light, 0.5)
        figures.portrait(canvas, wizard, 60, 62, 88)
    canvas.circle(60, 60, 55, "none", "#fffaf0", 3)
    return canvas.done()


# ── die and cubes ─────────────────────────────────────────────────────────────────────────────────

SIDE: Final = 180
"""Side of the die: 18 mm."""
FLAP: Final = 50
NET: Final = ((1, 1), (0, 1), (2, 1), (3, 1), (1, 0), (1, 2))
"""Positions of the six sides, in columns and rows."""


def _die_pieces(faces: list[int]) -> list[Piece]:
    said = ", ".join(map(str, faces))
    text = f"The battle die: its sides show {said}."
    if len(faces) == len(NET):
        size = ((4 * SIDE + 2 * FLAP) / 10, (3 * SIDE + 2 * FLAP) / 10)
        fold = f"{text} Cut out, fold along the lines, glue the flaps."
        return [
            Piece("die", "Battle die", "die", fold, 1, Shape.NET, size, _net("die", faces, True),
                  _net("die-art", faces, False), None, ("C1", "B3"))
        ]  # fmt: skip
    return [
        Piece(f"die-{face}", f"Side {face} of the die", "die",
        f"{text} Draw one of these instead of rolling.",
              faces.count(face), Shape.TILE, (18, 18), _side(f"die-{face}", face, True),
              _side(f"die-{face}-art", face, False), None, ("C1", "B3"))
        for face in sorted(set(faces))
    ]  # fmt: skip


def _net(key: str, faces: list[int], printed: bool) -> Svg:
    canvas = Canvas(key, (4 * SIDE + 2 * FLAP) / 10, (3 * SIDE + 2 * FLAP) / 10)
    with canvas.group("transform='translate({} {})'", FLAP, FLAP):
        flaps = ("M0 180l20-46h140l20 46zM0 360l20 46h140l20-46zM360 180l20-46h140l20 46zM360 360l20 "
                 "46h140l20-46z"
                 "M540 180l20-46h140l20 46zM540 360l20 46h140l20-46zM720 180l46 20v140l-46 20z")  # fmt: skip
        canvas.path(flaps, "#ffe9b0", INK, 3)
        for face, (column, row) in zip(faces, NET, strict=True):
            _face(canvas, column * SIDE, row * SIDE, face, printed)
    return canvas.done()


def _side(key: str, face: int, printed: bool) -> Svg:
    canvas = Canvas(key, SIDE / 10, SIDE / 10)
    _face(canvas, 0, 0, face, printed)
    return canvas.done()


def _face(canvas: Canvas, x: float, y: float, face: int, printed: bool) -> None:
    """Draw a side of the die: pips up to six, beyond that a number."""
    canvas.rect(x, y, SIDE, SIDE, "#ff7a1f", line=INK, thick=4)
    canvas.rect(x + 12, y + 12, SIDE - 24, SIDE - 24, canvas.glow("#fffbe0", "#ffe9a0"), 40, INK, 5)
    if face in PIPS:
        canvas.stars([(x + SIDE * across / 24, y + SIDE * down / 24, 15) for across, down in PIPS[face]], INK)
    elif printed:
        canvas.words(str(face), x, y, SIDE, SIDE, 100, Type.TITLE, INK)


def _cube_piece() -> Piece:
    text = f"Concentration: {CUBES} of these, and if they run out, buttons will do. Wooden cubes are nicer."
    return Piece(
        "cube", "Cube", "cube", text, CUBES, Shape.TILE, (12, 12), _cube("cube"), _cube("cube-art"), None,
        ("C1", "D2", "B5", "B6"),
    )  # fmt: skip


def _cube(key: str) -> Svg:
    canvas = Canvas(key, 12, 12)
    canvas.rect(0, 0, 120, 120, INK, 14)
    canvas.rect(4, 4, 112, 112, canvas.glow("#8a35c0", "#3f0f73"), 11)
    cube(canvas, 60, 60, 100)
    return canvas.done()


# ── reference cards ───────────────────────────────────────────────────────────────────────────────


def _reference_pieces(box: WizardBox) -> list[Piece]:
    used = [row for row in range(len(abilities.NAMES)) if any(
        box.powers[row * box.cards + card] for card in range(1, int(box.cards)))]  # fmt: skip
    half = (len(used) + 1) // 2
    return [
        _reference(box, "reference-turn", "A turn", [("A turn", _turn_lines(box)), ("A battle",
        _battle_lines(box))],
                   ("D1", "D2", "D3", "D4", "D5", "B2", "B3", "B4", "B5", "B6", "Z1")),
        _reference(box, "reference-words", "Words on cards", [
            ("Words on cards", _word_lines(used[:half])), ("More words", _word_lines(used[half:]))], ("B7",
            "X5", "X6", "X7")),
    ]  # fmt: skip


Lines = list[tuple[str, str, str]]
"""Lines of a reference card: an icon, a word in bold, and its meaning."""


def _turn_lines(box: WizardBox) -> Lines:
    return [
        ("card-draw", "Draw", "a card. For 1 cube draw one more, and discard one of the two."),
        ("robe", "Wear it", "or give it to an opponent (with four in the game: a neighbour)."),
        ("card-exchange", "Draw again", "and do the other thing with that card."),
        ("crossed-swords", "Attack", "somebody. The first player’s first turn has no battle."),
        ("magic-potion", "Rest", f"with {box.weakened} stamina or less: cubes become stamina."),
        ("coins", "Income", "take the cubes shown on your cards."),
        ("crown", "You win", "as the last wizard standing."),
    ]


def _battle_lines(box: WizardBox) -> Lines:
    faces = ", ".join(str(int(face)) for face in box.die)
    return [
        ("fire-punch", "Focus", "before the roll, if your card lets you."),
        ("rolling-dices", "Roll", f"the die: {faces}. Roll again, if your card lets you."),
        ("magic-shield", "Defend", "first with cubes, then with a block."),
        ("laser-burst", "Hits", "die + weapon − armour, each 1 stamina."),
        ("lightning-storm", "Then", "splash, drain, leech, thorns, recoil."),
        ("tombstone", "Out", "is who has 0 stamina or less."),
        ("evil-eyes", "At the end", "of the turn: regrow, then cursed."),
    ]


def _word_lines(rows: list[int]) -> Lines:
    return [(ABILITY_ICONS[row], abilities.NAMES[row], ABILITY_WORDS[abilities.NAMES[row]]) for row in rows]


def _reference(
    box: WizardBox, key: str, name: str, sides: list[tuple[str, Lines]], rules: tuple[str, ...]
) -> Piece:
    front, reverse = sides
    text = " ".join([f"{word}: {meaning}" for title, lines in sides for icon, word, meaning in lines])
    return Piece(
        key, name, "reference", text, MOST_SEATS, Shape.CARD, CARD, _reference_side(key, *front),
        _reference_side(f"{key}-art", "", [(front[1][0][0], "", "")]), _reference_side(f"{key}-back",
        *reverse), rules,
    )  # fmt: skip


def _reference_side(key: str, title: str, lines: Lines) -> Svg:
    canvas = Canvas(key, *CARD)
    canvas.rect(0, 0, WIDTH, HEIGHT, INK, 34)
    with canvas.clipped(18, 18, WIDTH - 36, HEIGHT - 36, 22):
        canvas.rect(0, 0, WIDTH, HEIGHT, "#e0561a")
        canvas.rays(315, 80, 22, 1000, "#ff9a2e", 1)
        canvas.rect(38, 122, 554, 722, "#fff2b8", 26, INK, 6)
    if title:
        canvas.words(title, 60, 24, 510, 92, 76, Type.TITLE, "#fffaf0", line=INK, thick=12)
    step = 706 / max(1, len(lines))
    said = [f"{word} {meaning}" for icon, word, meaning in lines]
    # Bold letters are the widest: what fits in bold fits as it is set.
    size = min([fitted(words, Type.BOLD, 33, 460, step, LEAST)[0] for words in said])
    for place, (icon, word, meaning) in enumerate(lines):
        top = 130 + place * step
        canvas.icon(icon, 82, top + step / 2, min(64, step * 0.84), "#c3321a")
        if meaning:
            _definition(canvas, word, meaning, 124, top + step / 2, size)
    return canvas.done()


def _definition(canvas: Canvas, word: str, meaning: str, x: float, middle: float, size: float) -> None:
    """Set a bold word and what it means, in the middle of its height."""
    lines = broken(f"{word} {meaning}", Type.BOLD, size, 460)
    first = middle - LINE * size * (len(lines) - 1) / 2 + 0.32 * size
    rest = [
        h("<tspan x='{}' y='{}'>{}</tspan>", number(x), number(first + LINE * size * place), line)
        for place, line in enumerate(lines) if place
    ]  # fmt: skip
    canvas.add(
        "<text font-family='{}' font-size='{}' fill='{}' x='{}' y='{}'><tspan "
        "font-weight='{}'>{}</tspan>{}{}</text>",
        Type.TEXT.family, number(size), INK, number(x), number(first), Type.BOLD.weight, word,
        lines[0].removeprefix(word), rest,
    )  # fmt: skip
