"""History of a person: matches with their results, statistics, streaks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from longbeard.people.ratings import Rating
from longbeard.store.rows import Rows
from longbeard.table.days import day_before

PAGE: Final = 20
"""Matches on a page of the history."""
OPPONENTS: Final = 12
"""Number of opponents that are listed, those one met most."""


@dataclass(frozen=True)
class Other:
    """Somebody else at a table."""

    name: str
    avatar: str
    bot: str


@dataclass(frozen=True)
class Played:
    """A finished match of a person."""

    table: str
    game: str
    seats: int
    ended: float
    daily: str
    place: int
    won: bool
    points: int
    stayed: bool
    others: list[Other] = field(default_factory=list)


@dataclass(frozen=True)
class Tally:
    """Matches of one kind, and how many of them were won."""

    key: str
    matches: int
    won: int
    note: str = ""


@dataclass(frozen=True)
class Statistics:
    """Counts of a person's matches."""

    matches: int
    won: int
    streak: int
    """Matches won in a row, up to the last one."""
    longest: int
    games: list[Tally]
    counts: list[Tally]
    """Tallies by number of players."""
    levels: list[Tally]
    """Tallies by level of bots at the table."""
    people: list[Tally]
    """Tallies by people; those who were forgotten are not among them."""


async def matches(rows: Rows, person: str, page: int = 0, size: int = PAGE) -> list[Played]:
    """List the matches of a person, the last one first."""
    found = await rows.read(
        "SELECT m.table_id, m.game, m.seats, m.ended, m.daily, s.place, s.won, s.points, s.stayed "
        "FROM match_seats s JOIN matches m ON m.table_id = s.table_id WHERE s.person = ? "
        "ORDER BY m.ended DESC, m.table_id LIMIT ? OFFSET ?",
        *(person, size, page * size),
    )
    others: dict[str, list[Other]] = {str(row[0]): [] for row in found}
    if found:
        places = ", ".join("?" * len(others))
        for table, name, avatar, bot in await rows.read(
            "SELECT table_id, name, avatar, bot FROM match_seats "
            f"WHERE person <> ? AND table_id IN ({places}) ORDER BY table_id, seat",
            *(person, *others),
        ):
            others[str(table)].append(Other(str(name), str(avatar), str(bot)))
    return [
        Played(
            str(row[0]),
            str(row[1]),
            int(row[2]),
            float(row[3]),
            str(row[4]),
            int(row[5]),
            bool(row[6]),
            int(row[7]),
            bool(row[8]),
            others[str(row[0])],
        )
        for row in found
    ]


async def statistics(rows: Rows, person: str) -> Statistics:
    """Count a person's matches."""
    own = "FROM match_seats s JOIN matches m ON m.table_id = s.table_id WHERE s.person = ?"
    counted = "count(*), coalesce(sum(s.won), 0)"
    ((total, won),) = await rows.read(f"SELECT {counted} {own}", person)
    games = await rows.read(f"SELECT m.game, {counted} {own} GROUP BY m.game ORDER BY 2 DESC, 1", person)
    counts = await rows.read(f"SELECT m.seats, {counted} {own} GROUP BY m.seats ORDER BY 1", person)
    # A match against two bots of a level counts once for that level.
    met = (
        "FROM match_seats s JOIN (SELECT DISTINCT table_id, {0} AS whom FROM match_seats WHERE {0} <> '') o "
        "ON o.table_id = s.table_id WHERE s.person = ?"
    )
    levels = await rows.read(f"SELECT o.whom, {counted} {met.format('bot')} GROUP BY o.whom", person)
    people = await rows.read(
        f"SELECT o.whom, {counted}, (SELECT max(n.name) FROM match_seats n WHERE n.person = o.whom) "
        f"{met.format('person')} AND o.whom <> ? GROUP BY o.whom ORDER BY 2 DESC, 1 LIMIT ?",
        *(person, person, OPPONENTS),
    )
    outcomes = await rows.read(f"SELECT s.won {own} ORDER BY m.ended, m.table_id", person)
    now, longest = streak([bool(row[0]) for row in outcomes])
    return Statistics(
        *(int(total), int(won), now, longest),
        games=[Tally(str(row[0]), int(row[1]), int(row[2])) for row in games],
        counts=[Tally(str(row[0]), int(row[1]), int(row[2])) for row in counts],
        levels=[Tally(str(row[0]), int(row[1]), int(row[2])) for row in levels],
        people=[Tally(str(row[0]), int(row[1]), int(row[2]), str(row[3])) for row in people],
    )


def streak(won: Sequence[bool]) -> tuple[int, int]:
    """Return the number of wins in a row: up to the last match, and at most.

    >>> streak([True, True, True, False, True, True]), streak([])
    ((2, 3), (0, 0))
    """
    now = longest = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return now, longest


def day_streak(days: Sequence[str], today: str) -> tuple[int, int]:
    """Return the number of days in a row with a daily deal: up to today or yesterday, and at most.

    >>> day_streak(["2026-11-14", "2026-11-15", "2026-11-17"], "2026-11-18")
    (1, 2)
    """
    played = sorted({*days})
    runs: dict[str, int] = {}
    for day in played:
        runs[day] = runs.get(day_before(day), 0) + 1
    now = runs.get(today) or runs.get(day_before(today), 0)
    return now, max(runs.values(), default=0)


async def ratings(rows: Rows, person: str) -> dict[str, Rating]:
    """Return a person's ratings by game."""
    found = await rows.read(
        "SELECT game, mu, sigma, matches FROM ratings WHERE person = ? ORDER BY game", person
    )
    return {str(row[0]): Rating(float(row[1]), float(row[2]), int(row[3])) for row in found}
