"""What is sent of a table, frame by frame: it adds up to the page there is, and shows nothing too early."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

import pytest
from tests.web.served import unpacked

from longbeard.engine import gate
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import PERSON
from longbeard.engine.story import SPECTATOR
from longbeard.games import rooms
from longbeard.table.live import LiveTable
from longbeard.table.opening import Opening
from longbeard.table.seat import Seat
from longbeard.web.pages import fragments
from longbeard.web.pages.screens import MOST_MOVES, Screen, Screens, named

NAMES = ["Ada", "Bert <b>", "Circe", "Dunstan", "Esmeralda", "Fitz"]
VOID = {"input", "img", "br", "hr", "path", "rect", "circle", "use", "line"}


def tables() -> list[tuple[str, int]]:
    """Return every room, for each number of seats."""
    plates = {slug: room.plate.seats for slug, room in rooms().items()}
    return [(slug, seats) for slug, (least, most) in plates.items() for seats in range(least, most + 1)]


async def keep(number: int, kind: str, seat: int, text: str, over: bool) -> None:
    """Keep nothing."""


def open_table(slug: str, seats: int, seed: int, **options: str) -> LiveTable:
    room = rooms()[slug]
    names = NAMES[seed % 3 :] + NAMES[: seed % 3]
    sitting = [Seat(name, PERSON, name, f"token-{name}") for name in names[:seats]]
    settled = room.settle(seats, options)
    secret = seed_secret(seed)
    opening = Opening(slug, settled, sitting, secret, room.plate.rules, room.box.digest, "ada")
    table = LiveTable("table", opening, keep)
    for seat in sitting:  # all are here, so that time changes nothing
        table.company.arrive(seat.person)
    return table


def move(table: LiveTable, luck: QuickLuck) -> None:
    """Make one random move."""
    match = table.match
    legal = match.state.legal()
    match.play(match.to_act, legal[int(luck.below(len(legal)))])
    table._settle()


def moves(table: LiveTable, seed: int, limit: int = 120) -> Iterator[None]:
    """Play a random match: yield once before every move, and at its end."""
    luck = QuickLuck(seed)
    while not table.over and len(table.match.log) < limit:
        yield
        move(table, luck)
    yield


class Client:
    """Applies messages as the page does."""

    def __init__(self, screens: Screens, viewer: int) -> None:
        self.screens, self.viewer = screens, viewer
        self.seen: Screen | None = None
        self.at = screens.table.moves
        self.retold = screens.table.retold
        self.parts: dict[str, str] = {}
        self.log: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self.message: dict[str, Any] = {}
        self.held: dict[str, str] = {}
        self.sent: dict[str, int] = {}

    def hear(self) -> None:
        text, self.seen = self.screens.message(self.viewer, self.at, self.seen, self.retold)
        self.retold = self.screens.table.retold
        self.sent = {name: len(json.dumps(value)) for name, value in json.loads(text).items()}
        self.message = unpacked(json.loads(text), self.held)
        self.at = self.message["move"]
        self.frames = self.message["frames"]
        for frame in self.frames:
            self._show(frame)
        for name, part in self.message["apart"].items():
            if name in self.parts:  # (who is here stands inside the seats)
                self.parts[name] = quoted(named(name, part))

    def _show(self, frame: dict[str, Any]) -> None:
        if "html" in frame:
            self.parts = {name: quoted(part) for name, part in parts_of(frame["html"]).items()}
        for name, part in frame["parts"].items():
            assert name in self.parts, f"{name} has no place on the page"
            self.parts[name] = quoted(named(name, part))
        if "log" in frame:
            self.log = [line["words"] for line in frame["log"]]
        self.log += [told["words"] for told in frame["told"] if told["words"]]


def parts_of(page: str) -> dict[str, str]:
    """Return the parts on a page, as they stand there."""
    found: dict[str, str] = {}
    for begin in re.finditer(r'<(\w+) data-part="([^"]+)"', page):
        deep, end = 0, 0
        for tag in re.finditer(rf"<(/?){begin[1]}\b", page[begin.start() :]):
            deep += -1 if tag[1] else 1
            if deep == 0:
                end = page.index(">", begin.start() + tag.start()) + 1
                break
        assert begin[2] not in found, f"{begin[2]} is there twice"
        found[begin[2]] = page[begin.start() : end]
    return found


class Quoted(HTMLParser):
    """Parses markup as a browser does, whichever quotes it is written with."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.read.append(f"<{tag} {attrs}>")

    def handle_endtag(self, tag: str) -> None:
        self.read.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.read.append(data)


@lru_cache(4096)
def quoted(markup: str) -> str:
    reader = Quoted()
    reader.feed(markup)
    reader.close()
    return "".join(reader.read)


