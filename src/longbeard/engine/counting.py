"""What the lab counts of a game: a room declares which fields of which events are its cards, goals and so on.

A declaration is data. The lab checks it against the room's rows of events, turns it into flat tables, and
counts in compiled code while matches are played.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from longbeard.engine.state import Box

B = TypeVar("B", bound=Box, contravariant=True)

SEEN: Final = "seen"
DRAWN: Final = "drawn"
KEPT: Final = "kept"
GIVEN: Final = "given"
PLAYED: Final = "played"
DISCARDED: Final = "discarded"
HELD: Final = "held"
"""A seat has it from then on, by whatever way it came: "in the winner's hands"."""
USED: Final = "used"
ATTEMPTED: Final = "attempted"
"""A seat was given the task."""
MET: Final = "met"
IN_PLAY: Final = "in play"
"""It is part of the match, for nobody in particular."""
STAGES: Final = (IN_PLAY, SEEN, DRAWN, KEPT, GIVEN, PLAYED, HELD, USED, DISCARDED, ATTEMPTED, MET)
"""Every stage, in the order in which reports list them."""
REST: Final = "…"
"""As a field: every number of an event after its named fields."""
WHOLE_TABLE: Final = ""
"""As a seat: the event is about nobody in particular."""


@dataclass(frozen=True)
class Things(Generic[B]):
    """A kind of thing that can be counted: cards, goals, elements."""

    name: str
    """In the singular: `card`."""
    names: Callable[[B], Sequence[str]]
    """What they are called, by number; an empty name is none."""
    worth: Callable[[B], Sequence[int]] | None = None
    """The points that each brings when it is met: by them one sees whether it was decisive."""
    choice: bool = True
    """Whether players can choose it: of such things one asks which are dead, and which everybody wants."""


@dataclass(frozen=True)
class Tally(Generic[B]):
    """An event that counts for a thing."""

    things: str
    stage: str
    event: str
    """The name of a row of events."""
    seat: str
    """The field with the seat for which it counts, or WHOLE_TABLE."""
    item: str = ""
    """The field with the number of the thing, or REST; empty if the event itself is the thing (`fixed`)."""
    second: str = ""
    """A second field; then the number is item * SECOND + second."""
    fixed: int = -1
    """The thing that the event itself is about."""
    become: Callable[[B, int], Sequence[int]] | None = None
    """The things that a number stands for, where it is not the thing's own."""
    where: tuple[str, int] | None = None
    """Counts only if this field has this value."""
    step: int = 1
    """Of the REST: numbers come in groups of so many, …"""
    at: int = 0
    """… the thing's is at this place in its group, …"""
    only: tuple[int, int] | None = None
    """… and counts only if the number at the first place is the second."""


SECOND: Final = 64
"""The base for a number made of two fields."""


@dataclass(frozen=True)
class Counting(Generic[B]):
    """All that a room counts."""

    things: tuple[Things[B], ...]
    tallies: tuple[Tally[B], ...]
    out: str = ""
    """The event with which a seat leaves the match before its end; its first field is the seat."""
    seconds: float = 10.0
    """The pace by which lengths are told in minutes: seconds for a decision, looking on included."""
