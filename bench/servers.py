"""Our server beside boardgame.io's own: moves for each second of the server's CPU, in one run.

    python bench/servers.py [--matches 100] [--rounds 5] [--page docs/bench.md]

Run by `make bench-servers`. Matches are for two, with two sockets each; all matches of a round are played at
once, and a table moves again as soon as both sockets have what shows the last move. Ours is a real
`longbeard serve`, bots off, with every move on the disk; theirs keeps its matches in memory, and sends whole
states (its usual way) or deltas. Both play the same card game of our writing (bench/boardgameio and
bench/match_the_top); ours plays its own games besides. The servers take turns in every round, on the same
core; their clients are on the others. CPU is from /proc, from the first move of a round to its last: opening
tables and sitting down are not in it.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import race_page
import uvloop
import web

from longbeard import __version__
from longbeard.engine.build import form
from longbeard.games import rooms

HERE = Path(__file__).parent
ROOT = HERE.parent
PEER = HERE / "boardgameio"
INSTALLED = ROOT / "build" / "boardgameio"
OURS, THEIRS = "Longbeard", "boardgame.io"
SAME = "match-the-top"
"""The game that both servers play."""
PATIENCE = 600.0
"""Seconds after which a round is stuck."""


class Missing(Exception):
    """A peer that cannot be measured here, and why."""


@dataclass
class Count:
    """What a server did in a round."""

    matches: int
    moves: int
    sent: int
    cpu: float

    @property
    def rate(self) -> float:
        return self.moves / self.cpu

    def __add__(self, other: "Count") -> "Count":
        return Count(
            self.matches + other.matches,
            self.moves + other.moves,
            self.sent + other.sent,
            self.cpu + other.cpu,
        )


Turn = Callable[[int], Count]
"""Plays so many matches, and says what they cost."""


# ── ours ──────────────────────────────────────────────────────────────────────────────────────────────


class Eager(web.Table):
    """A table that plays its next move as soon as everyone has seen the last."""

    client: "Eagers"

    def heard(self, seat: web.Seat, page: web.Page, size: int) -> None:
        under_way = self.asked != web.NEVER
        self.client.sent += size
        super().heard(seat, page, size)
        if under_way and self.asked == web.NEVER:
            if self.decides is None:
                self.client.over()
            else:
                self.play()


class Eagers(web.Client):
    """Tables that are played to their ends, in one process."""

    def __init__(self, ports: list[int], names: list[str], tokens: list[str]) -> None:
        super().__init__(ports, names, tokens, pace=0.0, seconds=0.0)
        self.tables = [Eager(name, self) for name in names]
        self.moves = self.sent = 0
        self.playing = len(names)
        self.all_over = asyncio.Event()

    def took(self, seconds: float) -> None:
        self.moves += 1

    def over(self) -> None:
        self.playing -= 1
        if not self.playing:
            self.all_over.set()

    async def run_all(self, pipe: Any) -> None:
        """Sit down, wait for the word, play, and tell what was counted."""
        await self.sit()
        await asyncio.sleep(0.5)  # whoever sits down is told to everybody at the table
        pipe.send("seated")
        await asyncio.to_thread(pipe.recv)
        self.sent = 0
        for table in self.tables:
            table.play()
        await asyncio.wait_for(self.all_over.wait(), PATIENCE)
        if self.errors:
            raise RuntimeError(f"the server refused {self.errors} moves")
        pipe.send((self.moves, self.sent))
        pipe.recv()


def eagers(pipe: Any, *facts: Any) -> None:
    """A process of clients."""

    async def run() -> None:
        await Eagers(*facts).run_all(pipe)

    uvloop.run(run())


def ours(game: str, server: web.Server, tokens: list[str]) -> Turn:
    """One of our games on our server."""
    spawn = multiprocessing.get_context("spawn")

    def turn(matches: int) -> Count:
        names = web.open_tables(server, matches, tokens, [game])
        here, there = spawn.Pipe()
        process = spawn.Process(target=eagers, args=(there, [server.port], names, tokens))
        process.start()
        there.close()
        pin(process.pid, clients=True)
        here.recv()
        before = server.cpu()
        here.send("go")
        moves, sent = here.recv()
        count = Count(matches, moves, sent, server.cpu() - before)
        here.send("bye")
        process.join()
        return count

    return turn


# ── theirs ────────────────────────────────────────────────────────────────────────────────────────────


def install() -> str:
    """Fetch the peer, unless it is here already, and give its version; Missing if that fails."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise Missing("there is no Node.js with npm here")
    wanted = json.loads((PEER / "package.json").read_text())["dependencies"][THEIRS]
    found = INSTALLED / "node_modules" / THEIRS / "package.json"
    same = INSTALLED / "package.json"
    if found.exists() and same.exists() and same.read_bytes() == (PEER / "package.json").read_bytes():
        return str(wanted)
    shutil.rmtree(INSTALLED, ignore_errors=True)
    INSTALLED.mkdir(parents=True)
    shutil.copyfile(ROOT / ".npmrc", INSTALLED / ".npmrc")
    print(f"fetching {THEIRS} {wanted} with npm (once)", flush=True)
    shutil.copyfile(PEER / "package.json", same)
    command = [npm, "install", "--no-package-lock", "--no-progress"]
    done = subprocess.run(command, cwd=INSTALLED, capture_output=True, text=True, check=False)
    if done.returncode:
        shutil.rmtree(INSTALLED)
        # The rest of what it says names addresses, which do not belong on a page.
        code = re.search(r"\bcode (\w+)", done.stderr)
        raise Missing(f"npm could not install it: {code[1] if code else done.returncode}")
    return str(wanted)


