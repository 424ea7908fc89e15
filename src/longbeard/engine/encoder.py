"""What a seat may know as plain numbers, for learners: rows of a sheet, written by the room's encoder."""

from abc import abstractmethod
from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from longbeard.engine.state import State


@final
@mypyc_attr(acyclic=True)
class Sheet:
    """Rows of numbers, which a room writes in two ways.

    Parts that are small are written whole, noughts and all, at `numbers[start]` and on: quick, because
    nothing has to be remembered. In parts that are wide and mostly nought only the rest is written, with
    `put` and `add`, and taken back when the row is begun anew: that costs what is in it, not what it is wide.
    """

    def __init__(self, rows: int, width: int) -> None:
        self.width: i64 = width
        self.numbers: vec[i16] = vec[i16]([0] * (rows * width))
        """All rows, one after the other. It is never another piece of memory: numpy may look at it."""
        self._written: vec[i16] = vec[i16]([0] * (rows * width))
        """For each row, the places that were put there, in that order."""
        self._counts: vec[i64] = vec[i64]([0] * rows)
        self._row: i64 = 0
        self.start: i64 = 0
        """Where the row begins that is being written."""
        self._end: i64 = 0
        """Where the list of the row's written places ends."""

    def begin(self, row: i64) -> None:
        """Wipe a row, to write it anew."""
        start = row * self.width
        end = start + self._counts[row]
        numbers, written = self.numbers, self._written
        for at in range(start, end):
            numbers[start + i64(written[at])] = 0
        self._row = row
        self.start = start
        self._end = start

    def put(self, place: i64, number: i64) -> None:
        """Write a number at a place of the row, where there was none."""
        if number != 0:
            self.numbers[self.start + place] = i16(number)
            self._written[self._end] = i16(place)
            self._end += 1

    def add(self, place: i64, number: i64) -> None:
        """Add to the number at a place of the row; numbers that are added are above nought."""
        at = self.start + place
        before = i64(self.numbers[at])
        self.numbers[at] = i16(before + number)
        if before == 0:
            self._written[self._end] = i16(place)
            self._end += 1

    def finish(self) -> None:
        """The row is written."""
        self._counts[self._row] = self._end - self.start


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Encoder:
    """A room's observation: the names of its parts, and how they are written."""

    @abstractmethod
    def layout(self, state: State) -> list[tuple[str, int]]:
        """The names of the parts and how many numbers each has, in order: the same for all states of a
        table."""
        raise NotImplementedError

    @abstractmethod
    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        """Write on the row that was begun what a viewer (a seat, or SPECTATOR) may know, and no more."""
        raise NotImplementedError


def write_row(encoder: Encoder, state: State, viewer: i64, sheet: Sheet, row: i64) -> None:
    """Write a whole row of a sheet."""
    sheet.begin(row)
    encoder.write(state, viewer, sheet)
    sheet.finish()


def width(encoder: Encoder, state: State) -> int:
    """How many numbers an observation has."""
    total = 0
    for name, numbers in encoder.layout(state):
        total += numbers
    return total


def write_all(encoder: Encoder, state: State, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know into `out`, noughts and all."""
    sheet = Sheet(1, len(out))
    write_row(encoder, state, viewer, sheet, 0)
    for place in range(i64(len(out))):
        out[place] = i64(sheet.numbers[place])
