"""The wall as a drawing on which one can point: how Wiz Up The Wall is shown in the browser.

A cell is 40 wide and 34 high, columns are 30 apart, half a height is 17; the floor is at 0 and the wall goes
up from there, so a stream that grows moves nothing else. The tower is round: it is unrolled where it suits
the viewer, with the own wizard and both neighbours at the left, where a phone begins, and what is near an
edge is drawn at the other one as well. Every stream is a part, and so is every wizard.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from longbeard.engine.face import Face, Part, Showing, place
from longbeard.engine.html import Html, classes, h, icon, seat_name, spot, sprite
from longbeard.engine.telling import plural
from longbeard.games.wiz_up_the_wall import view
from longbeard.games.wiz_up_the_wall.view import SCORING, SHAPE_WORDS, VERBS, Hand, Laid, Look, Tip
from longbeard.games.wiz_up_the_wall.wall import WAYS

SPELLS: Final = {
    "casting": "casting",
    "finished": "finished",
    "crossed": "crossed",
    "touched": "touched tips",
    "stuck": "no way on",
    "ran-out": "pile ran out",
}
SPELL_TIPS: Final = {
    "casting": "Still drawing cards.",
    "finished": "Declared finished: draws no more in this round, but can still be crossed.",
    "crossed": "Somebody laid a card across the stream: the spell is over, and what lies beyond the cut does "
    "not count.",
    "touched": "Two tips met in one cell: both spells are over, nothing is cut.",
    "stuck": "The stream has no way on: the spell is finished.",
    "ran-out": "The pile is empty: all spells are finished.",
}
SPELL_ICONS: Final = {
    "casting": "magic-swirl",
    "finished": "scroll-unfurled",
    "crossed": "crossed-swords",
    "touched": "lightning-storm",
    "stuck": "rock",
    "ran-out": "hourglass",
}
STATUS: Final = {
    "blind-tip": "lays cards that nobody has seen",
    "draw-or-finish": "draws a card, or lets it be",
    "place": "has laid a card",
    "turning-up": "is turned up",
    "counting": "is counted",
    "scored": "is counted",
}
"""What the one whose turn it is does, if there is no card to be shown in their hand."""
PILE_TIP: Final = (
    "What lies on top shows its back, so everyone can see whether it forks. Its two symbols only the one who "
    "draws it sees."
)
FINISH_TIP: Final = (
    "Declare your spell finished: you draw no more in this round. Your stream stays, and can still be "
    "crossed."
)

PITCH: Final = 30
HALF: Final = 17
COLUMNS_EACH: Final = 4
"""The frame is as wide as so many columns for every wizard; a wall with others is drawn to that scale."""
LOWEST: Final = 10
"""The frame is as high as so many halves; for a higher wall its style makes it smaller (`.high-3`)."""
TOPS: Final = (10, 13, 16, 19, 22, 26, 30, 36, 44, 56, 72, 118)
"""The heights that the style knows: the wall does not change its size with every card."""
SKY: Final = 2100
"""The tower goes on above what is needed, for a frame that is taller than that."""
LONGEST_NAME: Final = 15
HEX: Final = "M-20 0-10-17H10L20 0 10 17H-10Z"
ACROSS: Final = [0.0, 15.0, 15.0, 0.0, -15.0, -15.0]
DOWN: Final = [-17.0, -8.5, 8.5, 17.0, 8.5, -8.5]
"""Where the middle of each side of a cell is."""

Drawn = tuple[Laid, list[str], int, bool]
"""A card of a stream: its symbols if they are to be seen, how many lie under it, whether one lies on it."""
Ahead = tuple[Tip, bool]
"""A tip, and whether it is what the page finds in its cell."""
Counts = list[tuple[str, int]]
"""How often each symbol is there."""


def _number(value: float) -> str:
    return f"{value:g}"


def _course(way: int, shape: str) -> str:
    """The path of a stream through a cell (G2)."""
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


# ── the page ──────────────────────────────────────────────────────────────────────────────────────


def frame(showing: Showing[Look]) -> Html:
    """The desk, the wall with a place for every stream and wizard, and the points."""
    seats = len(showing.names)
    return h(
        "<div class='face face-wiz-up-the-wall cols-{}'><div class='layout'>"
        "<section class='desk' aria-label='Pile and card'>{}{}{}</section>"
        "<div class='scroller' role='region' aria-label='The wall' tabindex='0'>{}</div>"
        "<section class='scores' aria-label='Wizards and points'><table>{}<tbody>{}</tbody></table>"
        "<div class='reckoned'>{}<ul class='reckoning'>{}</ul></div></section></div></div>",
        COLUMNS_EACH * seats,
        place("pile"),
        place("hand"),
        place("aid"),
        _wall(seats, COLUMNS_EACH * seats * PITCH),
        place("head"),
        [place(f"row-{seat}") for seat in range(seats)],
        place("mana-title"),
        [place(f"mana-{seat}") for seat in range(seats)],
    )


def parts(showing: Showing[Look]) -> list[Part]:
    """What everybody sees. A guest stands where the first seat does."""
    look = showing.look
    return [
        *_wall_parts(showing, 0, False),
        Part("symbols", _symbol_defs, look["symbols"], look["symbol_icons"], look["bust"]),
        Part("now", _now, _level(look, len(showing.names)), None if _asleep(showing) else look["turn"]),
        Part("cells", _no_cells),
        Part("pile", _nothing) if showing.over else _pile_part(look, ""),
        _hand_part(showing),
        Part("aid", _nothing),
        Part("head", _head, look["round"], look["rounds"]),
        *_row_parts(showing),
        *_mana_parts(showing),
    ]


def own_parts(showing: Showing[Look]) -> list[Part]:
    """The wall from where one stands, what one holds, and what one may do."""
    look, me = showing.look, showing.me
    if me is None:
        return _wall_parts(showing, 0, False)
    deeds = {choice["steps"][0]: choice for choice in showing.choices}
    found = _wall_parts(showing, me, True)
    seen = look["seen"][me]
    if seen is not None and not showing.over:
        found.append(Part("aid", _aid, list(seen.items()), look["symbol_icons"], look["bust"]))
    if "pile" in deeds:
        found.append(_pile_part(look, deeds["pile"]["words"]))
    if "finish" in deeds:
        words = deeds["finish"]["words"]
        found.append(Part("hand", _finish, words, look["counting"][me], look["bust"]))
    elif look["hand"]:
        icons = dict(zip(look["symbols"], look["symbol_icons"], strict=True))
        found.append(Part("hand", _own_hand, look["hand"], icons, bool(deeds)))
    elif look["unlaid"] and deeds:
        found.append(Part("hand", _unlaid, "Your", look["unlaid"][0], True))
    cells = [(key, choice["words"]) for key, choice in deeds.items() if key.startswith("cell:")]
    if cells:
        found.append(_cells_part(look, me, cells))
    return found


def _nothing() -> Html:
    return Html("<div hidden></div>")


# ── the wall: what is always there ────────────────────────────────────────────────────────────────


def _wall(seats: int, width: int) -> Html:
    above = LOWEST * HALF + 24
    return h(
        "<svg class='wall' viewBox='-26 -{} {} {}' preserveAspectRatio='xMidYMax meet' width='{}' "
        "role='group' aria-label='The wall of the tower'>{}{}{}{}{}{}"
        "<rect class='bend' x='-26' y='-{}' width='{}' height='{}' fill='url(#bend)'/>{}{}</svg>",
        above,
        width + 22,
        above + 46,
        2 * width + 44,
        _defs(seats, width),
        place("symbols"),
        place("now"),
        _tower(width),
        place("columns"),
        [place(f"stream-{seat}") for seat in range(seats)],
        SKY,
        width + 22,
        SKY + 10,
        [place(f"wizard-{seat}") for seat in range(seats)],
        place("cells"),
    )


def _defs(seats: int, width: int) -> Html:
    return h(
        "<defs><path id='hex' d='{}'/>{}{}"
        "<pattern id='stones' width='60' height='34' x='-20' y='17' patternUnits='userSpaceOnUse'>"
        "<path class='stone' d='M0 17 10 0H30L40 17 30 34H10ZM40 17H60'/></pattern>"
        "<linearGradient id='bend' gradientUnits='userSpaceOnUse' x1='-26' x2='{}'><stop class='edge'/>"
        "<stop class='lit' offset='{}'/><stop class='lit' offset='{}'/><stop class='edge' offset='1'/>"
        "</linearGradient><linearGradient id='sky' gradientUnits='userSpaceOnUse' x1='0' x2='0' y1='-320' "
        "y2='10'><stop class='night'/><stop class='dusk' offset='1'/></linearGradient></defs>",
        HEX,
        [_run(shape, way) for shape in COURSES for way in range(WAYS)],
        [_bead(seat) for seat in range(seats)],
        width - 4,
        f"{40 / width:.3f}",
        f"{1 - 40 / width:.3f}",
    )


def _run(shape: str, way: int) -> Html:
    """A stream through one cell: glowing if it counts, dry if it does not."""
    course = COURSES[shape][way]
    return h(
        "<g id='{}-{}'><path stroke='var(--aura)' stroke-width='27' opacity='.1' d='{}'/>"
        "<path stroke='var(--seat)' stroke-width='14' opacity='.24' d='{}'/>"
        "<path stroke='var(--seat)' stroke-width='6.5' d='{}'/>"
        "<path stroke='var(--core)' stroke-width='2' opacity='.9' d='{}'/></g><path id='dry-{}-{}' d='{}'/>",
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


def _symbol_defs(symbols: Sequence[str], icons: Sequence[str], bust: int) -> Html:
    """What is drawn often: the symbols, and rows of squares for the meters."""
    drawn = [
        h("<use id='symbol-{}' href='{}' width='13' height='13'/>", symbol, sprite(picture))
        for symbol, picture in zip(symbols, icons, strict=True)
    ]
    squares = [f"M{8 * at + 1} 1h6v6h-6z" for at in range(bust + 1)]
    rows = [
        h("<path id='pips-{}' d='{}'/>", number, "".join(squares[:number])) for number in range(1, bust + 1)
    ]
    return h("<defs>{}{}<path id='pip-too-many' d='{}'/></defs>", drawn, rows, squares[bust])


def _tower(width: int) -> Html:
    heights = [
        h("<text x='-19' y='{}'>{}</text>", 3 - 2 * HALF * height, height)
        for height in range(1, SKY // (2 * HALF) - 2)
    ]
    wide, high = width + 22, SKY + 10
    return h(
        "<g aria-hidden='true'>"
        "<rect class='air' x='-26' y='-{}' width='{}' height='{}' fill='url(#sky)'/>"
        "<rect x='-26' y='-{}' width='{}' height='{}' fill='url(#stones)'/>"
        "<g class='scale'>{}</g><rect class='floor' x='-26' y='10' width='{}' height='36'/></g>",
        SKY,
        wide,
        high,
        SKY,
        wide,
        high,
        heights,
        wide,
    )


def _level(look: Look, seats: int) -> int:
    """How high the wall has become, by the steps that the style knows."""
    top = max([0, *(card["halves"] for card in look["cards"])])
    for wizard in look["wizards"]:
        for tip in wizard["tips"]:
            top = max(top, tip["halves"])
    needed = (top + 1) * COLUMNS_EACH * seats / look["columns"]
    return next(level for level, height in enumerate(TOPS) if needed <= height or height == TOPS[-1])


def _now(level: int, turn: int | None) -> Html:
    """How high the wall is and whose turn it is, for the style sheet: it marks wizard and row."""
    return h("<g class='high-{} now-{}'></g>", level, "nobody" if turn is None else turn)


def _asleep(showing: Showing[Look]) -> bool:
    """Whether it is nobody's turn."""
    return showing.over or showing.look["decision"] == "round-over"


