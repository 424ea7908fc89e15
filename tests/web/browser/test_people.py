"""Somebody who comes back, in a real browser: avatar, settings on two devices, daily deal, the way out."""

from playwright.sync_api import Page, expect
from tests.web.browser.people import PHONE, Visitor
from tests.web.browser.sight import accessible, narrow_enough
from tests.web.browser.table import play_to_the_end, quick_table
from tests.web.browser.test_together import SHORT

KEPT: dict[str, str] = {"known-games": "*", "coached": "yes", "confirm": "off"}


def call_oneself(page: Page, name: str) -> None:
    page.goto("/me")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Keep this").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def become(page: Page, other: Page) -> None:
    """Make the other page's browser the same person."""
    page.goto("/me")
    page.get_by_role("button", name="Make a link").click()
    accessible(page, "the link")
    other.goto(page.locator("#device-link").input_value())
    accessible(other, "this device becomes")
    other.get_by_role("button", name="Yes, this is me").click()
    other.wait_for_url("**/me")


def test_settings_changed_on_one_device_are_found_on_the_other(visitor: Visitor) -> None:
    desk, phone = visitor(), visitor(PHONE, color_scheme="dark", kept={})
    call_oneself(desk, "Ada")
    become(desk, phone)
    quick_table(desk, SHORT)
    desk.get_by_role("button", name="Settings").click()
    with desk.expect_response("**/me/settings") as answer:
        desk.locator("#set-contrast").select_option("more")
    assert answer.value.ok
    expect(desk.locator("html")).to_have_attribute("data-contrast", "more")
    accessible(desk, "more contrast")
    phone.goto("/me")
    expect(phone.locator("html")).to_have_attribute("data-contrast", "more")
    expect(phone.locator("#s-contrast")).to_have_value("more")
    accessible(phone, "more contrast at night")
    phone.goto("/")
    expect(phone.locator("html")).to_have_attribute("data-contrast", "more")
    expect(phone.locator(".table-row.yours")).to_be_visible()


def test_an_avatar_is_chosen_and_sits_at_the_table(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/me")
    page.get_by_role("radio", name="Dragon head").check(force=True)
    page.get_by_role("radio", name="Jester hat").check(force=True)
    chosen = page.locator("#avatar").get_attribute("src") or ""
    assert chosen.startswith("/avatars/dragon-head.jester-hat.")
    page.get_by_role("button", name="Keep this").click()
    expect(page.locator("#avatar")).to_have_attribute("src", chosen)
    quick_table(page, SHORT)
    seat = page.locator(".seat.me .avatar")
    expect(seat).to_have_attribute("src", chosen)
    assert seat.evaluate("(picture) => picture.naturalWidth") > 0


def test_a_daily_deal_its_comparison_and_the_way_out(visitor: Visitor) -> None:
    page = visitor(PHONE, color_scheme="dark")
    call_oneself(page, "Ada Lovelace")
    page.goto("/daily")
    page.get_by_role("button", name=f"Play today’s deal of {SHORT.plate.title}").click()
    page.wait_for_selector(".my-turn")
    play_to_the_end(page, 300)
    accessible(page, "the end of a daily deal")
    page.get_by_role("link", name="How others fared").click()
    accessible(page, "how others fared")
    narrow_enough(page, "how others fared")
    page.goto("/")
    expect(page.get_by_role("heading", name="Your last matches")).to_be_visible()
    accessible(page, "home of somebody who comes back")
    narrow_enough(page, "home of somebody who comes back")
    page.goto("/me/history")
    accessible(page, "history")
    narrow_enough(page, "history")
    page.goto("/me")
    page.get_by_role("link", name="Forget me …").click()
    page.get_by_role("button", name="Forget me").click()
    accessible(page, "forgotten")
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('settings'))") == []
    page.goto("/me")
    assert "Ada" not in page.content()
