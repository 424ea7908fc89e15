"""The profile of a person: a name, an avatar, settings, and what they want to take part in."""

import json
from dataclasses import dataclass, field
from typing import Final

from longbeard.bots import DEFAULT, LEVELS
from longbeard.engine.errors import BadOptions
from longbeard.store.rows import Row, Rows, Statement, statement

SWITCH: Final = ("on", "off")
CHOICES: Final[dict[str, dict[str, str]]] = {
    "theme": {"": "As the device has it", "light": "Day", "dark": "Night"},
    "contrast": {"": "Usual", "more": "Strong"},
    "size": {"": "Usual", "large": "Large", "larger": "Larger"},
    "speed": {"slow": "Slow", "normal": "Normal", "fast": "Fast", "instant": "All at once"},
    "level": {level.name: level.title for level in LEVELS},
}
"""Settings with the words for each value; the default is in `USUAL`, or the empty value."""
SWITCHES: Final = {
    "sound": "Sound",
    "words": "Choices in words beside the table",
    "confirm": "Ask once more before risky moves",
}
NOTES: Final = ("known-games", "coached")
"""What pages remember of a person: the games that were introduced, and whether the guided tour was seen."""
NOTE_LENGTH: Final = 400
USUAL: Final = {"speed": "normal", "level": DEFAULT, "sound": "on", "words": "off", "confirm": "on"}
TITLES: Final = {
    "theme": "Colours",
    "contrast": "Contrast",
    "size": "Size of the text",
    "speed": "How fast it is told",
    "level": "Level of the bots at “Play now”",
}
NO_SUCH: Final = "there is no setting {}; there are: {}"


@dataclass(frozen=True)
class Profile:
    """What is known of a person."""

    id: str
    name: str = ""
    avatar: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    changed: float = 0.0
    """Time of the last change of the settings."""
    rated: bool = False
    """Whether the person wants a rating."""
    named: bool = False
    """Whether others may see the name beside daily deals."""
    seen: float = 0.0
    kept: bool = False
    """Whether anything of this is stored."""


def checked(settings: dict[str, str]) -> dict[str, str]:
    """Check names and values of settings, or raise BadOptions."""
    for name, value in settings.items():
        if name in CHOICES:
            allowed: tuple[str, ...] = (*CHOICES[name],)
        elif name in SWITCHES:
            allowed = SWITCH
        elif name in NOTES:
            if len(value) > NOTE_LENGTH or not value.isprintable():
                raise BadOptions(f"{name} has at most {NOTE_LENGTH} printable letters")
            continue
        else:
            raise BadOptions(NO_SUCH.format(name[:40], ", ".join([*CHOICES, *SWITCHES, *NOTES])))
        if value not in allowed:
            raise BadOptions(f"{name} is one of: {', '.join(one or 'nothing' for one in allowed)}")
    return settings


async def load(rows: Rows, person: str) -> Profile:
    """Load the profile of a person; the defaults, if nothing is stored."""
    found = await rows.read(
        "SELECT id, name, avatar, settings, changed, rated, named, seen FROM people WHERE id = ?", person
    )
    return _profile(found[0]) if found else Profile(person)


def _profile(row: Row) -> Profile:
    settings: dict[str, str] = json.loads(str(row[3]))
    return Profile(
        str(row[0]),
        str(row[1]),
        str(row[2]),
        settings,
        float(row[4]),
        bool(row[5]),
        bool(row[6]),
        float(row[7]),
        kept=True,
    )


def save(profile: Profile) -> Statement:
    """Make the statement that stores a whole profile."""
    return statement(
        "INSERT INTO people (id, name, avatar, settings, changed, rated, named, seen) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name, "
        "avatar = excluded.avatar, settings = excluded.settings, changed = excluded.changed, "
        "rated = excluded.rated, named = excluded.named, seen = excluded.seen",
        *(profile.id, profile.name, profile.avatar, json.dumps(profile.settings, ensure_ascii=False)),
        *(profile.changed, int(profile.rated), int(profile.named), profile.seen),
    )


def meet(person: str, name: str, avatar: str, now: float) -> Statement:
    """Make the statement that stores a new person, or notes that a known one was here."""
    return statement(
        "INSERT INTO people (id, name, avatar, settings, changed, rated, named, seen) "
        "VALUES (?, ?, ?, '{}', 0, 0, 0, ?) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
        *(person, name, avatar, now),
    )
