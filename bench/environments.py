"""Environment steps for each second of one core: observations, masks, rewards and new deals included.

`python bench/environments.py [--seconds S] [--tables N]`. All ways to step are measured in turn, several
rounds in one run, so that they meet the same noise; what counts is the best round, and the ratios. Seconds
are those of the processor, so that others on the machine do not count (they still take its caches).
"""

import argparse
from collections.abc import Callable
from time import process_time

import numpy as np

from longbeard.engine.build import form
from longbeard.engine.luck import QuickLuck
from longbeard.engine.playout import playouts
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.rl import Arrays, arrays
from longbeard.rl.pettingzoo import TableEnv

ROUNDS = 5
Way = Callable[[], int]


def rules(room: Room, players: int) -> Way:
    """The rules alone: random games, nothing shown."""
    table, luck = room.table(players), QuickLuck(1)
    return lambda: int(playouts(table, luck, 50))


def compiled_steps(tables: Arrays) -> Way:
    """Steps with random actions, all in compiled code."""

    def steps() -> int:
        tables.play(50)
        return 50 * tables.n

    return steps


def numpy_steps(tables: Arrays) -> Way:
    """Steps whose actions numpy chooses from the masks, as a learner would: the largest of random numbers."""
    dice = np.random.default_rng(1)
    scores = np.empty(tables.masks.shape, np.float32)

    def steps() -> int:
        for _step in range(10):
            dice.random(out=scores, dtype=np.float32)
            tables.step(np.where(tables.masks, scores, -1.0).argmax(axis=1))
        return 10 * tables.n

    return steps


def pettingzoo_steps(room: Room, players: int) -> Way:
    """Steps of one table through PettingZoo's interface."""
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
    """Steps a second."""
    start, steps = process_time(), 0
    while process_time() - start < seconds:
        steps += way()
    return steps / (process_time() - start)


def measure(room: Room, players: int, tables: int, seconds: float) -> list[float]:
    """The best of some rounds for each way to step."""
    many = arrays(room.plate.slug, tables, players=players, seed=1)
    ways = [rules(room, players), compiled_steps(many), numpy_steps(many), pettingzoo_steps(room, players)]
    rounds = [[speed(way, seconds) for way in ways] for _round in range(ROUNDS)]
    return [max(speeds) for speeds in zip(*rounds, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each way in each round")
    parser.add_argument("--tables", type=int, default=64, help="how many tables at once")
    wish = parser.parse_args()
    print(f"{form()}, {wish.tables} tables, best of {ROUNDS} rounds; millions of steps a second\n")
    print("| game | players | rules alone | vector | vector, numpy chooses | PettingZoo | vector : rules |")
    print("|---|---|---|---|---|---|---|")
    for room in rooms().values():
        for players in range(room.plate.seats[0], room.plate.seats[1] + 1):
            found = measure(room, players, wish.tables, wish.seconds)
            cells = [f"{found[0] / 1e6:.1f}", f"{found[1] / 1e6:.2f}", f"{found[2] / 1e6:.2f}"]
            cells += [f"{found[3] / 1e6:.3f}", f"1 : {found[0] / found[1]:.1f}"]
            print(f"| {room.plate.title} | {players} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
