"""Every printed piece of The Wizard Always Wins, drawn from its box.

Each is drawn by one function, twice: with its words and numbers for paper, and without them for the table,
which sets those itself.
"""

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Final

from longbeard.engine.drawing import Canvas, Svg, Type
from longbeard.engine.piece import CARD, Piece, Shape
from longbeard.games.the_wizard_always_wins import PLATE
from longbeard.games.the_wizard_always_wins import words as say
from longbeard.games.the_wizard_always_wins.box import LEVEL, FateBox
from longbeard.games.the_wizard_always_wins.figures import (
    CUTS,
    GILT,
    INK,
    Paint,
    bag,
    gem,
    halo,
    jewel,
    painted,
    pose,
    up,
)
from longbeard.games.the_wizard_always_wins.pieces import VALUES
from longbeard.games.the_wizard_always_wins.scenes import (
    BRASS,
    CREAM,
    NIGHT,
    WIDE,
    backdrop,
    badge,
    banner,
    frame,
    gold,
    place_of,
    stage_of,
    velvet,
    words_panel,
)

TOKEN: Final = (25.0, 25.0)
"""One size for everything that goes into the bag: nothing may be felt."""
MARKER: Final = (20.0, 20.0)
DIAL: Final = (56.0, 56.0)
POINTER: Final = (34.0, 34.0)
BOARD: Final = (190.0, 130.0)
PLAYER_BOARD: Final = (190.0, 62.0)
LABEL: Final = (90.0, 70.0)
LEAST: Final = 26
"""Smallest type that is easy to read on paper: 2.6 mm."""

SIGNS: Final = {
    "draw-cards": ("card-draw", "draw"),
    "look": ("crystal-ball", "look"),
    "play": ("card-play", "play"),
    "trade": ("trade", "trade"),
    "draw-tokens": ("swap-bag", "tokens"),
    "fate": ("emerald", "fate"),
}
"""Sign and word of each action, as on the tiles."""
ACTION_RULES: Final = {
    "draw-cards": ("R2",),
    "look": ("R10",),
    "play": ("R3",),
    "trade": ("R7",),
    "draw-tokens": ("R4",),
    "fate": ("R5", "R6"),
}
# Where one, two or three figures stand on a card: x, y and size.
STANDS: Final = (
    ((315, 345, 410),),
    ((195, 335, 290), (435, 405, 290)),
    ((315, 325, 230), (160, 428, 236), (470, 428, 236)),
)

STAR: Final = 4
"""The seat whose gem is cut to a star."""

Draw = Callable[[Canvas, bool], None]


def pieces(box: FateBox) -> list[Piece]:
    """Return all printed pieces: cards, tokens, gems, tiles, markers, dials, boards and aids."""
    return [
        *_cards(box),
        *_tokens(box),
        *_gems(box),
        *_characters(box),
        *_players(box),
        _board(box),
        _label(),
        _reference(box),
    ]


def _sides(key: str, size: tuple[float, float], draw: Draw) -> tuple[Svg, Svg]:
    """Draw a piece with its words and without them."""
    with_words, without = Canvas(key, *size), Canvas(f"{key}-art", *size)
    draw(with_words, True)
    draw(without, False)
    return with_words.done(), without.done()


def _side(key: str, size: tuple[float, float], draw: Paint) -> Svg:
    canvas = Canvas(key, *size)
    draw(canvas)
    return canvas.done()


def _shadow(canvas: Canvas, x: float, y: float, wide: float) -> None:
    canvas.add("<ellipse cx='{}' cy='{}' rx='{}' ry='{}' fill='#12030e' opacity='.45'/>",
               round(x), round(y), round(wide), round(wide * 0.14))  # fmt: skip


# ── element cards ─────────────────────────────────────────────────────────────────────────────────


def _cards(box: FateBox) -> list[Piece]:
    back = _side("card-back", CARD, _card_back)
    return [_card(box, card, back) for card in range(len(box.copies))]


