"""Turns what a room wants counted (engine/counting.py) into the recorder's tables, and checks it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from longbeard.engine.counting import REST, SECOND, STAGES, WHOLE_TABLE, Counting, Tally, Things
from longbeard.engine.room import Room
from longbeard.engine.state import Box
from longbeard.engine.telling import Row
from longbeard.lab import recorder
from longbeard.lab.recorder import NONE, Program

MOST: Final = 4096
"""The numbers that a field with a meaning of its own (`Tally.become`) is asked about."""


class BadCounting(ValueError):
    """A room counts what its events do not tell."""


@dataclass(frozen=True)
class Counter:
    """One thing at one stage, as a counter of the recorder."""

    things: str
    stage: str
    number: int
    name: str
    worth: int
    choice: bool


def counters_of(room: Room, box: Box) -> list[Counter]:
    """List the counters of a room, in their order: stage by stage for each kind of things."""
    counting = room.game.counting
    if counting is None:
        return []
    found = []
    for things in counting.things:
        names = list(things.names(box))
        worth = list(things.worth(box)) if things.worth else [0] * len(names)
        stages = {tally.stage for tally in counting.tallies if tally.things == things.name}
        for stage in sorted(stages, key=STAGES.index):
            found += [
                Counter(things.name, stage, number, name, worth[number], things.choice)
                for number, name in enumerate(names)
            ]
    return found


def program_of(room: Room, box: Box) -> Program:
    """Make the recorder's tables; BadCounting says what a declaration has wrong."""
    rows = room.game.events
    counting: Counting[Any] | None = room.game.counting
    kinds = {row.name: row for row in rows}
    if counting is None:
        return Program([len(row.fields) for row in rows], NONE)
    if counting.out and counting.out not in kinds:
        raise BadCounting(f"there is no event {counting.out}")
    program = Program([len(row.fields) for row in rows], kinds[counting.out].kind if counting.out else NONE)
    places = {(one.things, one.stage, one.number): at for at, one in enumerate(counters_of(room, box))}
    known = {things.name: things for things in counting.things}
    for tally in counting.tallies:
        if tally.event not in kinds:
            raise BadCounting(f"there is no event {tally.event}")
        if tally.things not in known:
            raise BadCounting(f"{tally.event} counts {tally.things}, which are not declared")
    for row in rows:
        for tally in counting.tallies:
            if tally.event == row.name:
                targets = _targets(tally, known[tally.things], box, places)
                program.add_rule(row.kind, _numbers(tally, row), targets)
    program.counters = len(places)
    return program


def _field(row: Row, name: str) -> int:
    if name not in row.fields:
        raise BadCounting(f"{row.name} has no field {name}; it has: {', '.join(row.fields) or 'none'}")
    return row.fields.index(name)


def _numbers(tally: Tally[Any], row: Row) -> list[int]:
    if tally.item == REST:
        item = recorder.REST
    elif tally.item:
        item = _field(row, tally.item)
    else:
        item = recorder.FIXED
    where, value = tally.where or ("", 0)
    only_at, only = tally.only or (NONE, 0)
    return [
        NONE if tally.seat == WHOLE_TABLE else _field(row, tally.seat),
        item,
        _field(row, tally.second) if tally.second else NONE,
        SECOND,
        tally.fixed,
        _field(row, where) if where else NONE,
        value,
        tally.step,
        tally.at,
        only_at,
        only,
    ]


def _targets(
    tally: Tally[Any], things: Things[Any], box: Box, places: dict[tuple[str, str, int], int]
) -> list[list[int]]:
    """Return the counters of every number that the item may have."""
    count = len(things.names(box))
    numbers = range(MOST if tally.become and (tally.item or tally.second) else max(count, tally.fixed + 1))
    found: list[list[int]] = []
    for number in numbers:
        meant: Sequence[int] = [number]
        if tally.become is not None:
            try:
                meant = tally.become(box, number)
            except (IndexError, KeyError):  # no number of that field
                meant = []
        found.append(
            [
                places[tally.things, tally.stage, one]
                for one in meant
                if 0 <= one < count and things.names(box)[one]
            ]
        )
    return found
