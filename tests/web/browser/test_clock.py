"""One clock: board, score, log, caption and prompt show the same moment, all through the turns of bots."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.people import Visitor
from tests.web.browser.table import click_once, moves, open_table

from longbeard.engine import gate
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.games import room as open_room

CLICKS = 8
# At every painted frame: what the parts of the page say they show, and what they tell.
WATCH = """
() => {
  window.seen = [];
  const by = (id) => document.getElementById(id);
  const look = () => {
    const main = by("main"), strip = document.querySelector(".seats-strip");
    const places = [main, by("board"), by("prompt"), by("story"), by("ticker"), strip];
    const stamps = places.map((place) => place?.dataset.frame);
    const last = window.seen.at(-1);
    const now = {
      stamps,
      telling: main.classList.contains("telling"),
      mine: main.classList.contains("my-turn"),
      glows: document.querySelectorAll("#main .spot.live").length,
      choices: document.querySelectorAll("#main .choice").length,
      result: document.querySelectorAll("#main .result").length,
      prompt: by("prompt").innerText,
      caption: by("ticker-words").innerText,
      lines: by("story").children.length,
      line: by("story").lastElementChild?.innerText ?? "",
      fliers: document.querySelectorAll(".flier").length
        + document.getAnimations().filter((one) => one.id === "glide").length,
    };
    if (JSON.stringify(last) !== JSON.stringify(now)) window.seen.push(now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""


def watched(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("window.seen.splice(0)")
    return found


def test_nothing_runs_ahead_of_the_clock(visitor: Visitor, room: Room) -> None:
    page = visitor(moving=True, speed="fast")
    open_table(page, room, ["me", "bot"])
    page.evaluate(WATCH)
    over, turn = False, 0
    while not over and turn < CLICKS:
        page.wait_for_selector(".my-turn:not(.sent):not(.telling), .result")
        over = click_once(page, turn)
        turn += 1
    page.wait_for_selector(".my-turn:not(.sent):not(.telling), .result")
    seen = watched(page)
    assert len({moment["stamps"][0] for moment in seen}) > CLICKS // 2
    flew = 0
    for moment in seen:
        assert len(set(moment["stamps"])) == 1, moment
        flew += moment["fliers"]
        if moment["glows"]:
            assert moment["mine"], moment
        if not moment["mine"] and not moment["result"]:
            assert not moment["choices"] or "Your decision" in moment["prompt"], moment
    lines = [moment["lines"] for moment in seen]
    if not any(option.name == "memory" for option in room.plate.options):  # else the log begins anew
        assert lines == sorted(lines), "the log only grows, with what is told"
    if room.face is not None:
        assert flew, "pieces are seen on their way"


def test_a_whole_journey_is_told_in_half_a_minute(visitor: Visitor) -> None:
    """The longest move there is, at Normal: trivial moments are hurried, dramatic ones keep their time."""
    page = visitor()
    page.goto("/")
    module = page.locator("script[type=module]").get_attribute("src") or ""
    ask = "async ([module, frames]) => (await import(module)).times(frames)"
    for seed in range(5):
        match = Match(open_room("a-wizard-did-it"), ["Ada", "Bert"], secret=seed_secret(seed))
        luck = QuickLuck(seed)
        while not match.over:
            legal = match.state.legal()
            match.play(match.to_act, legal[int(luck.below(len(legal)))])
        frames = gate.frames(match, 0, len(match.log))
        told = [{"told": frame["told"]} for frame in frames]
        times = page.evaluate(ask, [module.replace("longbeard.js", "player.js"), told])
        assert len(frames) > 80
        assert 25_000 < sum(times) < 35_000
        weights = [max((one["weight"] for one in frame["told"]), default=0) for frame in frames]
        assert min(time for time, weight in zip(times, weights, strict=True) if weight == 2) > 500
        few = page.evaluate(ask, [module.replace("longbeard.js", "player.js"), told[-3:]])
        assert min(few) > 1000, "a few moments are not hurried"


def test_a_pause_says_so_and_a_key_skips_to_the_present(visitor: Visitor) -> None:
    page = visitor(moving=True, speed="slow")
    open_table(page, open_room("witless-wizards"), ["me", "bot", "bot"])
    while not page.locator("#main.telling").count():
        page.wait_for_selector(".my-turn:not(.sent), .telling")
        if not page.locator("#main.telling").count():
            click_once(page, 1)
    page.keyboard.press("p")
    expect(page.locator("#pace-state")).to_be_visible()
    expect(page.locator("#pace-state")).to_have_text("Paused")
    shown = page.locator("#main").get_attribute("data-frame")
    page.wait_for_timeout(600)
    assert page.locator("#main").get_attribute("data-frame") == shown
    page.keyboard.press("Escape")
    expect(page.locator("#main.telling")).to_have_count(0)
    expect(page.locator("#pace-state")).to_be_hidden()


def test_each_moment_is_told_once_to_screen_readers(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, open_room("witless-wizards"), ["me", "bot"])
    told: list[str] = []
    for turn in range(6):  # a choice like "go on with this card" tells nothing
        page.wait_for_selector(".my-turn:not(.sent), .result")
        click_once(page, turn)
        page.wait_for_selector(".my-turn:not(.sent), .result")
        told = page.locator("#live span").all_text_contents()
    assert any("Your turn." in text for text in told)
    assert [text for text in told if "Your turn." not in text]


@pytest.mark.parametrize("slug", ["a-wizard-did-it", "witless-wizards"])
def test_a_replay_has_every_moment_and_plays_itself(slug: str, visitor: Visitor) -> None:
    page = visitor()
    open_table(page, open_room(slug), ["me", "bot"])
    while moves(page) < 6:  # one move may have one moment alone
        page.wait_for_selector(".my-turn:not(.sent)")
        click_once(page, 1)
    page.goto(page.url + "/replay", wait_until="networkidle")  # what hears the keys is fetched after the page
    frame = page.locator("#main")
    start = int(frame.get_attribute("data-frame") or "-1")
    page.keyboard.press("ArrowRight")
    expect(frame).to_have_attribute("data-frame", str(start + 1))
    page.keyboard.press("ArrowLeft")
    expect(frame).to_have_attribute("data-frame", str(start))
    assert page.locator(".move-list a").count() > 1
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("(n) => Number(document.getElementById('main').dataset.frame) > n", arg=start + 1)
