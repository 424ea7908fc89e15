"""Crews: tasks are done whoever dies, failures name their task, and nobody is left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from longbeard.lab.crew import Broken, Task, alone, processes


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
    raise ValueError(f"{number} is no good")


def die_once(number: int, folder: str) -> int:
    """Kill the own process the first time that a number that ends on 3 comes."""
    mark = Path(folder) / f"{number}"
    if number % 10 == 3 and not mark.exists():
        mark.write_text("once")
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def work_long(folder: str) -> int:
    Path(folder, str(os.getpid())).write_text("working")
    time.sleep(600)
    return 0


def test_all_tasks_are_done_once_wherever() -> None:
    tasks = [Task(f"task {number}", square, (number,)) for number in range(20)]
    wanted = {number: number * number for number in range(20)}
    assert dict(alone(tasks)) == wanted
    found = list(processes(3)(tasks))
    assert len(found) == 20
    assert dict(found) == wanted


def test_a_task_is_begun_again_if_its_worker_is_killed(tmp_path: Path) -> None:
    tasks = [Task(f"task {number}", die_once, (number, str(tmp_path))) for number in range(14)]
    found = list(processes(2)(tasks))
    assert len(found) == 14
    assert dict(found) == {number: number * number for number in range(14)}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["13", "3"]


def test_a_task_that_always_kills_its_worker_is_given_up_by_name() -> None:
    with pytest.raises(Broken, match=r"a worker died \(signal 9\) 2 times in task 7"):
        list(processes(1, tries=2)([Task("task 7", die, (7,))]))


def test_a_task_that_fails_is_named() -> None:
    with pytest.raises(Broken, match=r"ValueError: 5 is no good, in task 5"):
        list(processes(1)([Task("task 5", fail, (5,))]))


def test_whoever_stops_listening_leaves_no_process_behind(tmp_path: Path) -> None:
    doing = processes(2)([Task("quick", square, (2,)), *[Task("long", work_long, (str(tmp_path),))] * 3])
    assert next(doing) == (0, 4)
    deadline = time.monotonic() + 120
    while not list(tmp_path.iterdir()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    doing.close()
    for path in tmp_path.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.name), 0)


BLOCKED = """
import signal
from longbeard.lab.crew import Task, processes

if __name__ == "__main__":
    tasks = [Task("a look", signal.pthread_sigmask, (signal.SIG_BLOCK, ()))] * 2
    print([signal.SIGINT in blocked for _place, blocked in processes(2)(tasks)])
"""


def test_workers_of_a_fresh_process_do_not_hear_ctrl_c(tmp_path: Path) -> None:
    """The first worker starts multiprocessing's tracker, which unblocks signals."""
    script = tmp_path / "blocked.py"
    script.write_text(BLOCKED, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == "[True, True]\n"
