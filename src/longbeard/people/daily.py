"""The daily deal: every day everybody plays the same secret deal of a game against the same bots, once.

The secret is a keyed hash of the day and the game: nobody can know it before, and all tables of the day have
the same. The name of a person's table is such a hash, too, so that there is one for each person, day and
game, however often they ask. The bots are of a level with a budget of samples, not seconds, and are seeded by
the secret: in the same position they do the same.
"""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b, sha256
from typing import Final

from longbeard.bots import DEFAULT
from longbeard.engine.luck import SECRET_BYTES
from longbeard.engine.match import PERSON
from longbeard.engine.room import Plate
from longbeard.store.rows import Rows
from longbeard.table.days import GRACE_SECONDS, day_ends, number_of
from longbeard.table.seat import Seat, bot_name, free_name, usual_seats

NAME_BYTES: Final = 12
SHOWN: Final = 20
"""Number of names that are listed, of those who show theirs."""


class Stage(StrEnum):
    """Progress of a person in a deal."""

    NEW = "new"
    BEGUN = "begun"
    DONE = "done"


@dataclass(frozen=True)
class Deal:
    """Today's deal of a game, for one person."""

    game: str
    day: str
    stage: Stage
    table: str
    place: int = 0


@dataclass(frozen=True)
class Try:
    """The result of one person in a daily deal."""

    table: str
    person: str
    name: str
    avatar: str
    place: int
    won: bool
    points: int
    named: bool


@dataclass(frozen=True)
class Comparison:
    """The results of everybody in a daily deal of one day."""

    tries: int
    mine: Try | None
    places: dict[int, int] = field(default_factory=dict)
    """Number of people at each place; 0 stands for matches that nobody won."""
    points: list[int] = field(default_factory=list)
    """All points, the lowest first; empty where a game knows only who won."""
    named: list[Try] = field(default_factory=list)
    """Those who show their names, the best first."""

    @property
    def beaten(self) -> float:
        """Share of the others who did no better than oneself, from 0 to 1."""
        if self.mine is None or self.tries < 2:
            return 0.0
        if self.points:
            return (sum(one <= self.mine.points for one in self.points) - 1) / (self.tries - 1)
        mine = self.mine.place
        return (sum(count for place, count in self.places.items() if place >= mine) - 1) / (self.tries - 1)


def secret_of(key: bytes, day: str, game: str) -> bytes:
    """Return the secret of a day's deal of a game."""
    seed = hmac.digest(key, f"daily deal {day} {game}".encode(), sha256)
    return blake2b(seed, digest_size=SECRET_BYTES, person=b"lb daily").digest()


def table_of(key: bytes, day: str, game: str, person: str) -> str:
    """Return the name of a person's table of a day's deal."""
    name = hmac.digest(key, f"daily table {day} {game} {person}".encode(), sha256)[:NAME_BYTES]
    return urlsafe_b64encode(name).decode()


def game_of(day: str, games: Sequence[str]) -> str:
    """Return the game of a day: the games take turns."""
    return games[number_of(day) % len(games)]


def seats_of(plate: Plate, person: str, name: str, avatar: str) -> list[Seat]:
    """Seat a person among bots, who are the same for everybody."""
    bots: list[str] = []
    for _seat in range(usual_seats(plate) - 1):
        bots.append(bot_name(DEFAULT, {*bots}))
    # No link moves this seat: the whole person is moved to another device.
    me = Seat(free_name(name, {*bots}), PERSON, person, avatar=avatar)
    return [me, *(Seat(bot, DEFAULT) for bot in bots)]


async def comparison(rows: Rows, day: str, game: str, person: str) -> Comparison:
    """Compare all who finished a day's deal in time and by themselves."""
    found = await rows.read(
        "SELECT s.table_id, s.person, s.name, s.avatar, s.place, s.won, s.points, coalesce(p.named, 0) "
        "FROM matches m JOIN match_seats s ON s.table_id = m.table_id LEFT JOIN people p ON p.id = s.person "
        "WHERE m.daily = ? AND m.game = ? AND s.person <> '' AND s.alone = 1 AND m.ended < ? "
        "ORDER BY s.place, s.points DESC, m.ended",
        *(day, game, day_ends(day) + GRACE_SECONDS),
    )
    tries = [
        Try(str(table), str(who), str(name), str(avatar), int(place), bool(won), int(points), bool(named))
        for table, who, name, avatar, place, won, points, named in found
    ]
    places: dict[int, int] = {}
    for one in tries:
        places[one.place] = places.get(one.place, 0) + 1
    points = sorted(one.points for one in tries)
    scored = any(one.points != int(one.won) for one in tries)
    return Comparison(
        len(tries),
        next((one for one in tries if one.person == person), None),
        places,
        points if scored else [],
        [one for one in tries if one.named][:SHOWN],
    )


async def days_played(rows: Rows, person: str) -> list[str]:
    """List the days on which a person finished a daily deal in time."""
    found = await rows.read(
        "SELECT m.daily, m.ended FROM match_seats s JOIN matches m ON m.table_id = s.table_id "
        "WHERE s.person = ? AND s.alone = 1 AND m.daily <> '' ORDER BY m.daily",
        person,
    )
    days = (str(day) for day, ended in found if float(ended) < day_ends(str(day)) + GRACE_SECONDS)
    return list(dict.fromkeys(days))
