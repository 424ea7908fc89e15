"""Every game is played from home to its result by clicking only, at a desk and on a phone."""

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.people import DESKTOP, PHONE, Visitor
from tests.web.browser.table import open_table, play_to_the_end

from longbeard.engine.room import Room


def no_sideways_scrolling(page: Page) -> None:
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], f"the page is {width[0]} wide"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_is_played_by_clicking_only(room: Room, size: tuple[int, int], visitor: Visitor) -> None:
    page = visitor(size)
    open_table(page, room, ["me", "bot"])
    no_sideways_scrolling(page)
    assert play_to_the_end(page) > 3
    no_sideways_scrolling(page)
    expect(page.get_by_role("link", name="Replay")).to_be_visible()


def test_two_clicks_from_home_to_the_first_decision(visitor: Visitor, room: Room) -> None:
    page = visitor()
    page.goto("/")
    page.locator(f'form[action="/quick/{room.plate.slug}"] button').click()
    page.wait_for_selector(".my-turn .choice, .my-turn .spot.live", timeout=30_000)
