"""A storm over a house of several servers: what was acknowledged is there, once, and nobody is stuck.

    python bench/storm.py --tables 100 --faults 300

Three real servers, PostgreSQL, Redis and HAProxy on this machine, people who play through the API and through
sockets, and bots. At random a server, a mind or Redis is killed (-9), PostgreSQL is restarted or killed,
processes are stopped for seconds (SIGSTOP), and the bus is cut. The people note every answer. In the end:

- every acknowledged action is in the log of its table, once, and nothing is there that nobody sent;
- nothing is there that was refused with "it did not happen";
- all servers show every table alike to everybody, and as the log alone says;
- nobody has waited longer than 10 seconds for an answer while all was well;
- nobody was shown anything but what the gate allows, and no answer held a secret, or a link of somebody else.

It ends with code 0 if all of that is so. How busy the machine was with other work is measured, too: how much
longer than alone a piece of work of 30 ms took (`slowdown`), and in whatever somebody waited for too long.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.cluster.operating import haproxy_settings
from tests.cluster.services import HAProxy, PostgreSQL, Redis, Service, children, free_port

from longbeard.bots import LEVELS
from longbeard.engine.story import SPECTATOR
from longbeard.games import rooms
from longbeard.table.opening import read_opening

LONGEST = 10.0
"""Seconds that somebody may wait while all is well."""
PATIENCE = 4.0
"""Seconds after which a player asks again, as a page does."""
LIMITS = [
    *("tables", "tables_each", "openings_rate", "person_rate", "address_rate", "sockets", "sockets_each"),
    *("messages_rate", "tables_address", "connections_each", "table_sockets"),
]
HEX = re.compile(r"[0-9a-f]{64}")
RUN = re.compile(rb"[A-Za-z0-9_-]+")
SAMPLES = 5
"""One look in so many is compared with what the gate allows."""
TRIES = 30
OPENING = 120.0
"""Seconds after which the storm begins, though not everybody plays yet."""
QUICK = LEVELS[0].name
PROBE = """
import time
while True:
    due = time.monotonic() + 0.5
    time.sleep(0.5)
    cpu = time.process_time()
    while time.process_time() < cpu + 0.03:
        pass
    end = time.monotonic()
    print(end, (end - due) / 0.03, flush=True)
"""
"""Says twice a second how many times as long as alone a piece of work took, from when it was due."""


class Relay:
    """The way from one server to the bus, which can be cut."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = free_port()
        self.cut = False
        self.lines: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        self.server = await asyncio.start_server(self._take, "127.0.0.1", self.port)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.cut:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self.lines |= {writer, back}
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        self.lines -= {writer, back}

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                target.write(data)
                await target.drain()
        target.transport.abort()

    async def close(self) -> None:
        """Take no more lines, and end those that there are."""
        self.server.close()
        self.cut = True
        for _ in range(100):  # one that was just being made may come late
            self.sever()
            await asyncio.sleep(0.01)

    def sever(self) -> None:
        self.cut = True
        for line in list(self.lines):
            line.transport.abort()


class House(Service):
    """One server of the house."""

    def __init__(self, number: int, store: str, bus: str) -> None:
        super().__init__(f"server{number}")
        self.number, self.store, self.bus = number, store, bus
        self.starting = False
        self.where = str(Path.cwd())

    def command(self) -> list[str]:
        words = ["serve", "--port", str(self.port), "--store", self.store, "--bus", self.bus]
        # The first server's bots think in a process of its own, the others' wherever a mind is free.
        words += [
            "--trusted-proxy",
            "127.0.0.1",
            *(["--minds-elsewhere"] if self.number else ["--minds", "1"]),
        ]
        words += [f"--limit={name}=1000000" for name in LIMITS]
        return [sys.executable, "-m", "longbeard", *words]

    def ready(self) -> bool:
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.port}/readyz", timeout=2).status_code == 200
        return False


