"""The opening of a table: all that is needed to deal the same match again."""

import json
from dataclasses import dataclass, field
from typing import Any, Final

from longbeard.engine.errors import BadOptions, BadRecord
from longbeard.engine.luck import SECRET_BYTES
from longbeard.engine.match import PERSON, Match
from longbeard.games import room
from longbeard.table.days import DAY
from longbeard.table.seat import OPEN, Seat

PACES: Final = {
    "none": "As long as it takes",
    "60": "A minute a decision",
    "120": "2 minutes a decision",
    "300": "5 minutes a decision",
    str(DAY): "A day a decision",
    str(3 * DAY): "3 days a decision",
    str(7 * DAY): "A week a decision",
}
"""Time controls that a table can have, by the seconds for a decision."""


def read_pace(text: str) -> int:
    """Parse the seconds for a decision, or raise BadOptions.

    >>> read_pace("none"), read_pace("60")
    (0, 60)
    """
    if text not in PACES:
        raise BadOptions(f"the pace is one of: {', '.join(PACES)}")
    return 0 if text == "none" else int(text)


@dataclass(frozen=True)
class Opening:
    """The first line of a table's log. It holds secrets: it is for the store alone."""

    game: str
    options: dict[str, str]
    seats: list[Seat]
    secret: bytes
    rules: int
    cards: str
    host: str
    """Identity of the person who opened the table."""
    listed: bool = False
    """Whether strangers find it on the home page."""
    pace: int = 0
    """Seconds for a decision, before a bot takes over; 0 without a clock."""
    forked: dict[str, Any] = field(default_factory=dict)
    """The table and move from which this one continues."""
    waits: bool = False
    """Whether the match begins only when all seats are taken and all have come, or the host starts it."""
    daily: str = ""
    """The day whose daily deal this is; until that is over, only its player may look at the table."""

    @property
    def by_days(self) -> bool:
        """Whether its clock counts days: then nobody has to stay at the table."""
        return self.pace >= DAY

    def write(self) -> str:
        """Serialise the opening."""
        facts = {**vars(self), "secret": self.secret.hex(), "seats": [seat.as_dict() for seat in self.seats]}
        return json.dumps(facts, ensure_ascii=False)

    def deal(self) -> Match:
        """Deal the match as it was before the first move; BadRecord if rules or cards are not the same."""
        found = room(self.game)
        if not found.plate.plays(self.rules):
            raise BadRecord(
                f"this table was opened with other rules of {found.plate.title}, version {self.rules}; "
                f"this longbeard plays version {found.plate.rules}"
            )
        box = found.find_box(self.cards)
        if box is None:
            raise BadRecord(
                f"this table was opened with other cards of {found.plate.title}, box {self.cards[:12]}: "
                f"start the server with --box {found.plate.slug}=FILE to go on with it"
            )
        names = [seat.name for seat in self.seats]
        players = [PERSON if seat.who == OPEN else seat.who for seat in self.seats]
        return Match(found, names, self.options, self.secret, box, players)


def read_opening(text: str) -> Opening:
    """Parse what `write` wrote."""
    facts = json.loads(text)
    facts["secret"] = bytes.fromhex(facts["secret"])
    facts["seats"] = [Seat(**seat) for seat in facts["seats"]]
    if len(facts["secret"]) != SECRET_BYTES:
        raise BadRecord("this table's secret is damaged")
    return Opening(**facts)