# ── the wall: what lies on it ─────────────────────────────────────────────────────────────────────


def _start(look: Look, seat: int) -> int:
    """The column at the left edge for whoever stands there."""
    return look["wizards"][seat]["column"] - (6 if look["columns"] > 8 else 2)


def _scale(columns: int, seats: int) -> Html | None:
    """A wall with more or fewer columns than the frame has is drawn to its scale."""
    if columns == COLUMNS_EACH * seats:
        return None
    return h(" transform='scale({})'", f"{COLUMNS_EACH * seats / columns:.4g}")


def _height_words(halves: int) -> str:
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def _wall_parts(showing: Showing[Look], stand: int, own: bool) -> list[Part]:
    """Streams and wizards, as seen from where a seat stands."""
    look, names = showing.look, list(showing.names)
    columns, start = look["columns"], _start(look, stand)
    streams, tips = _streams(look)
    found = [Part("columns", _columns, columns, start, len(names))]
    for seat, wizard in enumerate(look["wizards"]):
        found.append(Part(f"stream-{seat}", _stream, seat, names, streams[seat], tips[seat], columns, start))
        state = classes(
            wizard["spell"] != "casting" and "done",
            showing.over and seat in showing.winners and "won",
            own and seat == stand and "own",
        )
        where = (wizard["column"], columns, start, len(names))
        about = (names[seat], wizard["icon"], wizard["about"], wizard["spell"])
        found.append(Part(f"wizard-{seat}", _wizard, seat, about, state, where))
    return found


