"""The interface of a store of tables. A table is its opening and a numbered list of entries. Entries are
never overwritten, except for the names and identities of people who want to be forgotten (people/erasing.py).

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
DAMAGED: Final = """
SELECT id, length, count(number), coalesce(max(number), 0) FROM tables LEFT JOIN entries ON table_id = id
GROUP BY id HAVING count(number) < length OR count(number) < coalesce(max(number), 0)
"""
"""Finds the tables of which entries are missing; `entries_missing` words each row."""


class StoreError(LongbeardError, OSError):
    """Something could not be stored, so it did not happen. An OSError, as every keeper of a table may
    raise."""


class StoreDamaged(StoreError):
    """The store's file is damaged. Other parts of it may still be read and written."""


class NumberTaken(StoreError):
    """An entry of that number exists already: another writer was quicker."""


class InDoubt(StoreError):
    """It is unknown whether something was stored, because the answer was lost. A later read shows it."""


@dataclass(frozen=True)
class Entry:
    """One entry of a table's log: its kind, its seat, and the rest as text."""

    kind: str
    seat: int
    text: str = ""
    at: float = field(default=0.0, compare=False)
    """Time at which it was stored; 0 before that."""


@dataclass(frozen=True)
class Outline:
    """What other servers have to know of a table without opening it. It repeats what the log says."""

    people: frozenset[str] | None = None
    """Identities of those who sit at it; None if unchanged."""
    look_in: float = 0.0
    """Seconds after which the table is overdue if nothing happens; 0 for never."""
    host: str = ""
    """Identity of its host; for a new table."""
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
    """Its number in a store that several servers share."""


@dataclass(frozen=True)
class Heading:
    """Metadata of a table that is known without opening it."""

    id: str
    opened: float
    touched: float
    over: bool
    archived: bool


@dataclass(frozen=True)
class Kept:
    """A whole table as it was stored."""

    heading: Heading
    opening: str
    entries: list[Entry]
    chat: list[Said]


class Store(Protocol):
    """A store of tables. Every future is done when its write would survive a power failure."""

    lost: int
    """Writes that were lost, as far as that could be noticed at the start."""
    batches: int
    """Number of batches written."""

    def open_table(
        self, table: str, opening: str, entries: Sequence[Entry] = (), outline: Outline = NO_OUTLINE
    ) -> Future[None]:
        """Store a new table, with the entries that it begins with."""
        ...

    def append(
        self, table: str, number: int, entry: Entry, over: bool = False, outline: Outline = NO_OUTLINE
    ) -> Future[None]:
        """Store entry `number` (from 1) of a table; `over` says that the match ended with it."""
        ...

    def say(self, table: str, said: Said) -> Future[None]:
        """Store a line of chat; the oldest lines are deleted."""
        ...

    def archive(
        self, finished_before: float, touched_before: float, spare: Collection[str] = ()
    ) -> Future[list[str]]:
        """Archive finished and abandoned tables, except those in `spare`, and return their names.

        Their chat is deleted.
        """
        ...

    def wake(self, table: str) -> Future[None]:
        """Take a table out of the archive."""
        ...

    def load(self, table: str) -> Kept | None:
        """Load a table with all its entries; None if there is no such table, BadRecord if entries are
        missing."""
        ...

    def headings(self) -> list[Heading]:
        """Return all tables that are not archived, the last touched first."""
        ...

    def check(self) -> None:
        """Raise StoreError if nothing can be stored now. It writes something to find out, but not too
        often."""
        ...

    def inspect(self) -> dict[str, str]:
        """Search all tables for damage; return the damaged ones, with the reason.

        Raises StoreError if the store itself is damaged. May take long.
        """
        ...

    def close(self) -> None:
        """Finish what is being written."""
        ...


@dataclass(frozen=True)
class Progress:
    """Progress of a table in the store."""

    length: int
    """Number of entries."""
    said: int
    """Number of lines of chat that were ever said at it."""
    archived: bool


class SharedStore(Store, Protocol):
    """A store that several servers share, with what each of them needs to follow the others."""

    reconnected: int
    """Number of reconnections."""

    def progress(self, tables: Collection[str]) -> Future[dict[str, Progress]]:
        """Return the progress of tables; those that do not exist are left out."""
        ...

    def entries_after(self, table: str, number: int) -> Future[list[Entry]]:
        """Return the entries of a table after a number."""
        ...

    def entries_after_each(self, tables: Mapping[str, int]) -> Future[dict[str, list[Entry]]]:
        """Return the entries of several tables, each after a number; tables without any are left out."""
        ...

    def chat(self, table: str) -> Future[list[Said]]:
        """Return the stored lines of chat of a table, with their numbers."""
        ...

    def to_look_at(self, most: int, again_in: float) -> Future[list[str]]:
        """Return overdue tables, and hide them from other servers for `again_in` seconds."""
        ...

    def looked(self, table: str, number: int, outline: Outline) -> Future[None]:
        """Update the outline of a table, unless it has more entries than `number` by now."""
        ...

    def tables_of(self, person: str, most: int) -> Future[list[str]]:
        """Return the tables at which a person sits or sat, the last touched first."""
        ...

    def listed_tables(self, most: int) -> Future[list[str]]:
        """Return the running tables that strangers find, the last touched first."""
        ...

    def running(self, host: str) -> Future[tuple[int, int]]:
        """Return the number of running tables: in all, and of one host."""
        ...

    def answer(self, question: str, text: str) -> Future[None]:
        """Store the answer of a bot for a while, for the server that asked."""
        ...

    def take_answer(self, question: str) -> Future[str]:
        """Take the answer of a bot; empty if it is not there (any more)."""
        ...

    def secret(self, name: str, new: bytes) -> bytes:
        """Return a secret that all servers share; `new` becomes it if there was none."""
        ...


def entries_missing(length: int, count: int, last: int) -> str:
    """Say how many entries of a table are missing, by its noted length, their count and the last number.

    >>> entries_missing(7, 5, 6)
    'of 7 entries of this table 2 are missing'
    """
    return f"of {max(length, last)} entries of this table {max(length, last) - count} are missing"
