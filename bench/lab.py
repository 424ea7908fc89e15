"""What recording costs: matches a CPU second with nothing recorded, with rows, with events, and as Parquet.

    python bench/lab.py [--matches 4000] [GAME …]

The plain match is the recorder's own loop with nobody listening: the same luck (a keyed hash for every move)
and the same bots; `playout` is the engine's, with quick luck, as searches use it. Times are of one process's
CPU, so that a busy machine changes little.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import process_time

from longbeard.engine.luck import QuickLuck
from longbeard.engine.playout import playouts
from longbeard.engine.room import FIRST_SEAT
from longbeard.games import rooms
from longbeard.lab.plan import Plan, make_plan, play_chunk, play_matches
from longbeard.lab.run import do_chunk

TITLE = (
    "| game, 2 players | playout | unrecorded | rows | rows and events | as Parquet: rows | … and events "
    "| greedy, as Parquet |"
)


def timed(work: Callable[[], object], matches: int) -> float:
    """Return matches a CPU second, the better of two tries."""
    best = float("inf")
    for _ in range(2):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return matches / best


def plan_of(game: str, bots: str, matches: int, events: bool) -> Plan:
    """Return a plan with a single chunk."""
    plan = make_plan(rooms()[game], range(2, 3), (bots,), matches, 1, {}, keeps_events=events)
    return replace(plan, series=(replace(plan.series[0], size=matches),))


def at_random(game: str, matches: int) -> None:
    """Play at random as fast as the engine does."""
    room = rooms()[game]
    options = {"first": "0"} if FIRST_SEAT in room.plate.options else {}
    playouts(room.table(2, options), QuickLuck(1), matches)


def unrecorded(plan: Plan) -> None:
    """Play the matches of a plan as the recorder does, but listen to nothing."""
    play_matches(plan, 0, range(plan.matches), False, listens=False)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(rooms()))
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument("--greedy", type=int, default=100)
    asked = parser.parse_args()
    print(TITLE, "|---" * 8 + "|", sep="\n")
    for game in asked.games:
        rows, events = (plan_of(game, "random", asked.matches, kept) for kept in (False, True))
        greedy = plan_of(game, "greedy", asked.greedy, True)
        works = [
            (partial(at_random, game, asked.matches), asked.matches),
            (partial(unrecorded, rows), asked.matches),
            (partial(play_chunk, rows, 0), asked.matches),
            (partial(play_chunk, events, 0), asked.matches),
            (partial(do_chunk, rows, 0), asked.matches),
            (partial(do_chunk, events, 0), asked.matches),
            (partial(do_chunk, greedy, 0), asked.greedy),
        ]
        rates = [timed(work, matches) for work, matches in works]
        print(f"| {game} | {' | '.join(f'{rate:,.0f}' for rate in rates)} |", flush=True)


if __name__ == "__main__":
    main()