def _card(box: FateBox, card: int, back: Svg) -> Piece:
    element, shows = card // VALUES, card % VALUES + 1
    slug, name = box.elements[element], say.card(box, card)
    needed, reward, text = int(box.needed[element]), say.reward(box, element), box.card_texts[card]
    place = place_of(slug, element)

    def draw(canvas: Canvas, lettered: bool) -> None:
        canvas.rect(0, 0, WIDE, 880, NIGHT, 34)
        with canvas.clipped(18, 18, 594, 844, 24):
            backdrop(canvas, place)
            for number, (x, y, size) in enumerate(STANDS[shows - 1]):
                _shadow(canvas, x, y + 0.49 * size, 0.42 * size)
                painted(canvas, box.element_icons[element], x, y, size, flip=number == shows - 2)
            words_panel(canvas, place.edge, place.hue)
        frame(canvas)
        badge(canvas, 104, 106, 150, place.badge, place.hue, place.deep)
        if not lettered:
            return
        canvas.words(str(shows), 44, 50, 120, 116, 104, Type.TITLE, CREAM, line=INK, thick=12)
        banner(canvas, 100, 556, 430, 84, place.hue, place.deep)
        canvas.words(name, 116, 556, 398, 84, 58, Type.TITLE, "#fff", line=INK, thick=9)
        canvas.words(text, 66, 660, 498, 118, 38, Type.TEXT, CREAM, least=LEAST)
        canvas.rect(60, 786, 510, 56, "#2a0a1f", 28, BRASS, 3)
        canvas.words(f"Set of {needed}: {reward}", 80, 786, 470, 56, 34, Type.BOLD, BRASS, least=LEAST)

    front, art = _sides(f"card-{slug}-{shows}", CARD, draw)
    counts = f"Shows {say.counted(shows, box.element_names[element], box.element_plurals[element])}."
    worth = f"{needed} {box.element_plurals[element]} face up make a set, worth {reward}."
    return Piece(f"card-{slug}-{shows}", name, "card", f"{counts} {worth} {text}", int(box.copies[card]),
                 Shape.CARD, CARD, front, art, back, ("C1", "R2", "R3", "E1", "E2", "E3"))  # fmt: skip


def _card_back(canvas: Canvas) -> None:
    """Draw the Bag of Fate in beams of light, and gems that fly out of it."""
    canvas.rect(0, 0, WIDE, 880, NIGHT, 34)
    with canvas.clipped(18, 18, 594, 844, 24):
        velvet(canvas, 315, 470, 760)
        halo(canvas, 315, 470, 330, "#ff9ad0", 0.8)
        pose(canvas, bag, 315, 520, 360)
        for seat, (x, y) in enumerate(((130, 250), (216, 160), (315, 120), (414, 160), (500, 250))):
            pose(canvas, gem(seat), x, y, 92)
    frame(canvas)
    canvas.rect(36, 36, 558, 808, "none", 14, BRASS, 2)
    canvas.words(PLATE.title, 80, 724, 470, 110, 54, Type.TITLE, BRASS, line=NIGHT, thick=8)


# ── what goes into the bag ────────────────────────────────────────────────────────────────────────


def _tokens(box: FateBox) -> list[Piece]:
    adding, rising = "Put one of your gems into the Bag of Fate.", "Your level rises by 1."
    return [
        *(_element_token(box, element) for element in range(len(box.elements))),
        _boon("add-a-gem", "Add-a-Gem", adding, int(box.add_gems), _adding),
        _boon("level-up", "Level-Up", rising, int(box.level_ups), _rising),
    ]


def _disc(canvas: Canvas, inside: str) -> None:
    canvas.circle(125, 125, 125, NIGHT)
    canvas.circle(125, 125, 116, gold(canvas))
    canvas.circle(125, 125, 102, inside, INK, 5)


def _element_token(box: FateBox, element: int) -> Piece:
    slug, name = box.elements[element], box.element_names[element]
    place = place_of(slug, element)

    def draw(canvas: Canvas, lettered: bool) -> None:
        _disc(canvas, place.deep)
        badge(canvas, 125, 125, 196, place.badge, place.sky[1], place.sky[2])
        painted(canvas, box.element_icons[element], 125, 124, 138)

    front, art = _sides(f"token-{slug}", TOKEN, draw)
    text = f"Counts as one {name}. Whoever draws it keeps it face up; the Wizard puts it back."
    return Piece(f"token-{slug}", f"{name} token", "token", text, int(box.tokens[element]), Shape.TOKEN,
                 TOKEN, front, art, rules=("C2", "R4", "E1", "E3"))  # fmt: skip


