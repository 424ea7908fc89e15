"""How much anyone may ask of the server. Every limit can be set: `longbeard serve --limit tables=100`."""

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
from longbeard.table.limits import HouseLimits, TooMany
from longbeard.table.live import LiveTable
from longbeard.table.others import Others

KEYS_KEPT: Final = 20_000
LARGEST: Final = 10**12
"""No limit can be set higher; who wants none sets a million."""
TELL_SECONDS: Final = 1.0
MARKS_TOLD: Final = 1000
"""Of so many people and addresses others are told at once: of those who took most."""
MARK_BYTES: Final = 9
OPENINGS_SECONDS: Final = 24 * 3600.0
"""How long a running table counts for the address that opened it."""


@dataclass(frozen=True)
class Limits(HouseLimits):
    """What is allowed; `_rate` is for each second, with a burst of ten times that."""

    tables_address: int = 100
    """Running tables that one address opened in the last 24 hours, since the server was started."""
    openings_rate: float = 0.5
    person_rate: float = 30.0
    address_rate: float = 100.0
    """Requests; a page that takes much of the processor counts as several."""
    connections_each: int = 100
    """Connections of one address, sockets not included."""
    request_seconds: float = 20.0
    """A request must have come whole by then."""
    idle_seconds: float = 30.0
    """An answer that nobody takes, or a connection without a request, is given up after this."""
    messages_rate: float = 8.0
    """Messages on one socket."""
    sockets: int = 20_000
    sockets_each: int = 60
    """Sockets of one address."""
    table_sockets: int = 200
    """Sockets at one table."""
    profiles_rate: float = 2.0
    """Changes of names, avatars, settings and devices, from one address."""
    forgets_rate: float = 0.05
    """How often somebody from one address may be forgotten: all tables are looked through."""
    silent_seconds: float = 1.0
    """A page that does not answer for so long is out of reach, and whoever has no other is soon away."""
    chat_rate: float = 0.5
    hints_rate: float = 0.3
    body_bytes: int = 20_000
    message_bytes: int = 4_000
    push_delay: float = 10.0
    """Seconds to look at one's table, before one is sent word that it is one's turn."""
    pushes_each: int = 10
    """Browsers of one person that are sent word."""
    token_days: float = 30.0
    """How long a token of the API is good; it can be renewed."""
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
    """A token bucket: it fills at a rate, and each request takes a drop."""

    __slots__ = ("drops", "filled")

    def __init__(self, burst: float) -> None:
        self.drops = burst
        self.filled = monotonic()

    def take(self, rate: float, burst: float, drops: float = 1.0) -> bool:
        """Take drops out; False if there were not enough."""
        now = monotonic()
        self.drops = min(burst, self.drops + (now - self.filled) * rate)
        self.filled = now
        if self.drops < drops:
            return False
        self.drops -= drops
        return True

    def spend(self, rate: float, burst: float, drops: float) -> None:
        """Take drops out that were taken elsewhere, whether they are there or not."""
        self.take(rate, burst, 0.0)
        self.drops = max(-burst, self.drops - drops)


class Buckets:
    """A token bucket for each key; those unused for longest are forgotten first."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.burst = max(1.0, rate * 10)
        self.mark: Callable[[str], str] | None = None
        """Makes of a key what may be told to other servers; None if there are none."""
        self.spent: Counter[str] = Counter()
        """What was taken since other servers were told, by marks."""
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, drops: float = 1.0) -> bool:
        """Take drops out of the bucket of `key`; False if there were not enough."""
        if self.mark is None:
            return self._bucket(key).take(self.rate, self.burst, drops)
        mark = self.mark(key)
        taken = self._bucket(mark).take(self.rate, self.burst, drops)
        if taken:
            self.spent[mark] += drops  # type: ignore[assignment]
        return taken

    def spend(self, mark: str, drops: float) -> None:
        """Take out what somebody took on another server."""
        self._bucket(mark).spend(self.rate, self.burst, drops)

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self.burst)
        self._buckets[key] = bucket
        if len(self._buckets) > KEYS_KEPT:
            self._buckets.popitem(last=False)
        return bucket


class SharedRates:
    """Tells other servers what people took out of their buckets here, and takes out what they took there.

    They hear of it a second later, so that for a second somebody may take a burst from each.
    """

    def __init__(self, others: Others, key: bytes, buckets: dict[str, Buckets]) -> None:
        self._bus = others.bus
        self._key = key
        self._buckets = buckets
        for one in buckets.values():
            one.mark = self._mark
        others.on_spent = self._hear

    def _mark(self, key: str) -> str:
        """Stand for a person or an address on the bus; nobody without our key can find out which."""
        return urlsafe_b64encode(digest(self._key, key.encode(), "sha256")[:MARK_BYTES]).decode()

    async def tell(self) -> None:
        """Tell others once a second."""
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
    """How fast, and how many, each address opens tables. Addresses are not kept on the disk: a server that
    was started again begins anew."""

    def __init__(self, limits: Limits) -> None:
        self._limit = limits.tables_address
        self.rates = Buckets(limits.openings_rate)
        self._opened: WeakKeyDictionary[LiveTable, tuple[str, float]] = WeakKeyDictionary()

    def refuse_too_many(self, address: str) -> None:
        """Refuse an address that opens tables too fast, or has too many."""
        key = household(address)
        if not self.rates.take(key):
            raise TooMany("you open tables faster than they can be carried in")
        since = monotonic() - OPENINGS_SECONDS
        running = sum(of == key and at > since and not table.over for table, (of, at) in self._opened.items())
        if running >= self._limit:
            raise TooMany(f"{running} tables were opened from your address; finish some of them first")

    def opened(self, table: LiveTable, address: str) -> None:
        """Note who opened a table, for as long as it is in memory."""
        self._opened[table] = (household(address), monotonic())


def household(address: str) -> str:
    """Return what counts as one address: in IPv6, a whole /64, which is what one household gets.

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
