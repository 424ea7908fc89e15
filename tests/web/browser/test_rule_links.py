"""From a line of the log, or a card shown large, to its rule: with mouse, keys and touch."""

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.people import DESKTOP, PHONE, Visitor
from tests.web.browser.sight import accessible, narrow_enough
from tests.web.browser.table import click_once, open_table
from tests.web.browser.test_cards import press
from tests.web.browser.test_together import SHORT

from longbeard.engine.room import Room
from longbeard.web.pages.rulebook import book_of

UNCITED = "#story li:not(:has(> .rule-link)):not(.turn)"
CITED = "document.activeElement.dataset.rule"
STOPS = '#story .rule-link:not([tabindex="-1"])'


def words_of(room: Room, rule: str) -> str:
    """Return the words of a rule up to the first that is marked, as the rulebook has them."""
    return next(one.text for one in book_of(room.plate.slug).passages if one.id == rule)[:20]


def test_every_line_of_a_live_log_leads_to_its_rule(visitor: Visitor, room: Room) -> None:
    page = visitor()
    open_table(page, room, ["me", "bot"])
    links = page.locator("#story .rule-link")
    expect(links.first).to_be_attached()
    for turn in range(6):  # lines that came with the page, and lines that were told since
        click_once(page, turn)
    page.wait_for_selector(".my-turn:not(.sent), .result")
    expect(page.locator(UNCITED)).to_have_count(0)
    expect(page.locator(STOPS)).to_have_count(1)
    rules = {link.get_attribute("data-rule") or "" for link in links.all()}
    assert rules <= {one.id for one in book_of(room.plate.slug).passages}

    page.keyboard.press("l")
    page.keyboard.press("Tab")
    assert page.evaluate(CITED) == links.last.get_attribute("data-rule")
    page.keyboard.press("Home")
    rule = page.evaluate(CITED)
    assert rule == links.first.get_attribute("data-rule")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=f"Rule {rule}")
    expect(dialog).to_contain_text(words_of(room, rule))
    accessible(page, "a rule over the table")
    address = dialog.get_by_role("link").get_attribute("href")
    assert address == f"/rules/{room.plate.slug}#{rule}"
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.evaluate(CITED) == rule, "one is back where one was"


def put_card(page: Page, room: Room) -> tuple[str, ...]:
    """Lay a card on the table that no part of the page replaces; return the numbers of its rules."""
    piece = next(one for one in room.pieces(room.box) if len(one.rules) > 1)
    spot = (
        f'<button type="button" class="spot" id="shown" data-key="shown" data-card="{piece.key}"'
        f' aria-label="{piece.name}">{piece.name}</button>'
    )
    page.wait_for_load_state("networkidle")
    page.locator("#main").evaluate("(main, spot) => main.insertAdjacentHTML('afterbegin', spot)", spot)
    return piece.rules


@pytest.mark.parametrize("way", ["hover", "focus", "long press"])
def test_a_card_shown_large_leads_to_its_rules(visitor: Visitor, way: str) -> None:
    page = visitor(PHONE if way == "long press" else DESKTOP)
    open_table(page, SHORT, ["me", "friend"])
    rules = put_card(page, SHORT)
    shown, line = page.locator("#shown"), page.locator(".card-tip .tip-rules")
    if way == "hover":
        shown.hover()
    elif way == "focus":
        page.keyboard.press("Tab")
        shown.focus()
    else:
        press(page, shown)
        shown.dispatch_event("pointerup", {"pointerId": 7, "pointerType": "touch"})
    expect(line).to_contain_text(", ".join(rules))
    if way == "long press":
        line.tap()
    else:
        page.keyboard.press("r")
    for rule in rules:
        expect(page.locator(f'#rule-dialog [data-rule="{rule}"]')).to_contain_text(words_of(SHORT, rule))
    expect(page.locator("#tip")).to_have_count(0)
    accessible(page, "the rules of a card")
    narrow_enough(page, "the rules of a card")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator("#rule-dialog")).to_be_hidden()
