"""What the gallery of a game shows: its pieces by kind, their backs, and its words."""

from typing import Any, Final

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
"""What can be chosen of a PDF: name, title, and the values with their words, the usual one first."""


def kinds(room: Room) -> dict[str, int]:
    """Count the different pieces of each kind, in the order of the game."""
    found: dict[str, int] = {}
    for piece in pictures.pieces(room.plate.slug).values():
        found[piece.kind] = found.get(piece.kind, 0) + 1
    return found


def context(room: Room, kind: str = "") -> dict[str, Any]:
    """Everything that the template prints."""
    drawn = list(pictures.pieces(room.plate.slug).values())
    shown = [piece for piece in drawn if not kind or piece.kind == kind]
    names = {piece.name.lower() for piece in drawn}
    words = {} if kind else room.game.glossary(room.box)
    return {
        "plate": room.plate,
        "kind": kind,
        "kinds": kinds(room),
        "count": len(drawn),
        "pieces": [_shown(piece) for piece in shown],
        "backs": [
            {"drawing": Markup(back), "names": ", ".join(names)} for back, names in pictures.backs(shown)
        ],
        "words": {word: text for word, text in words.items() if word.lower() not in names},
    }


def _shown(piece: Piece) -> dict[str, Any]:
    width, height = piece.size
    return {
        "key": piece.key,
        "name": piece.name,
        "kind": piece.kind,
        "copies": piece.copies,
        "text": piece.text,
        "rules": piece.rules,
        "drawing": Markup(piece.front),
        "wide": width > 1.25 * height,
        "size": f"{width:g} × {height:g} mm",
    }
