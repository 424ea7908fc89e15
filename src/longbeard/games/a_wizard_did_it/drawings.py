"""Every printed piece of A Wizard Did It…, drawn from its box.

A card is a scene at night, a figure in it, and below a panel whose upper edge tells the kind: teeth for
monsters, waves for what can be said of them, battlements for items, steps for what moves a stack, an arch for
the spell.
Goals are writs with a seal whose shape tells the points. All words and numbers come from the box.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from longbeard.engine.drawing import Canvas, Svg, Type, fitted
from longbeard.engine.piece import CARD, Piece, Shape
from longbeard.games.a_wizard_did_it import goals, scenery
from longbeard.games.a_wizard_did_it.box import (
    EVENT_BITS,
    ITEM,
    MEASURED_COMBOS,
    MEASURED_LOCATIONS,
    MEASURED_STRENGTH,
    MEASURED_VALOR,
    MONSTER,
    MONSTER_MODIFIER,
    SPELL,
    STACK_MODIFIER,
    RoadBox,
)
from longbeard.games.a_wizard_did_it.figures import (
    LINE,
    draw_figure,
    draw_knight,
    draw_portrait,
    draw_princess,
    tones,
)
from longbeard.games.a_wizard_did_it.printed import (
    KIND_NAMES,
    PAIR,
    VALOR,
    card_look,
    card_piece,
    effect_of,
    full_text,
    goal_piece,
    main_badge,
    place_piece,
    signed,
    signs_of,
)

CREAM: Final = "#fff6dc"
GOLD: Final = "#ffd166"
WIDTH: Final = 630
HEIGHT: Final = 880
PANEL: Final = 590
"""Where the words of a card begin."""
LEAST: Final = 27
"""Smallest type that is printed: 2.7 mm."""
KNIGHT_COLOURS: Final = (("#e8434f", "#5a0f24", "sun"), ("#4aa3ff", "#0f2a66", "moon"))
"""Plume and ground of each knight, and the sign that tells it without colour."""
VALOR_MARKERS: Final = ((1, 20), (5, 6))
"""Worth and number of the Valor markers: enough for two good walks."""
KNIGHT_SIZE: Final = 30.0
VALOR_SIZE: Final = 22.0

Drawing = Callable[[Canvas, bool], None]
"""A function that draws a side, with its words and numbers or without."""


@dataclass(frozen=True)
class Kind:
    """The features of a kind of card."""

    bright: str
    deep: str
    night: str
    sign: str
    edge: str
    """Upper edge of its panel, from left to right."""


def _zigzag(step: int, tall: int) -> str:
    half = step // 2
    return "".join(f"l{half} {-tall}l{half} {tall}" for tooth in range(WIDTH // step))


EDGES: Final = {
    "teeth": _zigzag(42, 40),
    "waves": "".join("q35-52 70 0" for wave in range(9)),
    "battlements": "".join("v-26h45v26h45" for tower in range(7)),
    "steps": "v-36h210v18h210v18h210",
    "arch": "q315-76 630 0",
    "scroll": "q100 34 200 14t230-8 200 10",
}
KINDS: Final = {
    MONSTER: Kind("#c78bff", "#5b1f9c", "#26093f", "fangs", "teeth"),
    MONSTER_MODIFIER: Kind("#ff8ad8", "#a31f7a", "#3f0a33", "star-swirl", "waves"),
    ITEM: Kind("#ff9a8a", "#b3202f", "#3f0a14", "open-treasure-chest", "battlements"),
    STACK_MODIFIER: Kind("#7fd0ff", "#1a5fb8", "#07204a", "card-random", "steps"),
    SPELL: Kind("#ffe08a", "#a86a0a", "#3a2103", "crystal-wand", "arch"),
}
GOAL: Final = Kind("#8ff0d0", "#0f6b66", "#06302f", "scroll-unfurled", "scroll")
PLACE: Final = Kind("#ffe9b0", "#1f5b47", "#0a2a22", "forest-entrance", "scroll")


def pieces(box: RoadBox) -> list[Piece]:
    """Return all printed pieces."""
    return [
        *(_card(box, card) for card in range(1, box.cards)),
        *(_goal(box, goal) for goal in range(len(box.goals))),
        *(_location(box, location) for location in range(len(box.locations))),
        _castle(box),
        _princess(box),
        *(_knight(seat) for seat in range(len(KNIGHT_COLOURS))),
        *(_valor(worth, copies) for worth, copies in VALOR_MARKERS),
        _reference(box),
    ]


def _drawn(key: str, size: tuple[float, float], draw: Drawing) -> tuple[Svg, Svg]:
    """Draw a piece as it is printed, and without its words."""
    found = []
    for name, worded in ((key, True), (f"{key}-art", False)):
        canvas = Canvas(name, *size)
        draw(canvas, worded)
        found.append(canvas.done())
    return found[0], found[1]


# ── what all cards share ──────────────────────────────────────────────────────────────────────────


def _framed(canvas: Canvas, kind: Kind, scene: scenery.Scene, draw: Callable[[], None]) -> None:
    """Draw a scene and what is in it, the panel below, and the frame of the kind."""
    canvas.rect(0, 0, WIDTH, HEIGHT, LINE, corner=34)
    with canvas.clipped(14, 14, WIDTH - 28, HEIGHT - 28, 24):
        scene(canvas)
        draw()
        canvas.path(
            f"M0 {PANEL}{EDGES[kind.edge]}V{HEIGHT}H0z",
            canvas.gradient(kind.deep, kind.night, kind.night),
            kind.bright,
            7,
        )
    canvas.rect(17, 17, WIDTH - 34, HEIGHT - 34, "none", 22, kind.bright, 6)


def _sign(canvas: Canvas, kind: Kind) -> None:
    """Draw the sign of a kind into the upper right corner."""
    canvas.circle(548, 82, 50, canvas.gradient(kind.deep, kind.night), kind.bright, 6)
    canvas.icon(kind.sign, 548, 82, 62, CREAM)


def _titled(canvas: Canvas, kind: Kind, name: str, size: float = 66, height: float = 80) -> None:
    canvas.words(
        name, 40, PANEL + 4, 550, height, size, Type.TITLE, CREAM, line=kind.night, thick=8, least=40
    )


def _told(canvas: Canvas, words: str, top: float, bottom: float, size: float = 38) -> None:
    canvas.words(words, 48, top, 534, bottom - top, size, Type.TEXT, CREAM, least=LEAST)


def _burst(x: float, y: float, radius: float, points: int, depth: float) -> str:
    """Return the outline of a star."""
    corners = []
    for corner in range(2 * points):
        reach = radius if corner % 2 == 0 else radius * depth
        angle = pi * corner / points - pi / 2
        corners.append(f"{x + reach * cos(angle):.0f} {y + reach * sin(angle):.0f}")
    return f"M{'L'.join(corners)}z"


def _cut(shape: str, x: float, y: float, radius: float) -> str:
    """Return the outline of a badge: the shape tells what a number means."""
    if shape == "strength":
        return _burst(x, y, radius * 1.12, 12, 0.82)
    if shape == "bonus":
        wide, tall = radius * 0.92, radius
        return (
            f"M{x - wide:.0f} {y - tall:.0f}h{2 * wide:.0f}v{tall:.0f}"
            f"q0 {tall * 0.8:.0f} {-wide:.0f} {tall * 1.2:.0f}"
            f"q{-wide:.0f} {-tall * 0.4:.0f} {-wide:.0f} {-tall * 1.2:.0f}z"
        )
    if shape == "valor":
        wide, tall = radius * 0.8, radius
        return (
            f"M{x - wide:.0f} {y - tall:.0f}h{2 * wide:.0f}v{2.1 * tall:.0f}"
            f"l{-wide:.0f} {-tall * 0.5:.0f}l{-wide:.0f} {tall * 0.5:.0f}z"
        )
    if shape == "reach":
        wide, tall = radius * 0.78, radius
        return f"M{x - wide:.0f} {y - tall:.0f}h{2 * wide:.0f}v{2 * tall:.0f}h{-2 * wide:.0f}z"
    points = {"seal-1": 18, "seal-2": 8, "seal-3": 6}.get(shape, 10)
    return _burst(x, y, radius * 1.1, points, {"seal-1": 0.93, "seal-2": 0.86}.get(shape, 0.7))


BADGES: Final = {
    "strength": ("#ffe9a8", "#ff9a2f"),
    "bonus": ("#ffffff", "#b9cfe6"),
    "valor": ("#ffe27a", "#ff9a4a"),
    "reach": ("#ffffff", "#a9dcff"),
    "seal-1": ("#ffd0a8", "#d0763f"),
    "seal-2": ("#ffffff", "#aebfd6"),
    "seal-3": ("#fff3b0", "#f0ac2f"),
}


def _badge(canvas: Canvas, shape: str, x: float, y: float, radius: float, words: str) -> None:
    light, shade = BADGES.get(shape, BADGES["seal-3"])
    thick = max(4.0, radius * 0.11)
    if shape == "reach":
        canvas.path(_cut(shape, x + radius * 0.2, y - radius * 0.14, radius), shade, LINE, thick)
    canvas.path(_cut(shape, x, y, radius), canvas.gradient(light, shade), LINE, thick)
    if words:
        inner = radius * 1.5
        middle = y - radius * {"valor": 0.1, "bonus": 0.04}.get(shape, 0)
        canvas.words(
            words,
            x - inner / 2,
            middle - inner / 2,
            inner,
            inner,
            radius * 1.3,
            Type.TITLE,
            LINE,
            least=radius * 0.6,
        )


# ── the cards of the stacks ───────────────────────────────────────────────────────────────────────


def _card(box: RoadBox, card: int) -> Piece:
    kind = KINDS[int(box.kind[card])]
    name, icon = box.names[card], box.icons[card]
    chips = _chips(box, card)

    def draw(canvas: Canvas, worded: bool) -> None:
        _framed(
            canvas,
            kind,
            _scene_of(box, card),
            lambda: draw_portrait(canvas, icon, 315, 315, 430, tones(CREAM, kind.bright, kind.deep)),
        )
        _sign(canvas, kind)
        if not worded:
            return
        said = KIND_NAMES[int(box.kind[card])].capitalize()
        canvas.words(said, 190, 34, 290, 40, 34, Type.BOLD, CREAM, line=LINE, thick=8)
        shape, number = main_badge(box, card)
        if shape:
            _badge(canvas, shape, 92, 92, 62, number)
        _titled(canvas, kind, name)
        moves = box.kind[card] == STACK_MODIFIER
        _told(
            canvas,
            box.texts[card],
            PANEL + 80,
            768 if chips else 786 if moves else 846,
            38 if chips or moves else 44,
        )
        _draw_chips(canvas, chips, kind)
        if moves:
            _draw_move(canvas, effect_of(box, card), int(box.reach[card]), kind)

    front, art = _drawn(card_piece(box.slugs[card]), CARD, draw)
    return Piece(
        key=card_piece(box.slugs[card]),
        name=name,
        kind=KIND_NAMES[int(box.kind[card])],
        text=full_text(card_look(box, card)),
        copies=int(box.copies[card]),
        shape=Shape.CARD,
        size=CARD,
        front=front,
        art=art,
        back=_stack_back(),
        rules=_rules_of(box, card),
    )


def _rules_of(box: RoadBox, card: int) -> tuple[str, ...]:
    kind = box.kind[card]
    if kind == MONSTER:
        return ("C3", "K6", "K9", "K13") if box.valor_gain[card] else ("C3", "K6", "K13")
    if kind == MONSTER_MODIFIER:
        own = "K7" if box.valor_only[card] else "K9" if box.valor_gain[card] else "K6"
        return ("C3", own, "K13")
    if kind == ITEM:
        return ("W2", "K3", "K7", "K9", "X1")
    if kind == STACK_MODIFIER:
        return ("K4", "K15", "X3", "X4") if box.effect[card] == goals.SURPRISE else ("K4", "K14", "X3", "X5")
    return ("W3", "W8", "X8")


def _scene_of(box: RoadBox, card: int) -> scenery.Scene:
    kind, home = box.kind[card], int(box.home[card])
    if home >= 0 and box.place_icons[home] in scenery.BY_LOCATION:
        return scenery.BY_LOCATION[box.place_icons[home]]
    if box.icons[card] in scenery.BY_ICON:
        return scenery.BY_ICON[box.icons[card]]
    if kind == STACK_MODIFIER:
        return scenery.BY_EFFECT[effect_of(box, card)]
    if kind == MONSTER_MODIFIER:
        return scenery.neon
    return scenery.vault if kind == ITEM else scenery.swirl if kind == SPELL else scenery.hills


# ── small rows of signs ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Chip:
    """A row of signs with a number: what must come together, and what it adds up to."""

    icons: tuple[str, ...]
    badge: str
    number: str
    said: str


def _chips(box: RoadBox, card: int) -> list[Chip]:
    """Return the signs of a monster; a pair is shown with both."""
    return [
        Chip(
            (box.icons[card], sign["icon"]) if sign["kind"] == PAIR else (sign["icon"],),
            "valor" if sign["kind"] == VALOR else "strength",
            sign["number"],
            sign["said"],
        )
        for sign in signs_of(box, card)
    ]


def _draw_chips(canvas: Canvas, chips: Sequence[Chip], kind: Kind) -> None:
    """Draw rows of signs side by side, in the middle."""
    widths = [84 * len(chip.icons) + 26 * (len(chip.icons) - 1) + 92 for chip in chips]
    x = (WIDTH - sum(widths) - 24 * (len(widths) - 1)) / 2
    for chip, width in zip(chips, widths, strict=True):
        canvas.rect(x, 774, width, 80, "#00000066", 40, kind.bright, 3)
        at = x + 50
        for place, icon in enumerate(chip.icons):
            if place:
                canvas.words("+", at - 70, 784, 30, 56, 46, Type.BOLD, CREAM)
            draw_figure(canvas, icon, at, 814, 66, tones(CREAM, kind.bright, kind.deep))
            at += 110
        _badge(canvas, chip.badge, x + width - 48, 814, 35, chip.number)
        x += width + 24


def _draw_move(canvas: Canvas, effect: str, reach: int, kind: Kind) -> None:
    """Draw a stack from the side, which of its cards move, and where to."""
    cards = max(4, reach + 2)
    step = 62 / cards
    taken = range(cards - reach, cards) if effect == "surprise" else range(reach)
    for card in range(cards):
        moves = card in taken
        canvas.rect(225 + 14 * moves, 792 + step * card, 180, step - 4, GOLD if moves else kind.bright, 3)
    canvas.path(
        {
            "in-space": "M440 806h50v-14m-16 10l16-18 16 18",
            "lurking": "M440 796h54v48h-40m14-14l-18 14 18 14",
            "surprise": "M440 844h54v-48h-40m14-14l-18 14 18 14",
        }[effect],
        line=GOLD,
        thick=8,
    )


# ── backs ─────────────────────────────────────────────────────────────────────────────────────────


def _stack_back() -> Svg:
    canvas = Canvas("back", *CARD)
    canvas.rect(0, 0, WIDTH, HEIGHT, LINE, corner=34)
    with canvas.clipped(14, 14, WIDTH - 28, HEIGHT - 28, 24):
        scenery.hills(canvas)
        canvas.circle(315, 440, 230, canvas.glow((0, "#fff6c9", 0.8), (1, "#fff6c9", 0)))
        draw_figure(canvas, "pointy-hat", 315, 430, 380, tones(CREAM, GOLD, LINE))
    canvas.rect(34, 34, WIDTH - 68, HEIGHT - 68, "none", 18, GOLD, 5)
    canvas.rect(17, 17, WIDTH - 34, HEIGHT - 34, "none", 22, GOLD, 6)
    return canvas.done()


def _goal_back(points: int, seal: str) -> Svg:
    """Draw the back of a goal, with its worth (C4)."""
    canvas = Canvas(f"back-{points}", *CARD)
    canvas.rect(0, 0, WIDTH, HEIGHT, LINE, corner=34)
    with canvas.clipped(14, 14, WIDTH - 28, HEIGHT - 28, 24):
        canvas.rect(0, 0, WIDTH, HEIGHT, canvas.gradient("#06302f", "#0f6b66", "#06302f"))
        canvas.rays(315, 440, 20, 600, GOAL.bright, 0.14)
    canvas.rect(34, 34, WIDTH - 68, HEIGHT - 68, "none", 18, GOAL.bright, 5)
    canvas.path("M210 560l-50 210 90-50 65 80 65-80 90 50-50-210z", "#b3202f", LINE, 10)
    _badge(canvas, seal, 315, 430, 200, str(points))
    canvas.rect(17, 17, WIDTH - 34, HEIGHT - 34, "none", 22, GOAL.bright, 6)
    return canvas.done()


def _place_back() -> Svg:
    canvas = Canvas("back-way", *CARD)
    canvas.rect(0, 0, WIDTH, HEIGHT, LINE, corner=34)
    with canvas.clipped(14, 14, WIDTH - 28, HEIGHT - 28, 24):
        scenery.hills(canvas)
    canvas.rect(17, 17, WIDTH - 34, HEIGHT - 34, "none", 22, PLACE.bright, 6)
    return canvas.done()


# ── goals ─────────────────────────────────────────────────────────────────────────────────────────


def _goal(box: RoadBox, goal: int) -> Piece:
    name, icon, points = box.goal_names[goal], box.goal_icons[goal], int(box.goal_points[goal])
    seal = f"seal-{sorted(set(box.goal_points)).index(points) + 1}"
    own = tones(CREAM, GOAL.bright, GOAL.deep)

    def draw(canvas: Canvas, worded: bool) -> None:
        _framed(
            canvas,
            GOAL,
            _goal_scene(box, goal),
            lambda: draw_figure(canvas, icon, 315, 255 if worded else 315, 330 if worded else 430, own),
        )
        if worded:
            _draw_recipe(canvas, _recipe(box, goal))
            _draw_whose(canvas, box.goal_knights[goal])
            _badge(canvas, seal, 100, 100, 72, str(points))
            canvas.words(
                name, 40, PANEL + 22, 550, 106, 52, Type.TITLE, CREAM, line=GOAL.night, thick=8, least=40
            )
            _told(canvas, box.goal_texts[goal], PANEL + 134, 850, 38)

    front, art = _drawn(goal_piece(box.goals[goal]), CARD, draw)
    return Piece(
        key=goal_piece(box.goals[goal]),
        name=name,
        kind="goal",
        text=f"{points} points. {box.goal_texts[goal]}",
        copies=1,
        shape=Shape.CARD,
        size=CARD,
        front=front,
        art=art,
        back=_goal_back(points, seal),
        rules=("C4", "S1", "K16", "X5", "X6", "P1"),
    )


def _goal_event(box: RoadBox, goal: int) -> str:
    """Return when a goal is checked, in the words of the data file."""
    bits = ~box.goal_waits[goal] >> EVENT_BITS
    own = (bits | bits >> goals.KNIGHT_BITS) & ((1 << goals.KNIGHT_BITS) - 1)
    return next(name for name, event in goals.EVENTS.items() if event == own)


def _measures(box: RoadBox, goal: int) -> Iterator[tuple[list[int], int]]:
    """Yield what a goal counts: the measures, and the least sum of them."""
    rows = range(box.goal_conditions[goal], box.goal_conditions[goal + 1])
    for row in rows:
        parts = range(box.condition_parts[row], box.condition_parts[row + 1])
        yield [int(box.part_measure[part]) for part in parts], int(box.condition_least[row])


def _goal_scene(box: RoadBox, goal: int) -> scenery.Scene:
    first = box.measured + MEASURED_LOCATIONS
    for measures, least in _measures(box, goal):
        location = measures[0] - first
        if 0 <= location < len(box.locations) and box.place_icons[location] in scenery.BY_LOCATION:
            return scenery.BY_LOCATION[box.place_icons[location]]
    event = _goal_event(box, goal)
    if event in scenery.BY_EFFECT:
        return scenery.BY_EFFECT[event]
    return scenery.BY_ICON.get(box.goal_icons[goal], scenery.hills)


def _recipe(box: RoadBox, goal: int) -> list[Chip]:
    """Return what must come together, as signs; the last is what must happen to it."""
    found = []
    for measures, least in _measures(box, goal):
        icons, badge = _ingredient(box, measures)
        several = badge == "strength" or badge == "valor" or least > 1
        found.append(Chip(icons, badge or "reach", str(least) if several else "", ""))
    sign = {
        "in-space": "ufo",
        "lurking": "hidden",
        "surprise": "boxing-glove-surprise",
        "encounter": "crossed-swords",
        "defeat": "knight-banner",
        "fall": "broken-bone",
    }[_goal_event(box, goal)]
    return [*found, Chip((sign,), "", "", "")]


def _ingredient(box: RoadBox, measures: Sequence[int]) -> tuple[tuple[str, ...], str]:
    """Return the signs of something that is counted, and the badge of its number."""
    first = measures[0]
    if first < box.cards:
        kind = KINDS[int(box.kind[first])]
        of_kind = [card for card in range(1, box.cards) if box.kind[card] == box.kind[first]]
        return ((kind.sign,) if list(measures) == of_kind else (box.icons[first],)), ""
    if first < box.measured:
        combo = first - int(box.combo_measure)
        return (box.icons[box.combo_one[combo]], box.icons[box.combo_other[combo]]), ""
    measure = first - int(box.measured)
    if measure == MEASURED_STRENGTH:
        return (), "strength"
    if measure == MEASURED_VALOR:
        return (), "valor"
    location = measure - MEASURED_LOCATIONS
    if 0 <= location < len(box.locations):
        return (box.place_icons[location],), ""
    if MEASURED_COMBOS <= measure < MEASURED_STRENGTH:
        return ("three-friends",), ""
    card = (first - int(box.lurking_measure)) % int(box.cards)
    return (box.icons[card],), ""


def _draw_recipe(canvas: Canvas, recipe: Sequence[Chip]) -> None:
    """Draw what must come together as a row of medallions, and after an arrow what must happen."""
    medals = [(icon, chip) for chip in recipe for icon in chip.icons or ("",)]
    step = min(122, 560 / len(medals))
    radius, y = step * 0.43, 506
    x = 305 - step * (len(medals) - 1) / 2
    for icon, chip in medals:
        last = chip is recipe[-1]
        if last:
            x += 20
            canvas.path(f"M{x - radius - 22:.0f} {y - 22}l18 22-18 22", line=CREAM, thick=10)
        if icon:
            fill = canvas.gradient("#7a1626", "#3f0a14") if last else canvas.gradient("#123a5c", "#071a33")
            canvas.circle(x, y, radius, fill, GOLD if last else GOAL.bright, 5)
            draw_figure(canvas, icon, x, y, radius * 1.45, tones(CREAM, GOAL.bright, GOAL.deep))
        if chip.number:
            low = radius * 0.66 if icon else 0
            _badge(canvas, chip.badge, x + low, y + low, 24 if icon else radius * 0.9, chip.number)
        x += step


def _draw_whose(canvas: Canvas, knight: str) -> None:
    """Draw whose knight a goal is about: one's own, the other's (dark, and facing it), or both."""
    wide = 200 if knight == "either" else 122
    canvas.rect(604 - wide, 28, wide, 122, canvas.gradient("#123a5c", "#071a33"), 61, GOAL.bright, 5)
    if knight != "rival":
        draw_knight(canvas, 604 - wide + 62, 88, 92, "#ffd166")
    if knight != "own":
        with canvas.group("transform='matrix(-1 0 0 1 1084 0)'"):
            draw_knight(canvas, 541, 88, 92, "#9a6bff", "#5f6b80")


# ── the way ───────────────────────────────────────────────────────────────────────────────────────


def _location(box: RoadBox, location: int) -> Piece:
    name, icon = box.places[location], box.place_icons[location]
    homes = [card for card in range(1, box.cards) if box.kind[card] == MONSTER and box.home[card] == location]
    text = "Draw from the top until an item comes or the stack ends."
    scene = scenery.BY_LOCATION.get(icon, scenery.hills)
    chips = [
        Chip((box.icons[card],), "strength", f"{box.home_turf:+}", f"Home turf: every {box.names[card]} has "
             f"{box.home_turf:+} strength here.")
        for card in homes
    ]  # fmt: skip

    def draw(canvas: Canvas, worded: bool) -> None:
        place = tones("#ffffff", PLACE.bright, "#5a7d6b")
        _framed(canvas, PLACE, scene, lambda: draw_figure(canvas, icon, 315, 320, 440, place))
        if worded:
            _badge(canvas, "reach", 88, 94, 56, str(location + 1))
            _titled(canvas, PLACE, name)
            _told(canvas, text, PLACE_TEXT, 770 if chips else 850, 38)
            _draw_chips(canvas, chips, PLACE)

    front, art = _drawn(place_piece(box.locations[location]), CARD, draw)
    return Piece(
        key=place_piece(box.locations[location]),
        name=name,
        kind="location",
        text=" ".join([f"Stop {location + 1} on the way.", text, *(chip.said for chip in chips)]),
        copies=len(KNIGHT_COLOURS),
        shape=Shape.CARD,
        size=CARD,
        front=front,
        art=art,
        back=_place_back(),
        rules=("C1", "K3", "K6"),
    )


PLACE_TEXT: Final = PANEL + 94


def _castle(box: RoadBox) -> Piece:
    text = "Both roads end here. The first knight at the Castle takes the Princess. With both there, count."

    def draw(canvas: Canvas, worded: bool) -> None:
        stone = tones("#ffe3a3", "#c9b7f0", "#4f3d8c")
        _framed(
            canvas, PLACE, scenery.castle, lambda: draw_figure(canvas, "elven-castle", 315, 310, 440, stone)
        )
        if worded:
            _titled(canvas, PLACE, "The Castle")
            _told(canvas, text, PLACE_TEXT, 850)

    front, art = _drawn("castle", CARD, draw)
    return Piece("castle", "The Castle", "castle", text, 1, Shape.CARD, CARD, front, art, _place_back(),
                 ("C1", "K12"))  # fmt: skip


def _princess(box: RoadBox) -> Piece:
    points = str(box.princess)
    text = f"{points} goal points for the wizard whose knight is first at the Castle."

    def draw(canvas: Canvas, worded: bool) -> None:
        _framed(canvas, KINDS[SPELL], scenery.castle, lambda: draw_princess(canvas, 315, 360, 470))
        if worded:
            _badge(canvas, "seal-3", 100, 100, 72, points)
            _titled(canvas, KINDS[SPELL], "The Princess")
            _told(canvas, text, PLACE_TEXT, 850, 42)

    front, art = _drawn("princess", CARD, draw)
    return Piece("princess", "The Princess", "castle", text, 1, Shape.CARD, CARD, front, art, _place_back(),
                 ("K12", "P1"))  # fmt: skip


# ── knights, Valor, and a card to look things up ──────────────────────────────────────────────────


def _knight(seat: int) -> Piece:
    plume, ground, sign = KNIGHT_COLOURS[seat]

    def draw(canvas: Canvas, worded: bool) -> None:
        middle = canvas.width / 2
        canvas.circle(middle, middle, middle, LINE)
        canvas.circle(middle, middle, middle - 8, canvas.glow(plume, ground, y=0.3), CREAM, 6)
        draw_knight(canvas, middle - 4, middle - 6, middle * 1.4, plume)
        canvas.circle(middle * 1.6, middle * 1.6, middle * 0.28, ground, CREAM, 5)
        canvas.icon(sign, middle * 1.6, middle * 1.6, middle * 0.4, CREAM)

    size = (KNIGHT_SIZE, KNIGHT_SIZE)
    front, art = _drawn(f"knight-{seat}", size, draw)
    name = f"Knight of the {sign.capitalize()}"
    text = "Walks the road of its wizard, from stack to stack, to the Castle."
    return Piece(f"knight-{seat}", name, "knight", text, 1, Shape.TOKEN, size, front, art, front,
                 ("S3", "K1", "K11", "K12"))  # fmt: skip


def _valor(worth: int, copies: int) -> Piece:
    def draw(canvas: Canvas, worded: bool) -> None:
        middle = canvas.width / 2
        canvas.circle(middle, middle, middle, LINE)
        canvas.circle(middle, middle, middle - 6, canvas.glow("#2fae7a", "#0d4a3f", y=0.3), GOLD, 5)
        canvas.rays(middle, middle, 12, middle - 10, GOLD, 0.25)
        if worth > 1:
            canvas.circle(middle, middle, middle - 18, "none", GOLD, 4)
        _badge(canvas, "valor", middle, middle - 4, middle * 0.58, str(worth) if worded else "")

    size = (VALOR_SIZE, VALOR_SIZE)
    front, art = _drawn(f"valor-{worth}", size, draw)
    text = "Strength in every fight, and goal points at the end."
    rules = ("S3", "K7", "K9", "K10", "P1")
    name = f"{worth} Valor"
    return Piece(f"valor-{worth}", name, "marker", text, copies, Shape.TOKEN, size, front, art, front, rules)


@dataclass(frozen=True)
class Line:
    """A line of the reference card: signs, and their meaning."""

    icons: tuple[str, ...]
    badge: str
    number: str
    words: str


def _fight_lines(box: RoadBox) -> list[Line]:
    """Return the lines about a fight (K6 to K10), in signs."""
    lines = [
        Line((box.icons[one], box.icons[other]), "strength", str(strength), name)
        for one, other, strength, name in zip(
            box.combo_one, box.combo_other, box.combo_strength, box.combo_names, strict=True
        )
    ]
    worth: dict[int, list[str]] = {}
    for card in range(1, box.cards):
        if box.kind[card] == MONSTER:
            worth.setdefault(int(box.strength[card]), []).append(box.names[card])
    usual = max(worth, key=lambda strength: len(worth[strength]))
    lines.append(Line(("fangs",), "strength", str(usual), "each monster alone"))
    lines += [
        Line(("fangs",), "strength", str(strength), ", ".join(names))
        for strength, names in worth.items()
        if strength != usual
    ]
    homes = [card for card in range(1, box.cards) if box.kind[card] == MONSTER and box.home[card] >= 0]
    icons = tuple(dict.fromkeys(box.place_icons[box.home[card]] for card in homes))
    if icons:
        lines.append(
            Line(
                icons,
                "strength",
                f"{box.home_turf:+}",
                "each monster at home",
            )
        )
    lasers = [
        card for card in range(1, box.cards) if box.kind[card] == MONSTER_MODIFIER and box.strength[card]
    ]
    if lasers:
        lines.append(Line((box.icons[lasers[0]],), "strength", "+", "the number on each, once"))
    return lines


def _reference(box: RoadBox) -> Piece:
    lines = _fight_lines(box)
    ending = (
        f"Knight: Valor and items taken before; with Kung Fu, Valor alone. A tie is a win.\n"
        f"Win: {box.win:+} Valor, the item, walk on. Loss: {signed(-int(box.loss))} Valor, never below "
        f"{box.least_valor}; the other walks."
    )

    def draw(canvas: Canvas, worded: bool) -> None:
        canvas.rect(0, 0, WIDTH, HEIGHT, LINE, corner=34)
        with canvas.clipped(14, 14, WIDTH - 28, HEIGHT - 28, 24):
            canvas.rect(0, 0, WIDTH, HEIGHT, canvas.gradient("#26093f", "#0f2f4f", "#06302f"))
            canvas.icon("crossed-swords", 315, 440, 560, CREAM, 0.07)
        canvas.rect(17, 17, WIDTH - 34, HEIGHT - 34, "none", 22, GOLD, 6)
        if not worded:
            return
        canvas.words("The Fight", 40, 30, 550, 76, 66, Type.TITLE, GOLD)
        step = 490 / len(lines)
        for place, line in enumerate(lines):
            _draw_line(canvas, line, 112 + step * place, step)
        canvas.path("M50 616h530", line=GOLD, thick=4)
        canvas.words(ending, 44, 624, 542, 230, 34, Type.TEXT, CREAM, anchor="start", least=LEAST)

    front, art = _drawn("reference", CARD, draw)
    text = "; ".join(f"{line.number} {line.words}" for line in lines) + f". {ending}"
    return Piece(
        key="reference",
        name="The Fight",
        kind="reference",
        text=text,
        copies=len(KNIGHT_COLOURS),
        shape=Shape.CARD,
        size=CARD,
        front=front,
        art=art,
        back=_reference_back(box),
        rules=("W1", "W2", "W4", "K3", "K6", "K7", "K8", "K9", "K10"),
    )


def _draw_line(canvas: Canvas, line: Line, top: float, step: float) -> None:
    middle, size = top + step / 2, min(62, step * 0.86)
    x = 44 + size / 2
    for icon in line.icons:
        draw_figure(canvas, icon, x, middle, size, tones(CREAM, "#c78bff", "#5b1f9c"))
        x += size * 1.02
    x = 44 + size * 3.16
    _badge(canvas, line.badge, x + size * 0.5, middle, size * 0.42, line.number)
    left = x + size * 1.1
    canvas.words(line.words, left, top, 590 - left, step, 34, Type.TEXT, CREAM, anchor="start", least=20)


TURN: Final = (
    ("Wizard's Phase", (
        "Play a card face up on any stack, yours or the rival's. Never an item on an item.",
        "Swap goes on no stack: exchange two top cards, discard it.",
        "Draw a card. Look at top cards only.",
    )),
    ("Knight's Phase", (
        "Who did not play the last card walks first.",
        "Draw until an item comes or the stack ends. A stack modifier works at once.",
        "No monster? Take the item and draw on. Otherwise fight.",
        "After each fight and stack modifier look at all goals.",
    )),
)  # fmt: skip


def _reference_back(box: RoadBox) -> Svg:
    canvas = Canvas("reference-back", *CARD)
    canvas.rect(0, 0, WIDTH, HEIGHT, LINE, corner=34)
    with canvas.clipped(14, 14, WIDTH - 28, HEIGHT - 28, 24):
        canvas.rect(0, 0, WIDTH, HEIGHT, canvas.gradient("#0a2b3f", "#0f4f4a", "#06302f"))
        canvas.icon("pointy-hat", 315, 440, 560, CREAM, 0.07)
    canvas.rect(17, 17, WIDTH - 34, HEIGHT - 34, "none", 22, GOLD, 6)
    y = 30.0
    for title, lines in TURN:
        canvas.words(title, 40, y, 550, 64, 56, Type.TITLE, GOLD)
        y += 70
        for line in lines:
            size, rows = fitted(line, Type.TEXT, 33, 512, 200, LEAST)
            tall = 1.16 * size * len(rows) + 14
            canvas.circle(56, y + 24, 8, GOLD)
            canvas.words(line, 78, y, 512, tall, 33, Type.TEXT, CREAM, anchor="start", least=LEAST)
            y += tall
        y += 10
    canvas.words(f"Points: each Valor 1, the Princess {box.princess}, your goals.", 44, y, 542, 850 - y, 36,
                 Type.BOLD, GOLD, least=LEAST)  # fmt: skip
    return canvas.done()