def _streams(look: Look) -> tuple[list[list[Drawn]], list[list[Ahead]]]:
    """Cards and tips by seat, with what there is to know of their neighbours in the same cell."""
    cards, faces, wizards = look["cards"], look["faces"], look["wizards"]
    heaps: dict[tuple[int, int], int] = {}
    for card in cards:
        cell = (card["q"], card["halves"])
        heaps[cell] = heaps.get(cell, 0) + 1
    under: dict[tuple[int, int], int] = {}
    streams: list[list[Drawn]] = [[] for wizard in wizards]
    for number, card in enumerate(cards):
        cell = (card["q"], card["halves"])
        below = under.get(cell, 0)
        under[cell] = below + 1
        symbols = faces[number] if faces else card["symbols"]
        streams[card["seat"]].append((card, symbols, below, below + 1 < heaps[cell]))
    tips: list[list[Ahead]] = []
    for wizard in wizards:
        found: list[Ahead] = []
        for tip in wizard["tips"]:
            cell = (tip["q"], tip["halves"])
            found.append((tip, cell not in heaps))
            heaps.setdefault(cell, 0)
        tips.append(found)
    return streams, tips


def _columns(columns: int, start: int, seats: int) -> Html:
    numbers = [h("<text x='{}' y='7'>{}</text>", PITCH * at, (at + start) % columns) for at in range(columns)]
    return h("<g class='scale' aria-hidden='true'{}>{}</g>", _scale(columns, seats), numbers)