class WellFormed(HTMLParser):
    """Fails on an element that is not closed, or closed twice."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "style" not in dict(attrs), "the security policy forbids it"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize(("slug", "seats"), tables())
def test_frames_add_up_to_the_page_there_is(slug: str, seats: int) -> None:
    """Parts are made from data that are compared: what depends on more than its data would be stale here."""
    for seed in range(2):
        table = open_table(slug, seats, seed)
        screens = Screens(table, "http://here")
        clients = [Client(screens, viewer) for viewer in (SPECTATOR, *range(seats))]
        for number, _ in enumerate(moves(table, seed)):
            for client in clients:
                client.hear()
                mine = client.viewer == table.to_act and not table.over
                assert bool(client.message["choices"]) == mine
                if table.over or number % 5 == client.viewer % 5:
                    fresh = Screens(table, "http://here").page(client.viewer, table.moves)
                    assert client.parts == {name: quoted(part) for name, part in parts_of(fresh).items()}
                    assert client.log == Screens(table, "http://here").lines(client.viewer)
                    WellFormed().feed(fresh)


@pytest.mark.parametrize(("slug", "seats"), tables())
def test_only_the_last_frame_offers_anything(slug: str, seats: int) -> None:
    table = open_table(slug, seats, seed=3)
    screens = Screens(table, "http://here")
    client = Client(screens, 0)
    client.hear()
    for number, _ in enumerate(moves(table, seed=3)):
        if number % 4:
            continue
        before = client.at
        client.hear()
        told = [frame for frame in client.frames if frame["move"] > before]
        assert [frame["move"] for frame in told] == sorted(frame["move"] for frame in told)
        first = max(before + 1, gate.told_since(table.match, 0))
        assert {frame["move"] for frame in told} == set(range(first, table.moves + 1))
        for frame in client.frames[:-1]:
            text = "".join(frame["parts"].values())
            assert "Your decision" not in text
            assert "class='result'" not in text


def test_most_of_a_page_is_not_sent_again() -> None:
    for slug, seats in tables():
        table = open_table(slug, seats, seed=1)
        screens = Screens(table, "http://here")
        client = Client(screens, 0)
        client.hear()
        whole = client.sent["frames"]
        sizes = []
        for _ in moves(table, seed=1):
            client.hear()
            sizes.append(client.sent["frames"] / len(client.frames))
        assert sum(sizes) / len(sizes) < 0.3 * whole, slug


def test_those_who_see_the_same_share_their_parts() -> None:
    table = open_table("witless-wizards", 4, seed=1)
    screens = Screens(table, "http://here")
    for _ in moves(table, seed=1, limit=30):
        guest = screens.present(SPECTATOR)
        bystander = next(seat for seat in range(4) if seat != table.to_act)
        seen = screens.present(bystander)
        shared = [name for name in guest.public if seen.part(name) is guest.part(name)]
        assert len(shared) >= 3


def test_another_viewer_gets_a_whole_page() -> None:
    table = open_table(*tables()[0], seed=1)
    screens = Screens(table, "http://here")
    first, seen = screens.message(0, 0, None, 0)
    again, _ = screens.message(0, 0, seen, 0)
    assert "html" in json.loads(first)["frames"][0]
    assert json.loads(again)["frames"][0]["parts"] == {}


def test_whoever_comes_back_after_long_is_shown_the_present_and_can_have_the_rest_told() -> None:
    table = open_table("witless-wizards", 3, seed=2)
    screens = Screens(table, "http://here")
    client = Client(screens, SPECTATOR)
    client.hear()
    luck = QuickLuck(2)
    while table.moves <= MOST_MOVES:
        move(table, luck)
    client.hear()
    assert len(client.frames) == 1
    assert client.message["missed"] == table.moves
    assert client.log == screens.lines(SPECTATOR)
    again = json.loads(screens.retold_from(SPECTATOR, 0))["frames"]
    assert {frame["move"] for frame in again} == set(range(1, table.moves + 1))


def test_whoever_sits_down_first_sees_the_deal_and_then_what_others_did() -> None:
    table = open_table("witless-wizards", 3, seed=2, first="1")
    luck = QuickLuck(2)
    while table.to_act != 0:
        move(table, luck)
    screens = Screens(table, "http://here")
    assert screens.first_sight(0) == 0
    page = screens.page(0, 0)
    assert "Your decision" not in page
    move(table, luck)
    assert screens.first_sight(0) == table.moves


def test_what_was_told_before_ones_last_move_is_not_told_again_where_memory_is_the_game() -> None:
    for seed in range(3):
        table = open_table("a-wizard-did-it", 2, seed, memory="off")
        screens = Screens(table, "http://here")
        clients = [Client(screens, viewer) for viewer in (SPECTATOR, 0, 1)]
        for _ in moves(table, seed):
            for client in clients:
                client.hear()
                assert client.log == screens.lines(client.viewer)


def test_a_part_is_an_element() -> None:
    with pytest.raises(ValueError, match="part piles is not an element"):
        named("piles", "Just words")


@pytest.mark.parametrize(("me", "words"), [(1, "<b>You</b> play …"), (0, "<b>Bert</b> plays …")])
def test_the_prompt_speaks_to_whoever_plays(me: int, words: str) -> None:
    part = fragments.prompt_part("", False, "", 0, me, (1, "Bert", True), (False, False))
    assert words in part.html
