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
"""Stage: a seat has the thing from now on, however it came: "in the winner's hands"."""
USED: Final = "used"
ATTEMPTED: Final = "attempted"
"""Stage: a seat was given the task."""
MET: Final = "met"
IN_PLAY: Final = "in play"
"""Stage: the thing is part of the match, for no seat in particular."""
STAGES: Final = (IN_PLAY, SEEN, DRAWN, KEPT, GIVEN, PLAYED, HELD, USED, DISCARDED, ATTEMPTED, MET)
"""Every stage, in the order in which reports list them."""
REST: Final = "…"
"""Value of `Tally.item`: every number of an event after its named fields."""
WHOLE_TABLE: Final = ""
"""Value of `Tally.seat`: the event is about no seat in particular."""


@dataclass(frozen=True)
class Things(Generic[B]):
    """A kind of thing that the lab counts: cards, goals, elements."""

    name: str
    """In the singular: `card`."""
    names: Callable[[B], Sequence[str]]
    """Names by number; a number with an empty name is not counted."""
    worth: Callable[[B], Sequence[int]] | None = None
    """Points that each brings when it is met; they show whether it was decisive."""
    choice: bool = True
    """Whether players can choose it: only of such things does the lab report dead and dominant ones."""


@dataclass(frozen=True)
class Tally(Generic[B]):
    """An event that counts for a thing at one stage."""

    things: str
    stage: str
    event: str
    """The name of a row of events."""
    seat: str
    """The field with the seat for which it counts, or WHOLE_TABLE."""
    item: str = ""
    """The field with the number of the thing, or REST; empty if the event always counts for `fixed`."""
    second: str = ""
    """A second field; then the number is item * SECOND + second."""
    fixed: int = -1
    """The thing that the event counts for if it has no field for it."""
    become: Callable[[B, int], Sequence[int]] | None = None
    """Maps a number to the things that it stands for, where it is not the thing's own number."""
    where: tuple[str, int] | None = None
    """A field and the value that it must have for the event to count."""
    step: int = 1
    """For REST: the size of the groups in which numbers come,"""
    at: int = 0
    """the place of the thing's number in its group,"""
    only: tuple[int, int] | None = None
    """and a place in the group with the value that it must have for the group to count."""


SECOND: Final = 64
"""The base for a number made of two fields."""


@dataclass(frozen=True)
class Counting(Generic[B]):
    """Everything that a room counts."""

    things: tuple[Things[B], ...]
    tallies: tuple[Tally[B], ...]
    out: str = ""
    """The event with which a seat leaves the match before its end; its first field is the seat."""
    seconds: float = 10.0
    """Seconds per decision, watching included: turns lengths into minutes."""
