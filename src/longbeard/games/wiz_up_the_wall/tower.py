"""The wall as a drawing that can be pointed at.

A cell is 40 wide and 34 high, columns are 30 apart, half a height is 17; the floor is at 0 and the wall goes
up from there, so a stream that grows moves nothing else. The tower is drawn once for everybody, in its own
columns: what is in column 5 has the classes `at q5`, and the style puts it where the tower is turned to
(`--turn` in table.css). So where somebody stands, and how they turn it, changes no part of the drawing.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from longbeard.engine.face import Part, place
from longbeard.engine.html import Html, classes, h, sprite
from longbeard.engine.telling import plural
from longbeard.games.wiz_up_the_wall.view import Laid, Look, Tip
from longbeard.games.wiz_up_the_wall.wall import WAYS

PITCH: Final = 30
HALF: Final = 17
COLUMNS_EACH: Final = 4
"""Columns for each wizard in the drawing's width; a wall with others is drawn to that scale."""
MARGIN: Final = 20
"""Margin beside the outermost cells: what is beyond the seam is repeated there."""
LOWEST: Final = 10
"""Halves in the drawing's height; for a higher wall its style makes it smaller (`.high-3`)."""
TOPS: Final = [10, 13, 16, 19, 22, 26, 30, 36, 44, 56, 72, 118]
"""Heights that the style knows: the wall does not change its size with every card."""
SKY: Final = 2100
"""Height to which the tower continues above what is needed, for a taller frame."""
FOOT: Final = 19
"""Height below the floor, for a wizard's lower half."""
HEX: Final = "M-20 0-10-17H10L20 0 10 17H-10Z"
ACROSS: Final = [0.0, 15.0, 15.0, 0.0, -15.0, -15.0]
DOWN: Final = [-17.0, -8.5, 8.5, 17.0, 8.5, -8.5]
"""Vertical offset of the middle of each side of a cell."""

Drawn = tuple[Laid, list[str], int, bool, int]
"""A card of a stream: its symbols if they are to be seen, how many cards lie under it, whether one lies on
it, and what it cost if it was cut here."""
Ahead = tuple[Tip, bool]
"""A tip, and whether it is what the page finds in its cell."""


def _number(value: float) -> str:
    return f"{value:g}"


def _course(way: int, shape: str) -> str:
    """Return the path of a stream through a cell (G2)."""
    start = f"M{_number(-ACROSS[way])} {_number(-DOWN[way])}"
    if shape == "straight":
        return f"{start}L{_number(ACROSS[way])} {_number(DOWN[way])}"
    ends = [
        f"Q0 0 {_number(ACROSS[out])} {_number(DOWN[out])}" for out in ((way + 5) % WAYS, (way + 1) % WAYS)
    ]
    return start + ends[0] + start + ends[1]


COURSES: Final = {shape: [_course(way, shape) for way in range(WAYS)] for shape in ("straight", "fork")}
LEADS: Final = [
    f"M{_number(-ACROSS[way])} {_number(-DOWN[way])}L{-ACROSS[way] / 3:.3g} {-DOWN[way] / 3:.3g}"
    for way in range(WAYS)
]


# ── what is always there ──────────────────────────────────────────────────────────────────────────


def drawing(seats: int) -> Html:
    """Draw the tower, with a place for every stream."""
    width = COLUMNS_EACH * seats * PITCH
    above = LOWEST * HALF + 44
    return h(
        "<svg class='wall' viewBox='{} -{} {} {}' preserveAspectRatio='xMidYMax meet' role='group' "
        "aria-label='The wall of the tower'>{}{}{}{}<g data-echoed='{}'>{}{}</g>{}<g class='echo'></g></svg>",
        -20 - MARGIN,
        above,
        width + 10 + 2 * MARGIN,
        above + FOOT,
        _defs(seats),
        place("symbols"),
        place("now"),
        _stones(width),
        width,
        place("columns"),
        [place(f"stream-{seat}") for seat in range(seats)],
        place("cells"),
    )


def _defs(seats: int) -> Html:
    return h(
        "<defs><path id='hex' d='{}'/>{}{}"
        "<pattern id='stones' width='60' height='34' x='-20' y='17' patternUnits='userSpaceOnUse'>"
        "<path class='stone' d='M0 17 10 0H30L40 17 30 34H10ZM40 17H60'/></pattern></defs>",
        HEX,
        [_run(shape, way) for shape in COURSES for way in range(WAYS)],
        [_bead(seat) for seat in range(seats)],
    )