class Minds(Service):
    """A worker that thinks for the bots of all servers."""

    def __init__(self, store: str, bus: str) -> None:
        super().__init__("minds")
        self.store, self.bus = store, bus
        self.where = str(Path.cwd())

    def command(self) -> list[str]:
        words = ["minds", "--store", self.store, "--bus", self.bus, "--minds", "1"]
        return [sys.executable, "-m", "longbeard", *words]

    def ready(self) -> bool:
        return "minds think" in self.logged()


@dataclass
class Action:
    """Something that a player wants, until it is known what became of it."""

    seat: int
    text: str
    sent: bool = False
    """Whether it may have happened, though nobody said so."""
    refused: bool = False
    """Whether the last answer was that it did not happen."""


@dataclass
class Table:
    """A table as its players know it."""

    name: str
    seats: int
    tokens: list[str]
    """The people at it, the first of its seats."""
    over: bool = False
    wanted: dict[int, Action] = field(default_factory=dict)
    """By the move that they answer."""
    acknowledged: dict[int, Action] = field(default_factory=dict)
    samples: list[tuple[int, int, Any]] = field(default_factory=list)
    moved: float = 0.0
    """When an action was acknowledged last."""

    def next_move(self) -> int:
        """The first move of which nobody here knows that it was made."""
        return max(self.acknowledged, default=-1) + 1


