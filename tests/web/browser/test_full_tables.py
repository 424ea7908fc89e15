"""Tables with as many players as a game takes, and long names: where room is short, nothing is hidden."""

from typing import Final

import pytest
from tests.web.browser.people import PHONE, Visitor
from tests.web.browser.sight import nothing_hidden, watch
from tests.web.browser.table import click_once, open_table

from longbeard.engine.room import Room
from longbeard.games import rooms

SIZES: Final = {"low desk": ((1280, 640), 14.0), "phone": (PHONE, 13.0), "sideways": ((844, 390), 13.0)}
CLICKS: Final = 8
FULL: Final = ("the-wizard-always-wins", "witless-wizards")
# Names of those who hold a character that do not fit on its tile.
CUT: Final = """
() => [...document.querySelectorAll(".taken > span")]
  .filter((one) => one.scrollHeight > one.clientHeight + 2)
  .map((one) => one.textContent)
"""


@pytest.mark.parametrize("where", list(SIZES))
@pytest.mark.parametrize("slug", FULL)
def test_nothing_is_hidden_at_a_full_table(slug: str, where: str, visitor: Visitor) -> None:
    room: Room = rooms()[slug]
    size, smallest = SIZES[where]
    page = visitor(size)
    open_table(page, room, ["me"] + ["bot"] * (room.plate.seats[1] - 1), ("Morwenna the Patient",))
    page.wait_for_selector(".my-turn .spot.live")
    watch(page, True, smallest)
    for turn in range(CLICKS):
        page.wait_for_selector(".my-turn:not(.sent):not(.telling), .result")
        assert page.evaluate(CUT) == []
        if click_once(page, turn):
            break
    page.wait_for_timeout(300)
    nothing_hidden(page, where)
