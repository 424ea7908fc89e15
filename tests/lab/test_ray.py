"""The lab on a real Ray of two nodes on this machine: a worker and a node are killed, the numbers stay."""

import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")
pytest.importorskip("polars")
import ray

from longbeard.games import rooms
from longbeard.lab.cluster import on_ray
from longbeard.lab.crew import Broken, Task, alone
from longbeard.lab.plan import Plan, make_plan
from longbeard.lab.run import chunk_task, do_chunk

SOURCE = Path(__file__).parents[2] / "src"
PATIENCE = 300.0


@pytest.fixture(scope="module")
def cluster() -> Any:
    """Two raylets with one processor each; both have what this process imports."""
    from ray.cluster_utils import Cluster

    before = os.environ.get("PYTHONPATH")
    if os.environ.get("LONGBEARD_FORM") == "interpreted":
        os.environ["PYTHONPATH"] = str(SOURCE)
    made = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80_000_000},
    )
    made.add_node(num_cpus=1, object_store_memory=80_000_000)
    ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()
    if before is None:
        os.environ.pop("PYTHONPATH", None)
    else:
        os.environ["PYTHONPATH"] = before


def plan_of(matches: int, size: int) -> Plan:
    plan = make_plan(rooms()["witless-wizards"], range(2, 3), ("random",), matches, 4, {}, keeps_events=False)
    return replace(plan, series=(replace(plan.series[0], size=size),))


def workers_of(node: Any) -> list[int]:
    """The processes of a raylet that do a task of ours now."""
    [raylet] = node.all_processes["raylet"]
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == raylet.process.pid and (path / "cmdline").read_bytes().startswith(b"ray::_do"):
                found.append(int(path.name))
        except OSError:
            continue
    return found


def kill_a_worker(cluster: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if busy := [pid for node in cluster.list_all_nodes() for pid in workers_of(node)]:
            os.kill(busy[0], signal.SIGKILL)
            return
        time.sleep(0.005)
    raise AssertionError("no worker ever did anything")


def test_a_failure_names_its_task(cluster: Any) -> None:
    plan = replace(plan_of(4, 2), game="teapot")
    with pytest.raises(Broken, match="in chunk 0"):
        list(on_ray("auto")([Task("chunk 0", do_chunk, (plan, 0))]))


def slow_chunk(plan: Plan, chunk: int) -> dict[str, bytes]:
    """Play a chunk, but be busy long enough to be found."""
    time.sleep(1.0)
    return do_chunk(plan, chunk)


def test_a_worker_and_a_node_are_killed_and_the_numbers_stay(cluster: Any) -> None:
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    plan = plan_of(24, 2)
    wanted = dict(alone([chunk_task(plan, chunk) for chunk in range(plan.chunks)]))
    found: dict[int, dict[str, bytes]] = {}
    for place, files in on_ray("auto")(
        [Task(f"chunk {chunk}", slow_chunk, (plan, chunk)) for chunk in range(plan.chunks)]
    ):
        assert place not in found
        found[place] = files
        if len(found) == 2:
            kill_a_worker(cluster)
        if len(found) == 4:
            other = next(node for node in cluster.list_all_nodes() if node is not cluster.head_node)
            cluster.remove_node(other, allow_graceful=False)
    assert found == wanted
