"""Analyses over a real server: begun for those who played, made once, kept, and never of a running match."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.test_analysis import shortest
from tests.web.served import PATIENCE, QUICK, Server, Visitor

from longbeard.games import rooms
from longbeard.table.analysis import WAITING_EACH, Analyses, Job, _Queue, key_of
from longbeard.table.limits import TooMany

Visitors = Callable[[], Visitor]


def finished(player: Visitor) -> str:
    """Play a short match against a bot to its end; return its table."""
    slug = min(rooms(), key=lambda slug: rooms()[slug].plate.minutes)
    table = player.open(slug, ["me", QUICK])
    with player.socket(table) as line:
        while not line.my_turn()["over"]:
            line.play()
    return table


def wait_for_analysis(player: Visitor, table: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while player.client.get(f"/t/{table}/analysis.json").json()["under_way"]:
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_who_played_gets_an_analysis_without_asking_and_a_guest_by_asking(visitor: Visitors) -> None:
    ada, guest = visitor(), visitor()
    table = finished(ada)
    assert "Let the Archmage look at it" in guest.client.get(f"/t/{table}/replay").text
    assert guest.client.get(f"/t/{table}/analysis").status_code == 303
    assert 'id="analysis-waits"' in ada.client.get(f"/t/{table}/replay").text
    wait_for_analysis(guest, table)
    for who in (ada, guest):
        page = who.client.get(f"/t/{table}/replay?move=3").text
        assert '<svg class="chances"' in page
        assert "Luck and choices" in page
        for address in re.findall(r'<a class="mark [^"]*" href="([^"]*)"', page):
            assert who.client.get(address.replace("&amp;", "&")).status_code == 200
    page = guest.client.get(f"/t/{table}/analysis").text
    moves = len(json.loads(ada.client.get(f"/t/{table}/record.json").text)["actions"])
    assert page.count('<th scope="row"><a href=') == moves + 1


def test_a_running_match_is_never_analysed(visitor: Visitors) -> None:
    ada = visitor()
    table = ada.open(next(iter(rooms())), ["me", QUICK])
    assert "How it went" not in ada.client.get(f"/t/{table}/replay").text
    assert ada.client.get(f"/t/{table}/analysis").status_code == 409
    assert ada.client.get(f"/t/{table}/analysis.json").status_code == 409
    assert ada.client.post(f"/t/{table}/analysis").status_code == 409


def test_an_analysis_outlives_the_server_and_holds_no_names(own_server: Callable[..., Server]) -> None:
    server = own_server("analysis_seconds=1", "openings_rate=1000")
    ada = Visitor(server.base)
    table = finished(ada)
    ada.client.post(f"/t/{table}/analysis")
    wait_for_analysis(ada, table)
    (kept,) = (server.data / "analyses").glob("*.json")
    for name in json.loads(ada.client.get(f"/t/{table}/record.json").text)["seats"]:
        assert name not in kept.read_text()
    made = kept.stat().st_mtime_ns
    server.stop()
    server.start()
    assert '<svg class="chances"' in ada.client.get(f"{server.base}/t/{table}/replay").text
    assert kept.stat().st_mtime_ns == made


def test_a_server_without_seconds_for_it_makes_none(own_server: Callable[..., Server]) -> None:
    ada = Visitor(own_server("analysis_seconds=0", "openings_rate=1000", "messages_rate=1000").base)
    table = finished(ada)
    assert "How it went" not in ada.client.get(f"/t/{table}/replay").text
    assert ada.client.post(f"/t/{table}/analysis").status_code == 429


def test_people_take_turns_and_nobody_fills_the_queue() -> None:
    queue = _Queue()
    for number in range(WAITING_EACH):
        queue.add("ada", Job(f"a{number}", ""))
    queue.add("bert", Job("b", ""))
    with pytest.raises(TooMany):
        queue.add("ada", Job("one more", ""))
    taken = [job.key for job in iter(queue.take, None)]
    assert taken == ["a0", "b", *(f"a{number}" for number in range(1, WAITING_EACH))]


def test_a_file_that_cannot_be_read_is_made_again(tmp_path: Path) -> None:
    async def made() -> None:
        match, analyses = shortest(), Analyses(tmp_path, 0.1)
        (tmp_path / f"{key_of(match)}.json").write_text('{"version": 1}')
        assert analyses.find(key_of(match)) is None
        analyses.ask(match, "ada")
        while analyses.job(key_of(match)):
            await asyncio.sleep(0.05)
        assert analyses.find(key_of(match)) is not None
        await analyses.close()

    asyncio.run(made())
    assert len(list(tmp_path.glob("*.json"))) == 1


def test_a_closing_server_leaves_no_analyst_behind(tmp_path: Path) -> None:
    async def closed() -> None:
        match, analyses = shortest(), Analyses(tmp_path, 1000.0)
        analyses.ask(match, "ada")
        await asyncio.sleep(0.3)
        await asyncio.wait_for(analyses.close(), 20)
        assert analyses.find(key_of(match)) is None

    asyncio.run(closed())
