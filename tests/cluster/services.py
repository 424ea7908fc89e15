"""PostgreSQL, Redis and HAProxy as private instances: real ones, in temporary folders, on 127.0.0.1.

`python -m tests.cluster.services` says what of it is missing on this machine, and how to get it: the last
line of `make test`. It needs nothing but the standard library.
"""

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Self

STARTING_SECONDS: Final = 300.0
STOPPING_SECONDS: Final = 60.0
NAME: Final = "longbeard"
PASSWORD: Final = "abracadabra"
"""Password in the address of the store, so that a test can look for it where it must not be."""
PLACES: Final = "/usr/sbin:/usr/lib/postgresql/15/bin:/usr/lib/postgresql/16/bin:/usr/lib/postgresql/17/bin"
PROGRAMS: Final = {
    # What is needed: the programs (any of a row will do), and Debian's package.
    "PostgreSQL": (("postgres",), "postgresql"),
    "Redis": (("redis-server", "valkey-server"), "redis-server"),
    "HAProxy": (("haproxy",), "haproxy"),
}


def program(*names: str) -> str:
    """Find a program, also where Debian hides PostgreSQL's; empty if there is none."""
    path = f"{os.environ.get('PATH', '')}:{PLACES}"
    return next((found for name in names if (found := shutil.which(name, path=path))), "")


def missing(*wanted: str) -> list[str]:
    """Name the services, of those wanted or of all, that are not on this machine."""
    return [name for name in wanted or PROGRAMS if not program(*PROGRAMS[name][0])]


def advice(names: Sequence[str]) -> str:
    """Say how to get what is missing."""
    return f"on Debian: apt install {' '.join(PROGRAMS[name][1] for name in names)}"


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody uses now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Service:
    """A process of ours in a folder of its own; both are gone at the end."""

    def __init__(self, kind: str, port: int = 0) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"longbeard-{kind}-"))
        self.port = port or free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.user: str | None = None
        self.where = "/"
        atexit.register(self.remove)

    # What each service does in its own way.

    def command(self) -> list[str]:
        raise NotImplementedError

    def ready(self) -> bool:
        """Return whether it answers."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    stopping = leaving = signal.SIGTERM

    # What is the same for all.

    def start(self) -> Self:
        """Start it, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self.user,
                cwd=self.where,
            )
        deadline = time.monotonic() + STARTING_SECONDS
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{self.command()[0]} does not start:\n{self.logged()[-3000:]}")
            time.sleep(0.02)
        return self

    def stop(self) -> None:
        """Stop it in good order."""
        self._end(self.stopping)

    def kill(self) -> None:
        """Kill it, as a power failure does."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        self.stop()
        self.start()

    def pause(self) -> None:
        """Suspend it, but leave its connections open."""
        for pid in self.pids():
            with suppress(ProcessLookupError, FileNotFoundError):
                os.kill(pid, signal.SIGSTOP)
                while state_of(pid) not in "TZ":
                    time.sleep(0.001)

    def go_on(self) -> None:
        """End a pause."""
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def pids(self) -> list[int]:
        """Its process and all that this one started."""
        return [] if self.process is None else [self.process.pid, *children(self.process.pid)]

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def logged(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def _end(self, number: signal.Signals) -> None:
        if self.process is not None:
            orphans = self.pids()[1:]
            if self.process.poll() is None:
                self.process.send_signal(number)
            for pid in orphans if number == signal.SIGKILL else ():
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            try:
                self.process.wait(STOPPING_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            _wait_for(orphans)
            self.process = None

    def remove(self) -> None:
        """End it, and delete its folder."""
        atexit.unregister(self.remove)
        if self.running():
            self.go_on()
            self._end(self.leaving)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.remove()


def state_of(pid: int) -> str:
    """Return the kernel's letter for a process: R, S, T for stopped, Z for dead."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def children(pid: int) -> list[int]:
    """Return the processes that a process started, and theirs."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, task.read_text().split()):
                found += [child, *children(child)]
    return found


def _wait_for(pids: list[int]) -> None:
    """Wait until grandchildren are gone: PostgreSQL's follow their parent by themselves, a little later."""
    deadline = time.monotonic() + STOPPING_SECONDS
    for pid in pids:
        while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
            time.sleep(0.02)


