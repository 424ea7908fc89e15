"""A table on a screen of letters, as typed plain data: panels with lines and cards. The terminal draws
them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Tone(Enum):
    """The meaning of a colour; a terminal without colours shows it plain, dim or bold."""

    PLAIN = "plain"
    DIM = "dim"
    STRONG = "strong"
    GOOD = "good"
    BAD = "bad"
    RED = "red"
    ORANGE = "orange"
    GOLD = "gold"
    GREEN = "green"
    TEAL = "teal"
    BLUE = "blue"
    VIOLET = "violet"
    PINK = "pink"
    SEAT_0 = "seat-0"
    SEAT_1 = "seat-1"
    SEAT_2 = "seat-2"
    SEAT_3 = "seat-3"
    SEAT_4 = "seat-4"
    SEAT_5 = "seat-5"


SEATS: Final = (Tone.SEAT_0, Tone.SEAT_1, Tone.SEAT_2, Tone.SEAT_3, Tone.SEAT_4, Tone.SEAT_5)


def seat_tone(seat: int) -> Tone:
    """Return the colour of a seat, the same as in the log."""
    return SEATS[seat % len(SEATS)]


class Place(Enum):
    """Position of a panel: from the top, rivals side by side, the middle, one's own board, the hand."""

    RIVAL = 0
    MIDDLE = 1
    OWN = 2
    HAND = 3


@dataclass(frozen=True)
class Bit:
    """A run of letters in a line."""

    text: str
    tone: Tone = Tone.PLAIN
    spot: str = ""
    """Key of the spot here, as in events and in the steps of choices."""
    about: str = ""
    """Explanation shown on hover or focus."""
    filled: bool = False
    """Whether the tone colours the background instead of the letters."""


class Fold(Enum):
    """Where a line that is too long is broken."""

    BITS = 0
    WORDS = 1
    NEVER = 2
    """For a line of a drawing: it is cut off."""


@dataclass(frozen=True)
class Line:
    """A line of a panel."""

    bits: tuple[Bit, ...]
    fold: Fold = Fold.BITS


@dataclass(frozen=True)
class Tile:
    """A card or another piece: a small box of its own or, where space is short, one line."""

    name: str
    number: str = ""
    """The number in its corner."""
    sign: str = ""
    """A letter or two that say what kind of piece it is, for those who see no colours."""
    notes: tuple[str, ...] = ()
    """Further lines on it."""
    tone: Tone = Tone.PLAIN
    spot: str = ""
    about: str = ""
    bare: bool = False
    """Whether it is an empty place, or a card that lies face down."""


@dataclass(frozen=True)
class Tiles:
    """Cards side by side; where they do not fit, in several rows."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Panel:
    """A part of the table with a frame round it."""

    title: str
    rows: tuple[Line | Tiles, ...]
    place: Place = Place.MIDDLE
    tone: Tone = Tone.PLAIN
    spot: str = ""
    """Key of the spot that the panel's title stands for."""
    note: str = ""
    """Text at the right of the title."""


def line(*bits: Bit | str) -> Line:
    """Make a line of bits; plain text becomes a bit."""
    return Line(tuple(Bit(bit) if isinstance(bit, str) else bit for bit in bits))


def prose(text: str, tone: Tone = Tone.PLAIN) -> Line:
    """Make a line of words that is wrapped where it does not fit."""
    return Line((Bit(text, tone),), Fold.WORDS)


def owned(name: str, seat: int, me: int | None) -> str:
    """Return a name as the title of a board, marked if it is the viewer's own."""
    return f"{name} (you)" if seat == me else name


def in_words(lines: Sequence[str]) -> list[Panel]:
    """Return the words of a table in one panel, for a game that has no panels."""
    return [Panel("The table", tuple(prose(text) for text in lines))]
