"""What pages and the API show of a live table besides the match: its seats, what may be done, the result."""

from collections.abc import Sequence
from typing import TypedDict

from longbeard.engine.look import Look
from longbeard.engine.story import SPECTATOR
from longbeard.table.house import free_seats, levels
from longbeard.table.live import LiveTable
from longbeard.table.seat import OPEN
from longbeard.web.pages.fragments import Result, SeatRow


class Can(TypedDict):
    """What a viewer may do besides playing."""

    undo: bool
    hint: bool
    takeover: list[int]
    giveback: list[int]
    rematch: bool
    leave: bool
    chat: bool


class TableRow(TypedDict):
    """A table in a list."""

    id: str
    title: str
    names: list[str]
    yours: bool
    over: bool
    free: int


def seats(table: LiveTable, turn: int | None = None) -> list[SeatRow]:
    """List the seats as everyone may see them; `turn` is who acts, if not the one who decides now."""
    if turn is None:
        turn = SPECTATOR if table.over else table.to_act
    titles = {level["name"]: level["title"] for level in levels()}
    return [
        {
            "name": seat.name,
            "seat": number,
            "bot": bool(seat.bot),
            "who": f"Bot: {titles.get(seat.bot, seat.bot)}" if seat.bot else seat.who,
            "stand_in": bool(seat.stand_in),
            "left": seat.left,
            "open": seat.who == OPEN and not seat.stand_in,
            "present": table.is_present(number),
            "turn": number == turn,
            "glyph": f"seat-{number}",
        }
        for number, seat in enumerate(table.seats)
    ]


class Chair(TypedDict):
    """A chair at the door of a table."""

    seat: int
    number: int
    """As people count."""
    name: str
    who: str
    free: bool


def chair(row: SeatRow, own: int) -> Chair:
    """Describe a chair to someone at the door, who may come back to the one that is their own."""
    free = row["open"] or row["seat"] == own
    who = "free chair" if free else row["who"]
    return {"seat": row["seat"], "number": row["seat"] + 1, "name": row["name"], "who": who, "free": free}


def presence(table: LiveTable) -> list[bool]:
    """Tell who is here, seat by seat."""
    return [table.is_present(seat) for seat in range(len(table.seats))]


def can(table: LiveTable, viewer: int, can_undo: bool) -> Can:
    """List what a viewer may do besides playing."""
    seated = viewer >= 0
    everyone = range(len(table.seats))
    away = [seat for seat in everyone if seat != viewer and not table.refuses_bot(viewer, seat)]
    back = [seat for seat in everyone if not table.keeps_bot(viewer, seat)]
    return {
        "undo": can_undo and not table.over,
        "hint": seated and table.to_act == viewer and not table.over,
        "takeover": away if seated and not table.over else [],
        "giveback": back if seated and not table.over else [],
        "rematch": seated and table.over,
        "leave": seated and not table.over,
        "chat": seated,
    }


def result(table: LiveTable, look: Look, last: list[str]) -> Result:
    """Tell how a match ended, item by item, with the last lines of its story."""
    return {
        "why": table.match.room.ending_words(look["ending"]),
        "winners": look["winners"],
        "standing": standing(look["scores"], look["winners"]),
        "last": last,
    }


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
        "names": [seat.name for seat in table.seats],
        "yours": viewer != SPECTATOR and viewer == table.to_act and not table.over,
        "over": table.over,
        "free": free_seats(table),
    }


def seat_link(table: LiveTable, viewer: int, base: str) -> str:
    """Return the link that moves a seat to another device, for its holder; empty for others."""
    token = table.seats[viewer].token if viewer >= 0 else ""
    return f"{base}/t/{table.id}/seat/{token}" if token else ""
