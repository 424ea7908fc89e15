"""What the README shows works: its commands run, and its Python is a doctest."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from longbeard.engine import record
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import Match
from longbeard.games import rooms

ROOT = Path(__file__).parent.parent
GLOSSARY = "docs/glossary.md"
PAPERS = ("ARCHITECTURE.md", "CONTRIBUTING.md", GLOSSARY)
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (.+)$", README, re.MULTILINE)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one recorded match of Ada's in it."""
    home = tmp_path_factory.mktemp("home")
    match = Match(next(iter(rooms().values())), ["Ada", "Bert"], secret=seed_secret(1))
    while not match.over:
        match.play(match.to_act, match.state.legal()[0 if len(match.log) % 3 else -1])
    record.save(home / "match.json", record.write(match))
    return home


def test_every_command_works_in_the_order_shown(home: Path) -> None:
    environment = os.environ | {"XDG_DATA_HOME": str(home)}
    ours = [shlex.split(command.replace("FILE", str(home / "match.json"))) for command in COMMANDS]
    shown = [words[1:] for words in ours if words[0] == "longbeard"]
    assert shown
    for words in shown:
        ran = subprocess.run(
            [sys.executable, "-m", "longbeard", *words],
            input="q\n", capture_output=True, text=True, env=environment, timeout=120, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, (words, ran.stderr)
        assert ran.stdout


def test_every_make_target_shown_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"`make ([a-z]+)`", README + (ROOT / "CONTRIBUTING.md").read_text()))
    named |= {command.split()[1] for command in COMMANDS if command.startswith("make ")}
    assert named <= targets


def test_the_python_shown_does_what_is_shown() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_the_map_shows_every_part_of_the_house() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for path in (ROOT / "src" / "longbeard").iterdir():
        if (path / "__init__.py").exists():
            assert f"\n  {path.name}/ " in page, path.name
    for path in (ROOT / "src" / "longbeard" / "engine").glob("[a-z]*.py"):
        assert f"    {path.name} " in page, path.name


def test_the_papers_name_no_file_that_is_not_there() -> None:
    folders = ("src", "tests", "docs", "bench")
    files = {path.name for folder in folders for path in (ROOT / folder).rglob("*.*")}
    files |= {path.name for path in ROOT.iterdir()}
    for name in PAPERS:
        page = (ROOT / name).read_text(encoding="utf-8")
        named = set(re.findall(r"(?<![\w*-])\w+\.(?:py|js|md|toml)\b", page))
        assert named <= files, f"{name}: {sorted(named - files)}"
        for link in re.findall(r"\]\(([\w./-]+)\)", page):
            assert ((ROOT / name).parent / link).exists(), f"{name}: {link}"


def test_the_glossary_is_in_order_and_found_from_every_door() -> None:
    rows = re.findall(r"^\| ([^|]+) \|", (ROOT / GLOSSARY).read_text(encoding="utf-8"), re.MULTILINE)
    words = rows[1:]
    assert words == sorted(set(words))
    for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"):
        assert f"({GLOSSARY})" in (ROOT / name).read_text(encoding="utf-8"), name


def test_the_speed_shown_was_measured_on_every_game() -> None:
    for slug, room in rooms().items():
        if room.package.startswith("longbeard."):
            assert f"| {room.plate.title} " in README, slug
