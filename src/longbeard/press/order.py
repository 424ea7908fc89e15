"""The options of a print job."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from longbeard.engine.errors import BadOptions

if TYPE_CHECKING:  # the command line reads these names before it knows whether anything is printed
    from longbeard.engine.piece import Piece


class Paper(Enum):
    """A size of paper, upright."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)

    @property
    def title(self) -> str:
        return "A4" if self is Paper.A4 else "US letter"


class What(Enum):
    """The part of a game to print."""

    ALL = "all"
    CARDS = "cards"
    BOARDS = "boards"
    """Everything that is cut and is not a card: boards, tiles, tokens, dice."""
    RULES = "rules"


class Cut(Enum):
    """How the places to cut are marked."""

    MARKS = "marks"
    """Cards touch, and marks outside show where to cut: the fewest cuts."""
    GUTTER = "gutter"
    """Each card stands alone, with a thin line round it: a slip of the knife does less harm."""


class Backs(Enum):
    """How a back gets behind its front."""

    DUPLEX = "duplex"
    """On the next page, mirrored, for printers that turn the sheet over its long edge."""
    FOLD = "fold"
    """Beside the front: fold and glue."""


class Ink(Enum):
    """How much ink to use."""

    FULL = "full"
    SAVER = "saver"


@dataclass(frozen=True)
class Order:
    """One print job."""

    paper: Paper = Paper.A4
    what: What = What.ALL
    cut: Cut = Cut.MARKS
    backs: Backs = Backs.DUPLEX
    ink: Ink = Ink.FULL
    copies: Mapping[str, int] = field(default_factory=dict)
    """Other numbers of copies, by the key of a piece; the empty key stands for all others."""

    def copies_of(self, piece: "Piece") -> int:
        """Return the number of copies of a piece."""
        return self.copies.get(piece.key, self.copies.get("", piece.copies))


MOST_COPIES = 500


def read_copies(given: Iterable[str], pieces: "Iterable[Piece]") -> dict[str, int]:
    """Parse `3` (of each piece) and `card-bear=5` (of that one), or raise BadOptions."""
    keys = {piece.key for piece in pieces}
    found = {}
    for text in given:
        key, _, number = text.rpartition("=")
        if key and key not in keys:
            raise BadOptions(
                f"--copies {text}: there is no piece {key}; there are: {', '.join(sorted(keys))}"
            )
        if not number.isdecimal() or int(number) > MOST_COPIES:
            raise BadOptions(f"--copies {text}: copies are a number from 0 to {MOST_COPIES}, or KEY=NUMBER")
        found[key] = int(number)
    return found
