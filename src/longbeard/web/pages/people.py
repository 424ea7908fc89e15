"""Data of the pages about people: profile, history, the daily deal, and what is stored."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Final, TypedDict

from longbeard.engine.errors import NoSuchGame
from longbeard.games import room
from longbeard.people import avatars, profiles
from longbeard.people.daily import Comparison, Deal, Stage
from longbeard.people.history import Played, Statistics, Tally
from longbeard.people.profiles import Profile
from longbeard.people.ratings import Rating
from longbeard.table import policies
from longbeard.table.seat import usual_seats
from longbeard.web.pages.fragments import PLACES

PERCENT: Final = 100


class Picked(TypedDict):
    """A choice, with a picture or without."""

    value: str
    words: str
    chosen: bool
    picture: str
    """Address of a drawing; empty for none."""


class Setting(TypedDict):
    """A setting with its values."""

    name: str
    title: str
    entries: list[Picked]


class Switch(TypedDict):
    """A setting that is on or off."""

    name: str
    title: str
    on: bool


class Me(TypedDict):
    """Everything that the page /me reads of a person."""

    name: str
    avatar: str
    avatar_words: str
    parts: list[Setting]
    """The parts of the avatar."""
    settings: list[Setting]
    switches: list[Switch]
    rated: bool
    named: bool
    attributes: dict[str, str]
    """Attributes of <html>, so that settings work without a script, too."""


def me(profile: Profile, name: str, avatar: str) -> Me:
    """Return the data of a person's page."""
    drawn = avatars.read(avatar)
    values = profiles.USUAL | profile.settings
    return {
        "name": name,
        "avatar": avatars.address(drawn.code),
        "avatar_words": drawn.words,
        "parts": [
            _part("figure", "Figure", avatars.FIGURES, drawn, "hat"),
            _part("hat", "Hat", avatars.HATS, drawn, ""),
            _part("sign", "Sign", [*avatars.SIGNS], drawn, ""),
            _part("colour", "Colour", [*avatars.COLOURS], drawn, ""),
        ],
        "settings": [
            {
                "name": one,
                "title": profiles.TITLES[one],
                "entries": [
                    {"value": value, "words": words, "chosen": values.get(one, "") == value, "picture": ""}
                    for value, words in choices.items()
                ],
            }
            for one, choices in profiles.CHOICES.items()
        ],
        "switches": [
            {"name": one, "title": title, "on": values[one] == "on"}
            for one, title in profiles.SWITCHES.items()
        ],
        "rated": profile.rated,
        "named": profile.named,
        "attributes": {one: values[one] for one in ("theme", "size", "contrast") if values.get(one)},
    }


def _part(name: str, title: str, values: Sequence[str], drawn: avatars.Avatar, bare: str) -> Setting:
    """List the values of a part of an avatar, each drawn with the other parts as they are."""
    now = {"figure": drawn.figure, "hat": drawn.hat, "sign": drawn.sign, "colour": drawn.colour}
    entries: list[Picked] = []
    for value in values:
        parts = now | {name: value} | ({bare: "none"} if bare else {})
        shown = avatars.Avatar(**parts)
        words = value.replace("-", " ").capitalize() if value != "none" else "No hat"
        entries.append(
            {
                "value": value,
                "words": words,
                "chosen": now[name] == value,
                "picture": avatars.address(shown.code),
            }
        )
    return {"name": name, "title": title, "entries": entries}


class OtherRow(TypedDict):
    """Somebody else at a table of the history."""

    name: str
    picture: str
    bot: str


class PlayedRow(TypedDict):
    """A match in the history."""

    table: str
    title: str
    when: str
    result: str
    won: bool
    others: list[OtherRow]
    daily: str
    """Address of the comparison, for a daily deal."""


def played(match: Played) -> PlayedRow:
    """Describe a finished match in the list of whoever played it."""
    return {
        "table": match.table,
        "title": title_of(match.game),
        "when": when(match.ended),
        "result": result_words(match),
        "won": match.won,
        "others": [
            {
                "name": one.name,
                "picture": avatars.address(one.avatar) if not one.bot else "",
                "bot": level_title(one.bot) if one.bot else "",
            }
            for one in match.others
        ],
        "daily": f"/daily/{match.game}/{match.daily}" if match.daily else "",
    }


def result_words(match: Played) -> str:
    """Return the result of a match in a few words."""
    if not match.stayed:
        return "Left early"
    if match.won:
        return "Won"
    if not match.place:
        return "Nobody won"
    if match.seats == 2:
        return "Lost"
    return f"{PLACES[match.place - 1].capitalize()} of {match.seats}"


class TallyRow(TypedDict):
    """A line of the statistics."""

    words: str
    matches: str
    won: str
    share: int
    """Wins in a hundred matches."""


class StatisticsTable(TypedDict):
    """Matches counted by something."""

    title: str
    head: str
    rows: list[TallyRow]


class RatingRow(TypedDict):
    """A rating in one game."""

    title: str
    rating: str
    margin: str
    matches: str
    sure: bool
    """Whether it is precise enough to say much."""


SURE_MARGIN: Final = 6.0


def rating_rows(ratings: Mapping[str, Rating]) -> list[RatingRow]:
    """List ratings with their uncertainty."""
    return [
        {
            "title": title_of(game),
            "rating": f"{one.mu:.1f}",
            "margin": f"{one.margin:.1f}",
            "matches": _matches(one.matches),
            "sure": one.margin < SURE_MARGIN,
        }
        for game, one in ratings.items()
    ]


