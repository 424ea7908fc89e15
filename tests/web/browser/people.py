"""A real server in a process of its own, and real Chromium. Debian's: browsers cannot be downloaded here."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

SOURCE: Final = Path(__file__).parents[3] / "src"
FLAGS: Final = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
DESKTOP: Final = (1280, 800)
PHONE: Final = (390, 844)
STARTING_SECONDS: Final = 180.0


class Server:
    """`longbeard serve`, which can be killed and started again on the same files."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        limits = [f"--limit={name}=1000" for name in ("openings_rate", "tables_each", "messages_rate")]
        command = [sys.executable, "-m", "longbeard", "serve", "--port", str(self.port), "--minds", "1"]
        self.log = (self.data / "server.log").open("ab")
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data), *limits],
            env=os.environ | {"PYTHONPATH": str(SOURCE)},
            stdout=self.log,
            stderr=self.log,
        )
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                urlopen(f"{self.address}/healthz", timeout=1).close()
                return
            except (URLError, OSError):
                time.sleep(0.1)
        self.kill()
        raise AssertionError((self.data / "server.log").read_text())

    def kill(self) -> None:
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.log.close()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.log.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("house"))
    yield running
    running.stop()


def chromium() -> str:
    """Where the browser is."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "the pages are tested in Chromium: install it (on Debian: apt install chromium)"
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield launched
        launched.close()


Visitor = Callable[..., Page]


@pytest.fixture
def visitor(browser: Browser, server: Server) -> Iterator[Visitor]:
    """Makes a page of a new person. Any complaint of the browser fails."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(size: tuple[int, int] = DESKTOP, moving: bool = False, **more: Any) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == PHONE,
            reduced_motion="no-preference" if moving else "reduce",
            base_url=server.address,
            **more,
        )
        context.set_default_timeout(60_000)
        context.add_init_script("localStorage.setItem('pace', 'fast')")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _bad(said) else None)
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


def _bad(said: Any) -> bool:
    """Lost lines and the page that is not there are looked at on purpose."""
    expected = ("WebSocket", "ERR_CONNECTION_REFUSED", "status of 404")
    return said.type == "error" and not any(words in said.text for words in expected)