def node(leaving: ExitStack, *command: str) -> "subprocess.Popen[str]":
    """A program of the peer's, ended when we leave."""
    env = os.environ | {"NODE_PATH": str(INSTALLED / "node_modules"), "NODE_ENV": "production"}
    process = subprocess.Popen(
        ["node", *command], cwd=PEER, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )

    def end() -> None:
        process.terminate()
        process.wait(60)

    leaving.callback(end)
    return process


def theirs(leaving: ExitStack, sends: str) -> Turn:
    """Our card game on boardgame.io's server, which sends whole states or deltas."""
    server = node(leaving, "server.js", sends)
    assert server.stdout is not None
    port = server.stdout.readline().strip()
    if not port:
        raise Missing("its server did not start")
    pin(server.pid)
    clients = node(leaving, "clients.js", port, sends)
    pin(clients.pid, clients=True)

    def say(line: str) -> dict[str, int]:
        assert clients.stdin is not None
        assert clients.stdout is not None
        print(line, file=clients.stdin, flush=True)
        answer: dict[str, int] = json.loads(clients.stdout.readline())
        return answer

    def turn(matches: int) -> Count:
        say(str(matches))
        before = web.cpu_of(server.pid)
        found = say("go")
        return Count(matches, found["moves"], found["bytes"], web.cpu_of(server.pid) - before)

    return turn


# ── the race ──────────────────────────────────────────────────────────────────────────────────────────


def pin(process: int | None, clients: bool = False) -> None:
    """Servers on the last core, clients on all others, if there are any."""
    cores = sorted(os.sched_getaffinity(0))
    if process is not None and len(cores) > 1:
        for thread in os.listdir(f"/proc/{process}/task"):
            os.sched_setaffinity(int(thread), cores[:-1] if clients else cores[-1:])


