"""Several people at one table, those who watch, keys alone, and a line that is lost."""

import re
import time

from playwright.sync_api import Page, expect
from tests.web.browser.people import PHONE, Server, Visitor
from tests.web.browser.table import click_once, moves, next_click, open_table

from longbeard.games import room

SHORT = room("witless-wizards")
"""The game with the fewest moves."""
TROUBLE = "<img src=x onerror=alert(1)>"


def sit_down(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("What shall we call you?").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("#main[data-table]")


def test_two_browsers_and_a_bot_at_one_table_and_somebody_watches(visitor: Visitor) -> None:
    ada, bert, guest = visitor(), visitor(PHONE), visitor()
    open_table(ada, SHORT, ["me", "friend", "bot"], ("Ada",))
    expect(ada.locator("#prompt")).to_contain_text("Waiting for a friend")
    expect(ada.locator(".qr img")).to_be_visible()
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
    expect(guest.locator("#main")).to_have_attribute("data-move", str(moves(ada)))
    assert clicks > 4

    ada.locator("#chat summary").click()
    ada.get_by_label("Say something").fill(TROUBLE)
    ada.get_by_role("button", name="Say", exact=True).click()
    expect(guest.locator("#chat-list")).to_contain_text(TROUBLE)
    ada.get_by_role("button", name="Curses!").click()
    expect(bert.locator(".seat-bubble")).to_have_text("Curses!")


def test_a_game_is_played_with_keys_alone(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    link = page.locator(f'form[action="/quick/{SHORT.plate.slug}"] button')
    for _ in range(60):
        page.keyboard.press("Tab")
        if link.evaluate("(button) => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".my-turn")
    by_arrows = by_numbers = 0
    for turn in range(12):
        page.wait_for_selector(".my-turn .choice, .result", timeout=60_000)
        if page.locator(".result").count():
            break
        before = moves(page)
        if turn % 2 and page.locator(".spot.live").count():
            while moves(page) == before and page.locator(".my-turn").count():
                page.keyboard.press("ArrowRight")
                lit = page.evaluate("document.activeElement.matches('.spot.live, .spot.target')")
                assert lit, "an arrow key goes to what glows"
                assert page.evaluate("document.activeElement.getAttribute('aria-label')")
                page.keyboard.press("Enter")
                page.wait_for_timeout(80)
            by_arrows += 1
        else:
            page.keyboard.press("1")
            by_numbers += 1
        page.wait_for_function(
            "(n) => Number(document.getElementById('main').dataset.move) > n", arg=before, timeout=60_000
        )
        held = page.evaluate("document.activeElement !== null && document.activeElement.isConnected")
        assert held, "the focus is never lost"
    assert by_arrows
    assert by_numbers
    assert page.locator("#live span").count(), "what happened is told to screen readers"
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help-dialog")).to_be_hidden()


def test_the_table_goes_on_after_the_server_was_killed(visitor: Visitor, server: Server) -> None:
    page = visitor()
    open_table(page, SHORT, ["me", "bot"])
    for turn in range(6):
        click_once(page, turn)
    page.wait_for_selector(".my-turn, .result")
    before, story = moves(page), page.locator("#story").inner_text()
    server.kill()
    expect(page.locator("#line")).to_contain_text("Reconnecting")
    server.start()
    expect(page.locator("#line")).to_be_hidden(timeout=30_000)
    assert moves(page) >= before
    assert story.splitlines()[0] in page.locator("#story").inner_text()
    page.wait_for_selector(".my-turn, .result")
    shown = moves(page)
    while moves(page) == shown and not click_once(page, 1):
        pass


def test_a_click_on_a_card_in_flight_is_not_lost(visitor: Visitor) -> None:
    page = visitor(moving=True)
    open_table(page, SHORT, ["me", "bot"])
    page.wait_for_selector(".spot.live")
    spot = page.locator(".spot.live").first
    key = spot.get_attribute("data-key")
    # Let it glide for a while, as after a new page, and press where it is now, not where it will be.
    spot.evaluate(
        "(spot) => spot.animate([{ translate: '0 0' }, { translate: '0 -60px' }], { duration: 4000 })"
    )
    page.wait_for_timeout(300)
    x, y = page.locator(f'.spot[data-key="{key}"]').evaluate(
        "(spot) => { const r = spot.getBoundingClientRect();"
        " return [r.left + r.width / 2, r.top + Math.min(24, r.height / 2)]; }"
    )
    before = moves(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.wait_for_timeout(500)  # it has moved on by now
    page.mouse.up()
    page.wait_for_function(
        "(n) => document.querySelector('.chosen')"
        " || Number(document.getElementById('main').dataset.move) > n",
        arg=before,
    )


def test_a_seat_moves_to_another_device(visitor: Visitor) -> None:
    desk, phone = visitor(), visitor(PHONE)
    open_table(desk, SHORT, ["me", "bot"], ("Ada",))
    desk.get_by_role("button", name="Link and seat").click()
    phone.goto(desk.locator("#seat-link").input_value())
    phone.get_by_role("button", name="Sit down here").click()
    phone.wait_for_url(re.compile(r"/t/[^/]+$"))
    expect(phone.locator(".seat.me")).to_contain_text("Ada")
