"""Turn signals in a real browser: asked for by a click alone, and honest about what works."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.people import EXPERIENCED, PHONE, Visitor
from tests.web.browser.sight import accessible
from tests.web.browser.table import click_once, moves, open_table
from tests.web.browser.test_presence import HIDE
from tests.web.browser.test_together import BOARDS, sit_down
from tests.web.served import ROOMY, Server
from tests.web.test_push import CONTACT, Service, key_file, service
from tests.web.test_push import Browser as Keys

__all__ = ["key_file", "service"]
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.getNotifications() ?? []).map(({ title, body, tag }) => ({ title, body, tag }));
}"""
CLOSED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  for (const one of await registration.getNotifications()) one.close();
}"""
COUNTED = """
globalThis.asked = 0;
const real = Notification.requestPermission.bind(Notification);
Notification.requestPermission = () => { asked += 1; return real(); };
"""


def settings(page: Page) -> None:
    page.wait_for_selector("#main[data-frame]")  # the script has begun
    page.locator('[data-do="settings"]').click()


def turn_on(page: Page, said: str) -> None:
    settings(page)
    page.locator(".switch", has=page.locator("#signals")).click()
    expect(page.locator("#signals-state")).to_have_text(said)
    expect(page.locator("#signals")).to_be_checked()
    page.get_by_role("button", name="Done").first.click()


def play_until_theirs(page: Page, other: Page) -> None:
    """Play on until the other one decides."""
    expect(page.locator(".my-turn")).not_to_have_count(0)  # what the other one did may still be told
    other_turn = page.locator("#prompt", has_text=re.compile("decides|plays"))
    for turn in range(60):
        if other_turn.count() and not page.locator(".my-turn").count():
            return
        click_once(page, turn)
    raise AssertionError("it is never the turn of the other")


def whose(ada: Page, bert: Page) -> tuple[Page, Page]:
    """Return who decides, and who waits."""
    ada.wait_for_function(
        "() => document.querySelector('#prompt').textContent.match(/Your decision|decides/)"
    )
    return (ada, bert) if ada.locator(".my-turn").count() else (bert, ada)


def test_a_hidden_tab_tells_that_it_is_ones_turn_and_takes_it_back(visitor: Visitor) -> None:
    ada, bert = visitor(permissions=["notifications"]), visitor(permissions=["notifications"])
    for page in (ada, bert):
        page.add_init_script(COUNTED)
    open_table(ada, BOARDS, ["me", "friend"], ("Ada",))
    sit_down(bert, ada.url, "Bert")
    now, later = whose(ada, bert)
    settings(later)
    expect(later.locator("#signals")).not_to_be_checked()
    accessible(later, "the settings")
    assert later.evaluate("asked") == 0, "nobody is asked before they want it"
    later.get_by_role("button", name="Done").first.click()
    turn_on(later, "While a page of this table is open somewhere.")
    assert later.evaluate("asked") == 1
    assert later.evaluate(SHOWN) == []
    later.evaluate(HIDE % "hidden")
    play_until_theirs(now, later)
    later.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    path = later.evaluate("location.pathname")
    said = {"title": "Your turn", "body": f"It is your turn in {BOARDS.plate.title}.", "tag": path}
    assert later.evaluate(SHOWN) == [said]
    assert later.title().startswith("● Your turn")
    assert now.evaluate(SHOWN) == [], "only who wants it is told"
    later.evaluate(HIDE % "visible")
    later.wait_for_function(f"async () => (await ({SHOWN})()).length === 0")

    settings(later)
    later.locator(".switch", has=later.locator("#signals")).click()
    expect(later.locator("#signals-state")).to_have_text("")
    later.get_by_role("button", name="Done").first.click()
    play_until_theirs(later, now)
    later.evaluate(HIDE % "hidden")
    before = moves(later)
    play_until_theirs(now, later)
    later.wait_for_function("(n) => Number(document.getElementById('main').dataset.move) > n", arg=before)
    assert later.evaluate(SHOWN) == []


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("0", "was told not to show notifications"),
        ("delete window.Notification", "shows no notifications here"),
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "only over https"),
    ],
    ids=["denied", "unsupported", "insecure"],
)
def test_what_cannot_be_is_said(visitor: Visitor, script: str, words: str) -> None:
    page = visitor(PHONE, permissions=["clipboard-read"])  # and no other
    page.add_init_script(script)
    open_table(page, BOARDS, ["me", "bot"])
    settings(page)
    expect(page.locator("#signals-state")).to_contain_text(words)
    expect(page.locator("#signals")).to_be_disabled()
    accessible(page, "the settings")


@pytest.fixture
def pushing(tmp_path: Path, key_file: Path) -> Iterator[Server]:
    options = ("--push-key", str(key_file), "--push-contact", CONTACT, "--push-local")
    served = Server(tmp_path, (*ROOMY, "push_delay=1.5"), options=options)
    yield served
    assert served.stop() == 0
    assert "Traceback" not in served.logged()


Come = Callable[..., Page]


@pytest.fixture
def come(browser: Browser, pushing: Server) -> Iterator[Come]:
    """Return a factory of pages of new persons at the server that pushes."""
    contexts = []

    def made() -> Page:
        context = browser.new_context(
            base_url=pushing.base, permissions=["notifications"], reduced_motion="reduce"
        )
        contexts.append(context)
        for name, value in {"speed": "instant", **EXPERIENCED}.items():
            context.add_init_script(f"localStorage['{name}'] ??= '{value}'")
        return context.new_page()

    yield made
    for context in contexts:
        context.close()


# A browser of a test has no push service behind it: this one is on our machine. All else of it is real.
SUBSCRIBE = """
let there = null;
PushManager.prototype.getSubscription = async () => there;
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  globalThis.subscribedWith = applicationServerKey;
  const plain = atob(applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  const made = %s;
  there = { ...made, options: { userVisibleOnly, applicationServerKey: bytes.buffer }, toJSON: () => made,
    unsubscribe: async () => { there = null; return true; } };
  return there;
};
"""


def test_who_has_closed_the_table_is_pushed_to_and_led_back(come: Come, service: Service) -> None:
    ada, bert = come(), come()
    keys = Keys(f"{service.base}/browser")
    for page in (ada, bert):
        page.add_init_script(SUBSCRIBE % json.dumps(keys.as_json))
    open_table(ada, BOARDS, ["me", "friend"], ("Ada",))
    table = ada.url
    sit_down(bert, table, "Bert")
    now, later = whose(ada, bert)
    turn_on(later, "Even when no page of ours is open.")
    assert later.evaluate("subscribedWith") == later.evaluate(
        "fetch('/push').then((a) => a.json()).then((a) => a.key)"
    )
    later.goto("/credits")
    play_until_theirs(now, later)
    service.wait_for(1)
    said = keys.read(service.got[0][2])
    assert said["to"] == re.sub(r".*(/t/)", r"\1", table)

    # What came is given to the real service worker, as the browser does it.
    line = later.context.new_cdp_session(later)
    told: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda news: told.extend(news["registrations"]))
    line.send("ServiceWorker.enable")
    later.wait_for_timeout(200)
    place = {"origin": re.sub("/t/.*", "", table), "registrationId": told[-1]["registrationId"]}

    def deliver(**changed: str) -> None:
        message = {**place, "data": json.dumps({**said, **changed})}
        line.send("ServiceWorker.deliverPushMessage", message)

    deliver()
    later.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    assert later.evaluate(SHOWN) == [{"title": said["title"], "body": said["text"], "tag": said["to"]}]

    later.goto(table)
    later.wait_for_selector("body:not(.offline) #main[data-table]")
    later.evaluate(CLOSED)
    deliver()
    deliver(to="https://elsewhere.example/")
    later.wait_for_timeout(500)
    assert later.evaluate(SHOWN) == [], "who looks at the table sees it, and nobody is led elsewhere"
    settings(later)
    later.locator(".switch", has=later.locator("#signals")).click()
    expect(later.locator("#signals")).not_to_be_checked()
