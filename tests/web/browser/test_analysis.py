"""The analysis of a match in a browser: it comes by itself, and its marks lead to their moments."""

from playwright.sync_api import expect
from tests.web.browser.people import PHONE, Visitor
from tests.web.browser.sight import accessible, narrow_enough
from tests.web.browser.table import open_table, play_to_the_end
from tests.web.browser.test_together import SHORT


def test_an_analysis_comes_by_itself_and_its_marks_lead_to_their_moments(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, SHORT, ["me", "bot"])
    play_to_the_end(page)
    page.goto(f"{page.url}/replay")
    expect(page.locator("svg.chances")).to_be_visible(timeout=120_000)  # it was not there yet: no reload
    accessible(page, "a replay with its analysis")
    mark = page.locator(".mark-list a, a.mark").first
    address = mark.get_attribute("href") or ""
    mark.focus()
    page.keyboard.press("Enter")
    move = address.partition("move=")[2]
    page.wait_for_function("(move) => document.getElementById('main').dataset.move === move", arg=move)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    narrow_enough(page, "a replay with its analysis")
    page.get_by_role("link", name="All of it as a table").click()
    expect(page.get_by_role("table", name="Chances after every move")).to_be_visible()
    accessible(page, "an analysis")
    narrow_enough(page, "an analysis")
