"""Draws a table's panels in letters: frames, cards and lines that fit a screen; it needs no screen itself."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, lru_cache
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from longbeard.engine.panel import Bit, Fold, Line, Panel, Place, Tile, Tiles, Tone

SEAT_COLOURS: Final = ("#5fd7e7", "#e58be0", "#ecd06f", "#86d98b", "#8fa8ff", "#ff8f7a")
PALETTE: Final = {
    Tone.PLAIN: "#d8d6e8",
    Tone.DIM: "#85829c",
    Tone.STRONG: "#ffffff bold",
    Tone.GOOD: "#7fe08a bold",
    Tone.BAD: "#ff7b72 bold",
    Tone.RED: "#f2777a",
    Tone.ORANGE: "#f0a45d",
    Tone.GOLD: "#f0d074",
    Tone.GREEN: "#8fd694",
    Tone.TEAL: "#5fd0c0",
    Tone.BLUE: "#7fb0ff",
    Tone.VIOLET: "#c39bff",
    Tone.PINK: "#ff9ecb",
} | dict(zip(list(Tone)[-len(SEAT_COLOURS) :], SEAT_COLOURS, strict=True))
GROUND: Final = "#171426"
LEAST_RIVAL: Final = 41
"""Columns that a rival's board needs beside another one."""
LEAST_TILE: Final = 10
WIDEST_TILE: Final = 19
"""Most letters inside a card."""
NAME_LINES: Final = 2
SHORT_NAME: Final = 25
"""Letters of a name beyond which a card in one line has no notes."""
GAP: Final = 1


class Mark(Enum):
    """State of a spot; where several apply, the last one here is shown."""

    TOUCHED = 1
    """Something has just happened here."""
    OPEN = 2
    """It can be pointed at."""
    PICKED = 3
    READ = 4
    """The reader asks about it."""
    CURSOR = 5


@dataclass(frozen=True)
class Ink:
    """The characters of a frame, and the style over its words."""

    corners: str
    style: str


INKS: Final[Mapping[Mark | None, Ink]] = {
    None: Ink("╭─╮│╰╯", ""),
    Mark.TOUCHED: Ink("┌─┐│└┘", "on #4a3a12"),
    Mark.OPEN: Ink("┏━┓┃┗┛", "bold"),
    Mark.PICKED: Ink("╔═╗║╚╝", "bold on #1d4a2a"),
    Mark.READ: Ink("╓─╖║╙╜", "underline"),
    Mark.CURSOR: Ink("╔═╗║╚╝", "bold on #51408a"),
}
BARE: Final = "╭╌╮╎╰╯"
FRAME_OF: Final = {Mark.OPEN: "#ffe9a8", Mark.CURSOR: "#ffffff bold", Mark.PICKED: "#7fe08a bold"}
"""Colour of a frame that says more than the kind of its card."""
BRACKETS: Final[Mapping[Mark | None, str]] = {
    None: "[]", Mark.TOUCHED: "[]", Mark.OPEN: "‹›", Mark.PICKED: "«»", Mark.READ: "[]", Mark.CURSOR: "«»",
}  # fmt: skip
SHORTENED: Final = (
    (),
    (Place.MIDDLE,),
    (Place.RIVAL,),
    (Place.RIVAL, Place.MIDDLE),
    (Place.RIVAL, Place.MIDDLE, Place.OWN),
    tuple(Place),
)
"""Places that are shortened where space is too small; the first entry that fits is used."""
Marks = Mapping[str, Mark]
Block = list[Text]
"""Lines of the same width."""


@cache
def paint(tone: Tone, filled: bool = False) -> Style:
    """Return the style of a tone; if filled, with the colour as background."""
    style = Style.parse(PALETTE[tone])
    return Style(color=GROUND, bgcolor=style.color, bold=True) if filled else style


@lru_cache(4096)
def meta(spot: str, about: str) -> Style:
    """Return a style that tells a mouse what some letters stand for."""
    found = {name: value for name, value in (("spot", spot), ("about", about)) if value}
    return Style.from_meta(found) if found else Style.null()


