"""Every page: axe finds nothing, it weighs little, nothing sticks out, and lessons and replays work."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.people import DESKTOP, PHONE, Visitor
from tests.web.browser.sight import accessible, narrow_enough
from tests.web.browser.table import open_table, play_to_the_end, quick_table
from tests.web.browser.test_together import SHORT

from longbeard.bots import DEFAULT, LEVELS
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.web.app import Settings, make_app
from longbeard.web.limits import Limits

FIRST_PAGE_BYTES = 150_000
PLAIN_PAGES: Final = ("/", "/credits", "/me", "/me/history", "/me/forget", "/privacy", "/daily")


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_pages(visitor: Visitor, size: tuple[int, int], theme: str) -> None:
    page = visitor(size, color_scheme=theme)
    slugs = list(rooms())
    paths = [*PLAIN_PAGES, "/t/no-such-table", *(f"/new/{slug}" for slug in slugs)]
    for path in [*paths, *(f"/rules/{slug}" for slug in slugs)]:
        page.goto(path)
        accessible(page, "all")
        narrow_enough(page, "all")


def test_axe_finds_nothing_on_puzzles_and_what_a_search_found(visitor: Visitor, room: Room) -> None:
    page = visitor(PHONE, color_scheme="dark")
    page.goto(f"/rules/{room.plate.slug}?q=card")
    accessible(page, "what was found")
    page.goto(f"/games/{room.plate.slug}/puzzles")
    accessible(page, "the puzzles")
    narrow_enough(page, "the puzzles")
    page.locator(".puzzle-list a").first.click()
    page.wait_for_selector("#lesson-form")
    accessible(page, "a puzzle")
    page.locator("#lesson-form button").first.click()
    expect(page.locator(".verdicts")).to_be_visible()
    accessible(page, "a solved puzzle")
    narrow_enough(page, "a solved puzzle")


NO_PAGE: Final = re.compile(
    r"/(api|docs|static|pictures|avatars|metrics|healthz|livez|readyz|push|ws)\b|\.\w+$|\{name:path\}"
)
"""Addresses that are not pages for people."""
CARD: Final = "/games/{slug:str}/cards/{name:str}"
LOOKED_AT: Final = {
    "/new/{slug:str}": "test_pages",
    "/rules/{slug:str}": "test_pages",
    "/learn/{slug:str}": "test_pages",
    "/games/{slug:str}/puzzles": "test_pages",
    "/games/{slug:str}/puzzles/{number:int}": "test_pages",
    "/games/{slug:str}/cards": "test_cards",
    "/games/{slug:str}/print": "test_cards",
    "/t/{name:str}": "test_games",
    "/t/{name:str}/watch": "test_pages",
    "/t/{name:str}/proof": "test_pages",
    "/t/{name:str}/replay": "test_pages",
    "/t/{name:str}/analysis": "test_analysis",
    "/t/{name:str}/seat/{token:str}": "test_pages",
    "/daily/{slug:str}/{day:str}": "test_people",
    "/me/here/{code:str}": "test_people",
}
"""Examples of addresses with parameters, for axe."""


def test_axe_looks_at_every_page_that_there_is(tmp_path: Path) -> None:
    app: Any = make_app(Settings(tmp_path, Limits(), minds=-1)).app
    pages = {route.path for route in app.routes if "GET" in getattr(route, "methods", ())}
    pages = {path for path in pages if not NO_PAGE.search(path)} - {CARD, "/me/settings"}
    assert {path for path in pages if "{" in path} == {*LOOKED_AT}
    assert {path for path in pages if "{" not in path} <= {*PLAIN_PAGES}
    for where in LOOKED_AT.values():
        assert "accessible(" in (Path(__file__).parent / f"{where}.py").read_text()


def test_axe_finds_nothing_at_the_door_and_behind_the_window(visitor: Visitor) -> None:
    host, guest = visitor(), visitor(PHONE, color_scheme="dark")
    open_table(host, SHORT, ["me", "friend", "bot"])
    accessible(host, "waiting for a friend")
    for path in ("", "/watch", "/proof"):
        guest.goto(f"{host.url}{path}")
        accessible(guest, "what a guest sees")
        narrow_enough(guest, "what a guest sees")
    for button in ("Link and seat", "Keys and help"):
        host.get_by_role("button", name=button).click()
        accessible(host, button)
        if button == "Link and seat":
            guest.goto(host.locator("#seat-link").input_value())
            accessible(guest, "a seat that moves")
        host.keyboard.press("Escape")


def test_axe_finds_nothing_on_advice_chat_and_a_home_with_tables(visitor: Visitor) -> None:
    page = visitor(PHONE, color_scheme="dark")
    quick_table(page, SHORT)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-badge").first).to_be_visible()
    page.get_by_role("button", name="Seats, story and chat").click()
    expect(page.locator("#hint-list li").first).to_be_visible()
    accessible(page, "advice")
    page.locator("#chat summary").click()
    accessible(page, "chat")
    narrow_enough(page, "chat")
    page.goto("/")
    expect(page.locator(".table-row.yours")).to_be_visible()
    accessible(page, "home")


def test_the_first_page_is_light(visitor: Visitor) -> None:
    page = visitor()
    bytes_of: list[float] = []
    line = page.context.new_cdp_session(page)
    line.on("Network.loadingFinished", lambda loaded: bytes_of.append(loaded["encodedDataLength"]))
    line.send("Network.enable")
    page.goto("/", wait_until="networkidle")
    fetched: list[dict[str, Any]] = page.evaluate(
        "performance.getEntriesByType('resource').map((one) => one.toJSON())"
    )
    assert len(bytes_of) > len(fetched) / 2
    assert sum(bytes_of) <= FIRST_PAGE_BYTES, [(one["name"], one["transferSize"]) for one in fetched]


def test_the_level_of_all_bots_or_of_each(visitor: Visitor) -> None:
    page = visitor()
    page.goto(f"/new/{SHORT.plate.slug}")
    page.locator(".fold-sheet summary").click()
    for level in LEVELS:
        expect(page.locator(".bots-list")).to_contain_text(f"{level.title}{level.about}")
    expect(page.locator("#level")).to_have_value(DEFAULT)
    page.locator("#level").select_option(LEVELS[0].name)
    page.locator('.pick label:has(input[value="4"])').first.click()
    page.locator('select[name="who"]').nth(1).select_option(LEVELS[-1].name)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#seat-1")).to_contain_text(f"Bot: {LEVELS[-1].title}")
    for seat in (2, 3):
        expect(page.locator(f"#seat-{seat}")).to_contain_text(f"Bot: {LEVELS[0].title}")
    page.goto("/")
    expect(page.locator('select[name="level"]').first).to_have_value(LEVELS[0].name)  # it is remembered


@pytest.mark.parametrize("size", [(1280, 640), PHONE])
def test_the_set_up_is_one_screen_with_its_button_in_sight(
    visitor: Visitor, size: tuple[int, int], room: Room
) -> None:
    page = visitor(size)
    page.goto(f"/new/{room.plate.slug}")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    page.locator(".fold-sheet summary").click()
    expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)


def test_only_seats_that_there_are_can_play_first(visitor: Visitor) -> None:
    for script in (True, False):
        page = visitor(java_script_enabled=script)
        page.goto(f"/new/{SHORT.plate.slug}")
        page.locator(".fold-sheet summary").click()
        first = page.locator('select[name="option-first"]')
        for count in (4, 2, 3):
            page.locator(f".pick label:has(#seats-{count})").click()
            shown = [one for one in first.locator("option").all() if one.evaluate(SHOWN)]
            assert len(shown) == count + 1, "each seat, or luck"


SHOWN: Final = "(one) => getComputedStyle(one).display !== 'none'"


def test_a_lesson_runs_to_its_end(visitor: Visitor, room: Room) -> None:
    page = visitor(PHONE)
    page.goto(f"/learn/{room.plate.slug}")
    accessible(page, "the lesson")
    steps = len(tomllib.loads(room.text("tutorial.toml"))["step"])
    for beat in range(3 * steps):
        if lesson_at(page) == steps:
            break
        go_on(page, pointing=bool(beat % 2))
    expect(page.get_by_role("button", name=f"Play {room.plate.title}")).to_be_visible()
    accessible(page, "the lesson's end")
    narrow_enough(page, "the lesson's end")


MOVE: Final = "(move) => Number(document.getElementById('main').dataset.move) === move"


def first_asked(room: Room) -> int:
    """Return the first step of a lesson that asks about what has just been told."""
    steps = tomllib.loads(room.text("tutorial.toml"))["step"]
    return next(number for number, step in enumerate(steps) if {"until", "question"} <= step.keys())


def lesson_at(page: Page) -> int:
    return int(page.locator("#main").get_attribute("data-move") or 0)


ADVANCED = (
    "([at, answered]) => Number(document.getElementById('main').dataset.move) !== at"
    " || document.querySelectorAll('.teacher-because').length !== answered"
)


def go_on(page: Page, pointing: bool) -> None:
    """Play one beat of a lesson: a click on a button, or on what glows as long as something does."""
    before = [lesson_at(page), page.locator(".teacher-because").count()]
    if pointing and page.locator(".spot.live").count():
        page.locator(".spot.live").first.click()
        while page.locator(".picking .spot.target").count():
            page.locator(".picking .spot.target").first.click()
    else:
        page.locator("#lesson-form button").first.click()
    page.wait_for_function(ADVANCED, arg=before)


def test_the_knights_training_is_a_game_of_its_own(visitor: Visitor) -> None:
    room = rooms()["a-wizard-did-it"]
    page = visitor()
    page.goto("/")
    page.locator(f'a[href="/learn/{room.plate.slug}"]').click()
    expect(page.locator(".place-title")).to_contain_text("Training")
    steps = len(tomllib.loads(room.text("tutorial.toml"))["step"])
    right = 0
    for _ in range(3 * steps):
        if lesson_at(page) == steps:
            break
        go_on(page, pointing=False)
        right += page.locator(".teacher-because").count()
    assert right, "it asks, and says why"
    expect(page.locator(".walk")).to_have_count(2)


def test_a_lesson_that_asks_does_not_show_the_answer(visitor: Visitor) -> None:
    page = visitor()
    asking = [room for room in rooms().values() if "until" in room.text("tutorial.toml")]
    room = max(asking, key=lambda one: one.text("tutorial.toml").count("until ="))
    page.goto(f"/learn/{room.plate.slug}?step={first_asked(room)}")
    expect(page.locator(".face")).to_be_visible()
    expect(page.locator(".teacher-ask")).to_be_visible()
    assert page.locator(".verdict").count() == 0
    for _ in range(2):  # an answer, and on
        before = [lesson_at(page), page.locator(".teacher-because").count()]
        page.locator("#lesson-form button").first.click()
        page.wait_for_function(ADVANCED, arg=before)
    assert page.locator(".verdict").count() == 1


def test_a_lesson_shows_the_moments_inside_a_move(visitor: Visitor) -> None:
    """On the clock of the tables: one after the other, then the teacher's words; a click skips."""
    page = visitor(moving=True, speed="fast")
    room = rooms()["a-wizard-did-it"]
    start = first_asked(room) + 1
    page.goto(f"/learn/{room.plate.slug}?step={start}")
    page.evaluate(
        "() => { window.told = []; new MutationObserver(() => window.told.push(["
        "document.getElementById('main').classList.contains('telling'),"
        "document.getElementById('ticker-words').innerText,"
        "document.querySelector('.teacher-say').checkVisibility()]))"
        ".observe(document.getElementById('ticker-words'), { childList: true }); }"
    )
    page.locator("#lesson-form button").first.click()
    page.wait_for_function(MOVE, arg=start + 1)
    told = page.evaluate("window.told.filter((one) => one[1])")
    assert len(told) > 2, "the cards are turned over one by one"
    assert all(telling and not teaching for telling, _, teaching in told)
    expect(page.locator("#main.telling")).to_have_count(0)
    expect(page.locator(".teacher-ask")).to_be_visible()
    page.locator("#lesson-form button").first.click()
    page.wait_for_selector(".teacher-because")
    page.locator("#lesson-form button").first.click()
    page.wait_for_selector("#main.telling")
    page.evaluate("window.told = []")
    page.keyboard.press("Escape")
    page.wait_for_function(MOVE, arg=start + 2)
    assert len(page.evaluate("window.told")) <= 2, "what was left is not told moment by moment"


