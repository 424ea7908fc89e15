"""Policies that an operator offers at the web table: by name alone, with a stand-in if they fail."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.networks import network
from tests.twins import Twin, real_match
from tests.web.served import ROOMY, Server, Visitor
from tests.web.test_minds import a_match, question

from longbeard.engine import gate
from longbeard.engine.errors import BadOptions
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.store.sqlite import SQLiteStore
from longbeard.table import minds as minds_module
from longbeard.table.house import FORFEIT_WORDS, GONE_WORDS
from longbeard.table.live import restore
from longbeard.table.mind import Mind
from longbeard.table.minds import FAILURES, MindProcesses
from longbeard.table.policies import NO_POLICIES, open_policies, read_policies

ROOM = next(iter(rooms().values()))
SLUG = ROOM.plate.slug
FEWEST = ROOM.plate.seats[0]
Start = Callable[..., Server]
BOTS = """
import json, os, sys, time
from longbeard.bots.policy import Asked, Policy

class Slow(Policy):
    def decide(self, asked):
        time.sleep(600)

class Fatal(Policy):
    def decide(self, asked):
        os._exit(3)

class Ill(Policy):
    def decide(self, asked):
        print("this is no answer")
        os.write(1, b"neither is this\\\\n")
        raise ZeroDivisionError("by nought")

class Choosy(Policy):
    def plays(self, game, players, numbers, actions):
        return players == 2 and numbers > 0 and actions > 0

    def decide(self, asked):
        return asked.legal[-1]

class Nowhere(Choosy):
    def plays(self, game, players, numbers, actions):
        return False

