"""Extras by job, and the line that installs one."""

import re
import tomllib
from pathlib import Path

import pytest

from longbeard.engine.errors import LongbeardError
from longbeard.terminal.extras import need


def test_a_missing_extra_names_its_pip_line() -> None:
    with pytest.raises(LongbeardError, match=r"pip install 'longbeard\[arena\]'"):
        need("no_such_module_anywhere", "arena")
    assert need("json", "arena").dumps([]) == "[]"


def test_there_is_an_extra_for_every_job_and_one_for_all() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    assert set(extras) == {
        "web",
        "servers",
        "otel",
        "arena",
        "lab",
        "cluster",
        "tui",
        "print",
        "push",
        "onnx",
        "rl",
        "openspiel",
        "all",
    }
    assert extras["all"] == ["longbeard[web,servers,otel,arena,lab,tui,print,push,onnx,openspiel]"]


def test_learners_are_not_given_openspiel_unless_they_ask_for_it() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    assert not [requirement for requirement in extras["rl"] if "spiel" in requirement]
    assert "longbeard[rl]" in extras["openspiel"]
    for path in (Path(__file__).parent.parent / "src").rglob("*.py"):
        if re.search(
            r"^\s*(import|from) (pyspiel|open_spiel)", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert path.name.startswith("openspiel"), path


def test_the_arena_needs_only_its_ratings_and_the_tests_have_them() -> None:
    pyproject = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    (openskill,) = pyproject["project"]["optional-dependencies"]["arena"]
    assert openskill.startswith("openskill")
    assert openskill in pyproject["dependency-groups"]["test"]


def test_engine_and_games_need_next_to_nothing() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
    names = {requirement.split("=")[0].split(">")[0].strip() for requirement in project["dependencies"]}
    assert names == {"librt", "mypy_extensions", "click", "rich"}