# What a lesson's page hides: the teacher's first words, the way on, and what glows; and words broken in two.
UNSEEN: Final = """
() => {
  const inside = (one, frame) => {
    const place = one.getBoundingClientRect();
    return place.top >= frame.top - 1 && Math.min(place.bottom, place.top + 40) <= frame.bottom + 1;
  };
  const teacher = document.querySelector(".teacher").getBoundingClientRect();
  const board = document.querySelector(".middle").getBoundingClientRect();
  const said = document.querySelector(".teacher-say");
  const buttons = [...document.querySelectorAll("#lesson-form button")];
  const lit = [...document.querySelectorAll(".middle .spot.live")];
  return [
    ...[said].filter((one) => !inside(one, teacher)).map(() => "the teacher's words"),
    ...buttons.filter((one) => !inside(one, teacher)).map((one) => one.textContent),
    ...(lit.length && !lit.some((one) => inside(one, board)) ? [lit[0].dataset.key] : []),
  ];
}
"""


def test_on_a_phone_a_lesson_shows_what_is_said_and_what_is_to_be_done(visitor: Visitor, room: Room) -> None:
    page = visitor(PHONE)
    page.goto(f"/learn/{room.plate.slug}", wait_until="networkidle")  # the script has begun
    steps = len(tomllib.loads(room.text("tutorial.toml"))["step"])
    while lesson_at(page) < steps:
        assert page.evaluate(UNSEEN) == [], lesson_at(page)
        go_on(page, pointing=False)


