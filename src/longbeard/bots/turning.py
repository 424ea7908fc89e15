"""What decided a finished match: the moves that turned it most for a seat, as a room's hints see it."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from longbeard.engine.errors import LongbeardError
from longbeard.engine.look import Weight
from longbeard.engine.match import Match
from longbeard.engine.story import Event

LONGEST: Final = 400
"""Most moves of a match that are looked at, its last ones; few matches have more."""
LEAST: Final = 0.06
"""Smallest swing that counts as decisive."""


@dataclass(frozen=True)
class Turn:
    """A move of a match, and what it did to a seat."""

    move: int
    events: tuple[Event, ...]
    swing: float
    """By how much the seat stood better afterwards, from -1 to 1; 0, if the room's hints cannot tell."""


def turning_points(match: Match, seat: int, most: int) -> list[Turn]:
    """Return the moves of a finished match that turned it most for a seat, in their order, and the last if it
    did.

    A room whose hints see no difference between tables has its last dramatic events instead.
    """
    if not match.over:
        raise LongbeardError("what decided a match is known when it is over")
    first = max(0, len(match.log) - LONGEST)
    # Hints judge tables at which somebody decides, or none: not those in the middle of a move.
    worths = [float(match.room.hints.worth(table, seat)) for table in match.tables(first)]
    told = [
        Turn(number, match.log[number - 1].events, after - before)
        for number, (before, after) in enumerate(pairwise(worths), start=first + 1)
    ]
    swings = [turn for turn in told if abs(turn.swing) >= LEAST]
    # What people remember of a match are its dramatic moments, not a card drawn.
    swings = [turn for turn in swings if _is_dramatic(match, turn)] or swings
    if swings:
        found = sorted(swings, key=lambda turn: -abs(turn.swing))[:most]
        return [turn for turn in told if turn in found or (turn is told[-1] and turn.swing)]
    last = [turn for turn in told if _is_dramatic(match, turn)]
    return [Turn(turn.move, turn.events, 0.0) for turn in last[-most:]]


def _is_dramatic(match: Match, turn: Turn) -> bool:
    return any(match.room.row(event).weight == Weight.DRAMATIC for event in turn.events)
