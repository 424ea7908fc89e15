"""Measure all figures of docs/bench.md (but for the servers') and docs/environments.md anew, from one build.

    python bench/pages.py [--quick] [--only race,environments,exact,strength] [--docs docs]

The compiled wheel has to be installed for this Python (`make bench` installs it in .venv), and the peers in
build/peers. On a quiet core it takes about half an hour; `--quick` tries every part in about two minutes, on
copies of the pages in build/quick.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from shutil import copy, rmtree
from time import perf_counter

from longbeard.engine.build import compiled

HERE = Path(__file__).parent
ROOT = HERE.parent
Commands = dict[str, list[list[str]]]


def commands(docs: Path, quick: bool) -> Commands:
    """Return the command lines of every part."""
    bench, page = str(docs / "bench.md"), str(docs / "environments.md")
    kept = str(docs / "strength.json" if quick else ROOT / "build/strength.json")
    numbers = str(docs / "race.json" if quick else ROOT / "build/race.json")
    race = ["--seconds", "0.01", "--rounds", "1"] if quick else ["--seconds", "1", "--rounds", "5"]
    exact = ["--iterations", "10", "--samples", "1", "--matches", "100", "--search", "50"] if quick else []
    seconds, matches = ("0.01", "2") if quick else ("0.02", "200")
    strength = ["strength.py", "--page", bench, "--keep", kept, "--matches", matches, "--seconds", seconds]
    return {
        "race": [["race.py", "--page", bench, "--numbers", numbers, *race]],
        "environments": [["environments.py", "--page", page, "--seconds", "0.005" if quick else "0.3"]],
        "exact": [["exact.py", "--page", bench, *exact]],
        "strength": [strength],
    }


def main() -> None:
    """Run every part, one after the other."""
    parts = list(commands(ROOT, True))
    asked = argparse.ArgumentParser(description="All figures of the pages anew, from one build.")
    asked.add_argument(
        "--quick", action="store_true", help="only try it: little time, and copies of the pages"
    )
    asked.add_argument("--only", default=",".join(parts), help="some of: %(default)s")
    asked.add_argument("--docs", type=Path, default=ROOT / "docs")
    wanted = asked.parse_args()
    if not compiled():
        raise SystemExit("these are the plain rules: install the compiled wheel (make bench does)")
    if unknown := set(wanted.only.split(",")) - set(parts):
        raise SystemExit(f"there is no part {', '.join(sorted(unknown))}; some of: {', '.join(parts)}")
    docs = wanted.docs
    if wanted.quick:
        docs = ROOT / "build/quick"
        rmtree(docs, ignore_errors=True)
        docs.mkdir(parents=True)
        for name in ("bench.md", "environments.md"):
            copy(wanted.docs / name, docs)
    elif "strength" in wanted.only:
        (ROOT / "build/strength.json").unlink(missing_ok=True)  # matches of another build
    for part, lines in commands(docs, wanted.quick).items():
        for line in lines if part in wanted.only.split(",") else []:
            began = perf_counter()
            print(f"== {' '.join(line)}", flush=True)
            subprocess.run([sys.executable, "-W", "ignore", str(HERE / line[0]), *line[1:]], check=True)
            print(f"== {perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
