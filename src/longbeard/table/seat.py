"""A seat of a live table: who holds it, and who plays it now."""

from dataclasses import asdict, dataclass
from secrets import token_urlsafe
from typing import Any, Final

from longbeard.engine.errors import BadOptions
from longbeard.engine.match import PERSON

OPEN: Final = "open"
NAME_LENGTH: Final = 24


@dataclass
class Seat:
    """One seat. `who` is OPEN, PERSON, or the name of a bot."""

    name: str
    who: str
    person: str = ""
    """The identity of the person who holds it; empty if nobody does."""
    token: str = ""
    """Whoever knows it can move the seat to another device: 144 random bits."""
    stand_in: str = ""
    """The bot that plays for the person, who is away or has left."""
    left: bool = False

    @property
    def bot(self) -> str:
        """The bot that decides for this seat; empty if a person does, or nobody yet."""
        return self.stand_in if self.who in (OPEN, PERSON) else self.who

    def as_dict(self) -> dict[str, Any]:
        """The whole seat as plain data, for the store alone."""
        return asdict(self)


def new_token() -> str:
    """A token for a seat that nobody can guess."""
    return token_urlsafe(18)


def clean_name(name: str) -> str:
    """A name as it may stand on a table, or BadOptions."""
    name = " ".join(name.split())
    if not name or len(name) > NAME_LENGTH:
        raise BadOptions(f"a name has 1 to {NAME_LENGTH} letters")
    if not name.isprintable():
        raise BadOptions("a name has only letters that can be seen")
    return name


def free_name(name: str, taken: set[str]) -> str:
    """The name, or with a number if somebody at the table has it already.

    >>> free_name("Ada", {"Ada", "Ada 2"})
    'Ada 3'
    """
    if name not in taken:
        return name
    numbered = (f"{name[: NAME_LENGTH - 3]} {number}" for number in range(2, 100))
    return next(found for found in numbered if found not in taken)
