"""A table that waits: nobody moves or sees a card before it begins, and all of that is kept."""

from collections.abc import Callable

import pytest
from tests.web.served import Visitor
from tests.web.test_live import AnyChoice, Notebook, first, opening_of, people, run

from longbeard.bots import LEVELS
from longbeard.engine.errors import BadOptions
from longbeard.engine.room import Room
from longbeard.engine.story import SPECTATOR
from longbeard.games import rooms
from longbeard.table.live import LiveTable, NotSeated, NotStarted
from longbeard.table.opening import Opening, read_opening
from longbeard.table.seat import OPEN, Seat

LARGE = max(rooms(), key=lambda slug: rooms()[slug].plate.seats[1])
LEVEL = LEVELS[-1]


def waiting(slug: str, seats: list[Seat]) -> Opening:
    return Opening(**{**vars(opening_of(slug, seats)), "waits": True})


def test_nobody_moves_before_all_chairs_are_taken(room: Room) -> None:
    async def test() -> None:
        book, minds = Notebook(), AnyChoice()
        opening = waiting(room.plate.slug, [*people("Ada"), Seat("Seat 2", OPEN)])
        table = LiveTable("t", opening, book.keep, minds)
        table.arrive("ada")
        with pytest.raises(NotStarted):
            await table.play("ada", 0, first(table))
        assert (table.started, table.eyes_of("ada"), minds.asked) == (False, SPECTATOR, 0)
        await table.sit("bert", 1, "Bert")
        assert (table.started, table.eyes_of("ada")) == (True, 0)
        await table.leave("bert")
        assert table.started, "what has begun goes on"
        again = LiveTable("t", read_opening(opening.write()), book.keep, None, book.entries)
        assert again.started
        assert [seat.as_dict() for seat in again.seats] == [seat.as_dict() for seat in table.seats]
        await table.close()

    run(test())


def test_who_opened_it_starts_it_and_frees_chairs() -> None:
    async def test() -> None:
        book = Notebook()
        chairs = [Seat(f"Seat {number}", OPEN) for number in (2, 3, 4)]
        opening = waiting(LARGE, [*people("Ada"), *chairs])
        table = LiveTable("t", opening, book.keep)
        await table.sit("bert", 1, "Bert")
        await table.sit("carl", 2, "Carl")
        for person in ("bert", "stranger", ""):
            for asked in (table.start(person), table.free_chair(person, 2), table.bring_bot(person, 3)):
                with pytest.raises((BadOptions, NotSeated)):
                    await asked
        await table.free_chair("ada", 2)
        assert (table.seats[2], table.viewer_of("carl")) == (Seat("Seat 3", OPEN), SPECTATOR)
        await table.leave("bert")
        assert table.seats[1] == Seat("Seat 2", OPEN), "before the match begins, a chair is just free again"
        for seat in (0, 1, 9):
            with pytest.raises(BadOptions):
                await table.free_chair("ada", seat)
        with pytest.raises(BadOptions, match="level"):
            await table.start("ada", "God")
        await table.start("ada", LEVEL.name)
        assert [seat.bot for seat in table.seats] == ["", *[LEVEL.name] * 3]
        assert set(table.match.seats[1:]) <= set(LEVEL.names)
        with pytest.raises(BadOptions, match="begun"):
            await table.free_chair("ada", 1)
        again = LiveTable("t", opening, book.keep, None, book.entries)
        assert (again.started, again.match.seats) == (True, table.match.seats)
        await table.close()

    run(test())


def test_nobody_sees_cards_before_it_begins(room: Room, visitor: Callable[[], Visitor]) -> None:
    ada, bert = visitor(), visitor()
    table = ada.open(room.plate.slug, ["me", "friend"])
    with ada.socket(table) as line:
        page = line.hear("page")
        assert page["choices"] == []
        assert "Start now" in page["frames"][0]["html"]
        seen = ada.client.get(f"/api/v1/tables/{table}").json()
        stranger = bert.client.get(f"/api/v1/tables/{table}").json()
        assert seen["look"] == stranger["look"]
        assert bert.client.get(f"/t/{table}/watch").text.count("Start now") == 0
        bert.sit(table, "Bert")
        while not line.page["frames"][-1].get("html") or "Start now" in line.page["frames"][-1]["html"]:
            line.hear("page")
        assert ada.client.get(f"/api/v1/tables/{table}").json()["look"] != seen["look"]
