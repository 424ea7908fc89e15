"""People with a real Chromium: the machine's own, or the one that `playwright install chromium` fetched."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from tests.web.served import Server

FLAGS: Final = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
DESKTOP: Final = (1280, 800)
PHONE: Final = (390, 844)
PATIENCE: Final = 60_000
"""Milliseconds. Tests wait long: slow on a busy machine is not wrong."""
EXPERIENCED: Final = {"known-games": "*", "coached": "yes", "confirm": "off"}
"""Browser storage of somebody who needs no introduction, and no confirmations."""
expect.set_options(timeout=PATIENCE)


def chromium(playwright: Playwright) -> str:
    """Return where the browser is."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), playwright.chromium.executable_path)
    assert Path(found).exists(), (
        "the pages are tested in Chromium: install it (on Debian: apt install chromium)"
    )
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(playwright), args=FLAGS)
        yield launched
        launched.close()


Visitor = Callable[..., Page]


@pytest.fixture
def visitor(browser: Browser, server: Server) -> Iterator[Visitor]:
    """Return a factory of pages of new persons. Any complaint of the browser fails."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(
        size: tuple[int, int] = DESKTOP,
        moving: bool = False,
        speed: str = "instant",
        kept: dict[str, str] = EXPERIENCED,
        **more: Any,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == PHONE,
            reduced_motion="no-preference" if moving else "reduce",
            base_url=server.base,
            **more,
        )
        context.set_default_timeout(PATIENCE)
        for name, value in {"speed": speed, **kept}.items():
            context.add_init_script(f"localStorage['{name}'] ??= '{value}'")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _bad(said) else None)
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == [], complaints


def _bad(said: Any) -> bool:
    """Return whether a complaint of the browser counts; lost connections and missing pages are tested on
    purpose."""
    expected = ("WebSocket", "ERR_CONNECTION_REFUSED", "status of 404")
    return said.type == "error" and not any(words in said.text for words in expected)
