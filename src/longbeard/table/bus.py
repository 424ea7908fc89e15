"""What servers of one house tell each other: that a table has moved on, who is at it, small talk.

The store is the truth, and the bus only says where to look. Whatever is said on it may come late, twice, in
another order or never: servers also look by themselves. Nothing on it is secret: no cards, no names of
persons, no links.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Final, Protocol

SERVER_BYTES: Final = 6


@dataclass(frozen=True)
class Notice:
    """One thing that a server says to all others."""

    kind: str
    table: str
    server: str = ""
    """Who says it."""
    facts: dict[str, Any] = field(default_factory=dict)


class Bus(Protocol):
    """A line between servers. It never fails and never waits: what cannot be said is not said."""

    server: str
    """The name of this server on the bus, new at every start."""
    up: bool
    """Whether others can be heard now."""
    hear: Callable[[Notice], None]
    """Called with what others say."""
    changed: Callable[[], None]
    """Called when the bus went away or came back."""

    async def start(self) -> None:
        """Begin to listen."""
        ...

    def say(self, kind: str, table: str, **facts: Any) -> None:
        """Tell all others something."""
        ...

    async def lease(self, name: str, seconds: float) -> bool:
        """Take or renew something that one server has at a time; True if nobody can be asked."""
        ...

    async def release(self, name: str) -> None:
        """Give up what was leased."""
        ...

    async def close(self) -> None:
        """Listen no more."""
        ...


def new_server() -> str:
    """Name a server on the bus."""
    return token_hex(SERVER_BYTES)


class NoBus:
    """The bus of a server that does without: it looks into the store, more often than others do."""

    def __init__(self) -> None:
        self.server = new_server()
        self.up = False
        self.hear: Callable[[Notice], None] = lambda notice: None
        self.changed: Callable[[], None] = lambda: None

    async def start(self) -> None:
        """There is nothing to listen to."""

    def say(self, kind: str, table: str, **facts: Any) -> None:
        """There is nobody to tell."""

    async def lease(self, name: str, seconds: float) -> bool:
        """Others cannot be asked, so that two may do the same: the store takes it from one of them."""
        return True

    async def release(self, name: str) -> None:
        """Nothing was leased."""

    async def close(self) -> None:
        """There is nothing to close."""
