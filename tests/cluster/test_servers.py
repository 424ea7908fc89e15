"""Several servers on one store are one house, whichever of them, of the minds or of the bus dies."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis as redis_client
from tests.cluster.conftest import bring_up, need
from tests.cluster.services import PostgreSQL, Redis, database
from tests.networks import network
from tests.web.served import PATIENCE, QUICK, ROOMY, Server, Visitor, client

from longbeard.games import rooms

SLUG = next(iter(rooms()))


class House:
    """Two servers (or so) on a PostgreSQL and a Redis of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.postgresql = PostgreSQL().start()
        self.redis = Redis("redis").start()
        self.count = 0
        self.minds: list[subprocess.Popen[bytes]] = []
        self.all: list[Server] = []

    def begin(self) -> None:
        """Start with an empty database."""
        self.count += 1
        self.store = self.postgresql.new_database(f"house{self.count}")
        bring_up(self.store)

    def serve(self, *options: str, limits: tuple[str, ...] = ROOMY, minds: int = 1) -> Server:
        place = self.folder / f"{self.count}-{len(self.all)}"
        place.mkdir()
        line = ("--store", self.store, "--bus", self.redis.url, *options)
        self.all.append(Server(place, limits, minds=minds, options=line))
        return self.all[-1]

    def think(self, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "longbeard", "minds", "--store", self.store, "--bus", self.redis.url]
        log = (self.folder / "minds.log").open("ab")
        self.minds.append(
            subprocess.Popen([*command, "--minds", "1", *options], stdout=subprocess.PIPE, stderr=log)
        )
        log.close()
        out = self.minds[-1].stdout
        assert out is not None
        assert b"1 minds think" in out.readline()
        return self.minds[-1]

    def end(self) -> None:
        for mind in self.minds:
            mind.kill()
            mind.wait()
            assert mind.stdout is not None
            mind.stdout.close()
        for server in self.all:
            if server.process.poll() is None:
                server.kill()
        for server in self.all:
            assert "Traceback" not in server.logged(), server.logged()
        self.minds, self.all = [], []

    def remove(self) -> None:
        self.postgresql.remove()
        self.redis.remove()


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    need("PostgreSQL", "Redis")
    made = House(tmp_path_factory.mktemp("house"))
    yield made
    made.remove()


@pytest.fixture
def house(services: House) -> Iterator[House]:
    services.begin()
    yield services
    services.end()