def _boon(key: str, name: str, text: str, copies: int, inside: Paint) -> Piece:
    def draw(canvas: Canvas, lettered: bool) -> None:
        _disc(canvas, "#3a0f2b")
        canvas.rays(125, 125, 12, 99, "#ff5fa8", 0.7)
        inside(canvas)

    front, art = _sides(f"token-{key}", TOKEN, draw)
    text += " Then it goes back into the bag. Nothing to a Wizard."
    return Piece(f"token-{key}", name, "token", text, copies,
                 Shape.TOKEN, TOKEN, front, art, rules=("C2", "R4", "R5", "R8"))  # fmt: skip


def _adding(canvas: Canvas) -> None:
    pose(canvas, bag, 125, 148, 118)
    pose(canvas, gem(1, "blue"), 104, 62, 54)
    plus = "M164 40V80M144 60H184"
    canvas.path(plus, line=INK, thick=24)
    canvas.path(plus, line="#fff", thick=13)


def _rising(canvas: Canvas) -> None:
    pose(canvas, up, 125, 122, 126)


def _gems(box: FateBox) -> list[Piece]:
    return [_gem(box, seat, colour) for seat, colour in enumerate(box.colours)]


def _gem(box: FateBox, seat: int, colour: str) -> Piece:
    tones = jewel(colour, seat)

    def draw(canvas: Canvas, lettered: bool) -> None:
        canvas.circle(125, 125, 125, NIGHT)
        canvas.circle(125, 125, 116, canvas.glow(tones.light, tones.deep, NIGHT), tones.light, 5)
        pose(canvas, gem(seat, colour), 125, 125, 164)

    front, art = _sides(f"gem-{colour}", TOKEN, draw)
    text = f"A gem of the {colour} player. Drawn by them as the Wizard it wins; otherwise it does nothing."
    return Piece(f"gem-{colour}", f"{colour.capitalize()} gem", "gem", text, int(box.gems), Shape.TOKEN,
                 TOKEN, front, art, rules=("C2", "S1", "R4", "R5", "Z1"))  # fmt: skip


# ── characters ────────────────────────────────────────────────────────────────────────────────────


def _characters(box: FateBox) -> list[Piece]:
    back = _side("character-back", CARD, _character_back)
    return [_character(box, number, back) for number in range(len(box.characters))]


def _character(box: FateBox, number: int, back: Svg) -> Piece:
    slug, name, text = box.characters[number], box.character_names[number], box.character_texts[number]
    stage, deeds = stage_of(slug, number), say.does(box, number)
    fateful = any(what == "fate" for what, times in deeds)

    def draw(canvas: Canvas, lettered: bool) -> None:
        canvas.rect(0, 0, WIDE, 880, NIGHT, 34)
        with canvas.clipped(18, 18, 594, 844, 24):
            canvas.rect(0, 0, WIDE, 640, canvas.gradient(*stage.sky))
            stage.draw(canvas)
            painted(canvas, box.character_icons[number], 330, 352, 470)
            words_panel(canvas, "H630", BRASS)
        frame(canvas)
        if not lettered:
            return
        for x, y in ((32, 32), (598, 32), (32, 848), (598, 848)):
            _corner(canvas, x, y, fateful)
        canvas.circle(112, 116, 76, gold(canvas), INK, 8)
        canvas.circle(112, 116, 62, "#8a1550", INK, 4)
        canvas.words(str(number + 1), 52, 60, 120, 112, 112, Type.TITLE, CREAM)
        banner(canvas, 90, 552, 450, 88, "#e0459a", "#7a1c5a")
        canvas.words(name, 110, 552, 410, 88, 62, Type.TITLE, "#fff", line=INK, thick=9)
        _deeds(canvas, deeds)
        canvas.words(text, 56, 738, 518, 112, 34, Type.TEXT, CREAM, least=LEAST)

    front, art = _sides(f"character-{slug}", CARD, draw)
    rules = tuple(rule for what, times in deeds for rule in ACTION_RULES[what])
    return Piece(f"character-{slug}", name, "character", f"Number {number + 1}. {text}", 1, Shape.TILE, CARD,
                 front, art, back, ("C3", "R1", *rules, "R9"))  # fmt: skip