class PostgreSQL(Service):
    """A PostgreSQL of its own. With `durable` it syncs; without, a power failure may lose writes.

    Killed processes lose nothing either way, so `durable` is for measuring and for the storm.
    """

    stopping = signal.SIGINT  # a fast shutdown: sessions are ended, nothing is lost
    leaving = signal.SIGQUIT  # an immediate one: nobody will need it again

    def __init__(self, durable: bool = False, port: int = 0, settings: Sequence[str] = ()) -> None:
        super().__init__("postgresql", port)
        self.durable = durable
        self.settings = settings
        if os.geteuid() == 0:  # which PostgreSQL refuses
            self.user = next(name for name in ("postgres", "nobody") if _there(name))
            os.chown(self.folder, pwd.getpwnam(self.user).pw_uid, -1)
        self.data = self.folder / "data"
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        subprocess.run(
            (program("initdb"), "-D", self.data, "-U", NAME, "-E", "UTF8", "--locale=C", "--no-sync",
             "--auth=scram-sha-256", f"--pwfile={secret}"),
            user=self.user, cwd="/", check=True, capture_output=True,
        )  # fmt: skip
        secret.unlink()

    def command(self) -> list[str]:
        settings = [
            f"port={self.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self.folder}",
            "max_connections=100",
            "shared_buffers=32MB",
            "dynamic_shared_memory_type=posix",
            *self.settings,
        ]
        if not self.durable:
            settings += ["fsync=off", "full_page_writes=off"]
        words = [word for setting in settings for word in ("-c", setting)]
        return [program("postgres"), "-D", str(self.data), *words]

    def ready(self) -> bool:
        if not super().ready():
            return False
        asked = [program("pg_isready"), "-q", "-h", "127.0.0.1"]
        return subprocess.run([*asked, "-p", str(self.port), "-U", NAME], check=False).returncode == 0

    def url(self, database: str = "postgres") -> str:
        """Return the address of a database, as `--store` takes it."""
        return f"postgresql://{NAME}:{PASSWORD}@127.0.0.1:{self.port}/{database}"

    def new_database(self, name: str) -> str:
        """Make an empty database; return its address."""
        self.sql(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def sql(self, text: str, database: str = "postgres") -> str:
        """Run a statement; return its rows, with tabs between columns."""
        words = ["-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", text, self.url(database)]
        command = [program("psql"), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd="/").stdout


def _there(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


class Redis(Service):
    """A Redis (or Valkey) that keeps nothing on the disk: what is on the bus may be lost at any time."""

    def command(self) -> list[str]:
        found = program("redis-server", "valkey-server")
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        return [found, *words, "--save", "", "--appendonly", "no", "--daemonize", "no"]

    def ready(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as line:
            line.settimeout(1)
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
        return False

    @property
    def url(self) -> str:
        """Its address, as `--bus` takes it."""
        return f"redis://127.0.0.1:{self.port}/0"


class HAProxy(Service):
    """HAProxy with a configuration; `{port}` in it is the port that it is asked on."""

    def __init__(self, configuration: str, port: int = 0) -> None:
        super().__init__("haproxy", port)
        self.file = self.folder / "haproxy.cfg"
        self.file.write_text(configuration.replace("{port}", str(self.port)))

    def command(self) -> list[str]:
        return [program("haproxy"), "-db", "-f", str(self.file)]

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def database(server: PostgreSQL, name: str) -> Iterator[str]:
    """An empty database of a server, dropped at the end."""
    yield server.new_database(name)
    server.sql(f'DROP DATABASE "{name}" WITH (FORCE)')


def main() -> None:
    """Print that everything passed, and what was left out."""
    gone = missing()
    if gone:
        print(f"make test: passed, without the tests of several servers: {', '.join(gone)} missing", end="")
        print(f" ({advice(gone)})")
    else:
        print("make test: everything passed")


if __name__ == "__main__":
    main()
    sys.exit()
