"""A third party's game, installed from a package of its own as its author would, works with every command."""

import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

FIFTH = Path(__file__).parent / "fifth_game"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which pip has installed the game."""
    home = tmp_path_factory.mktemp("fifth")
    shutil.copytree(FIFTH, home / "source", ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*pip, "--target", str(home / "site"), str(home / "source")], check=True, capture_output=True
    )
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    absolute = [str(Path(folder).resolve()) for folder in given if folder]  # tests run in other folders, too
    path = os.pathsep.join([str(home / "site"), *absolute])
    return os.environ | {"PYTHONPATH": path, "XDG_DATA_HOME": str(home), "FIFTH": str(home)}


def run(installed: dict[str, str], *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "longbeard", *words],
        input=typed, capture_output=True, text=True, env=installed, timeout=120, check=False,
    )  # fmt: skip


def test_it_is_found_beside_ours(installed: dict[str, str]) -> None:
    slugs = [plate["slug"] for plate in json.loads(run(installed, "games", "--json").stdout)]
    assert "pocket-potions" in slugs
    assert len(slugs) > 1


def test_it_passes_the_conformance_suite_with_its_paperwork(installed: dict[str, str]) -> None:
    shown = run(installed, "check", "pocket-potions", "--matches", "100")
    assert shown.returncode == 0, shown.stdout
    assert "pocket-potions is plain Python." in shown.stdout
    assert "not checked" not in shown.stdout
    assert "pocket-potions: passed." in shown.stdout


def test_it_is_played_to_its_end_and_proved(installed: dict[str, str]) -> None:
    path = Path(installed["FIFTH"]) / "match.json"
    words = ("play", "pocket-potions", "--seats", "you:Ada,bot,random", "--seed", "2", "--save", str(path))
    shown = run(installed, *words, typed="1\n" * 500)
    assert "It is over" in shown.stdout, shown.stderr
    assert run(installed, "verify", str(path)).returncode == 0


def test_it_is_printed_with_the_numbers_of_a_designer(installed: dict[str, str]) -> None:
    pytest.importorskip("typst", reason="paper needs the extra `print`")
    folder = Path(installed["FIFTH"])
    data = (FIFTH / "src" / "pocket_potions" / "cards.toml").read_text()
    (folder / "mine.toml").write_text(data.replace("copies = [5,", "copies = [9,"))
    sizes = []
    ways = ((), ("--box", str(folder / "mine.toml")), ("--copies", "strength-1=9"))
    for number, changed in enumerate(ways):
        path = folder / f"{number}.pdf"
        ran = run(installed, "press", "pocket-potions", "--what", "cards", *changed, "-o", str(path))
        assert ran.returncode == 0, ran.stderr
        assert "at 100 %" in ran.stdout
        sizes.append(path.read_bytes())
    assert sizes[0] != sizes[1] == sizes[2]
    wrong = run(installed, "press", "pocket-potions", "--copies", "strength-99=1")
    assert wrong.returncode == 1
    assert "there is no piece strength-99" in wrong.stderr


def test_it_is_measured(installed: dict[str, str]) -> None:
    games = json.loads(run(installed, "bench", "--json", "--seconds", "0.2").stdout)["games"]
    assert any(game["game"] == "pocket-potions" and game["decisions_per_s"] > 0 for game in games)


def test_its_own_tests_pass(installed: dict[str, str]) -> None:
    tests = Path(installed["FIFTH"]) / "site" / "pocket_potions" / "tests"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--import-mode=importlib",
        "-p",
        "no:cacheprovider",
        str(tests),
    ]
    ran = subprocess.run(
        command, env=installed, capture_output=True, text=True, cwd=installed["FIFTH"], check=False
    )
    assert ran.returncode == 0, ran.stdout


def test_a_broken_neighbour_does_not_close_the_other_games(installed: dict[str, str], tmp_path: Path) -> None:
    shutil.copytree(Path(installed["FIFTH"]) / "site", tmp_path / "site")
    plate = tmp_path / "site" / "pocket_potions" / "__init__.py"
    plate.write_text(plate.read_text().replace("slug=", "slig="))
    path = installed["PYTHONPATH"].replace(str(Path(installed["FIFTH"]) / "site"), str(tmp_path / "site"))
    shown = run(installed | {"PYTHONPATH": path}, "games")
    assert shown.returncode == 0
    assert "pocket-potions is installed, but cannot be opened: TypeError" in shown.stderr


def test_rules_that_were_compiled_apart_are_refused_before_they_crash(
    installed: dict[str, str], tmp_path: Path
) -> None:
    shutil.copytree(Path(installed["FIFTH"]) / "site", tmp_path / "site")
    rules = tmp_path / "site" / "pocket_potions" / "rules.py"
    rules.rename(rules.with_name(f"rules{EXTENSION_SUFFIXES[0]}"))
    path = installed["PYTHONPATH"].replace(str(Path(installed["FIFTH"]) / "site"), str(tmp_path / "site"))
    shown = run(installed | {"PYTHONPATH": path}, "check", "pocket-potions", "--matches", "1")
    assert shown.returncode == 1
    assert "was compiled apart from Longbeard" in shown.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((".",), "there is no pyproject.toml"),
        ((str(FIFTH), "--source", "."), "is not Longbeard's source"),
    ],
)
def test_what_cannot_be_compiled_is_refused(
    installed: dict[str, str], tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    command = [sys.executable, "-m", "longbeard", "compile", *words]
    shown = subprocess.run(
        command, env=installed, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert shown.returncode == 1
    assert says in shown.stderr
