"""The house's parts at a table: goal, first steps, log, hints, settings, sounds, risky moves, result."""

import re
from typing import Final

import pytest
from playwright.sync_api import expect
from tests.web.browser.people import EXPERIENCED, PHONE, Visitor
from tests.web.browser.sight import accessible, narrow_enough
from tests.web.browser.table import click_once, moves, open_table, play_to_the_end, until
from tests.web.browser.test_together import BOARDS, SHORT

from longbeard.bots import LEVELS
from longbeard.engine.room import Room
from longbeard.web.pages.summary import summary_of

FINISH: Final = ".spot.live[data-key=finish]"
NEWCOMER: Final = {"confirm": "on"}


def test_a_newcomer_is_told_the_goal_once_and_the_clock_waits(visitor: Visitor, room: Room) -> None:
    page = visitor(kept=NEWCOMER)
    open_table(page, room, ["me", "bot"])
    goal = summary_of(room.plate.slug)
    assert goal is not None
    assert len(goal.lines) == 3
    expect(page.locator("#goal-dialog")).to_contain_text(goal.goal)
    for line in goal.lines:
        expect(page.locator("#goal-dialog")).to_contain_text(line)
    page.wait_for_timeout(200)
    assert moves(page) == 0, "nothing is told behind it"
    accessible(page, "the goal")
    page.get_by_role("button", name="To the table").click()
    page.wait_for_selector(".my-turn:not(.telling)")
    page.reload()
    page.wait_for_selector(".my-turn:not(.telling)")
    expect(page.locator("#goal-dialog")).to_be_hidden()
    page.locator(".top").get_by_role("button", name="Goal and rules").click()
    expect(page.locator("#goal-dialog")).to_be_visible()
    page.locator(".legend summary").click()
    assert page.locator(".legend dt").count() > 20


def test_first_steps_are_shown_until_they_are_not_wanted(visitor: Visitor) -> None:
    page = visitor(PHONE, kept={"known-games": "*"})
    open_table(page, BOARDS, ["me", "bot"])
    expect(page.locator(".coach")).to_be_visible()
    accessible(page, "the first step")
    narrow_enough(page, "the first step")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".coach")).to_contain_text("glows")
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator(".coach")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".my-turn:not(.telling)")
    expect(page.locator(".coach")).to_have_count(0)


def test_the_choices_in_words_fold_away_and_a_key_brings_them_back(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, BOARDS, ["me", "bot"])
    page.wait_for_selector(".my-turn .spot.live")
    choices = page.locator(".choice-list")

    def height() -> float:
        box = choices.bounding_box()
        assert box
        return box["height"]

    assert height() <= 1
    listed = page.get_by_role("region", name="In words").get_by_role("listitem").get_by_role("button")
    assert listed.count() > 1, "screen readers have them"
    page.keyboard.press("w")
    assert height() > 40
    page.reload()
    page.wait_for_selector(".my-turn .spot.live")
    assert height() > 40, "it is remembered"


def test_the_log_is_grouped_by_turns_with_names_and_words_one_can_ask_about(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, BOARDS, ["me", "bot"], ("Ada",))
    for turn in range(8):
        page.wait_for_selector(".my-turn:not(.sent), .result")
        click_once(page, turn)
    page.wait_for_selector(".my-turn:not(.sent), .result")
    told = page.locator("#story li").all_text_contents()
    page.reload()
    page.wait_for_selector(".my-turn:not(.sent), .result")
    expect(page.locator("#story li.dressed").first).to_be_attached()
    again = page.locator("#story li").all_text_contents()
    assert told[-5:] == again[-5:], "the page writes lines as the server does"
    seats = page.locator("#story li").evaluate_all("(rows) => rows.map((row) => row.dataset.seat)")
    heads = page.locator("#story li").evaluate_all("(rows) => rows.map((row) => row.matches('.turn'))")
    assert heads[0]
    for before, seat, head in zip(seats, seats[1:], heads[1:], strict=False):
        assert head or seat == before, "another seat's lines have a heading"
    assert page.locator("#story .named.seat-1").count()
    inline = "(name) => getComputedStyle(name).display === 'inline'"
    assert page.locator("#story .named.seat-1").first.evaluate(inline), "a name stands in its sentence"
    page.locator("#story .term").last.hover()
    expect(page.locator("#tip")).to_be_visible()


