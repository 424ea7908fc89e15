"""What every page must be: readable for everyone, and no wider than the window."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from tests.web.browser.table import hear_all


def accessible(page: Page, where: str) -> None:
    """Axe finds nothing, once everything is told: until then what is to come is pale on purpose."""
    hear_all(page)
    found = Axe().run(page)
    assert found.violations_count == 0, f"{where} of {page.url}\n{found.generate_report()}"


def narrow_enough(page: Page, where: str) -> None:
    """Nothing sticks out to the side."""
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, f"{where} of {page.url} is {wide} wide"
