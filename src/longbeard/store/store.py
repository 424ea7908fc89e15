"""What any store of tables does. A table is its opening and a numbered list of entries, never overwritten,
but for the names and identities of those who want to be forgotten (people/erasing.py).

Each number is given once for each table: whoever writes a number that is taken is told so, and has changed
nothing. That is all that two servers on one store need to stay out of each other's way.
"""

from collections.abc import Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final, Protocol

from longbeard.engine.errors import LongbeardError

CHAT_KEPT: Final = 100
"""Lines of chat that are kept for each table."""


class StoreError(LongbeardError, OSError):
    """Something could not be kept, so it did not happen. An OSError, as every keeper of a table may raise."""


class StoreDamaged(StoreError):
    """The store's file is damaged. Other parts of it may still be read and written."""


class NumberTaken(StoreError):
    """An entry of that number is there already: somebody else was quicker."""


@dataclass(frozen=True)
class Entry:
    """One line of a table's log: what kind of thing, which seat, and the rest of it as text."""

    kind: str
    seat: int
    text: str = ""
    at: float = field(default=0.0, compare=False)
    """When the store kept it; what is still to be kept has no time."""


@dataclass(frozen=True)
class Said:
    """One line of a table's chat."""

    seat: int
    name: str
    text: str


@dataclass(frozen=True)
class Heading:
    """What is known of a table without opening it."""

    id: str
    opened: float
    touched: float
    over: bool
    archived: bool


@dataclass(frozen=True)
class Kept:
    """A whole table as it was kept."""

    heading: Heading
    opening: str
    entries: list[Entry]
    chat: list[Said]


class Store(Protocol):
    """A place for tables. Every future is done when what it stands for would survive a pulled plug."""

    lost: int
    """Writes that were kept and are gone, as far as that could be noticed at the start."""

    def open_table(self, table: str, opening: str, entries: Sequence[Entry] = ()) -> Future[None]:
        """Keep a new table, with what already happened at it."""
        ...

    def append(self, table: str, number: int, entry: Entry, over: bool = False) -> Future[None]:
        """Keep entry `number` (they count from 1) of a table; `over` says that the match ended with it."""
        ...

    def say(self, table: str, said: Said) -> Future[None]:
        """Keep a line of chat; old ones make room for it."""
        ...

    def archive(
        self, finished_before: float, touched_before: float, spare: Collection[str] = ()
    ) -> Future[list[str]]:
        """Put finished and abandoned tables away, but not those to spare, and answer which.

        What was said at them is forgotten.
        """
        ...

    def wake(self, table: str) -> Future[None]:
        """Take a table out of the archive again."""
        ...

    def load(self, table: str) -> Kept | None:
        """A table with all its entries; None if there is none of that name, BadRecord if some are missing."""
        ...

    def headings(self) -> list[Heading]:
        """All tables that are not in the archive, the one touched last first."""
        ...

    def check(self) -> None:
        """Raise StoreError if nothing can be kept now. It tries, but not more often than makes sense."""
        ...

    def inspect(self) -> dict[str, str]:
        """Look for damage in all that is kept: tables with the reason why they cannot be read.

        Raises StoreError if the store itself is damaged. May take long.
        """
        ...

    def close(self) -> None:
        """Finish what is being written."""
        ...
