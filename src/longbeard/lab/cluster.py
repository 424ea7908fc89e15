"""A crew on a Ray cluster (extra `cluster`): the same tasks, wherever there is a free processor."""

import os
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

import ray  # after the variables, which it reads at once

from longbeard.lab.crew import AHEAD, TRIES, Broken, Crew, Done, Task

AUTO: Final = "auto"
LOST: Final = (
    ray.exceptions.RaySystemError,
    ray.exceptions.WorkerCrashedError,
    ray.exceptions.ObjectLostError,
    ray.exceptions.NodeDiedError,
)
"""What Ray raises if it has lost a task more often than it begins it anew itself."""
PATIENCE: Final = 5.0
"""Seconds after which the cluster is asked again how many processors it has."""


def on_ray(address: str) -> Crew:
    """Let a cluster do the tasks; `auto` finds the one of this machine.

    What a lost worker or node had is begun anew.

    No more tasks are under way than AHEAD for each processor, so that results do not pile up in its memory.
    """

    def crew(tasks: Sequence[Task]) -> Done:
        begun = not ray.is_initialized()
        if begun:
            ray.init(address=address, log_to_driver=False)
        # Ray itself begins a task anew if its worker or node is gone; we count what it gives up.
        remote: Any = ray.remote(max_retries=TRIES, retry_exceptions=False)(_do)
        to_do = deque(range(len(tasks)))
        tries = [0] * len(tasks)
        under_way: dict[Any, int] = {}
        try:
            while to_do or under_way:
                room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
                while to_do and len(under_way) < room:
                    place = to_do.popleft()
                    tries[place] += 1
                    under_way[remote.remote(tasks[place])] = place
                for done in ray.wait(list(under_way), num_returns=1, timeout=PATIENCE)[0]:
                    place = under_way.pop(done)
                    try:
                        result = ray.get(done)
                    except LOST as error:
                        if tries[place] >= TRIES:
                            raise Broken(f"{tasks[place].name} was lost {TRIES} times") from error
                        to_do.appendleft(place)
                        continue
                    except ray.exceptions.RayTaskError as error:
                        raise Broken(f"{error.cause}, in {tasks[place].name}") from error
                    yield place, result
        finally:
            for left in under_way:
                ray.cancel(left, force=True)
            if begun:
                ray.shutdown()

    return crew


def _do(task: Task) -> Any:
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    return task.do(*task.given)
