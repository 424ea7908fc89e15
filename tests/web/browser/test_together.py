"""Several people at one table, those who watch, keys alone, and a line that is lost."""

import re
import time

from playwright.sync_api import Locator, Page, expect
from tests.web.browser.people import PHONE, Visitor
from tests.web.browser.table import PATIENCE, click_once, moves, next_click, open_table
from tests.web.served import Server

from longbeard.bots import LEVELS
from longbeard.games import room

SHORT = room("wiz-up-the-wall")
"""The shortest game, if only one round of it is played."""
BOARDS = room("witless-wizards")
ENOUGH = 6
MATCHES = 8
"""A bot may end a match after a single move of ours; that it ends eight of them so does not happen."""
TROUBLE = "<img src=x onerror=alert(1)>"


def sit_down(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("What shall we call you?").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("#main[data-table]")


def test_two_browsers_and_a_bot_at_one_table_and_somebody_watches(visitor: Visitor) -> None:
    ada, bert, guest = visitor(), visitor(PHONE), visitor()
    open_table(ada, BOARDS, ["me", "friend", "bot"], ("Ada",))
    expect(ada.locator("#prompt")).to_contain_text(re.compile("Waiting for a friend|Your decision|decides"))
    expect(ada.locator(".invite .only-here")).to_be_visible()  # the tests' server listens here alone
    address = ada.url
    sit_down(bert, address, "Bert")
    expect(ada.locator(".seats-strip")).to_contain_text("Bert")
    guest.goto(f"{address}/watch")

    over = False
    deadline = time.monotonic() + 90
    clicks = 0
    while not over and time.monotonic() < deadline and clicks < 24:
        for page in (ada, bert):
            found = next_click(page, clicks)
            over = over or bool(found and found.get("over"))
            if found and "x" in found:
                over = click_once(page, clicks) or over
                clicks += 1
        assert guest.locator(".choice, .spot.live").count() == 0
    guest.wait_for_function(
        "(seen) => Number(document.getElementById('main').dataset.move) >= seen", arg=moves(ada)
    )
    assert clicks > 4

    ada.locator("#chat summary").click()
    ada.get_by_label("Say something").fill(TROUBLE)
    ada.get_by_role("button", name="Say", exact=True).click()
    expect(guest.locator("#chat-list")).to_contain_text(TROUBLE)
    ada.get_by_role("button", name="Curses!").click()
    expect(bert.locator(".seat-bubble.seat-0")).to_have_text("Curses!")


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(80):
        if wanted.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {wanted} with the Tab key")


def test_whole_games_are_played_with_keys_alone(visitor: Visitor) -> None:
    page = visitor()
    by_arrows = by_numbers = 0
    for _ in range(MATCHES):
        open_with_keys(page)
        arrows, numbers = play_with_keys(page)
        by_arrows, by_numbers = by_arrows + arrows, by_numbers + numbers
        if by_arrows and by_numbers:
            break
    assert by_arrows
    assert by_numbers
    assert page.locator("#live span").count(), "what happened is told to screen readers"
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help-dialog")).to_be_hidden()


def open_with_keys(page: Page) -> None:
    """Open a table for one short round against a bot, from the home page."""
    page.goto("/")
    tab_to(page, page.locator(f'a[href="/new/{SHORT.plate.slug}"]'))
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/*")
    tab_to(page, page.locator('input[name="seats"]:checked'))
    page.keyboard.press("ArrowLeft")
    tab_to(page, page.locator('select[name="who"]').nth(1))
    page.keyboard.press("b")  # the first that begins with it: a bot of the first level
    expect(page.locator('select[name="who"]').nth(1)).to_have_value(LEVELS[0].name)
    tab_to(page, page.locator(".fold-sheet summary"))
    page.keyboard.press("Enter")
    tab_to(page, page.locator('select[name="option-first"]'))
    page.keyboard.press("s")  # the first seat
    expect(page.locator('select[name="option-first"]')).to_have_value("0")
    tab_to(page, page.locator('select[name="option-rounds"]'))
    page.keyboard.press("1")
    tab_to(page, page.get_by_role("button", name="Open the table"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")


def play_with_keys(page: Page) -> tuple[int, int]:
    """Play to the end; return how many moves were made by arrow keys and by numbers."""
    by_arrows = by_numbers = 0
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        page.wait_for_selector(".my-turn:not(.sent) .spot.live, .result")
        if page.locator(".result").count():
            break
        before = moves(page)
        if by_arrows <= by_numbers:  # these first: a stream may be cut off after a single choice
            point_with_arrows(page)
            by_arrows += 1
        else:
            enough = by_numbers >= ENOUGH  # then the last choice, which ends the spell
            page.keyboard.press(str(page.locator(".choice").count()) if enough else "1")
            by_numbers += 1
        page.wait_for_function("(n) => Number(document.getElementById('main').dataset.move) > n", arg=before)
        held = page.evaluate("document.activeElement !== null && document.activeElement.isConnected")
        assert held, "the focus is never lost"
    expect(page.locator(".result h2")).to_be_visible()
    return by_arrows, by_numbers


def point_with_arrows(page: Page) -> None:
    """Go to what glows and choose it, until there is a whole choice."""
    before = moves(page)
    page.keyboard.press("ArrowRight")
    for _ in range(4):
        lit = page.evaluate("document.activeElement.matches('.spot.live, .spot.target')")
        assert lit, "an arrow key goes to what glows"
        assert page.evaluate("document.activeElement.getAttribute('aria-label')")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(n) => document.querySelector('#main.sent, #main.picking')"
            " || Number(document.getElementById('main').dataset.move) > n",
            arg=before,
        )
        if not page.locator("#main.picking").count():
            return
        page.keyboard.press("ArrowRight")


def test_the_table_goes_on_after_the_server_was_killed(visitor: Visitor, server: Server) -> None:
    page = visitor()
    open_table(page, BOARDS, ["me", "bot"])
    for turn in range(6):
        click_once(page, turn)
    page.wait_for_selector(".my-turn, .result")
    before, story = moves(page), page.locator("#story").inner_text()
    server.kill()
    expect(page.locator("#line")).to_contain_text("Reconnecting")
    server.start()
    expect(page.locator("#line")).to_be_hidden()
    assert moves(page) >= before
    assert story.splitlines()[0] in page.locator("#story").inner_text()
    page.wait_for_selector(".my-turn, .result")
    shown = moves(page)
    while moves(page) == shown and not click_once(page, 1):
        pass


def test_a_seat_moves_to_another_device(visitor: Visitor) -> None:
    desk, phone = visitor(), visitor(PHONE)
    open_table(desk, BOARDS, ["me", "bot"], ("Ada",))
    desk.get_by_role("button", name="Link and seat").click()
    phone.goto(desk.locator("#seat-link").input_value())
    phone.get_by_role("button", name="Sit down here").click()
    phone.wait_for_url(re.compile(r"/t/[^/]+$"))
    expect(phone.locator(".seat.me")).to_contain_text("Ada")
