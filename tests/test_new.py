"""A newcomer's walk: `longbeard new`, install, play, check, test, arena, environments, paper."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def run(folder: Path, *words: str, typed: str = "", more: str = "") -> subprocess.CompletedProcess[str]:
    given = [str(Path(one).resolve()) for one in os.environ.get("PYTHONPATH", "").split(os.pathsep) if one]
    path = os.pathsep.join([*([more] if more else []), *given])
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, input=typed, capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": path, "XDG_DATA_HOME": str(folder)}, timeout=300, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a new game, installed beside it."""
    folder = tmp_path_factory.mktemp("author")
    made = run(folder, "longbeard", "new", "my-game", "--players", "2-6")
    assert made.returncode == 0, made.stderr
    assert "longbeard check my-game" in made.stdout
    pip = ("pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", "site", "./my-game")
    installed = run(folder, *pip)
    assert installed.returncode == 0, installed.stderr
    return folder


def test_it_passes_the_suite_with_its_paperwork(walk: Path) -> None:
    shown = run(walk, "longbeard", "check", "my-game", "--matches", "20", more=str(walk / "site"))
    assert shown.returncode == 0, shown.stdout
    assert "my-game: passed." in shown.stdout
    assert "not checked" not in shown.stdout


def test_its_tests_pass(walk: Path) -> None:
    tests = run(
        walk / "my-game", "pytest", "-q", "-p", "no:cacheprovider", more=str(walk / "my-game" / "src")
    )
    assert tests.returncode == 0, tests.stdout


@pytest.mark.parametrize("players", ["3", "4-5"])
def test_other_numbers_of_players_pass_their_tests(players: str, tmp_path: Path) -> None:
    assert run(tmp_path, "longbeard", "new", "other", "--players", players).returncode == 0
    more = str(tmp_path / "other" / "src")
    tests = run(tmp_path / "other", "pytest", "-q", "-p", "no:cacheprovider", more=more)
    assert tests.returncode == 0, tests.stdout


def test_it_is_played_learnt_and_matched(walk: Path) -> None:
    site = str(walk / "site")
    played = run(walk, "longbeard", "play", "my-game", "--players", "3", typed="1\n" * 50, more=site)
    assert "It is over" in played.stdout, played.stderr
    learnt = run(walk, "longbeard", "learn", "my-game", typed="1\n" * 20, more=site)
    assert "Dragon" in learnt.stdout, learnt.stderr
    ask = ("longbeard", "arena", "my-game", "--bots", "search:40,random", "-n", "4", "--json")
    arena = run(walk, *ask, more=site)
    assert json.loads(arena.stdout)["matches"] == 4, arena.stderr


def test_it_is_printed_and_learnt_on(walk: Path) -> None:
    site = str(walk / "site")
    pytest.importorskip("typst", reason="paper needs the extra `print`")
    printed = run(walk, "longbeard", "press", "my-game", "-o", "cards.pdf", more=site)
    assert printed.returncode == 0, printed.stderr
    pytest.importorskip("pettingzoo", reason="environments need the extra `rl`")
    code = (
        "from longbeard.rl import pettingzoo; from pettingzoo.test import api_test; "
        "api_test(pettingzoo.env('my-game', players=3), num_cycles=50)"
    )
    given = os.environ | {
        "PYTHONPATH": os.pathsep.join([site, *filter(None, [os.environ.get("PYTHONPATH", "")])])
    }
    tested = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], env=given, capture_output=True, text=True, check=False
    )
    assert tested.returncode == 0, tested.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("My Game",), "not a name for a game"),
        (("json",), "not a name for a game"),
        (("other", "--players", "1-9"), "from 2 to 6"),
        (("my-game",), "is there already"),
    ],
)
def test_what_cannot_be_made_is_refused(walk: Path, words: tuple[str, ...], says: str) -> None:
    before = sorted(walk.rglob("*.py"))
    refused = run(walk, "longbeard", "new", *words)
    assert refused.returncode == 1
    assert says in refused.stderr
    assert sorted(walk.rglob("*.py")) == before


def test_matches_are_recorded_for_every_ending(walk: Path, tmp_path: Path) -> None:
    words = ("longbeard", "record", "my-game", "--every-ending", "-o", str(tmp_path))
    made = run(walk, *words, more=str(walk / "site"))
    assert made.returncode == 0, made.stderr
    assert sorted(path.stem for path in tmp_path.iterdir()) == [f"hands-{seats}" for seats in range(2, 7)]
