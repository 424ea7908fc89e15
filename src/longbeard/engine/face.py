"""A room's face: a page of named parts, each a piece of markup made from typed data."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, final

from longbeard.engine.html import Html
from longbeard.engine.look import Choice
from longbeard.engine.part import Part, place

__all__ = ["Face", "Part", "Showing", "place"]

L = TypeVar("L")


@final
class Showing(Generic[L]):
    """What a face may read: a look that passed the gate, and whose it is."""

    def __init__(
        self,
        look: L,
        names: Sequence[str],
        winners: Sequence[int] = (),
        over: bool = False,
        me: int | None = None,
        choices: Sequence[Choice] = (),
    ) -> None:
        self.look = look
        self.names = names
        self.winners = winners
        self.over = over
        self.me = me
        """The viewer's seat; None for a guest, and for all eyes after the end."""
        self.choices = choices


@final
class Face(Generic[L]):
    """How a room is drawn in the browser."""

    def __init__(
        self,
        frame: Callable[[Showing[L]], Html],
        parts: Callable[[Showing[L]], list[Part]],
        own_parts: Callable[[Showing[L]], list[Part]],
        style: str = "",
    ) -> None:
        self.frame = frame
        """The element round the parts, with a `place` for each. It depends on `names` and `me` alone."""
        self.parts = parts
        """Makes what everybody sees, once for all viewers, from a guest's look without `me` and `choices`."""
        self.own_parts = own_parts
        """Makes the parts that look different to one viewer; they replace the parts of the same name.

        Called for seats, and for all eyes after the end (`me` is None then, and the look has all hands).
        """
        self.style = style
        """Style sheet of the face; a room's own `table.css` follows it."""
