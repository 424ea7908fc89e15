"""Whole matches of each game, looked at all the time: at a desk, on phones, and by keys alone."""

import time
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.people import PHONE, Visitor
from tests.web.browser.sight import accessible, nothing_hidden, watch
from tests.web.browser.table import PATIENCE, click_once, moves, open_table, play_to_the_end

from longbeard.engine.room import Room

LOW_DESK: Final = (1280, 640)
TABLET: Final = (768, 1024)
SIDEWAYS: Final = (844, 390)
SIZES: Final = {
    "desk": (LOW_DESK, 14.0),
    "tablet": (TABLET, 14.0),
    "phone": (PHONE, 13.0),
    "sideways": (SIDEWAYS, 13.0),
}
COVERING: Final = ("the-wizard-always-wins",)
"""Rooms whose scenes lie over places that they tell of: in motion only the house is looked at there."""


def sits(page: Page, room: Room) -> None:
    """Sit down with one bot."""
    open_table(page, room, ["me", "bot"], ("Morwenna the Patient",))
    page.wait_for_selector(".my-turn .spot.live, .my-turn #choices.asked")  # the script is there, too


@pytest.mark.parametrize("where", list(SIZES))
def test_nothing_is_hidden_in_a_whole_match(room: Room, where: str, visitor: Visitor) -> None:
    size, smallest = SIZES[where]
    page = visitor(size, color_scheme="dark" if where in ("phone", "tablet") else "light")
    sits(page, room)
    watch(page, True, smallest)
    play_to_the_end(page)
    page.wait_for_timeout(300)
    nothing_hidden(page, where)
    if where == "sideways":
        accessible(page, where)
    high = page.evaluate("document.getElementById('board').clientHeight / innerHeight")
    assert high >= (0.75 if where in ("sideways", "phone", "tablet") else 0.70), (
        "the board has most of the window"
    )


def test_nothing_is_hidden_while_bots_play(room: Room, visitor: Visitor) -> None:
    page = visitor(LOW_DESK, moving=True, speed="fast")
    sits(page, room)
    watch(page, room.plate.slug not in COVERING, 14.0)
    for turn in range(3):
        page.wait_for_selector(".my-turn:not(.sent):not(.telling), .result")
        click_once(page, turn)
    page.wait_for_selector(".my-turn:not(.sent):not(.telling), .result")
    nothing_hidden(page, "the desk")


ARROWS: Final = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")


def test_a_whole_match_is_played_with_keys_and_the_focus_is_never_lost(room: Room, visitor: Visitor) -> None:
    page = visitor()
    sits(page, room)
    page.keyboard.press("h")
    presses = 0
    deadline = time.monotonic() + PATIENCE
    while not page.locator(".result").count():
        assert time.monotonic() < deadline, page.locator("#prompt").inner_text()
        page.wait_for_selector(".my-turn:not(.sent), .result")
        presses += 1
        step_with_keys(page, presses)
        # A scene that covers what had the focus takes it away; within a few frames something else has it.
        page.wait_for_function(
            "() => document.activeElement !== document.body && document.activeElement.isConnected",
            timeout=2000,
        )
    expect(page.locator(".result h2")).to_be_visible()
    assert moves(page) >= 2


def step_with_keys(page: Page, presses: int) -> None:
    """Go to something that glows and press it, or take the first choice in words that is asked."""
    before = [moves(page), page.locator("#main .chosen").count()]
    if page.locator("#choices.asked").count():
        page.locator("#choices .choice-list li:not(:has(.off)) .choice").first.focus()
    else:
        page.keyboard.press(ARROWS[presses % 4])
    if not page.evaluate("document.activeElement.matches('.spot.live, .spot.target, .choice')"):
        return
    page.keyboard.press("Enter")
    page.wait_for_function(
        "([move, chosen]) => document.querySelector('.sent, .result, #choices.asked')"
        " || Number(document.getElementById('main').dataset.move) !== move"
        " || document.querySelectorAll('#main .chosen').length !== chosen",
        arg=before,
        polling=20,
    )