def _corner(canvas: Canvas, x: float, y: float, fateful: bool) -> None:
    """Draw the nails of a tile; the one that can win has stars."""
    if fateful:
        pose(canvas, lambda canvas: _sign(canvas, STAR, gold(canvas)), x, y, 60)
    else:
        canvas.circle(x, y, 20, gold(canvas), INK, 5)


def _sign(canvas: Canvas, seat: int, fill: str) -> None:
    """Draw the outline of a seat's gem."""
    points = "L".join(f"{x:.0f} {y:.0f}" for x, y in CUTS[seat])
    canvas.add("<path d='M{}z' fill='{}' stroke='{}' stroke-width='14'/>", points, fill, INK)


def _deeds(canvas: Canvas, deeds: Sequence[tuple[str, int]]) -> None:
    """Draw what a character does, in order: sign, word and number of each."""
    room = 530 / len(deeds)
    wide = min(room - 8, 300)
    for number, (what, times) in enumerate(deeds):
        sign, word = SIGNS[what]
        x = 315 - room * len(deeds) / 2 + room * number + (room - wide) / 2
        canvas.rect(x, 664, wide, 64, "#2a0a1f", 32, BRASS, 3)
        canvas.icon(sign, x + 34, 696, 40, BRASS)
        amount = "× level" if times == LEVEL else str(times)
        canvas.words(f"{word} {amount}", x + 54, 664, wide - 64, 64, 32, Type.BOLD, CREAM, least=LEAST)


def _character_back(canvas: Canvas) -> None:
    """Draw a wizard's hat."""
    canvas.rect(0, 0, WIDE, 880, NIGHT, 34)
    with canvas.clipped(18, 18, 594, 844, 24):
        velvet(canvas, 315, 440, 760)
        canvas.circle(315, 440, 210, canvas.gradient("#8a1550", "#3a0f2b"), BRASS, 8)
        canvas.figure("pointy-hat", 315, 430, 300, GILT)
    frame(canvas)
    canvas.rect(36, 36, 558, 808, "none", 14, BRASS, 2)


# ── what each player has ──────────────────────────────────────────────────────────────────────────


def _players(box: FateBox) -> list[Piece]:
    found = []
    for seat, colour in enumerate(box.colours):
        found += [_player_board(box, seat, colour), _dial(box, seat, colour), _pointer(box, seat, colour),
                  _marker(seat, colour)]  # fmt: skip
    return found


def _dial(box: FateBox, seat: int, colour: str) -> Piece:
    tones, end = jewel(colour, seat), int(box.dial_end)

    def draw(canvas: Canvas, lettered: bool) -> None:
        canvas.circle(280, 280, 280, NIGHT)
        canvas.circle(280, 280, 268, canvas.gradient(tones.main, tones.deep), BRASS, 6)
        for level in range(1, end + 1):
            angle = 2 * pi * (level - 1) / end - pi / 2
            x, y = 280 + 218 * cos(angle), 280 + 218 * sin(angle)
            radius = min(44.0, 218 * pi / end - 6)
            canvas.circle(x, y, radius, "#2a0a1f", BRASS, 4)
            if lettered:
                canvas.words(str(level), x - 40, y - 40, 80, 80, min(58, 1.4 * radius), Type.TITLE, CREAM)
        canvas.circle(280, 280, 170, "#2a0a1f", BRASS, 4)
        pose(canvas, gem(seat, colour), 280, 280, 200)

    front, art = _sides(f"dial-{colour}", DIAL, draw)
    text = f"The level of the {colour} player, from {box.first_level} to {end}. The pointer on it is turned."
    return Piece(f"dial-{colour}", f"{colour.capitalize()} level dial", "dial", text, 1, Shape.TOKEN, DIAL,
                 front, art, rules=("C4", "S1", "R4", "R8"))  # fmt: skip


