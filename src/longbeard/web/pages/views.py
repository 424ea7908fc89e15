"""What pages and the API show of a live table besides the match: its seats, what may be done, the result."""

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from time import time
from typing import Final, TypedDict

from longbeard.bots.turning import Turn, turning_points
from longbeard.engine import gate
from longbeard.engine.look import Look, Told, Weight
from longbeard.engine.match import PERSON, Match
from longbeard.engine.story import SPECTATOR
from longbeard.engine.telling import plural
from longbeard.people import avatars
from longbeard.table.days import DAY
from longbeard.table.house import free_seats
from longbeard.table.live import LiveTable
from longbeard.table.opening import PACES
from longbeard.table.policies import title_of
from longbeard.table.seat import OPEN
from longbeard.web.pages.fragments import Decisive, Lobby, Result, SeatRow

DECISIVE: Final = 3
"""Moves that are listed as decisive."""
CANDIDATES: Final = 6 * DECISIVE
"""Moves among which they are chosen: some read the same, some had little to do with the result."""
DECISIVE_WORDS: Final = 2
"""Sentences about each of them: the weightiest."""


UNITS: Final = ((DAY, "1 day|# days"), (3_600, "1 hour|# hours"), (60, "1 minute|# minutes"))


class TableRow(TypedDict):
    """A table in a list."""

    id: str
    title: str
    names: list[str]
    """Names of those who sit there."""
    here: int
    """Number of people who are here now."""
    yours: bool
    turn: str
    """Name of the player who decides; empty if nobody does."""
    waits: bool
    """Whether the match has not begun yet."""
    over: bool
    free: int
    pace: str
    """Time for a decision; empty without a clock."""
    left: str
    """Time that is left; empty without a clock."""
    rules: list[str]
    """Options that differ from their defaults."""


def seats(table: LiveTable) -> list[SeatRow]:
    """List the seats as everyone may see them."""
    turn = SPECTATOR if table.over else table.to_act
    return [
        {
            "name": seat.name,
            "seat": number,
            "bot": bool(seat.bot),
            "who": f"Bot: {title_of(seat.bot)}" if seat.bot else seat.who,
            "stand_in": bool(seat.stand_in),
            "presence": table.presence(number),
            "left": seat.left,
            "open": seat.who == OPEN and not seat.stand_in,
            "turn": number == turn,
            "glyph": f"seat-{number}",
            "avatar": avatars.address(seat.avatar) if seat.who == PERSON else "",
        }
        for number, seat in enumerate(table.seats)
    ]


class Chair(TypedDict):
    """A seat on the page of somebody who does not sit at the table."""

    seat: int
    number: int
    """Number of the seat, from 1."""
    name: str
    who: str
    free: bool


def chair(row: SeatRow, own: int) -> Chair:
    """Describe a seat to somebody who does not sit at the table, who may come back to their own."""
    free = row["open"] or row["seat"] == own
    who = "free chair" if free else row["who"] if row["bot"] else row["presence"]
    return {"seat": row["seat"], "number": row["seat"] + 1, "name": row["name"], "who": who, "free": free}


def bots_for(table: LiveTable, viewer: int) -> list[int]:
    """List the seats, other than their own, on which a viewer may let a bot play."""
    if viewer < 0 or table.over:
        return []
    others = [seat for seat in range(len(table.seats)) if seat != viewer]
    return [seat for seat in others if not table.refuses_bot(viewer, seat)]


def bots_against(table: LiveTable, viewer: int) -> list[int]:
    """List the seats from which a viewer may remove the bot."""
    if viewer < 0 or table.over:
        return []
    return [seat for seat in range(len(table.seats)) if not table.keeps_bot(viewer, seat)]


def can_free(table: LiveTable, viewer: int) -> list[int]:
    """List the seats that a viewer may free, before the match begins."""
    if table.started or viewer < 0 or not table.is_host(table.seats[viewer].person):
        return []
    return [seat for seat, held in enumerate(table.seats) if held.who == PERSON and seat != viewer]


def lobby(table: LiveTable, viewer: int) -> Lobby | None:
    """Return for whom a table waits, and whether a viewer may start it; None once the match has begun."""
    if table.started:
        return None
    host = viewer >= 0 and table.is_host(table.seats[viewer].person)
    return {
        "free": free_seats(table),
        "names": [table.seats[seat].name for seat in sorted(table.awaited)],
        "seated": viewer >= 0,
        "host": host,
        "levels": [(level["name"], level["title"]) for level in table.levels()] if free_seats(table) else [],
    }


