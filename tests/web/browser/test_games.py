"""Every game is played from home to its result by clicking only, at a desk and on a phone."""

import pytest
from playwright.sync_api import expect
from tests.web.browser.people import DESKTOP, PHONE, Visitor
from tests.web.browser.sight import accessible, narrow_enough
from tests.web.browser.table import click_once, open_table, play_to_the_end, quick_table

from longbeard.engine.room import Room

SOME_CLICKS = 6


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_a_game_is_played_by_clicking_only(
    room: Room, size: tuple[int, int], theme: str, visitor: Visitor
) -> None:
    page = visitor(size, color_scheme=theme)
    open_table(page, room, ["me", "bot"])
    page.wait_for_selector(".my-turn")
    accessible(page, "the start")
    for turn in range(SOME_CLICKS):
        click_once(page, turn)
    page.wait_for_selector(".my-turn, .result")
    accessible(page, "the middle")
    narrow_enough(page, "the middle")
    play_to_the_end(page)
    accessible(page, "the end")
    narrow_enough(page, "the end")
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    assert page.locator(".result-moments li").count(), "it says what decided it"
    assert page.locator(".result-why").inner_text()


def test_one_click_from_home_to_the_first_decision(visitor: Visitor, room: Room) -> None:
    page = visitor()
    quick_table(page, room)
    page.wait_for_selector(".my-turn .choice, .my-turn .spot.live")
