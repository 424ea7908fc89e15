"""Rules pages: contents, search without and with a script, and the way from an event to its rule."""

import re
from collections.abc import Callable

import pytest
from tests.twins import real_match
from tests.web.served import Visitor
from tests.web.test_analysis import finished

from longbeard.engine import gate
from longbeard.engine.room import Room
from longbeard.web.pages.rulebook import FOUND, book_of, rulebook
from longbeard.web.pages.screens import sent

Visitors = Callable[[], Visitor]


def anchors(room: Room) -> set[str]:
    return {*re.findall(r' id="([^"]+)"', book_of(room.plate.slug).html)}


def test_every_event_that_is_told_has_a_rule_and_the_page_has_it(room: Room) -> None:
    rows = {row.name: row for row in room.game.events}
    assert {*room.game.cites} <= {*rows}
    for name, row in rows.items():
        if row.sentence:
            assert room.cites(name) in anchors(room), name


def test_what_a_page_is_told_names_its_rule_and_its_event(room: Room) -> None:
    names = {row.name for row in room.game.events}
    told = [sent(room, one) for one in gate.story(real_match(room, 2, 8), 0)]
    assert {one["event"] for one in told} <= names, "sounds are found by it"
    assert {one["rule"] for one in told if one["words"]} <= anchors(room)


def test_every_rule_of_a_card_and_every_heading_is_an_anchor(room: Room) -> None:
    book = book_of(room.plate.slug)
    assert len(book.contents) >= 5
    assert {heading.id for heading in book.contents} <= anchors(room)
    assert {passage.id for passage in book.passages} <= anchors(room)
    for piece in room.pieces(room.box):
        assert {*piece.rules} <= anchors(room)


def test_a_search_finds_rules_by_their_words() -> None:
    book = rulebook(
        "# Toads\n\n## Play\n\n- **T1** Feed the toad.\n- **T2** Never feed it **twice**.\n\nRest.\n"
    )
    assert [(one.id, one.match) for one in book.search("FEED")] == [("T1", "Feed"), ("T2", "feed")]
    assert [one.id for one in book.search("feed twice")] == ["T2"]
    assert [one.id for one in book.search("rest")] == ["play"]
    assert book.search("dragon") == book.search("  ") == []
    assert [one.id for one in book.search("oa")] == ["T1"]


def test_a_search_is_a_plain_form(visitor: Visitors, room: Room) -> None:
    client, path = visitor().client, f"/rules/{room.plate.slug}"
    assert 'method="get"' in client.get(path).text
    page = client.get(path, params={"q": "card"}).text
    found = re.findall(r'<li><a href="#([^"]+)"><b>', page)
    assert 0 < len(found) <= FOUND
    assert {*found} <= anchors(room)
    assert "Nothing about “xyzzy”" in client.get(path, params={"q": "xyzzy"}).text


@pytest.mark.parametrize("asked", ["<script>alert(1)</script>", "(" * 60, "a" * 10_000, "\\b", "%00"])
def test_a_strange_search_does_no_harm(visitor: Visitors, room: Room, asked: str) -> None:
    answer = visitor().client.get(f"/rules/{room.plate.slug}", params={"q": asked})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text


def test_the_lines_of_a_replay_lead_to_their_rules(visitor: Visitors) -> None:
    ada = visitor()
    table = finished(ada)
    links: set[tuple[str, str]] = set()
    # The deal is random, and a single move of it may tell nothing that has a rule: read some.
    for move in range(1, 9):
        page = ada.client.get(f"/t/{table}/replay?move={move}").text
        links |= {*re.findall(r'<a class="rule-link" href="(/rules/[^"#]+)#([^"]+)"', page)}
    assert links
    for path, rule in links:
        assert f' id="{rule}"' in ada.client.get(path).text
