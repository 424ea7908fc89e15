"""What a seat may know as plain numbers, for learners: rows of a sheet, written by the room's encoder."""

from abc import abstractmethod
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from longbeard.engine.state import State

MOST: Final = 32_767
"""Largest number that an observation can hold; larger ones are written as this."""
COUNT: Final = "count"
LABEL: Final = "label"
FLAG: Final = "flag"
SEATS: Final = "seats"
KINDS: Final = (COUNT, LABEL, FLAG, SEATS)
"""Kinds of fields: how many of something; a number that names something (learners should one-hot it); yes or
no; a bit for each seat."""


@final
@mypyc_attr(acyclic=True)
class Field:
    """A part of an observation: its name, how many numbers it has, their kind and range."""

    def __init__(self, name: str, numbers: int, kind: str, lowest: int, highest: int) -> None:
        self.name = name
        self.numbers = numbers
        self.kind = kind
        self.lowest = lowest
        self.highest = highest


def count(name: str, highest: int = MOST, numbers: int = 1, lowest: int = 0) -> Field:
    """Return a field of numbers that count something."""
    return Field(name, numbers, COUNT, lowest, highest)


def label(name: str, highest: int, numbers: int = 1, lowest: int = 0) -> Field:
    """Return a field of numbers that name something: a card, a seat, a step of the turn."""
    return Field(name, numbers, LABEL, lowest, highest)


def flag(name: str, numbers: int = 1) -> Field:
    """Return a field of numbers that are 1 for yes and 0 for no."""
    return Field(name, numbers, FLAG, 0, 1)


def bits(name: str, seats: int, numbers: int = 1) -> Field:
    """Return a field of numbers with a bit for each seat."""
    return Field(name, numbers, SEATS, 0, (1 << seats) - 1)


@final
@mypyc_attr(acyclic=True)
class Sheet:
    """Rows of numbers, which a room writes in two ways.

    Small parts are written whole, zeros included, at `numbers[start]` and on: fast, because nothing has to be
    remembered. In parts that are wide and sparse only the nonzero numbers are written, with `put` and `add`,
    and cleared when the row is begun again: that costs as much as was written, not as the part is wide.
    """

    def __init__(self, rows: int, width: int) -> None:
        self.width: i64 = width
        self.numbers: vec[i16] = vec[i16]([0] * (rows * width))
        """All rows, one after the other. The buffer is never reallocated: numpy may hold a view of it."""
        self._written: vec[i16] = vec[i16]([0] * (rows * width))
        """For each row, the places that were written with `put` and `add`, in that order."""
        self._counts: vec[i64] = vec[i64]([0] * rows)
        self._row: i64 = 0
        self.start: i64 = 0
        """Index in `numbers` at which the current row begins."""
        self._end: i64 = 0
        """End of the current row's list in `_written`."""

    def begin(self, row: i64) -> None:
        """Clear a row, to write it again."""
        start = row * self.width
        end = start + self._counts[row]
        numbers, written = self.numbers, self._written
        for at in range(start, end):
            numbers[start + i64(written[at])] = 0
        self._row = row
        self.start = start
        self._end = start

    def put(self, place: i64, number: i64) -> None:
        """Write a number at a place of the row that is 0."""
        if number != 0:
            self.numbers[self.start + place] = i16(number)
            self._written[self._end] = i16(place)
            self._end += 1

    def add(self, place: i64, number: i64) -> None:
        """Add a positive number to the one at a place of the row."""
        at = self.start + place
        before = i64(self.numbers[at])
        self.numbers[at] = i16(before + number)
        if before == 0:
            self._written[self._end] = i16(place)
            self._end += 1

    def finish(self) -> None:
        """Finish the row: note how many places were written."""
        self._counts[self._row] = self._end - self.start


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Encoder:
    """A room's observation: the names of its parts, and how they are written."""

    @abstractmethod
    def layout(self, state: State) -> list[Field]:
        """Return the parts in their order: the same for all states of a table."""
        raise NotImplementedError

    @abstractmethod
    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        """Write what a viewer (a seat, or SPECTATOR) may know, and no more, to the row that was begun."""
        raise NotImplementedError


def write_row(encoder: Encoder, state: State, viewer: i64, sheet: Sheet, row: i64) -> None:
    """Begin, write and finish a row of a sheet."""
    sheet.begin(row)
    encoder.write(state, viewer, sheet)
    sheet.finish()


def width(encoder: Encoder, state: State) -> int:
    """Return the length of an observation."""
    total = 0
    for field in encoder.layout(state):
        total += field.numbers
    return total


def write_all(encoder: Encoder, state: State, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know into `out`, zeros included."""
    sheet = Sheet(1, len(out))
    write_row(encoder, state, viewer, sheet, 0)
    for place in range(i64(len(out))):
        out[place] = i64(sheet.numbers[place])
