"""The documentation in a real browser: the policy stops nothing of it, axe finds nothing, search finds."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from tests.documentation import build
from tests.web.browser.people import DESKTOP, PHONE, Visitor
from tests.web.browser.sight import accessible, narrow_enough
from tests.web.served import Server

LOOKED_AT = (
    "index",
    "players/index",
    "players/rules-witless-wizards",
    "players/cards-wiz-up-the-wall",
    "designers/tutorial",
    "lab",
    "balance/index",
    "maintainers/tour",
    "operating",
    "reference/index",
    "reference/engine-state",
)
# Material puts tables into boxes after the page was loaded, and whatever scrolls is then made reachable.
SETTLED = """() => {
  const boxes = [...document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")];
  const tables = [...document.querySelectorAll(".md-typeset table:not([class])")];
  return tables.every((one) => one.closest(".md-typeset__scrollwrap"))
    && boxes.every((one) => one.scrollWidth <= one.clientWidth || one.tabIndex === 0);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the documentation that is built from this source."""
    site = build(tmp_path_factory)
    served = Server(tmp_path_factory.mktemp("house"), options=("--docs", str(site)))
    yield served
    assert served.stop() == 0


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_axe_and_the_policy_find_nothing_wrong(visitor: Visitor, size: tuple[int, int], theme: str) -> None:
    page = visitor(size, color_scheme=theme)
    for name in LOOKED_AT:
        page.goto(f"/docs/{name}.html")
        expect(page.locator("article h1").first).to_be_visible()
        page.wait_for_function(SETTLED)
        accessible(page, name)
        narrow_enough(page, name)


def test_the_search_leads_to_a_rule(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/docs")
    page.locator(".md-search__input").fill("neighbours")
    found = page.locator(".md-search-result__link", has_text="Witless Wizards").first
    expect(found).to_be_visible()
    found.click()
    expect(page.locator("article h1")).to_contain_text("Witless Wizards")


def test_day_and_night_are_the_same_choice_as_at_the_tables(visitor: Visitor) -> None:
    page = visitor(color_scheme="light")
    page.goto("/")
    page.get_by_role("link", name="Documentation").click()
    page.get_by_role("button", name="Day or night colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/docs/glossary.html")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
