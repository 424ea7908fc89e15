"""What recording costs: matches a CPU second with nothing recorded, with rows, with events, and as Parquet.

    python bench/lab.py [--matches 4000] [GAME …]
    python bench/lab.py --bars [GAME …]        # whole runs with two processes, beside what they may take
    python bench/lab.py --ray [GAME …]         # one worker of a Ray cluster, and two

The plain match is the recorder's own loop with nobody listening: the same luck (a keyed hash for every move)
and the same bots; `playout` is the engine's, with quick luck, as searches use it. Times are of one process's
CPU, so that a busy machine changes little; of whole runs the clock and the CPU of all processes are told, and
half of that CPU is what two quiet cores would need.
"""

import argparse
import os
import resource
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from longbeard.engine.luck import QuickLuck
from longbeard.engine.playout import playouts
from longbeard.engine.room import FIRST_SEAT
from longbeard.games import rooms
from longbeard.lab.crew import Task, processes
from longbeard.lab.plan import Plan, make_plan, play_chunk, play_matches
from longbeard.lab.run import Files, begin_run, do_chunk, go_on

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


BARS = (
    ("random", 1_000_000, False, 180),
    ("random", 100_000, True, 120),
    ("greedy", 10_000, True, 240),
)
"""Whole runs: bot, matches, whether events are kept, and the seconds that it may take on two cores."""
LONGER = {"a-wizard-did-it": 360}
"""… with greedy players, where it may take longer."""


def cpu() -> float:
    """Return the CPU seconds of this process and of all that it has started and seen end."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def bars(games: list[str], part: float) -> None:
    """Play whole runs as `lab run --jobs 2` does, or a part of each, and print what they took."""
    print(
        "| game, 2 players | run | clock | CPU | on two quiet cores | may take |", "|---" * 6 + "|", sep="\n"
    )
    for game in games:
        for who, matches, events, seconds in BARS:
            count = int(matches * part)
            plan = make_plan(rooms()[game], range(2, 3), (who,), count, 1, {}, keeps_events=events)
            with TemporaryDirectory() as folder:
                start, used = perf_counter(), cpu()
                go_on(begin_run(Path(folder) / "run", plan), processes(2))
                clock, used = perf_counter() - start, cpu() - used
            kept = "all events" if events else "a row each"
            allowed = LONGER.get(game, seconds) if who == "greedy" else seconds
            print(f"| {game} | {count:,} {who}, {kept} | {clock:.1f} s | {used:.1f} s "
                  f"| {used / 2:.1f} s | {allowed * part:.0f} s |", flush=True)  # fmt: skip


def timed_chunk(plan: Plan, chunk: int) -> tuple[float, Files]:
    """Play a chunk; return the CPU seconds that it took, and its files, which have to travel."""
    start = process_time()
    files = do_chunk(plan, chunk)
    return process_time() - start, files


def cpu_of(cluster: Any) -> float:
    """Return the CPU seconds of this process and of all processes of a local cluster."""
    known = {one.process.pid for node in cluster.list_all_nodes()
             for kind in node.all_processes.values() for one in kind}  # fmt: skip
    ticks = 0
    for path in Path("/proc").glob("[0-9]*"):
        try:
            facts = (path / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(path.name) in known or int(facts[1]) in known:
            ticks += int(facts[11]) + int(facts[12])
    return ticks / os.sysconf("SC_CLK_TCK") + process_time()


def on_cluster(workers: int, plan: Plan) -> tuple[float, float, float]:
    """Play a plan on a new local cluster of so many nodes.

    Return the clock's seconds, the CPU of the tasks, and that of everything.
    """
    import ray
    from ray.cluster_utils import Cluster

    from longbeard.lab.cluster import on_ray

    node: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80_000_000}
    made = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    for _ in range(workers - 1):
        made.add_node(**node)
    ray.init(address=made.address, log_to_driver=False)
    tasks = [Task(f"chunk {chunk}", timed_chunk, (plan, chunk)) for chunk in range(plan.chunks)]
    try:
        list(on_ray("auto")(tasks[: 2 * workers]))  # its workers have started and imported us
        start, before = perf_counter(), cpu_of(made)
        used = sum(seconds for _, (seconds, _) in on_ray("auto")(tasks))
        return perf_counter() - start, used, cpu_of(made) - before
    finally:
        ray.shutdown()
        made.shutdown()


def race_on_ray(games: list[str], matches: int) -> None:
    """Print how much faster two workers of a cluster are than one, by turns."""
    import ray

    os.environ.setdefault("PYTHONPATH", str(Path(__file__).parent))  # its workers read this file
    ray.cloudpickle.register_pickle_by_value(__import__("__main__"))
    each = "CPU of tasks, of everything"
    head = f"| game, 2 players | one worker | {each} | two workers | {each} | times as fast |"
    print(head, "|---" * 6 + "|", sep="\n")
    for game in games:
        plan = make_plan(rooms()[game], range(2, 3), ("random",), matches, 1, {}, keeps_events=False)
        for _ in range(2):
            one, two = on_cluster(1, plan), on_cluster(2, plan)
            rows = [
                f"{clock:.1f} s | {tasks:.1f} s, {all_of_it:.1f} s" for clock, tasks, all_of_it in (one, two)
            ]
            print(f"| {game} | {rows[0]} | {rows[1]} | {one[0] / two[0]:.2f} |", flush=True)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(rooms()))
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument("--greedy", type=int, default=100)
    parser.add_argument("--bars", action="store_true", help="whole runs with two processes")
    parser.add_argument("--part", type=float, default=1.0, help="of each whole run, so much")
    parser.add_argument("--ray", action="store_true")
    asked = parser.parse_args()
    if asked.bars:
        bars(asked.games, asked.part)
    elif asked.ray:
        race_on_ray(asked.games, asked.matches)
    else:
        rates(asked)


def rates(asked: argparse.Namespace) -> None:
    """Print matches a CPU second, with more and more of each kept."""
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
