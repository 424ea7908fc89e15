"""Whether a server's memory levels off: tables opened, played, finished and left, with bots, for a long time.

    python bench/soak.py --minutes 30 --people 12

A real `longbeard serve` on this machine. Each of the people opens a table with bots, plays at random, says
something, and stays to the end or leaves in the middle; then they read the pages of the finished match and
are somebody new. Once a minute there is a line with the server's memory and what it counts.

`--trace FOLDER` runs the server under tracemalloc and leaves a snapshot there every five minutes; `--compare
OLD NEW` says which lines of source hold more in the second of two snapshots. Tracing takes memory itself, so
figures come from a run without.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from longbeard.bots import LEVELS
from longbeard.games import rooms

LIMITS: Final = (
    *("tables", "tables_each", "tables_address", "openings_rate"),
    *("person_rate", "address_rate", "messages_rate"),
)
ROOMY: Final = 100_000
LEAVES: Final = 0.25
"""How many get up in the middle; a bot plays on for them."""
SNAPSHOT_MINUTES: Final = 5
TRACED: Final = """
import gc, itertools, signal, sys, tracemalloc
folder, *arguments = sys.argv[1:]
numbers = itertools.count(1)
def keep(*_):
    gc.collect()
    tracemalloc.take_snapshot().dump(f"{folder}/{next(numbers)}.snapshot")
tracemalloc.start(1)
signal.signal(signal.SIGUSR1, keep)
sys.argv = ["longbeard", *arguments]
from longbeard.terminal.command import main
main()
"""


class Server:
    """The server under test."""

    def __init__(self, data: str, trace: str, minds: int) -> None:
        start = ["-c", TRACED, trace] if trace else ["-m", "longbeard"]
        command = [sys.executable, *start, "serve", "--port", "0", "--data", data, "--minds", str(minds)]
        command += [f"--limit={name}={ROOMY}" for name in LIMITS]
        with open(os.path.join(data, "log"), "wb") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline().decode())
        assert found, "the server did not start"
        self.base = f"http://127.0.0.1:{found[1]}"

    def memory(self) -> float:
        """Megabytes that it holds."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(file.read().split("VmRSS:")[1].split()[0]) / 1024

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


class Soak:
    """The people, and what they have done so far."""

    def __init__(self, server: Server, people: int, pause: float) -> None:
        self.server = server
        self.people = people
        self.pause = pause
        self.done: Counter[str] = Counter()
        self.client = httpx.AsyncClient(base_url=server.base, timeout=60)

    async def run(self, minutes: float, trace: bool) -> None:
        players = [asyncio.ensure_future(self.somebody()) for _ in range(self.people)]
        begin = time.monotonic()
        print("minute  MB  tables in memory  opened  finished  left  moves", flush=True)
        minute = 0
        while (time.monotonic() - begin) / 60 < minutes:
            await self.sample(minute)
            minute += 1
            await asyncio.sleep(max(0.0, begin + minute * 60 - time.monotonic()))
            if trace and minute % SNAPSHOT_MINUTES == 0:
                self.server.process.send_signal(signal.SIGUSR1)
        await self.sample(minute)
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)

    async def sample(self, minute: int) -> None:
        text = (await self.client.get("/metrics")).text
        tables = re.search(r"^longbeard_tables (\S+)", text, re.MULTILINE)
        counts = (self.done[name] for name in ("opened", "finished", "left", "moves"))
        held = tables[1] if tables else "?"
        print(f"{minute:6}  {self.server.memory():.1f}  {held}", *counts, sep="  ", flush=True)

    async def somebody(self) -> None:
        """One person after the other, for ever."""
        while True:
            try:
                await self.one_match()
            except (httpx.TransportError, ConnectionClosed, KeyError) as error:
                self.done["errors"] += 1
                print(f"an error: {error!r}", flush=True)
                await asyncio.sleep(1)

    async def one_match(self) -> None:
        name = f"Wizard {random.randrange(10**6)}"
        token = (await self.client.post("/api/v1/identity", json={"name": name})).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        slug = random.choice(list(rooms()))
        fewest, most = rooms()[slug].plate.seats
        bots = [{"who": LEVELS[0].name}] * (random.randint(fewest, most) - 1)
        asked = {"game": slug, "seats": [{"who": "me", "name": name}, *bots]}
        table = (await self.client.post("/api/v1/tables", json=asked, headers=headers)).json()["id"]
        self.done["opened"] += 1
        address = f"{self.server.base.replace('http', 'ws')}/ws/table/{table}"
        async with connect(address, additional_headers=headers, max_size=None, ping_timeout=None) as line:
            stayed = await self.play(line, leaving=random.random() < LEAVES)
        if stayed:
            for page in ("watch", "proof", "record.json", "replay?move=3", "qr.svg"):
                await self.client.get(f"/t/{table}/{page}")

    async def play(self, line: Any, leaving: bool) -> bool:
        """Play at random; whether one stayed to the end."""
        last, moves = -1, 0
        async for text in line:
            page = json.loads(text)
            if page["type"] != "page":
                continue
            if page["over"]:
                self.done["finished"] += 1
                return True
            if not page["choices"] or page["move"] == last:
                continue
            if leaving and moves == 4:
                await line.send(json.dumps({"type": "leave"}))
                self.done["left"] += 1
                return False
            await asyncio.sleep(random.random() * 2 * self.pause)
            if moves == 2:
                await line.send(json.dumps({"type": "chat", "text": f"well, well {random.random()}"}))
            last, moves = page["move"], moves + 1
            action = random.choice(page["choices"])["action"]
            await line.send(json.dumps({"type": "play", "move": last, "action": action}))
            self.done["moves"] += 1
        return False


def compare(old: str, new: str) -> None:
    """Which lines of source hold more in the newer of two snapshots."""
    before, after = tracemalloc.Snapshot.load(old), tracemalloc.Snapshot.load(new)
    hidden = [tracemalloc.Filter(False, tracemalloc.__file__)]
    before, after = before.filter_traces(hidden), after.filter_traces(hidden)
    rows = after.compare_to(before, "lineno")
    print(f"in all {sum(row.size_diff for row in rows) / 1e6:+.2f} MB")
    for row in rows[:40]:
        print(row)


def main() -> None:
    asked = argparse.ArgumentParser(description="Whether a server's memory levels off.")
    asked.add_argument("--minutes", type=float, default=30.0)
    asked.add_argument("--people", type=int, default=12, help="tables that are played at once")
    asked.add_argument("--pause", type=float, default=0.2, help="seconds before a move, on average")
    asked.add_argument("--minds", type=int, default=1)
    asked.add_argument("--trace", default="", metavar="FOLDER")
    asked.add_argument("--compare", nargs=2, metavar=("OLD", "NEW"))
    wanted = asked.parse_args()
    if wanted.compare:
        compare(*wanted.compare)
        return
    if wanted.trace:
        Path(wanted.trace).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server = Server(data, wanted.trace, wanted.minds)
        try:
            asyncio.run(Soak(server, wanted.people, wanted.pause).run(wanted.minutes, bool(wanted.trace)))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
