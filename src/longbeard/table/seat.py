"""A seat of a live table: who holds it, and who plays it now."""

import re
from dataclasses import asdict, dataclass
from secrets import token_urlsafe
from typing import Any, Final
from unicodedata import category, normalize

from longbeard.bots import LEVELS
from longbeard.engine.errors import BadOptions
from longbeard.engine.match import PERSON
from longbeard.engine.room import Plate

OPEN: Final = "open"
NAME_LENGTH: Final = 24
USUAL_SEATS: Final = 3
MARKS: Final = 3
"""Accents that one letter of a name may carry; no language needs more."""
BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"
"""Letters and signs that are drawn as a space: Hangul's fillers, Braille without dots, and the like."""
UNSEEN: Final = (
    *(("\u034f", "\u034f"), ("\u17b4", "\u17b5"), ("\u180b", "\u180f"), ("\u2d7f", "\u2d7f")),
    *(("\ufe00", "\ufe0f"), ("\U0001107f", "\U0001107f")),
    *(("\U00016fe4", "\U00016fe4"), ("\U000e0000", "\U000e0fff")),
)


@dataclass
class Seat:
    """One seat. `who` is OPEN, PERSON, or the name of a bot."""

    name: str
    who: str
    person: str = ""
    """The identity of the person who holds it; empty if nobody does. No person holds two seats of a table."""
    token: str = ""
    """Whoever knows it can move the seat to another device: 144 random bits. Empty once the seat was left."""
    stand_in: str = ""
    """The bot that plays for the person, who is away or has left."""
    left: bool = False
    avatar: str = ""
    """Drawing of the person (people/avatars.py); empty for bots and free seats."""

    @property
    def bot(self) -> str:
        """The bot that decides for this seat; empty if a person does, or nobody yet."""
        return self.stand_in if self.who in (OPEN, PERSON) else self.who

    def as_dict(self) -> dict[str, Any]:
        """Return the whole seat as plain data, for the store alone."""
        return asdict(self)


def usual_seats(plate: Plate) -> int:
    """Return the default number of seats of a table."""
    fewest, most = plate.seats
    return min(max(USUAL_SEATS, fewest), most)


def new_token() -> str:
    """Return a random token for a seat link."""
    return token_urlsafe(18)


def bot_name(level: str, taken: set[str]) -> str:
    """Return a name for a bot of a level: the first that is free here; a policy has its own."""
    names = next((found.names for found in LEVELS if found.name == level), None)
    if names is None:
        return free_name(level.partition(":")[2], taken)
    return next((name for name in names if name not in taken), names[0])


def clean_name(name: str) -> str:
    """Clean a name so that it can be seen and told from others, or raise BadOptions.

    >>> clean_name("  Ada\\u2800 Love\\ufe0flace ")
    'Ada Lovelace'
    """
    name = "".join(" " if letter in BLANK else letter for letter in normalize("NFC", name))
    name = " ".join("".join(letter for letter in name if not _unseen(letter)).split())
    if not name or len(name) > NAME_LENGTH:
        raise BadOptions(f"a name has 1 to {NAME_LENGTH} letters that can be seen")
    if not name.isprintable():
        raise BadOptions("a name has only letters that can be seen")
    shape = "".join("m" if category(letter)[0] == "M" else letter for letter in name.replace("m", "n"))
    if re.search("(^| )m", shape):
        raise BadOptions("in a name, an accent stands on a letter")
    if "m" * (MARKS + 1) in shape:
        raise BadOptions(f"in a name, a letter has at most {MARKS} accents")
    return name


def _unseen(letter: str) -> bool:
    """Return whether a letter is displayed as nothing at all (Unicode: Default_Ignorable_Code_Point).

    Python knows the property only of the format characters, which are not printable and are refused.
    """
    return any(first <= letter <= last for first, last in UNSEEN)


def free_name(name: str, taken: set[str]) -> str:
    """Return the name, with a number if somebody at the table has it already.

    >>> free_name("Ada", {"Ada", "Ada 2"})
    'Ada 3'
    """
    if name not in taken:
        return name
    numbered = (f"{name[: NAME_LENGTH - 3]} {number}" for number in range(2, 100))
    return next(found for found in numbered if found not in taken)
