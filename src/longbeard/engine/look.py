"""What passes the gate, as typed plain data: it is JSON as it stands."""

from enum import IntEnum
from typing import Any, TypedDict


class Weight(IntEnum):
    """How much of a viewer's time something is worth."""

    TRIVIAL = 0
    USUAL = 1
    DRAMATIC = 2


class Choice(TypedDict):
    """Something that the seat which decides may do."""

    action: str
    """In notation: what is sent back."""
    words: str
    """A sentence without its full stop."""
    label: str
    """Two or three words for a button."""
    steps: list[str]
    """The spots of the page that one points at, in order."""
    risky: bool
    """Whether a page may ask once more before it is done."""


class Told(TypedDict):
    """An event, for someone who may know of it."""

    move: int
    event: str
    data: list[int]
    words: str
    """Empty, if it needs none. "You" is the viewer."""
    spots: list[str]
    """Where on the page it happened."""
    path: list[str]
    """From which spot to which a piece went, and two more for each further one; empty, if none did."""
    weight: int


class Frame(TypedDict):
    """A moment of a match as one viewer sees it."""

    move: int
    beat: int
    last: bool
    told: list[Told]
    table: dict[str, Any]
    """The room's own look; each room types it."""


class Look(TypedDict):
    """A match as a viewer sees it now."""

    game: str
    seats: list[str]
    players: list[str]
    options: dict[str, str]
    viewer: int
    move: int
    to_act: int
    over: bool
    ending: str
    winners: list[int]
    scores: list[int]
    commitment: str
    secret: str
    table: dict[str, Any]
    """The room's own look; each room types it."""
    asked: str
    choices: list[Choice]
    can_undo: bool
