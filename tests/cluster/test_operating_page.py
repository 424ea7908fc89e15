"""docs/operating.md, followed word by word: its files are written, its commands run, and a match is played.

Only places and ports are other ones, so that nothing of this machine is touched. systemd itself does not run
here: a `systemctl` of ours starts what the page's own unit says, and `systemd-analyze` reads the unit.
"""

import configparser
import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from tests.cluster.conftest import need
from tests.cluster.operating import PAGE, Block, blocks
from tests.cluster.services import NAME, PASSWORD, PROGRAMS, PostgreSQL, Redis, free_port, program
from tests.web.served import PATIENCE, Server
from websockets.sync.client import connect

from longbeard.games import rooms
from longbeard.web.limits import Limits

pytest.importorskip("asyncpg", reason="several servers need asyncpg")
pytest.importorskip("redis", reason="several servers need redis")

SYSTEMCTL = """
#!{python}
# Starts and ends what units say, as far as this page needs it.
import os, re, signal, subprocess, sys, time
from pathlib import Path
root = Path({root!r})
state = root / "run"
state.mkdir(exist_ok=True)
verb, *names = [word for word in sys.argv[1:] if not word.startswith("--")]

def end(pid):
    os.kill(pid, signal.SIGTERM)
    while Path(f"/proc/{{pid}}/cmdline").exists() and Path(f"/proc/{{pid}}/cmdline").read_bytes():
        time.sleep(0.05)

def start(name):
    if name == "haproxy":
        command, environment = [{haproxy!r}, "-db", "-f", str(root / "etc/haproxy/haproxy.cfg")], {{}}
    else:
        unit, _, instance = name.partition("@")
        text = (root / "etc/systemd/system" / f"{{unit}}@.service").read_text().replace("%i", instance)
        facts = dict(re.findall(r"^(\\w+)=(.*)$", text, re.MULTILINE))
        lines = Path(facts["EnvironmentFile"]).read_text().split()
        environment = dict(line.split("=", 1) for line in lines)
        command = facts["ExecStart"].split()
    log = (root / f"{{name}}.log").open("ab")
    made = subprocess.Popen(command, env={{**os.environ, **environment}}, stdout=log, stderr=log,
                            stdin=subprocess.DEVNULL, start_new_session=True)
    (state / name).write_text(str(made.pid))

for name in names:
    known = state / name
    if verb in ("restart", "reload-or-restart", "stop") and known.exists():
        end(int(known.read_text()))
    if verb in ("enable", "restart", "reload-or-restart", "start"):
        start(name)
"""


