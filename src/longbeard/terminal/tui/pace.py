"""How long each moment is shown: the same clock as the web's (`web/static/player.js`)."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from longbeard.engine.look import Frame, Weight

SHOW: Final = (260, 620, 1150)
"""Milliseconds, by weight."""
LEAST: Final = (80, 150, 450)
"""However much there is to tell."""
A_WORD: Final = 55
LONGEST: Final = 2600
LAST: Final = 350
"""Of the last moment: then one may act, and can still read it."""
MOST_LIGHT: Final = 10_000
MOST_HEAVY: Final = 18_000
"""What waits is told in this time, if there is much; dramatic moments have their own."""


class Speed(Enum):
    """How fast moments follow each other: the factor of their time."""

    SLOW = 1.7
    NORMAL = 1.0
    FAST = 0.45
    INSTANT = 0.0

    def other(self, step: int) -> "Speed":
        """The speed so many steps faster, or slower."""
        speeds = list(Speed)
        return speeds[min(max(speeds.index(self) + step, 0), len(speeds) - 1)]


def times(frames: Sequence[Frame]) -> list[float]:
    """Milliseconds of each of the waiting frames at normal speed: as its events are worth, or evenly less."""
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
