"""A part of a page: a name, and a piece of markup that is made from plain data."""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import mypyc_attr

from longbeard.engine.html import Html

MARK: Final = "\0"


@final
@mypyc_attr(acyclic=True)
class Part:
    """A piece of the page that is made and sent again only when its data change.

    `make(*data)` gives one element. Data are plain values that can be compared; `make` reads nothing else.
    """

    __slots__ = ("change", "changed_from", "data", "make", "name", "text")

    def __init__(self, name: str, make: Callable[..., Html], *data: object) -> None:
        self.name = name
        self.make = make
        self.data = data
        self.text = b""
        """The element in UTF-8, made and kept by whoever sends it first."""
        self.changed_from = b""
        self.change: object = None
        """The delta for those who have the text `changed_from`; most viewers have the same."""

    @property
    def html(self) -> Html:
        """The element."""
        return self.make(*self.data)

    def same(self, other: "Part") -> bool:
        """Return whether another part of this name looks the same."""
        return self is other or (self.make is other.make and self.data == other.data)


def place(name: str) -> Html:
    """Return the mark in a frame that a part replaces."""
    return Html(f"{MARK}{name}{MARK}")
