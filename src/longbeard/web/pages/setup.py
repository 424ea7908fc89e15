"""The form that sets up a table, as rows that its template prints."""

from enum import StrEnum
from typing import Final, TypedDict

from longbeard.bots import DEFAULT, LEVELS
from longbeard.engine.room import Option, Plate
from longbeard.table.opening import PACES
from longbeard.table.policies import Policies
from longbeard.table.seat import usual_seats

A_BOT: Final = "bot"
"""Value of a seat: a bot of the level that is chosen for all of them."""
GIVEN: Final = {"me": 0, "friend": 1}
"""Default seats; bots have all others."""


class Kind(StrEnum):
    """The control of an option."""

    TICKS = "ticks"
    SWITCH = "switch"
    LIST = "list"


class Entry(TypedDict):
    """Something to choose."""

    value: str
    words: str
    chosen: bool
    seat: int
    """Number of the seat that it is about, from 1; 0 for none."""


class Chair(TypedDict):
    """Who sits on a seat."""

    seat: int
    number: int
    """Number of the seat, from 1."""
    who: list[Entry]


class LevelEntry(Entry):
    """A level of the bots."""

    about: str


class HouseRule(TypedDict):
    """An option of the game."""

    kind: Kind
    name: str
    title: str
    choose: int
    on: bool
    entries: list[Entry]


class Setup(TypedDict):
    """Everything that `setup.html` reads of the game."""

    plate: Plate
    my_name: str
    counts: list[Entry]
    chairs: list[Chair]
    levels: list[LevelEntry]
    rules: list[HouseRule]
    paces: list[Entry]


def setup(plate: Plate, my_name: str, policies: Policies) -> Setup:
    """Return the data of a game's form, with the operator's policies."""
    fewest, most = plate.seats
    usual = usual_seats(plate)
    bots: list[LevelEntry] = [
        {**_entry(level.name, level.title, level.name == DEFAULT), "about": level.about} for level in LEVELS
    ]
    for one in policies.offered(plate.slug):
        bots.append({**_entry(one["name"], one["title"]), "about": one["about"]})
    return {
        "plate": plate,
        "my_name": my_name,
        "counts": [_entry(str(count), str(count), count == usual) for count in range(fewest, most + 1)],
        "chairs": [_chair(seat, bots) for seat in range(most)],
        "levels": bots,
        "rules": [_rule(option, most) for option in plate.options],
        "paces": [_entry(value, words, value == "none") for value, words in PACES.items()],
    }


def _entry(value: str, words: str, chosen: bool = False, seat: int = 0) -> Entry:
    return {"value": value, "words": words, "chosen": chosen, "seat": seat}


def _chair(seat: int, bots: list[LevelEntry]) -> Chair:
    who = [
        _entry("me", "Me", seat == GIVEN["me"]),
        _entry("friend", "A friend", seat == GIVEN["friend"]),
        _entry(A_BOT, "A bot", seat not in GIVEN.values()),
        *(_entry(bot["value"], f"Bot: {bot['words']}") for bot in bots),
    ]
    return {"seat": seat, "number": seat + 1, "who": who}


def _rule(option: Option, most: int) -> HouseRule:
    return {
        "kind": _kind(option),
        "name": option.name,
        "title": option.title,
        "choose": option.choose,
        "on": option.default == "on",
        "entries": _entries(option, most),
    }


def _kind(option: Option) -> Kind:
    if option.choose > 1:
        return Kind.TICKS
    return Kind.SWITCH if set(option.values) == {"on", "off"} else Kind.LIST


def _entries(option: Option, most: int) -> list[Entry]:
    if option.seat:
        seats = [_entry(str(seat), f"Seat {seat + 1}", seat=seat + 1) for seat in range(most)]
        return [_entry(option.default, "Longest beard (let luck decide)", True), *seats]
    return [
        _entry(value, value.replace("-", " ").capitalize(), value == option.default)
        for value in option.values
    ]
