"""A game as a PDF: rulebook, sheets to cut, and what else is needed."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from importlib.resources import files
from typing import Final, cast

import typst

from longbeard import __version__
from longbeard.engine.drawing import Svg, icons_in
from longbeard.engine.errors import LongbeardError
from longbeard.engine.piece import Piece, Shape
from longbeard.engine.room import Room
from longbeard.engine.state import Box
from longbeard.engine.telling import span
from longbeard.press.book import blocks
from longbeard.press.credits import FONTS, by_author
from longbeard.press.ink import saving
from longbeard.press.order import Backs, Ink, Order, What
from longbeard.press.sheets import BACK, Image, Sheet, sheets

FAN: Final = 5
"""Number of pieces that are fanned out on the first page of the rulebook."""
STAGES: Final = ("drawing the pieces", "laying out the sheets", "typesetting")
"""Stages of making a PDF, for a progress bar."""


class CannotPrint(LongbeardError):
    """The game has nothing to print, or a sheet cannot be typeset."""


def make_pdf(room: Room, box: Box, order: Order, heard: Callable[[str], None] = lambda stage: None) -> bytes:
    """Make the PDF of a print job; the same game and order give the same bytes."""
    heard(STAGES[0])
    pieces = room.pieces(box)
    if not pieces:
        raise CannotPrint(f"{room.plate.title} has no pieces to print: its game.py needs pieces=…")
    examples = room.examples(box) if order.what in (What.ALL, What.RULES) else []
    heard(STAGES[1])
    laid = sheets(pieces, order)
    pictures = {f"example-{place}.svg": example.picture for place, example in enumerate(examples)}
    by_key = {piece.key: piece for piece in pieces}
    for image in (image for sheet in laid for image in sheet.images):
        pictures[_file(image)] = _side(by_key[image.key], image.side)
    book = order.what in (What.ALL, What.RULES)
    fan = _fan(pieces) if book else []
    contents = _first_of_kinds(pieces) if book else []
    pictures |= {f"{piece.key}-front.svg": piece.front for piece in [*fan, *contents]}
    data = {
        "title": room.plate.title,
        "tagline": room.plate.tagline,
        "facts": f"{span(room.plate.seats)} players, {span(room.plate.minutes)} minutes",
        "paper": order.paper.size,
        "saver": order.ink is Ink.SAVER,
        "duplex": order.backs is Backs.DUPLEX
        and any(one.side == BACK for sheet in laid for one in sheet.images),
        "fan": [{"file": f"{piece.key}-front.svg", "wide": piece.size[0] > piece.size[1]} for piece in fan],
        "contents": [
            {
                "file": f"{piece.key}-front.svg",
                "words": f"{sum(one.copies for one in pieces if one.kind == piece.kind)} × {piece.kind}",
            }
            for piece in contents
        ],
        "book": blocks(room.text("rulebook.md"), examples) if book else [],
        "sheets": [_sheet(sheet) for sheet in laid],
        "needs": list(room.game.needs),
        "pieces": _counted(pieces, order) if laid else [],
        "steps": _steps(order) if laid else [],
        "icons": list(by_author(icon for drawing in pictures.values() for icon in icons_in(drawing))),
        "fonts": FONTS,
        "made": f"Longbeard {__version__}",
    }
    heard(STAGES[2])
    return _typeset(data, pictures if order.ink is Ink.FULL else {n: saving(p) for n, p in pictures.items()})


def _typeset(data: dict[str, object], pictures: dict[str, Svg]) -> bytes:
    here = files("longbeard.press")
    inside = {name: drawing.encode() for name, drawing in sorted(pictures.items())}
    inside["main.typ"] = (here / "paper.typ").read_bytes()
    inside["data.json"] = json.dumps(data, ensure_ascii=False).encode()
    # The stub does not know that it can be given files by name.
    compile = cast(Callable[..., bytes], typst.compile)
    try:
        return compile(
            inside,
            font_paths=[str(here / "built")],
            ignore_system_fonts=True,
            # A fixed time: the same order gives the same bytes.
            timestamp=0,
        )
    except typst.TypstError as error:
        raise CannotPrint(f"it cannot be typeset: {error}") from error


def _side(piece: Piece, side: str) -> Svg:
    return piece.back if side == BACK and piece.back is not None else piece.front


def _file(image: Image) -> str:
    return f"{image.key}-{image.side}.svg"


def _sheet(sheet: Sheet) -> dict[str, object]:
    return {
        "width": sheet.width,
        "height": sheet.height,
        "title": sheet.title,
        "images": [asdict(one) | {"file": _file(one)} for one in sheet.images],
        "lines": [asdict(one) for one in sheet.lines],
        "outlines": [asdict(one) | {"shape": one.shape.value} for one in sheet.outlines],
    }


def _fan(pieces: list[Piece]) -> list[Piece]:
    """Return some pieces from all over the box, cards if there are any."""
    flat = [piece for piece in pieces if piece.shape in (Shape.CARD, Shape.HEX)] or pieces
    count = min(FAN, len(flat))
    return [flat[int((place + 0.5) * len(flat) / count)] for place in range(count)]


def _first_of_kinds(pieces: list[Piece]) -> list[Piece]:
    found: dict[str, Piece] = {}
    for piece in pieces:
        found.setdefault(piece.kind, piece)
    return list(found.values())


def _counted(pieces: list[Piece], order: Order) -> list[dict[str, object]]:
    """Count the printed pieces by kind."""
    shown = [
        piece
        for piece in pieces
        if order.what is What.ALL or (order.what is What.CARDS) == (piece.shape is Shape.CARD)
    ]
    kinds: dict[str, list[Piece]] = {}
    for piece in shown:
        kinds.setdefault(piece.kind, []).append(piece)
    return [
        {
            "kind": kind,
            "count": sum(order.copies_of(piece) for piece in group),
            "names": ", ".join(
                f"{name} × {count}" if count > 1 else name for name, count in _by_name(group, order)
            ),
        }
        for kind, group in kinds.items()
        if any(order.copies_of(piece) for piece in group)
    ]


def _by_name(pieces: Iterable[Piece], order: Order) -> Iterable[tuple[str, int]]:
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece.name] = counts.get(piece.name, 0) + order.copies_of(piece)
    return [(name, count) for name, count in counts.items() if count]


def _steps(order: Order) -> list[str]:
    """Return the instructions from the paper to the pieces."""
    fold = order.backs is Backs.FOLD
    return [
        f"Print on {order.paper.title} at 100 %, without “fit to page”. The bar above is then 100 mm long.",
        "Fold each front from its back along the dashed line, glue them, and cut."
        if fold
        else "Print on both sides, turned over the long edge. Some sides stay empty.",
        "Paper of 200 g/m² or more is stiff enough. Thinner paper goes into card sleeves of 63 × 88 mm, "
        "with an old playing card behind it.",
        "Glue boards, tiles and tokens onto cardboard before you cut them out.",
    ]
