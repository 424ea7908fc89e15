"""Bots that are Python classes, and programs that want numbers: at the table and in the arena."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
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

class Nothing:
    pass
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


def test_an_error_of_a_class_is_a_forfeit_that_says_what_it_was(room: Room) -> None:
    class Ill(Policy):
        def decide(self, asked: Asked) -> int:
            raise ZeroDivisionError("by nought")

    match, mine = new_match(room), PolicyPlayer("Ill", Ill())
    assert mine.decide(match, match.to_act, QuickLuck(1)) in match.state.legal()
    assert mine.forfeits[0].reason == "ZeroDivisionError: by nought"


def test_what_is_no_bot_is_refused(room: Room, module: str) -> None:
    for spec, why in (
        (f"{module}:Nothing", "subclass"),
        (f"{module}:Missing", "Missing"),
        ("no_such:Bot", "PYTHONPATH"),
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


def test_no_policy_is_installed_by_default() -> None:
    assert installed() == {}
