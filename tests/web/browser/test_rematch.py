"""From a link to a rematch: a table that waits, a match, and the next one, in two real browsers."""

import itertools
import re
import time
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.people import DESKTOP, PHONE, Visitor
from tests.web.browser.table import PATIENCE, click_once, open_table
from tests.web.browser.test_presence import expect_at
from tests.web.browser.test_together import BOARDS, SHORT, sit_down
from tests.web.served import ROOMY, Server

from longbeard.bots import LEVELS
from longbeard.engine.telling import joined


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is patient with pages on a busy machine: only those who leave are away."""
    served = Server(tmp_path_factory.mktemp("patient"), (*ROOMY, "silent_seconds=120"))
    yield served
    assert served.stop() == 0
    assert "Traceback" not in served.logged()


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


WRONG: Final = re.compile(
    r"undefined|\bnull\b|NaN|\[object|\bNone\b|[{}]{2}"
    r"|has left|leaves|is away|is back|free chair|Seat \d|\b1 friends"
)
"""Words that nobody may read at a table where all sit and are present."""
NAMES: Final = ("Ada", "Bert", "Carl", "Dora")
GOING_ON: Final = re.compile("Your decision|decides|plays")
People = dict[str, Page]


def read_all(people: People) -> None:
    """Read the whole page of everybody: there is no wrong word, and all are called by their names."""
    for name, page in people.items():
        text = page.locator("body").inner_text()
        assert not WRONG.search(text), (name, text)
        everybody = page.locator(".seats-strip").text_content() or ""
        assert all(other in everybody for other in people), (name, everybody)


def all_here(people: People, places: list[str]) -> None:
    """Check that everybody sees within two seconds who sits where, and that they are present."""
    for name, page in people.items():
        for seat, other in enumerate(places):
            expect(page.locator(f"#seat-{seat} b")).to_have_text(other)
            expect_at(page, seat, "you" if other == name else "here")


def winners_on(name: str, page: Page) -> str:
    """Return who won, as a page says it, with the reader's name."""
    words = page.locator("#h-result span").inner_text()
    return re.sub(r"^You win!", f"{name} wins", words).replace("You", name)


@pytest.mark.parametrize("count", [2, 4])
def test_people_go_from_a_link_to_a_rematch_without_a_wrong_word(visitor: Visitor, count: int) -> None:
    names = list(NAMES[:count])
    people = {name: visitor(PHONE if number % 2 else DESKTOP) for number, name in enumerate(names)}
    ada = people["Ada"]
    open_table(ada, SHORT, ["me", *["friend"] * (count - 1)], ("Ada",), first="1")
    ada.wait_for_selector("#link", state="attached")
    link = ada.locator("#link").input_value()
    for number, name in enumerate(names[1:], start=1):
        whom = "a friend" if number == count - 1 else f"{count - number} friends"
        expect(ada.locator("#prompt")).to_contain_text(f"Waiting for {whom} to sit down.")
        sit_down(people[name], link, name)
        expect(ada.locator("#chat-list")).to_contain_text(f"{name} sits down.")
    all_here(people, names)
    for page in people.values():
        expect(page.locator("#prompt")).to_contain_text(GOING_ON)
    read_all(people)

    play_together(people)
    read_all(people)
    won = {winners_on(name, page) for name, page in people.items()}
    assert len({frozenset(re.findall("|".join(NAMES), words)) for words in won}) == 1, won

    ada.locator("#chat summary").click()
    ada.get_by_label("Say something").fill("Once more?")
    ada.get_by_role("button", name="Say", exact=True).click()
    expect(ada.locator("#chat-list")).to_contain_text("Once more?")
    old = ada.url
    ada.get_by_role("button", name="Play again").click()
    ada.wait_for_url(lambda address: "/t/" in address and address != old)
    expect(ada.locator("#chat-list")).to_contain_text("Once more?")
    moved_up = [*names[1:], "Ada"]
    for number, name in enumerate(names[1:], start=1):
        page, waiting = people[name], sorted(names[number:], key=moved_up.index)
        expect(ada.locator("#prompt")).to_contain_text(f"Waiting for {joined(waiting)} to come.")
        expect(page.locator("#result")).to_contain_text("Ada wants to play again")
        expect(page.locator("#chat-list")).to_contain_text("Ada wants to play again.")
        page.get_by_role("link", name="Join").click()
        page.wait_for_url(ada.url)
        page.wait_for_selector("body:not(.offline) #main[data-table]")
    all_here(people, moved_up)
    for page in people.values():
        expect(page.locator("#prompt")).to_contain_text(GOING_ON)
    read_all(people)
    deciding = [page for page in people.values() if page.title().startswith("● Your turn")]
    assert len(deciding) == 1, "one tab says that it is one's turn"
    heard = deciding[0].locator("#live")
    expect(heard).to_contain_text("Your turn.")


def play_together(people: People) -> None:
    """Let everybody play at their turn, until it is over on all pages."""
    deadline = time.monotonic() + PATIENCE
    for turn in itertools.count():
        over = [click_once(page, turn) for page in people.values()]
        if all(over):
            return
        assert time.monotonic() < deadline
