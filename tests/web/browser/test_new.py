"""A game that `longbeard new` wrote, and the declared examples: drawn, clicked, played to the end."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browser import sight, table
from tests.web.browser.people import DESKTOP, EXPERIENCED, PHONE
from tests.web.served import Server

from longbeard.terminal.new import new

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"


@pytest.fixture(scope="module")
def declared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with games of others, as pip installs them."""
    folder = tmp_path_factory.mktemp("declared")
    made = [new("my-game", "2-4", folder)]
    for name in ("bats", "potions"):
        shutil.copytree(EXAMPLES / name, folder / name)
        made.append(folder / name)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder / "site"), *map(str, made)], check=True)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(folder / "site"), before]))
    (folder / "data").mkdir()
    try:
        server = Server(folder / "data")
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.logged()


@pytest.mark.parametrize(
    ("title", "size"), [("My Game", DESKTOP), ("Small Bats", PHONE), ("Small Potions", DESKTOP)]
)
def test_a_declared_game_is_drawn_and_played_by_clicks(
    declared: Server, browser: Browser, title: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(
        base_url=declared.base,
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
    )
    kept = {**EXPERIENCED, "speed": "instant"}
    for key, value in kept.items():
        context.add_init_script(f"localStorage.setItem({key!r}, {value!r})")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("/")
    page.get_by_role("button", name=f"Play now {title}").click()
    expect(page.locator("#main .face-declared")).to_be_visible()
    expect(page.locator("#main .spot.live").first).to_be_visible()
    sight.narrow_enough(page, title)
    sight.accessible(page, title)
    table.play_to_the_end(page)
    expect(page.locator(".result")).to_be_visible()
    assert not faults
    context.close()
