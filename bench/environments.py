"""Measure environment steps for each second of one core, with observations, masks, rewards and new deals.

`python bench/environments.py [--seconds S] [--tables N] [--page docs/environments.md]`. All ways to step are
measured in turn, several rounds in one run, so that they meet the same noise; what counts is the best round,
and the ratios. Seconds are those of the processor, so that others on the machine do not count (they still
take its caches). The table is printed, and goes to the page between its marks.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from time import process_time

import numpy as np
import race_page
from race import machine

from longbeard.engine.build import form
from longbeard.engine.luck import QuickLuck
from longbeard.engine.playout import playouts
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.rl import Arrays, arrays, vector
from longbeard.rl.pettingzoo import TableEnv

ROUNDS = 5
Way = Callable[[], int]


def rules(room: Room, players: int) -> Way:
    """Play random games by the rules alone; nothing is shown."""
    table, luck = room.table(players), QuickLuck(1)
    return lambda: int(playouts(table, luck, 50))


def compiled_steps(tables: Arrays) -> Way:
    """Step with random actions, all in compiled code."""

    def steps() -> int:
        tables.play(50)
        return 50 * tables.n

    return steps


def numpy_steps(tables: Arrays) -> Way:
    """Step with actions that numpy chooses from the masks, by the largest of random numbers."""
    dice = np.random.default_rng(1)
    scores = np.empty(tables.masks.shape, np.float32)

    def steps() -> int:
        for _step in range(10):
            dice.random(out=scores, dtype=np.float32)
            tables.step(np.where(tables.masks, scores, -1.0).argmax(axis=1))
        return 10 * tables.n

    return steps


def learner_steps(room: Room, players: int, tables: int) -> Way:
    """Step one learning seat of Gymnasium's vector, with random actions and random opponents."""
    env = vector(room.plate.slug, tables, players=players, opponents="random", seed=1, copy=False)
    env.reset(seed=1)

    def steps() -> int:
        for _step in range(10):
            env.step(env.sample())
        return 10 * tables

    return steps


def pettingzoo_steps(room: Room, players: int) -> Way:
    """Step one table through PettingZoo's interface."""
    env, luck = TableEnv(room.plate.slug, players), QuickLuck(1)
    env.reset(seed=1)

    def steps() -> int:
        for _step in range(20):
            if not env.agents or env.sitting.match.over:
                env.reset()
            seen = env.last()[0]
            legal = np.flatnonzero(seen["action_mask"])  # type: ignore[index]
            env.step(int(legal[luck.below(len(legal))]))
        return 20

    return steps


def speed(way: Way, seconds: float) -> float:
    """Return steps a second."""
    start, steps = process_time(), 0
    while process_time() - start < seconds:
        steps += way()
    return steps / (process_time() - start)


def measure(room: Room, players: int, tables: int, seconds: float) -> list[float]:
    """Return the best of some rounds for each way to step."""
    many = arrays(room.plate.slug, tables, players=players, seed=1)
    ways = [
        rules(room, players),
        compiled_steps(many),
        numpy_steps(many),
        learner_steps(room, players, tables),
        pettingzoo_steps(room, players),
    ]
    rounds = [[speed(way, seconds) for way in ways] for _round in range(ROUNDS)]
    return [max(speeds) for speeds in zip(*rounds, strict=True)]


def main() -> None:
    """Measure every game and number of players, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each way in each round")
    parser.add_argument("--tables", type=int, default=64, help="how many tables at once")
    parser.add_argument(
        "--page", type=Path, help="a page with marks for the table, like docs/environments.md"
    )
    wish = parser.parse_args()
    lines = [
        f"Millions of steps for each second of one core, {form()}, {wish.tables} tables, "
        f"best of {ROUNDS} rounds of {wish.seconds:g} s. {machine()}.\n",
        "| game | players | rules alone | arrays | arrays, numpy chooses | vector, one seat learns "
        "| PettingZoo | arrays : rules |",
        "|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    for room in rooms().values():
        for players in range(room.plate.seats[0], room.plate.seats[1] + 1):
            found = measure(room, players, wish.tables, wish.seconds)
            cells = [f"{found[0] / 1e6:.1f}", *(f"{speed / 1e6:.2f}" for speed in found[1:4])]
            cells += [f"{found[4] / 1e6:.3f}", f"1 : {found[0] / found[1]:.1f}"]
            lines.append(f"| {room.plate.title} | {players} | {' | '.join(cells)} |")
            print(lines[-1], flush=True)
    if wish.page:
        race_page.put(wish.page, "speed", "\n".join(lines))


if __name__ == "__main__":
    main()
