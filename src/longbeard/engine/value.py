"""A learned value: the winning chance of a seat, from features that a room notes of a table.

A feature is present or not (`Features`). Each has a row of weights; the rows of those that are present are
added up, negative sums are cut off (ReLU), and one more row makes a chance of them (a logistic curve).
`bench/learn.py` finds the weights in self-play and writes `value.json` beside a room's rules. A room may have
several, for different kinds of tables (`Hints.which`): `value-3.json`, say.
"""

import json
from math import exp
from pathlib import Path
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

FILE: Final = "value.json"
SCALE: Final = 1000.0
"""Factor of the weights in the file, which are whole thousandths."""


@final
@mypyc_attr(acyclic=True)
class Features:
    """The features that a table has, seen from one seat."""

    def __init__(self) -> None:
        self.present: vec[i64] = vec[i64]([0] * 128)
        self.count: i64 = 0

    def clear(self) -> None:
        """Remove all features."""
        self.count = 0

    def note(self, feature: i64) -> None:
        """Add a feature."""
        if self.count == len(self.present):
            self.present = append(self.present, 0)
        self.present[self.count] = feature
        self.count += 1

    def scale(self, first: i64, number: i64, most: i64) -> None:
        """Add a number from 0 to `most` as one of the features from `first` on; a larger one counts as
        `most`."""
        if number > most:
            number = most
        if number < 0:
            number = 0
        self.note(first + number)

    def listed(self) -> list[int]:
        """Return the features as a list."""
        return list(self.present[: self.count])


@final
@mypyc_attr(acyclic=True)
class Value:
    """The weights of a room."""

    def __init__(
        self, rows: list[int], bias: list[int], out: list[int], out_bias: int, cards: str = ""
    ) -> None:
        self.cards = cards
        """Digest of the card file with which it was learned; it does not apply to other boxes."""
        self.hidden: i64 = len(bias)
        self.rows: vec[float] = vec[float]([number / SCALE for number in rows])
        """Weights of each feature, row by row."""
        self.bias: vec[float] = vec[float]([number / SCALE for number in bias])
        self.out: vec[float] = vec[float]([number / SCALE for number in out])
        self.out_bias: float = out_bias / SCALE
        self._sums: vec[float] = vec[float]([0.0] * len(bias))

    def chance(self, features: Features) -> float:
        """Return the winning chance of the seat from which the features were noted."""
        sums, hidden = self._sums, self.hidden
        unit: i64 = 0
        while unit + 4 <= hidden:
            self._add_up_four(features, unit)
            unit += 4
        while unit < hidden:
            self._add_up(features, unit)
            unit += 1
        score = self.out_bias
        for unit in range(hidden):
            if sums[unit] > 0.0:
                score += sums[unit] * self.out[unit]
        return 1.0 / (1.0 + exp(-score))

    def _add_up(self, features: Features, unit: i64) -> None:
        """Add up the weights of a unit."""
        total = self.bias[unit]
        for number in range(features.count):
            total += self.rows[features.present[number] * self.hidden + unit]
        self._sums[unit] = total

    def _add_up_four(self, features: Features, unit: i64) -> None:
        """Add up the weights of four units at once: they need not wait for each other, nor for memory."""
        rows, bias, sums = self.rows, self.bias, self._sums
        one, two, three, four = bias[unit], bias[unit + 1], bias[unit + 2], bias[unit + 3]
        for number in range(features.count):
            place = features.present[number] * self.hidden + unit
            one += rows[place]
            two += rows[place + 1]
            three += rows[place + 2]
            four += rows[place + 3]
        sums[unit], sums[unit + 1], sums[unit + 2], sums[unit + 3] = one, two, three, four


@final
@mypyc_attr(acyclic=True)
class Values:
    """The learned values of a room, each read when it is first asked for."""

    def __init__(self, folder: Path, names: tuple[str, ...] = (FILE,)) -> None:
        self.paths = [folder / name for name in names]
        self._values: list[Value | None] = [None for _ in names]
        self._read: list[bool] = [False for _ in names]

    def of(self, number: i64) -> Value | None:
        """Return the value with a number (`Hints.which`); None if it was not learned."""
        if not self._read[number]:
            self.take(number, read_value(self.paths[number]))
        return self._values[number]

    def take(self, number: i64, value: Value | None) -> None:
        """Take another value instead of what is in the file."""
        self._values[number], self._read[number] = value, True


def read_value(path: Path) -> Value | None:
    """Read the weights beside a room's rules; None if there are none."""
    if not path.exists():
        return None
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Value(kept["rows"], kept["bias"], kept["out"], kept["out_bias"], kept["cards"])
