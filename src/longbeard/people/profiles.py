"""A person as the house keeps them: a name, an avatar, settings, and what they want to take part in."""

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
"""Settings with the words for each value; the usual one is in `USUAL`, or the empty one."""
SWITCHES: Final = {
    "sound": "Sound",
    "words": "Choices in words beside the table",
    "confirm": "Ask once more before risky moves",
}
NOTES: Final = ("known-games", "coached")
"""What pages remember of one: which games one has been told about, and that one was shown round."""
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
    """Somebody, as far as the house knows them."""

    id: str
    name: str = ""
    avatar: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    changed: float = 0.0
    """When the settings were changed last."""
    rated: bool = False
    """Whether they want a rating."""
    named: bool = False
    """Whether others may see their name beside their daily deals."""
    seen: float = 0.0
    kept: bool = False
    """Whether anything of this is kept."""


def checked(settings: dict[str, str]) -> dict[str, str]:
    """Return settings that there are, with values that they can have, or raise BadOptions."""
    for name, value in settings.items():
        if name in CHOICES:
            allowed: tuple[str, ...] = (*CHOICES[name],)
        elif name in SWITCHES:
            allowed = SWITCH
        elif name in NOTES:
            if len(value) > NOTE_LENGTH or not value.isprintable():
                raise BadOptions(f"{name} has at most {NOTE_LENGTH} letters")
            continue
        else:
            raise BadOptions(NO_SUCH.format(name[:40], ", ".join([*CHOICES, *SWITCHES, *NOTES])))
        if value not in allowed:
            raise BadOptions(f"{name} is one of: {', '.join(one or 'nothing' for one in allowed)}")
    return settings


async def load(rows: Rows, person: str) -> Profile:
    """Return what is kept of a person; the usual, if nothing is."""
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
    """Keep a whole profile."""
    return statement(
        "INSERT INTO people (id, name, avatar, settings, changed, rated, named, seen) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name, "
        "avatar = excluded.avatar, settings = excluded.settings, changed = excluded.changed, "
        "rated = excluded.rated, named = excluded.named, seen = excluded.seen",
        *(profile.id, profile.name, profile.avatar, json.dumps(profile.settings, ensure_ascii=False)),
        *(profile.changed, int(profile.rated), int(profile.named), profile.seen),
    )


def meet(person: str, name: str, avatar: str, now: float) -> Statement:
    """Begin to keep somebody of whom nothing was kept; note that others were here."""
    return statement(
        "INSERT INTO people (id, name, avatar, settings, changed, rated, named, seen) "
        "VALUES (?, ?, ?, '{}', 0, 0, 0, ?) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
        *(person, name, avatar, now),
    )
