"""The bus between servers of one house: that a table has changed, who is at it, small talk.

The store is the truth, and the bus only says where to look. A message may come late, twice, in another order
or never: servers also poll the store. Nothing on it is secret: no cards, no names of persons, no links.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Final, Protocol

SERVER_BYTES: Final = 6


@dataclass(frozen=True)
class Notice:
    """A message of one server to all others."""

    kind: str
    table: str
    server: str = ""
    """Name of the sender."""
    facts: dict[str, Any] = field(default_factory=dict)


class Bus(Protocol):
    """Publish and subscribe between servers. It never fails and never waits: what cannot be sent is
    dropped."""

    server: str
    """Name of this server on the bus, new at every start."""
    up: bool
    """Whether messages of others arrive now."""
    hear: Callable[[Notice], None]
    """Called with each message of another server."""
    changed: Callable[[], None]
    """Called when the bus was lost or came back."""

    async def start(self) -> None:
        """Begin to listen."""
        ...

    def say(self, kind: str, table: str, **facts: Any) -> None:
        """Send a message to all others."""
        ...

    async def lease(self, name: str, seconds: float) -> bool:
        """Take or renew a lease that one server holds at a time; True if the bus is down."""
        ...

    async def release(self, name: str) -> None:
        """Give up a lease."""
        ...

    async def close(self) -> None:
        """Stop listening."""
        ...


def new_server() -> str:
    """Return a random name for a server on the bus."""
    return token_hex(SERVER_BYTES)


class NoBus:
    """The bus of a server without one, which polls the store more often instead."""

    def __init__(self) -> None:
        self.server = new_server()
        self.up = False
        self.hear: Callable[[Notice], None] = lambda notice: None
        self.changed: Callable[[], None] = lambda: None

    async def start(self) -> None:
        """Do nothing: there is no bus to listen to."""

    def say(self, kind: str, table: str, **facts: Any) -> None:
        """Do nothing: there is nobody to tell."""

    async def lease(self, name: str, seconds: float) -> bool:
        """Grant every lease: two servers may do the same work, and the store accepts it from one of them."""
        return True

    async def release(self, name: str) -> None:
        """Do nothing: no leases are kept."""

    async def close(self) -> None:
        """Do nothing: there is no connection."""
