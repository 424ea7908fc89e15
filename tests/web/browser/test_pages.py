"""Every page: axe finds nothing, it weighs little, nothing sticks out, and lessons and replays work."""

import gzip
import tomllib
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.web.browser.people import DESKTOP, PHONE, Server, Visitor
from tests.web.browser.table import click_once, open_table, play_to_the_end
from tests.web.browser.test_together import SHORT

from longbeard.engine.room import Room
from longbeard.games import rooms

FIRST_PAGE_BYTES = 150_000


def accessible(page: Page, where: str) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, f"{where}\n{found.generate_report()}"


def narrow_enough(page: Page, where: str) -> None:
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, f"{where} is {wide} wide"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_pages(visitor: Visitor, size: tuple[int, int], theme: str) -> None:
    page = visitor(size, color_scheme=theme)
    slugs = list(rooms())
    paths = ["/", "/credits", f"/new/{slugs[0]}", f"/rules/{slugs[1]}", "/t/no-such-table"]
    for path in paths:
        page.goto(path)
        accessible(page, path)
        narrow_enough(page, path)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_a_table(visitor: Visitor, room: Room, theme: str) -> None:
    page = visitor(PHONE if theme == "dark" else DESKTOP, color_scheme=theme)
    open_table(page, room, ["me", "bot"])
    page.wait_for_selector(".my-turn")
    accessible(page, f"{room.plate.slug} at the start")
    for turn in range(8):
        click_once(page, turn)
    page.wait_for_selector(".my-turn, .result")
    accessible(page, f"{room.plate.slug} in the middle")
    narrow_enough(page, room.plate.slug)


def test_the_first_page_is_light(server: Server, visitor: Visitor) -> None:
    page = visitor()
    sizes: dict[str, int] = {}

    def weigh(url: str) -> None:
        answer = urlopen(Request(url, headers={"Accept-Encoding": "gzip"}))
        sizes[url] = len(answer.read())

    urls: list[str] = []
    page.on("response", lambda response: urls.append(response.url))
    page.goto("/", wait_until="networkidle")
    for url in set(urls):
        weigh(url)
    assert sum(sizes.values()) <= FIRST_PAGE_BYTES, sizes
    script = next(url for url in sizes if url.endswith("longbeard.js"))
    body = urlopen(Request(script, headers={"Accept-Encoding": "gzip"})).read()
    assert gzip.decompress(body).startswith(b"//"), "compressed once"


def test_a_lesson_runs_to_its_end(visitor: Visitor, room: Room) -> None:
    page = visitor(PHONE)
    page.goto(f"/learn/{room.plate.slug}")
    accessible(page, f"lesson of {room.plate.slug}")
    steps = len(tomllib.loads(room.text("tutorial.toml"))["step"])
    at = 0
    for beat in range(3 * steps):
        at = int(page.locator("#main").get_attribute("data-move") or 0)
        if at == steps:
            break
        answered = page.locator(".teacher-because").count()
        live = page.locator(".spot.live")
        if beat % 2 and live.count():
            for _ in range(3):
                if page.locator(".spot.target, .spot.live:not(.chosen)").count():
                    page.locator(".picking .spot.target, .my-turn:not(.picking) .spot.live").first.click()
                    page.wait_for_timeout(60)
                if not page.locator(".picking").count():
                    break
        else:
            page.locator("#lesson-form button").first.click()
        page.wait_for_function(
            "([at, answered]) => Number(document.getElementById('main').dataset.move) !== at"
            " || document.querySelectorAll('.teacher-because').length !== answered",
            arg=[at, answered],
        )
    expect(page.get_by_role("button", name=f"Play {room.plate.title}")).to_be_visible()
    narrow_enough(page, "the lesson")


def test_a_lesson_that_asks_does_not_show_the_answer(visitor: Visitor) -> None:
    page = visitor()
    asking = [room for room in rooms().values() if "until" in room.text("tutorial.toml")]
    room = max(asking, key=lambda one: one.text("tutorial.toml").count("until ="))
    page.goto(f"/learn/{room.plate.slug}?step=2")
    expect(page.locator(".so-far")).to_be_visible()
    assert page.locator(".face").count() == 0


def test_the_result_the_replay_and_the_proof(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor(PHONE)
    open_table(page, SHORT, ["me", "bot"])
    play_to_the_end(page)
    accessible(page, "result")
    table = page.url
    with page.expect_download() as fetched:
        page.get_by_role("link", name="Record").click()
    fetched.value.save_as(tmp_path / "record.json")
    assert (tmp_path / "record.json").stat().st_size > 500

    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector("#scrubber")
    last = int(page.locator("#scrubber").get_attribute("max") or 0)
    page.locator("#scrubber").evaluate(
        "(range) => { range.value = 1; range.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    expect(page.locator("#main")).to_have_attribute("data-move", "1")
    page.locator("#to-next").click()
    expect(page.locator("#main")).to_have_attribute("data-move", "2")
    assert last > 2
    page.get_by_role("link", name="Everyone").click()
    expect(page.locator(".eye.on")).to_have_text("Everyone")
    accessible(page, "replay")
    narrow_enough(page, "replay")
    page.get_by_role("button", name="Play on from here against bots").click()
    page.wait_for_selector("#main[data-table]")

    page.goto(f"{table}/proof")
    expect(page.locator(".notice.good")).to_contain_text("It was")
    accessible(page, "proof")
    page.goto(table)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector(".table:not(.over)")