# Goals of which a line ends within a word.
BROKEN: Final = """
() => [...document.querySelectorAll(".goal-name")].filter((goal) => {
  const walker = document.createTreeWalker(goal, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    for (const { index, 0: { length } } of walker.currentNode.data.matchAll(/[^\\s-]+/g)) {
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + length);
      if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) return true;
    }
  }
  return false;
}).map((goal) => goal.textContent)
"""


def test_on_a_phone_no_goal_of_a_puzzle_breaks_within_a_word(visitor: Visitor) -> None:
    page = visitor(PHONE)
    page.goto("/games/a-wizard-did-it/puzzles")
    for address in page.locator(".puzzle-list a").evaluate_all("(all) => all.map((one) => one.href)"):
        page.goto(address)
        assert page.locator(".goal-name").count()
        assert page.evaluate(BROKEN) == [], address


LISTED: Final = """
() => {
  const list = document.querySelector(".move-list").getBoundingClientRect();
  const move = document.querySelector(".move-list [aria-current]").getBoundingClientRect();
  return move.top >= list.top - 1 && move.bottom <= list.bottom + 1;
}
"""


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
    for frame in (last, 1):
        page.locator("#scrubber").evaluate(
            "(range, to) => { range.value = to;"
            " range.dispatchEvent(new Event('input', { bubbles: true })); }",
            frame,
        )
        expect(page.locator("#main")).to_have_attribute("data-frame", str(frame))
        assert page.evaluate(LISTED), "the list shows the move that the board shows"
    page.locator("#to-next").click()
    expect(page.locator("#main")).to_have_attribute("data-frame", "2")
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
