"""`longbeard compile`: builds somebody's game and the house as one compiled group, and installs both here."""

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import click

import longbeard
from longbeard.engine.errors import BadOptions


def compile_game(folder: Path, source: Path | None) -> None:
    """Compile a game with Longbeard's source, and install the two wheels into this environment."""
    package = package_of(folder)
    house = source_of(source)
    make = ["make", "--no-print-directory", "-C", str(house), "build/compiler/.ready", "assets"]
    _run(make, "preparing the compiler")
    python = house / "build" / "compiler" / "bin" / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel"]
    flags = ["--no-build-isolation", "--no-deps"]
    with tempfile.TemporaryDirectory(prefix="longbeard-") as place:
        together = os.environ | {"LONGBEARD_WITH": str(package), "LONGBEARD_COMPILE": "yes"}
        _run([*pip, *flags, "-w", place, str(house)], f"compiling Longbeard with {package.name}", together)
        _run([*pip, *flags, "-w", place, str(folder.resolve())], f"gathering {package.name}")
        wheels = sorted(str(path) for path in Path(place).glob("*.whl"))
        install = [sys.executable, "-m", "pip", "--quiet", "install", "--force-reinstall", "--no-deps"]
        _run([*install, *wheels], "installing both")


def package_of(folder: Path) -> Path:
    """Return the package of a game's project, as its entry point names it."""
    project = folder / "pyproject.toml"
    if not project.exists():
        raise BadOptions(f"there is no pyproject.toml in {folder}: name the folder of the game's project")
    found = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
    games = found.get("entry-points", {}).get("longbeard.games", {})
    if len(games) != 1:
        raise BadOptions(f'{project} has to name one game under [project.entry-points."longbeard.games"]')
    (name,) = games.values()
    for parent in (folder / "src", folder):
        package = parent.joinpath(*name.split("."))
        if (package / "__init__.py").exists():
            return package.resolve()
    raise BadOptions(
        f"{project} names the package {name}, which is neither in {folder / 'src'} nor in {folder}"
    )


def source_of(given: Path | None) -> Path:
    """Return the folder of Longbeard's own source: the one that is named, or the one that is running."""
    source = given or Path(longbeard.__file__).parents[2]
    if not (source / "setup.py").exists() or not (source / "src" / "longbeard").is_dir():
        raise BadOptions(
            f"{source} is not Longbeard's source, with which a game is compiled as one: "
            "--source names a clone of it, or an unpacked sdist"
        )
    return source.resolve()


def _run(command: list[str], doing: str, environment: dict[str, str] | None = None) -> None:
    click.echo(f"longbeard: {doing} …", err=True)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadOptions(f"{doing} failed:\n{(done.stdout + done.stderr)[-3000:]}")
