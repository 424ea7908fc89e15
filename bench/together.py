"""How fast is somebody's game that `longbeard compile` compiled, beside the same game as a room of the house?

    python bench/together.py [--rounds 7] [--seconds 1] [--again]

Compiles `bench/match_the_top` twice, into two new environments: as a folder of `src/longbeard/games` in a
copy of this source, and as a package of its own with `longbeard compile`. Then both play at random in turn,
and their processor time counts, so that whatever else runs here does not. `--again` measures what was
compiled the last time. All is in build/together.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAME = ROOT / "bench" / "match_the_top"
PACKAGE = "match_the_top"
PLACE = ROOT / "build" / "together"
COMPILER = ROOT / "build" / "compiler" / "bin" / "python"
FILES = (
    "setup.py",
    "build_assets.py",
    "build_docstrings.py",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "NOTICE",
)
NPM_FILES = ("package.json", "package-lock.json", ".npmrc")
PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")
MEASURE = """
import sys
from time import process_time
from longbeard.engine.build import compiled
from longbeard.engine.luck import QuickLuck
from longbeard.engine.playout import playouts
from longbeard.games import room
game = room("match-the-top")
assert compiled() and game.compiled
table, luck = game.table(2), QuickLuck(1)
for line in sys.stdin:
    begin, decisions = process_time(), 0
    while process_time() - begin < float(line):
        decisions += playouts(table, luck, 500)
    print(decisions / (process_time() - begin), flush=True)
"""


def run(*command: object, **more: str) -> None:
    """Run a command, with more variables in its environment."""
    subprocess.run([str(word) for word in command], check=True, cwd=ROOT, env=os.environ | more)


def environment(name: str) -> Path:
    """Return the Python of a new environment that has what the rules need."""
    home = PLACE / name
    shutil.rmtree(home, ignore_errors=True)
    run(sys.executable, "-m", "venv", home)
    python = home / "bin" / "python"
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    run(python, *PIP, "install", "-c", ROOT / "constraints.txt", *needs)
    return python


def as_a_room() -> Path:
    """Compile the game as a room of the house, in a copy of it."""
    python, copy = environment("room"), PLACE / "house"
    shutil.rmtree(copy / "src", ignore_errors=True)
    shutil.copytree(ROOT / "src", copy / "src")
    for name in (*FILES, *NPM_FILES):
        shutil.copyfile(ROOT / name, copy / name)
    room = copy / "src" / "longbeard" / "games" / PACKAGE
    shutil.copytree(GAME / "src" / PACKAGE, room, dirs_exist_ok=True)
    for path in room.glob("*.py"):
        text = path.read_text(encoding="utf-8").replace(f"from {PACKAGE}", f"from longbeard.games.{PACKAGE}")
        path.write_text(text, encoding="utf-8")
    if not (copy / "build" / "npm").exists():
        shutil.copytree(ROOT / "build" / "npm", copy / "build" / "npm", symlinks=True)
    wheels = PLACE / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    run(
        COMPILER,
        *PIP,
        "wheel",
        "--no-build-isolation",
        "--no-deps",
        "-w",
        wheels,
        copy,
        LONGBEARD_COMPILE="yes",
    )
    run(python, *PIP, "install", "--no-deps", *wheels.glob("*.whl"))
    return python


def as_a_package() -> Path:
    """Compile the game as its author would."""
    python = environment("package")
    source = str(ROOT / "src")
    run(python, "-m", "longbeard", "compile", GAME, "--source", ROOT, PYTHONPATH=source)
    return python


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args()
    sides = {name: PLACE / name / "bin" / "python" for name in ("room", "package")}
    if not asked.again:
        run("make", "--no-print-directory", "build/compiler/.ready", "assets")
        sides = {"room": as_a_room(), "package": as_a_package()}
    rates: dict[str, list[float]] = {name: [] for name in sides}
    players = {
        name: subprocess.Popen(
            [python, "-c", MEASURE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for name, python in sides.items()
    }
    for number in range(asked.rounds):
        for name in sorted(players, reverse=number % 2 == 1):
            player = players[name]
            assert player.stdin is not None
            assert player.stdout is not None
            print(asked.seconds, file=player.stdin, flush=True)
            rates[name].append(float(player.stdout.readline()))
    for player in players.values():
        player.communicate()
    ratios = [package / room for package, room in zip(rates["package"], rates["room"], strict=True)]
    print(json.dumps({name: [round(rate) for rate in found] for name, found in rates.items()}))
    best = max(rates["package"]) / max(rates["room"])
    print(f"package beside room: median {statistics.median(ratios):.2f} of {asked.rounds} rounds", end=" ")
    print(f"({min(ratios):.2f} to {max(ratios):.2f}), best beside best {best:.2f}")


if __name__ == "__main__":
    main()
