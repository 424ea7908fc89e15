"""A part of a page: a name, and a piece of markup that is made from plain data."""

from collections.abc import Callable
from typing import Final, final

from longbeard.engine.html import Html

MARK: Final = "\0"


@final
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