def _stream(
    seat: int,
    names: Sequence[str],
    cards: Sequence[Drawn],
    tips: Sequence[Ahead],
    columns: int,
    start: int,
) -> Html:
    """All of one wizard's cards and tips, in layers: cells, streams, and on top beads or symbols."""
    tiles: list[Html] = []
    runs: list[Html] = []
    tops: list[Html] = []
    for number, (card, symbols, under, covered) in enumerate(cards):
        by = card["by"]
        tile, run, top = _card(
            seat,
            names[seat],
            None if by is None else (by, names[by]),
            (card["q"], card["r"], card["halves"], columns, start),
            (card["shape"], card["way"]),
            (card["counts"], card["blind"], covered, number + 1 == len(cards) and not card["blind"]),
            under,
            tuple(symbols),
        )
        tiles.append(tile)
        runs.append(run)
        tops.append(top)
    leads = [_tip(names[seat], tip, keyed, columns, start) for tip, keyed in tips]
    return h(
        "<g class='whole seat-{}'{}><g>{}</g><g>{}</g><g>{}</g><g>{}</g></g>",
        seat,
        _scale(columns, len(names)),
        leads,
        tiles,
        runs,
        tops,
    )


def _places(at: int, columns: int) -> list[int]:
    """Where a column is drawn: at an edge, beyond the other one as well."""
    more = ([columns] if at == 0 else []) + ([-1] if at == columns - 1 else [])
    return [PITCH * column for column in (at, *more)]


@lru_cache(16384)
def _card(
    seat: int,
    name: str,
    by: tuple[int, str] | None,
    where: tuple[int, int, int, int, int],
    course: tuple[str, int],
    state: tuple[bool, bool, bool, bool],
    under: int,
    symbols: tuple[str, ...],
) -> tuple[Html, Html, Html]:
    """A card's cell, stream and top: made once, however often its stream grows."""
    q, r, halves, columns, start = where
    shape, way = course
    counts, blind, covered, newest = state
    y = -HALF * halves
    here, *again = _places((q - start) % columns, columns)
    look = classes(not counts and "lost", blind and "blind", (covered or under > 0) and "shared")
    cell = classes("tile", look)
    tile = h(
        "<g class='cell' role='img'{} transform='translate({} {})'><title>Column {}, height {}: {}</title>"
        "<use class='{}' href='#hex'/></g>{}",
        None if covered else h(" data-key='cell:{},{}'", q, r),
        here,
        y,
        q,
        _height_words(halves),
        _card_words(name, by, shape, counts, blind, symbols),
        cell,
        [h("<use class='{}' href='#hex' x='{}' y='{}'/>", cell, x, y) for x in again],
    )
    kind = "" if counts else "dry-"
    run = [
        h(
            "<use class='{}' href='#{}{}-{}' x='{}' y='{}'/>",
            classes("stream", not counts and "lost", newest and x == here and "fresh"),
            kind,
            shape,
            way,
            x,
            y,
        )
        for x in (here, *again)
    ]
    return tile, Html("".join(run)), _top(seat, by, look, symbols, here + 9 * under, y - 4 * under)


