"""Tables with as many players as a game takes, and long names: where room is short, nothing is hidden."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect
from tests.web.browser.people import DESKTOP, PHONE, Visitor
from tests.web.browser.sight import nothing_hidden, watch
from tests.web.browser.table import click_once, moves, open_table
from tests.web.served import PATIENCE, Server

from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.store.sqlite import SQLiteStore
from longbeard.store.store import Entry
from longbeard.table.opening import Opening
from longbeard.table.seat import Seat

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


WAYS: Final = 6
# Whether the whole of a spot can be seen and clicked: its middle and what is just inside its edges.
IN_SIGHT: Final = """
(spot) => {
  const { left, top, width, height } = spot.getBoundingClientRect();
  const points = [[.5, .5], [.5, .1], [.5, .9], [.1, .5], [.9, .5]];
  const at = ([x, y]) => document.elementFromPoint(left + width * x, top + height * y);
  return points.every((point) => spot.contains(at(point)));
}
"""


def with_many_ways(room: Room) -> Match:
    """Play matches at random until the first seat may turn in sets in many ways."""
    names = ("Morwenna the Patient", "Bert", "Cleo", "Dora", "Emil")
    for seed in count():
        match, luck = Match(room, names, secret=seed_secret(seed)), QuickLuck(seed)
        while not match.over:
            legal = match.state.legal()
            ways = [action for action in legal if room.spell(match.state, action).startswith("turn-in:")]
            if match.to_act == 0 and len(ways) >= WAYS:
                return match
            match.play(match.to_act, legal[int(luck.below(len(legal)))])
    raise AssertionError


@pytest.mark.parametrize("where", [*SIZES, "desk"])
def test_every_way_to_turn_in_can_be_reached(
    where: str, visitor: Visitor, own_server: Callable[..., Server], tmp_path: Path
) -> None:
    match = with_many_ways(rooms()["the-wizard-always-wins"])
    seats = [Seat(name, PERSON, name, f"token-{seat}") for seat, name in enumerate(match.seats)]
    plate, cards = match.room.plate, match.room.box.digest
    opening = Opening(plate.slug, match.options, seats, match.secret, plate.rules, cards, seats[0].person)
    store = SQLiteStore(tmp_path / "tables.sqlite")
    entries = [Entry("play", move.seat, match.text(move)) for move in match.log]
    store.open_table("ways", opening.write(), entries).result(PATIENCE)
    store.close()
    size, _ = SIZES.get(where, (DESKTOP, 0.0))
    page = visitor(size)
    page.goto(f"{own_server().base}/t/ways/seat/{seats[0].token}")
    page.get_by_role("button", name="Sit down here").click()
    page.wait_for_selector(".my-turn .mix.live")
    ways, done = page.locator(".mix.live").all(), page.locator("#board .spot.live", has_text="End turn")
    assert len(ways) >= WAYS
    assert ways[0].evaluate(IN_SIGHT), "the best way is in sight at once"
    for way in [ways[-1], *ways]:
        way.evaluate("(spot) => spot.scrollIntoView({ block: 'nearest' })")
        assert way.evaluate(IN_SIGHT), way.get_attribute("aria-label")
        assert done.evaluate(IN_SIGHT), "wherever the list is, one's turn can be ended"
    assert page.evaluate("[scrollY, document.getElementById('board').scrollTop]") == [0, 0]
    before = moves(page)
    ways[-1].click()
    expect(page.locator("#main")).to_have_attribute("data-move", str(before + 1))
