"""The house behind the pages: what bots say, what is archived by age, and what continues after a restart."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from tests.web.served import PATIENCE, QUICK
from tests.web.test_live import first

from longbeard.bots import LEVELS
from longbeard.engine.errors import BadOptions, BadRecord, CannotUndo
from longbeard.engine.match import PERSON
from longbeard.games import rooms
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import Entry, NumberTaken, Said, StoreError
from longbeard.table.house import House
from longbeard.table.limits import TooMany
from longbeard.table.live import LiveTable, NotStarted, TableClosed
from longbeard.table.metrics import Metrics
from longbeard.table.policies import our_levels
from longbeard.table.seat import OPEN, Seat
from longbeard.web.forms import make_seats
from longbeard.web.limits import Limits
from longbeard.web.middleware import Visit
from longbeard.web.session import Person


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
    """Open a table of two; a bot's moves are made by the test, as no mind runs."""
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
        await again.forget_finished()
        assert set(again.tables) == {running.id}
        again.watched = lambda name: True
        await again.find(finished.id)
        await again.forget_finished()
        assert finished.id in again.tables
        await again.close()

    run(test)


def test_all_who_ask_for_a_rematch_at_once_get_the_same_table(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store)
        table = await open_two(house)
        await play_to_the_end(table)
        asked = [house.rematch(table, person) for person in ("ada", "bert", "ada", "bert")]
        names = await asyncio.gather(*asked)
        assert len(set(names)) == 1
        assert await house.rematch(table, "bert") == names[0] == table.next_table
        assert len(house.tables) == len(store.headings()) == 2
        new = house.tables[names[0]]
        assert [seat.person for seat in new.seats] == ["bert", "ada"], "everybody moves up by one"
        for seat in new.seats:
            assert len(seat.token) >= 22  # and no link of the old table fits
        assert new.seats[0].token != new.seats[1].token
        await house.close()

    run(test)


def test_a_rematch_that_could_not_be_opened_can_be_asked_for_again(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store, tables_each=1)
        table = await open_two(house)
        await play_to_the_end(table)
        other = await open_two(house)
        refused = await asyncio.gather(
            *(house.rematch(table, person) for person in ("ada", "bert")), return_exceptions=True
        )
        assert [type(error) for error in refused] == [TooMany, TooMany]
        await play_to_the_end(other)
        assert await house.rematch(table, "bert") in house.tables
        await house.close()

    run(test)


def test_in_a_rematch_a_seat_that_was_given_up_is_open(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store)
        slug = max(rooms(), key=lambda name: rooms()[name].plate.seats[1])
        seats = [Seat("Ada", PERSON, "ada", "a"), Seat("Bert", PERSON, "bert", "b"), Seat("Free", OPEN)]
        table = await house.open("ada", slug, seats, {})
        await table.leave("ada")
        await table.sit("ada", 2, "Ada")
        await play_to_the_end(table)
        again = house.tables[await house.rematch(table, "ada")]
        assert [(seat.who, seat.person) for seat in again.seats] == [
            (PERSON, "bert"),
            (PERSON, "ada"),
            (OPEN, ""),
        ]
        await house.close()

    run(test)


def test_a_rematch_waits_for_those_who_are_to_come_and_the_chat_goes_along(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store)
        told: list[tuple[int, str]] = []
        house.on_news = lambda _table, seat, words: told.append((seat, words))
        table = await open_two(house)
        await house.say(table, "bert", "Well played!")
        await play_to_the_end(table)
        again = house.tables[await house.rematch(table, "ada")]
        assert (table.next_by, told) == (0, [(0, "Ada wants to play again.")])
        assert [(seat, text) for seat, _name, text in again.chat] == [(0, "Well played!")]
        assert not again.started
        for person in ("ada", "bert"):
            with pytest.raises(NotStarted):
                await again.play(person, 0, first(again))
        with pytest.raises(BadOptions, match="opened"):
            await again.start("bert")
        await again.come("bert")
        assert again.started
        await house.close()
        assert (await house_on(store).find(again.id)).started, "who has come stays come"

    run(test)


