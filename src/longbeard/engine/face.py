"""A room's face: a page of named parts, each a piece of markup made from typed data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from longbeard.engine.html import Html
from longbeard.engine.look import Choice

MARK: Final = "\0"


class Part:
    """A piece of the page that is made and sent again only when its data change.

    `make(*data)` gives one element. Data are plain values that can be compared; `make` reads nothing else.
    """

    __slots__ = ("_html", "data", "make", "name", "tagged")

    def __init__(self, name: str, make: Callable[..., Html], *data: object) -> None:
        self.name = name
        self.make = make
        self.data = data
        self._html: Html | None = None
        self.tagged = ""
        """The element as it is sent, with the part's name on it; kept by whoever sends it."""

    @property
    def html(self) -> Html:
        """The element, made when it is first asked for."""
        if self._html is None:
            self._html = self.make(*self.data)
        return self._html

    def same(self, other: "Part") -> bool:
        """Whether another part of this name looks the same."""
        return self.make == other.make and self.data == other.data


def place(name: str) -> Html:
    """Where a part stands in its frame."""
    return Html(f"{MARK}{name}{MARK}")


L = TypeVar("L")


@dataclass(frozen=True)
class Showing(Generic[L]):
    """What a face may read: a look that passed the gate, and who looks."""

    look: L
    names: Sequence[str]
    winners: Sequence[int] = ()
    over: bool = False
    me: int | None = None
    """The viewer's seat; None for a guest, and for all eyes after the end."""
    choices: Sequence[Choice] = field(default=())


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
