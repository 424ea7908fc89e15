"""What a table's page is given: all of it from the gate, for one viewer."""

from collections.abc import Iterator
from typing import Any

import msgspec

from longbeard.engine import gate
from longbeard.engine.match import PERSON
from longbeard.engine.story import SPECTATOR
from longbeard.table.live import LiveTable
from longbeard.table.seat import OPEN
from longbeard.web.house import free_seats, levels
from longbeard.web.parts import SeenSheet
from longbeard.web.render import lay_out

encoder = msgspec.json.Encoder()


class Seen(msgspec.Struct, frozen=True, eq=False):
    """What a socket was shown last. Those who were shown the same have the same one."""

    viewer: int
    sheet: SeenSheet
    lines: int
    retold: int


class Pages:
    """The pages of one table, for everyone who looks at it."""

    def __init__(self, table: LiveTable, base: str) -> None:
        self.table = table
        self.base = base
        self._version = -1
        self._watched: dict[tuple[int, Seen | None], tuple[str, Seen]] = {}

    def message(self, viewer: int, since: int, seen: Seen | None) -> tuple[str, Seen]:
        """The newest page as a message for someone who has seen the table after move `since`, and what they
        have seen then. Only after `settled`."""
        if viewer != SPECTATOR:
            return self._message(viewer, since, seen)
        if self._version != self.table.version:  # there may be many spectators: they share their pages
            self._version, self._watched = self.table.version, {}
        key = (since, seen)
        if key not in self._watched:
            self._watched[key] = self._message(viewer, since, seen)
        return self._watched[key]

    def _message(self, viewer: int, since: int, seen: Seen | None) -> tuple[str, Seen]:
        context = self.context(viewer, since)
        look, sheet = context["look"], lay_out("inside.html", context)
        message = {
            "type": "page",
            "move": look["move"],
            "mine": context["mine"],
            "over": look["over"],
            "told": [
                {"words": event["words"], "event": event["event"], "spots": event["spots"]}
                for event in context["told"]
            ],
            "choices": look["choices"],
            "presence": presence(self.table),
        }
        changed = seen.sheet.changed(sheet) if seen and seen.viewer == viewer else None
        if seen is None or changed is None:
            sheet.lines = self.lines(viewer)
            message["html"], lines = sheet.whole(), len(sheet.lines)
        else:
            message["parts"] = changed
            first, told = self._told(viewer, context["told"], seen)
            message["story"], lines = [first, told], first + len(told)
        return encoder.encode(message).decode(), Seen(viewer, sheet.seen(), lines, self.table.retold)

    def _told(self, viewer: int, told: list[dict[str, Any]], seen: Seen) -> tuple[int, list[str]]:
        """The lines of the story that somebody has not seen, and where they begin."""
        if seen.retold != self.table.retold or not gate.retells(self.table.match):
            return 0, self.lines(viewer)
        return seen.lines, words(told)

    def page(self, viewer: int, csrf: str) -> str:
        """The whole page, for someone who has just come."""
        context = self.context(viewer, self.table.moves)
        lines = self.lines(viewer)
        sheet = lay_out("table.html", context | {"csrf": csrf, "ticker": lines[-1:]})
        sheet.lines = lines
        return sheet.whole()

    def context(self, viewer: int, since: int) -> dict[str, Any]:
        """All that `inside.html` reads, and most of what `table.html` does."""
        table = self.table
        look = gate.look(table.match, viewer)
        over = look["over"]
        return {
            "id": table.id,
            "look": look,
            "mine": look["to_act"] == viewer and not over,
            "told": gate.story(table.match, viewer, since + 1),
            "ending": self.lines(viewer)[-3:] if over else [],
            "seats": seats(table, viewer),
            "link": f"{self.base}/t/{table.id}",
            "seat_link": self._seat_link(viewer),
            "result": result(table, look),
            "can": can(table, viewer, look),
            "chat": [{"from": name, "seat": seat, "text": text} for seat, name, text in table.chat],
            "free": free_seats(table),
        }

    def lines(self, viewer: int) -> list[str]:
        """The story as far as it may be told, in words."""
        return words(gate.story(self.table.match, viewer))

    def _seat_link(self, viewer: int) -> str:
        token = self.table.seats[viewer].token if viewer >= 0 else ""
        return f"{self.base}/t/{self.table.id}/seat/{token}" if token else ""


def words(told: list[dict[str, Any]]) -> list[str]:
    """What was told, without what happens in silence."""
    return [event["words"] for event in told if event["words"]]


def seats(table: LiveTable, viewer: int) -> list[dict[str, Any]]:
    """The seats as everyone may see them."""
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
            "turn": number == table.to_act and not table.over,
            "glyph": f"seat-{number}",
        }
        for number, seat in enumerate(table.seats)
    ]


def presence(table: LiveTable) -> list[bool]:
    """Who is here, seat by seat."""
    return [table.is_present(seat) for seat in range(len(table.seats))]


def can(table: LiveTable, viewer: int, look: dict[str, Any]) -> dict[str, Any]:
    """What a viewer may do besides playing."""
    seated = viewer >= 0
    away = [seat for seat in _others(table, viewer) if _may_take_over(table, seat)]
    back = [seat for seat in range(len(table.seats)) if _may_give_back(table, viewer, seat)]
    return {
        "undo": look["can_undo"] and not table.over,
        "hint": seated and table.to_act == viewer and not table.over,
        "takeover": away if seated and not table.over else [],
        "giveback": back if seated and not table.over else [],
        "rematch": seated and table.over,
        "leave": seated and not table.over,
        "chat": seated,
    }


def _others(table: LiveTable, viewer: int) -> Iterator[int]:
    return (seat for seat in range(len(table.seats)) if seat != viewer)


def _may_take_over(table: LiveTable, seat: int) -> bool:
    held = table.seats[seat]
    return not held.bot and (held.who == OPEN or (held.who == PERSON and table.is_away(seat)))


def _may_give_back(table: LiveTable, viewer: int, seat: int) -> bool:
    held = table.seats[seat]
    return bool(held.stand_in) and (seat == viewer or held.left or held.who == OPEN)


def result(table: LiveTable, look: dict[str, Any]) -> dict[str, Any] | None:
    """How it ended, item by item; None while it runs."""
    if not look["over"]:
        return None
    names, scores = look["seats"], look["scores"]
    order = sorted(range(len(names)), key=lambda seat: -scores[seat])
    return {
        "why": table.match.room.ending_words(look["ending"]),
        "winners": [names[seat] for seat in look["winners"]],
        "lines": [f"{names[seat]}: {scores[seat]}" for seat in order],
    }


def row(table: LiveTable, person: str = "") -> dict[str, Any]:
    """A table in a list."""
    viewer = table.viewer_of(person)
    return {
        "id": table.id,
        "title": table.match.room.plate.title,
        "names": [seat.name for seat in table.seats],
        "yours": viewer != SPECTATOR and viewer == table.to_act and not table.over,
        "over": table.over,
        "free": free_seats(table),
    }
