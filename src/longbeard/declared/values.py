"""Numbers, flags and tags of a declared game, with who may see them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from longbeard.declared.places import EVERYBODY, NOBODY, OWNER, BadDeclaration, Sees

if TYPE_CHECKING:
    from longbeard.declared.table import CardGame


class Value:
    """A declaration of something besides cards that is part of the state."""

    per_seat = False

    def __init__(
        self,
        start: int = 0,
        name: str = "",
        sees: Sees = EVERYBODY,
        among: Sequence[int] = (),
        shown: bool = True,
    ) -> None:
        self.name = ""
        self.title = name
        self.start = start
        self.sees = sees
        self.among = tuple(among)
        """Values that a hidden number may have: those who do not see it imagine one of these."""
        self.shown = shown
        """Whether page and terminal show it; programs always get it."""
        if sees is not EVERYBODY and not self.among:
            raise BadDeclaration("a hidden number says what it may be: among=range(1, 7)")
        if sees is not EVERYBODY and start in self.among:
            raise BadDeclaration(
                f"start={start} means that a hidden number is not set yet: it cannot be one of `among`"
            )

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        self.title = self.title or name.replace("_", " ")


class Number(Value):
    """One number of the table."""

    def __init__(
        self,
        start: int = 0,
        name: str = "",
        sees: Sees = EVERYBODY,
        among: Sequence[int] = (),
        shown: bool = True,
    ) -> None:
        if sees is OWNER:
            raise BadDeclaration("a number of the whole table has no owner: sees=NOBODY, or Numbers")
        super().__init__(start, name, sees, among, shown)

    @overload
    def __get__(self, table: None, owner: type) -> "Number": ...
    @overload
    def __get__(self, table: "CardGame[Any, Any]", owner: type) -> int: ...
    def __get__(self, table: Any, owner: type) -> Any:
        return self if table is None else table.values[self.name][0]

    def __set__(self, table: "CardGame[Any, Any]", value: int) -> None:
        table.values[self.name][0] = int(value)


class Flag(Value):
    """Yes or no, for the whole table."""

    def __init__(self, start: bool = False, name: str = "", shown: bool = True) -> None:
        super().__init__(int(start), name, shown=shown)

    @overload
    def __get__(self, table: None, owner: type) -> "Flag": ...
    @overload
    def __get__(self, table: "CardGame[Any, Any]", owner: type) -> bool: ...
    def __get__(self, table: Any, owner: type) -> Any:
        return self if table is None else bool(table.values[self.name][0])

    def __set__(self, table: "CardGame[Any, Any]", value: bool) -> None:
        table.values[self.name][0] = int(value)


class Fixed(Value):
    """A declaration with a value for each seat, which is changed in place."""

    per_seat = True

    def __set__(self, table: object, value: object) -> None:
        raise AttributeError(f"{self.name} has a value for each seat: set {self.name}[seat]")


class Numbers(Fixed):
    """A number for each seat."""

    def __init__(
        self,
        start: int = 0,
        name: str = "",
        sees: Sees = EVERYBODY,
        among: Sequence[int] = (),
        shown: bool = True,
    ) -> None:
        super().__init__(start, name, sees, among, shown)

    @overload
    def __get__(self, table: None, owner: type) -> "Numbers": ...
    @overload
    def __get__(self, table: "CardGame[Any, Any]", owner: type) -> list[int]: ...
    def __get__(self, table: Any, owner: type) -> Any:
        return self if table is None else table.values[self.name]


class Score(Numbers):
    """The points of each seat: the most points win."""


class Flags(Fixed):
    """Yes or no, for each seat."""

    def __init__(self, start: bool = False, name: str = "", shown: bool = True) -> None:
        super().__init__(int(start), name, shown=shown)

    @overload
    def __get__(self, table: None, owner: type) -> "Flags": ...
    @overload
    def __get__(self, table: "CardGame[Any, Any]", owner: type) -> list[bool]: ...
    def __get__(self, table: Any, owner: type) -> Any:
        return self if table is None else table.values[self.name]


class Tags(Fixed):
    """Words that can be true of a seat: `lacks = Tags("hats", "owls")`."""

    def __init__(self, *words: str, name: str = "", shown: bool = True) -> None:
        super().__init__(0, name, shown=shown)
        self.words = words

    @overload
    def __get__(self, table: None, owner: type) -> "Tags": ...
    @overload
    def __get__(self, table: "CardGame[Any, Any]", owner: type) -> "list[Tagged]": ...
    def __get__(self, table: Any, owner: type) -> Any:
        return (
            self
            if table is None
            else [Tagged(self, table.values[self.name], seat) for seat in range(table.seats)]
        )


class Tagged:
    """The tags of one seat, as a small set."""

    def __init__(self, declared: Tags, values: list[int], seat: int) -> None:
        self._declared = declared
        self._values = values
        self._seat = seat

    def _bit(self, word: str) -> int:
        if word not in self._declared.words:
            raise ValueError(
                f"{word!r} is not a tag of {self._declared.name}; they are {', '.join(self._declared.words)}"
            )
        return 1 << self._declared.words.index(word)

    def __contains__(self, word: str) -> bool:
        return bool(self._values[self._seat] & self._bit(word))

    def add(self, word: str) -> None:
        """Add a tag."""
        self._values[self._seat] |= self._bit(word)

    def clear(self) -> None:
        """Remove all tags."""
        self._values[self._seat] = 0


def tag_words(declared: Tags, value: int) -> list[str]:
    """Return the tags that a number stands for."""
    return [word for at, word in enumerate(declared.words) if value >> at & 1]


__all__ = ["EVERYBODY", "NOBODY", "OWNER", "Flag", "Flags", "Number", "Numbers", "Score", "Tags", "Value"]
