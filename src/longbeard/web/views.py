"""What a table's page is given: all of it from the gate, for one viewer."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from longbeard.engine import gate
from longbeard.engine.match import PERSON
from longbeard.engine.story import SPECTATOR
from longbeard.table.live import LiveTable
from longbeard.table.seat import OPEN
from longbeard.web.house import free_seats, levels
from longbeard.web.render import render

CACHED: Final = 8
encoder = msgspec.json.Encoder()


class Pages:
    """The pages of one table, each made once for every viewer and version, however many look at it."""

    def __init__(self, table: LiveTable, base: str) -> None:
        self.table = table
        self.base = base
        self._messages: OrderedDict[tuple[int, int, int], str] = OrderedDict()
        self._stories: dict[int, tuple[int, int, list[dict[str, Any]]]] = {}

    def message(self, viewer: int, since: int) -> str:
        """The newest page as a message, with what was told after move `since`. Only after `settled`."""
        key = (viewer, since, self.table.version)
        if key not in self._messages:
            self._messages[key] = self._message(viewer, since)
            if len(self._messages) > CACHED:
                self._messages.popitem(last=False)
        return self._messages[key]

    def _message(self, viewer: int, since: int) -> str:
        context = self.context(viewer, since)
        look = context["look"]
        message = {
            "type": "page",
            "move": look["move"],
            "html": render("main.html", **context),
            "told": [
                {"words": event["words"], "event": event["event"], "spots": event["spots"]}
                for event in context["told"]
            ],
            "choices": look["choices"],
            "presence": presence(self.table),
        }
        return encoder.encode(message).decode()

    def context(self, viewer: int, since: int) -> dict[str, Any]:
        """All that `table.html` reads, but for the visitor's own `csrf`."""
        table = self.table
        look = gate.look(table.match, viewer)
        return {
            "id": table.id,
            "look": look,
            "told": [event for event in self.story(viewer) if event["move"] > since],
            "story": self.story(viewer),
            "seats": seats(table, viewer),
            "link": f"{self.base}/t/{table.id}",
            "seat_link": self._seat_link(viewer),
            "result": result(table, look),
            "can": can(table, viewer, look),
            "chat": [{"from": name, "seat": seat, "text": text} for seat, name, text in table.chat],
            "free": free_seats(table),
            "next_table": table.next_table,
            "pace": table.opening.pace,
        }

    def story(self, viewer: int) -> list[dict[str, Any]]:
        """The story as far as it may be told. What was told stays told, so only the end of it is added."""
        match = self.table.match
        if match.options.get("memory") == "off" and not match.over:
            return gate.story(match, viewer)  # older lines go as new ones come
        moves, retold = len(match.log), self.table.retold
        known, telling, lines = self._stories.get(viewer, (-1, retold, []))
        if telling != retold:
            known, lines = -1, []
        if known < moves:
            lines = lines + gate.story(match, viewer, known + 1)
            self._stories[viewer] = (moves, retold, lines)
        return lines

    def _seat_link(self, viewer: int) -> str:
        token = self.table.seats[viewer].token if viewer >= 0 else ""
        return f"{self.base}/t/{self.table.id}/seat/{token}" if token else ""


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
