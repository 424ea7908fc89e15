"""How a server bears many tables: people who play at a steady pace, and every page that they are sent.

    python bench/web.py --tables 2000 --seats 4 --moves 1000 --seconds 30

A real `longbeard serve` on this machine, bots off, and clients in processes of their own that speak just
enough WebSocket to cost little. Every table has its own beat, so that all together make so many moves a
second. A move's time is from the action's sending until the last of the table's sockets has the page that
shows it.
"""

import argparse
import asyncio
import base64
import gc
import json
import multiprocessing
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import uvloop

from longbeard.games import rooms

CLIENTS = 2
WARM_UP = 3.0
NEVER = 10**9


class Page(msgspec.Struct):
    """What a client reads of a message."""

    type: str
    move: int = -1
    choices: list[dict[str, Any]] = []


reader = msgspec.json.Decoder(Page)


class Seat(asyncio.Protocol):
    """One socket of one seat."""

    def __init__(self, table: "Table", request: bytes) -> None:
        self.table = table
        self.request = request
        self.buffer = bytearray()
        self.open = False
        self.move = -1

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer[:200])
            del self.buffer[: end + 4]
            self.open = True
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Take one frame out of the buffer, if it is whole. A server's frames are not masked."""
        buffer = self.buffer
        if len(buffer) < 2:
            return False
        length, start = buffer[1], 2
        if length == 126:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return False
        body, kind = bytes(buffer[start : start + length]), buffer[0] & 15
        del buffer[: start + length]
        if kind == 9:
            self.send(body, 10)
        elif kind == 1:
            self.table.heard(self, reader.decode(body), length)
        return True

    def send(self, body: bytes, kind: int = 1) -> None:
        """A frame, masked with nothing."""
        size = bytes([128 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + size + bytes(4) + body)


class Table:
    """A table as its clients see it."""

    def __init__(self, name: str, client: "Client") -> None:
        self.name = name
        self.client = client
        self.seats: list[Seat] = []
        self.move = -1
        self.choices: list[dict[str, Any]] = []
        self.decides: Seat | None = None
        self.asked = NEVER
        self.sent = 0.0

    def heard(self, seat: Seat, page: Page, size: int) -> None:
        if page.type == "error":
            self.client.errors += 1
        if page.type != "page":
            return
        self.client.pages += 1
        self.client.bytes += size
        seat.move = page.move
        if page.choices and page.move >= self.move:
            self.move, self.choices, self.decides = page.move, page.choices, seat
        if self.asked != NEVER and all(other.move > self.asked for other in self.seats):
            self.client.took(time.perf_counter() - self.sent)
            self.asked = NEVER

    def play(self) -> None:
        """Play something, unless the last move is still under way, or nothing is left to decide."""
        if self.asked != NEVER:
            self.client.late += 1
        elif self.decides is not None:
            said = {"type": "play", "move": self.move, "action": random.choice(self.choices)["action"]}
            self.asked, self.sent = self.move, time.perf_counter()
            decides, self.decides = self.decides, None
            decides.send(json.dumps(said).encode())
        else:
            self.client.finished += 1


class Client:
    """Some of the tables, in one process."""

    def __init__(
        self, ports: Sequence[int], names: list[str], tokens: list[str], pace: float, seconds: float
    ) -> None:
        """Of several servers, the seats of a table use one after the other."""
        self.ports, self.tokens, self.pace, self.seconds = ports, tokens, pace, seconds
        self.tables = [Table(name, self) for name in names]
        self.counting = False
        self.times: list[float] = []
        self.pages = self.bytes = self.late = self.errors = self.finished = 0

    def took(self, seconds: float) -> None:
        if self.counting:
            self.times.append(seconds)

    async def sit(self) -> None:
        """Open all sockets, not all at once."""
        loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(50)

        async def one(table: Table, number: int, token: str) -> None:
            port = self.ports[number % len(self.ports)]
            async with gate:
                key = base64.b64encode(os.urandom(16)).decode()
                lines = [
                    f"GET /ws/table/{table.name} HTTP/1.1",
                    f"Host: 127.0.0.1:{port}",
                    "Upgrade: websocket",
                    "Connection: Upgrade",
                    f"Sec-WebSocket-Key: {key}",
                    "Sec-WebSocket-Version: 13",
                    f"Authorization: Bearer {token}",
                ]
                request = ("\r\n".join(lines) + "\r\n\r\n").encode()
                _, seat = await loop.create_connection(lambda: Seat(table, request), "127.0.0.1", port)
                table.seats.append(seat)
                while seat.move < 0:
                    await asyncio.sleep(0.01)

        seats = [*enumerate(self.tokens)]
        await asyncio.gather(*(one(table, *seat) for table in self.tables for seat in seats))

    async def run(self, started: Any) -> dict[str, Any]:
        await self.sit()
        await asyncio.to_thread(started.wait)
        beats = [(random.random() * self.pace, number) for number in range(len(self.tables))]
        beats.sort()
        begin = time.perf_counter()
        for turn in range(int((WARM_UP + self.seconds) / self.pace) + 1):
            for beat, number in beats:
                due = begin + turn * self.pace + beat
                wait = due - time.perf_counter()
                if wait > 0:
                    await asyncio.sleep(wait)
                if due - begin > WARM_UP and not self.counting:
                    self.counting = True
                    self.pages = self.bytes = self.late = self.finished = 0
                if due - begin > WARM_UP + self.seconds:
                    break
                self.tables[number].play()
        result = {name: getattr(self, name) for name in ("pages", "bytes", "late", "errors", "finished")}
        return result | {"times": self.times}


def client(started: Any, results: Any, *facts: Any) -> None:
    """A process of clients."""
    gc.disable()  # while they look for garbage of their own, they would seem to wait for the server
    results.put(uvloop.run(Client(*facts).run(started)))


class Server:
    """The server under test."""

    def __init__(self, data: str) -> None:
        limits = ["tables", "tables_each", "openings_rate", "person_rate", "address_rate", "sockets"]
        limits += ["sockets_each", "messages_rate", "tables_address", "connections_each"]
        command = [sys.executable, "-m", "longbeard", "serve", "--port", "0", "--data", data, "--minds", "-1"]
        command += [f"--limit={name}=1000000" for name in limits]
        with open(os.path.join(data, "log"), "wb") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline().decode())
        assert found, "the server did not start"
        self.port = int(found[1])

    def ask(self, path: str, token: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        address = f"http://127.0.0.1:{self.port}/api/v1{path}"
        request = urllib.request.Request(address, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            said: dict[str, Any] = json.load(answer)
            return said

    def cpu(self) -> float:
        """Seconds of a core that it has used."""
        return cpu_of(self.process.pid)

    def memory(self) -> float:
        """Megabytes that it holds."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(file.read().split("VmRSS:")[1].split()[0]) / 1024


def cpu_of(process: int) -> float:
    """Seconds of a core that a process has used."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as data:
        server = Server(data)
        try:
            yield server
        finally:
            server.process.terminate()
            server.process.wait(60)


def open_tables(server: Server, tables: int, tokens: list[str], games: Sequence[str] = ()) -> list[str]:
    """Tables of some games, or all that so many can play, in turn, with the same people at each."""
    games = games or [slug for slug, room in rooms().items() if room.plate.seats[1] >= len(tokens)]
    names = []
    for number in range(tables):
        seats = [{"who": "me"}] + [{"who": "friend"}] * (len(tokens) - 1)
        opened = server.ask("/tables", tokens[0], {"game": games[number % len(games)], "seats": seats})
        names.append(opened["id"])
        for seat, token in enumerate(tokens[1:], start=2):
            server.ask(f"/tables/{opened['id']}/sit", token, {"name": f"Wizard {seat}"})
    return names


def main() -> None:
    asked = argparse.ArgumentParser(description="How a server bears many tables.")
    asked.add_argument("--tables", type=int, default=2000)
    asked.add_argument("--seats", type=int, default=4)
    asked.add_argument("--moves", type=float, default=1000.0, help="moves a second, all tables together")
    asked.add_argument("--seconds", type=float, default=30.0)
    wanted = asked.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with serving() as server:
        tokens = [server.ask("/identity", "", {"name": f"W{n}"})["token"] for n in range(wanted.seats)]
        names = open_tables(server, wanted.tables, tokens)
        print(f"{len(names)} tables are open; {server.memory():.0f} MB", flush=True)
        measure(server, names, tokens, wanted)


def measure(server: Server, names: list[str], tokens: list[str], wanted: Any) -> None:
    spawn = multiprocessing.get_context("spawn")
    started, results = spawn.Event(), spawn.Queue()
    pace = wanted.tables / wanted.moves
    clients = [
        spawn.Process(
            target=client,
            args=(started, results, [server.port], names[n::CLIENTS], tokens, pace, wanted.seconds),
        )
        for n in range(CLIENTS)
    ]
    for process in clients:
        process.start()
    sockets = wanted.tables * wanted.seats
    while f"longbeard_sockets {sockets}\n" not in _metrics(server):
        time.sleep(0.5)
        assert all(process.is_alive() for process in clients)
    time.sleep(1)
    print(f"{sockets} sockets are open; {server.memory():.0f} MB", flush=True)
    started.set()
    time.sleep(WARM_UP)
    before, begin = server.cpu(), time.perf_counter()
    time.sleep(wanted.seconds)
    share = (server.cpu() - before) / (time.perf_counter() - begin)
    memory = server.memory()
    found = [results.get() for _ in clients]
    for process in clients:
        process.join()
    report(found, wanted.seconds, share, memory)


def report(found: list[dict[str, Any]], seconds: float, share: float, memory: float) -> None:
    times = sorted(one for part in found for one in part["times"])
    total = {
        name: sum(part[name] for part in found) for name in ("pages", "bytes", "late", "errors", "finished")
    }
    p50, p90, p99 = (1000 * times[int(share * (len(times) - 1))] for share in (0.5, 0.9, 0.99))
    print(f"{len(times) / seconds:.0f} moves/s, {total['pages'] / seconds:.0f} pages/s", end="")
    print(f" of {total['bytes'] / max(1, total['pages']) / 1000:.1f} kB")
    print(f"action to everyone's page: p50 {p50:.1f} ms, p90 {p90:.1f} ms, p99 {p99:.1f} ms")
    cpu = 1000 * share * seconds / max(1, len(times))
    print(f"server: {share:.0%} of a core, {cpu:.2f} ms of CPU a move, {memory:.0f} MB")
    print(
        f"not played: {total['late']} as the last move was under way, {total['finished']} as nobody decides"
    )
    print(f"refused: {total['errors']}; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def _metrics(server: Server) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics") as answer:
        return str(answer.read().decode()) + "\n"


if __name__ == "__main__":
    main()
