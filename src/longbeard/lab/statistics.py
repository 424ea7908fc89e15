"""Confidence intervals of win shares. Deals are independent observations; the matches of a deal are not."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any, Final

Z: Final = 1.959963984540054
"""The standard deviations on each side of the mean that hold 95 % of a normal distribution."""
METHOD: Final = (
    "Wilson's interval; a deal with all its rotations is one observation, and the spread between deals "
    "(with one more deal that is off by a half) says for how many independent matches they count"
)


@dataclass(frozen=True)
class Share:
    """A share with its 95 % interval."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> "Share":
        """Multiply the share and its interval by a factor."""
        return Share(self.value * factor, self.low * factor, self.high * factor)

    def as_dict(self) -> dict[str, Any]:
        return {"value": round(self.value, 6), "low": round(self.low, 6), "high": round(self.high, 6)}


def wilson(share: float, count: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share of independent trials; it also holds for few of them.

    >>> [round(bound, 4) for bound in wilson(0.5, 100)]
    [0.4038, 0.5962]
    """
    spread = Z * Z / count
    middle = (share + spread / 2) / (1 + spread)
    reach = sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def clustered(deals: Sequence[tuple[float, float]]) -> Share | None:
    """Return the share that was won, given (won, possible) for each deal; None if nothing was possible."""
    possible = sum(whole for _, whole in deals)
    if not possible:
        return None
    value = min(1.0, sum(won for won, _ in deals) / possible)
    return Share(value, *wilson(value, worth(deals, value)))


def worth(deals: Sequence[tuple[float, float]], value: float) -> float:
    """Return the effective number of independent matches, from the variance between deals."""
    count = len(deals)
    possible = sum(whole for _, whole in deals)
    typical = possible / count
    off = sum((won - value * whole) ** 2 for won, whole in deals) / typical**2
    # Deals that all agree so far may still differ: as if one more had been off by a half.
    variance = (off + 0.25) / count
    # Nothing between 0 and 1 can vary more than a single match does, so a whole deal is worth one at least.
    fewest = possible / max(whole for _, whole in deals)
    return max(fewest, value * (1 - value) * count / variance)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least this percentage do not exceed (nearest rank).

    >>> percentile([15, 20, 35, 40, 50], 30), percentile([15, 20, 35, 40, 50], 100)
    (20, 50)
    """
    return sorted(values)[max(1, ceil(percent / 100 * len(values))) - 1]
