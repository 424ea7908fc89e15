"""What a person does at a table, with a mouse."""

import itertools
import time
from typing import Any, Final

from playwright.sync_api import Page, expect

from longbeard.bots import LEVELS
from longbeard.engine.room import Room

PATIENCE: Final = 300.0
QUICK: Final = LEVELS[0].name
"""The bot that thinks least."""
# One thing that can be clicked now, in the middle of its visible part, and the move it belongs to.
CLICKABLE: Final = """
(seed) => {
  const main = document.getElementById("main");
  const chosen = main.querySelectorAll(".chosen").length;
  if (main.querySelector(".result")) return { over: true };
  if (main.classList.contains("sent")) return null;
  const lit = main.classList.contains("picking") ? ".spot.target" : ".spot.live";
  const found = [...main.querySelectorAll(lit)].filter((spot) => spot.getClientRects().length);
  const buttons = [...main.querySelectorAll(".choice-list .choice:not(.off)")];
  if (!found.length && !main.querySelector("#choices.asked")) return null; // not offered yet
  const all = found.length ? found : buttons;
  if (!all.length) return null;
  const one = all[seed % all.length];
  one.scrollIntoView({ block: "center", inline: "center" });
  const box = one.getBoundingClientRect();
  for (const [fx, fy] of [[.5, .5], [.3, .3], [.7, .7], [.5, .2], [.5, .85], [.15, .5], [.85, .5]]) {
    const x = box.left + box.width * fx, y = box.top + box.height * fy;
    const hit = document.elementFromPoint(x, y)?.closest(".spot, .choice");
    if (hit === one) return { x, y, move: Number(main.dataset.move), chosen };
  }
  return { hidden: one.outerHTML.slice(0, 200) };
}
"""

END_KEPT: Final = (
    "!document.querySelector('#main.telling') || !document.querySelector('.result').checkVisibility()"
)


def open_table(
    page: Page,
    room: Room,
    who: list[str],
    names: tuple[str, ...] = (),
    short: bool = True,
    first: str = "",
) -> None:
    """Open a table from home, through its set-up page; as short a game as the room has, if wanted."""
    page.goto("/")
    page.locator(f'a[href="/new/{room.plate.slug}"]').click()
    page.locator(f'.pick label:has(input[name="seats"][value="{len(who)}"])').click()
    for seat, player in enumerate(who):
        page.locator('select[name="who"]').nth(seat).select_option(QUICK if player == "bot" else player)
    for seat, name in enumerate(names):
        page.locator('input[name="names"]').nth(seat).fill(name)
    if first or short:
        page.locator(".fold-sheet summary").click()
    if first:
        page.locator('select[name="option-first"]').select_option(first)
    if short and page.locator('select[name="option-rounds"]').count():
        page.locator('select[name="option-rounds"]').select_option("1")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("body:not(.offline) #main[data-table][data-frame]")  # the script has begun


def quick_table(page: Page, room: Room) -> None:
    """Open a table against the default bots with one click from home."""
    page.goto("/")
    page.locator(f'form[action="/quick/{room.plate.slug}"] button').click()
    page.wait_for_url("**/t/*")


def until(page: Page, wanted: str, patience: float = PATIENCE) -> bool:
    """Click on at one's turns until there is what is wanted; return False if the match ends before."""
    deadline = time.monotonic() + patience
    for turn in itertools.count():
        page.wait_for_selector(".my-turn:not(.sent), .result")
        if page.locator(".result").count():
            return False
        if page.locator(wanted).count():
            return True
        click_once(page, turn)
        assert time.monotonic() < deadline, f"no {wanted} in {turn} clicks"
    raise AssertionError


def next_click(page: Page, seed: int = 0) -> dict[str, Any] | None:
    """Return where to click now; None while others decide."""
    found: dict[str, Any] | None = page.evaluate(CLICKABLE, seed)
    return found


def click_once(page: Page, seed: int = 0) -> bool:
    """Click on something that glows, if anything does; return whether the match is over."""
    spot = next_click(page, seed)
    if spot is None:
        page.wait_for_timeout(30)
        return False
    if spot.get("over"):
        return True
    assert "hidden" not in spot, spot
    page.mouse.click(spot["x"], spot["y"])
    # It must have an effect: a step taken or taken back, or a new page.
    page.wait_for_function(
        "(seen) => document.querySelector('.result, .sent') || !document.querySelector('.my-turn')"
        " || Number(document.getElementById('main').dataset.move) !== seen.move"
        " || document.querySelectorAll('#main .chosen').length !== seen.chosen",
        arg=spot,
        polling=20,
    )
    return False


def play_to_the_end(page: Page, patience: float = PATIENCE) -> int:
    """Click on until there is a result; return the number of clicks."""
    deadline = time.monotonic() + patience
    clicks = 0
    while time.monotonic() < deadline:
        if click_once(page, clicks):
            assert page.evaluate(END_KEPT), "the result waits until all is told"
            hear_all(page)
            expect(page.locator(".result h2")).to_be_visible()
            return clicks
        clicks += 1
    raise AssertionError(f"no result after {clicks} clicks: {page.locator('#prompt').inner_text()}")


def hear_all(page: Page) -> None:
    """Skip to the end of all that is still to be told."""
    if page.locator("#main.telling").count():
        page.locator('[data-pace="skip"]').dispatch_event("click")  # even behind a dialog
    expect(page.locator("#main.telling")).to_have_count(0)


def moves(page: Page) -> int:
    """Return the move that the page shows."""
    return int(page.locator("#main").get_attribute("data-move") or "-1")
