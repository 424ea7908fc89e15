"""What a search says, as the share of matches that were won from such positions.

A search's values are right in their order and wrong in their size: its rollouts play worse than people do.
A room may ship `chances.json`, which `bench/calibration.py --write` measures over
bots' matches: for each number of seats, and for the seat that decides or any other, pairs of a raw value and
the share that was won. A room without one has the raw values.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from longbeard.engine.room import Room

FILE: Final = "chances.json"
Knots = Sequence[Sequence[float]]
"""Pairs of a raw value and the chance that it stands for, both rising from 0 to 1."""
PLAIN: Final[Knots] = ((0.0, 0.0), (1.0, 1.0))


def kind_of(seats: int, decides: bool) -> str:
    """Name the kind of position for which chances are measured apart.

    >>> kind_of(3, True)
    '3 deciding'
    """
    return f"{seats} {'deciding' if decides else 'waiting'}"


@dataclass(frozen=True)
class Calibration:
    """The measured chances of one game."""

    knots: Mapping[str, Knots]

    def chance(self, raw: float, seats: int, decides: bool) -> float:
        """Return the share of matches that are won from positions with this raw value.

        >>> Calibration({"2 deciding": [[0, 0], [0.5, 0.4], [1, 1]]}).chance(0.75, 2, True)
        0.7
        """
        knots = self.knots.get(kind_of(seats, decides), PLAIN)
        after = bisect_right([knot[0] for knot in knots], raw)
        if after == 0 or after == len(knots):
            return float(knots[max(0, after - 1)][1])
        (x, y), (right, top) = knots[after - 1], knots[after]
        return y + (top - y) * (raw - x) / (right - x)


def calibration_of(room: Room) -> Calibration:
    """Read what was measured of a room."""
    try:
        knots: dict[str, Knots] = json.loads(room.text(FILE))["knots"]
    except FileNotFoundError:
        return Calibration({})
    return Calibration(knots)
