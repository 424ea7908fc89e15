"""Whole matches of each game, looked at all the time: at a desk, on phones, and by keys alone."""

import itertools
import time
from typing import Final

import pytest
from playwright.sync_api import Page
from tests.web.browser.ears import Ears
from tests.web.browser.people import PHONE, Visitor
from tests.web.browser.sight import accessible, nothing_hidden, watch
from tests.web.browser.table import PATIENCE, click_once, open_table, play_to_the_end

from longbeard.engine.room import Room
from longbeard.games import rooms

LOW_DESK: Final = (1280, 640)
TABLET: Final = (768, 1024)
SIDEWAYS: Final = (844, 390)
WIDE_DESK: Final = (1920, 1080)
ENLARGED: Final = (640, 400)
"""Size of a window of 1280 × 800 for its page at 200 %."""
SIZES: Final = {
    "desk": (LOW_DESK, 14.0),
    "wide": (WIDE_DESK, 14.0),
    "enlarged": (ENLARGED, 13.0),
    "tablet": (TABLET, 14.0),
    "phone": (PHONE, 13.0),
    "sideways": (SIDEWAYS, 13.0),
}
NIGHTLY: Final = ("enlarged", "phone", "tablet")
"""Sizes that are tested in the dark theme."""
LONG: Final = "the-wizard-always-wins"
"""Game whose board scrolls in an enlarged window: not all choices are visible at once."""


def strictly(room: Room, where: str) -> bool:
    """Return whether the room's own face has to fit into the window."""
    return where != "enlarged" or room.plate.slug != LONG


def sits(page: Page, room: Room) -> None:
    """Sit down with one bot."""
    open_table(page, room, ["me", "bot"], ("Morwenna the Patient",))
    page.wait_for_selector(".my-turn .spot.live, .my-turn #choices.asked")  # the script is there, too


@pytest.mark.parametrize("where", list(SIZES))
def test_nothing_is_hidden_in_a_whole_match(room: Room, where: str, visitor: Visitor) -> None:
    size, smallest = SIZES[where]
    page = visitor(
        size,
        color_scheme="dark" if where in NIGHTLY else "light",
        device_scale_factor=2 if where == "enlarged" else 1,
    )
    sits(page, room)
    watch(page, strictly(room, where), smallest)
    play_to_the_end(page)
    page.wait_for_timeout(300)
    nothing_hidden(page, where)
    if where in ("sideways", "wide", "enlarged"):
        accessible(page, where)
    high = page.evaluate("document.getElementById('board').clientHeight / innerHeight")
    assert high >= (0.70 if "desk" in where else 0.75), "the board has most of the window"


IN_SIGHT: Final = """
() => {
  const board = document.getElementById("board").getBoundingClientRect();
  const lit = [...document.querySelectorAll("#board .spot.live")];
  const places = lit.map((one) => one.getBoundingClientRect());
  return places.some(({ top, bottom }) => top >= board.top - 1 && bottom <= board.bottom + 1);
}
"""


def test_a_board_that_scrolls_goes_to_what_can_be_done(visitor: Visitor) -> None:
    page = visitor(ENLARGED)
    sits(page, rooms()[LONG])
    for _ in range(6):
        page.wait_for_selector(".my-turn:not(.sent):not(.telling) .spot.live, .result")
        if page.locator(".result").count():
            return
        assert page.evaluate(IN_SIGHT)
        page.evaluate("document.getElementById('board').scrollTo(0, 0)")
        click_once(page)


def test_nothing_is_hidden_while_bots_play(room: Room, visitor: Visitor) -> None:
    page = visitor(LOW_DESK, moving=True, speed="fast")
    sits(page, room)
    for where, (size, smallest) in SIZES.items():
        page.wait_for_selector(".my-turn:not(.sent):not(.telling), .result")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        watch(page, strictly(room, where), smallest)
        click_once(page, len(where))
        page.wait_for_selector(".my-turn:not(.sent):not(.telling), .result")
        nothing_hidden(page, where)


def test_a_guest_sees_a_whole_match_in_motion_and_nothing_is_hidden(room: Room, visitor: Visitor) -> None:
    player, guest = visitor(), visitor(LOW_DESK, moving=True, speed="fast")
    sits(player, room)
    guest.goto(f"{player.url}/watch")
    guest.wait_for_selector("body:not(.offline) #main[data-table]")
    watch(guest, True, 14.0)
    play_to_the_end(player)
    guest.wait_for_selector("#main:not(.telling) > .result")
    nothing_hidden(guest, "the guest's desk")


YOUR_TURN: Final = "● Your turn"
KEYS: Final = ("h", "ArrowRight", "ArrowDown", "h", "ArrowLeft", "ArrowUp")


def test_a_whole_match_is_played_with_the_screen_off(room: Room, visitor: Visitor) -> None:
    """By roles and names alone, with keys alone; whoever plays so is never left nowhere."""
    page = visitor()
    sits(page, room)
    ears = Ears(page)
    deadline = time.monotonic() + PATIENCE
    chosen: list[str] = []
    for key in itertools.cycle(KEYS):
        page.keyboard.press(key)
        heard = ears.listen()
        here = [one for one in heard if one.focused][-1]
        assert time.monotonic() < deadline, here
        if any(one.role == "link" and one.name == "Replay" for one in heard):
            break
        if heard[0].name.startswith(YOUR_TURN):
            assert any(one.name.endswith("?") for one in heard if one.role == "StaticText"), "what is asked"
            assert here.role != "RootWebArea", "the focus is somewhere in the page"
            if here.role == "button" and not here.disabled and not here.pressed:
                assert here.name, "whatever can be chosen has a name"
                chosen.append(here.name)
                page.keyboard.press("Enter")
    assert chosen
    result = next(one for one in heard if one.role == "region" and "win" in one.name)
    assert here == result, "the focus is at the result"
    assert any(one.role == "StaticText" and one.name == result.name for one in heard)