def _run(shape: str, way: int) -> Html:
    """Draw a stream through one cell: glowing if it counts, dry if it does not."""
    course = COURSES[shape][way]
    return h(
        "<g id='{}-{}'><path stroke='var(--seat)' stroke-width='27' opacity='.12' d='{}'/>"
        "<path stroke='var(--seat)' stroke-width='16' opacity='.26' d='{}'/>"
        "<path stroke='var(--seat)' stroke-width='8' d='{}'/>"
        "<path stroke='var(--core)' stroke-width='2.6' opacity='.95' d='{}'/></g>"
        "<path id='dry-{}-{}' d='{}'/>",
        shape,
        way,
        course,
        course,
        course,
        course,
        shape,
        way,
        course,
    )


def _bead(seat: int) -> Html:
    return h(
        "<g id='bead-{}'><circle r='7'/>"
        "<use stroke='none' class='sign' href='{}' x='-4' y='-4' width='8' height='8'/></g>",
        seat,
        sprite(f"seat-{seat}"),
    )


def _stones(width: int) -> Html:
    """Draw the tower itself; the stones are a column wider than it at each side, and turn with it."""
    heights = [
        h("<text x='-33' y='{}'>{}</text>", 4 - 2 * HALF * height, height)
        for height in range(1, SKY // (2 * HALF) - 2)
    ]
    return h(
        "<g aria-hidden='true'><rect class='air' x='{}' y='-{}' width='{}' height='{}'/>"
        "<rect class='stones' x='{}' y='-{}' width='{}' height='{}' fill='url(#stones)'/>"
        "<g class='scale'>{}</g></g>",
        -20 - MARGIN,
        SKY,
        width + 10 + 2 * MARGIN,
        SKY + FOOT,
        -20 - MARGIN - 2 * PITCH,
        SKY,
        width + 10 + 2 * MARGIN + 2 * PITCH,
        SKY + FOOT,
        heights,
    )


def symbols_part(look: Look) -> Part:
    """Return the mana symbols, to be drawn on cards that are turned up."""
    return Part("symbols", _symbol_defs, look["symbols"], look["symbol_icons"])


def _symbol_defs(symbols: Sequence[str], icons: Sequence[str]) -> Html:
    drawn = [
        h("<use id='symbol-{}' href='{}' width='17' height='17'/>", symbol, sprite(picture))
        for symbol, picture in zip(symbols, icons, strict=True)
    ]
    return h("<defs>{}</defs>", drawn)


def now_part(look: Look, seats: int, turn: int | None) -> Part:
    """Return the height of the wall, the distance of wizards and whose turn it is: the style reads all
    three."""
    top = max([0, *(card["halves"] for card in look["cards"])])
    for wizard in look["wizards"]:
        for tip in wizard["tips"]:
            top = max(top, tip["halves"])
    needed = (top + 1) * COLUMNS_EACH * seats / look["columns"]
    level = 0
    while TOPS[level] < needed and level + 1 < len(TOPS):
        level += 1
    return Part("now", _now, level, look["columns"] // seats, turn)


def _now(level: int, each: int, turn: int | None) -> Html:
    return h("<g class='high-{} each-{} now-{}'></g>", level, each, "nobody" if turn is None else turn)


def columns_part(look: Look) -> Part:
    """Return the numbers of the columns, along the floor."""
    return Part("columns", _columns, look["columns"])


def _columns(columns: int) -> Html:
    numbers = [h("<text class='at q{}' y='13'>{}</text>", column, column) for column in range(columns)]
    return h("<g class='scale' aria-hidden='true'>{}</g>", numbers)


# ── what lies on it ───────────────────────────────────────────────────────────────────────────────


def stream_parts(
    look: Look, names: Sequence[str], burst: Sequence[bool], fallen: Sequence[bool]
) -> list[Part]:
    """Return every stream; by seat, whether its wizard went bust, and whether its cut cards have fallen
    down."""
    streams, tips = _streams(look)
    return [
        Part(
            f"stream-{seat}", _stream, seat, list(names), streams[seat], tips[seat], look["symbols"],
            classes(burst[seat] and "burst", fallen[seat] and "fallen"),
        )
        for seat in range(len(names))
    ]  # fmt: skip


def _streams(look: Look) -> tuple[list[list[Drawn]], list[list[Ahead]]]:
    """Return cards and tips by seat, with what there is to know of their neighbours in the same cell."""
    cards, faces, wizards = look["cards"], look["faces"], look["wizards"]
    heaps: dict[tuple[int, int], int] = {}
    for card in cards:
        cell = (card["q"], card["halves"])
        heaps[cell] = heaps.get(cell, 0) + 1
    costs = costs_of_cuts(cards)
    under: dict[tuple[int, int], int] = {}
    streams: list[list[Drawn]] = [[] for wizard in wizards]
    for number, card in enumerate(cards):
        cell = (card["q"], card["halves"])
        below = under.get(cell, 0)
        under[cell] = below + 1
        symbols = faces[number] if faces else card["symbols"]
        streams[card["seat"]].append((card, symbols, below, below + 1 < heaps[cell], costs[number]))
    tips: list[list[Ahead]] = []
    for wizard in wizards:
        found: list[Ahead] = []
        for tip in wizard["tips"]:
            cell = (tip["q"], tip["halves"])
            found.append((tip, cell not in heaps))
            heaps.setdefault(cell, 0)
        tips.append(found)
    return streams, tips


def costs_of_cuts(cards: Sequence[Laid]) -> list[int]:
    """Return for each card that was cut how many cards the cut took, itself and all beyond; otherwise 0
    (P1)."""
    costs = [1] * len(cards)
    for number in range(len(cards) - 1, -1, -1):
        before = cards[number]["after"]
        if before is not None:
            costs[before] += costs[number]
    return [cost if card["cut"] else 0 for cost, card in zip(costs, cards, strict=True)]


def _stream(
    seat: int,
    names: Sequence[str],
    cards: Sequence[Drawn],
    tips: Sequence[Ahead],
    symbols: Sequence[str],
    state: str,
) -> Html:
    """Draw all of one wizard's cards and tips, in layers: cells, streams, and on top beads or symbols."""
    tiles: list[Html] = []
    runs: list[Html] = []
    tops: list[Html] = []
    for number, (card, shown, under, covered, cost) in enumerate(cards):
        by = card["by"]
        tile, run, top = _card(
            seat,
            names[seat],
            None if by is None else (by, names[by], cost),
            (card["q"], card["r"], card["halves"]),
            (card["shape"], card["way"]),
            (card["counts"], card["blind"], covered, number + 1 == len(cards) and not card["blind"]),
            under,
            tuple([(symbol, symbols.index(symbol)) for symbol in shown]),
        )
        tiles.append(tile)
        runs.append(run)
        tops.append(top)
    leads = [_tip(names[seat], tip, keyed) for tip, keyed in tips]
    return h(
        "<g class='{}'><g>{}</g><g>{}</g><g>{}</g><g class='tops'>{}</g></g>",
        classes(f"whole seat-{seat}", state),
        leads,
        tiles,
        runs,
        tops,
    )


@lru_cache(16384)
def _card(
    seat: int,
    name: str,
    cut: tuple[int, str, int] | None,
    where: tuple[int, int, int],
    course: tuple[str, int],
    state: tuple[bool, bool, bool, bool],
    under: int,
    symbols: tuple[tuple[str, int], ...],
) -> tuple[Html, Html, Html]:
    """Draw a card's cell, stream and top; cached, however often its stream grows."""
    q, r, halves = where
    shape, way = course
    counts, blind, covered, newest = state
    y = -HALF * halves
    look = classes(not counts and "lost", blind and "blind", (covered or under > 0) and "shared")
    tile = h(
        "<g class='cell at q{}' role='img'{}><title>Column {}, height {}: {}</title>"
        "<use class='{}' href='#hex' y='{}'/></g>",
        q,
        None if covered else h(" data-key='cell:{},{}'", q, r),
        q,
        height_words(halves),
        _card_words(name, cut, shape, counts, blind, [symbol for symbol, number in symbols]),
        classes("tile", look),
        y,
    )
    run = h(
        "<use class='{}' href='#{}{}-{}' y='{}'/>",
        classes(f"stream at q{q}", not counts and "lost", newest and "fresh"),
        "" if counts else "dry-",
        shape,
        way,
        y,
    )
    return tile, run, _top(seat, cut, look, symbols, q, 9 * under, y - 4 * under)


def height_words(halves: int) -> str:
    """Return a height in words: cells, and a half in every second column."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def _card_words(
    name: str,
    cut: tuple[int, str, int] | None,
    shape: str,
    counts: bool,
    blind: bool,
    symbols: Sequence[str],
) -> str:
    kind = "fork" if shape == "fork" else "straight card"
    if blind and not symbols:
        kind = f"unseen {kind}"
    if cut:
        kind = f"{kind}, cut by {cut[1]}: {plural('1 card|# cards', cut[2])} lost"
    elif not counts:
        kind = f"dead {kind}"
    shown = f" with {' and '.join(symbols)}" if symbols else ""
    return f"{name}’s {kind}{shown}"


def _top(
    seat: int,
    cut: tuple[int, str, int] | None,
    look: str,
    symbols: tuple[tuple[str, int], ...],
    q: int,
    x: int,
    y: int,
) -> Html:
    """Draw what lies on a stream: a bead, or the face of a card that is turned up; and where it was cut."""
    if symbols:
        (first, one), (second, other) = symbols
        shown = h(
            "<g class='{}'><g transform='translate({} {})'><g class='face-up'><use class='hex' href='#hex'/>"
            "<use class='mana-{}' href='#symbol-{}' x='-17.5' y='-8.5'/>"
            "<use class='mana-{}' href='#symbol-{}' x='.5' y='-8.5'/></g></g></g>",
            classes(f"turned at q{q}", look),
            x,
            y,
            one,
            first,
            other,
            second,
        )
    else:
        shown = h(
            "<use class='{}' href='#bead-{}' x='{}' y='{}'/>", classes(f"bead at q{q}", look), seat, x, y
        )
    if cut is None:
        return shown
    return h(
        "<g>{}<g class='snip at q{} seat-{}'><g transform='translate({} {})'>"
        "<path class='blade' d='M-14-8 14 8M14-8-14 8'/><path d='M-14-8 14 8M14-8-14 8'/>"
        "<text x='14' y='-8'>−{}</text></g></g></g>",
        shown,
        q,
        cut[0],
        x,
        y,
        cut[2],
    )


def _tip(name: str, tip: Tip, keyed: bool) -> Html:
    return h(
        "<g class='cell tip at q{}' role='img'{}><title>Column {}, height {}: {}’s tip</title>"
        "<g transform='translate(0 {})'><use class='hex' href='#hex'/><path class='lead' d='{}'/></g></g>",
        tip["q"],
        h(" data-key='cell:{},{}'", tip["q"], tip["r"]) if keyed else None,
        tip["q"],
        height_words(tip["halves"]),
        name,
        -HALF * tip["halves"],
        LEADS[tip["way"]],
    )


# ── what one can point at ─────────────────────────────────────────────────────────────────────────


def no_cells() -> Html:
    """Draw nothing to point at."""
    return Html("<g></g>")


def cells_part(look: Look, me: int, cells: Sequence[tuple[str, str]]) -> Part:
    """Return the cells that a card may go into: key and words of each."""
    tips = {f"cell:{tip['q']},{tip['r']}": tip for tip in look["wizards"][me]["tips"]}
    shape = look["drawn"] or look["unlaid"][0]
    return Part("cells", _cells, me, [(key, words, tips[key]) for key, words in cells], shape)


def _cells(me: int, lit: Sequence[tuple[str, str, Tip]], shape: str) -> Html:
    return h("<g class='seat-{}'>{}</g>", me, [_cell(key, words, tip, shape) for key, words, tip in lit])


def _cell(key: str, words: str, tip: Tip, shape: str) -> Html:
    """Draw a cell that the card may go into, with what it would look like and do there."""
    return h(
        "<g class='{}' role='button' tabindex='0' data-key='{}' aria-label='{}' data-tip=''>"
        "<g transform='translate(0 {})'><circle class='reach' r='24'/><use class='hex' href='#hex'/>"
        "<path class='ghost' d='{}'/>{}</g></g>",
        classes(
            f"spot cell at q{tip['q']}",
            bool(tip["crosses"]) and "crosses",
            bool(tip["touches"]) and "touches",
        ),
        key,
        words,
        -HALF * tip["halves"],
        COURSES[shape][tip["way"]],
        _mark("lightning-storm")
        if tip["touches"]
        else _mark("crossed-swords")
        if tip["crosses"]
        else Html('<path class="mark plus" d="M0-6V6M-6 0H6"/>'),
    )


def _mark(picture: str) -> Html:
    return h("<use class='mark' href='{}' x='-9' y='-9' width='18' height='18'/>", sprite(picture))


# ── the back of a card, off the wall ──────────────────────────────────────────────────────────────


@lru_cache(4)
def back(shape: str) -> Html:
    """Draw the back of a card, as it lies on the pile; without a shape, the place of a card.

    It has its colours with it, because it flies out of the face.
    """
    run = h(
        "<g fill='none'><path stroke='#ffdc8a' stroke-width='15' opacity='.22' d='{}'/>"
        "<path stroke='#ffdc8a' stroke-width='7' d='{}'/>"
        "<path stroke='#fffbef' stroke-width='2.4' d='{}'/></g>",
        COURSES[shape][0],
        COURSES[shape][0],
        COURSES[shape][0],
    ) if shape else None  # fmt: skip
    return h(
        "<svg class='{}' viewBox='-22 -19 44 38' aria-hidden='true'>"
        "<path fill='#2f2868' stroke='#ffdc8a' stroke-width='1.4' stroke-linejoin='round' d='{}'/>{}</svg>",
        classes("back", not shape and "none"),
        HEX,
        run,
    )