def test_hints_are_marked_on_the_board_and_sorted_by_their_numbers(visitor: Visitor, room: Room) -> None:
    page = visitor()
    open_table(page, room, ["me", "bot"])
    page.wait_for_selector(".my-turn .spot.live")
    page.keyboard.press("t")
    expect(page.locator(".hint-badge").first).to_be_visible()
    assert page.locator("dialog[open]").count() == 0
    shares = [text for text in page.locator("#hint-list .chance").all_text_contents() if "%" in text]
    numbers = [int(text.split()[0]) for text in shares]
    assert numbers == sorted(numbers, reverse=True)
    assert all(re.fullmatch(r"\d+ % ±\d+", text) for text in shares)
    marked = page.locator(".hint-badge").all_text_contents()
    assert shares[0] in marked, "the best is marked where it is"
    accessible(page, "a hint")
    page.keyboard.press("Escape")
    expect(page.locator(".hint-badge")).to_have_count(0)
    expect(page.locator("#advice")).to_be_hidden()


def test_a_risky_move_wants_a_second_press(visitor: Visitor) -> None:
    page = visitor(kept=EXPERIENCED | {"confirm": "on"})
    open_table(page, SHORT, ["me", "bot"])
    while not until(page, FINISH):
        open_table(page, SHORT, ["me", "bot"])  # one's stream was cut off too soon
    finish = page.locator(FINISH)
    before = moves(page)
    finish.click()
    expect(page.locator(".spot.armed")).to_have_count(1)
    expect(page.locator("#tip")).to_contain_text("Once more")
    page.keyboard.press("Escape")
    expect(page.locator(".spot.armed")).to_have_count(0)
    assert moves(page) == before
    finish.click()
    finish.click()
    page.wait_for_function("(n) => Number(document.getElementById('main').dataset.move) > n", arg=before)


def test_escape_takes_one_step_back(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, BOARDS, ["me", "bot"])
    page.wait_for_selector(".my-turn .spot.live")
    page.keyboard.press("h")
    assert page.evaluate("document.activeElement.matches('.spot')")
    page.get_by_role("button", name="Settings").click()
    page.keyboard.press("Escape")
    expect(page.locator("#settings-dialog")).to_be_hidden()


def test_settings_and_sound_are_remembered(visitor: Visitor) -> None:
    page = visitor(PHONE)
    open_table(page, BOARDS, ["me", "bot"])
    page.wait_for_selector(".my-turn .spot.live")
    sound = page.locator(".top").get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    while not page.locator("html[data-sounded]").count():  # something was heard
        page.wait_for_selector(".my-turn:not(.sent)")
        click_once(page, 1)
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Settings").click()
    accessible(page, "settings")
    page.get_by_label("Size of the text").select_option("larger")
    page.keyboard.press("Escape")
    narrow_enough(page, "large text")
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 20


def test_the_tab_says_whose_turn_it_is(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, SHORT, ["me", "bot"])
    page.wait_for_selector(".my-turn .spot.live")
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("hat-turn"))
    play_to_the_end(page)
    expect(page).to_have_title(re.compile("^Over"))


def test_bots_speak_in_bubbles_that_cover_nothing_for_long(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, BOARDS, ["me", "bot"])
    expect(page.locator(".seat-bubble.seat-1")).to_contain_text(LEVELS[0].hello)
    assert page.locator(".seat-bubble").evaluate("(one) => getComputedStyle(one).pointerEvents") == "none"
    expect(page.locator(".seat-bubble")).to_have_count(0)


def test_the_result_says_why_and_what_next_at_another_level(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, SHORT, ["me", "bot"], ("Ada",))
    play_to_the_end(page)
    result = page.locator("#result")
    expect(result.locator("h2")).to_have_text(re.compile("You|wins|share"))
    expect(result.locator(".result-lines")).to_contain_text("You")
    assert 1 <= result.locator(".result-moments li").count() <= 3
    sentences = page.locator("body").inner_text()
    why = result.locator(".result-why").inner_text().split(". ")[0]
    assert sentences.count(why) <= 2, "no sentence is on the screen more than twice"
    page.get_by_role("button", name="See the table").click()
    expect(result).to_be_hidden()
    page.get_by_role("button", name="Result").click()
    expect(result).to_be_visible()
    page.get_by_label("Next time").select_option(LEVELS[1].name)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector(".table:not(.over)")
    expect(page.locator(".seat.bot")).to_contain_text(LEVELS[1].title)


def test_without_a_script_the_table_says_so_and_can_be_read(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, BOARDS, ["me", "bot"], ("Ada",))
    plain = visitor(java_script_enabled=False)
    plain.goto(f"{page.url}/watch")
    expect(plain.get_by_text("JavaScript")).to_be_visible()
    expect(plain.locator("#story")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/rules/witless-wizards"])
def test_links_have_a_preview(visitor: Visitor, path: str) -> None:
    page = visitor()
    page.goto(path)
    for name in ("og:title", "og:description"):
        assert page.locator(f'meta[property="{name}"]').get_attribute("content")
    assert page.request.head(path).status == 200
