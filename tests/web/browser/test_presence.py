"""Who is here, in two real browsers: within two seconds, on the pages of others."""

import re

from playwright.sync_api import Locator, Page, expect
from tests.web.browser.people import PHONE, Visitor
from tests.web.browser.sight import accessible
from tests.web.browser.table import open_table
from tests.web.browser.test_together import BOARDS, sit_down

from longbeard.bots import DEFAULT, LEVELS

DEFAULT_TITLE = next(level.title for level in LEVELS if level.name == DEFAULT)
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


def stand_between(page: Page) -> list[bool]:
    """Intercept the connection between a page and the server; while the list is not empty, nothing goes
    through."""
    dropped: list[bool] = []

    def between(line: object) -> None:
        server = line.connect_to_server()  # type: ignore[attr-defined]
        line.on_message(lambda said: None if dropped else server.send(said))  # type: ignore[attr-defined]
        server.on_message(lambda said: None if dropped else line.send(said))  # type: ignore[attr-defined]

    page.route_web_socket(re.compile("/ws/table/"), between)
    return dropped


def wait_between(page: Page, wanted: Locator, patience: float) -> None:
    """Wait for something on another page, while the test itself intercepts this one."""
    for _ in range(int(patience / 50)):
        if wanted.count():
            return
        page.wait_for_timeout(50)


def told(page: Page, words: str) -> None:
    """Check what was told last at a table, in the list and to screen readers."""
    expect(page.locator("#chat-list .news-line").last).to_have_text(words)
    expect(page.locator("#live")).to_contain_text(words)


def test_leaving_coming_back_and_taking_over_are_told(visitor: Visitor) -> None:
    ada, bert = visitor(), visitor(PHONE)
    open_table(ada, BOARDS, ["me", "friend"], ("Ada",))
    dropped = stand_between(bert)
    sit_down(bert, ada.url, "Bert")
    told(ada, "Bert sits down.")
    bert.evaluate("document.querySelector('#invite-dialog').showModal()")
    bert.get_by_role("button", name="Leave the table").click()
    told(ada, "Bert leaves; a bot plays on.")
    expect_at(ada, 1, f"Bot: {DEFAULT_TITLE}")
    bert.wait_for_url("**/")
    bert.goto(ada.url)
    expect(bert.locator(".chair", has_text="Bert")).to_contain_text("free chair")
    bert.get_by_role("button", name="Sit down").click()
    told(ada, "Bert is back.")
    expect_at(ada, 1, "here")

    # A phone that sleeps: its connection is not closed, it only says nothing any more.
    bert.wait_for_selector("body:not(.offline) #main[data-table]")
    bert.wait_for_timeout(1_500)
    dropped.append(True)
    wait_between(bert, ada.locator(".news-line", has_text="Bert is away."), 10_000)
    told(ada, "Bert is away.")
    takeover = ada.get_by_role("button", name="Let a bot play on")
    wait_between(bert, takeover, 30_000)
    takeover.click()
    told(ada, "A bot plays on for Bert.")
    expect_at(ada, 1, f"Bot: {DEFAULT_TITLE}")
    dropped.clear()
    bert.reload()
    bert.wait_for_selector("body:not(.offline) #main[data-table]")
    bert.locator('[data-do="drawer"]').click()
    bert.get_by_role("button", name="Give the seat back").click()
    told(ada, "Bert plays on.")
    expect_at(ada, 1, "here")


def test_a_line_that_drops_is_seen_and_so_is_its_return(visitor: Visitor) -> None:
    ada, bert = visitor(), visitor()
    open_table(ada, BOARDS, ["me", "friend"], ("Ada",))
    dropped = stand_between(bert)
    sit_down(bert, ada.url, "Bert")
    expect_at(ada, 1, "here")
    bert.wait_for_timeout(1_500)
    dropped.append(True)
    wait_between(bert, ada.locator("#seat-1 .presence", has_text="away"), 2_000)
    expect_at(ada, 1, "away")
    dropped.clear()
    bert.reload()
    expect_at(ada, 1, "here")


def test_an_open_table_is_joined_with_one_click(visitor: Visitor) -> None:
    guest, ada = visitor(PHONE), visitor()
    ada.goto(f"/new/{BOARDS.plate.slug}")
    ada.locator('.switch:has(input[name="open"])').click()
    ada.locator('input[name="names"]').first.fill("Ottilie")
    ada.locator("#pace").select_option("86400")
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_selector("body:not(.offline) #main[data-table]")
    guest.goto("/")
    row = guest.locator("#lists .table-row", has_text="Ottilie")
    expect(row).to_contain_text("A day a decision")
    accessible(guest, "open tables")
    row.get_by_role("button", name="Sit down").click()
    guest.wait_for_url(ada.url)
    expect_at(ada, 1, "here")
    expect(guest.locator(".seat.me")).to_be_attached()
    for page in (ada, guest):
        expect(page.locator("#prompt .clock")).to_contain_text(re.compile(r"23 h 59 min left|1 day left"))
    home = ada.context.new_page()
    home.goto("/")
    expect(home.locator("#mine .table-row", has_text="Ottilie")).to_contain_text("23 hours left")
    other = visitor()
    other.goto("/")
    expect(other.locator("#lists .table-row", has_text="Ottilie").get_by_role("button")).to_have_count(0)


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
    expect(row).to_contain_text("1 free, 1 here", timeout=SOON + 1_000)
    bert.goto(ada.url)
    expect(bert.locator(".chair", has_text="Adalmina")).to_contain_text("here")
    ada.goto("/credits")
    expect(bert.locator(".chair", has_text="Adalmina")).to_contain_text("away", timeout=2 * SOON)
    assert guest.title() == "kept", "the page itself was not loaded again"
