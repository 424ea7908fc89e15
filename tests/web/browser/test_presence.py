"""Who is here, in two real browsers: within two seconds, on the pages of others."""

import re

from playwright.sync_api import Page, expect
from tests.web.browser.people import PHONE, Visitor
from tests.web.browser.table import open_table
from tests.web.browser.test_together import BOARDS, sit_down

SOON = 2_500
"""Milliseconds: two seconds, and the time to look."""
HIDE = "Object.defineProperty(document, 'visibilityState', { value: '%s', configurable: true });"
HIDE += "document.dispatchEvent(new Event('visibilitychange'))"


def expect_at(page: Page, seat: int, words: str) -> None:
    expect(page.locator(f"#seat-{seat} .presence")).to_have_text(words, timeout=SOON)


def test_a_friend_comes_and_goes_and_the_host_sees_it(visitor: Visitor) -> None:
    ada, bert = visitor(), visitor(PHONE)
    open_table(ada, BOARDS, ["me", "friend"], ("Ada",))
    expect_at(ada, 1, "free chair")
    sit_down(bert, ada.url, "Bert")
    expect_at(ada, 1, "here")
    expect(ada.locator("#chat-list")).to_contain_text("Bert sits down.")
    ada.wait_for_timeout(3_000)
    expect_at(ada, 1, "here")
    expect(ada.get_by_text("is away")).to_have_count(0)

    second = bert.context.new_page()
    second.goto(ada.url)
    second.wait_for_selector("body:not(.offline) #main[data-table]")
    second.close()
    ada.wait_for_timeout(2_000)
    expect_at(ada, 1, "here")

    bert.evaluate(HIDE % "hidden")
    expect_at(ada, 1, "idle")
    bert.evaluate(HIDE % "visible")
    expect_at(ada, 1, "here")

    bert.reload()
    ada.wait_for_timeout(2_000)
    expect_at(ada, 1, "here")

    bert.goto("/credits")
    expect_at(ada, 1, "away")
    bert.go_back()
    expect_at(ada, 1, "here")
    assert not re.search("has left|is away", ada.locator("#main").inner_text())


def test_a_line_that_drops_is_seen_and_so_is_its_return(visitor: Visitor) -> None:
    ada, bert = visitor(), visitor()
    open_table(ada, BOARDS, ["me", "friend"], ("Ada",))
    dropped: list[bool] = []

    def between(line: object) -> None:
        """Stand between page and server; once the line is dropped, nothing goes through."""
        server = line.connect_to_server()  # type: ignore[attr-defined]
        line.on_message(lambda said: None if dropped else server.send(said))  # type: ignore[attr-defined]
        server.on_message(lambda said: None if dropped else line.send(said))  # type: ignore[attr-defined]

    bert.route_web_socket(re.compile("/ws/table/"), between)
    sit_down(bert, ada.url, "Bert")
    expect_at(ada, 1, "here")
    bert.wait_for_timeout(1_500)
    dropped.append(True)
    for _ in range(40):
        bert.wait_for_timeout(50)  # lets the test itself stand between
        if ada.locator("#seat-1 .presence").inner_text() == "away":
            break
    expect_at(ada, 1, "away")
    dropped.clear()
    bert.reload()
    expect_at(ada, 1, "here")


def test_the_home_page_and_the_door_know_who_is_here(visitor: Visitor) -> None:
    guest, ada, bert = visitor(), visitor(), visitor()
    guest.goto("/")
    guest.evaluate("document.title = 'kept'")
    ada.goto(f"/new/{BOARDS.plate.slug}")
    ada.locator('.switch:has(input[name="open"])').click()
    ada.locator('input[name="names"]').first.fill("Adalmina")
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_selector("body:not(.offline) #main[data-table]")
    row = guest.locator("#lists .table-row", has_text="Adalmina")
    expect(row).to_contain_text("1 free", timeout=SOON + 1_000)
    bert.goto(ada.url)
    expect(bert.locator(".chair", has_text="Adalmina")).to_contain_text("here")
    ada.goto("/credits")
    expect(bert.locator(".chair", has_text="Adalmina")).to_contain_text("away", timeout=2 * SOON)
    assert guest.title() == "kept", "the page itself was not loaded again"