def _card_words(
    name: str, by: tuple[int, str] | None, shape: str, counts: bool, blind: bool, symbols: Sequence[str]
) -> str:
    kind = "fork" if shape == "fork" else "straight card"
    if blind and not symbols:
        kind = f"unseen {kind}"
    if by:
        kind = f"{kind}, cut by {by[1]}"
    elif not counts:
        kind = f"dead {kind}"
    shown = f" with {' and '.join(symbols)}" if symbols else ""
    return f"{name}’s {kind}{shown}"


def _top(seat: int, by: tuple[int, str] | None, look: str, symbols: Sequence[str], x: int, y: int) -> Html:
    """What lies on a stream: a bead, or the symbols of a card that is turned up; and where it was cut."""
    if symbols:
        shown = h(
            "<g class='{}' transform='translate({} {})'><rect x='-15.5' y='-8' width='31' height='16' "
            "rx='4'/><use href='#symbol-{}' x='-14' y='-6.5'/><use href='#symbol-{}' x='1' y='-6.5'/></g>",
            classes("turned", look),
            x,
            y,
            symbols[0],
            symbols[1],
        )
    else:
        shown = h("<use class='{}' href='#bead-{}' x='{}' y='{}'/>", classes("bead", look), seat, x, y)
    if by is None:
        return shown
    return h(
        "{}<g class='snip seat-{}' transform='translate({} {})'>"
        "<path class='blade' d='M-14-8 14 8M14-8-14 8'/><path d='M-14-8 14 8M14-8-14 8'/></g>",
        shown,
        by[0],
        x,
        y,
    )


def _tip(name: str, tip: Tip, keyed: bool, columns: int, start: int) -> Html:
    here, *again = _places((tip["q"] - start) % columns, columns)
    y = -HALF * tip["halves"]
    lead = h("<use class='hex' href='#hex'/><path class='lead' d='{}'/>", LEADS[tip["way"]])
    return h(
        "<g class='cell tip' role='img'{} transform='translate({} {})'><title>Column {}, height {}: {}’s tip"
        "</title>{}</g>{}",
        h(" data-key='cell:{},{}'", tip["q"], tip["r"]) if keyed else None,
        here,
        y,
        tip["q"],
        _height_words(tip["halves"]),
        name,
        lead,
        [h("<g class='tip' transform='translate({} {})'>{}</g>", x, y, lead) for x in again],
    )


def _wizard(
    seat: int, about: tuple[str, str, str, str], state: str, where: tuple[int, int, int, int]
) -> Html:
    name, picture, words, spell = about
    column, columns, start, seats = where
    scale = COLUMNS_EACH * seats / columns
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return h(
        "<g class='{}' role='img' data-key='wizard:{}' transform='translate({} 0)'>"
        "<title>{}, {}, at column {}. {}</title><use class='hit' href='#hex'/>"
        "<ellipse class='pool' cy='12' rx='19' ry='5'/>"
        "<use href='{}' x='-14' y='-16' width='28' height='28'/>{}"
        "<use stroke='none' class='sign' href='{}' x='-22' y='15.5' width='7' height='7'/>"
        "<text class='name' x='-13' y='22'>{}</text><text class='fate' x='-13' y='33'>{}{}</text></g>",
        classes(f"wizard seat-{seat}", state),
        seat,
        _number(PITCH * ((column - start) % columns) * scale),
        name,
        SPELLS[spell],
        column,
        words,
        sprite(picture),
        h("<use class='crown' href='{}' x='-9' y='-30' width='18' height='18'/>", sprite("crown"))
        if "won" in state.split()
        else None,
        sprite(f"seat-{seat}"),
        short,
        "you, " if "own" in state.split() else "",
        SPELLS[spell],
    )


