"""What several servers bear together, and what one does: moves for each second of their CPU, in the same run.

    python bench/scale.py --tables 100 --moves 150 --seconds 10 --rounds 2

Two real servers on one PostgreSQL (which syncs as in earnest) and one Redis, bots off, and clients as in
bench/web.py. A server's load is `--tables` and `--moves`. In turn:

- `one`: one server with that load;
- `apart`: two servers with that load each, half of the tables at each, as behind a load balancer that goes by
  the table's name (docs/operating.md);
- `spread`: the same, but with the seats of every table spread over both, as behind one that goes by nothing,
  so that every move goes over the bus;
- `full`: one server with the load of both. Under more load a server works in larger batches and needs less
  CPU for a move, so that this is not quite the same question.

First both are warmed up, because a server that has just started makes each part of a page for the first
time; and they take turns at being the one. The cores are shared by servers, PostgreSQL, Redis and clients;
the CPU of each is counted by itself. Then PostgreSQL alone: entries kept each second.
"""

import argparse
import json
import multiprocessing
import os
import re
import resource
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from web import CLIENTS, WARM_UP, client, cpu_of, open_tables

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.cluster.services import PostgreSQL, Redis, Service

from longbeard.store.postgres import PostgresStore
from longbeard.store.store import Entry

LIMITS = (
    *("tables", "tables_each", "openings_rate", "person_rate", "address_rate", "sockets", "sockets_each"),
    *("messages_rate", "tables_address", "connections_each"),
)


class Server(Service):
    """One server of the house."""

    def __init__(self, store: str, bus: str) -> None:
        super().__init__("server")
        self.store, self.bus = store, bus
        self.where = str(Path.cwd())

    def command(self) -> list[str]:
        words = ["serve", "--port", str(self.port), "--store", self.store, "--bus", self.bus, "--minds", "-1"]
        return [sys.executable, "-m", "longbeard", *words, *(f"--limit={name}=1000000" for name in LIMITS)]

    def ready(self) -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/readyz", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def ask(self, path: str, token: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = httpx.post(
            f"http://127.0.0.1:{self.port}/api/v1{path}", json=body, headers=headers, timeout=60
        )
        said: dict[str, Any] = answer.raise_for_status().json()
        return said

    def sockets(self) -> int:
        text = httpx.get(f"http://127.0.0.1:{self.port}/metrics", timeout=60).text
        found = re.search(r"^longbeard_sockets (\d+)$", text, re.MULTILINE)
        return int(found[1]) if found else 0


def cpu(*services: Service) -> float:
    """Seconds of a core that services have used, with their children that still live."""
    return sum(cpu_of(pid) for service in services for pid in service.pids() if Path(f"/proc/{pid}").exists())


