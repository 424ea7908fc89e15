"""A board that goes round is turned by drag, keys and buttons, and a frame that is to be read stays."""

from playwright.sync_api import Page, expect
from tests.web.browser.people import DESKTOP, EXPERIENCED, PHONE, Visitor
from tests.web.browser.table import click_once, moves, open_table, until

from longbeard.games import room

WALL = room("wiz-up-the-wall")
OWN = ".wizard[data-key='wizard:0']"
MOVED = "(n) => Number(document.getElementById('main').dataset.move) > n"
SEEN = """
(key) => {
  const box = document.querySelector("[data-turning]").getBoundingClientRect();
  const spot = document.querySelector(`[data-turning] [data-key="${key}"]`).getBoundingClientRect();
  return spot.left >= box.left && spot.right <= box.right;
}
"""


def sits(page: Page, others: int, rounds: str = "1") -> None:
    open_table(page, WALL, ["me", *["bot"] * others], short=rounds == "1")
    page.wait_for_selector(".my-turn .spot.live")


def left_of(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"]


def test_the_tower_is_turned_by_buttons_keys_and_drag(visitor: Visitor) -> None:
    page = visitor()
    sits(page, 2)
    step = page.evaluate("document.querySelector('[data-step]').getBoundingClientRect().width")
    start = left_of(page, OWN)
    page.get_by_role("button", name="Turn the tower to the right").click()
    assert abs(left_of(page, OWN) - start + 2 * step) < 2
    page.keyboard.press("a")
    assert abs(left_of(page, OWN) - start) < 2
    box = page.locator(".tower").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3 * step + 5, y, steps=5)
    page.mouse.up()
    assert abs(left_of(page, OWN) - start - 3 * step) < 2, "it comes to rest on a column"
    before = moves(page)
    click_once(page)
    page.wait_for_function(MOVED, arg=before)
    assert abs(left_of(page, OWN) - start - 3 * step) < 2, "it stays turned when something is played"
    page.keyboard.press("s")
    assert abs(left_of(page, OWN) - start) < 2


def test_what_goes_beyond_one_edge_is_echoed_at_the_other(visitor: Visitor) -> None:
    page = visitor()
    sits(page, 1)
    copies = page.locator(".echo > g")
    expect(copies).to_have_count(2)
    assert copies.first.locator("[data-key], [data-part], [id], title, .flash").count() == 0


def test_a_narrow_tower_turns_to_whatever_has_the_focus_or_can_be_done(visitor: Visitor) -> None:
    page = visitor(PHONE)
    sits(page, 5)
    while not page.locator(".cell.live").count():
        assert until(page, ".pile.live, .cell.live")
        if page.locator(".pile.live").count():
            page.locator(".pile.live").click()
            page.wait_for_selector(".cell.live")
    key = page.locator(".cell.live").first.get_attribute("data-key")
    for _ in range(4):
        page.get_by_role("button", name="Turn the tower to the right").click()
    assert not page.evaluate(SEEN, key)
    page.keyboard.press("ArrowUp")
    assert page.evaluate(SEEN, page.evaluate("document.activeElement.dataset.key"))


IN_SIGHT = """
() => {
  document.dispatchEvent(new Event("offered"));
  const box = document.querySelector("[data-turning]").getBoundingClientRect();
  const lit = [...document.querySelectorAll("[data-turning] .spot.live")];
  const places = lit.map((one) => one.getBoundingClientRect());
  return places.map((one) => one.left >= box.left && one.right <= box.right);
}
"""


def test_however_a_narrow_tower_is_turned_what_can_be_done_comes_into_sight(visitor: Visitor) -> None:
    page = visitor(PHONE)
    sits(page, 5)
    while page.locator(".cell.live").count() < 2:
        if not until(page, ".pile.live, .cell.live"):
            sits(page, 5)  # one's stream was cut off too soon
        elif page.locator(".pile.live").count():
            page.locator(".pile.live").click()
            page.wait_for_selector(".cell.live")
        elif page.locator(".cell.live").count() < 2:
            click_once(page)
    for turns in range(13):  # of two columns: all the way round, and beyond
        for _ in range(turns):
            page.keyboard.press("d")
        seen = page.evaluate(IN_SIGHT)
        assert len(seen) > 1
        assert all(seen), turns


def test_the_end_of_a_round_stays_until_somebody_goes_on(visitor: Visitor) -> None:
    page = visitor(DESKTOP, speed="fast")
    sits(page, 1, rounds="3")
    for turn in range(200):
        page.wait_for_selector(".my-turn:not(.sent):not(.telling), [data-hold]")
        if page.locator("[data-hold]").count():
            break
        before = moves(page)
        if page.locator(".spot.finish.live").count():
            page.locator(".spot.finish.live").click()
            page.wait_for_function(MOVED, arg=before)
        else:
            click_once(page, turn)
    words = page.locator(".scene").inner_text()
    assert "Round 1 of 3 is over" in words
    page.keyboard.press(" ")
    page.wait_for_selector(".my-turn, .telling")
    page.wait_for_function("!document.querySelector('[data-hold]')")


def test_finish_is_asked_for_once_more(visitor: Visitor) -> None:
    page = visitor(kept={name: value for name, value in EXPERIENCED.items() if name != "confirm"})
    sits(page, 1)
    while not until(page, ".spot.finish.live"):
        sits(page, 1)  # one's stream was cut off too soon
    before = moves(page)
    page.locator(".spot.finish").click()
    expect(page.locator(".spot.finish.armed")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Sure? Once more: Declare your spell finished.")
    assert moves(page) == before
    page.locator(".spot.finish").click()
    page.wait_for_function(MOVED, arg=before)