class Storm:
    """Everything that runs, and what is known of it."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.random = random.Random(asked.seed)
        self.tables: list[Table] = []
        self.faults: Counter[str] = Counter()
        self.intervals: list[tuple[float, float]] = []
        self.waits: list[float] = []
        self.longest = (0.0, "")
        self.bad: list[str] = []
        self.answers: Counter[str] = Counter()
        self.searched = 0
        self.looked = 0
        self.hex_seen: dict[str, str] = {}
        self.texts = tempfile.TemporaryFile()  # noqa: SIM115
        self.probed = tempfile.NamedTemporaryFile("w+")  # noqa: SIM115
        self.stop = asyncio.Event()
        self.doing = ""

    # Services

    @contextlib.contextmanager
    def services(self) -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            probe = subprocess.Popen([sys.executable, "-c", PROBE], stdout=self.probed)
            stack.callback(probe.kill)
            self.postgresql = stack.enter_context(PostgreSQL(durable=True))
            self.redis = stack.enter_context(Redis("redis"))
            self.store = self.postgresql.new_database("house")
            subprocess.run([sys.executable, "-m", "longbeard", "migrate", self.store], check=True)
            self.relays = [Relay(self.redis.port) for _ in range(self.asked.servers)]
            self.servers = [
                House(number, self.store, f"redis://127.0.0.1:{relay.port}/0")
                for number, relay in enumerate(self.relays)
            ]
            self.minds = [Minds(self.store, self.redis.url) for _ in range(2)]
            for service in (*self.servers, *self.minds):
                stack.callback(service.remove)
            settings = haproxy_settings([server.port for server in self.servers])
            self.proxy = HAProxy(settings)
            stack.callback(self.proxy.remove)
            yield

    async def start(self) -> None:
        for relay in self.relays:
            await relay.start()
        services = (*self.servers, *self.minds)
        await asyncio.gather(*(asyncio.to_thread(service.start) for service in services))
        await asyncio.to_thread(self.proxy.start)
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=200)
        self.client = httpx.AsyncClient(base_url=self.proxy.base, timeout=PATIENCE, limits=limits)

    # People

    async def ask(
        self, method: str, path: str, token: str = "", body: dict[str, Any] | None = None
    ) -> tuple[int, Any]:
        """Ask the house through the proxy; 0 if no answer came."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        try:
            answer = await self.client.request(method, f"/api/v1{path}", headers=headers, json=body)
        except httpx.HTTPError:
            return 0, {}
        try:
            said = answer.json()
        except ValueError:
            said = {}
        self.answers[str(answer.status_code)] += 1
        return answer.status_code, said

    async def insist(
        self, method: str, path: str, token: str = "", body: dict[str, Any] | None = None
    ) -> Any:
        """Ask until the answer is good. (What is asked twice here may happen twice: tables, identities.)"""
        while True:
            status, said = await self.ask(method, path, token, body)
            if 200 <= status < 300:
                return said
            if status in (400, 403, 404):
                raise AssertionError(f"{method} {path}: {status} {said}")
            await asyncio.sleep(0.2)

    async def open_table(self, number: int) -> Table:
        """A table of some game for two people, or for one and a bot."""
        slugs = [slug for slug, room in rooms().items() if room.plate.seats[0] <= 2]
        with_bot = number % 3 == 0
        people = [
            await self.insist("POST", "/identity", "", {"name": f"P{n}"}) for n in range(1 if with_bot else 2)
        ]
        tokens = [one["token"] for one in people]
        seats = [{"who": "me"}, {"who": QUICK if with_bot else "friend"}]
        opened = await self.insist(
            "POST", "/tables", tokens[0], {"game": slugs[number % len(slugs)], "seats": seats}
        )
        table = Table(opened["id"], 2, tokens)
        for token in tokens[1:]:
            path = f"/tables/{table.name}"
            while (await self.insist("GET", path, token))["viewer"] < 0:
                await self.ask("POST", f"{path}/sit", token, {"name": "Second"})
        table.moved = time.monotonic()
        self.tables.append(table)
        return table

    async def play_tables(self, number: int) -> None:
        """Play at one table after another."""
        while not self.stop.is_set():
            table = await self.open_table(number)
            kinds: list[Callable[[Table, int], Awaitable[None]]] = [self.by_socket, self.by_api]
            await asyncio.gather(
                *(kinds[(number + seat) % 2](table, seat) for seat in range(len(table.tokens)))
            )

    def choose(self, table: Table, seat: int, move: int, choices: list[dict[str, Any]]) -> Action:
        """The action for a move: always the same one, so that asking again cannot do something else."""
        if move not in table.wanted:
            table.wanted[move] = Action(seat, self.random.choice(choices)["action"])
        return table.wanted[move]

    def kept(self, table: Table, move: int, since: float) -> None:
        """An action was acknowledged."""
        action = table.wanted[move]
        action.refused = False
        table.acknowledged[move] = action
        table.moved = time.monotonic()
        self.waited(since, f"seat {action.seat} of {table.name} for move {move}")

    def trouble_free(self, since: float) -> float:
        """Seconds since then in which no fault was in progress."""
        now = time.monotonic()
        troubled = sum(max(0.0, min(now, end) - max(since, begin)) for begin, end in self.intervals[-50:])
        return now - since - troubled

    def waited(self, since: float, whom: str) -> None:
        """Count how long somebody waited while all was well."""
        wait = self.trouble_free(since)
        self.waits.append(wait)
        if wait > self.longest[0]:
            self.longest = (wait, f"{whom}, last fault {self.doing}")
        if wait > self.limit(since):
            slow = self.slowdowns(since)
            busy = f"work took {sum(slow) / len(slow):.1f} times as long as alone"
            self.complain(f"{whom} waited for {wait:.1f} s; last fault: {self.doing}; meanwhile {busy}")

    def limit(self, since: float) -> float:
        """Seconds that somebody may wait; with `--busy` longer, by what the machine was slower since then."""
        if not self.asked.busy:
            return LONGEST
        slow = self.slowdowns(since)
        return LONGEST * max(1.0, sum(slow) / len(slow))

    def slowdowns(self, since: float = 0.0) -> list[float]:
        """How many times as long as alone work took on this machine since then."""
        with Path(self.probed.name).open() as file:
            rows = [line.split() for line in file if line.endswith("\n")]
        return [float(times) for end, times in rows if float(end) >= since] or [0.0]

    def complain(self, what: str) -> None:
        """Note something that must not be."""
        self.bad.append(what)
        if self.asked.verbose:
            say(what)

    def note_look(self, table: Table, said: dict[str, Any]) -> None:
        """Keep what somebody was shown, to compare it with what they may know."""
        look = said["look"]
        self.search(json.dumps(said), table, look["over"])
        if look["move"] > 0 and self.random.randrange(SAMPLES) == 0:
            table.samples.append((look["move"], said["viewer"], look["table"]))

    def search(self, text: str, table: Table, over: bool) -> None:
        """Keep a text in which no secret may be, unless the match is over."""
        self.searched += len(text)
        if not over:
            for found in HEX.findall(text):
                self.hex_seen.setdefault(found, table.name)
        self.texts.write(f"{table.name} ".encode() + text.replace("\n", " ").encode() + b"\n")

    async def think(self) -> None:
        await asyncio.sleep(self.random.uniform(0.2, 1.0) * self.asked.think)

    async def by_api(self, table: Table, seat: int) -> None:
        """Play a seat through the API."""
        token, path = table.tokens[seat], f"/tables/{table.name}"
        waiting, last = time.monotonic(), -1
        while not self.stop.is_set():
            status, said = await self.ask("GET", path, token)
            if status != 200:
                self.refused(status, said)
                await asyncio.sleep(0.1)
                continue
            self.note_look(table, said)
            look = said["look"]
            if look["over"]:
                table.over = True
                return
            if look["move"] != last:
                if last >= 0 and len(table.tokens) == 1:
                    self.waited(waiting, f"a bot of {table.name} for move {last}")
                waiting, last = time.monotonic(), look["move"]
            if look["choices"]:
                await self.think()
                await self.send_by_api(table, seat, look["move"], look["choices"])
                waiting = time.monotonic()
            else:
                await asyncio.sleep(0.3)

    async def send_by_api(self, table: Table, seat: int, move: int, choices: list[dict[str, Any]]) -> None:
        """Ask for an action until it is known what became of it."""
        action, since = self.choose(table, seat, move, choices), time.monotonic()
        path = f"/tables/{table.name}"
        while not self.stop.is_set() or not action.sent:
            body = {"move": move, "action": action.text}
            status, said = await self.ask("POST", f"{path}/play", table.tokens[seat], body)
            if status == 200:
                self.note_look(table, said)
                self.kept(table, move, since)
                return
            self.heard(action, status, said)
            if status == 409:
                # It is behind, or an earlier try of ours was carried out: the table says which.
                status, said = await self.ask("GET", path, table.tokens[seat])
                if status == 200 and said["look"]["move"] > move:
                    self.kept(table, move, since)
                    return
            await asyncio.sleep(0.1)

    def heard(self, action: Action, status: int, said: dict[str, Any]) -> None:
        """Note what a refusal says about whether it happened."""
        word = said.get("error", "") if status else ""
        if word == "not_kept":
            action.refused = not action.sent
        elif status != 409:
            action.sent, action.refused = True, False
        self.refused(status, said)

    def refused(self, status: int, said: dict[str, Any]) -> None:
        """Nobody is told of an error of ours, nor of a rate that was set out of reach."""
        if status in (400, 401, 403, 404, 429, 500):
            self.complain(f"answered {status}: {said}")

    async def by_socket(self, table: Table, seat: int) -> None:
        """Play a seat through a socket, and through another whenever that one is gone."""
        address = self.proxy.base.replace("http", "ws") + f"/ws/table/{table.name}"
        headers = {"authorization": f"Bearer {table.tokens[seat]}"}
        state: dict[str, Any] = {"move": -1, "since": 0.0, "asked": -1}
        while not self.stop.is_set() and not table.over:
            query = f"?move={state['move']}" if state["move"] >= 0 else ""
            try:
                async with connect(
                    address + query,
                    additional_headers=headers,
                    max_size=None,
                    open_timeout=PATIENCE,
                    ping_interval=None,
                    close_timeout=0.2,
                    proxy=None,
                ) as line:
                    await self.talk(line, table, seat, state)
            except (OSError, TimeoutError, websockets.WebSocketException, EOFError):
                pass
            await asyncio.sleep(self.random.uniform(0.05, 0.3))

    async def talk(self, line: Any, table: Table, seat: int, state: dict[str, Any]) -> None:
        """Play on one socket until it ends, or says nothing for too long though something is due."""
        while not self.stop.is_set():
            due = state["asked"] >= 0
            try:
                text = await asyncio.wait_for(line.recv(), PATIENCE if due else 1.0)
            except TimeoutError:
                if due:
                    return  # a page would try another line
                if table.next_move() > state["move"] and self.trouble_free(table.moved) > self.limit(
                    table.moved
                ):
                    self.complain(f"a page of {table.name} does not show move {table.next_move() - 1}")
                    return
                continue
            message = json.loads(text)
            self.search(text, table, bool(message.get("over")))
            if message["type"] == "error":
                word = message["kind"]
                action = table.wanted.get(state["asked"])
                if action is not None:
                    status = {"not_kept": 503, "in_doubt": 503}.get(word, 409)
                    self.heard(action, status, {"error": word, **message})
                    if word in ("not_kept", "in_doubt", "stale", "not_your_turn"):
                        await asyncio.sleep(0.1)
                        return
            if message["type"] != "page":
                continue
            state["move"] = message["move"]
            if 0 <= state["asked"] < message["move"]:
                self.kept(table, state["asked"], state["since"])
                state["asked"] = -1
            if message["over"]:
                table.over = True
                return
            if message["choices"]:
                move = message["move"]
                if state["asked"] != move:
                    await self.think()
                    state["asked"], state["since"] = move, time.monotonic()
                action = self.choose(table, seat, move, message["choices"])
                action.sent, action.refused = True, False
                await line.send(json.dumps({"type": "play", "move": move, "action": action.text}))

    # Faults

    async def weather(self) -> None:
        """One fault after the other."""
        kinds = {
            "kill a server": (self.kill_server, 4),
            "stop a server": (self.pause_server, 3),
            "kill a mind": (self.kill_mind, 1),
            "kill a worker with minds": (self.kill_minds, 2),
            "stop a mind": (self.pause_mind, 1),
            "kill Redis": (self.kill_redis, 2),
            "stop Redis": (self.pause_redis, 1),
            "cut the bus": (self.cut_bus, 3),
            "restart PostgreSQL": (self.restart_postgresql, 2),
            "kill PostgreSQL": (self.kill_postgresql, 1),
            "stop PostgreSQL": (self.pause_postgresql, 1),
        }
        end = time.monotonic() + 60 * self.asked.minutes
        for number in range(self.asked.faults):
            if self.asked.minutes and time.monotonic() > end:
                return
            name = self.random.choices([*kinds], [weight for _, weight in kinds.values()])[0]
            begin = time.monotonic()
            self.doing = f"{number + 1}: {name}"
            self.intervals.append((begin, float("inf")))
            await kinds[name][0]()
            self.intervals[-1] = (begin, time.monotonic())
            self.faults[name] += 1
            if self.asked.verbose:
                took, moves = time.monotonic() - begin, sum(len(table.acknowledged) for table in self.tables)
                say(f"{self.doing} ({took:.1f} s); {moves} actions, longest wait {self.longest[0]:.1f} s")
            await asyncio.sleep(self.random.uniform(0.2, 1.0))

    def up(self) -> list[House]:
        return [server for server in self.servers if server.running() and not server.starting]

    async def revive(self, server: House) -> None:
        """Start a server again while the storm goes on."""
        server.starting = True
        await self.start_again(server)
        server.starting = False

    async def start_again(self, service: Service) -> None:
        """Start a service until it stays, as systemd would: it ends at once if the database is away."""
        for _ in range(TRIES):
            try:
                await asyncio.to_thread(service.start)
                return
            except RuntimeError:
                await asyncio.sleep(0.5)
        self.complain(f"{service.folder.name} did not come back: {service.logged()[-1500:]}")

    async def kill_server(self) -> None:
        up = self.up()
        if len(up) > 1:  # the last one that serves is spared
            server = self.random.choice(up)
            await asyncio.to_thread(server.kill)
            self.later(self.revive(server))

    def later(self, work: Any) -> None:
        self.chores.add(task := asyncio.ensure_future(work))
        task.add_done_callback(self.chores.discard)

    async def pause(self, service: Service, longest: float) -> None:
        service.pause()
        await asyncio.sleep(self.random.uniform(0.5, longest))
        service.go_on()

    async def pause_server(self) -> None:
        server = self.random.choice(self.up())
        pid = server.process.pid if server.process else 0
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(self.random.uniform(0.5, 4.0))
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)

    def mind(self) -> int:
        parents = [one for one in (*self.up(), *self.minds) if one.process]
        found = [pid for one in parents if one.process for pid in children(one.process.pid)]
        return self.random.choice(found) if found else 0

    async def kill_mind(self) -> None:
        if pid := self.mind():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    async def kill_minds(self) -> None:
        worker = self.random.choice(self.minds)
        await asyncio.to_thread(worker.kill)
        await self.start_again(worker)

    async def pause_mind(self) -> None:
        if pid := self.mind():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
                await asyncio.sleep(self.random.uniform(0.5, 3.0))
                os.kill(pid, signal.SIGCONT)

    async def kill_redis(self) -> None:
        await asyncio.to_thread(self.redis.kill)
        await asyncio.sleep(self.random.uniform(0.1, 2.0))
        await asyncio.to_thread(self.redis.start)

    async def pause_redis(self) -> None:
        await self.pause(self.redis, 3.0)

    async def cut_bus(self) -> None:
        cut = self.random.sample(self.relays, self.random.randint(1, len(self.relays)))
        for relay in cut:
            relay.sever()
        await asyncio.sleep(self.random.uniform(0.5, 3.0))
        for relay in cut:
            relay.cut = False

    async def restart_postgresql(self) -> None:
        await asyncio.to_thread(self.postgresql.restart)

    async def kill_postgresql(self) -> None:
        await asyncio.to_thread(self.postgresql.kill)
        await asyncio.to_thread(self.postgresql.start)

    async def pause_postgresql(self) -> None:
        await self.pause(self.postgresql, 2.0)

    # The end

    async def run(self) -> None:
        self.chores: set[asyncio.Task[None]] = set()
        await self.start()
        begin = time.monotonic()
        players = [asyncio.ensure_future(self.play_tables(n)) for n in range(self.asked.tables)]
        await asyncio.sleep(self.asked.calm)
        calm = 0
        while calm < 2 * self.asked.tables and time.monotonic() - begin < OPENING:
            await asyncio.sleep(0.2)
            calm = sum(len(table.acknowledged) for table in self.tables)
        say(f"{len(self.tables)} tables, {calm} actions in {time.monotonic() - begin:.0f} s before the storm")
        await self.weather()
        while self.chores:
            await asyncio.gather(*self.chores)
        for server in self.servers:
            if not server.running():
                self.complain(f"server {server.number} died by itself: {server.logged()[-1500:]}")
        healed = time.monotonic()
        running = [table for table in self.tables if not table.over]
        while stuck := [table for table in running if table.moved < healed and not table.over]:
            if time.monotonic() - healed > self.limit(healed):
                break
            await asyncio.sleep(0.1)
        for table in stuck:
            self.complain(f"table {table.name} is stuck")
        self.stop.set()
        done, late = await asyncio.wait(players, timeout=30)
        for player in done:
            if error := player.exception():
                self.complain(f"a player gave up: {error!r}")
        for player in late:
            player.cancel()
        self.seconds = time.monotonic() - begin
        await self.compare_servers()
        await self.client.aclose()
        for relay in self.relays:
            await relay.close()
        for service in (*self.servers, *self.minds):
            if "Traceback" in (log := service.logged()):
                where = log.index("Traceback")
                self.complain(f"{service.folder.name} logged an error: {log[where : where + 2500]}")

    async def compare_servers(self) -> None:
        """Ask all servers for all tables, as everybody at them and as a guest."""
        deadline = time.monotonic() + 3 * LONGEST
        checks = [(table, token) for table in self.tables for token in (*table.tokens, "")]
        few = asyncio.Semaphore(8)
        async with httpx.AsyncClient(timeout=LONGEST) as client:

            async def check(table: Table, token: str) -> None:
                async with few:
                    while not await self.shown_alike(client, table, token):
                        if time.monotonic() > deadline:  # bots may move meanwhile
                            self.complain(f"servers disagree about table {table.name}")
                            return
                        await asyncio.sleep(0.2)

            await asyncio.gather(*(check(*one) for one in checks))

    async def shown_alike(self, client: httpx.AsyncClient, table: Table, token: str) -> bool:
        """Ask all servers for a table, and compare what they show."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        path = f"/api/v1/tables/{table.name}"
        asked = [
            client.get(f"http://127.0.0.1:{server.port}{path}", headers=headers) for server in self.servers
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        looks = [one.json().get("look") if isinstance(one, httpx.Response) else None for one in answers]
        alike = looks[0] is not None and all(look == looks[0] for look in looks)
        self.looked += len(looks) if alike else 0
        return alike

    def check_logs(self) -> None:
        """Hold what the people noted against what PostgreSQL has."""
        query = (
            "SELECT table_id, number, seat, text FROM entries WHERE kind = 'play' ORDER BY table_id, number"
        )
        plays: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for line in self.postgresql.sql(query, "house").splitlines():
            name, _number, place, text = line.split("\t")
            plays[name].append((int(place), text))
        gaps = self.postgresql.sql(
            "SELECT id FROM tables LEFT JOIN entries ON id = table_id GROUP BY id, length "
            "HAVING count(number) <> coalesce(max(number), 0) OR count(number) <> length",
            "house",
        )
        self.bad += [f"table {name} has gaps" for name in gaps.split()]
        self.lost = self.doubled = 0
        for table in self.tables:
            found = plays[table.name]
            for move, action in table.acknowledged.items():
                if move >= len(found) or found[move] != (action.seat, action.text):
                    self.lost += 1
                    there = found[move : move + 1]
                    self.complain(f"lost: {action} at move {move} of {table.name}; there is {there}")
            for move, (seat, text) in enumerate(found):
                if seat >= len(table.tokens):
                    continue
                asked = table.wanted.get(move)
                if asked is None or (asked.seat, asked.text) != (seat, text):
                    self.doubled += 1
                    self.complain(f"nobody asked for {seat} {text} at move {move} of {table.name}")
                elif asked.refused and move not in table.acknowledged:
                    self.complain(f"refused, but there: {text} at move {move} of {table.name}")
        self.check_secrets(plays)

    def check_secrets(self, plays: dict[str, list[tuple[int, str]]]) -> None:
        """Hold what was shown against what the gate allows, and look for secrets in all answers."""
        self.compared = 0
        rows = self.postgresql.sql("SELECT id, opening FROM tables", "house").splitlines()
        openings = {name: read_opening(text) for name, text in (row.split("\t") for row in rows)}
        ours = {table.name: table for table in self.tables}
        tokens: dict[str, str] = {}
        for name, opening in openings.items():
            if (secret := opening.secret.hex()) in self.hex_seen:
                self.complain(f"the secret of {name} was in an answer at {self.hex_seen[secret]}")
            if name not in ours:
                continue  # opened twice, because the first answer was lost
            match, table = opening.deal(), ours[name]
            samples = defaultdict(list)
            for move, viewer, look in table.samples:
                samples[move].append((viewer, look))
            for move in range(len(plays[name]) + 1):
                for viewer, look in samples[move]:
                    allowed = json.loads(json.dumps(match.room.look(match.state, viewer)))
                    over_for_all = match.over and viewer == SPECTATOR
                    self.compared += 1
                    if look != allowed and not over_for_all:
                        self.complain(f"seat {viewer} of {name} was shown more, or less, at move {move}")
                if move < len(plays[name]):
                    seat, text = plays[name][move]
                    match.play_text(seat, text)
        for line in self.postgresql.sql(
            "SELECT table_id, text FROM entries WHERE text LIKE '%token%'", "house"
        ).splitlines():
            name, text = line.split("\t", 1)
            tokens.update(dict.fromkeys(re.findall(r'"token": "([^"]{16,})"', text), name))
        self.check_links(openings, tokens)

    def check_links(self, openings: dict[str, Any], tokens: dict[str, str]) -> None:
        """A link of a seat is shown at its own table alone, to whoever sits there."""
        for name, opening in openings.items():
            tokens.update({seat.token: name for seat in opening.seats if seat.token})
        bearers = {token: table.name for table in self.tables for token in table.tokens}
        self.texts.seek(0)
        self.bad += shown_links(self.texts, tokens, bearers)

    def report(self) -> dict[str, Any]:
        waits, slow = sorted(self.waits) or [0.0], sorted(self.slowdowns())
        return {
            "asked": {
                name: getattr(self.asked, name) for name in ("tables", "faults", "servers", "seed", "think")
            },
            "faults": dict(self.faults),
            "tables": len(self.tables),
            "acknowledged": sum(len(table.acknowledged) for table in self.tables),
            "lost": self.lost,
            "doubled": self.doubled,
            "longest_wait": round(self.longest[0], 2),
            "longest_whose": self.longest[1],
            "p50_wait": round(waits[len(waits) // 2], 3),
            "p99_wait": round(waits[int(0.99 * (len(waits) - 1))], 3),
            "looks_alike_on_all_servers": self.looked,
            "looks_as_the_gate_allows": self.compared,
            "bytes_searched": self.searched,
            "answers": dict(self.answers),
            "seconds": round(self.seconds, 1),
            "slowdown_mean": round(sum(slow) / len(slow), 1),
            "slowdown_p99": round(slow[int(0.99 * (len(slow) - 1))], 1),
            "load": [round(load, 1) for load in os.getloadavg()],
            "bad": self.bad[:40],
        }


def shown_links(lines: Iterable[bytes], links: dict[str, str], bearers: dict[str, str]) -> list[str]:
    """Find bearers' tokens, and links of seats at other tables than theirs, in what was shown.

    Each line begins with its table. A run of letters that is long enough to hold a token is looked up: one
    pattern of all tokens takes hours for what a long storm shows.
    """
    keys: dict[bytes, list[str]] = {}
    for token in {**links, **bearers}:
        keys.setdefault(max(RUN.findall(token.encode()), key=len), []).append(token)
    if not keys:
        return []
    lengths = sorted({len(key) for key in keys})
    long_runs = re.compile(rb"[A-Za-z0-9_-]{%d,}" % lengths[0])
    bad = []
    for line in lines:
        where = line.split(b" ", 1)[0].decode()
        for run in long_runs.findall(line):
            pieces = {run[start : start + size] for size in lengths for start in range(len(run) - size + 1)}
            for token in (token for key in pieces & keys.keys() for token in keys[key]):
                if token.encode() in line and (token in bearers or links[token] != where):
                    bad.append(f"a link or token of {links.get(token, '?')} was shown at {where}")
    return bad


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    asked = argparse.ArgumentParser(description="A storm over a house of several servers.")
    asked.add_argument("--tables", type=int, default=100)
    asked.add_argument("--faults", type=int, default=300)
    asked.add_argument("--servers", type=int, default=3)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument(
        "--think", type=float, default=3.0, help="how slowly people decide: 1 is half a second"
    )
    asked.add_argument("--calm", type=float, default=5.0, help="seconds before the first fault, at least")
    asked.add_argument(
        "--minutes", type=float, default=0.0, help="no more faults after that; 0: until all were"
    )
    asked.add_argument(
        "--busy", action="store_true", help="people may wait longer while the machine is busy with other work"
    )
    asked.add_argument("--verbose", action="store_true")
    asked.add_argument("--logs", type=Path, help="a folder in which the servers' logs are left")
    wanted = asked.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that nothing is left running
    storm = Storm(wanted)
    with storm.services():
        asyncio.run(storm.run())
        if wanted.logs:
            wanted.logs.mkdir(parents=True, exist_ok=True)
            for service in (*storm.servers, *storm.minds):
                (wanted.logs / f"{service.folder.name}.log").write_text(service.logged())
        storm.check_logs()
        result = storm.report()
    print(json.dumps(result, indent=1))
    sys.exit(1 if storm.bad else 0)


if __name__ == "__main__":
    main()