def statistics(found: Statistics) -> list[StatisticsTable]:
    """Return the statistics, without tables that would be empty."""
    tables: list[StatisticsTable] = [
        {"title": "By game", "head": "Game", "rows": [_tally(one, title_of(one.key)) for one in found.games]},
        {
            "title": "By number of players",
            "head": "Players",
            "rows": [_tally(one, f"{one.key} players") for one in found.counts],
        },
        {
            "title": "Against bots",
            "head": "Level",
            "rows": [_tally(one, level_title(one.key)) for one in found.levels],
        },
        {
            "title": "Against people",
            "head": "Person",
            "rows": [_tally(one, one.note) for one in found.people],
        },
    ]
    return [table for table in tables if table["rows"]]


def _tally(one: Tally, words: str) -> TallyRow:
    return {
        "words": words,
        "matches": str(one.matches),
        "won": str(one.won),
        "share": round(PERCENT * one.won / one.matches),
    }


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


class DealRow(TypedDict):
    """Today's deal of one game, for one person."""

    slug: str
    title: str
    tagline: str
    state: str
    """`new`, `begun` or `done`."""
    result: str
    address: str
    """Address to go to: the table that was begun, or the comparison."""


def deal(found: Deal) -> DealRow:
    """Describe today's deal of a game."""
    plate = room(found.game).plate
    done = found.stage == Stage.DONE
    return {
        "slug": found.game,
        "title": plate.title,
        "tagline": plate.tagline,
        "state": found.stage,
        "result": place_words(found.place, usual_seats(plate)) if done else "",
        "address": f"/daily/{found.game}/{found.day}" if done else f"/t/{found.table}",
    }


class Bar(TypedDict):
    """A row of a distribution."""

    words: str
    count: int
    length: int
    """Percentage of the longest one."""
    mine: bool


class NamedTry(TypedDict):
    """The try of somebody who shows their name."""

    name: str
    picture: str
    result: str
    replay: str
    """Address of the replay, once anybody may see it."""


class Compared(TypedDict):
    """Everybody's results."""

    tries: str
    bars: list[Bar]
    points: list[Bar]
    mine: str
    beaten: str
    named: list[NamedTry]


BUCKETS: Final = 8


def compared(found: Comparison, seats: int, open_to_all: bool) -> Compared:
    """Return the data of the comparison of a daily deal."""
    mine = found.mine
    bars = _bars(
        [
            (place_words(place, seats), found.places.get(place, 0), mine is not None and mine.place == place)
            for place in [*range(1, seats + 1), *([0] if 0 in found.places else [])]
        ]
    )
    own = ""
    if mine is not None:
        own = place_words(mine.place, seats)
        if found.points:
            own += f", {mine.points} points"
    beaten = ""
    if mine is not None and found.tries > 1:
        beaten = f"As good as or better than {round(PERCENT * found.beaten)} % of the others."
        if not found.beaten:
            beaten = "All others fared better. Tomorrow there is another deal."
    named: list[NamedTry] = [
        {
            "name": one.name,
            "picture": avatars.address(one.avatar),
            "result": place_words(one.place, seats) + (f", {one.points} points" if found.points else ""),
            "replay": f"/t/{one.table}/replay?eyes=all" if open_to_all else "",
        }
        for one in found.named
    ]
    points = point_bars(found.points, mine.points if mine is not None else None)
    return {
        "tries": _tries(found.tries),
        "bars": bars,
        "points": points,
        "mine": own,
        "beaten": beaten,
        "named": named,
    }


def _tries(count: int) -> str:
    if not count:
        return "Nobody has finished it"
    return "One person has finished it" if count == 1 else f"{count} people have finished it"


def point_bars(points: Sequence[int], mine: int | None) -> list[Bar]:
    """Put points into a few ranges of equal width.

    >>> [(bar["words"], bar["count"], bar["mine"]) for bar in point_bars([1, 2, 2, 4], 4)]
    [('1', 1, False), ('2', 2, False), ('3', 0, False), ('4', 1, True)]
    """
    if not points:
        return []
    low, high = points[0], points[-1]
    width = -(-(high - low + 1) // BUCKETS)
    rows = []
    for first in range(low, high + 1, width):
        last = min(first + width - 1, high)
        words = str(first) if first == last else f"{first} to {last}"
        count = sum(first <= one <= last for one in points)
        rows.append((words, count, mine is not None and first <= mine <= last))
    return _bars(rows)


def _bars(rows: Sequence[tuple[str, int, bool]]) -> list[Bar]:
    most = max((count for _words, count, _mine in rows), default=0) or 1
    return [
        {"words": words, "count": count, "length": round(PERCENT * count / most), "mine": mine}
        for words, count, mine in rows
    ]


def place_words(place: int, seats: int) -> str:
    """Return a place in words.

    >>> place_words(1, 3), place_words(2, 2), place_words(3, 3), place_words(0, 3)
    ('Won', 'Lost', 'Third', 'Nobody won')
    """
    if place <= 1:
        return "Won" if place else "Nobody won"
    return "Lost" if seats == 2 else PLACES[place - 1].capitalize()


def title_of(game: str) -> str:
    """Return the title of a game, or its name if it is no longer installed."""
    try:
        return room(game).plate.title
    except NoSuchGame:
        return game


def level_title(level: str) -> str:
    """Return the title of a level, or the name of a policy."""
    return policies.title_of(level)


def when(seconds: float) -> str:
    """Return the day of a Unix time in words.

    >>> when(0.0)
    '1 January 1970'
    """
    return day_words(datetime.fromtimestamp(seconds, UTC).date().isoformat())


def day_words(day: str) -> str:
    """Return a day in words.

    >>> day_words("2026-11-18")
    '18 November 2026'
    """
    found = date.fromisoformat(day)
    return f"{found.day} {found:%B} {found.year}"