def _pointer(box: FateBox, seat: int, colour: str) -> Piece:
    tones = jewel(colour, seat)

    def draw(canvas: Canvas, lettered: bool) -> None:
        canvas.circle(170, 170, 170, NIGHT)
        canvas.circle(170, 170, 160, canvas.glow(tones.main, tones.deep), BRASS, 6)
        canvas.path("M170 8L212 74H128z", gold(canvas), INK, 5)
        pose(canvas, gem(seat, colour), 170, 188, 190)

    front, art = _sides(f"pointer-{colour}", POINTER, draw)
    text = f"Lies on the {colour} level dial; its arrow shows the level."
    return Piece(f"pointer-{colour}", f"{colour.capitalize()} pointer", "dial", text, 1, Shape.TOKEN, POINTER,
                 front, art, rules=("C4",))  # fmt: skip


def _marker(seat: int, colour: str) -> Piece:
    tones = jewel(colour, seat)

    def draw(canvas: Canvas, lettered: bool) -> None:
        canvas.circle(100, 100, 100, NIGHT)
        canvas.circle(100, 100, 92, canvas.gradient(tones.light, tones.main, tones.deep), BRASS, 5)
        pose(canvas, lambda canvas: _sign(canvas, seat, "#fff"), 100, 100, 96)

    front, art = _sides(f"marker-{colour}", MARKER, draw)
    text = f"Stands on the turn track: when the {colour} player's turn comes."
    return Piece(f"marker-{colour}", f"{colour.capitalize()} turn marker", "marker", text, 1, Shape.TOKEN,
                 MARKER, front, art, rules=("S3", "R1", "R9"))  # fmt: skip


def _player_board(box: FateBox, seat: int, colour: str) -> Piece:
    tones = jewel(colour, seat)

    def draw(canvas: Canvas, lettered: bool) -> None:
        canvas.rect(0, 0, 1900, 620, NIGHT, 40)
        with canvas.clipped(18, 18, 1864, 584, 26):
            velvet(canvas, 310, 310, 1900)
        frame(canvas, tones.light)
        canvas.circle(310, 310, 282, "#2a0a1f", tones.light, 6)
        pose(canvas, gem(seat, colour), 310, 280, 250)
        for element in range(len(box.elements)):
            _set_column(canvas, box, element, 622 + 250 * element, lettered)
        if lettered:
            canvas.words("Level dial", 150, 430, 320, 90, 46, Type.TITLE, CREAM)

    front, art = _sides(f"player-{colour}", PLAYER_BOARD, draw)
    sets = " ".join(f"{_set_words(box, element)}." for element in range(len(box.elements)))
    text = f"Before the {colour} player: the level dial, and what each set is worth. {sets}"
    return Piece(f"player-{colour}", f"{colour.capitalize()} player board", "board", text, 1, Shape.BOARD,
                 PLAYER_BOARD, front, art, rules=("S1", "E1", "E2", "C4"))  # fmt: skip


def _set_words(box: FateBox, element: int) -> str:
    return f"{box.needed[element]} {box.element_plurals[element]}: {say.reward(box, element)}"


def _set_column(canvas: Canvas, box: FateBox, element: int, x: float, lettered: bool) -> None:
    """Draw what a set of an element needs and what it is worth; its cards are laid below."""
    place = place_of(box.elements[element], element)
    canvas.rect(x, 48, 236, 524, canvas.gradient(*place.sky), 24, BRASS, 4)
    painted(canvas, box.element_icons[element], x + 118, 190, 190)
    canvas.rect(x + 2, 330, 232, 240, "#2a0a1f", 22)
    for number, paint in enumerate(_rewards(box, element)):
        count = len(_rewards(box, element))
        pose(canvas, paint, x + 118 + 74 * (number - (count - 1) / 2), 436, 66)
    if lettered:
        needed, plural = int(box.needed[element]), box.element_plurals[element]
        canvas.words(f"{needed} {plural}", x + 12, 338, 212, 56, 44, Type.TITLE, CREAM, least=LEAST)
        reward = say.reward(box, element).replace(" and ", " and\n")
        canvas.words(reward, x + 24, 480, 188, 84, 34, Type.BOLD, BRASS, least=LEAST)


