"""How much anyone may ask of the server. Every limit can be set: `longbeard serve --limit tables=100`."""

from collections import OrderedDict
from dataclasses import dataclass, fields, replace
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final

from longbeard.engine.errors import BadOptions, LongbeardError

KEYS_KEPT: Final = 20_000


class TooMany(LongbeardError):
    """More than the limits allow; try later."""


@dataclass(frozen=True)
class Limits:
    """What is allowed; `_rate` is for each second, with a burst of ten times that."""

    tables: int = 5_000
    """Running tables in the house."""
    tables_each: int = 40
    """Running tables that one person or address opened."""
    openings_rate: float = 0.5
    person_rate: float = 30.0
    address_rate: float = 100.0
    messages_rate: float = 8.0
    """Messages on one socket."""
    sockets: int = 20_000
    sockets_each: int = 60
    """Sockets of one address."""
    table_sockets: int = 200
    """Sockets at one table."""
    chat_rate: float = 0.5
    hints_rate: float = 0.3
    body_bytes: int = 20_000
    message_bytes: int = 4_000
    finished_days: float = 30.0
    abandoned_days: float = 60.0
    metrics_for_all: int = 0

    def changed(self, settings: tuple[str, ...]) -> "Limits":
        """These limits with `name=value` settings."""
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
            limits = replace(limits, **{name: number})  # type: ignore[arg-type]
        return limits


class Bucket:
    """One bucket that fills at a rate, and from which each request takes a drop."""

    __slots__ = ("drops", "filled")

    def __init__(self, burst: float) -> None:
        self.drops = burst
        self.filled = monotonic()

    def take(self, rate: float, burst: float, drops: float = 1.0) -> bool:
        """Whether there was enough in it."""
        now = monotonic()
        self.drops = min(burst, self.drops + (now - self.filled) * rate)
        self.filled = now
        if self.drops < drops:
            return False
        self.drops -= drops
        return True


class Buckets:
    """A bucket for everyone; those not used for long are forgotten first."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.burst = max(1.0, rate * 10)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, drops: float = 1.0) -> bool:
        """Whether this one may."""
        bucket = self._buckets.pop(key, None) or Bucket(self.burst)
        self._buckets[key] = bucket
        if len(self._buckets) > KEYS_KEPT:
            self._buckets.popitem(last=False)
        return bucket.take(self.rate, self.burst, drops)


def household(address: str) -> str:
    """What counts as one address: in IPv6, a whole /64, which is what one household gets.

    >>> household("2001:db8::1") == household("2001:db8::2")
    True
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return found.exploded[:19]
    return str(found)