def race(matches: int, rounds: int, games: Sequence[str]) -> dict[str, Any]:
    """All rounds; the first warms everybody up and is not counted."""
    counts: dict[str, list[Count]] = {}
    missing, versions = {}, [f"Longbeard {__version__}, {form()}"]
    with ExitStack() as leaving:
        server = leaving.enter_context(web.serving())
        pin(server.process.pid)
        tokens = [server.ask("/identity", "", {"name": f"Wizard {n}"})["token"] for n in (1, 2)]
        turns = {f"{OURS}|{game}": ours(game, server, tokens) for game in games}
        own = [game for game in games if game != SAME]
        share = {f"{OURS}|{game}": max(1, matches // len(own)) for game in own}
        try:
            version = install()
            for sends in ("whole", "deltas"):
                turns[f"{THEIRS}|{sends}"] = theirs(leaving, sends)
            said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
            versions.append(f"{THEIRS} {version} on Node {said.stdout.strip()}")
        except Missing as why:
            missing[THEIRS] = str(why)
            print(f"{THEIRS} is missing: {why}", flush=True)
        for number in range(rounds + 1):
            for name, turn in turns.items():
                count = turn(share.get(name, matches))
                if number:
                    counts.setdefault(name, []).append(count)
            print(f"round {number} of {rounds} is over; load {os.getloadavg()[0]:.1f}", flush=True)
    if own:
        each = [counts[f"{OURS}|{game}"] for game in own]
        counts[f"{OURS}|{_all(len(own))}"] = [
            sum(parts[1:], start=parts[0]) for parts in zip(*each, strict=True)
        ]
    return {
        "counts": counts, "missing": missing, "versions": versions, "machine": machine(),
        "matches": matches, "rounds": rounds,
    }  # fmt: skip


def _all(games: int) -> str:
    return f"our {games} games"


def machine() -> str:
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "a CPU")
    return (
        f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )


def ratio(found: dict[str, Any]) -> str:
    """The same game, all of ours together, and the slowest of ours, beside theirs in its faster form."""
    counts: dict[str, list[Count]] = found["counts"]

    def rates(name: str) -> tuple[float, float]:
        all_of_it = [count.rate for count in counts[name]]
        return max(all_of_it), median(all_of_it)

    peers = [rates(name) for name in counts if name.startswith(THEIRS)]
    if not peers:
        return "Without boardgame.io there is nothing to compare."
    fastest = max(best for best, _ in peers), max(middle for _, middle in peers)
    same = f"{OURS}|{SAME}"
    rows = [(same, "the same game")] if same in counts else []
    singles = [name for name in counts if name.startswith(OURS) and name != same]
    if singles:
        together = singles.pop()
        slowest = min(singles, key=lambda name: rates(name)[1])
        rows += [(together, f"{_what(together)} together"), (slowest, f"the slowest ({_what(slowest)})")]
    lines = []
    for name, words in rows:
        best, middle = (mine / other for mine, other in zip(rates(name), fastest, strict=True))
        lines.append(
            f"In the CPU time of one move of boardgame.io's, {words}: **{best:.2f}** moves of ours "
            f"(best beside best; median beside median {middle:.2f})."
        )
    return "\n\n".join(lines)


def _what(name: str) -> str:
    what = name.split("|")[1]
    same = {"whole": f"{SAME}, whole states", "deltas": f"{SAME}, deltas"}
    return same.get(what, what)


def table(found: dict[str, Any]) -> str:
    """Everybody, the quickest first."""
    counts: dict[str, list[Count]] = found["counts"]
    lines = [
        "| | | best moves/CPU s | median | bytes sent a move | moves a match |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for name, rounds in sorted(counts.items(), key=lambda item: -median(count.rate for count in item[1])):
        rates, total = [count.rate for count in rounds], sum(rounds[1:], start=rounds[0])
        lines.append(
            f"| {name.split('|')[0]} | {_what(name)} | {max(rates):,.0f} | {median(rates):,.0f} "
            f"| {total.sent / total.moves:,.0f} | {total.moves / total.matches:.0f} |"
        )
    return "\n".join(lines)


def about(found: dict[str, Any]) -> str:
    missing = "".join(f" Missing: {name} ({why})." for name, why in found["missing"].items())
    return (
        f"{found['rounds']} rounds of {found['matches']} matches for each server, in turn, after one "
        "to warm up. "
        f"{'; '.join(found['versions'])}. {found['machine']}.{missing}"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description="Our server beside boardgame.io's.")
    asked.add_argument("--matches", type=int, default=100, help="for each server in each round")
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--page", type=Path, help="write the result into this page, between its marks")
    asked.add_argument("--game", action="append", default=[], help="only this one of ours; may be repeated")
    wanted = asked.parse_args()
    two = [slug for slug, room in rooms().items() if room.plate.seats[0] <= 2 <= room.plate.seats[1]]
    if SAME not in two:
        asked.error(f"{SAME} is not installed here: run `make bench-servers`, which installs it")
    found = race(wanted.matches, wanted.rounds, [game for game in two if game in (wanted.game or two)])
    text = "\n\n".join([about(found), ratio(found), table(found)])
    print(text)
    if wanted.page:
        race_page.put(wanted.page, "servers", text)


if __name__ == "__main__":
    main()
