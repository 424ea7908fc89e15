"""What happened, told as events; each says who may see it."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

EVERYONE: Final = -1
SPECTATOR: Final = -1
"""The viewer who has no seat and sees only what lies open."""
ALL_EYES: Final = -2
"""The viewer of a finished match with all cards open."""


def sees(viewer: int, owner: int) -> bool:
    """Whether a viewer may see what belongs to one seat alone. Every secret passes through here."""
    return viewer == ALL_EYES or (viewer == owner and owner >= 0)


@final
@mypyc_attr(acyclic=True)
class Event:
    """One thing that happened: its kind, its numbers, and the one seat that may know (or everyone)."""

    def __init__(self, kind: i64, audience: i64, data: list[int]) -> None:
        self.kind: int = kind
        self.audience: int = audience
        self.data: list[int] = data

    def seen_by(self, viewer: int) -> bool:
        return self.audience == EVERYONE or sees(viewer, self.audience)


@final
@mypyc_attr(acyclic=True)
class Story:
    """Collects the events of a move. Playouts have none, which costs nothing."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(self, audience: i64, kind: i64, data: list[int]) -> None:
        self.events.append(Event(kind, audience, data))