def _rewards(box: FateBox, element: int) -> list[Paint]:
    """Return the signs of what a set is worth, as many as fit."""
    return ([up] * int(box.set_levels[element]) + [gem(1)] * int(box.set_gems[element]))[:3]


# ── what all share ────────────────────────────────────────────────────────────────────────────────


def _board(box: FateBox) -> Piece:
    def draw(canvas: Canvas, lettered: bool) -> None:
        canvas.rect(0, 0, 1900, 1300, NIGHT, 40)
        with canvas.clipped(18, 18, 1864, 1264, 26):
            velvet(canvas, 950, 470, 1700)
            halo(canvas, 950, 450, 520, "#ff9ad0", 0.8)
        frame(canvas)
        pose(canvas, bag, 950, 420, 420)
        for seat, (x, y) in enumerate(((260, 400), (560, 650), (950, 810), (1340, 650), (1640, 400))):
            _gem_place(canvas, box, seat, x, y, lettered)
        for number in range(len(box.characters)):
            _space(canvas, box, number, 148 + 232 * number, lettered)
        if lettered:
            canvas.words(PLATE.title, 300, 44, 1300, 150, 120, Type.TITLE, BRASS, line=NIGHT, thick=12)

    front, art = _sides("board", BOARD, draw)
    spaces = ", ".join(f"{number} {name}" for number, name in enumerate(box.character_names, start=1))
    text = f"The gems wait here beside the bag. The turn track: {spaces}. Whoever stands lowest begins."
    return Piece("board", "Board", "board", text, 1, Shape.BOARD, BOARD, front, art,
                 rules=("S1", "S3", "R1", "R9"))  # fmt: skip


def _gem_place(canvas: Canvas, box: FateBox, seat: int, x: float, y: float, lettered: bool) -> None:
    colour = box.colours[seat]
    tones = jewel(colour, seat)
    canvas.circle(x, y, 146, "#2a0a1f", tones.light, 8)
    pose(canvas, gem(seat, colour), x, y - 26, 150)
    if lettered:
        label = say.counted(int(box.gems), "gem", "gems")
        canvas.words(f"{label}, {colour}", x - 108, y + 54, 216, 50, 32, Type.BOLD, CREAM, least=LEAST)


def _space(canvas: Canvas, box: FateBox, number: int, x: float, lettered: bool) -> None:
    """Draw a space of the turn track."""
    last = number == len(box.characters) - 1
    paint = gold(canvas) if last else canvas.gradient("#e0459a", "#7a1c5a")
    canvas.rect(x, 1000, 212, 236, paint, 30, INK, 6)
    canvas.circle(x + 106, 1098, 84, "#2a0a1f", BRASS, 5)
    if not last:
        canvas.path(f"M{x + 216} 1098l10 12-10 12", line=BRASS, thick=6)
    if lettered:
        canvas.words(str(number + 1), x + 26, 1030, 160, 136, 130, Type.TITLE, CREAM)
        ink = NIGHT if last else CREAM
        canvas.words(box.character_names[number], x + 8, 1182, 196, 50, 40, Type.TITLE, ink, least=LEAST)


def _label() -> Piece:
    """Draw a label to glue onto a bag; its art is the bag alone, on any ground."""

    def draw(canvas: Canvas, lettered: bool) -> None:
        if lettered:
            canvas.rect(0, 0, 900, 700, NIGHT, 60)
            with canvas.clipped(18, 18, 864, 664, 44):
                velvet(canvas, 450, 300, 900)
                halo(canvas, 450, 300, 380, "#ffe08a", 0.8)
            frame(canvas)
            for seat, (x, y) in enumerate(((130, 350), (210, 180), (690, 180), (770, 350), (450, 80))):
                pose(canvas, gem(seat), x, y, 110)
        pose(canvas, bag, 450, 320 if lettered else 350, 400 if lettered else 660)
        if lettered:
            banner(canvas, 130, 548, 640, 100, "#e0459a", "#7a1c5a")
            canvas.words("The Bag of Fate", 150, 548, 600, 100, 78, Type.TITLE, "#fff", line=INK, thick=10)

    front, art = _sides("bag-label", LABEL, draw)
    text = "A label for any bag that one cannot see through."
    return Piece("bag-label", "The Bag of Fate", "label", text, 1, Shape.TILE, LABEL, front, art,
                 rules=("C2", "R4", "R5"))  # fmt: skip


