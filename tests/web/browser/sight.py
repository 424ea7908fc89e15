"""Requirements of every page: accessible, no wider than the window, and nothing of it hidden."""

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from tests.web.browser.table import hear_all


def accessible(page: Page, where: str) -> None:
    """Check that axe finds nothing, once everything is told: until then what is to come is pale on
    purpose."""
    hear_all(page)
    found = Axe().run(page)
    assert found.violations_count == 0, f"{where} of {page.url}\n{found.generate_report()}"


def narrow_enough(page: Page, where: str) -> None:
    """Check that nothing sticks out to the side."""
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, f"{where} of {page.url} is {wide} wide"


# Examines the page every 120 ms and keeps what is wrong, with the time.
WATCH: Final = """
({ strict, smallest }) => {
  const first = !window.unseen;
  window.unseen = new Map();
  window.looked = { strict, smallest, high: 0, wide: innerWidth };
  if (!first) return;
  const main = document.getElementById("main");
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const kind = (one) => one.dataset?.key || one.className.baseVal || one.className || one.tagName;
  const name = (one) => (one.id ? `#${one.id}` : `${kind(one)}`);
  const complain = (what, one) => {
    const key = `${what}: ${one ? name(one) : ""}`;
    if (!window.unseen.has(key)) window.unseen.set(key, main.dataset.frame);
  };
  const inWindow = ({ left, top, right, bottom }) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  // A piece that glides to its place may cross others on its way.
  const gliding = (one) => one.getAnimations().some(({ id }) => id === "glide");
  const passing = (one) => Boolean(one) && (gliding(one) || passing(one.parentElement));
  // What lies over it; nothing, if some point of it is on top: what is round or under a glow can be hit.
  const cover = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const at = ([x, y]) => document.elementFromPoint(left + width * x, top + height * y);
    const hits = [[.5, .5], [.25, .3], [.75, .7], [.5, .15], [.5, .85]].map(at);
    const own = (hit) => hit && (one.contains(hit) || hit.contains(one) && !hit.matches(".spot"));
    return hits.some((hit) => own(hit) || passing(hit)) ? "" : name(hits[0] ?? document.body);
  };
  // A long list within the board scrolls: what is further down can be scrolled to (test_full_tables.py).
  const further = (one) => {
    const list = one.closest("#board ul");
    if (!list || getComputedStyle(list).overflowY !== "auto") return false;
    const { top, bottom } = list.getBoundingClientRect();
    const { top: begins, bottom: ends } = one.getBoundingClientRect();
    return begins < top || ends > bottom;
  };
  const house = [".top .tool", "#prompt .button", "#prompt .prompt-words > span", "#ticker-words",
    ".ticker .tool", "#result h2", "#result .button", "#result .result-why"];
  const clear = (selectors, what) => {
    for (const one of document.querySelectorAll(selectors)) {
      if (!shown(one) || !one.getClientRects().length || further(one)) continue;
      if (!inWindow(one.getBoundingClientRect())) complain(`${what} outside the window`, one);
      else if (cover(one)) complain(`${what} under ${cover(one)}`, one);
    }
  };
  const texts = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const holder = walker.currentNode.parentElement;
      const left_out = holder.closest(".unseen, svg, [aria-hidden=true], kbd");
      if (walker.currentNode.data.trim() && shown(holder) && !left_out) found.push(holder);
    }
    return new Set(found);
  };
  const readable = (root) => {
    for (const one of texts(root)) {
      const style = getComputedStyle(one);
      if (parseFloat(style.fontSize) < window.looked.smallest) complain(`text of ${style.fontSize}`, one);
      const cut = ["hidden", "clip"].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1;
      if (cut && style.textOverflow !== "ellipsis" && one.clientWidth > 1) complain("text is cut", one);
    }
  };
  const look = () => {
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth) complain("the page is too wide");
    if (page.scrollHeight > innerHeight + 1) complain("the page scrolls");
    const board = document.getElementById("board");
    const { looked } = window;
    if (looked.wide !== innerWidth) Object.assign(looked, { wide: innerWidth, high: 0 });
    if (looked.high && Math.abs(looked.high - board.clientHeight) > 1) complain("the board jumps");
    looked.high = board.clientHeight;
    if (board.scrollWidth > board.clientWidth + 1 && looked.strict) complain("the board is too wide");
    if (board.scrollHeight > board.clientHeight + 1 && looked.strict) complain("the board scrolls");
    if (!document.querySelector("dialog[open]")) {
      clear(house.join(), "a part of the house");
      if (looked.strict) clear("#board .spot.live, #board .spot.target, #board .flash", "a spot");
    }
    for (const place of [".top", ".prompt", ".ticker", ".side", ".result"]) {
      for (const root of document.querySelectorAll(place)) readable(root);
    }
    if (looked.strict) readable(board);
    setTimeout(look, 120);
  };
  look();
}
"""


def watch(page: Page, strict: bool, smallest: float) -> None:
    """Watch a table from now on; `strict` includes the room's own face."""
    page.evaluate(WATCH, {"strict": strict, "smallest": smallest})


def nothing_hidden(page: Page, where: str) -> None:
    """Check that nothing was hidden, cut or too small."""
    found = page.evaluate("[...window.unseen].map(([what, frame]) => `${frame} ${what}`)")
    assert found == [], f"{where} of {page.url}: {found}"
