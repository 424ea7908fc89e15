"""Pages in parts: a kept part is what would be made afresh, and what is sent makes the page that there is."""

import json
import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import pytest
from markupsafe import escape

from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import PERSON
from longbeard.engine.story import SPECTATOR
from longbeard.games import rooms
from longbeard.table.live import LiveTable
from longbeard.table.opening import Opening
from longbeard.table.seat import Seat
from longbeard.web.parts import Parts, named
from longbeard.web.render import lay_out
from longbeard.web.views import Pages, Seen

NAMES = ["Ada", "Bert <b>", "Circe", "Dunstan", "Esmeralda", "Fitz"]


class Forgets(OrderedDict[tuple[str, bytes], str]):
    """Keeps nothing."""

    def get(self, key: Any, default: Any = None) -> Any:
        return default

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __getitem__(self, key: Any) -> Any:
        raise AssertionError("asked for what is not kept")


def tables() -> list[tuple[str, int]]:
    """Every room, for each number of seats."""
    plates = {slug: room.plate.seats for slug, room in rooms().items()}
    return [(slug, seats) for slug, (least, most) in plates.items() for seats in range(least, most + 1)]


async def keep(number: int, kind: str, seat: int, text: str, over: bool) -> None:
    """Nothing is kept here."""


def open_table(slug: str, seats: int, seed: int) -> LiveTable:
    room = rooms()[slug]
    names = NAMES[seed % 3 :] + NAMES[: seed % 3]
    sitting = [Seat(name, PERSON, name, f"token-{name}") for name in names[:seats]]
    options = room.settle(seats, {})
    secret = seed_secret(seed)
    opening = Opening(slug, options, sitting, secret, room.plate.rules, room.box.digest, "ada")
    return LiveTable("table", opening, keep)


def moves(table: LiveTable, seed: int, limit: int = 150) -> Iterator[None]:
    """A random match: once before every move, and at its end."""
    luck, match = QuickLuck(seed), table.match
    while not match.over and len(match.log) < limit:
        yield
        legal = match.state.legal()
        match.play(match.to_act, legal[int(luck.below(len(legal)))])
        table._settle()
    yield


def afresh(pages: Pages, viewer: int, since: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page without anything that was kept."""
    with monkeypatch.context() as patched:
        patched.setattr(Parts, "kept", Forgets())
        sheet = lay_out("inside.html", pages.context(viewer, since))
    sheet.lines = pages.lines(viewer)
    return sheet.whole()


@pytest.mark.parametrize(("slug", "seats"), tables())
def test_kept_parts_are_what_would_be_made_afresh(
    slug: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part that depends on more than it says would be taken from another table, viewer or move."""
    monkeypatch.setattr(Parts, "kept", OrderedDict())
    for seed in range(2):
        table = open_table(slug, seats, seed)
        pages = Pages(table, "http://here")
        clients = {viewer: Client() for viewer in (SPECTATOR, *range(seats))}
        for number, _ in enumerate(moves(table, seed)):
            for viewer, client in clients.items():
                client.hear(pages, viewer)
                assert ("data-steps" in client.page) == (viewer == table.to_act and not table.over)
                if table.over or number % 5 == viewer % 5:
                    assert client.page == afresh(pages, viewer, client.since, monkeypatch)


class Client:
    """Does with messages what the page does."""

    def __init__(self) -> None:
        self.seen: Seen | None = None
        self.since = self.move = 0
        self.page = ""
        self.in_parts = 0

    def hear(self, pages: Pages, viewer: int) -> None:
        self.since = self.move
        text, self.seen = pages.message(viewer, self.move, self.seen)
        message = json.loads(text)
        self.move = message["move"]
        if "html" in message:
            self.page = message["html"]
            return
        self.in_parts += 1
        for part in message["parts"]:
            self._put(part)
        self._tell(*message["story"])

    def _put(self, part: str) -> None:
        """Put a part where the one of its name is."""
        begin = re.match(r'<(\w+) data-part="[^"]+"', part)
        assert begin, part[:80]
        assert self.page.count(begin[0]) == 1
        start = end = self.page.index(begin[0])
        deep = 0
        for tag in re.finditer(rf"<(/?){begin[1]}\b", self.page[start:]):
            deep += -1 if tag[1] else 1
            if deep == 0:
                end = self.page.index(">", start + tag.start()) + 1
                break
        self.page = self.page[:start] + part + self.page[end:]

    def _tell(self, first: int, lines: list[str]) -> None:
        """The story's lines from the first one on."""
        start = self.page.index(">", self.page.index('id="story"')) + 1
        end = self.page.index("</ol>", start)
        told = re.findall("<li>.*?</li>", self.page[start:end])[:first]
        assert len(told) == first
        told += [f"<li>{escape(line)}</li>" for line in lines]
        self.page = self.page[:start] + "".join(told) + self.page[end:]


def test_most_moves_are_sent_in_parts() -> None:
    for slug, seats in tables():
        table = open_table(slug, seats, seed=1)
        pages, client, sent = Pages(table, "http://here"), Client(), 0
        for _ in moves(table, seed=1):
            client.hear(pages, 0)
            sent += 1
        assert client.in_parts > 0.7 * sent, slug


def test_another_seat_gets_a_whole_page() -> None:
    table = open_table(*tables()[0], seed=1)
    pages = Pages(table, "http://here")
    first, seen = pages.message(0, 0, None)
    again, _ = pages.message(0, 0, seen)
    other, _ = pages.message(SPECTATOR, 0, seen)
    assert "html" in json.loads(first)
    assert json.loads(again)["parts"] == []
    assert "html" in json.loads(other)


def test_a_part_is_an_element() -> None:
    with pytest.raises(ValueError, match="part piles is not an element"):
        named("piles", "Just words")
