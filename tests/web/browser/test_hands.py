"""What hands do at a table: drag a card, point in any order, and catch a card in flight."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.people import EXPERIENCED, Visitor
from tests.web.browser.table import click_once, moves, open_table, until
from tests.web.browser.test_together import BOARDS

from longbeard.games import room

ROADS = room("a-wizard-did-it")
WALL = room("wiz-up-the-wall")
# A live spot that glides, and a point on it that no other covers.
IN_FLIGHT = """
() => {
  for (const spot of document.querySelectorAll("#main .spot.live")) {
    if (!spot.getAnimations().some((one) => one.id === "glide" && one.playState === "running")) continue;
    const box = spot.getBoundingClientRect();
    for (const part of [.5, .2, .8]) {
      const x = box.left + box.width * part, y = box.top + box.height / 2;
      if (document.elementFromPoint(x, y)?.closest(".spot") === spot) return { x, y, key: spot.dataset.key };
    }
  }
  return null;
}
"""


def middle(page: Page, selector: str) -> tuple[float, float]:
    """Return where to point at something."""
    spot = page.locator(selector).first
    spot.scroll_into_view_if_needed()
    box = spot.bounding_box()
    assert box, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: str, onto: str) -> None:
    """Drag with a raw mouse, and let go."""
    page.mouse.move(*middle(page, what))
    page.mouse.down()
    x, y = middle(page, onto)
    page.mouse.move(x - 30, y, steps=4)
    page.mouse.move(x, y, steps=2)
    expect(page.locator(".drag-ghost")).to_have_count(1)
    expect(page.locator(".hovered")).to_have_count(1)
    page.mouse.up()


def moved_on(page: Page, before: int) -> None:
    """Wait until a move has been made."""
    page.wait_for_function("(n) => Number(document.getElementById('main').dataset.move) > n", arg=before)
    expect(page.locator(".drag-ghost")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "what", "onto"),
    [
        (ROADS, ".held.live", ".stack"),
        (BOARDS, ".spot[data-drag]", ".who.live"),
        (WALL, ".spot[data-drag]", ".cell.live"),
    ],
    ids=["roads", "boards", "wall"],
)
def test_a_card_is_dragged_to_where_it_goes(visitor: Visitor, game: Any, what: str, onto: str) -> None:
    page = visitor()
    open_table(page, game, ["me", "bot"])
    assert until(page, f".my-turn {what}")
    before = moves(page)
    drag(page, what, onto)
    moved_on(page, before)


def test_a_card_that_is_dropped_nowhere_goes_back(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, ROADS, ["me", "bot"])
    page.wait_for_selector(".held.live")
    before = moves(page)
    page.mouse.move(*middle(page, ".held.live"))
    page.mouse.down()
    page.mouse.move(5, 5, steps=4)
    expect(page.locator(".spot.target")).not_to_have_count(0)
    page.mouse.up()
    expect(page.locator(".drag-ghost, .chosen, .target")).to_have_count(0)
    assert moves(page) == before


SWAPS = """
() => JSON.parse(document.getElementById("main").dataset.choices)
  .map((choice) => choice.steps).find((steps) => steps[0] === "hand.swap" && !steps.includes("discards"))
"""


# Every flight that begins: where from and where to, with those that begin at the same moment.
FLIGHTS = """
() => {
  window.flights = [];
  new MutationObserver((records) => {
    const added = records.flatMap((record) => [...record.addedNodes]);
    const fliers = added.filter((node) => node.className === "flier");
    const keys = (flier) => flier.getAnimations()[0].effect.getKeyframes();
    const way = (flier) => keys(flier).map((key) => key.translate).filter(Boolean);
    if (fliers.length) window.flights.push(fliers.map(way));
  }).observe(document.body, { childList: true });
}
"""


def test_two_stacks_are_swapped_whichever_comes_first_and_cross_over(visitor: Visitor) -> None:
    page = visitor(moving=True, speed="fast")
    steps = None
    while not steps:
        open_table(page, ROADS, ["me", "bot"])
        while not steps and until(page, ".spot.live[data-key='hand.swap']"):
            steps = page.evaluate(SWAPS)
            if not steps:
                click_once(page, 1)
    before = moves(page)
    page.evaluate(FLIGHTS)
    first, second, third = steps
    for key in (first, third, second):
        page.mouse.click(*middle(page, f".spot[data-key='{key}']"))
    moved_on(page, before)
    expect(page.locator("#story")).to_contain_text("You play Swap")
    crossing = page.evaluate("window.flights.find((fliers) => fliers.length === 2)")
    assert crossing, "both cards fly at once"
    (_, there), (_, back) = crossing
    assert there != back


def test_a_click_on_a_card_in_flight_is_not_lost(visitor: Visitor) -> None:
    page = visitor(moving=True, speed="fast", kept=EXPERIENCED | {"words": "on"})
    open_table(page, ROADS, ["me", "bot"])
    slow = page.context.new_cdp_session(page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": 0.02})
    flying = None
    while flying is None:  # until a card that was played or drawn moves the others
        before = moves(page)
        page.wait_for_selector(".my-turn:not(.sent) .choice")
        page.locator(".choice").last.click()
        moved_on(page, before)
        page.wait_for_selector(".my-turn:not(.sent) .held.live")
        flying = page.evaluate(IN_FLIGHT)
    page.mouse.click(flying["x"], flying["y"])
    expect(page.locator(f".spot[data-key='{flying['key']}']")).to_have_class(re.compile(r"\bchosen\b"))


def test_a_press_counts_even_if_the_card_flies_away(visitor: Visitor) -> None:
    page = visitor(moving=True)
    open_table(page, BOARDS, ["me", "bot"])
    page.wait_for_selector(".spot.live")
    spot = page.locator(".spot.live").first
    # Let it glide away as after a new page: what is under the pointer at the end is not what was pressed.
    at = spot.evaluate(
        "(spot) => { const place = spot.getBoundingClientRect();"
        " spot.animate([{ translate: '0 0' }, { translate: '0 -90px' }], { duration: 3000 });"
        " return [place.left + place.width / 2, place.top + 14, place.top]; }"
    )
    before = moves(page)
    page.mouse.move(at[0], at[1])
    page.mouse.down()
    page.wait_for_function(  # it has flown away from under the pointer by now
        "([key, y]) => document.querySelector(`.spot[data-key='${key}']`).getBoundingClientRect().bottom < y",
        arg=[spot.get_attribute("data-key"), at[1] + spot.evaluate("(spot) => spot.offsetHeight") - 60],
        polling="raf",
    )
    page.mouse.up()
    page.wait_for_function(
        "(n) => document.querySelector('.chosen, .sent')"
        " || Number(document.getElementById('main').dataset.move) > n",
        arg=before,
    )
