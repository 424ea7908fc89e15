"""What any store of tables does. A table is its opening and a numbered list of entries, never overwritten,
but for the names and identities of those who want to be forgotten (people/erasing.py).

Each number is given once for each table: whoever writes a number that is taken is told so, and has changed
nothing. That is all that two servers on one store need to stay out of each other's way.
"""

from collections.abc import Collection, Mapping, Sequence
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


class InDoubt(StoreError):
    """Nobody knows yet whether something was kept: the answer was lost. Whoever looks again finds out."""


@dataclass(frozen=True)
class Entry:
    """One line of a table's log: what kind of thing, which seat, and the rest of it as text."""

    kind: str
    seat: int
    text: str = ""
    at: float = field(default=0.0, compare=False)
    """When the store kept it; what is still to be kept has no time."""


@dataclass(frozen=True)
class Outline:
    """What other servers have to know of a table without opening it. It repeats what the log says."""

    people: frozenset[str] | None = None
    """Who sits at it; None if that has not changed."""
    look_in: float = 0.0
    """Seconds after which somebody has to look at it if nothing happens before; 0 is never."""
    host: str = ""
    """Who opened it; for a new table."""
    listed: bool = False
    """Whether strangers find it; for a new table."""


NO_OUTLINE: Final = Outline()


@dataclass(frozen=True)
class Said:
    """One line of a table's chat."""

    seat: int
    name: str
    text: str
    number: int = field(default=0, compare=False)
    """Its number in a store that several servers have."""


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
    batches: int
    """How often it wrote what waited."""

    def open_table(
        self, table: str, opening: str, entries: Sequence[Entry] = (), outline: Outline = NO_OUTLINE
    ) -> Future[None]:
        """Keep a new table, with what already happened at it."""
        ...

    def append(
        self, table: str, number: int, entry: Entry, over: bool = False, outline: Outline = NO_OUTLINE
    ) -> Future[None]:
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


@dataclass(frozen=True)
class Progress:
    """How far a table is in the store."""

    length: int
    """Its entries."""
    said: int
    """Lines of chat that were ever said at it."""
    archived: bool


class SharedStore(Store, Protocol):
    """A store on which several servers work: what one of them asks to keep up with the others."""

    reconnected: int
    """Times that the connection was lost and made anew."""

    def progress(self, tables: Collection[str]) -> Future[dict[str, Progress]]:
        """How far tables are; those that are not there are left out."""
        ...

    def entries_after(self, table: str, number: int) -> Future[list[Entry]]:
        """The entries of a table after one."""
        ...

    def entries_after_each(self, tables: Mapping[str, int]) -> Future[dict[str, list[Entry]]]:
        """The entries of several tables, of each after one; tables without any are left out."""
        ...

    def chat(self, table: str) -> Future[list[Said]]:
        """The lines of chat that are kept for a table, with their numbers."""
        ...

    def to_look_at(self, most: int, again_in: float) -> Future[list[str]]:
        """Tables at which somebody has to look now; nobody else is told of them for a while."""
        ...

    def looked(self, table: str, number: int, outline: Outline) -> Future[None]:
        """Write the outline of a table anew, unless it has other entries by now than `number`."""
        ...

    def tables_of(self, person: str, most: int) -> Future[list[str]]:
        """Tables at which a person sits or sat, the one touched last first."""
        ...

    def listed_tables(self, most: int) -> Future[list[str]]:
        """Running tables that strangers find, the one touched last first."""
        ...

    def running(self, host: str) -> Future[tuple[int, int]]:
        """How many tables are running: in all, and that somebody opened."""
        ...

    def answer(self, question: str, text: str) -> Future[None]:
        """Keep for a while what a bot thought, for the server that asked."""
        ...

    def take_answer(self, question: str) -> Future[str]:
        """Take what a bot thought; empty if it is not there (any more)."""
        ...

    def secret(self, name: str, new: bytes) -> bytes:
        """Read a secret that all servers share; a new one, if there was none."""
        ...
