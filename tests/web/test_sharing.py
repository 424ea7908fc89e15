"""Shared links: whole addresses in the tags, a picture of the right size, and nothing that is not public."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from tests.test_analysis import played
from tests.web.served import QUICK, Visitor
from tests.web.test_analysis import finished

from longbeard.engine import gate
from longbeard.engine.luck import QuickLuck
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.games import rooms
from longbeard.web.pages.sharing import LINES, drawable
from longbeard.web.routes.share import moment, result

Visitors = Callable[[], Visitor]
PNG = b"\x89PNG\r\n\x1a\n"


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def picture_of(visitor: Visitor, path: str) -> str:
    """Return the picture that a page names, as a path on its own server."""
    page = visitor.client.get(path).text
    found = re.search(r'<meta property="og:image" content="([^"]+)"', page)
    assert found, path
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    address = unescape(found[1])
    assert address.startswith(visitor.base)
    return address.removeprefix(visitor.base)


def test_every_page_that_is_shared_names_a_picture_that_is_there(visitor: Visitors) -> None:
    ada = visitor()
    slug, table = next(iter(rooms())), finished(ada)
    paths = ["/", f"/rules/{slug}", f"/games/{slug}/cards", f"/games/{slug}/puzzles"]
    pictures = set()
    for path in [*paths, f"/t/{table}", f"/t/{table}/replay?move=2"]:
        answer = visitor().client.get(picture_of(ada, path))
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["cache-control"].startswith("public")
        assert size_of(answer.content) == (1200, 630)
        pictures.add(answer.content)
    assert len(pictures) == 4  # the house, a game, a result, a moment


def test_the_picture_of_a_running_match_is_that_of_its_game(visitor: Visitors) -> None:
    ada = visitor()
    slug = next(iter(rooms()))
    table = ada.open(slug, ["me", QUICK])
    game = ada.client.get(f"/games/{slug}/share.png").content
    for query in ("", "?move=0", "?move=1"):
        assert ada.client.get(f"/t/{table}/share.png{query}").content == game


def test_a_moment_is_told_as_a_guest_is_told_it(room: Room) -> None:
    match = played(room)
    for move in range(1, len(match.log), 7):
        drawn = " ".join(re.findall(r"<tspan[^>]*>([^<]*)</tspan>", moment(match, move)))
        public = " ".join(
            one["words"] for one in gate.story(match, SPECTATOR, move, move + 1) if one["words"]
        )
        assert drawable(public, "A quiet move.")[:40] in unescape(drawn)
        heard = {one["words"] for one in gate.story(match, SPECTATOR, move, move + 1)}
        for one in gate.story(match, ALL_EYES, move, move + 1):
            if one["words"] and one["words"] not in heard and one["words"] not in public:
                assert one["words"] not in unescape(drawn)


def test_names_are_drawn_as_they_are_or_left_out(room: Room) -> None:
    seats = room.plate.seats[0]
    match = Match(room, ["<b>Ada & Co</b>", "龍", "Ümit", "D", "E", "F"][:seats])
    luck = QuickLuck(1)
    while not match.over:
        legal = match.state.legal()
        match.play(match.to_act, legal[int(luck.below(len(legal)))])
    drawn = result(match)
    assert "<b>" not in drawn
    assert "&lt;b&gt;Ada &amp; Co&lt;/b&gt;" in drawn
    assert "Seat 2" in drawn


def test_what_is_asked_for_wrongly_is_the_result_or_nothing(visitor: Visitors) -> None:
    ada = visitor()
    table = finished(ada)
    whole = ada.client.get(f"/t/{table}/share.png").content
    for move in ("-1", "99999999999", "x", "9999"):
        assert ada.client.get(f"/t/{table}/share.png", params={"move": move}).content == whole
    assert ada.client.get("/t/no-such-table/share.png").status_code == 404
    assert ada.client.get("/games/no-such-game/share.png").status_code == 404


@pytest.mark.parametrize("words", ["one", "many words " * 60])
def test_words_of_any_length_fit(words: str) -> None:
    from longbeard.web.pages.sharing import moment_picture

    plate = next(iter(rooms().values())).plate
    drawn = moment_picture(plate, "Move 1 of 2", words.strip() + ".", ["Ada", "Bert"])
    assert len(re.findall("<tspan", drawn)) <= LINES + 6
