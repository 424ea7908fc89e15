"""The ladder: every rung of bots, in every game, with every number of players. Writes docs/ladder.md.

    python bench/ladder.py [--matches 300] [--crowd 2000] [--jobs 2] [--keep build/ladder.json] [GAME …]

A rung is one bot among the weaker one's kind, rotated through all seats of its deals (`longbeard arena`).
Rungs that are in the file to keep are not played again, so it can be stopped and gone on with.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from longbeard.games import rooms
from longbeard.lab.arena import Arena, make_plan
from longbeard.lab.crew import processes, stoppable
from longbeard.lab.report import figures

DOCS = Path(__file__).parent.parent / "docs" / "ladder.md"
# An Archmage has a second for a move; here it gets a number of visits that the same machine does in about a
# thirtieth of that, so that the whole ladder can be climbed again, and the same again, within an hour.
# A Journeyman is `greedy`, and an Archmage with visits is `search`: those names have no rungs of their own.
VISITS = 2000
# Against the plainest search there is, with the same number of simulations for both.
FLAT_VISITS = 1000
HEAD = """\
# The ladder

Each row is one bot among the weaker one's kind, on paired deals rotated through all seats; the number is its
win share in units of the fair share (2.00 is every match of two players), with its 95 % interval. Made by
`python bench/ladder.py`.
"""


def rungs(visits: int) -> list[tuple[str, str]]:
    """Who is to beat whom."""
    return [
        ("greedy", "random"),
        ("journeyman", "apprentice"),
        (f"archmage:{visits}", "journeyman"),
        (f"archmage:{FLAT_VISITS}", f"flat:{FLAT_VISITS}"),
    ]


def climb(
    game: str, players: int, rung: tuple[str, str], seed: int, matches: int, jobs: int
) -> dict[str, Any]:
    """Play one rung, by the arena; stop with it if it is stopped."""
    arena = Arena(make_plan(rooms()[game], rung, matches, players, seed, {}))
    arena.run(processes(jobs))
    if arena.stopped:
        sys.exit(f"{game}, {players} players, {rung[0]} over {rung[1]}: {arena.stopped}")
    return figures(arena)


def row(said: dict[str, Any]) -> str:
    """One line of the table."""
    strong, weak = (bot["bot"] for bot in said["bots"])
    ratio, length = said["bots"][0]["ratio"], said["length"]["mean"]
    seats = " ".join(f"{seat['ratio']['value']:.2f}" for seat in said["seats"])
    return (
        f"| {said['game']} | {said['players']} | {strong} over {weak} | {ratio['value']:.2f} | "
        f"{ratio['low']:.2f}–{ratio['high']:.2f} | {said['matches']} | {length:.0f} | {seats} |"
    )


def write(found: dict[str, dict[str, Any]]) -> None:
    rows = [row(said) for key, said in sorted(found.items(), key=lambda item: json.loads(item[0]))]
    title = "| game | players | rung | × fair share | 95 % | matches | decisions | seats (× fair) |"
    before = DOCS.read_text(encoding="utf-8") if DOCS.exists() else ""
    words = before[before.find("## ") :] if "## " in before else ""  # what people wrote below stays
    DOCS.write_text("\n".join([HEAD, title, "|---" * 8 + "|", *rows, "", words]), encoding="utf-8")


def main() -> None:
    """Climb what was not climbed yet."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(rooms()))
    parser.add_argument("--matches", type=int, default=300)
    # With many players a visit tells less, since every seat is visited less often.
    parser.add_argument("--crowd", type=int, default=VISITS, help="visits with three players or more")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=Path("build/ladder.json"))
    asked = parser.parse_args()
    found: dict[str, dict[str, Any]] = json.loads(asked.keep.read_text()) if asked.keep.exists() else {}
    for game in asked.games:
        fewest, most = rooms()[game].plate.seats
        for players in range(fewest, most + 1):
            for number, rung in enumerate(rungs(VISITS if players == 2 else asked.crowd)):
                key = json.dumps([game, players, number])
                if key not in found:
                    found[key] = climb(game, players, rung, number + 1, asked.matches, asked.jobs)
                    asked.keep.write_text(json.dumps(found), encoding="utf-8")
                    write(found)
                print(row(found[key]), flush=True)


if __name__ == "__main__":
    with stoppable():
        main()