TURN: Final = (
    "Take a free character and do what it says, in order.",
    "Turn in full sets of what lies face up, if you like.",
    "Its number is your place in the next round.",
)
WIN: Final = "Draw your own gem as the Wizard, and you have won."


def _effects(box: FateBox) -> list[tuple[Paint, str]]:
    """Return what a token out of the bag does, for all but the Wizard."""
    return [
        (gem(1), "Gem: nothing. It goes back into the bag."),
        (bag, "Add-a-Gem: one of your gems goes into the bag."),
        (up, "Level-Up: you rise by one level."),
        (
            lambda canvas: painted(canvas, box.element_icons[1], 0, 0, 200),
            "Element: keep it face up. It counts as one.",
        ),
    ]


def _reference(box: FateBox) -> Piece:
    def draw(canvas: Canvas, lettered: bool) -> None:
        _page(canvas, "Your turn" if lettered else "")
        for number in range(3):
            y = 142 + 82 * number
            canvas.circle(78, y + 36, 28, gold(canvas), INK, 4)
            if lettered:
                canvas.words(str(number + 1), 50, y + 8, 56, 56, 40, Type.TITLE, NIGHT)
                canvas.words(TURN[number], 122, y, 456, 72, 32, Type.TEXT, CREAM, "start", LEAST)
        for element in range(len(box.elements)):
            y = 398 + 92 * element
            place = place_of(box.elements[element], element)
            sky = canvas.gradient(place.sky[0], place.deep, across=True)
            canvas.rect(46, y, 538, 82, sky, 20, place.hue, 3)
            painted(canvas, box.element_icons[element], 96, y + 41, 72)
            if lettered:
                canvas.words(_set_words(box, element), 150, y, 420, 82, 36, Type.BOLD, CREAM, "start", LEAST)

    def behind(canvas: Canvas) -> None:
        _page(canvas, "Out of the bag")
        for number, (paint, words) in enumerate(_effects(box)):
            y = 150 + 118 * number
            pose(canvas, paint, 106, y + 50, 88)
            canvas.words(words, 176, y, 400, 100, 36, Type.TEXT, CREAM, "start", LEAST)
        canvas.rect(46, 640, 538, 190, canvas.gradient("#8a1550", "#3a0f2b"), 24, BRASS, 4)
        painted(canvas, box.character_icons[-1], 126, 732, 150)
        canvas.words(f"{WIN} Nothing else counts then, and everything goes back.", 216, 650, 350, 170, 36,
                     Type.BOLD, CREAM, "start", LEAST)  # fmt: skip

    front, art = _sides("reference", CARD, draw)
    sets = " ".join(f"{_set_words(box, element)}." for element in range(len(box.elements)))
    text = f"{' '.join(TURN)} {sets} {WIN}"
    return Piece("reference", "Reference card", "reference", text, len(box.colours),
                 Shape.CARD, CARD, front, art, _side("reference-back", CARD, behind),
                 ("R1", "R4", "R5", "E1", "Z1"))  # fmt: skip


def _page(canvas: Canvas, title: str) -> None:
    canvas.rect(0, 0, WIDE, 880, NIGHT, 34)
    with canvas.clipped(18, 18, 594, 844, 24):
        velvet(canvas, 315, 60, 1000)
    frame(canvas)
    banner(canvas, 100, 40, 430, 80, "#e0459a", "#7a1c5a")
    if title:
        canvas.words(title, 116, 40, 398, 80, 54, Type.TITLE, "#fff", line=INK, thick=8)
