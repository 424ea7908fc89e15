"""Subscriptions to Web Push, stored with the identity until it is forgotten."""

from time import time
from typing import Final, NamedTuple

from longbeard.store.rows import Rows, statement

OF_PERSON: Final = "SELECT endpoint, p256dh, auth FROM subscriptions WHERE person = ? ORDER BY since DESC"
KEEP: Final = """
INSERT INTO subscriptions (endpoint, person, p256dh, auth, since) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (endpoint) DO UPDATE SET
  person = excluded.person, p256dh = excluded.p256dh, auth = excluded.auth, since = excluded.since
"""
OLDEST: Final = """
DELETE FROM subscriptions WHERE person = ? AND endpoint NOT IN (
  SELECT endpoint FROM subscriptions WHERE person = ? ORDER BY since DESC LIMIT ?)
"""


class Subscription(NamedTuple):
    """Address and keys of one browser of a person."""

    endpoint: str
    p256dh: str
    auth: str


class Subscriptions:
    """All subscriptions, in the store's database."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def of(self, person: str) -> list[Subscription]:
        """List the browsers of a person, the newest first."""
        return [Subscription(*map(str, row)) for row in await self._rows.read(OF_PERSON, person)]

    async def keep(self, person: str, new: Subscription, most: int) -> None:
        """Store a browser of a person; beyond `most`, the oldest is deleted."""
        await self._rows.write(
            statement(KEEP, new.endpoint, person, new.p256dh, new.auth, time()),
            statement(OLDEST, person, person, most),
        )

    async def forget(self, person: str, endpoint: str) -> None:
        """Delete a browser of a person."""
        await self._rows.write(
            statement("DELETE FROM subscriptions WHERE person = ? AND endpoint = ?", person, endpoint)
        )

    async def gone(self, endpoint: str) -> None:
        """Delete a browser that no longer exists."""
        await self._rows.write(statement("DELETE FROM subscriptions WHERE endpoint = ?", endpoint))
