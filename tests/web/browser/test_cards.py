"""The gallery and the print page in a browser, a card shown large, and how much a table weighs."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.people import DESKTOP, PHONE, Visitor
from tests.web.browser.sight import accessible, narrow_enough
from tests.web.browser.table import open_table, quick_table
from tests.web.browser.test_together import SHORT

from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.web.pages import pictures

TABLE_BYTES = 200_000
"""Most bytes of the first page of a table, pictures included, with an empty cache."""


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_galleries_and_print_pages(
    visitor: Visitor, size: tuple[int, int], theme: str
) -> None:
    page = visitor(size, color_scheme=theme)
    for slug in rooms():
        for path in ("cards", "print"):
            page.goto(f"/games/{slug}/{path}")
            accessible(page, f"{path} of {slug}")
            narrow_enough(page, f"{path} of {slug}")


def test_the_gallery_is_found_filtered_and_leads_to_the_rules(visitor: Visitor) -> None:
    page = visitor()
    room = SHORT
    page.goto("/")
    page.get_by_role("link", name=f"Cards of {room.plate.title}").click()
    expect(page.locator(".piece[id]")).to_have_count(len(room.pieces(room.box)))
    kind = room.pieces(room.box)[-1].kind
    page.get_by_role("link", name=kind.capitalize()).first.click()
    shown = [piece for piece in room.pieces(room.box) if piece.kind == kind]
    expect(page.locator(".piece[id]")).to_have_count(len(shown))
    rule = page.locator(".piece-facts a").first
    number = rule.text_content()
    rule.click()
    expect(page.locator(f"li#{number}")).to_be_in_viewport()


def test_a_pdf_comes_from_the_print_page(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor()
    page.goto(f"/games/{SHORT.plate.slug}/print")
    page.get_by_role("radio", name="Rules").check()
    with page.expect_download() as fetched:
        page.get_by_role("button", name="Make the PDF").click()
    fetched.value.save_as(tmp_path / "rules.pdf")
    assert (tmp_path / "rules.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("way", ["hover", "focus", "long press"])
@pytest.mark.parametrize("named", ["by a key", "by its picture"])
def test_a_card_is_shown_large(visitor: Visitor, way: str, named: str) -> None:
    page = visitor(PHONE if way == "long press" else DESKTOP)
    piece = SHORT.pieces(SHORT.box)[0]
    open_table(page, SHORT, ["me", "friend"])
    page.wait_for_selector("#main[data-frame]")  # the script has begun
    page.wait_for_load_state("networkidle")  # and was sent the table
    art = f'<img class="art" alt="" src="{pictures.address(SHORT.plate.slug, piece.key)}" width="60">'
    said = f'data-card="{piece.key}"' if named == "by a key" else 'data-tip="It is."'
    spot = f'<button type="button" class="spot" id="shown" data-key="shown" {said}>{art}</button>'
    # A spot of our own, which no part of the page replaces while we look at it.
    page.locator("#main").evaluate("(main, spot) => main.insertAdjacentHTML('afterbegin', spot)", spot)
    shown = page.locator("#shown")
    if way == "hover":
        shown.hover()
    elif way == "focus":
        page.keyboard.press("Tab")
        shown.focus()
    else:
        press(page, shown)
    expect(page.locator(".card-tip .printed svg")).to_be_visible()
    assert page.locator(".card-tip svg text").first.text_content()
    box = page.locator(".card-tip").bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]


def press(page: Page, spot: Any) -> None:
    """Long-press something."""
    spot.scroll_into_view_if_needed()
    box = spot.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    spot.dispatch_event(
        "pointerdown",
        {"clientX": at["x"], "clientY": at["y"], "button": 0, "pointerId": 7, "pointerType": "touch"},
    )
    page.wait_for_timeout(700)


def test_the_first_page_of_a_table_is_light(visitor: Visitor, room: Room) -> None:
    page = visitor()
    quick_table(page, room)
    address = page.url
    cold = visitor()
    bytes_of: list[float] = []
    line = cold.context.new_cdp_session(cold)
    line.on("Network.loadingFinished", lambda loaded: bytes_of.append(loaded["encodedDataLength"]))
    line.send("Network.enable")
    cold.goto(f"{address}/watch", wait_until="networkidle")
    assert len(bytes_of) > 5
    assert sum(bytes_of) <= TABLE_BYTES