@dataclass
class Drawing:
    """A table in letters, and where on it things are."""

    lines: Block
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Line and column of every spot, in reading order."""
    abouts: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    """Spot and explanation of what can be asked about, by line and column."""


def draw(panels: Sequence[Panel], width: int, height: int, marks: Marks) -> Drawing:
    """Draw the panels as large as they fit; if they do not, all of them shortened, and longer than the
    screen."""
    lines: Block = []
    for short in SHORTENED:
        lines = _compose(panels, max(width, 20), marks, short)
        if len(lines) <= height:
            break
    return _found(lines)


def _found(lines: Block) -> Drawing:
    drawing = Drawing(lines)
    told: set[str] = set()
    for y, text in enumerate(lines):
        for span in sorted(text.spans, key=lambda span: span.start):
            spot, about = _met(span.style)
            if not spot and not about:
                continue
            at = y, cell_len(text.plain[: span.start])
            if spot and spot not in drawing.places:
                drawing.places[spot] = at
            if about and (spot or about) not in told:
                told.add(spot or about)
                drawing.abouts[at] = (spot, about)
    return drawing


@lru_cache(4096)
def _met(style: str | Style) -> tuple[str, str]:
    """Return the spot and the explanation in a style; cached, because Rich unpickles them every time."""
    if isinstance(style, str) or not style.meta:
        return "", ""
    return style.meta.get("spot", ""), style.meta.get("about", "")


def _compose(panels: Sequence[Panel], width: int, marks: Marks, short: Container[Place]) -> Block:
    """Draw all panels, shortened at some places."""
    lines: Block = []
    for place in Place:
        here = [panel for panel in panels if panel.place is place]
        for row in _side_by_side(here, width, place in short):
            widths = _shared([_natural(panel) for panel in row], width)
            blocks = [
                _panel(
                    panel,
                    room,
                    tuple((spot, marks[spot]) for spot in spots(panel) if spot in marks),
                    place in short,
                )
                for panel, room in zip(row, widths, strict=True)
            ]
            lines += beside(_levelled(row, blocks, widths, place in short))
    return lines


def _side_by_side(panels: Sequence[Panel], width: int, short: bool) -> list[list[Panel]]:
    """Arrange panels in rows: rivals as many as fit, others only if they need no more than there is."""
    rows: list[list[Panel]] = []
    for panel in panels:
        together = [*rows[-1], panel] if rows else [panel]
        if panel.place is Place.RIVAL:
            fits = width // len(together) >= (LEAST_RIVAL - 3 if short else LEAST_RIVAL)
        else:
            fits = not short and sum(map(_natural, together)) + GAP * (len(together) - 1) <= width
        if rows and fits:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    return rows


@lru_cache(256)
def _natural(panel: Panel) -> int:
    """Return the columns that a panel would like to have."""
    found = [len(panel.title) + len(panel.note) + 6]
    for row in panel.rows:
        if isinstance(row, Tiles):
            found.append(len(row.tiles) * (_tile_width(row.tiles) + 2) + 4)
        else:
            wide = sum(cell_len(bit.text) for bit in row.bits)
            found.append((min(wide, 44) if row.fold is Fold.WORDS else wide) + 4)
    return max(found)


def _shared(wanted: Sequence[int], width: int) -> list[int]:
    """Return the width of each panel of a row: what it wants, and an equal share of the rest."""
    spare = width - GAP * (len(wanted) - 1)
    if sum(wanted) > spare:
        wanted = [spare // len(wanted)] * len(wanted)
    widths = [want + (spare - sum(wanted)) // len(wanted) for want in wanted]
    widths[-1] += spare - sum(widths)
    return widths


def _levelled(row: Sequence[Panel], blocks: list[Block], widths: Sequence[int], short: bool) -> list[Block]:
    """Make blocks equally high: the lower ones are filled up above their bottom line."""
    most = max(map(len, blocks))
    levelled = []
    for panel, block, width in zip(row, blocks, widths, strict=True):
        missing = most - len(block)
        if short:
            levelled.append([*block, *([Text(" " * width)] * missing)])
        else:
            side = Text("│", paint(panel.tone))
            empty = Text.assemble(side, " " * (width - 2), side)
            levelled.append([*block[:-1], *([empty] * missing), block[-1]])
    return levelled


def beside(blocks: Sequence[Block]) -> Block:
    """Join blocks of the same height from left to right."""
    if len(blocks) == 1:
        return blocks[0]
    gap = Text(" " * GAP)
    return [gap.join(parts) for parts in zip(*blocks, strict=True)]


# ── a panel ───────────────────────────────────────────────────────────────────────────────────────


@lru_cache(256)
def spots(panel: Panel) -> tuple[str, ...]:
    """Return the spots in a panel."""
    found = [panel.spot]
    for row in panel.rows:
        found += [one.spot for one in (row.tiles if isinstance(row, Tiles) else row.bits)]
    return tuple(dict.fromkeys(spot for spot in found if spot))


@lru_cache(256)
def _panel(panel: Panel, width: int, marked: tuple[tuple[str, Mark], ...], short: bool) -> Block:
    """Draw a panel with its frame; shortened, only with a line above it. Cached: most panels do not
    change."""
    marks = dict(marked)
    inner = width - (2 if short else 4)
    inside: Block = []
    for row in panel.rows:
        if isinstance(row, Tiles):
            inside += _short_tiles(row.tiles, inner, marks) if short else _tiles(row.tiles, inner, marks)
        else:
            inside += _line(row, inner, marks)
    heading = _heading(panel, width, marks, short)
    tone = paint(panel.tone)
    if short:
        block = [heading, *(Text.assemble(" ", text, " ") for text in inside)]
    else:
        side = Text("│", tone)
        body = [Text.assemble(side, " ", text, " ", side) for text in inside]
        block = [heading, *body, Text(f"╰{'─' * (width - 2)}╯", tone)]
    if panel.spot:
        for text in block:
            text.stylize_before(Style.from_meta({"ground": panel.spot}))
    return block


def _heading(panel: Panel, width: int, marks: Marks, short: bool) -> Text:
    tone = paint(panel.tone)
    left, right = ("── ", "──") if short else ("╭─ ", "─╮")
    note = f" {panel.note} " if panel.note else ""
    room = width - len(left) - len(right) - 1
    title = cut(panel.title, max(4, room - cell_len(note)))
    note = cut(note, max(0, room - cell_len(title)))
    mark = marks.get(panel.spot) if panel.spot else None
    style = tone + Style(bold=True) + Style.parse(INKS[mark].style) + meta(panel.spot, "")
    if mark in FRAME_OF:
        tone += Style.parse(FRAME_OF[mark])
    if mark is Mark.OPEN:
        style += Style(underline=True)
    rule = "─" * (room - cell_len(title) - cell_len(note))
    return Text.assemble(
        (left, tone), (title, style), (f" {rule}", tone), (note, paint(Tone.GOLD)), (right, tone)
    )


def cut(text: str, width: int) -> str:
    """Cut a text to a number of columns.

    >>> cut("Nunchaku", 5), cut("Nunchaku", 8)
    ('Nunc…', 'Nunchaku')
    """
    if cell_len(text) <= width:
        return text
    return f"{set_cell_size(text, width - 1).rstrip()}…" if width > 0 else ""


def padded(text: Text, width: int) -> Text:
    """Pad or cut a line to a number of columns."""
    missing = width - text.cell_len
    if missing >= 0:
        return Text.assemble(text, " " * missing)
    short = text.copy()
    short.truncate(width)
    return Text.assemble(short, " " * (width - short.cell_len))


def _line(line: Line, width: int, marks: Marks) -> Block:
    if line.fold is Fold.WORDS:
        whole = Text.assemble(*(_bit(bit, marks) for bit in line.bits))
        return [padded(part, width) for part in wrapped(whole, width)]
    if line.fold is Fold.NEVER:
        return [padded(Text.assemble(*(_bit(bit, marks) for bit in line.bits)), width)]
    return [
        padded(Text.assemble(*row), width) for row in _rows([_bit(bit, marks) for bit in line.bits], width)
    ]


def wrapped(text: Text, width: int) -> list[Text]:
    """Wrap a text between words."""
    from longbeard.terminal.lines import screen

    return list(text.wrap(screen(), max(width, 1))) or [Text()]


def _rows(parts: Sequence[Text], width: int) -> list[list[Text]]:
    """Arrange parts in as few rows as possible, without breaking any."""
    rows: list[list[Text]] = [[]]
    used = 0
    for part in parts:
        if rows[-1] and used + len(part.plain.rstrip()) > width:
            rows.append([])
            used = 0
        rows[-1].append(part)
        used += part.cell_len
    return rows


def _bit(bit: Bit, marks: Marks) -> Text:
    mark = marks.get(bit.spot) if bit.spot else None
    style = paint(bit.tone, bit.filled) + Style.parse(INKS[mark].style) + meta(bit.spot, bit.about)
    if mark is Mark.OPEN:
        style += Style(underline=True)
    return Text(bit.text, style)


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────


def _tile_width(tiles: Sequence[Tile]) -> int:
    """Return the letters inside each of some cards, so that most of what is on them fits."""
    longest = LEAST_TILE
    for tile in tiles:
        words = [*tile.notes, *([tile.name] if len(tile.name) <= WIDEST_TILE else tile.name.split())]
        longest = max([longest, len(tile.sign) + len(tile.number) + 4, *map(cell_len, words)])
        longest = max(longest, -(-cell_len(tile.name) // NAME_LINES) + 2)
    return min(longest, WIDEST_TILE)


def _tiles(tiles: Sequence[Tile], width: int, marks: Marks) -> Block:
    """Draw cards as boxes, as many in a row as fit."""
    if not tiles:
        return [padded(Text("none", paint(Tone.DIM)), width)]
    inner = _tile_width(tiles)
    if len(tiles) * (inner + 2) > width and width // len(tiles) - 2 >= LEAST_TILE:
        inner = width // len(tiles) - 2
    inner = min(inner, width - 2)
    each = max(1, width // (inner + 2))
    lines: Block = []
    for start in range(0, len(tiles), each):
        row = tiles[start : start + each]
        words = [_tile_words(tile, inner) for tile in row]
        high = max(map(len, words))
        boxes = [_box(tile, [*said, *([""] * (high - len(said)))], inner, marks)
                 for tile, said in zip(row, words, strict=True)]  # fmt: skip
        lines += [padded(Text().join(parts), width) for parts in zip(*boxes, strict=True)]
    return lines


def _tile_words(tile: Tile, inner: int) -> list[str]:
    name = [part.plain.rstrip() for part in wrapped(Text(tile.name), inner)]
    if len(name) > NAME_LINES:
        name = [*name[: NAME_LINES - 1], cut(" ".join(name[NAME_LINES - 1 :]), inner)]
    return [cut(line, inner) for line in [*name, *tile.notes]]


def _box(tile: Tile, words: Sequence[str], inner: int, marks: Marks) -> Block:
    """Draw one card: its sign and number in the frame, then its name, then the rest."""
    mark = marks.get(tile.spot) if tile.spot else None
    ink = INKS[mark]
    corners = BARE if tile.bare and mark is None else ink.corners
    here = meta(tile.spot, tile.about)
    frame = paint(Tone.DIM if tile.bare and mark is None else tile.tone)
    if mark in FRAME_OF:
        frame = Style.parse(FRAME_OF[mark])
    over = Style.parse(ink.style)
    corner = " ".join(part for part in (tile.sign, tile.number) if part)
    label = cut(f" {corner} " if corner else "", inner - 1)
    top = Text.assemble(
        (f"{corners[0]}{corners[1] if inner > cell_len(label) else ''}", frame),
        (label, paint(tile.tone) + Style(bold=True)),
        (f"{corners[1] * (inner - cell_len(label) - 1)}{corners[2]}", frame),
    )
    names = len(_tile_words(Tile(tile.name), inner))
    body = []
    for number, word in enumerate(words):
        faint = mark is None and (tile.bare or number >= names)
        tone = paint(Tone.DIM if faint else Tone.PLAIN) + Style(bold=number < names and not faint)
        text = padded(Text(word, tone), inner)
        text.stylize(over)
        body.append(Text.assemble((corners[3], frame), text, (corners[3], frame)))
    bottom = Text(f"{corners[4]}{corners[1] * inner}{corners[5]}", frame)
    block = [top, *body, bottom]
    for text in block:
        text.stylize(here)
    return block


def _short_tiles(tiles: Sequence[Tile], width: int, marks: Marks) -> Block:
    """Draw cards in a word or two each."""
    if not tiles:
        return [padded(Text("none", paint(Tone.DIM)), width)]
    rows = _rows([_short_tile(tile, width, marks) for tile in tiles], width)
    return [padded(Text.assemble(*row), width) for row in rows]


def _short_tile(tile: Tile, width: int, marks: Marks) -> Text:
    mark = marks.get(tile.spot) if tile.spot else None
    style = paint(tile.tone) + Style.parse(INKS[mark].style) + meta(tile.spot, tile.about)
    dim = (paint(Tone.DIM) if mark is None else Style.parse(FRAME_OF.get(mark, ""))) + meta(
        tile.spot, tile.about
    )
    first, last = BRACKETS[mark][0], BRACKETS[mark][1]
    name = " ".join(part for part in (tile.sign, tile.number, tile.name) if part)
    note = f" {tile.notes[0]}" if tile.notes and cell_len(tile.name) <= SHORT_NAME else ""
    name = cut(name, width - 3)
    note = cut(note, width - 3 - cell_len(name))
    return Text.assemble((first, dim), (name, style), (note, dim), (last, dim), " ")
