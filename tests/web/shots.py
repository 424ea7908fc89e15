"""`make shots`: every page, and every game at its start, middle and end, to be looked at.

Each is taken at a desk and on a phone, by day and by night, into build/shots/. With words on the command
line, only the pictures whose names begin with one of them are made: `python -m tests.web.shots home lesson`.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.web.browser.people import DESKTOP, EXPERIENCED, FLAGS, PHONE, chromium
from tests.web.browser.table import click_once, hear_all, moves, open_table, play_to_the_end, quick_table
from tests.web.served import Server

from longbeard.engine.room import Room
from longbeard.games import rooms

SHOTS: Final = Path(__file__).parents[2] / "build" / "shots"
MIDDLE_MOVES: Final = 24
PATIENCE: Final = 300.0
LESSON_STEPS: Final = (0, 3, 6)


class Album:
    """Takes pictures of a page in every size and light."""

    def __init__(self, browser: Browser, server: Server, wanted: list[str]) -> None:
        self.browser = browser
        self.server = server
        self.wanted = wanted
        self.contexts: list[BrowserContext] = []

    def visitor(self) -> Page:
        context = self.browser.new_context(reduced_motion="reduce", base_url=self.server.base)
        context.set_default_timeout(60_000)
        for name, value in {"speed": "instant", **EXPERIENCED}.items():
            context.add_init_script(f"localStorage['{name}'] ??= '{value}'")
        self.contexts.append(context)
        return context.new_page()

    def wants(self, name: str) -> bool:
        return not self.wanted or any(name.startswith(start) for start in self.wanted)

    def take(self, page: Page, name: str) -> None:
        if not self.wants(name):
            return
        page.mouse.move(1, 1)
        hear_all(page)
        expect(page.locator(".flash")).to_have_count(0)
        for size, (width, height) in (("desk", DESKTOP), ("phone", PHONE)):
            page.set_viewport_size({"width": width, "height": height})
            for light in ("light", "dark"):
                page.emulate_media(color_scheme="light" if light == "light" else "dark")
                page.evaluate("scrollTo(0, 0)")
                page.screenshot(path=SHOTS / f"{name}-{size}-{light}.png", full_page=size == "phone")
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        print(name, flush=True)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def game(album: Album, room: Room) -> None:
    """Take a whole game, and what comes after it."""
    slug = room.plate.slug
    page = album.visitor()
    most = room.plate.seats[1]
    open_table(page, room, ["me", "bot", "bot"][:most], ("Ada",), short=False)
    page.wait_for_selector(".my-turn")
    album.take(page, f"{slug}-1-start")
    over = False
    while not over and moves(page) < MIDDLE_MOVES:
        over = click_once(page, moves(page))
    page.wait_for_selector(".my-turn, .result")
    album.take(page, f"{slug}-2-middle")
    if not over:
        play_to_the_end(page, PATIENCE)
    album.take(page, f"{slug}-3-end")
    page.goto(f"{page.url}/replay?eyes=all&move=5")
    album.take(page, f"{slug}-4-replay")


def papers(album: Album) -> None:
    """Take pages that are read or filled in."""
    page = album.visitor()
    page.goto("/", wait_until="networkidle")
    album.take(page, "home-new")
    page.goto("/credits")
    album.take(page, "credits")
    page.goto("/t/no-such-table")
    album.take(page, "lost")
    for slug in rooms():
        page.goto(f"/new/{slug}")
        album.take(page, f"setup-{slug}")
        page.goto(f"/rules/{slug}")
        album.take(page, f"rules-{slug}")


def lessons(album: Album) -> None:
    """Take some steps of every lesson."""
    page = album.visitor()
    for slug in rooms():
        for step in LESSON_STEPS:
            page.goto(f"/learn/{slug}?step={step}")
            album.take(page, f"lesson-{slug}-{step}")


def company(album: Album) -> None:
    """Take a table with a friend: waiting, joining, watching, dialogs; then a home with tables on it."""
    room = next(room for room in rooms().values() if room.plate.seats[1] > 2)
    ada, bert, guest = album.visitor(), album.visitor(), album.visitor()
    open_table(ada, room, ["me", "friend", "bot"], ("Ada",))
    album.take(ada, "waiting")
    bert.goto(ada.url)
    album.take(bert, "door")
    guest.goto(f"{ada.url}/watch")
    album.take(guest, "watching")
    page = album.visitor()
    quick_table(page, room)
    page.wait_for_selector(".my-turn", timeout=PATIENCE * 1000)
    for button, name in (("Link and seat", "share"), ("Keys and help", "keys")):
        page.get_by_role("button", name=button).click()
        album.take(page, f"dialog-{name}")
        page.keyboard.press("Escape")
    page.locator("#chat summary").click()
    album.take(page, "chat")
    page.goto(f"{page.url}/proof")
    album.take(page, "proof")
    page.goto("/")
    album.take(page, "home-tables")


def persons(album: Album) -> None:
    """Take the pages of somebody who comes back: profile, daily deal, comparison, history, home."""
    room = next(room for room in rooms().values() if room.plate.seats[1] == 6)
    guest = album.visitor()
    for path, name in (("/me", "you-new"), ("/privacy", "privacy"), ("/me/history", "history-new")):
        guest.goto(path)
        album.take(guest, name)
    for name in ("Bert", "Cleo", "Ada Lovelace"):
        page = album.visitor()
        page.goto("/me")
        page.get_by_label("Your name").fill(name)
        for label in ("I want a rating", "Others may see my name"):
            page.get_by_text(label).click()
        page.get_by_role("button", name="Keep this").click()
        page.goto("/daily")
        album.take(page, "daily-new")
        page.get_by_role("button", name=f"Play today’s deal of {room.plate.title}").click()
        page.wait_for_selector(".my-turn")
        play_to_the_end(page, PATIENCE)
    album.take(page, "daily-over")
    page.get_by_role("link", name="How others fared").click()
    album.take(page, "compared")
    quick_table(page, room)
    page.wait_for_selector(".my-turn")
    for path, name in (
        ("/", "home-back"),
        ("/me/history", "history"),
        ("/me", "you"),
        ("/me/forget", "forget"),
    ):
        page.goto(path)
        album.take(page, name)
    page.goto("/me")
    page.get_by_role("button", name="Make a link").click()
    album.take(page, "device")
    guest.goto(page.locator("#device-link").input_value())
    album.take(guest, "device-here")


def main(wanted: list[str]) -> None:
    """Take all pictures, or those that are wanted."""
    if not wanted:
        shutil.rmtree(SHOTS, ignore_errors=True)
    SHOTS.mkdir(parents=True, exist_ok=True)
    jobs: list[Callable[[Album], None]] = [papers, lessons, company, persons]
    if wanted:
        jobs = [job for job in jobs if job.__name__ in wanted] or jobs
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium(playwright), args=FLAGS)
        album = Album(browser, server, wanted)
        for slug, room in rooms().items():
            if not wanted or any(slug.startswith(name) or name.startswith(slug) for name in wanted):
                game(album, room)
        for job in jobs:
            job(album)
        album.close()
        browser.close()
        server.stop()
    print(f"{len(list(SHOTS.glob('*.png')))} pictures in {SHOTS}")


if __name__ == "__main__":
    main(sys.argv[1:])
