"""Bots that are Python classes, and programs that want numbers: at the table and in the arena."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from onnx import TensorProto, helper, save
from tests.networks import network
from tests.twins import Twin, real_match

from longbeard.bots.outside import OutsidePlayer
from longbeard.bots.player import player, split_name
from longbeard.bots.policy import Asked, Policy, PolicyPlayer, installed
from longbeard.engine.errors import BadOptions
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room

BOTS = """
from longbeard.bots.policy import Asked, Policy

class Last(Policy):
    made = 0

    def __init__(self):
        type(self).made += 1

    def decide(self, asked: Asked) -> int:
        assert [place for place, allowed in enumerate(asked.mask) if allowed] == asked.legal
        assert asked.imagine().legal() == asked.legal
        assert asked.look()["choices"][-1]["action"] == asked.text(asked.legal[-1])
        return asked.legal[-1]

class Wrong(Policy):
    def decide(self, asked: Asked) -> int:
        return -1

class Half(Policy):
    def decide(self, asked: Asked) -> int:
        return asked.legal[0] + 0.5

class Nothing:
    pass

class Late(Policy):
    def __init__(self):
        open("/no/such/weights")
"""
PROGRAM = """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        if "mask" not in message:
            print(json.dumps({"wants": ["observation", "mask"], "stays": True}), flush=True)
            continue
        assert [n for n, one in enumerate(message["mask"]) if one] == sorted(message["actions"])
        with open(sys.argv[1], "a") as file:
            file.write(f"{os.getpid()} {len(message['observation'])}\\n")
        print(json.dumps({"action": message["actions"][0]}), flush=True)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """The name of a module with bots, in a folder that Python finds."""
    name = f"bots_of_{abs(hash(request.node.nodeid))}"
    (tmp_path / f"{name}.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    return name


def play(match: Match, seated: list[Any]) -> None:
    while not match.over:
        seat = match.to_act
        match.play(seat, seated[seat].decide(match, seat, QuickLuck(len(match.log))))
    for seat, one in enumerate(seated):
        one.finish(match, seat)


def new_match(room: Room, seed: int = 1) -> Match:
    names = [f"Wizard {seat}" for seat in range(room.plate.seats[0])]
    return Match(room, names, secret=seed_secret(seed))


def test_a_class_plays_whole_matches_and_is_made_once(room: Room, module: str) -> None:
    for seed in (1, 2):
        match = new_match(room, seed)
        others = [player("random", room) for _seat in range(len(match.seats) - 1)]
        mine = player(f"{module}:Last", room)
        play(match, [mine, *others])
        assert mine.forfeits == []
    assert sys.modules[module].Last.made == 1


def test_a_decision_that_is_not_allowed_is_a_forfeit(room: Room, module: str) -> None:
    match = new_match(room)
    mine = player(f"{module}:Wrong", room)
    assert mine.decide(match, match.to_act, QuickLuck(1)) in match.state.legal()
    assert [forfeit.reason for forfeit in mine.forfeits] == ["action -1 is not allowed now"]
    half = player(f"{module}:Half", room)
    assert half.decide(match, match.to_act, QuickLuck(1)) in match.state.legal()
    assert "'float' object cannot be interpreted as an integer" in half.forfeits[0].reason


def test_an_error_of_a_class_is_a_forfeit_that_says_what_it_was(room: Room) -> None:
    class Ill(Policy):
        def decide(self, asked: Asked) -> int:
            raise ZeroDivisionError("by nought")

    match, mine = new_match(room), PolicyPlayer("Ill", Ill())
    assert mine.decide(match, match.to_act, QuickLuck(1)) in match.state.legal()
    assert mine.forfeits[0].reason == "ZeroDivisionError: by nought"


def test_a_policy_is_told_whenever_it_is_asked_about_another_seat(room: Room) -> None:
    class Notes(Policy):
        def __init__(self) -> None:
            self.said: list[tuple[int, int]] = []
            self.luck = QuickLuck(1)

        def begin(self, game: str, players: int, seat: int, seed: int) -> None:
            self.said.append((seat, seed))

        def decide(self, asked: Asked) -> int:
            assert self.said[-1][0] == asked.seat
            return asked.legal[int(self.luck.below(len(asked.legal)))]

    policy, match = Notes(), new_match(room)
    seated = [PolicyPlayer("Notes", policy) for _seat in match.seats]
    play(match, seated)
    assert not any(one.forfeits for one in seated)
    assert len(set(policy.said)) == len({seat for seat, _seed in policy.said}) > 1  # each seat has one seed


def test_errors_at_the_beginning_and_the_end_are_told_and_stop_nothing(room: Room) -> None:
    class Ill(Policy):
        def begin(self, game: str, players: int, seat: int, seed: int) -> None:
            raise ValueError("not today")

        def decide(self, asked: Asked) -> int:
            raise AssertionError("nobody told it that a match has begun")

        def end(self, winners: list[int], scores: list[int]) -> None:
            raise ValueError("nor tomorrow")

    match = new_match(room)
    mine = PolicyPlayer("Ill", Ill())
    play(match, [mine, *(player("random", room) for _seat in match.seats[1:])])
    reasons = {forfeit.reason for forfeit in mine.forfeits}
    assert reasons == {"ValueError: not today", "at the end: ValueError: nor tomorrow"}


def test_what_is_no_bot_is_refused(room: Room, module: str) -> None:
    for spec, why in (
        (f"{module}:Nothing", "subclass"),
        (f"{module}:Missing", "Missing"),
        ("no_such:Bot", "PYTHONPATH"),
        (f"{module}:Late", "cannot be made: FileNotFoundError"),
    ):
        with pytest.raises(BadOptions, match=why):
            player(spec, room)
    with pytest.raises(BadOptions, match="no code of others"):
        player(f"{module}:Last", room, outside=False)
    assert split_name(f"{module}:Last") == (f"{module}:Last", "")


def test_a_policy_is_told_nothing_that_its_seat_may_not_know(room: Room) -> None:
    """Observation, mask and look of a match and of its twin are the same."""
    match = real_match(room, room.plate.seats[0], 12)
    seat = match.to_act
    twin = Twin(match, seat)
    one, other = Asked(match, seat, QuickLuck(1)), Asked(twin, seat, QuickLuck(1))
    assert one.observation.tolist() == other.observation.tolist()
    assert one.mask.tolist() == other.mask.tolist()
    assert one.look() == other.look()


def test_a_program_gets_numbers_if_it_wants_them_and_stays_for_the_next_match(
    room: Room, tmp_path: Path
) -> None:
    path, seen = tmp_path / "bot.py", tmp_path / "seen"
    path.write_text(PROGRAM)
    for seed in (1, 2):
        match = new_match(room, seed)
        mine = OutsidePlayer([sys.executable, str(path), str(seen)], 60.0)
        others = [player("random", room) for _seat in range(len(match.seats) - 1)]
        play(match, [mine, *others])
        assert mine.forfeits == []
    lines = [line.split() for line in seen.read_text().splitlines()]
    assert len({process for process, _width in lines}) == 1
    assert len({width for _process, width in lines}) == 1


def test_a_program_that_only_ever_wants_is_out_of_step(room: Room, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if '\"decide\"' in line:\n"
        "        print('{\"wants\": []}', flush=True)\n"
    )
    match = new_match(room)
    mine = OutsidePlayer([sys.executable, str(path)], 60.0)
    mine.decide(match, match.to_act, QuickLuck(1))
    mine.close()
    assert "asked twice" in mine.forfeits[0].reason


def test_a_class_enters_the_arena(module: str, room: Room, tmp_path: Path) -> None:
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "longbeard", "arena", room.plate.slug, "-n", "2"]
    done = subprocess.run(
        [*command, "--bots", f"{module}:Last,random"],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert f"{module}:Last" in done.stdout


@pytest.mark.parametrize("masked", [False, True])
def test_a_network_in_a_file_plays_the_best_of_what_is_allowed(
    room: Room, tmp_path: Path, masked: bool
) -> None:
    match = new_match(room)
    mine = player(f"onnx:{network(room, tmp_path / 'ranks.onnx', masked=masked)}", room)
    assert mine.name == "ranks"
    while not match.over:
        seat, legal = match.to_act, match.state.legal()
        action = mine.decide(match, seat, QuickLuck(1))
        assert action == legal[-1]
        match.play(seat, legal[QuickLuck(len(match.log)).below(len(legal))])
    assert mine.forfeits == []


def test_a_network_of_another_table_forfeits_and_says_why(room: Room, tmp_path: Path) -> None:
    match = new_match(room)
    mine = player(f"onnx:{network(room, tmp_path / 'short.onnx', actions=1)}", room)
    assert mine.decide(match, match.to_act, QuickLuck(1)) in match.state.legal()
    assert "scores of shape (1, 1)" in mine.forfeits[0].reason


def test_what_is_no_network_is_refused(tmp_path: Path, room: Room) -> None:
    (tmp_path / "text.onnx").write_text("not a network")
    info = helper.make_tensor_value_info
    strange = helper.make_graph(
        [helper.make_node("Identity", ["pixels"], ["scores"])],
        "strange",
        [info("pixels", TensorProto.FLOAT, ["rows", 4])],
        [info("scores", TensorProto.FLOAT, ["rows", 4])],
    )
    save(helper.make_model(strange, opset_imports=[helper.make_opsetid("", 18)], ir_version=10),
         tmp_path / "strange.onnx")  # fmt: skip
    for name, why in (
        ("missing.onnx", "no such file"),
        ("text.onnx", "is no network"),
        ("strange.onnx", "takes pixels"),
    ):
        with pytest.raises(BadOptions, match=why):
            player(f"onnx:{tmp_path / name}", room)
    with pytest.raises(BadOptions, match="no code of others"):
        player(f"onnx:{tmp_path / 'text.onnx'}", room, outside=False)


def test_an_installed_package_offers_its_policies_by_name(
    room: Room, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert installed() == {}
    folder = tmp_path / "site" / "brindle-1.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: brindle\nVersion: 1\n")
    (folder / "entry_points.txt").write_text(f"[longbeard.bots]\nbrindle = {module}:Last\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert installed() == {"brindle": f"{module}:Last"}
    match, mine = new_match(room), player("brindle", room)
    assert mine.name == "brindle"
    assert mine.decide(match, match.to_act, QuickLuck(1)) == match.state.legal()[-1]
    assert mine.forfeits == []