# ── the wall: what one can point at ───────────────────────────────────────────────────────────────


def _no_cells() -> Html:
    return Html("<g></g>")


def _cells_part(look: Look, me: int, cells: Sequence[tuple[str, str]]) -> Part:
    tips = {f"cell:{tip['q']},{tip['r']}": tip for tip in look["wizards"][me]["tips"]}
    shape = look["drawn"] or look["unlaid"][0]
    lit = [(key, words, tips[key]) for key, words in cells]
    return Part("cells", _cells, lit, shape, look["columns"], _start(look, me), len(look["wizards"]))


def _cells(lit: Sequence[tuple[str, str, Tip]], shape: str, columns: int, start: int, seats: int) -> Html:
    shown = [_cell(key, words, tip, shape, PITCH * ((tip["q"] - start) % columns)) for key, words, tip in lit]
    return h("<g{}>{}</g>", _scale(columns, seats), shown)


def _cell(key: str, words: str, tip: Tip, shape: str, x: int) -> Html:
    """A cell that the card may go into, with what it would look like and do there."""
    return h(
        "<g class='{}' role='button' tabindex='0' data-key='{}' aria-label='{}' data-tip='' "
        "transform='translate({} {})'><circle class='reach' r='24'/><use class='hex' href='#hex'/>"
        "<path class='ghost' d='{}'/>{}</g>",
        classes("spot cell", bool(tip["crosses"]) and "crosses", bool(tip["touches"]) and "touches"),
        key,
        words,
        x,
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


# ── the desk: what one draws from, what one holds, and the way to stop ────────────────────────────


def _back(shape: str) -> Html:
    """The back of a card, as it lies on the pile."""
    run = h(
        "<path stroke='var(--seat)' stroke-width='14' opacity='.24' d='{}'/>"
        "<path stroke='var(--seat)' stroke-width='6.5' d='{}'/>",
        COURSES[shape][0],
        COURSES[shape][0],
    ) if shape else None  # fmt: skip
    return h(
        "<svg class='back' viewBox='-24 -21 48 42' aria-hidden='true'><path class='hex' d='{}'/>{}</svg>",
        HEX,
        run,
    )


def _pile_part(look: Look, words: str) -> Part:
    return Part("pile", _pile, look["pile"], look["next"], words)


def _pile(left: int, top: str, words: str) -> Html:
    about = f"The pile: {left} left" + (f", the next card {VERBS[top]}" if top else "")
    inside = h(
        "<span class='stack'>{}</span><span class='about'><b>{}</b><span>{}</span><small>{} left</small>"
        "</span>",
        _back(top),
        "Draw" if words else "Pile",
        VERBS[top] if top else "empty",
        left,
    )
    return spot("pile", words or about, inside, class_="pile", tip=PILE_TIP)


def _finish(words: str, points: int, bust: int) -> Html:
    inside = h(
        "<span class='about'><b>{} Finish</b><span>{}, if no symbol is there more than {} times</span>"
        "</span>",
        icon("scroll-unfurled"),
        plural("1 point|# points", points),
        bust,
    )
    return spot("finish", words, inside, class_="finish", tip=FINISH_TIP)


def _hand_part(showing: Showing[Look]) -> Part:
    """What everybody sees beside the pile: who holds what, or does what."""
    look = showing.look
    name, decision = showing.names[look["turn"]], look["decision"]
    if showing.over:
        return Part("hand", _nothing)
    if look["drawn"]:
        return Part("hand", _held, name, f"holds {SHAPE_WORDS[look['drawn']]}", look["drawn"])
    if len(look["unlaid"]) % 2:
        return Part("hand", _unlaid, f"{name}’s", look["unlaid"][0], False)
    if decision not in STATUS:
        return Part("hand", _held, f"Round {look['round']}", "is over", "")
    return Part("hand", _held, name, STATUS[decision], "")


def _held(name: str, does: str, shape: str) -> Html:
    return h(
        "<div class='hand other' data-key='hand'>{}<span class='about'><b>{}</b><span>{}</span></span></div>",
        h("<span class='stack'>{}</span>", _back(shape)) if shape else None,
        name,
        does,
    )


def _unlaid(whose: str, shape: str, drag: bool) -> Html:
    words = f"{whose} second card is {SHAPE_WORDS[shape]}. Nobody looks at it before scoring."
    inside = h(
        "<span class='stack' data-ghost>{}</span><span class='about'><b>Unseen</b><span>{}</span></span>",
        _back(shape),
        words,
    )
    return spot("unlaid", words, inside, class_="hand other", drag=drag)


def _own_hand(hand: Hand, icons: Mapping[str, str], drag: bool) -> Html:
    """T2: for the holder's eyes only."""
    symbols = hand["symbols"]
    words = f"In your hand: {hand['name']}, {' and '.join(symbols)}, on {SHAPE_WORDS[hand['shape']]}."
    inside = h(
        "<span class='stack' data-ghost>{}</span><span class='symbols'>{}</span><span class='about'><b>{}</b>"
        "<span class='quip'>{}</span><small>{}. For your eyes only: remember it, then lay it on the wall."
        "</small></span>",
        _back(hand["shape"]),
        [h("<span class='symbol'>{}<b>{}</b></span>", icon(icons[symbol]), symbol) for symbol in symbols],
        hand["name"],
        hand["text"],
        "Forks" if hand["shape"] == "fork" else "Runs straight",
    )
    return spot("hand", f"{words} {hand['text']}", inside, class_="hand", tip=hand["text"], drag=drag)


def _aid(seen: Counts, icons: Sequence[str], bust: int) -> Html:
    return h(
        "<div class='aid'><h2>Seen in your cards that count</h2>{}</div>", _mana(seen, icons, bust, True)
    )


# ── points ────────────────────────────────────────────────────────────────────────────────────────


def _head(number: int, rounds: int) -> Html:
    columns = [
        h("<th scope='col'><abbr title='Round {}'>R{}</abbr></th>", at, at) for at in range(1, rounds + 1)
    ]
    return h(
        "<thead><tr><th scope='col'>Round {} of {}</th>"
        "<th scope='col'><abbr title='Cards that count in this round'>cards</abbr></th>{}"
        "<th scope='col'>total</th></tr></thead>",
        number,
        rounds,
        columns,
    )


def _cuts(cards: Sequence[Laid], names: Sequence[str]) -> list[str]:
    """By seat, the names of those who cut its stream."""
    found: list[list[str]] = [[] for name in names]
    for card in cards:
        if card["by"] is not None and names[card["by"]] not in found[card["seat"]]:
            found[card["seat"]].append(names[card["by"]])
    return [" and ".join(cutters) for cutters in found]


def _lost(cards: Sequence[Laid], seats: int) -> list[int]:
    """By seat, how many cards do not count."""
    lost = [0] * seats
    for card in cards:
        if not card["counts"]:
            lost[card["seat"]] += 1
    return lost


def _row_parts(showing: Showing[Look]) -> list[Part]:
    look, names = showing.look, showing.names
    cuts, lost = _cuts(look["cards"], names), _lost(look["cards"], len(names))
    return [
        Part(
            f"row-{seat}", _row, seat, names[seat], wizard["spell"], cuts[seat],
            (look["counting"][seat], lost[seat]), wizard["points"], wizard["total"], look["rounds"],
        )
        for seat, wizard in enumerate(look["wizards"])
    ]  # fmt: skip


def _row(
    seat: int,
    name: str,
    spell: str,
    cut: str,
    cards: tuple[int, int],
    points: Sequence[int | None],
    total: int,
    rounds: int,
) -> Html:
    fate = SPELLS[spell]
    if cut:
        fate = f"crossed by {cut}" if spell == "crossed" else f"{fate}, cut by {cut}"
    counting, lost = cards
    cells = [h("<td>{}</td>", _points(points[at] if at < len(points) else "")) for at in range(rounds)]
    return h(
        "<tr class='seat-{}'><th scope='row'>{}<span class='fate {}' title='{}'>{} {}</span></th>"
        "<td>{}{}</td>{}<td class='total'>{}</td></tr>",
        seat,
        seat_name(seat, name),
        classes(spell, cut and "cut"),
        SPELL_TIPS[spell],
        icon(SPELL_ICONS[spell]),
        fate,
        counting,
        h("<small> of {}</small>", counting + lost) if lost else None,
        cells,
        total,
    )


def _points(points: int | str | None) -> Html:
    """What a round brought: a number, a bust, or nothing yet."""
    if points is None:
        return Html('<span class="burst">bust</span>')
    return Html('<span class="yet">·</span>') if points == "" else h("{}", points)


# ── the mana of a round ───────────────────────────────────────────────────────────────────────────


def _mana_parts(showing: Showing[Look]) -> list[Part]:
    """The symbols that were turned up: this round's while it is scored, stream by stream; then the last's."""
    look, names = showing.look, showing.names
    cards, decision = view.turned_up(look), look["decision"]
    now = decision in SCORING or decision == "finished"
    number = look["round"] if now else look["round"] - 1
    if not number:
        return [
            Part("mana-title", _no_title),
            *(Part(f"mana-{seat}", _no_mana) for seat in range(len(names))),
        ]
    cuts, lost = _cuts(cards, names), _lost(cards, len(names))
    mana = view.mana(cards, look["symbols"], len(names))
    points = [wizard["points"][number - 1 : number] for wizard in look["wizards"]]
    told = not now or decision in ("round-over", "finished")
    best = max([1, *(one[0] or 0 for one in points if one)])
    found = [Part("mana-title", _mana_title if now else _last_round)]
    for seat, name in enumerate(names):
        counted = told or seat < look["turn"] or (seat == look["turn"] and decision != "turning-up")
        counts = list(mana[seat].items()) if counted else []
        cut = (cuts[seat], lost[seat]) if counted and cuts[seat] else None
        won = told and points[seat] == [best]
        kind = (look["symbols"], look["symbol_icons"], look["bust"])
        found.append(Part(f"mana-{seat}", _spell_mana, seat, name, counts, points[seat], cut, won, kind))
    return found


def _no_title() -> Html:
    return Html("<h2 hidden></h2>")


def _no_mana() -> Html:
    return Html("<li hidden></li>")


def _mana_title() -> Html:
    return Html("<h2>The mana of this round</h2>")


def _last_round() -> Html:
    return Html('<details id="last-round"><summary>Last round, turned up</summary></details>')


def _spell_mana(
    seat: int,
    name: str,
    counts: Counts,
    points: Sequence[int | None],
    cut: tuple[str, int] | None,
    won: bool,
    kind: tuple[Sequence[str], Sequence[str], int],
) -> Html:
    """What one stream has in it; without counts or points, what is not told yet."""
    symbols, icons, bust = kind
    burst = list(points) == [None]
    verdict = "" if not points else "bust!" if points[0] is None else plural("1 point|# points", points[0])
    lost = plural("1 card does|# cards do", cut[1]) if cut else ""
    return h(
        "<li class='{}' data-key='mana:{}'><p>{}{}<b>{}</b></p>{}{}</li>",
        classes(f"seat-{seat}", burst and "burst", won and "best", not counts and "waiting"),
        seat,
        seat_name(seat, name),
        icon("crown", "longest stream", "crown") if won else None,
        verdict,
        _mana(counts or [(symbol, 0) for symbol in symbols], icons, bust, bool(points)),
        h("<small class='cut'>{} cut by {}: {} not count</small>", icon("crossed-swords"), cut[0], lost)
        if cut
        else None,
    )


def _mana(counts: Counts, icons: Sequence[str], bust: int, judged: bool) -> Html:
    """A meter for every symbol; whether it is too much is said once it was told."""
    return h(
        "<ul class='mana'>{}</ul>",
        [
            _meter(symbol, number, picture, bust, judged)
            for (symbol, number), picture in zip(counts, icons, strict=True)
        ],
    )


@lru_cache(512)
def _meter(symbol: str, number: int, picture: str, bust: int, judged: bool) -> Html:
    verdict = "bust" if number > bust and judged else "full" if number == bust else ""
    return h(
        "<li class='{}'>{}<b>{}</b><span class='what'>{}</span>{}<span class='verdict'>{}</span></li>",
        verdict if number else "none",
        icon(picture),
        number,
        symbol,
        _pips(number, bust),
        verdict,
    )


def _pips(number: int, bust: int) -> Html:
    """A square for each that is allowed, and one too many."""
    return h(
        "<svg class='pips' viewBox='0 0 {} 8' aria-hidden='true'><use href='#pips-{}'/>{}"
        "<use class='{}' href='#pip-too-many'/></svg>",
        8 * (bust + 1),
        bust,
        h("<use class='on' href='#pips-{}'/>", min(number, bust)) if number else None,
        classes("last", number > bust and "on"),
    )


FACE: Final = Face[Look](frame, parts, own_parts)
