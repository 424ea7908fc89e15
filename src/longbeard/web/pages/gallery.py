"""The data of a game's gallery: its pieces by kind, their backs, and its words."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from markupsafe import Markup

from longbeard.engine.piece import Piece
from longbeard.engine.room import Room
from longbeard.press.order import Backs, Cut, Ink, Paper, What
from longbeard.web.pages import pictures

PRINT_OPTIONS: Final = (
    (
        "what",
        "What",
        {
            What.ALL.value: "Everything",
            What.CARDS.value: "Cards",
            What.BOARDS.value: "Boards and tokens",
            What.RULES.value: "Rules",
        },
    ),
    ("paper", "Paper", {paper.value: paper.title for paper in Paper}),
    (
        "backs",
        "Backs",
        {
            Backs.DUPLEX.value: "Behind, turned over the long edge",
            Backs.FOLD.value: "Beside the fronts, to fold",
        },
    ),
    ("cut", "Cutting", {Cut.MARKS.value: "Marks: fewest cuts", Cut.GUTTER.value: "A gap round each card"}),
    ("ink", "Ink", {Ink.FULL.value: "Full colour", Ink.SAVER.value: "Save ink"}),
)
"""Options of a PDF: name, title, and the values with their words, the default first."""


@dataclass(frozen=True)
class Kind:
    """A link that shows pieces of one kind, or all."""

    title: str
    count: int
    address: str
    chosen: bool


@dataclass(frozen=True)
class Shown:
    """A piece as the gallery shows it."""

    key: str
    name: str
    facts: str
    text: str
    rules: tuple[str, ...]
    drawing: Markup
    wide: bool


@dataclass(frozen=True)
class Back:
    """A back, and the pieces that have it."""

    drawing: Markup
    names: str


@dataclass(frozen=True)
class Gallery:
    """Everything that the page of a game's pieces prints."""

    kinds: list[Kind]
    pieces: list[Shown]
    backs: list[Back]
    words: dict[str, str]


def kinds(room: Room) -> dict[str, int]:
    """Count the different pieces of each kind, in the order of the game."""
    found: dict[str, int] = {}
    for piece in pictures.pieces(room.plate.slug).values():
        found[piece.kind] = found.get(piece.kind, 0) + 1
    return found


def gallery(room: Room, kind: str = "") -> Gallery:
    """Return the gallery of every piece of a game, or of one kind."""
    drawn = list(pictures.pieces(room.plate.slug).values())
    shown = [piece for piece in drawn if not kind or piece.kind == kind]
    # A piece is explained beside its picture; its key says its kind, then its word in the notation.
    pictured = {piece.name.lower() for piece in drawn} | {piece.key.partition("-")[2] for piece in drawn}
    words = {} if kind else room.game.glossary(room.box)
    here = f"/games/{room.plate.slug}/cards"
    links = [Kind("All", len(drawn), here, not kind)]
    links += [
        Kind(name.capitalize(), count, f"{here}?kind={quote(name)}", name == kind)
        for name, count in kinds(room).items()
    ]
    return Gallery(
        links if len(links) > 2 else [],
        [_shown(piece) for piece in shown],
        [Back(Markup(back), ", ".join(having)) for back, having in pictures.backs(shown)],
        {word.replace("-", " "): text for word, text in words.items() if word.lower() not in pictured},
    )


def _shown(piece: Piece) -> Shown:
    width, height = piece.size
    copies = "1 copy" if piece.copies == 1 else f"{piece.copies} copies"
    facts = f"{piece.kind.capitalize()} · {copies} · {width:g} × {height:g} mm"
    wide = width > 1.25 * height
    return Shown(piece.key, piece.name, facts, piece.text, piece.rules, Markup(piece.front), wide)
