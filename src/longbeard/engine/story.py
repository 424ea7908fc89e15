"""Events of a match, each with the viewers who may see it."""

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from longbeard.engine.state import State

EVERYONE: Final = -1
SPECTATOR: Final = -1
"""The viewer without a seat, who sees only what is public."""
ALL_EYES: Final = -2
"""The viewer of a finished match with all cards open."""


def sees(viewer: int, owner: int) -> bool:
    """Return whether a viewer may see what belongs to one seat alone. Every secret is asked for here."""
    return viewer == ALL_EYES or (viewer == owner and owner >= 0)


@final
@mypyc_attr(acyclic=True)
class Event:
    """Something that happened: its kind, its numbers, and its audience, one seat or everyone."""

    def __init__(self, kind: i64, audience: i64, data: list[int]) -> None:
        self.kind: int = kind
        self.audience: int = audience
        self.data: list[int] = data

    def seen_by(self, viewer: int) -> bool:
        return self.audience == EVERYONE or sees(viewer, self.audience)


@final
@mypyc_attr(acyclic=True)
class Beat:
    """A moment inside a move that people should see: the table then, and the number of events before it."""

    def __init__(self, table: "State", count: i64) -> None:
        self.table = table
        self.count: int = count


@mypyc_attr(acyclic=True)
class Story:
    """Collects the events of a move and, if it is watched, its beats. Playouts have none.

    The recorder of the lab is a subclass (lab/recorder.py), which makes rows of numbers instead of events.
    """

    def __init__(self, watched: bool = False) -> None:
        self.events: list[Event] = []
        self.beats: list[Beat] = []
        self.watched = watched
        """Whether the table is copied at every beat."""

    def add(self, audience: i64, kind: i64, data: list[int]) -> None:
        """Add an event with any number of numbers."""
        self.events.append(Event(kind, audience, data))

    def note(self, audience: i64, kind: i64, a: i64, b: i64, c: i64) -> None:
        """Add an event with three numbers, as most have."""
        self.events.append(Event(kind, audience, [a, b, c]))

    def mark(self, table: "State") -> None:
        """Keep a copy of the table as it is now, unless nothing was told since the last copy."""
        if len(self.beats) == 0 or self.beats[-1].count < len(self.events):
            self.beats.append(Beat(table.clone(), len(self.events)))
