"""Limits on what anybody may ask of the server. Every one can be set: `longbeard serve --limit
tables=100`."""

from asyncio import sleep
from base64 import urlsafe_b64encode
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from hmac import digest
from ipaddress import IPv6Address, ip_address
from math import isfinite
from time import monotonic
from typing import Any, Final
from weakref import WeakKeyDictionary

from longbeard.engine.errors import BadOptions
from longbeard.table.days import DAY
from longbeard.table.limits import HouseLimits, TooMany
from longbeard.table.live import LiveTable
from longbeard.table.others import Others

KEYS_KEPT: Final = 20_000
LARGEST: Final = 10**12
"""Highest value of a limit; a million is as good as none."""
TELL_SECONDS: Final = 1.0
MARKS_TOLD: Final = 1000
"""People and addresses in one message to other servers: those who used most."""
MARK_BYTES: Final = 9
OPENINGS_SECONDS: Final = DAY
"""Seconds for which a running table counts for the address that opened it."""


@dataclass(frozen=True)
class Limits(HouseLimits):
    """All limits; a `_rate` is per second, with a burst of ten times that."""

    tables_address: int = 100
    """Running tables that one address opened in the last 24 hours, since the server was started."""
    openings_rate: float = 0.5
    person_rate: float = 30.0
    address_rate: float = 100.0
    """Requests per second; a page that takes much CPU time counts as several."""
    connections_each: int = 100
    """Connections of one address, sockets not included."""
    request_seconds: float = 20.0
    """Seconds in which a request must have arrived whole."""
    idle_seconds: float = 30.0
    """Seconds after which an answer that nobody reads, or a connection without a request, is closed."""
    messages_rate: float = 8.0
    """Messages per second on one socket."""
    sockets: int = 20_000
    sockets_each: int = 60
    """Sockets of one address."""
    table_sockets: int = 200
    """Sockets at one table."""
    profiles_rate: float = 2.0
    """Changes of names, avatars, settings and devices per second, from one address."""
    forgets_rate: float = 0.05
    """Requests to be forgotten per second, from one address: each searches all tables."""
    silent_seconds: float = 1.0
    """Seconds without an answer after which a page counts as out of reach."""
    chat_rate: float = 0.5
    hints_rate: float = 0.3
    body_bytes: int = 20_000
    message_bytes: int = 4_000
    push_delay: float = 10.0
    """Seconds before a push, in which the person may look at the table."""
    pushes_each: int = 10
    """Browsers of one person that get pushes."""
    token_days: float = 30.0
    """Days for which a token of the API is valid; it can be renewed."""
    metrics_for_all: int = 0

    def changed(self, settings: tuple[str, ...]) -> "Limits":
        """Return these limits with `name=value` settings."""
        kinds = {field.name: field.type for field in fields(self)}
        limits = self
        for setting in settings:
            name, _, value = setting.partition("=")
            if name not in kinds:
                raise BadOptions(f"there is no limit {name}; there are: {', '.join(kinds)}")
            try:
                number = int(value) if kinds[name] is int else float(value)
            except ValueError as error:
                raise BadOptions(f"--limit {name}=NUMBER, not {value!r}") from error
            if not isfinite(number) or not 0 <= number <= LARGEST:
                raise BadOptions(f"--limit {name}=NUMBER is 0 or more, at most {LARGEST}, not {value!r}")
            limits = replace(limits, **{name: number})  # type: ignore[arg-type]
        return limits


class Bucket:
    """A token bucket: it fills at a rate, and each request takes a token."""

    __slots__ = ("drops", "filled")

    def __init__(self, burst: float) -> None:
        self.drops = burst
        self.filled = monotonic()

    def take(self, rate: float, burst: float, drops: float = 1.0) -> bool:
        """Take tokens; return False if there were not enough."""
        now = monotonic()
        self.drops = min(burst, self.drops + (now - self.filled) * rate)
        self.filled = now
        if self.drops < drops:
            return False
        self.drops -= drops
        return True

    def spend(self, rate: float, burst: float, drops: float) -> None:
        """Take tokens that were taken elsewhere, even if there are not enough."""
        self.take(rate, burst, 0.0)
        self.drops = max(-burst, self.drops - drops)