class Program:
    """A program that plays through the API, at any server."""

    def __init__(self, server: Server, name: str) -> None:
        answer = client(base_url=server.base).post("/api/v1/identity", json={"name": name})
        self.person = answer.json()["person"]
        self.token = answer.json()["token"]
        self._clients: dict[str, httpx.Client] = {}

    def at(self, server: Server) -> httpx.Client:
        if server.base not in self._clients:
            headers = {"authorization": f"Bearer {self.token}"}
            self._clients[server.base] = client(base_url=f"{server.base}/api/v1", headers=headers)
        return self._clients[server.base]

    def open(self, server: Server, *others: str, **more: Any) -> str:
        seats = [{"who": who} for who in ("me", *others)]
        answer = self.at(server).post("/tables", json={"game": SLUG, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def choices(self, server: Server, table: str) -> dict[str, Any]:
        answer = self.at(server).get(f"/tables/{table}/choices")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def play(self, server: Server, table: str, seen: dict[str, Any], choice: int = 0) -> httpx.Response:
        action = seen["choices"][choice]["action"]
        return self.at(server).post(f"/tables/{table}/play", json={"move": seen["move"], "action": action})

    def my_turn(self, server: Server, table: str, seconds: float = PATIENCE) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        while not (seen := self.choices(server, table))["choices"]:
            assert time.monotonic() < deadline, f"nothing to choose for {seconds} seconds"
            time.sleep(0.05)
        return seen


def wait_until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_who_is_slower_is_told_that_the_table_moved_on(house: House) -> None:
    one, two = house.serve(minds=-1), house.serve(minds=-1)
    ada, bert = Program(one, "Ada"), Program(two, "Bert")
    table = ada.open(one, "friend")
    bert.at(two).post(f"/tables/{table}/sit", json={"name": "Bert"}).raise_for_status()
    done, statuses = 0, []
    with ThreadPoolExecutor(4) as pool:
        for _ in range(12):
            seen = next(found for who in (ada, bert) if (found := who.choices(one, table))["choices"])
            player = ada if ada.choices(two, table)["choices"] else bert
            if not player.choices(one, table)["choices"]:
                break
            tries = [pool.submit(player.play, server, table, seen) for server in (one, two, one, two)]
            answers = [future.result() for future in tries]
            statuses += [answer.status_code for answer in answers]
            assert [answer.status_code for answer in answers].count(200) == 1, statuses
            done += 1
    assert done >= 10
    assert set(statuses) == {200, 409}
    for server in (one, two):
        assert ada.choices(server, table)["move"] == done


def test_who_is_forgotten_on_one_server_is_a_stranger_on_the_others(house: House) -> None:
    """Their token, and their seat at a table that is open on another server, are void there, too."""
    one, two, three = house.serve(minds=-1), house.serve(minds=-1), house.serve(minds=-1)
    ada, bert = Visitor(one.base), Program(two, "Bert")
    table = bert.open(two, "friend")
    ada.sit(table, "Ada")
    cookies = dict(ada.client.cookies)

    def is_known(server: Server) -> bool:
        page = client(base_url=server.base, cookies=cookies).get(f"/api/v1/tables/{table}")
        return int(page.json()["viewer"]) >= 0

    assert all(is_known(server) for server in (one, two, three))
    gone = ada.client.post("/me/forget", data={"sure": "1"})
    assert gone.status_code < 400, gone.text
    wait_until(lambda: not any(is_known(server) for server in (one, two, three)))


def test_a_bot_moves_though_the_server_that_asked_it_is_dead(house: House) -> None:
    one, two = house.serve(minds=-1), house.serve()
    ada = Program(one, "Ada")
    table = ada.open(one, QUICK)
    # Nobody can think at the first one; it dies as a server does whose bot was thinking.
    while seen := ada.choices(one, table):
        if not seen["choices"]:
            break
        ada.play(one, table, seen).raise_for_status()
    one.kill()
    ada.my_turn(two, table)


def test_a_table_that_nobody_has_open_is_looked_after(house: House) -> None:
    one = house.serve(minds=-1)
    ada = Program(one, "Ada")
    table = ada.open(one, QUICK)
    for _ in range(20):
        if not (seen := ada.choices(one, table))["choices"]:
            break
        ada.play(one, table, seen).raise_for_status()
    length = "SELECT length FROM tables"
    name = house.store.rpartition("/")[2]
    before = int(house.postgresql.sql(length, name))
    one.kill()
    house.serve()  # and nobody asks it for anything
    wait_until(lambda: int(house.postgresql.sql(length, name)) > before)


def test_without_the_bus_everything_goes_on(house: House) -> None:
    one, two = house.serve(), house.serve()
    ada, bert = Visitor(one.base), Visitor(two.base)
    table = ada.open(SLUG, ["me", "friend"])
    bert.sit(table, "Bert")
    with ada.socket(table) as line, bert.socket(table) as page:
        for kill in (True, False, True, False):
            if kill:
                house.redis.kill()
            else:
                house.redis.start()
            for _ in range(3):
                line.hear("page") if not line.page else None
                page.hear("page") if not page.page else None
                player, other = (line, page) if line.page["choices"] else (page, line)
                if player.over:
                    break
                player.play()
                while other.page["move"] != player.page["move"]:
                    other.hear("page")
        page.say("react", name="well")
        said = page.hear()
        assert said["type"] in ("reaction", "error", "beat", "page", "news", "people")


def test_what_is_said_on_one_server_is_heard_on_the_other(house: House) -> None:
    one, two = house.serve(minds=-1), house.serve(minds=-1)
    ada, bert = Visitor(one.base), Visitor(two.base)
    table = ada.open(SLUG, ["me", "friend"])
    bert.sit(table, "Bert")
    with ada.socket(table) as line, bert.socket(table) as page:
        page.say("chat", text="hello there")
        assert line.hear("chat")["text"] == page.hear("chat")["text"] == "hello there"
        line.say("react", name=reaction())
        assert page.hear("reaction")["seat"] == line.hear("reaction")["seat"] == 0
        # It is kept once, and found by whoever comes later.
        assert bert.client.get(f"/t/{table}").text.count("hello there") == 1


def reaction() -> str:
    from longbeard.web.pages.render import REACTIONS

    return next(iter(REACTIONS))


def test_two_who_want_to_play_again_meet_at_one_table(house: House) -> None:
    one, two = house.serve(minds=-1), house.serve(minds=-1)
    ada, bert = Visitor(one.base), Visitor(two.base)
    table = ada.open(SLUG, ["me", "friend"])
    bert.sit(table, "Bert")
    with ada.socket(table) as line, bert.socket(table) as page:
        while not (line.page and line.over):
            line.hear("page") if not line.page else None
            page.hear("page") if not page.page else None
            player, other = (line, page) if line.page["choices"] else (page, line)
            player.play()
            while other.page["move"] != player.page["move"]:
                other.hear("page")
        line.say("rematch")
        page.say("rematch")
        assert line.hear("go")["to"] == page.hear("go")["to"]
    name = house.store.rpartition("/")[2]
    assert house.postgresql.sql("SELECT count(*) FROM tables", name) == "2\n"


def test_lists_are_the_same_on_all_servers(house: House) -> None:
    one, two = house.serve(minds=-1), house.serve(minds=-1)
    ada, bert = Program(one, "Ada"), Program(two, "Bert")
    table = ada.open(one, "friend", open=True)
    for server in (one, two):
        lists = bert.at(server).get("/tables").json()
        assert [row["id"] for row in lists["open"]] == [table]
        assert lists["mine"] == []
        assert [row["id"] for row in ada.at(server).get("/tables").json()["mine"]] == [table]
    bert.at(one).post(f"/tables/{table}/sit", json={"name": "Bert"}).raise_for_status()
    assert [row["id"] for row in bert.at(two).get("/tables").json()["mine"]] == [table]
    assert ada.at(two).get("/tables").json()["open"] == []


def test_limits_are_for_all_servers_together(house: House) -> None:
    limits = (*ROOMY, "tables_each=2", "person_rate=0.4")
    one, two = (house.serve(limits=limits, minds=-1) for _ in range(2))
    ada = Program(one, "Ada")
    ada.open(one, "friend")
    ada.open(two, "friend")
    bert = Program(one, "Bert")
    refused = bert.at(two).post  # somebody else may
    assert (
        refused("/tables", json={"game": SLUG, "seats": [{"who": "me"}, {"who": "friend"}]}).status_code
        == 201
    )
    answer = ada.at(two).post("/tables", json={"game": SLUG, "seats": [{"who": "me"}, {"who": "friend"}]})
    assert answer.status_code == 429
    cleo = Program(one, "Cleo")
    wait_until(lambda: cleo.at(one).get("/games").status_code == 429)
    wait_until(lambda: cleo.at(two).get("/games").status_code == 429)


def test_a_restarted_database_refuses_moves_for_a_while_and_doubles_none() -> None:
    need("PostgreSQL")
    # In a house of its own, whose database others do not need meanwhile.
    with PostgreSQL() as server, Redis("redis") as bus, database(server, "house") as url:
        bring_up(url)
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            options = ("--store", url, "--bus", bus.url)
            served = Server(Path(folder), ROOMY, minds=-1, options=options)
            ada = Program(served, "Ada")
            table = ada.open(served, "friend")
            bert = Program(served, "Bert")
            bert.at(served).post(f"/tables/{table}/sit", json={"name": "Bert"}).raise_for_status()
            acknowledged, refused = 0, set()
            with ThreadPoolExecutor(1) as pool:
                restarting = pool.submit(server.restart)
                ended = 0.0
                while not ended or time.monotonic() < ended + 1.0:
                    ended = ended or (time.monotonic() if restarting.done() else 0.0)
                    look = ada.at(served).get(f"/tables/{table}").json()["look"]
                    player = ada if look["to_act"] == 0 else bert
                    seen = player.choices(served, table)
                    if not seen["choices"]:
                        break
                    answer = player.play(served, table, seen)
                    if answer.status_code == 200:
                        acknowledged += 1
                    else:
                        refused.add((answer.status_code, answer.json()["error"]))
                        time.sleep(0.05)
                restarting.result()
            assert {status for status, _word in refused} <= {503, 409}
            moves = ada.choices(served, table)["move"]
            assert acknowledged <= moves <= acknowledged + 2  # those in doubt may have been kept
            assert acknowledged > 5
            served.kill()


def test_a_server_that_cannot_share_says_so() -> None:
    for options, why in [
        (("--bus", "redis://127.0.0.1:1/0"), "need a --store postgresql://"),
        (("--store", "mysql://127.0.0.1/house"), "a store is a folder, or like postgresql://"),
        (
            ("--store", "postgresql://ada:secret@127.0.0.1:1/house"),
            "127.0.0.1:1/house cannot be used as a store",
        ),
        (("--store", "postgresql://127.0.0.1:1/house", "--minds-elsewhere"), "--bus redis://"),
    ]:
        command = [sys.executable, "-m", "longbeard", "serve", "--port", "0", *options]
        said = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert said.returncode == 1
        assert why in said.stderr, said.stderr
        assert "secret" not in said.stderr
        assert "Traceback" not in said.stderr


def test_a_table_of_a_newer_longbeard_is_left_to_it_and_others_go_on(house: House) -> None:
    one = house.serve(minds=-1)
    ada = Program(one, "Ada")
    table, other = ada.open(one, "friend"), ada.open(one, "friend")
    name = house.store.rpartition("/")[2]
    newer = f"INSERT INTO entries VALUES ('{table}', 1, 0, 'levitate', 0, '', 7)"
    house.postgresql.sql(f"{newer}; UPDATE tables SET length = 1 WHERE id = '{table}'", name)
    answer = ada.at(one).get(f"/tables/{table}/choices")
    wait_until(lambda: ada.at(one).get(f"/tables/{table}/choices").status_code == 500)
    answer = ada.at(one).get(f"/tables/{table}/choices")
    assert answer.json()["error"] == "bad_record"
    assert "does not know yet" in answer.json()["text"]
    assert ada.at(one).get(f"/tables/{other}").status_code == 200
    assert ada.at(one).post(f"/tables/{table}/leave").status_code == 500
    assert house.postgresql.sql(f"SELECT count(*) FROM entries WHERE table_id = '{table}'", name) == "1\n"


def test_minds_elsewhere_think_and_one_that_dies_leaves_its_question_to_another(house: House) -> None:
    one = house.serve("--minds-elsewhere", minds=-1)
    first = house.think()
    ada = Program(one, "Ada")
    table = ada.open(one, QUICK)
    for _ in range(6):
        seen = ada.my_turn(one, table)
        ada.play(one, table, seen).raise_for_status()
    ada.my_turn(one, table)
    house.think()
    first.send_signal(signal.SIGSTOP)  # what it takes from now on it will never answer
    for _ in range(3):
        ada.play(one, table, ada.my_turn(one, table)).raise_for_status()
    ada.my_turn(one, table)
    assert "could not move" not in one.logged()
    assert "had no idea" not in one.logged()


def test_a_policy_thinks_in_minds_elsewhere_and_a_bot_does_where_it_is_not(
    house: House, tmp_path: Path
) -> None:
    path = network(rooms()[SLUG], tmp_path / "ranks.onnx")
    policy = ("--policy", f"Ranks=onnx:{path}")
    one, two = house.serve("--minds-elsewhere", *policy, minds=-1), house.serve(*policy, minds=-1)
    first = house.think(*policy)
    ada = Program(one, "Ada")
    others = rooms()[SLUG].plate.seats[0] - 1
    assert ada.at(two).get("/games").json() == ada.at(one).get("/games").json()
    table = ada.open(one, *["policy:Ranks"] * others)
    for _ in range(3):
        seen = ada.my_turn(one, table, PATIENCE)
        ada.play(one, table, seen).raise_for_status()
    ada.my_turn(one, table, PATIENCE)
    assert "did not decide" not in one.logged()
    first.kill()
    house.think()  # it was started without the policy
    seen = ada.my_turn(one, table, PATIENCE)
    ada.play(one, table, seen).raise_for_status()
    wait_until(lambda: "there is no policy Ranks here" in one.logged(), PATIENCE)
    ada.my_turn(one, table, PATIENCE)


def test_nothing_secret_is_on_the_bus(house: House) -> None:
    listening = redis_client.Redis.from_url(house.redis.url, decode_responses=True, socket_timeout=PATIENCE)
    with listening.monitor() as monitor:  # type: ignore[no-untyped-call]
        heard: list[str] = []
        pool = ThreadPoolExecutor(1)

        def listen() -> None:
            for command in monitor.listen():
                heard.append(str(command["command"]))
                if "the end of it" in heard[-1]:
                    return

        listened = pool.submit(listen)
        one, two = house.serve("--minds-elsewhere", minds=-1), house.serve(minds=-1)
        house.think()
        ada = Visitor(one.base)
        table = ada.open(SLUG, ["me", QUICK])
        with ada.socket(table) as line:
            line.say("chat", text="a word between us")
            for _ in range(4):
                line.my_turn()
                line.play()
            line.my_turn()
            line.say("hint")
            while (said := line.hear())["type"] != "hint":
                assert said["type"] != "error", said
        Visitor(two.base).client.get(f"/t/{table}/watch")
        listening.publish("elsewhere", "the end of it")
        listened.result(PATIENCE)
        pool.shutdown()
    name = house.store.rpartition("/")[2]
    opening = json.loads(house.postgresql.sql("SELECT opening FROM tables", name))
    entries = house.postgresql.sql("SELECT text FROM entries WHERE kind = 'play'", name).split()
    secrets = [opening["secret"], opening["host"], *(seat["token"] for seat in opening["seats"])]
    text = "\n".join(heard)
    assert len(heard) > 10
    assert "XREADGROUP" in text
    assert table in text
    for secret in [*secrets, *(seat["name"] for seat in opening["seats"]), "a word between us"]:
        assert not secret or secret not in text
    assert not [entry for entry in entries if ":" in entry and entry in text]