def measure(
    how: str,
    servers: list[Server],
    database: PostgreSQL,
    bus: Redis,
    tokens: list[str],
    asked: argparse.Namespace,
) -> dict[str, Any]:
    """People at new tables, with their sockets at these servers; the rest of the house is idle."""
    loads = 1 if how == "one" else 2
    names = open_tables(servers[0], loads * asked.tables, tokens)  # type: ignore[arg-type]
    spawn = multiprocessing.get_context("spawn")
    started, results = spawn.Event(), spawn.Queue()
    pace, ports = asked.tables / asked.moves, [server.port for server in servers]
    doors = [[ports[n % len(ports)]] if how == "apart" else ports for n in range(CLIENTS)]
    clients = [
        spawn.Process(
            target=client, args=(started, results, doors[n], names[n::CLIENTS], tokens, pace, asked.seconds)
        )
        for n in range(CLIENTS)
    ]
    for process in clients:
        process.start()
    while sum(server.sockets() for server in servers) < len(names) * len(tokens):
        time.sleep(0.2)
    started.set()
    time.sleep(WARM_UP)
    begin = time.perf_counter()
    before = [cpu(*servers), cpu(database), cpu(bus), *(cpu_of(process.pid or 0) for process in clients)]
    time.sleep(asked.seconds)
    after = [cpu(*servers), cpu(database), cpu(bus), *(cpu_of(process.pid or 0) for process in clients)]
    took = time.perf_counter() - begin
    used = [end - start for end, start in zip(after, before, strict=True)]
    found = [results.get() for _ in clients]
    for process in clients:
        process.join()
    times = sorted(one for part in found for one in part["times"])
    moves = len(times) / took
    return {
        "how": how,
        "moves_s": moves,
        "late": sum(part["late"] for part in found) / took,
        "errors": sum(part["errors"] for part in found),
        "p50_ms": 1000 * times[len(times) // 2],
        "p99_ms": 1000 * times[int(0.99 * (len(times) - 1))],
        "server_ms": 1000 * used[0] / len(times),
        "postgresql_ms": 1000 * used[1] / len(times),
        "redis_ms": 1000 * used[2] / len(times),
        "clients_ms": 1000 * sum(used[3:]) / len(times),
        "moves_for_a_second_of_server_cpu": len(times) / used[0],
    }


def appends(database: PostgreSQL, url: str, waiting: int, seconds: float) -> dict[str, float]:
    """Entries kept each second while so many always wait: one for each of so many tables."""
    store = PostgresStore(url)
    names = [f"a{waiting}-{number}" for number in range(waiting)]
    for future in [store.open_table(name, "{}") for name in names]:
        future.result()
    batches, number, begin = store.batches, 0, time.perf_counter()
    used, own = cpu(database), time.process_time()
    while time.perf_counter() - begin < seconds:
        number += 1
        for future in [store.append(name, number, Entry("play", 0, "hold")) for name in names]:
            future.result()
    took = time.perf_counter() - begin
    done, together = number * waiting, store.batches - batches
    used, own = cpu(database) - used, time.process_time() - own
    store.close()
    return {
        "waiting": waiting,
        "entries_s": done / took,
        "batches_s": together / took,
        "postgresql_us": 1e6 * used / done,
        "own_us": 1e6 * own / done,
    }


def main() -> None:
    asked = argparse.ArgumentParser(description="What several servers bear together.")
    asked.add_argument("--tables", type=int, default=100, help="tables at a server")
    asked.add_argument("--seats", type=int, default=4)
    asked.add_argument("--moves", type=float, default=150.0, help="moves a second at a server")
    asked.add_argument("--seconds", type=float, default=10.0)
    asked.add_argument("--rounds", type=int, default=2)
    asked.add_argument("--ways", default="one,apart,spread,full", help="which of them")
    asked.add_argument("--append-seconds", type=float, default=3.0)
    wanted = asked.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that nothing is left running
    with ExitStack() as stack:
        database = stack.enter_context(PostgreSQL(durable=True))
        bus = stack.enter_context(Redis("redis"))
        store = database.new_database("house")
        subprocess.run([sys.executable, "-m", "longbeard", "migrate", store], check=True)
        servers = [stack.enter_context(Server(store, bus.url)) for _ in range(2)]
        tokens = [servers[0].ask("/identity", "", {"name": f"W{n}"})["token"] for n in range(wanted.seats)]
        show({**measure("spread", servers, database, bus, tokens, wanted), "how": "warming up"})
        rounds = []
        for number in range(wanted.rounds):
            one = servers[number % 2 : number % 2 + 1]
            for how in wanted.ways.split(","):
                some = one if how in ("one", "full") else servers
                rounds.append(measure(how, some, database, bus, tokens, wanted))
                show(rounds[-1])
        for server in servers:
            server.stop()
        kept = [appends(database, store, waiting, wanted.append_seconds) for waiting in (1, 16, 256, 2048)]
        for one in kept:
            show(one)
    done = {one["how"] for one in rounds}
    for how in sorted({"apart", "spread"} & done):
        for other, load in (("one", "one with half of their load"), ("full", "one with all of it")):
            if other not in done:
                continue
            names = ("moves_for_a_second_of_server_cpu", "p99_ms")
            ratio = [mean(rounds, how, name) / mean(rounds, other, name) for name in names]
            print(
                f"two servers, {how}, beside {load}: {ratio[0]:.2f} of its moves for each second of CPU,",
                end=" ",
            )
            print(f"{ratio[1]:.2f} times its p99")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def mean(rounds: list[dict[str, Any]], how: str, name: str) -> float:
    found: list[float] = [one[name] for one in rounds if one["how"] == how]
    return sum(found) / len(found)


def show(facts: dict[str, Any]) -> None:
    shown = {name: round(value, 2) if isinstance(value, float) else value for name, value in facts.items()}
    print(json.dumps(shown), flush=True)


if __name__ == "__main__":
    main()