class Buckets:
    """A token bucket for each key; the least recently used are dropped."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.burst = max(1.0, rate * 10)
        self.mark: Callable[[str], str] | None = None
        """Pseudonymises a key for other servers; None if there are none."""
        self.spent: Counter[str] = Counter()
        """Tokens taken since the other servers were told, by pseudonym."""
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, drops: float = 1.0) -> bool:
        """Take tokens from the bucket of `key`; return False if there were not enough."""
        if self.mark is None:
            return self._bucket(key).take(self.rate, self.burst, drops)
        mark = self.mark(key)
        taken = self._bucket(mark).take(self.rate, self.burst, drops)
        if taken:
            self.spent[mark] += drops  # type: ignore[assignment]
        return taken

    def spend(self, mark: str, drops: float) -> None:
        """Take the tokens that somebody took on another server."""
        self._bucket(mark).spend(self.rate, self.burst, drops)

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self.burst)
        self._buckets[key] = bucket
        if len(self._buckets) > KEYS_KEPT:
            self._buckets.popitem(last=False)
        return bucket


class SharedRates:
    """Tells other servers what people took from their buckets here, and takes what they took there.

    The others learn it a second later, so for a second somebody may take a burst from each.
    """

    def __init__(self, others: Others, key: bytes, buckets: dict[str, Buckets]) -> None:
        self._bus = others.bus
        self._key = key
        self._buckets = buckets
        for one in buckets.values():
            one.mark = self._mark
        others.on_spent = self._hear

    def _mark(self, key: str) -> str:
        """Return a pseudonym for a person or an address; it cannot be resolved without our key."""
        return urlsafe_b64encode(digest(self._key, key.encode(), "sha256")[:MARK_BYTES]).decode()

    async def tell(self) -> None:
        """Tell the others once a second."""
        while True:
            await sleep(TELL_SECONDS)
            for name, one in self._buckets.items():
                if one.spent:
                    most = dict(one.spent.most_common(MARKS_TOLD))
                    one.spent.clear()
                    self._bus.say("spent", "", bucket=name, marks=most)

    def _hear(self, facts: dict[str, Any]) -> None:
        bucket = self._buckets.get(str(facts["bucket"]))
        if bucket is not None:
            for mark, drops in dict(facts["marks"]).items():
                bucket.spend(str(mark), float(drops))


class Openings:
    """Counts how fast, and how many, tables each address opens. Addresses are not stored: a restart begins
    anew."""

    def __init__(self, limits: Limits) -> None:
        self._limit = limits.tables_address
        self.rates = Buckets(limits.openings_rate)
        self._opened: WeakKeyDictionary[LiveTable, tuple[str, float]] = WeakKeyDictionary()

    def refuse_too_many(self, address: str) -> None:
        """Refuse an address that opens tables too fast, or has too many."""
        key = household(address)
        if not self.rates.take(key):
            raise TooMany("you open tables faster than this server allows; wait a moment")
        since = monotonic() - OPENINGS_SECONDS
        running = sum(of == key and at > since and not table.over for table, (of, at) in self._opened.items())
        if running >= self._limit:
            raise TooMany(f"{running} tables were opened from your address; finish some of them first")

    def opened(self, table: LiveTable, address: str) -> None:
        """Note which address opened a table, for as long as the table is in memory."""
        self._opened[table] = (household(address), monotonic())


def household(address: str) -> str:
    """Return the key of an address for counting: in IPv6, its /64, which is what one household gets.

    >>> household("2001:db8::1") == household("2001:db8::2")
    True
    >>> household("::ffff:192.0.2.1")
    '192.0.2.1'
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return found.exploded[:19]
    return str(found)
