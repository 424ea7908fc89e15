"""What is released: version, tag and changelog agree, and nothing is missing from sdist and wheel."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.test_building import ROOT, load

HOUSE = ROOT / "src" / "longbeard"
RELEASED = "# Changelog\n\n## 0.2.0 (2026-12-01)\n\n- New.\n\n## 0.1.0 (2026-11-01)\n"


@pytest.mark.parametrize(
    ("tag", "version", "changelog", "says"),
    [
        ("v0.2.0", "0.2.0", RELEASED, ()),
        ("v0.2.1", "0.2.0", RELEASED, ("the tag has to be v0.2.0",)),
        ("0.2.0", "0.2.0", RELEASED, ("the tag has to be v0.2.0",)),
        ("v0.3.0", "0.3.0", RELEASED, ("the newest heading of CHANGELOG.md is 0.2.0",)),
        ("v0.2.0", "0.2.0", RELEASED.replace("2026-12-01", "unreleased"), ("put the day of the release",)),
        ("v0.2.0", "0.2.0", "# Changelog\n", ("has no heading like `## 0.2.0",)),
        ("v9", "0.3.0", RELEASED, ("has to be v0.3.0", "the newest heading")),
    ],
)
def test_a_tag_is_released_if_version_and_changelog_say_the_same(
    tag: str, version: str, changelog: str, says: tuple[str, ...]
) -> None:
    found = load("release").disagreements(tag, version, changelog)
    assert len(found) == len(says)
    for part, sentence in zip(says, found, strict=True):
        assert part in sentence


def test_the_version_has_one_home_and_heads_the_changelog() -> None:
    release = load("release")
    assert "version" in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dynamic"]
    heading = release.HEADING.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert heading is not None
    assert heading[1] == release.version()


def test_classifiers_wheels_and_tests_are_about_the_same_pythons() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    promised = load("release").promised_wheels()
    assert promised[0] == "cp311-manylinux_x86_64"
    patterns = [one.removesuffix("*") + "x86_64" for one in pyproject["tool"]["cibuildwheel"]["build"]]
    assert promised == patterns
    others = re.search(r"^OTHERS \?= (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert others is not None
    tried = ["3.11", *others[1].split()]
    assert promised == [f"cp{one.replace('.', '')}-manylinux_x86_64" for one in tried]
    assert pyproject["project"]["requires-python"] == f">={tried[0]}"


def test_a_release_is_tried_without_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("node", "npm", "cc"):
        (programs / name).touch()
    monkeypatch.setenv("PATH", str(programs))
    folder = Path(load("release").path_without_node(tmp_path / "bin"))
    assert [path.name for path in folder.iterdir()] == ["cc"]


def ours() -> Iterator[Path]:
    """Everything in the package's folder but what Python leaves there."""
    for path in HOUSE.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(ROOT / "src")


def run_setup(*words: str) -> None:
    environment = os.environ | {"LONGBEARD_COMPILE": "no"}
    command = [sys.executable, "-W", "ignore", "setup.py", "--quiet", *words]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)


def test_the_sdist_has_all_that_a_build_needs_with_fonts_and_icons(tmp_path: Path) -> None:
    run_setup("egg_info", "--egg-base", str(tmp_path))
    packed = set((tmp_path / "longbeard.egg-info" / "SOURCES.txt").read_text().splitlines())
    assert not {str(Path("src", path)) for path in ours()} - packed
    for name in ("setup.py", "build_assets.py", "build_docstrings.py", "pyproject.toml", "package-lock.json"):
        assert name in packed
    for name in ("Makefile", "constraints.txt", ".ci/step", "tests/conftest.py", "docs/declared.md"):
        assert name in packed
    assert "src/longbeard/web/built/.stamp" in packed  # without it, it would all be built again, with npm
    assert not [name for name in packed if name.endswith((".pyc", ".so"))]


def test_the_wheel_has_every_file_of_the_package_but_the_tests(tmp_path: Path) -> None:
    run_setup("build_py", "--build-lib", str(tmp_path))
    packed = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    for_building = {Path("longbeard/web/marks.svg"), Path("longbeard/web/built/.stamp")}
    assert packed == {path for path in ours() if path.parts[3:4] != ("tests",)} - for_building
    assert Path("longbeard/py.typed") in packed
    assert Path("longbeard/web/built/fonts/text.woff2") in packed
