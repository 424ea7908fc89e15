"""A room's face: a page of named parts, each a piece of markup made from typed data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from longbeard.engine.html import Html
from longbeard.engine.look import Choice
from longbeard.engine.part import Part, place

__all__ = ["Face", "Part", "Showing", "place"]

L = TypeVar("L")


@dataclass
class Showing(Generic[L]):
    """What a face may read: a look that passed the gate, and who looks."""

    look: L
    names: Sequence[str]
    winners: Sequence[int] = ()
    over: bool = False
    me: int | None = None
    """The viewer's seat; None for a guest, and for all eyes after the end."""
    choices: Sequence[Choice] = ()


@dataclass(frozen=True)
class Face(Generic[L]):
    """How a room is drawn in the browser."""

    frame: Callable[[Showing[L]], Html]
    """The element round the parts, with a `place` for each. It depends on `names` and `me` alone."""
    parts: Callable[[Showing[L]], list[Part]]
    """What everybody sees: made once for all viewers from a guest's look, without `me` and `choices`."""
    own_parts: Callable[[Showing[L]], list[Part]]
    """What looks different to one viewer: these stand in place of the parts of the same name.

    It is asked for seats, and for all eyes after the end (`me` is None then, and the look has all hands).
    """