def test_a_table_that_is_open_is_not_put_away(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store, finished_days=0.0, abandoned_days=0.0)
        open_one, closed = await open_two(house), await open_two(house)
        gone: list[LiveTable] = []
        house.on_gone = gone.append
        house.watched = lambda name: name == open_one.id
        assert await house.put_away() == [closed.id]
        assert gone == [closed]
        assert await house.find(open_one.id) is open_one
        with pytest.raises(TableClosed):
            await closed.leave("ada")  # whoever held on to it cannot write beside the new one
        again = await house.find(closed.id)
        assert again is not closed
        await again.leave("ada")
        assert {heading.id for heading in store.headings()} == {open_one.id, closed.id}
        await house.close()

    run(test)


def test_a_table_that_is_opened_while_it_is_put_away_stays(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store, abandoned_days=0.0)
        table = await open_two(house)
        asked: list[str] = []

        def watched(name: str) -> bool:
            asked.append(name)
            return len(asked) > 1  # nobody when it begins, somebody when it is done

        house.watched = watched
        await house.put_away()
        assert await house.find(table.id) is table
        assert [heading.id for heading in store.headings()] == [table.id]
        await table.leave("ada")
        await house.close()

    run(test)


def test_a_table_that_somebody_else_wrote_to_is_read_again(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store)
        table = await open_two(house)
        gone: list[LiveTable] = []
        house.on_gone = gone.append
        store.append(table.id, 1, Entry("leave", 1, QUICK)).result()
        with pytest.raises(NumberTaken):
            await table.leave("ada")
        await asyncio.gather(*house._talking)
        assert gone == [table]
        again = await house.find(table.id)
        assert again is not table
        assert [seat.left for seat in again.seats] == [False, True]
        await again.leave("ada")
        await house.close()

    run(test)


def test_health_tells_what_is_wrong_and_damage_alone_is_not_unwell(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store)
        fine, cut = await open_two(house), await open_two(house)
        assert await house.health() == (True, "well")
        for number in range(3):
            await cut._play(cut.to_act, number, int(cut.match.state.legal()[0]))
        await house.close()
        store.open_table("sick", '{"game": "no such game"}').result()
        store.open_table("over", "{}").result()
        store.append("over", 1, Entry("play", 0, "x"), over=True).result()
        for table, number in ((cut.id, 2), ("over", 1)):
            store._writer.execute("DELETE FROM entries WHERE table_id = ? AND number = ?", (table, number))
        again = house_on(store)
        await again._go_on()
        assert set(again.tables) == {fine.id}
        assert set(again.damaged) == {cut.id, "sick", "over"}
        assert await again.health() == (True, "degraded: 3 tables cannot be read (the log has more)")
        assert "longbeard_tables_unreadable 3" in again.metrics.text()
        assert "longbeard_store_writes_lost 0" in again.metrics.text()
        with pytest.raises(BadRecord):
            await again.find(cut.id)
        await again.close()
        store.close()
        assert await again.health() == (False, "the store is closed")

    run(test)


def test_many_who_ask_for_health_at_once_are_one_check(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store)
        before = store.batches
        answers = await asyncio.gather(*(house.health() for _ in range(200)))
        assert set(answers) == {(True, "well")}
        assert store.batches == before + 1

    run(test)


POLICIES = ("policy:Nettle", "policy:onnx:nettle.onnx", "onnx:nettle.onnx", "my_bots:Nettle")


def test_strangers_bring_no_programs_and_no_budgets() -> None:
    visit = Visit(Person("p" * 24), "127.0.0.1", "http://x", "http://x", True, False, True)
    for who in (
        "cmd:sh",
        "./bot.py",
        "archmage:3600s",
        "archmage:1000000",
        "random",
        "search",
        "person",
        *POLICIES,
    ):
        with pytest.raises(BadOptions, match="who is"):
            make_seats([("me", ""), (who, "")], visit, our_levels())
    offered = [level["name"] for level in our_levels()]
    assert sorted(offered) == sorted(level.name for level in LEVELS)
    seats = make_seats([("me", "")] + [(LEVELS[-1].name, "")] * 5, visit, our_levels())
    assert [seat.name for seat in seats[1:]] == list(LEVELS[-1].names[:5])


def test_a_deserted_table_waits_in_the_store(store: SQLiteStore) -> None:
    async def test() -> None:
        house = house_on(store)
        table = await open_two(house, QUICK)
        await house.forget_finished()
        assert table.id in house.tables
        await table.leave("ada")
        await house.forget_finished()
        assert table.id not in house.tables
        again = await house.find(table.id)
        assert again.left_by("ada") == 0
        await again.sit("ada", -1, "Ada")
        await house.forget_finished()
        assert table.id in house.tables
        await house.close()

    run(test)
