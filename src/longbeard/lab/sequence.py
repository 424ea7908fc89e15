"""Intervals that hold at every moment, so that one may look after each chunk, and stop.

These are the asymptotic confidence sequences of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
("Time-uniform central limit theory and asymptotic confidence sequences"): however often one looks, the truth
is ever outside with at most the stated chance, once there are enough observations for the central limit
(FEWEST). They are wider than an interval for one look, by about a half; that is the price of looking.
"""

from math import inf, log, sqrt
from typing import Final

ALPHA: Final = 0.05
FEWEST: Final = 100
"""Observations before anything is said."""
BEST_AT: Final = 1000
"""Observations at which the sequence is made to be narrowest."""


def half_width(count: int, deviation: float, alpha: float = ALPHA) -> float:
    """Return how far the mean of so many observations may be off, at this moment and at all others."""
    if count < FEWEST:
        return inf
    # The value of rho that makes the sequence narrowest at BEST_AT, to good approximation.
    rho2 = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / BEST_AT
    spread = count * rho2 + 1
    return deviation * sqrt(2 * spread / (count**2 * rho2) * log(sqrt(spread) / alpha))
