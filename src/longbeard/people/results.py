"""Results of a match for everybody who sat there, read from the table and its log when it is over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from longbeard.engine import gate
from longbeard.engine.match import PERSON
from longbeard.engine.story import SPECTATOR
from longbeard.people.erasing import GONE
from longbeard.store.rows import Statement, statement
from longbeard.store.store import Entry
from longbeard.table.live import LiveTable
from longbeard.table.seat import Seat

HELPED: Final = ("bot", "leave", "move")
"""Entries of a seat after which it may not have been played by one person alone."""


@dataclass(frozen=True)
class Sitting:
    """One seat of a finished match."""

    seat: int
    person: str
    """The identity of the person; empty for bots and for those who were forgotten."""
    bot: str
    """The level of the bot; empty for a person."""
    name: str
    avatar: str
    place: int
    """1 for the winners; 0 for everybody, if nobody won."""
    won: bool
    points: int
    stayed: bool
    """Whether the person played to the end."""
    alone: bool
    """Whether the person made every decision of this seat."""


def sittings(table: LiveTable, entries: Iterable[Entry]) -> list[Sitting]:
    """List the seats of a finished match with their results."""
    look = gate.look(table.match, SPECTATOR)
    places = standings(look["scores"], look["winners"])
    helped = {entry.seat for entry in entries if entry.kind in HELPED}
    return [
        Sitting(
            number,
            _known(held),
            held.bot if held.who != PERSON else "",
            held.name,
            held.avatar,
            places[number],
            number in look["winners"],
            look["scores"][number],
            held.who == PERSON and bool(held.person) and not held.bot and not held.left,
            held.who == PERSON and number not in helped,
        )
        for number, held in enumerate(table.seats)
    ]


def _known(held: Seat) -> str:
    """Return the identity at a seat, unless it stands for somebody who was forgotten."""
    return held.person if held.who == PERSON and not held.person.startswith(GONE) else ""


def standings(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """Return the place of every seat: winners are first, the others follow by their points.

    >>> standings([7, 9, 7], [1]), standings([5, 5], [0]), standings([0, 0, 1], [2]), standings([3, 2], [])
    ([2, 1, 2], [1, 2], [2, 2, 1], [0, 0])
    """
    if not winners:
        return [0] * len(scores)
    places = []
    for seat, score in enumerate(scores):
        better = sum(other in winners or scores[other] > score for other in range(len(scores)))
        places.append(1 if seat in winners else 1 + better)
    return places


def record(table: LiveTable, seats: Sequence[Sitting], ended: float) -> list[Statement]:
    """Make the statements that store a match and its seats; the first fails if that was done before."""
    opening = table.opening
    found = [
        statement(
            "INSERT INTO matches (table_id, game, seats, ended, daily) VALUES (?, ?, ?, ?, ?)",
            *(table.id, opening.game, len(seats), ended, opening.daily),
        )
    ]
    for one in seats:
        found.append(
            statement(
                "INSERT INTO match_seats (table_id, seat, person, bot, name, avatar, place, won, points, "
                "stayed, alone) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(table.id, one.seat, one.person, one.bot, one.name, one.avatar, one.place),
                *(int(one.won), one.points, int(one.stayed), int(one.alone)),
            )
        )
    return found
