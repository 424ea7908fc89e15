"""Compiled against interpreted, in turn, so that both meet the same noise. Run by `make bench`."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROUNDS = 3
SOURCE = Path(__file__).parent.parent / "src"


def measure(environment: dict[str, str]) -> dict[str, float]:
    """One run of `longbeard bench` in this environment: decisions a second by game."""
    command = [sys.executable, "-m", "longbeard", "bench", "--json", "--seconds", "1.5"]
    answer = json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    wanted = "PYTHONPATH" not in environment
    if answer["compiled"] != wanted:
        raise SystemExit(f"asked for compiled={wanted}, but got the other form")
    return {game["game"]: game["decisions_per_s"] for game in answer["games"]}


def main() -> None:
    """Print the best of a few rounds of each form, and their ratio."""
    plain = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    best: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for form, environment in enumerate((plain, plain | {"PYTHONPATH": str(SOURCE)})):
            for game, speed in measure(environment).items():
                found = best.setdefault(game, [0.0, 0.0])
                found[form] = max(found[form], speed)
    print("| game | compiled | interpreted | ratio |\n|---|---|---|---|")
    for game, (compiled, interpreted) in best.items():
        row = f"{compiled / 1e6:.1f} M/s | {interpreted / 1e6:.2f} M/s | {compiled / interpreted:.0f}×"
        print(f"| {game} | {row} |")


if __name__ == "__main__":
    main()
