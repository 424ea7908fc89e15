"""Imposition: where every piece lies on the sheets, in millimetres from the upper left corner of the paper.

Cards of one size share a grid, so that a few straight cuts separate them. Everything else is packed in rows,
each piece with a line round it. A page of backs is the mirror image of its fronts' page.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Final

from longbeard.engine.errors import BadOptions
from longbeard.engine.piece import Piece, Shape
from longbeard.press.order import Backs, Cut, Order, What

EDGE: Final = 5.0
"""Margin that most printers leave white."""
GUTTER: Final = 2.5
GAP: Final = 2.0
"""Distance between pieces that are packed in rows."""
MARK: Final = (1.0, 5.0)
"""Start and end of a crop mark, from the edge of the cards."""
FRONT, BACK = "front", "back"


@dataclass(frozen=True)
class Image:
    """A side of a piece on a page. Width and height are those of the place, after turning."""

    key: str
    side: str
    x: float
    y: float
    width: float
    height: float
    turn: int = 0
    """Rotation in degrees, clockwise, in quarters."""
    part: tuple[float, float, float, float] | None = None
    """For a board larger than the paper: left and top of this part, width and height of the whole."""


@dataclass(frozen=True)
class Line:
    """A thin line: to cut along, or to fold along."""

    x1: float
    y1: float
    x2: float
    y2: float
    fold: bool = False


@dataclass(frozen=True)
class Outline:
    """The shape to cut out."""

    shape: Shape
    x: float
    y: float
    width: float
    height: float


@dataclass
class Sheet:
    """One page of pieces."""

    width: float
    height: float
    title: str
    images: list[Image] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    outlines: list[Outline] = field(default_factory=list)

    def mirrored(self, backed: Collection[str]) -> "Sheet":
        """Return the page behind this one, with the backs of the pieces that have one behind their fronts."""
        images = [
            replace(one, side=BACK, x=self.width - one.x - one.width, turn=-one.turn % 360)
            for one in self.images
            if one.key in backed
        ]
        return Sheet(self.width, self.height, f"{self.title}: backs" if images else "", images)


@dataclass(frozen=True)
class Block:
    """What is cut out in one: a piece, or front and back beside each other."""

    shape: Shape
    width: float
    height: float
    images: tuple[Image, ...]
    folds: tuple[Line, ...] = ()

    def turned(self) -> "Block":
        """Return the block rotated a quarter clockwise."""
        images = tuple(
            replace(
                one,
                x=self.height - one.y - one.height,
                y=one.x,
                width=one.height,
                height=one.width,
                turn=(one.turn + 90) % 360,
            )
            for one in self.images
        )
        folds = tuple(
            Line(self.height - one.y1, one.x1, self.height - one.y2, one.x2, True) for one in self.folds
        )
        return Block(self.shape, self.height, self.width, images, folds)


def sheets(pieces: Sequence[Piece], order: Order) -> list[Sheet]:
    """Lay out every page of pieces, cards first.

    If the paper is printed on both sides, fronts are on odd pages, with their backs or nothing behind them.
    """
    cards = [piece for piece in pieces if piece.shape is Shape.CARD]
    others = [piece for piece in pieces if piece.shape is not Shape.CARD]
    found = _cards(cards, order) if order.what in (What.ALL, What.CARDS) else []
    found += _others(others, order) if order.what in (What.ALL, What.BOARDS) else []
    backed = {piece.key for piece in pieces if piece.back is not None}
    if order.backs is Backs.FOLD or not any(one.key in backed for sheet in found for one in sheet.images):
        return found
    return [side for sheet in found for side in (sheet, sheet.mirrored(backed))]


def _cards(pieces: Sequence[Piece], order: Order) -> list[Sheet]:
    sheets: list[Sheet] = []
    sizes = dict.fromkeys(piece.size for piece in pieces)
    for size in sizes:
        blocks = [
            _block(piece, order)
            for piece in pieces
            if piece.size == size
            for copy in range(order.copies_of(piece))
        ]
        # Folded cards without a back among those with one would break the grid.
        for width in sorted({block.width for block in blocks}):
            sheets += _grid([block for block in blocks if block.width == width], order)
    return sheets


def _others(pieces: Sequence[Piece], order: Order) -> list[Sheet]:
    width, height = order.paper.size
    room = (width - 2 * EDGE, height - 2 * EDGE)
    usual: list[Block] = []
    large: list[Block] = []
    for piece in pieces:
        block = _block(piece, order)
        if not _fits(block, room):
            block = block.turned()
        (usual if _fits(block, room) else large).extend([block] * order.copies_of(piece))
    sheets = _rows(usual, order)
    for block in large:
        sheets += _parts(block, order)
    return sheets


def _block(piece: Piece, order: Order) -> Block:
    width, height = piece.size
    front = Image(piece.key, FRONT, 0, 0, width, height)
    if piece.back is None or order.backs is Backs.DUPLEX:
        return Block(piece.shape, width, height, (front,))
    if piece.shape is Shape.HEX and width > height:  # left and right it has only corners to fold at
        under = Image(piece.key, BACK, 0, height, width, height, 180)
        fold = Line(-2, height, width + 2, height, fold=True)
        return Block(piece.shape, width, 2 * height, (front, under), (fold,))
    back = Image(piece.key, BACK, width, 0, width, height)
    return Block(
        piece.shape, 2 * width, height, (front, back), (Line(width, -2, width, height + 2, fold=True),)
    )


def _fits(block: Block, room: tuple[float, float]) -> bool:
    return block.width <= room[0] and block.height <= room[1]


# ── cards: a grid, and straight cuts ──────────────────────────────────────────────────────────────


def _grid(blocks: list[Block], order: Order) -> list[Sheet]:
    width, height = blocks[0].width, blocks[0].height
    gap = GUTTER if order.cut is Cut.GUTTER else 0.0
    upright = order.paper.size
    pages = [upright, (upright[1], upright[0])]
    grids = [(_count(page[0], width, gap), _count(page[1], height, gap), page) for page in pages]
    columns, rows, page = max(grids, key=lambda grid: grid[0] * grid[1])
    if not columns * rows:
        raise BadOptions(
            f"a card of {width} × {height} mm is larger than {order.paper.title}: make its piece smaller"
        )
    left = (page[0] - columns * width - (columns - 1) * gap) / 2
    top = (page[1] - rows * height - (rows - 1) * gap) / 2
    sheets = []
    for start in range(0, len(blocks), columns * rows):
        sheet = Sheet(*page, "cards")
        for place, block in enumerate(blocks[start : start + columns * rows]):
            row, column = divmod(place, columns)
            _lay(sheet, block, left + column * (width + gap), top + row * (height + gap), order.cut)
        if order.cut is Cut.MARKS:
            sheet.lines += _marks(sheet.images)
        sheets.append(sheet)
    return sheets


def _count(room: float, size: float, gap: float) -> int:
    """Return how many fit into a length of paper."""
    return int((room - 2 * EDGE + gap) // (size + gap))


def _lay(sheet: Sheet, block: Block, x: float, y: float, cut: Cut) -> None:
    sheet.images += [replace(one, x=one.x + x, y=one.y + y) for one in block.images]
    sheet.lines += [Line(one.x1 + x, one.y1 + y, one.x2 + x, one.y2 + y, True) for one in block.folds]
    if cut is Cut.GUTTER and block.shape is not Shape.NET:
        if block.shape in (Shape.TOKEN, Shape.HEX):
            sheet.outlines += [
                Outline(block.shape, one.x + x, one.y + y, one.width, one.height) for one in block.images
            ]
        else:
            sheet.outlines.append(Outline(block.shape, x, y, block.width, block.height))


def _marks(images: Sequence[Image]) -> Iterator[Line]:
    """Yield crop marks outside the block of cards, in line with every cut."""
    left, right = min(one.x for one in images), max(one.x + one.width for one in images)
    top, bottom = min(one.y for one in images), max(one.y + one.height for one in images)
    near, far = MARK
    for x in sorted({round(edge, 3) for one in images for edge in (one.x, one.x + one.width)}):
        yield Line(x, top - far, x, top - near)
        yield Line(x, bottom + near, x, bottom + far)
    for y in sorted({round(edge, 3) for one in images for edge in (one.y, one.y + one.height)}):
        yield Line(left - far, y, left - near, y)
        yield Line(right + near, y, right + far, y)


# ── everything else: in rows ──────────────────────────────────────────────────────────────────────


def _rows(blocks: list[Block], order: Order) -> list[Sheet]:
    """Pack blocks in rows, the tall ones first, so that a row wastes little height."""
    width, height = order.paper.size
    rows: list[list[Block]] = []
    for block in sorted(blocks, key=lambda block: (-block.height, -block.width)):
        if not rows or _length(rows[-1]) + GAP + block.width > width - 2 * EDGE:
            rows.append([])
        rows[-1].append(block)
    sheets: list[Sheet] = []
    filled: list[float] = []
    for row in rows:
        tall = row[0].height
        number = next((at for at, y in enumerate(filled) if y + tall <= height - EDGE), len(filled))
        if number == len(filled):
            sheets.append(Sheet(width, height, "boards and pieces"))
            filled.append(EDGE)
        x = (width - _length(row)) / 2
        for block in row:
            _lay(sheets[number], block, x, filled[number], Cut.GUTTER)
            x += block.width + GAP
        filled[number] += tall + GAP
    return sheets


def _length(row: list[Block]) -> float:
    return sum(block.width for block in row) + GAP * (len(row) - 1)


def _parts(block: Block, order: Order) -> list[Sheet]:
    """Split a board larger than the paper among as few pages as possible, to be glued together."""
    width, height = order.paper.size
    room = (width - 2 * EDGE, height - 2 * EDGE)
    ways = [(ceil(one.width / room[0]) * ceil(one.height / room[1]), one) for one in (block, block.turned())]
    best = min(ways, key=lambda way: way[0])[1]
    columns, rows = ceil(best.width / room[0]), ceil(best.height / room[1])
    across, down = best.width / columns, best.height / rows
    sheets = []
    for row in range(rows):
        for column in range(columns):
            sheet = Sheet(
                width, height, f"part {row * columns + column + 1} of {rows * columns}, to be glued"
            )
            x, y = (width - across) / 2, (height - down) / 2
            for image in best.images:
                part = (column * across - image.x, row * down - image.y, image.width, image.height)
                sheet.images.append(replace(image, x=x, y=y, width=across, height=down, part=part))
            sheet.outlines.append(Outline(Shape.BOARD, x, y, across, down))
            sheets.append(sheet)
    return sheets
