"""The form that sets up a table, as rows that its template prints."""

from enum import StrEnum
from typing import Final, TypedDict

from longbeard.bots import DEFAULT, LEVELS
from longbeard.engine.room import Option, Plate
from longbeard.table.seat import usual_seats

LEVEL_ICONS: Final = ("frog-prince", "spell-book", "crystal-ball")
PACES: Final = {
    "none": "As long as it takes",
    "60": "A minute a decision, then a bot helps out",
    "120": "Two minutes a decision",
    "300": "Five minutes a decision",
}
"""The clocks that a table can have, by the seconds for a decision."""


class Kind(StrEnum):
    """How an option is asked for."""

    TICKS = "ticks"
    SWITCH = "switch"
    LIST = "list"


class Entry(TypedDict):
    """Something to choose."""

    value: str
    words: str
    chosen: bool


class Chair(TypedDict):
    """A row of the form: who sits on a seat."""

    seat: int
    number: int
    """As people count."""
    who: list[Entry]
    name: str
    hint: str


class LevelCard(TypedDict):
    """A level of the bots."""

    name: str
    title: str
    about: str
    icon: str
    chosen: bool


class HouseRule(TypedDict):
    """An option of the game."""

    kind: Kind
    name: str
    title: str
    choose: int
    on: bool
    entries: list[Entry]


class Setup(TypedDict):
    """All that `setup.html` reads of the game."""

    plate: Plate
    counts: list[Entry]
    chairs: list[Chair]
    levels: list[LevelCard]
    rules: list[HouseRule]
    paces: list[Entry]


def setup(plate: Plate, my_name: str) -> Setup:
    """Lay out the form of a game."""
    fewest, most = plate.seats
    usual = usual_seats(plate)
    return {
        "plate": plate,
        "counts": [_entry(str(count), str(count), count == usual) for count in range(fewest, most + 1)],
        "chairs": [_chair(seat, my_name if seat == 0 else "") for seat in range(most)],
        "levels": [
            {
                "name": level.name,
                "title": level.title,
                "about": level.about,
                "icon": LEVEL_ICONS[number % len(LEVEL_ICONS)],
                "chosen": level.name == DEFAULT,
            }
            for number, level in enumerate(LEVELS)
        ],
        "rules": [_rule(option, most) for option in plate.options],
        "paces": [_entry(value, words, value == "none") for value, words in PACES.items()],
    }


def _entry(value: str, words: str, chosen: bool = False) -> Entry:
    return {"value": value, "words": words, "chosen": chosen}


def _chair(seat: int, name: str) -> Chair:
    who = [_entry("me", "Me", seat == 0), _entry("friend", "A friend", seat == 1)]
    who += [_entry(level.name, f"Bot: {level.title}", seat > 1 and level.name == DEFAULT) for level in LEVELS]
    hint = "Your name" if seat == 0 else "Any name will do"
    return {"seat": seat, "number": seat + 1, "who": who, "name": name, "hint": hint}


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
        seats = [_entry(str(seat), f"Seat {seat + 1}") for seat in range(most)]
        return [_entry(option.default, "Longest beard (let luck decide)", True), *seats]
    return [
        _entry(value, value.replace("-", " ").capitalize(), value == option.default)
        for value in option.values
    ]
