"""Durations of moments: the same clock as the web's (`web/static/player.js`)."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from longbeard.engine.look import Frame, Weight

SHOW: Final = (260, 620, 1150)
"""Milliseconds, by weight."""
LEAST: Final = (80, 150, 450)
"""Least milliseconds by weight, however much there is to tell."""
A_WORD: Final = 55
LONGEST: Final = 2600
LAST: Final = 350
"""Milliseconds of the last moment: then one may act, and can still read it."""
MOST_LIGHT: Final = 10_000
MOST_HEAVY: Final = 18_000
"""Most milliseconds in which all that waits is told: of ordinary moments, and of dramatic ones."""


class Speed(Enum):
    """Factor of the durations."""

    SLOW = 1.7
    NORMAL = 1.0
    FAST = 0.45
    INSTANT = 0.0

    def other(self, step: int) -> "Speed":
        """Return the speed a number of steps faster, or slower."""
        speeds = list(Speed)
        return speeds[min(max(speeds.index(self) + step, 0), len(speeds) - 1)]


def times(frames: Sequence[Frame]) -> list[float]:
    """Return the milliseconds of each waiting frame at normal speed: by its weight, or scaled down to fit."""
    worths = [_worth(frame) for frame in frames]
    sums = [
        sum(own for own, weight in worths if (weight == Weight.DRAMATIC) is heavy) for heavy in (False, True)
    ]
    found = []
    for own, weight in worths:
        heavy = weight == Weight.DRAMATIC
        most = MOST_HEAVY if heavy else MOST_LIGHT
        hurried = own * min(1.0, most / (sums[heavy] or 1))
        found.append(max(hurried, min(own, LEAST[weight])))
    return found


def _worth(frame: Frame) -> tuple[float, int]:
    told = frame["told"]
    words = len(" ".join(one["words"] for one in told).split(" "))
    weight = max([0, *(one["weight"] for one in told)])
    own = min(LONGEST, SHOW[weight] + (A_WORD * words if weight else 0)) if told else 0
    return float(own), weight
