"""PostgreSQL comes and goes: what was acknowledged is there once, and what is in doubt is looked up."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from tests.cluster.conftest import bring_up
from tests.cluster.services import PASSWORD, PostgreSQL, database

from longbeard.store import postgres
from longbeard.store.postgres import PostgresRows, PostgresStore
from longbeard.store.store import Entry, InDoubt, NumberTaken, Outline, Said, StoreError

PLAY = Entry("play", 0, "hold")


@pytest.fixture
def store(house_database: str) -> Iterator[PostgresStore]:
    made = PostgresStore(house_database)
    made.open_table("t", "{}").result()
    yield made
    made.close()


class Cable:
    """A connection to PostgreSQL that can be cut: at once, or after the next query has gone through."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.answers = True
        """Whether the database's answers come through."""
        self.whole = True
        self._lines: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._welcome, daemon=True).start()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                here, _address = self._door.accept()
                if not self.whole:
                    here.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self.target))
                self._lines += [here, there]
                threading.Thread(target=self._carry, args=(here, there, False), daemon=True).start()
                threading.Thread(target=self._carry, args=(there, here, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if answers and not self.answers:
                    self.cut()
                    return
                target.sendall(data)
        for line in (source, target):
            line.close()

    def cut(self) -> None:
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        self._lines.clear()

    def close(self) -> None:
        self._door.close()
        self.cut()


@pytest.fixture
def cable(postgresql: PostgreSQL) -> Iterator[Cable]:
    made = Cable(postgresql.port)
    yield made
    made.close()


def texts(store: PostgresStore, table: str = "t") -> list[str]:
    kept = store.load(table)
    assert kept is not None
    return [entry.text for entry in kept.entries]


def test_a_write_whose_answer_was_lost_is_found_and_not_doubled(
    house_database: str, postgresql: PostgreSQL, cable: Cable
) -> None:
    store = PostgresStore(house_database.replace(f":{postgresql.port}/", f":{cable.port}/"))
    store.open_table("t", "{}").result()
    for number in range(1, 6):
        cable.answers = False  # the database carries it out, and says so to nobody
        futures: list[Future[Any]] = [
            store.append("t", number, Entry("play", 0, str(number))),
            store.say("t", Said(0, "Ada", str(number))),
            store.open_table(f"u{number}", "{}", [PLAY]),
            store.write([("INSERT INTO secrets VALUES ($1, $2)", (f"s{number}", b"x"))]),
        ]
        time.sleep(0.05)
        cable.answers = True
        assert [future.result(20) for future in futures] == [None, None, None, [1]]
    assert texts(store) == ["1", "2", "3", "4", "5"]
    kept = store.load("t")
    assert kept is not None
    assert [said.text for said in kept.chat] == ["1", "2", "3", "4", "5"]
    assert store.reconnected  # at least once the answer was late enough to be missed
    with pytest.raises(NumberTaken):
        store.append("t", 5, PLAY).result()
    store.close()


def test_what_stays_in_doubt_is_said_to_be_so(
    house_database: str, postgresql: PostgreSQL, cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PostgresStore(house_database.replace(f":{postgresql.port}/", f":{cable.port}/"))
    store.open_table("t", "{}").result()
    store.append("t", 1, PLAY).result()  # from now on the statement is prepared
    monkeypatch.setattr(postgres, "DOUBT_SECONDS", 0.0)
    monkeypatch.setattr(postgres, "WRITE_SECONDS", 0.3)
    cable.whole = cable.answers = False
    with pytest.raises(InDoubt, match="nobody knows yet"):
        store.append("t", 2, PLAY).result(20)
    with pytest.raises(StoreError, match="nothing was done") as refused:
        store.append("t", 2, PLAY).result(20)
    assert not isinstance(refused.value, InDoubt)
    monkeypatch.undo()
    cable.whole = cable.answers = True
    deadline = time.monotonic() + 180
    while not store._ready.is_set():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    with pytest.raises(NumberTaken):  # it had been kept
        store.append("t", 2, PLAY).result()
    assert len(texts(store)) == 2
    store.close()


def test_a_restarted_database_is_found_again_and_nothing_is_lost_or_doubled() -> None:
    with PostgreSQL() as server, database(server, "house") as url:
        bring_up(url)
        store = PostgresStore(url)
        store.open_table("t", "{}").result()
        kept, number = [], 0
        for stop in (server.stop, server.kill):

            def way(stop: Callable[[], None] = stop) -> None:
                stop()
                server.start()

            restarting = threading.Thread(target=way)
            restarting.start()
            ended = 0.0
            while not ended or time.monotonic() < ended + 0.3:
                ended = ended or (0.0 if restarting.is_alive() else time.monotonic())
                try:
                    store.append("t", number + 1, Entry("play", 0, str(number + 1))).result(20)
                    kept.append(str(number + 1))
                    number += 1
                except NumberTaken:  # it had been in doubt
                    number = len(texts(store))
                except StoreError:
                    time.sleep(0.01)
            restarting.join()
        found = texts(store)
        assert found == [str(one + 1) for one in range(len(found))]
        assert set(kept) <= set(found)
        assert len(kept) > 5
        store.close()


def test_a_paused_database_holds_nobody_up_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONNECT", "READ", "WRITE", "DOUBT"):
        monkeypatch.setattr(postgres, f"{name}_SECONDS", 0.5)
    with PostgreSQL() as server, database(server, "house") as url:
        bring_up(url)
        store = PostgresStore(url)
        store.open_table("t", "{}").result()
        store.load("t")
        server.pause()
        started = time.monotonic()
        try:
            with pytest.raises(InDoubt):
                store.append("t", 1, PLAY).result(20)
            with pytest.raises(StoreError, match="cannot be read"):
                store.load("t")
            assert time.monotonic() - started < 6
        finally:
            server.go_on()
        deadline = time.monotonic() + 20
        while not store._ready.is_set():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        with suppress(NumberTaken):  # what was in doubt may have been carried out when the database went on
            store.append("t", 1, PLAY).result()
        assert len(texts(store)) == 1
        store.close()


def test_two_servers_get_each_number_once_between_them(store: PostgresStore, house_database: str) -> None:
    other = PostgresStore(house_database)
    for name in "abcdefgh":
        store.open_table(name, "{}").result()
    taken = {
        (server, name, number): server.append(name, number, Entry("play", 0, str(id(server))))
        for number in range(1, 60)
        for server, names in ((store, "abcdefgh"), (other, "hgfedcba"))
        for name in names
    }
    kept = [key for key, future in taken.items() if future.exception(30) is None]
    assert len(kept) == 8 * 59
    for server, name, number in kept:
        assert texts(other, name)[number - 1] == str(id(server))
    assert {type(future.exception()) for future in taken.values()} == {type(None), NumberTaken}
    other.close()


def test_other_servers_learn_how_far_a_table_is_and_what_was_said(store: PostgresStore) -> None:
    for number in range(1, 4):
        store.append("t", number, Entry("play", 0, str(number))).result()
    store.say("t", Said(0, "Ada", "hello")).result()
    found = store.progress(["t", "nowhere"]).result()
    assert {name: (one.length, one.said) for name, one in found.items()} == {"t": (3, 1)}
    assert [entry.text for entry in store.entries_after("t", 1).result()] == ["2", "3"]
    assert store.chat("t").result() == [Said(0, "Ada", "hello")]


def test_tables_are_found_by_their_outlines(store: PostgresStore) -> None:
    outline = Outline(frozenset({"ada", "bert"}), 0.0, "ada", listed=True)
    store.open_table("u", "{}", outline=outline).result()
    assert store.tables_of("bert", 10).result() == ["u"]
    assert store.listed_tables(10).result() == ["u"]
    assert store.running("ada").result() == (2, 1)
    store.append("u", 1, PLAY, outline=Outline(frozenset({"ada", "cleo"}))).result()
    store.append("u", 2, PLAY).result()
    assert store.tables_of("bert", 10).result() == []
    assert store.tables_of("cleo", 10).result() == ["u"]
    store.append("u", 3, PLAY, over=True).result()
    assert store.listed_tables(10).result() == []
    assert store.running("ada").result() == (1, 0)


def test_a_table_that_needs_somebody_is_given_to_one_server_at_a_time(
    store: PostgresStore, house_database: str
) -> None:
    other = PostgresStore(house_database)
    assert store.to_look_at(9, 0.4).result() == []  # opened without a need to
    store.append("t", 1, PLAY, outline=Outline(look_in=0.01)).result()
    time.sleep(0.05)
    looking = [server.to_look_at(9, 0.4) for server in (store, other)]
    assert sorted(name for future in looking for name in future.result()) == ["t"]
    time.sleep(0.5)
    assert other.to_look_at(9, 60).result() == ["t"]  # the other one did nothing about it
    other.looked("t", 0, Outline()).result()  # of an older state: nothing is changed
    other.looked("t", 1, Outline(look_in=0.01)).result()
    time.sleep(0.05)
    assert store.to_look_at(9, 60).result() == ["t"]
    store.append("t", 2, PLAY).result()
    assert store.to_look_at(9, 60).result() == []
    other.close()


def test_answers_are_taken_once_and_secrets_are_shared(store: PostgresStore, house_database: str) -> None:
    store.answer("q", "7").result()
    store.answer("q", "8").result()
    assert [store.take_answer("q").result() for _ in range(2)] == ["7", ""]
    other = PostgresStore(house_database)
    assert store.secret("key", b"one") == other.secret("key", b"two") == b"one"
    other.close()


@dataclass(frozen=True)
class Line:
    sql: str
    values: tuple[str | int | float, ...] = ()


def test_rows_beside_the_tables_are_written_together_or_not_at_all(
    store: PostgresStore, postgresql: PostgreSQL, house_database: str
) -> None:
    postgresql.sql(
        "CREATE TABLE cats (name TEXT PRIMARY KEY, lives BIGINT, at DOUBLE PRECISION)",
        house_database.rpartition("/")[2],
    )
    rows = PostgresRows(store)
    add = "INSERT INTO cats VALUES (?, ?, ?)"

    async def live() -> None:
        assert await rows.write(Line(add, ("Tom", 9, 1.5)), Line(add, ("Kit", 7, 2))) == [1, 1]
        with pytest.raises(NumberTaken):
            await rows.write(Line("UPDATE cats SET lives = lives - ?", (1,)), Line(add, ("Tom", 1, 1.0)))
        with pytest.raises(StoreError, match="it did not happen"):
            await rows.write(Line("UPDATE cats SET lives = ?", ("nine",)))
        assert await rows.write(Line("UPDATE cats SET at = ? WHERE lives > ?", (3, 8))) == [1]
        found = await rows.read("SELECT name, lives, at FROM cats WHERE name <> '?' ORDER BY name")
        assert found == [("Kit", 7, 2.0), ("Tom", 9, 3.0)]

    asyncio.run(live())


def test_bad_addresses_and_other_schemas_are_refused_without_a_password(
    postgresql: PostgreSQL, empty_database: str
) -> None:
    for url, why in [
        (empty_database, "run `longbeard migrate`"),
        (postgresql.url("nowhere"), "there is no such database"),
        (postgresql.url("house").replace(PASSWORD, "wrong-password"), "refuses this user or password"),
        ("postgresql://ada:secret@127.0.0.1:1/house", "cannot be reached"),
    ]:
        with pytest.raises(StoreError, match=why) as refused:
            PostgresStore(url)
        assert not any(word in str(refused.value) for word in (PASSWORD, "wrong-password", "secret"))


def test_missing_entries_are_noticed(
    store: PostgresStore, postgresql: PostgreSQL, house_database: str
) -> None:
    for number in range(1, 6):
        store.append("t", number, PLAY).result()
    assert store.inspect() == {}
    postgresql.sql("DELETE FROM entries WHERE number = 3", house_database.rpartition("/")[2])
    assert store.inspect() == {"t": "of 5 entries of this table 1 are missing"}
