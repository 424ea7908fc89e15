"""The clock of a table: minutes or days, by the time of day, across restarts; and on whom a table waits."""

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from time import time

import pytest
from tests.web.test_house import house_on
from tests.web.test_live import AnyChoice, Notebook, a_slug, first, opening_of, people, run, who_acts

from longbeard.engine.errors import BadOptions
from longbeard.engine.match import PERSON
from longbeard.store import sqlite
from longbeard.store.sqlite import SQLiteStore
from longbeard.table import house as houses
from longbeard.table import live, presence
from longbeard.table.days import DAY
from longbeard.table.house import House
from longbeard.table.live import RETURN_SECONDS, LiveTable
from longbeard.table.opening import PACES, read_pace
from longbeard.table.seat import OPEN, Seat

HOUR = 3600


class TimeOfDay:
    """A clock that a test sets, and that then runs with the real time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        for module in (live, houses, sqlite):
            monkeypatch.setattr(module, "time", self.now)
        monkeypatch.setattr(live, "LOOK_AGAIN", 0.01)

    def now(self) -> float:
        return time() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> TimeOfDay:
    return TimeOfDay(monkeypatch)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    made = SQLiteStore(tmp_path / "tables.sqlite")
    yield made
    made.close()


async def open_slow(house: House, days: int) -> LiveTable:
    return await house.open("ada", a_slug(), people("Ada", "Bert"), {}, pace=days * DAY)


def test_a_pace_is_minutes_or_days_and_nothing_else() -> None:
    assert {read_pace(text) // DAY for text in PACES} == {0, 1, 3, 7}
    for text in ("", "0", "-60", "61", "86400.0", "x"):
        with pytest.raises(BadOptions, match="the pace is one of"):
            read_pace(text)


def test_a_day_is_counted_from_the_last_move_whoever_restarts_the_server(
    store: SQLiteStore, clock: TimeOfDay
) -> None:
    async def test() -> None:
        house = house_on(store)
        table = await open_slow(house, 1)
        clock.ahead = 5 * HOUR
        await table.play(who_acts(table), 0, first(table))
        due = table.due
        assert due == pytest.approx(clock.now() + DAY, abs=5)
        clock.ahead = 6 * HOUR
        await table.rename("ada", "Adalmina")  # what is no move does not restart it
        await house.close()
        clock.ahead = 20 * HOUR
        again = await house_on(store).find(table.id)
        assert again.due == pytest.approx(due, abs=1)
        await again.close()

    run(test())


def test_time_that_ran_out_while_the_server_was_down_leaves_a_minute_to_come_back(
    store: SQLiteStore, clock: TimeOfDay
) -> None:
    async def test() -> None:
        house = house_on(store)
        table = await open_slow(house, 1)
        late = table.to_act
        await house.close()
        clock.ahead = 3 * DAY
        again = await house_on(store).find(table.id)
        assert again.due == pytest.approx(clock.now() + RETURN_SECONDS, abs=5)
        await asyncio.sleep(0.1)
        assert not again.seats[late].stand_in
        clock.ahead += RETURN_SECONDS
        while not again.seats[late].stand_in:
            await asyncio.sleep(0.01)
        assert again.due == 0.0, "no clock counts for a bot"
        await again.close()

    run(test())


def test_the_clock_notices_that_the_machine_has_slept(clock: TimeOfDay) -> None:
    async def test() -> None:
        book = Notebook()
        table = LiveTable("t", opening_of(a_slug(), people("Ada", "Bert"), pace=DAY), book.keep)
        table.wake()
        clock.ahead = DAY - 60
        await asyncio.sleep(0.1)
        assert book.entries == []
        clock.ahead = DAY
        while not book.entries:
            await asyncio.sleep(0.01)
        assert book.entries[0][:2] == ("bot", table.to_act)
        await table.close()

    run(test())


def test_a_bot_that_cannot_be_kept_is_brought_in_later(
    clock: TimeOfDay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "STORE_PAUSE", 0.01)

    async def test() -> None:
        book = Notebook()
        table = LiveTable("t", opening_of(a_slug(), people("Ada", "Bert"), pace=DAY), book.keep)
        book.broken = True
        table.wake()
        clock.ahead = DAY
        await asyncio.sleep(0.1)
        book.broken = False
        while not book.entries:
            await asyncio.sleep(0.01)
        await table.close()

    run(test())


def test_whoever_takes_a_seat_back_has_the_whole_time_again(clock: TimeOfDay) -> None:
    async def test() -> None:
        book = Notebook()
        table = LiveTable("t", opening_of(a_slug(), people("Ada", "Bert"), pace=DAY), book.keep)
        late, person = table.to_act, who_acts(table)
        clock.ahead = HOUR
        await table.bring_bot(person, late)
        assert not table.due
        await table.give_back(person, late)
        assert table.due == pytest.approx(clock.now() + DAY, abs=5)
        await table.close()

    run(test())


def test_a_match_by_days_is_not_put_away_while_its_clock_counts(store: SQLiteStore, clock: TimeOfDay) -> None:
    async def test() -> None:
        house = house_on(store, abandoned_days=2)
        slow, quick = await open_slow(house, 7), await open_slow(house, 1)
        other = await house.open("ada", a_slug(), people("Ada", "Bert"), {})
        for table in (slow, quick):
            if table._alarm is not None:
                table._alarm.cancel()  # as if the server had slept, too
        clock.ahead = 3 * DAY
        assert set(await house.put_away()) == {quick.id, other.id}
        assert slow.id in house.tables
        clock.ahead = 8 * DAY
        assert slow.id in await house.put_away()
        await house.close()

    run(test())


def test_where_days_count_nobody_is_replaced_because_they_are_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "AWAY_SECONDS", 0.0)
    monkeypatch.setattr(live, "TOLD_SECONDS", 0.0)
    monkeypatch.setattr(presence, "GRACE", 0.0)

    async def test() -> None:
        for pace, replaced in ((DAY, False), (60, True)):
            table = LiveTable("t", opening_of(a_slug(), people("Ada", "Bert"), pace=pace), Notebook().keep)
            page = table.arrive("ada")
            assert table.attendance()[1].presence == "away"
            assert table.attendance()[1].missed is replaced
            assert table.attendance()[1].absent is replaced
            assert bool(table.refuses_bot(0, 1)) is not replaced
            table.depart(page)
            await table.close()

    run(test())


def test_somebody_is_called_once_when_it_is_their_turn_and_not_after_a_restart() -> None:
    async def test() -> None:
        book, called = Notebook(), []
        opening = opening_of(a_slug(), [*people("Ada"), Seat("Bert", OPEN)])
        object.__setattr__(opening, "waits", True)
        table = LiveTable("t", opening, book.keep)
        table.on_turn = lambda table, seat: called.append(seat)
        await table.sit("bert", 1, "Bert")
        assert called == [table.to_act], "the match has begun"
        for _ in range(20):
            before = table.to_act
            await table.play(who_acts(table), table.moves, first(table))
            if table.over:
                break
            assert called[-1] == table.to_act
            if before == table.to_act:
                await table.rename("ada", "Adalmina")
        assert all(one != other for one, other in pairwise(called))
        again = LiveTable("t", opening, book.keep, None, book.entries)
        again.on_turn = lambda table, seat: called.append(-1)
        again.wake()
        await again.rename("ada", "Ada")
        assert -1 not in called
        await table.close()

    run(test())


def test_bots_are_never_called() -> None:
    async def test() -> None:
        called: list[int] = []
        seats = [*people("Ada"), Seat("Old Nettle", "apprentice")]
        table = LiveTable("t", opening_of(a_slug(), seats), Notebook().keep, AnyChoice())
        table.on_turn = lambda table, seat: called.append(seat)
        table.wake()
        for _ in range(10):
            while table.seats[table.to_act].who != PERSON and not table.over:
                await asyncio.sleep(0.001)
            if not table.over:
                await table.play("ada", table.moves, first(table))
        assert set(called) <= {0}
        await table.close()

    run(test())
