"""Several servers on one port: shared connections, one Ctrl-C, and none missing for long."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from tests.cluster.services import Redis, children
from tests.web.served import PATIENCE, ROOMY, Visitor

from longbeard.games import rooms

pytest.importorskip("asyncpg", reason="several servers need asyncpg")
pytest.importorskip("redis", reason="several servers need redis")
COMMAND = [sys.executable, "-m", "longbeard"]
Starter = Callable[..., "Workers"]


class Workers:
    """`longbeard serve --workers`, with its parent and its doors."""

    def __init__(self, url: str, bus: str, log: Path, *words: str, count: int = 2) -> None:
        subprocess.run([*COMMAND, "migrate", url], check=True, capture_output=True)
        command = [*COMMAND, "serve", "--port", "0", "--workers", str(count), "--minds", "-1", *words]
        command += [f"--limit={limit}" for limit in ROOMY]
        places = {"LONGBEARD_STORE": url, "LONGBEARD_BUS": bus}
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=file, env={**os.environ, **places}
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode() + self.process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, log.read_text()
        self.base = f"http://127.0.0.1:{found[1]}"
        self.doors = [f"http://127.0.0.1:{int(found[1]) + number}" for number in range(1, count + 1)]

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture
def workers(empty_database: str, redis: Redis, tmp_path: Path) -> Iterator[Starter]:
    started: list[Workers] = []

    def start(*words: str, count: int = 2) -> Workers:
        started.append(Workers(empty_database, redis.url, tmp_path / "log", *words, count=count))
        return started[-1]

    yield start
    for one in started:
        one.end()


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def gone(pids: list[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def well(base: str) -> bool:
    try:
        return httpx.get(f"{base}/readyz", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


def served(base: str) -> float:
    text = httpx.get(f"{base}/metrics", timeout=PATIENCE).text
    return sum(map(float, re.findall(r"^longbeard_requests_total\{.*\} (\d+)", text, re.MULTILINE)))


def test_workers_share_a_port_and_a_house_and_a_dead_one_comes_back(workers: Starter) -> None:
    house = workers()
    ada = Visitor(house.base)
    table = ada.open(next(iter(rooms())), ["me", "friend"])
    for _ in range(40):
        assert httpx.get(f"{house.base}/t/{table}", timeout=PATIENCE).status_code == 200
    assert all(served(door) > 3 for door in house.doors)  # 40 connections do not all go to one of two
    for door in house.doors:
        assert ada.client.get(f"{door}/api/v1/tables/{table}").status_code == 200
    first = sorted(children(house.process.pid))[0]
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: first not in children(house.process.pid) and all(map(well, house.doors)))
    assert len(children(house.process.pid)) == 2
    pids = children(house.process.pid)
    house.process.send_signal(signal.SIGINT)
    assert house.process.wait(PATIENCE) == 0
    assert gone(pids)


def test_workers_end_with_their_parent_even_if_it_is_killed(workers: Starter) -> None:
    house = workers()
    pids = children(house.process.pid)
    house.process.kill()
    house.process.wait(PATIENCE)
    wait_for(lambda: gone(pids))


def test_what_workers_cannot_share_is_refused_in_a_sentence(
    tmp_path: Path, redis: Redis, empty_database: str
) -> None:
    tries = [
        (["--data", str(tmp_path)], "a folder is for one server"),
        (["--store", empty_database], "--bus redis://"),
        (["--store", empty_database, "--bus", redis.url], "run `longbeard migrate` on it first"),
    ]
    for words, complaint in tries:
        command = [*COMMAND, "serve", "--port", "0", "--workers", "2", *words]
        refused = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert refused.returncode == 1, refused.stdout
        assert complaint in refused.stderr
        assert len(refused.stderr.splitlines()) == 1, refused.stderr
