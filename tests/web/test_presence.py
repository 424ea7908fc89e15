"""Who is here: one answer, on the wire, in lists and for programs, and what the table is told of it."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.web.served import QUICK, Socket, Visitor
from tests.web.test_live import Notebook, a_slug, first, opening_of, people, run, who_acts

from longbeard.games import rooms
from longbeard.table import presence
from longbeard.table.live import LiveTable
from longbeard.table.presence import Company
from longbeard.table.seat import OPEN, Seat

SOON = 2.0
THREE = next(slug for slug, room in rooms().items() if room.plate.seats[1] > 2)
Visitors = Callable[[], Visitor]


def hears(line: Socket, seat: int, wanted: str) -> float:
    """Listen until a page or a message says this of a seat; return the seconds it took."""
    begun = time.monotonic()
    while True:
        message = line.hear()
        part = message.get("apart", {}).get(f"house:here-{seat}", "")
        if f"presence {wanted}'" in part:
            return time.monotonic() - begun


def seen(visitor: Visitor, table: str) -> list[str]:
    """Return the presence as programs are told it."""
    return [seat["presence"] for seat in visitor.client.get(f"/api/v1/tables/{table}").json()["seats"]]


def test_sitting_down_closing_a_tab_and_coming_back_are_seen_at_once(visitor: Visitors) -> None:
    ada, bert = visitor(), visitor()
    table = ada.open(a_slug(), ["me", "friend"])
    with ada.socket(table) as line:
        line.hear("page")
        assert seen(ada, table) == ["here", "free"]
        bert.sit(table, "Bert")
        assert line.hear("news") == {"type": "news", "seat": 1, "text": "Bert sits down."}
        assert hears(line, 1, "here") < SOON
        with bert.socket(table) as page:
            page.hear("page")
            with bert.socket(table) as second:
                second.hear("page")
            time.sleep(presence.GRACE + 0.5)
            assert seen(ada, table) == ["here", "here"], "a second page was closed, and the first is open"
            page.say("sight", seen=False)
            assert hears(line, 1, "idle") < SOON
            page.say("sight", seen=True)
            assert hears(line, 1, "here") < SOON
        assert hears(line, 1, "away") < SOON
        assert seen(ada, table) == ["here", "away"]
        assert line.hear("news")["text"] == "Bert is away."
        with bert.socket(table) as page:
            page.hear("page")
            assert line.hear("news")["text"] == "Bert is back."
            assert hears(line, 1, "here") < SOON
            page.say("leave")
            assert line.hear("news")["text"] == "Bert leaves; a bot plays on."
        assert seen(ada, table) == ["here", "left"]


def test_a_line_that_is_lost_without_a_word_is_noticed(visitor: Visitors) -> None:
    ada, bert = visitor(), visitor()
    table = ada.open(a_slug(), ["me", "friend"])
    bert.sit(table, "Bert")
    with ada.socket(table) as line, bert.socket(table) as page:
        page.hear("beat")
        page.say("beat")
        page.hear("beat")  # and this one is not answered
        while seen(ada, table) != ["here", "away"]:
            line.hear()
        page.say("beat")
        assert hears(line, 1, "here") < SOON


def test_a_page_that_is_loaded_again_is_not_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(presence, "monotonic", lambda: now[0])
    company = Company()
    page = company.arrive("ada")
    company.depart(page)
    assert company.presence("ada") == "here"
    now[0] += presence.GRACE
    assert company.presence("ada") == "away"
    assert company.next_change(["ada"]) == pytest.approx(presence.TOLD_SECONDS - presence.GRACE)
    company.expect("bert")
    now[0] += presence.COMING - 0.1
    assert company.presence("bert") == "here"
    now[0] += 0.2
    assert company.presence("bert") == "away"


def test_the_table_is_told_once_of_everyone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        told: list[Any] = []
        table = LiveTable("t", opening_of(a_slug(), [*people("Ada"), Seat("Seat 2", OPEN)]), Notebook().keep)
        table.on_news = lambda _table, seat, words: told.append((seat, words))
        table.arrive("ada")
        await table.sit("bert", 1, "Bert")
        page = table.arrive("bert")
        other = table.arrive("bert")
        table.depart(page)
        await table.bring_bot("bert", 1)
        await table.give_back("bert", 1)
        await table.leave("bert")
        await table.sit("bert", -1, "Bert")
        table.depart(other)
        table.note(table.arrive("ada"), in_sight=False)
        words = [
            "Bert sits down.",
            "A bot plays on for Bert.",
            "Bert plays on.",
            "Bert leaves; a bot plays on.",
        ]
        assert told == [(1, line) for line in [*words, "Bert is back."]]
        await table.close()

    run(test())


def test_nobody_plays_on_for_whoever_has_just_sat_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table may be old, and the friend new: their absence counts from when they came."""
    now = [100.0]
    monkeypatch.setattr(presence, "monotonic", lambda: now[0])

    async def test() -> None:
        seats = [*people("Ada"), Seat("Seat 2", OPEN), Seat("Bot", QUICK)][:2]
        table = LiveTable("t", opening_of(a_slug(), seats), Notebook().keep)
        now[0] += 1000.0
        table.arrive("ada")
        await table.sit("bert", 1, "Bert")
        assert table.refuses_bot(0, 1) == "Bert is still here"
        now[0] += presence.COMING + presence.AWAY_SECONDS
        assert table.refuses_bot(0, 1) == ""
        await table.close()
        await asyncio.sleep(0)

    run(test())


@pytest.mark.parametrize(("when", "words"), [("waiting", []), ("running", ["Bert is away."]), ("over", [])])
def test_nobody_is_missed_before_the_match_and_after_it(
    monkeypatch: pytest.MonkeyPatch, when: str, words: list[str]
) -> None:
    """A table that waits for people says so anyway; who goes from one that is over may be at the next."""
    now = [100.0]
    monkeypatch.setattr(presence, "monotonic", lambda: now[0])

    async def test() -> None:
        told: list[str] = []
        seats = [*people("Ada", "Bert"), *([Seat("Seat 3", OPEN)] if when == "waiting" else [])]
        opening = opening_of(THREE if when == "waiting" else a_slug(), seats)
        object.__setattr__(opening, "waits", when == "waiting")
        table = LiveTable("t", opening, Notebook().keep)
        table.arrive("ada")
        page = table.arrive("bert")
        while when == "over" and not table.over:
            await table.play(who_acts(table), table.moves, first(table))
        table.on_news = lambda _table, seat, words: told.append(words)
        table.depart(page)
        now[0] += presence.TOLD_SECONDS
        table.note(table.arrive("ada"), in_sight=False)
        assert table.presence(1) == "away"
        assert told == words
        await table.close()

    run(test())
