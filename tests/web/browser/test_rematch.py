"""From a link to a rematch: a table that waits, a match, and the next one, in two real browsers."""

import re

from playwright.sync_api import expect
from tests.web.browser.people import PHONE, Visitor
from tests.web.browser.table import click_once, open_table
from tests.web.browser.test_presence import expect_at
from tests.web.browser.test_together import BOARDS, SHORT, sit_down

from longbeard.bots import LEVELS


def test_a_table_waits_and_who_opened_it_starts_it(visitor: Visitor) -> None:
    ada, bert, carl = visitor(), visitor(), visitor(PHONE)
    open_table(ada, BOARDS, ["me", "friend", "friend"], ("Ada",))
    expect(ada.locator("#prompt")).to_contain_text("Waiting for 2 friends to sit down")
    sit_down(bert, ada.url, "Bert")
    expect(ada.locator("#prompt")).to_contain_text("Waiting for a friend to sit down")
    expect(bert.get_by_role("button", name="Start now")).to_have_count(0)
    expect(bert.get_by_role("button", name="Free this chair")).to_have_count(0)
    ada.get_by_role("button", name="Free this chair").click()
    expect_at(ada, 1, "free chair")
    expect(bert.locator(".seat.me")).to_have_count(0)
    sit_down(carl, ada.url, "Carl")
    expect_at(ada, 1, "here")
    ada.locator("#start-level").select_option(LEVELS[0].name)
    ada.get_by_role("button", name="Start now").click()
    expect(ada.locator("#seat-2")).to_contain_text(f"Bot: {LEVELS[0].title}")
    for page in (ada, carl):
        expect(page.locator("#prompt")).to_contain_text(re.compile("Your decision|decides|plays"))
        expect(page.get_by_role("button", name="Free this chair")).to_have_count(0)


def test_a_rematch_is_offered_and_joined(visitor: Visitor) -> None:
    ada, bert = visitor(), visitor(PHONE)
    open_table(ada, SHORT, ["me", "friend"], ("Ada",))
    sit_down(bert, ada.url, "Bert")
    over = False
    for turn in range(400):
        ended = [click_once(page, turn) for page in (ada, bert)]
        over = all(ended)
        if over:
            break
    assert over
    ada.locator("#chat summary").click()
    ada.get_by_label("Say something").fill("Once more?")
    ada.get_by_role("button", name="Say", exact=True).click()
    expect(ada.locator("#chat-list")).to_contain_text("Once more?")
    old = ada.url
    ada.get_by_role("button", name="Play again").click()
    ada.wait_for_url(lambda address: "/t/" in address and address != old)
    expect(ada.locator("#prompt")).to_contain_text("Waiting for Bert")
    expect(ada.locator("#chat-list")).to_contain_text("Once more?")
    expect(bert.locator("#result")).to_contain_text("Ada wants to play again")
    expect(bert.locator("#chat-list")).to_contain_text("Ada wants to play again")
    bert.get_by_role("link", name="Join").click()
    bert.wait_for_url(ada.url)
    expect(bert.locator("#seat-0.me")).to_contain_text("Bert")
    expect(ada.locator("#seat-1.me")).to_contain_text("Ada")
    expect_at(ada, 0, "here")
    expect(ada.locator("#prompt")).to_contain_text(re.compile("Your decision|decides|plays"))
    expect(ada.get_by_text(re.compile("is away|has left"))).to_have_count(0)