def result(table: LiveTable, look: Look, viewer: int) -> Result:
    """Return how a match ended and what decided it, for one viewer."""
    bots = any(seat.bot for seat in table.seats)
    winners = look["winners"]
    names = [seat.name for seat in table.seats]
    room, moves = table.match.room, len(table.match.log)
    fate = room.fate(look["table"], names, viewer) if viewer >= 0 else ""
    moments: list[Decisive] = [
        {"words": words, "move": moves, "swing": swing}
        for words, swing in room.moments(look["table"], names, viewer)
    ]
    return {
        "why": " ".join(filter(None, (room.ending_words(look["ending"]), fate))),
        "winners": winners,
        "standing": standing(look["scores"], winners),
        "decisive": moments or decisive(table.match, viewer, viewer if viewer >= 0 else (winners or [0])[0]),
        "levels": [(level["name"], level["title"]) for level in table.levels()] if bots else [],
        "daily": f"/daily/{table.opening.game}/{table.opening.daily}" if table.opening.daily else "",
        "next": table.next_table,
        "asked_by": table.next_by,
    }


def decisive(match: Match, viewer: int, seat: int) -> list[Decisive]:
    """List the moments that turned a finished match for a seat, in words for a viewer.

    Moves that led to the result come before those that did not; the ending is always among them, if it made a
    difference to the seat.
    """
    found: dict[str, tuple[float, Decisive]] = {}
    won = seat in match.state.winners()
    for turn in _turning_points(match, len(match.log), seat):
        heard = gate.heard(turn.events, viewer)
        # What happened, rather than what one seat alone was told: a card drawn, a card looked at.
        events = [event for event in heard if event.seen_by(SPECTATOR)] or heard
        told = [gate.told(match, turn.move, event, viewer) for event in events]
        said = [one for one in told if one["words"]]
        last = turn.move == len(match.log)
        if last:
            said = said[:-1] or said  # the last sentence is who won
        weight = max((one["weight"] for one in said), default=0)
        words = _point(said, weight, last)
        rank = inf if last and turn.swing else abs(turn.swing) * (2 if (turn.swing > 0) == won else 1)
        if words and rank >= found.get(words, (0.0,))[0]:  # nothing is said twice
            swing = (turn.swing > 0) - (turn.swing < 0)
            found[words] = (rank, {"words": words, "move": turn.move, "swing": swing})
    weightiest = sorted(found.values(), key=lambda row: (row[0], row[1]["move"]))[-DECISIVE:]
    return sorted((row for _, row in weightiest), key=lambda row: row["move"])


def _point(said: Sequence[Told], weight: int, last: bool) -> str:
    """Put a move into few words: what was done and its outcome; for the last move, how it ended."""
    weighty = [one["words"] for one in said if one["weight"] == weight]
    if last:
        return " ".join(weighty[-DECISIVE_WORDS:])
    if weight != Weight.DRAMATIC:
        return " ".join(weighty[:DECISIVE_WORDS])
    done = [one["words"] for one in said if one["weight"] == Weight.USUAL][: DECISIVE_WORDS - 1]
    return " ".join([*done, *weighty[-1:]])


@lru_cache(64)
def _turning_points(match: Match, moves: int, seat: int) -> list[Turn]:
    return turning_points(match, seat, CANDIDATES)


def standing(scores: Sequence[int], winners: Sequence[int]) -> list[tuple[int, int]]:
    """List the seats with their points, the best first; empty where a game knows only who won."""
    if list(scores) == [int(seat in winners) for seat in range(len(scores))]:
        return []
    return sorted(enumerate(scores), key=lambda row: -row[1])


def row(table: LiveTable, person: str = "") -> TableRow:
    """Describe a table for a list."""
    viewer = table.viewer_of(person)
    return {
        "id": table.id,
        "title": table.match.room.plate.title,
        "names": [seat.name for seat in table.seats if seat.who != OPEN],
        "here": sum(table.presence(seat) in ("here", "idle") for seat in range(len(table.seats))),
        "yours": viewer != SPECTATOR and viewer == table.to_act and table.started and not table.over,
        "turn": table.seats[table.to_act].name if table.started and not table.over else "",
        "waits": not table.started,
        "over": table.over,
        "free": free_seats(table),
        "pace": PACES.get(str(table.opening.pace), ""),
        "left": time_left(table.due - time()) if table.due else "",
        "rules": house_rules(table),
    }


def house_rules(table: LiveTable) -> list[str]:
    """Describe the options of a table that differ from their defaults."""
    found = []
    for option in table.match.room.plate.options:
        value = table.opening.options.get(option.name, option.default)
        if value == option.default:
            continue
        if option.seat and value.isdecimal():
            value = table.seats[int(value)].name
        words = value.replace("+", ", ").replace("-", " ")
        found.append(option.title if value == "on" else f"{option.title}: {words}")
    return found


def time_left(seconds: float) -> str:
    """Return the time that is left in words, in whole units, rounded down.

    >>> time_left(200_000), time_left(86_400), time_left(30)
    ('2 days left', '1 day left', 'less than a minute left')
    """
    for size, words in UNITS:
        if seconds >= size:
            return f"{plural(words, int(seconds // size))} left"
    return "less than a minute left"


def seat_link(table: LiveTable, viewer: int, base: str) -> str:
    """Return the link that moves a seat to another device, for its holder; empty for others."""
    token = table.seats[viewer].token if viewer >= 0 else ""
    return f"{base}/t/{table.id}/seat/{token}" if token else ""
