"""Typed plain data that passes the gate: it is JSON as it stands."""

from enum import IntEnum
from typing import Any, TypedDict


class Weight(IntEnum):
    """How long an event is shown."""

    TRIVIAL = 0
    USUAL = 1
    DRAMATIC = 2


class Choice(TypedDict):
    """An action that the seat which decides may choose."""

    action: str
    """Notation: what is sent back."""
    words: str
    """Sentence without its full stop."""
    label: str
    """Two or three words for a button."""
    steps: list[str]
    """Spots of the page to point at, in order."""
    risky: bool
    """Whether a page may ask for confirmation."""


class Told(TypedDict):
    """An event in words, for a viewer who may know it."""

    move: int
    event: str
    data: list[int]
    words: str
    """Sentence; empty if the event needs none. "You" is the viewer."""
    spots: list[str]
    """Spots of the page where it happened."""
    path: list[str]
    """Spots from and to which a piece went, two for each piece; empty if none moved."""
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
