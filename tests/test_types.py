"""What mypy and editors know of the installed package, though its classes are compiled.

The wheel has its sources beside what is compiled, and `py.typed`. A game of somebody else is checked against
the installed package alone; the tests of the source have `make types`.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from longbeard.engine.build import compiled

pytest.importorskip("mypy", reason="types are checked with the tools of `make test`")
ROOT = Path(__file__).parents[1]
GAMES = (
    ROOT / "examples/games/bats/src/small_bats",
    ROOT / "bench/match_the_top/src/match_the_top",
)
"""A declared game, and one in the fast form with a State of its own."""
WRONG = {
    "state.resolve('give:2', QuickLuck(1))": 'incompatible type "str"',
    "state.offers(choices)": 'has no attribute "offers"',
    "seat: str = state.to_act()": "Incompatible types in assignment",
    "luck: KeyedLuck = QuickLuck(1)": "Incompatible types in assignment",
    "state.tell()": "Missing positional argument",
    "game.luck.draw(game.deck)": "Missing positional argument",
    "game.hand[game.turn].give(3, game.trick)": 'incompatible type "int"',
    "Table('small_bats', players=3)": 'Unexpected keyword argument "players"',
}
"""Wrong calls, and what is said of each."""
HEAD = """
from longbeard.engine.luck import KeyedLuck, QuickLuck
from longbeard.engine.state import Choices, State
from longbeard.testing import Table
from small_bats.rules import Bats


def wrong(state: State, choices: Choices, game: Bats) -> None:
"""


def mypy(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Check files in a folder of their own, strictly, against what is installed for this Python."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MYPY")}
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", sys.executable, *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the games of somebody else, and nothing of ours."""
    if not compiled():
        pytest.skip("this is about the compiled wheel")
    folder = tmp_path_factory.mktemp("theirs")
    for game in GAMES:
        shutil.copytree(game, folder / game.name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_games_of_others_are_checked_against_the_installed_wheel(folder: Path) -> None:
    done = mypy(folder, *(game.name for game in GAMES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Success" in done.stdout


def test_every_wrong_call_is_reported_where_it_is(folder: Path) -> None:
    (folder / "wrong.py").write_text(HEAD + "".join(f"    {line}\n" for line in WRONG), encoding="utf-8")
    done = mypy(folder, "wrong.py")
    assert done.returncode == 1, done.stdout + done.stderr
    said = dict(re.findall(r"^wrong\.py:(\d+): error: (.*)$", done.stdout, re.MULTILINE))
    first = HEAD.count("\n") + 1
    assert {*said} == {str(first + place) for place in range(len(WRONG))}, done.stdout
    for place, (line, expected) in enumerate(WRONG.items()):
        assert expected in said[str(first + place)], line