class Notes(Policy):
    def begin(self, game, players, seat, seed):
        self.told = [game, players, seat]

    def decide(self, asked):
        told = [*self.told, asked.game, asked.players, asked.seat, asked.move, asked.legal]
        told += [asked.observation.tolist(), asked.mask.tolist(), asked.look()]
        told += [[asked.text(action) for action in asked.legal]]
        with open(os.environ["NOTES"], "a") as file:
            file.write(json.dumps(told) + "\\\\n")
        return asked.legal[0]
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module with policies, in a folder that Python finds, here and in other processes."""
    (tmp_path / "bots_of_the_house.py").write_text(BOTS.replace("\\\\", "\\"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", ":".join(path for path in sys.path if path))
    sys.modules.pop("bots_of_the_house", None)
    return "bots_of_the_house"


def ask(minds: MindProcesses, match: Match, bot: str) -> Any:
    return minds.think(question(match, bot))


def test_a_policy_that_fails_has_a_stand_in_and_it_is_said_why(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minds_module, "START_LIMIT", 20.0)
    monkeypatch.setattr(minds_module, "TIME_LIMIT", 0.2)
    specs = {name: f"{module}:{name}" for name in ("Slow", "Fatal", "Ill", "Choosy")}

    async def test() -> None:
        minds, match = MindProcesses(1, specs), a_match()
        legal = match.state.legal()
        said = await ask(minds, match, "policy:Choosy")
        assert said == {"action": legal[-1], "forfeit": ""}
        said = await ask(minds, match, "policy:Ill")
        assert said["action"] in legal
        assert said["forfeit"] == "ZeroDivisionError: by nought"
        assert minds.deaths == 0
        for _time in range(FAILURES):
            said = await ask(minds, match, "policy:Fatal")
            assert said["action"] in legal
            assert "its process died" in said["forfeit"]
        said = await ask(minds, match, "policy:Fatal")
        assert "not asked again" in said["forfeit"]
        assert minds.deaths == FAILURES
        said = await ask(minds, match, "policy:Nobody")
        assert said["action"] in legal
        assert said["unknown"]
        monkeypatch.setattr(minds_module, "START_LIMIT", 0.2)
        other = a_match(2)
        said = await ask(minds, other, "policy:Slow")
        assert said["action"] in other.state.legal()
        assert "too long" in said["forfeit"]
        assert minds.deaths == FAILURES + 1
        await minds.close()

    asyncio.run(asyncio.wait_for(test(), 300))


def last_choice(match: Match) -> int:
    return match.room.parse(match.state, gate.look(match, match.to_act)["choices"][-1]["action"])


def test_a_program_is_a_policy_and_is_ended_with_its_match(tmp_path: Path, module: str) -> None:
    path = tmp_path / "last.py"
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'decide':\n"
        "        print(json.dumps({'action': message['legal'][-1]}), flush=True)\n"
    )
    mind = Mind({"Last": f"{sys.executable} {path}"})
    for secret in range(6):  # more than a mind remembers
        match = a_match(secret)
        said = mind.answer(question(match, "policy:Last").facts())
        assert said == {"action": last_choice(match), "forfeit": ""}
    ended = {player for _match, player in mind._kept.values()}
    assert len(ended) < 6
    for player in ended:
        player.close()


def test_a_policy_gets_what_its_seat_may_know_and_nothing_else(
    room: Room, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTES", str(tmp_path / "notes"))
    match = real_match(room, room.plate.seats[0], 12)
    seat, twin = match.to_act, Twin(match, match.to_act)
    for one in (match, twin):
        mind = Mind({"Notes": f"{module}:Notes"})
        asked = question(one, "policy:Notes").facts() | {"seat": seat}
        seated = mind._player("policy:Notes", room)
        mind._kept[asked["secret"], seat, "policy:Notes"] = (one, seated)
        assert mind.answer(asked)["forfeit"] == ""
    first, second = (tmp_path / "notes").read_text().splitlines()
    assert json.loads(first) == json.loads(second)
    assert match.secret.hex() not in first


def test_only_names_of_the_operator_are_read() -> None:
    for text in ("Nettle", "=onnx:x", "Nettle=", " = "):
        with pytest.raises(BadOptions, match="NAME=SPEC"):
            read_policies([text])
    with pytest.raises(BadOptions, match="no quotes"):
        read_policies(['Old "Nettle"=a:B'])
    with pytest.raises(BadOptions, match="two called Nettle"):
        read_policies(["Nettle=a:B", "Nettle=c:D"])
    assert open_policies({}) is NO_POLICIES


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("onnx:/no/such/file", "no such file"),
        ("no_such_module:Bot", "PYTHONPATH"),
        ("/no/such/program", "no program"),
        ("greedy", "our own bots"),
        ("bots_of_the_house:Nowhere", "fits no game"),
    ],
)
def test_a_policy_that_cannot_play_is_refused_at_the_start(module: str, spec: str, why: str) -> None:
    with pytest.raises(BadOptions, match=why) as error:
        open_policies({"Nettle": spec})
    assert "Nettle" in str(error.value)


def test_a_policy_plays_where_it_fits(module: str, tmp_path: Path) -> None:
    path = network(ROOM, tmp_path / "ranks.onnx")
    found = open_policies({"Ranks": f"onnx:{path}", "Choosy": f"{module}:Choosy"})
    assert found.plays["Ranks"] == {SLUG: (FEWEST,)}
    with_two = {slug for slug, room in rooms().items() if room.plate.seats[0] == 2 and room.game.encoder}
    assert found.plays["Choosy"] == dict.fromkeys(found.plays["Choosy"], (2,))
    assert set(found.plays["Choosy"]) == with_two
    with pytest.raises(BadOptions, match=f"with {FEWEST} players"):
        found.refuse("policy:Ranks", SLUG, FEWEST + 1)
    assert found.or_usual("policy:Gone", SLUG, FEWEST) == NO_POLICIES.or_usual("policy:x", SLUG, FEWEST)


def test_a_network_plays_at_the_web_table_and_a_bot_plays_on_when_it_is_gone(
    own_server: Start, tmp_path: Path
) -> None:
    path = network(ROOM, tmp_path / "ranks.onnx")
    options = ("--policy", f"Old Ranks=onnx:{path}")
    server = own_server(*ROOMY, options=options)
    ada = Visitor(server.base)
    home, form = ada.client.get("/").text, ada.client.get(f"/new/{SLUG}").text
    assert home.count('<option value="policy:Old Ranks">Old Ranks</option>') == 1  # in the one game it fits
    assert "Bot: Old Ranks" in form
    assert str(path) not in home + form
    levels = ada.client.get("/api/v1/games").json()["levels"]
    assert [one["title"] for one in levels if one["name"] == "policy:Old Ranks"] == ["Old Ranks"]
    for who in ("policy:Young Ranks", f"onnx:{path}", f"policy:onnx:{path}"):
        refused = ada.client.post(f"/new/{SLUG}", data={"seats": str(FEWEST), "who": ["me", who]})
        assert refused.status_code == 400
        refused = ada.client.post(f"/quick/{SLUG}", data={"level": who})
        assert refused.status_code == 400
    quick = ada.client.post(f"/quick/{SLUG}", data={"level": "policy:Old Ranks"})
    assert quick.status_code == 303
    table = ada.open(SLUG, ["me", *["policy:Old Ranks"] * (FEWEST - 1)])
    assert "Bot: Old Ranks" in ada.client.get(f"/t/{table}").text
    with ada.socket(table) as line:
        for _move in range(4):
            line.play()
            line.my_turn()
    assert "did not decide" not in server.logged()
    assert server.stop() == 0
    assert moves_of_others(tmp_path, table) == [True] * len(moves_of_others(tmp_path, table)) != []
    # The operator takes it away: the table says so, and goes on.
    server.options = ()
    server.start()
    with Visitor.socket(ada, table) as line:
        line.my_turn()
        for _move in range(4):
            if not line.over:
                line.play()
                line.my_turn()
    assert "there is no policy Old Ranks here" in server.logged()
    page = ada.client.get(f"/t/{table}").text
    assert page.count(GONE_WORDS) == 1
    assert ada.client.post(f"/quick/{SLUG}", data={"level": "policy:Old Ranks"}).status_code == 400
    assert server.stop() == 0
    assert "Traceback" not in server.logged()


def moves_of_others(folder: Path, name: str) -> list[bool]:
    """For each move of a policy at a table, whether it was the one with the best score."""
    store = SQLiteStore(folder / "tables.sqlite")
    kept = store.load(name)
    store.close()
    assert kept is not None
    table = restore(name, kept.opening, [(one.kind, one.seat, one.text) for one in kept.entries])
    match = table.match
    return [
        match.state_at(number).legal()[-1] == move.action
        for number, move in enumerate(match.log)
        if table.seats[move.seat].bot
    ]


def test_a_policy_that_fails_at_the_web_table_says_so_once(
    own_server: Start, module: str, tmp_path: Path
) -> None:
    server = own_server(*ROOMY, options=("--policy", f"Ill={module}:Ill"))
    ada = Visitor(server.base)
    table = ada.open(SLUG, ["me", *["policy:Ill"] * (FEWEST - 1)])
    with ada.socket(table) as line:
        for _move in range(4):
            line.play()
            line.my_turn()
    page = ada.client.get(f"/t/{table}").text
    assert page.count(FORFEIT_WORDS) == FEWEST - 1
    assert "by nought" not in page  # that is for the operator
    assert "policy Ill did not decide: ZeroDivisionError: by nought" in server.logged()
    counted = ada.client.get("/metrics").text
    assert 'longbeard_policy_forfeits_total{policy="Ill"}' in counted


def test_a_server_with_a_policy_that_cannot_be_loaded_does_not_start(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "longbeard", "serve", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(
        [*command, "--policy", "Nettle=onnx:/no/such/file"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Nettle: onnx:/no/such/file: there is no such file" in done.stderr
    assert "Traceback" not in done.stderr


def test_matches_with_a_policy_are_not_rated() -> None:
    from longbeard.people.ratings import Rating, rated
    from longbeard.people.results import Sitting

    def sitting(seat: int, person: str, bot: str) -> Sitting:
        return Sitting(seat, person, bot, person or bot, "", seat + 1, seat == 0, 0, True, True)

    known = {"ada": Rating()}
    assert rated([sitting(0, "ada", ""), sitting(1, "", "policy:Ill")], known) == {}
    assert rated([sitting(0, "ada", ""), sitting(1, "", "journeyman")], known)["ada"].mu > Rating().mu