class Machine:
    """A machine on which the page is followed: a root of its own, and other ports."""

    def __init__(self, root: Path, postgresql: PostgreSQL, redis: Redis) -> None:
        self.root = root
        self.ports = {name: free_port() for name in ("443", "8018", "8019")}
        self.base = f"https://127.0.0.1:{self.ports['443']}"
        self.bin = root / "bin"
        for folder in ("bin", "etc/ssl", "etc/systemd/system", "etc/haproxy", "etc/prometheus"):
            (root / folder).mkdir(parents=True)
        self.changes = {
            "/opt/longbeard/bin/longbeard": str(self.bin / "longbeard"),
            "/etc/": f"{root}/etc/",
            "/var/backups": f"{root}/var/backups",
            "127.0.0.1:5432": f"127.0.0.1:{postgresql.port}",
            "127.0.0.1:6379": f"127.0.0.1:{redis.port}",
            "bind :443": f"bind 127.0.0.1:{self.ports['443']}",
            "8018": str(self.ports["8018"]),
            "8019": str(self.ports["8019"]),
        }
        self._script("longbeard", f'#!/bin/sh\nexec {sys.executable} -m longbeard "$@"\n')
        facts = {"python": sys.executable, "root": str(root), "haproxy": program("haproxy")}
        self._script("systemctl", textwrap.dedent(SYSTEMCTL).lstrip().format(**facts))
        self.environment = {
            **os.environ,
            "PATH": f"{self.bin}:{os.environ['PATH']}:/usr/sbin",
            "PYTHONPATH": str(Path("src").absolute()) if "PYTHONPATH" in os.environ else "",
            "PGHOST": "127.0.0.1",
            "PGPORT": str(postgresql.port),
            "PGUSER": NAME,
            "PGPASSWORD": PASSWORD,
        }
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-subj", "/CN=wizards.example", "-days", "2",
             "-keyout", root / "key.pem", "-out", root / "cert.pem"],
            check=True, capture_output=True,
        )  # fmt: skip
        pem = (root / "cert.pem").read_text() + (root / "key.pem").read_text()
        (root / "etc/ssl/wizards.pem").write_text(pem)

    def _script(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def follow(self, block: Block) -> str:
        """Write the file that a block is, or run its lines; return their output."""
        changed = block.changed(self.changes)
        if changed.path:
            assert changed.path.startswith(str(self.root)), changed.path
            Path(changed.path).parent.mkdir(parents=True, exist_ok=True)
            Path(changed.path).write_text(changed.text)
            return ""
        done = subprocess.run(
            ["sh", "-e", "-c", changed.text],
            env=self.environment, cwd=self.root, capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 0, f"{changed.text}\n{done.stdout}\n{done.stderr}\n{self.logs()}"
        return done.stdout + done.stderr

    def logs(self) -> str:
        return "\n".join(path.read_text()[-2000:] for path in self.root.glob("*.log"))

    def end(self) -> None:
        names = [path.name for path in (self.root / "run").glob("*")]
        subprocess.run(["systemctl", "stop", *names], env=self.environment, timeout=PATIENCE, check=False)


@pytest.fixture
def machine(tmp_path: Path, postgresql: PostgreSQL, redis: Redis) -> Iterator[Machine]:
    need("HAProxy")
    made = Machine(tmp_path / "root", postgresql, redis)
    yield made
    made.end()
    postgresql.sql("DROP DATABASE IF EXISTS house WITH (FORCE)")
    postgresql.sql("DROP ROLE IF EXISTS house")


def wait_for(base: str, path: str = "/readyz") -> None:
    transport = httpx.HTTPTransport(verify=False, retries=20)
    with httpx.Client(transport=transport, timeout=PATIENCE) as client:
        for _ in range(600):
            try:
                if client.get(base + path).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            subprocess.run(["sleep", "0.1"], check=True)
    raise AssertionError(f"{base} is not there")


PAGES: Final = 60
"""Pages without a table. That one of two servers gets ten or fewer has a chance of one in ten million."""


def play_a_match(machine: Machine, most: int = 400) -> tuple[str, list[str], list[str]]:
    """Let two people play a whole match through HAProxy, and look at other pages.

    Return the table, the ids of the requests about it, and those of the others.
    """
    slug = min(rooms(), key=lambda name: rooms()[name].plate.minutes[0])
    about: list[str] = []
    others: list[str] = []

    def note(answer: httpx.Response) -> None:
        ids = about if answer.request.url.path.startswith("/api/v1/tables/") else others
        ids.append(answer.headers["x-request-id"])

    with httpx.Client(
        base_url=machine.base, verify=False, timeout=PATIENCE, event_hooks={"response": [note]}
    ) as one:

        def fetch(method: str, path: str, **more: Any) -> httpx.Response:
            """Ask for something; if that was too fast, wait as one is told to."""
            while (answer := one.request(method, path, **more)).status_code == 429:
                time.sleep(float(answer.headers.get("retry-after", "1")))
            assert answer.status_code < 300, answer.text
            return answer

        def ask(method: str, path: str, token: str, body: Any = None) -> Any:
            headers = {"authorization": f"Bearer {token}"} if token else {}
            return fetch(method, f"/api/v1{path}", json=body, headers=headers).json()

        tokens = [ask("POST", "/identity", "", {"name": name})["token"] for name in ("Ada", "Bert")]
        seats = [{"who": "me"}, {"who": "friend"}]
        table = ask("POST", "/tables", tokens[0], {"game": slug, "seats": seats})["id"]
        ask("POST", f"/tables/{table}/sit", tokens[1], {"name": "Bert"})
        for _ in range(most):
            looks = [ask("GET", f"/tables/{table}", token)["look"] for token in tokens]
            if looks[0]["over"]:
                break
            for look, token in zip(looks, tokens, strict=True):
                if look["choices"]:
                    choice = look["choices"][len(look["choices"]) // 2]["action"]
                    ask("POST", f"/tables/{table}/play", token, {"move": look["move"], "action": choice})
        for _ in range(PAGES):
            fetch("GET", "/")
    return table, about, others


def test_the_page_followed_word_by_word_makes_a_house_in_which_a_match_is_played(machine: Machine) -> None:
    steps = blocks("sh", "systemd", "haproxy", "yaml")
    last = next(n for n, block in enumerate(steps) if block.kind == "sh" and "backup" in block.text)
    for block in steps[:last]:
        machine.follow(block)
        if "enable --now" in block.text:
            for port in ("8018", "8019"):
                wait_for(f"http://127.0.0.1:{machine.ports[port]}")
    assert (machine.root / "etc/longbeard/places").stat().st_mode & 0o077 == 0
    wait_for(machine.base, "/livez")
    table, about, others = play_a_match(machine)
    said = machine.follow(steps[last])
    assert "tables 1," in said
    assert said.endswith("wellwell")
    logs = {
        port: (machine.root / f"longbeard@{machine.ports[port]}.log").read_text() for port in ("8018", "8019")
    }
    answered = {port: sum(f'"request": "{one}"' in log for one in others) for port, log in logs.items()}
    assert min(answered.values()) > 10, answered  # both servers took part, and HAProxy named the requests
    assert sum(answered.values()) >= len(set(others)) - 1
    answered = {port: sum(f'"request": "{one}"' in log for one in about) for port, log in logs.items()}
    assert min(answered.values()) == 0, answered  # one table, one server
    assert max(answered.values()) >= len(set(about)) - 1
    with httpx.Client(verify=False, timeout=PATIENCE) as client:
        assert client.get(f"{machine.base}/metrics").status_code == 404
        secure = client.get(f"{machine.base}/")
        assert "strict-transport-security" in secure.headers
        for port in ("8018", "8019"):
            seen = client.get(f"http://127.0.0.1:{machine.ports[port]}/api/v1/tables/{table}").json()["look"]
            assert seen["over"] or seen["move"] > 100
    for block in steps[last + 1 :]:
        machine.follow(block)  # a newer version: one server after the other
        wait_for(machine.base, "/livez")
    for port in ("8018", "8019"):
        wait_for(f"http://127.0.0.1:{machine.ports[port]}")


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    [unit] = blocks("systemd")
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string(unit.text.partition("\n")[2])
    assert {*read.sections()} == {"Unit", "Service", "Install"}
    assert float(read["Service"]["TimeoutStopSec"]) > 8 + 3  # what the server takes, and the drain
    if not shutil.which("systemd-analyze"):
        return
    path = tmp_path / "longbeard@.service"
    path.write_text(unit.text.replace("/opt/longbeard/bin/longbeard", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True, check=False)
    about_ours = [line for line in done.stderr.splitlines() if "longbeard@" in line]
    assert not about_ours, done.stderr


def test_nginx_with_its_settings_passes_pages_and_sockets_on(machine: Machine, tmp_path: Path) -> None:
    nginx = program("nginx")
    if not nginx:
        pytest.skip("nginx missing (on Debian: apt install nginx-light)")
    [block] = blocks("nginx")
    port = free_port()
    served = Server(tmp_path, minds=-1, options=("--trusted-proxy", "127.0.0.1"))
    changes = {"listen 443 ssl": f"listen 127.0.0.1:{port} ssl", "127.0.0.1:8017": f"127.0.0.1:{served.port}"}
    changed = block.changed({**machine.changes, **changes})
    whole = machine.root / "nginx.conf"
    own = f"daemon off; pid {machine.root}/pid; error_log {machine.root}/nginx.log; events {{}}\n"
    whole.write_text(f"{own} http {{ access_log off;\n{changed.text}\n}}\n")
    proxy = subprocess.Popen([nginx, "-c", whole], stderr=subprocess.DEVNULL)
    anybody = ssl.create_default_context()
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    try:
        wait_for(f"https://127.0.0.1:{port}", "/livez")
        with httpx.Client(base_url=f"https://127.0.0.1:{port}", verify=False, timeout=PATIENCE) as ada:
            made = ada.post("/api/v1/identity", json={"name": "Ada"})
            # nginx named the request, and was believed.
            assert re.fullmatch("[0-9a-f]{32}", made.headers["x-request-id"])
            headers = {"authorization": f"Bearer {made.json()['token']}"}
            opening = {"game": next(iter(rooms())), "seats": [{"who": "me"}, {"who": "friend"}]}
            table = ada.post("/api/v1/tables", json=opening, headers=headers).json()["id"]
            assert ada.get("/metrics").status_code == 404
        address = f"wss://127.0.0.1:{port}/ws/table/{table}"
        with connect(
            address,
            additional_headers=headers,
            ssl=anybody,
            max_size=None,
            open_timeout=PATIENCE,
            proxy=None,
        ) as line:
            while json.loads(line.recv(PATIENCE))["type"] != "page":
                pass
    finally:
        proxy.terminate()
        proxy.wait(PATIENCE)
        served.stop()


def test_no_block_of_the_page_is_left_out() -> None:
    kinds = {block.kind for block in blocks()}
    # Caddy is not in Debian; its block is the one that nobody follows here.
    assert kinds == {"sh", "systemd", "haproxy", "yaml", "nginx", "console", "caddy"}


def test_the_commands_for_one_server_do_what_they_say(tmp_path: Path) -> None:
    extras = set(metadata("longbeard").get_all("Provides-Extra") or ())
    started = 0
    for block in blocks("console"):
        for line in block.text.replace("\\\n", " ").splitlines():
            if extra := re.fullmatch(r"pip install 'longbeard\[(\w+)\]'", line):
                assert extra[1] in extras
                continue
            program, *words = shlex.split(line.replace("DIR", str(tmp_path)).replace("8017", "0"))
            assert program == "longbeard"
            command = [sys.executable, "-m", "longbeard", *words]
            if words[0] != "serve":
                subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
                continue
            port = free_port()
            command += [] if "--port" in words else ["--port", str(port)]
            command = [str(port) if word == "0" else word for word in command]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                wait_for(f"http://127.0.0.1:{port}")
                started += 1
            finally:
                process.terminate()
                assert process.wait(PATIENCE) == 0
    assert started == 2


def test_what_is_to_be_installed_is_what_the_tests_need() -> None:
    page = PAGE.read_text(encoding="utf-8")
    [packages] = re.findall(r"`apt install ([a-z -]+)`", page)
    assert {*packages.split()} == {package for _programs, package in PROGRAMS.values()}
    [extra] = re.findall(r"/opt/longbeard/bin/pip install 'longbeard\[(\w+)\]'", page)
    [user] = re.findall(r"useradd --system (\w+)", page)
    assert extra in (metadata("longbeard").get_all("Provides-Extra") or ())
    assert f"User={user}\n" in blocks("systemd")[0].text


def test_every_command_and_option_that_the_page_names_is_there() -> None:
    page = PAGE.read_text(encoding="utf-8").replace("\\\n", " ")
    named = re.findall(r"\blongbeard ([a-z][a-z-]+)\b((?:[^`\n])*)", page)
    known = {command: options_of(command) for command in {command for command, _rest in named} - {"server"}}
    assert {"serve", "migrate", "minds", "backup", "restore", "move-store", "push-keys"} <= {*known}
    for command, rest in named:
        assert {*re.findall(r"(?<=\s)--[a-z-]+", rest)} <= known[command], rest
    options = set.union(*known.values())
    inline = re.findall(r"`(--[a-z-]+)", page)
    assert len(inline) > 5
    assert {*inline} <= options
    assert json.loads((PAGE.parent / "grafana.json").read_text(encoding="utf-8"))["panels"]


def options_of(command: str) -> set[str]:
    """Return the options that a command knows; it fails if there is no such command."""
    asked = [sys.executable, "-m", "longbeard", command, "--help"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return set(re.findall(r"--[a-z-]+", done.stdout))


def test_every_limit_of_the_page_is_there_with_its_default() -> None:
    refused = [sys.executable, "-m", "longbeard", "serve", "--limit", "nonsense=1"]
    said = subprocess.run(refused, capture_output=True, text=True, check=False, timeout=PATIENCE).stderr
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \| ([0-9., ]+) \|", page, re.MULTILINE)
    assert len(rows) > 10
    defaults = vars(Limits())
    for names, numbers in rows:
        for name, number in zip(re.findall(r"\w+", names), numbers.split(", "), strict=True):
            assert name in said
            assert float(defaults[name]) == float(number), name
