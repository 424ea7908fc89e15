"""The house behind the pages: what bots say, what is put away by age, and what goes on after a restart."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from tests.web.served import PATIENCE, QUICK

from longbeard.bots import LEVELS
from longbeard.engine.errors import BadOptions, CannotUndo
from longbeard.engine.match import PERSON
from longbeard.games import rooms
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import Said, StoreError
from longbeard.table.live import LiveTable
from longbeard.table.seat import Seat
from longbeard.web.door import Visit
from longbeard.web.forms import make_seats
from longbeard.web.house import House, levels
from longbeard.web.identity import Person
from longbeard.web.limits import Limits
from longbeard.web.metrics import Metrics


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    made = SQLiteStore(tmp_path / "tables.sqlite")
    yield made
    made.close()


def house_on(store: SQLiteStore, **limits: float) -> House:
    settings = tuple(f"{name}={value}" for name, value in limits.items())
    return House(store, None, Limits().changed(settings), Metrics())


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def timed() -> None:
        await asyncio.wait_for(test(), PATIENCE)

    asyncio.run(timed())


async def open_two(house: House, other: str = PERSON) -> LiveTable:
    """A table of two; a bot's moves are made for it, as nobody thinks here."""
    seats = [Seat("Ada", PERSON, "ada", "a"), Seat("Bert", other, "bert" if other == PERSON else "", "b")]
    return await house.open("ada", next(iter(rooms())), seats, {})


async def play_to_the_end(table: LiveTable) -> None:
    luck = Random(1)
    while not table.over:
        await table._play(table.to_act, table.moves, int(luck.choice(table.match.state.legal())))


def test_bots_greet_and_have_a_last_word(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store)
        heard: list[Said] = []
        house.on_chat = lambda table, said: heard.append(said)
        table = await open_two(house, QUICK)
        level = LEVELS[0]
        assert [said.text for said in heard] == [level.hello]
        await play_to_the_end(table)
        await asyncio.gather(*house._talking)
        assert len(heard) == 2
        assert heard[1].text in (level.won, level.lost)
        assert heard[1].name == "Bert"
        kept = store.load(table.id)
        assert kept is not None
        assert kept.chat == heard
        await house.close()

    run(test)


def test_a_speechless_bot_stops_nobody(store: SQLiteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(name: str, said: Said) -> None:
        raise StoreError("the disk is full")

    async def test() -> None:
        monkeypatch.setattr(store, "say", full)
        assert (await open_two(house_on(store), QUICK)).chat == type((await open_two(house_on(store))).chat)()

    run(test)


def test_nothing_is_taken_back_once_all_is_open(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store)
        table = await open_two(house)
        await play_to_the_end(table)
        for person in ("ada", "bert"):
            with pytest.raises(CannotUndo):
                await table.undo(person, table.moves)
        await house.close()

    run(test)


def test_old_tables_are_put_away_and_found_again(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store, finished_days=0.0, abandoned_days=1.0)
        finished, running = await open_two(house), await open_two(house)
        await play_to_the_end(finished)
        assert await house.put_away() == [finished.id]
        assert set(house.tables) == {running.id}
        again = await house.find(finished.id)
        assert again is not finished
        assert again.over
        assert again.moves == finished.moves
        await house.close()
        impatient = house_on(store, finished_days=1.0, abandoned_days=0.0)
        assert running.id in await impatient.put_away()
        assert (await impatient.find(running.id)).to_act == running.to_act
        await impatient.close()

    run(test)


def test_after_a_restart_running_tables_go_on_and_finished_ones_wait(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store)
        finished, running = await open_two(house), await open_two(house)
        await play_to_the_end(finished)
        await house.close()
        store.open_table("sick", '{"game": "no such game"}').result()
        again = house_on(store)
        await again._go_on()
        assert set(again.tables) == {running.id}
        assert (await again.find(finished.id)).over
        again.forget_finished()
        assert set(again.tables) == {running.id}
        again.watched = lambda name: True
        await again.find(finished.id)
        again.forget_finished()
        assert finished.id in again.tables
        await again.close()

    run(test)


def test_strangers_bring_no_programs_and_no_budgets() -> None:
    visit = Visit(Person("p" * 24), "127.0.0.1", "http://x", True, False, True)
    for who in ("cmd:sh", "./bot.py", "archmage:3600s", "archmage:1000000", "random", "search", "person"):
        with pytest.raises(BadOptions, match="who is"):
            make_seats([("me", ""), (who, "")], visit)
    offered = [level["name"] for level in levels()]
    assert sorted(offered) == sorted(level.name for level in LEVELS)
    seats = make_seats([("me", "")] + [(LEVELS[-1].name, "")] * 5, visit)
    assert [seat.name for seat in seats[1:]] == list(LEVELS[-1].names[:5])
