"""Printed pieces on the web: pictures that never change, the gallery, the rules' anchors, and PDFs."""

import asyncio
import re
from collections.abc import Callable

import pytest
from tests.web.served import QUICK, Server, Visitor

from longbeard.engine.html import h
from longbeard.engine.piece import picture
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.web import printing
from longbeard.web.middleware import cost
from longbeard.web.pages import pictures
from longbeard.web.pages.gallery import gallery
from longbeard.web.pages.render import render
from longbeard.web.pages.rulebook import rulebook

Come = Callable[[], Visitor]
ANY = next(iter(rooms().values()))
drawn = pytest.mark.rooms(that=lambda room: room.game.pieces is not None)


@drawn
def test_a_picture_is_kept_for_ever_under_the_hash_of_its_content(visitor: Come, room: Room) -> None:
    slug = room.plate.slug
    piece = room.pieces(room.box)[0]
    address = pictures.address(slug, piece.key)
    answer = visitor().client.get(address)
    assert answer.text == piece.art
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    other = visitor().client.get(f"/pictures/{slug}/{piece.key}.0123456789ab.svg")
    assert (other.status_code, other.headers["cache-control"]) == (200, "no-cache")


def test_an_unknown_picture_card_or_kind_is_not_found(visitor: Come, room: Room) -> None:
    slug = room.plate.slug
    for path in (
        f"/pictures/{slug}/no-such.0123456789ab.svg",
        "/pictures/no-such-game/card.0123456789ab.svg",
        f"/pictures/{slug}/no-such",
        f"/games/{slug}/cards/no-such.svg",
        f"/games/{slug}/cards?kind=no-such",
        "/games/no-such-game/cards",
        "/games/no-such-game/print",
        "/games/no-such-game/print.pdf",
    ):
        assert visitor().client.get(path).status_code == 404, path


def test_faces_are_given_the_addresses_of_pictures(room: Room) -> None:
    piece = room.pieces(room.box)[0]
    shown = picture(room.plate.slug, piece.key, "big")
    assert h("src='{}'", pictures.address(room.plate.slug, piece.key)) in shown
    assert picture(room.plate.slug, "no-such") == ""


@drawn
def test_the_gallery_shows_every_piece_with_copies_text_and_rules(visitor: Come, room: Room) -> None:
    slug = room.plate.slug
    page = visitor().client.get(f"/games/{slug}/cards").text
    rules = visitor().client.get(f"/rules/{slug}").text
    for piece in room.pieces(room.box):
        row = page.split(f'id="{piece.key}"')[1].split("</li>")[0]
        assert piece.front in row
        assert h("<h2>{}</h2>", piece.name) in row
        assert h("<p>{}</p>", piece.text) in row
        assert f"{piece.copies} cop" in row
        for rule in piece.rules:
            assert f'href="/rules/{slug}#{rule}"' in row
            assert f'<li id="{rule}">' in rules
    for word, text in gallery(room).words.items():
        assert h("<dt>{}</dt><dd>{}</dd>", word, text) in page


@drawn
def test_one_kind_alone(visitor: Come, room: Room) -> None:
    pieces = room.pieces(room.box)
    page = visitor().client.get(f"/games/{room.plate.slug}/cards", params={"kind": pieces[0].kind}).text
    shown = re.findall(r'<li class="piece[^"]*" id="([^"]+)"', page)
    assert shown == [piece.key for piece in pieces if piece.kind == pieces[0].kind]
    assert page.count('aria-current="page"') == 1


@drawn
def test_a_card_can_be_fetched_as_it_is_printed(visitor: Come, room: Room) -> None:
    piece = room.pieces(room.box)[-1]
    answer = visitor().client.get(f"/games/{room.plate.slug}/cards/{piece.key}.svg")
    named = f'<svg data-rules="{" ".join(piece.rules)}"'  # so that a page can lead from it to its rules
    assert answer.text.removeprefix(named) == piece.front.removeprefix("<svg")
    assert answer.text.startswith(named)
    assert "max-age=3600" in answer.headers["cache-control"]


@drawn
def test_words_of_the_gallery_are_those_that_no_picture_explains(room: Room) -> None:
    words = gallery(room).words
    assert words
    pictured = {piece.key.partition("-")[2] for piece in room.pieces(room.box)}
    for word in room.game.glossary(room.box):
        assert (word.replace("-", " ") in words) != (word in pictured), word


def test_the_gallery_is_reached_from_home_rules_and_table(visitor: Come, room: Room) -> None:
    guest, slug = visitor(), room.plate.slug
    table = guest.open(slug, ["me", QUICK])
    for path in ("/", f"/rules/{slug}", f"/t/{table}", f"/games/{slug}/print"):
        assert f'href="/games/{slug}/cards"' in guest.client.get(path).text, path


@drawn
def test_examples_stand_below_their_rules(room: Room) -> None:
    found = room.examples(room.box)
    page = rulebook(room.text("rulebook.md"), found).html
    assert page.count("<figure") == len(found)
    for example in found:
        row = page.split(f'<li id="{example.after}">')[1].split("</li>")[0]
        assert example.picture in row
        assert h("<figcaption>{}</figcaption>", example.caption) in row


# ── PDFs ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_pdf_is_made_once_and_sent_again(visitor: Come, room: Room) -> None:
    guest = visitor()
    address = f"/games/{room.plate.slug}/print.pdf?what=rules&paper=letter"
    answers = [guest.client.get(address) for turn in range(2)]
    for answer in answers:
        assert answer.status_code == 200
        assert answer.content.startswith(b"%PDF")
        assert answer.headers["content-type"] == "application/pdf"
        assert f"{room.plate.slug}-rules-letter.pdf" in answer.headers["content-disposition"]
    assert answers[0].content == answers[1].content


def test_a_wish_that_there_is_not_is_explained(visitor: Come) -> None:
    answer = visitor().client.get(f"/games/{ANY.plate.slug}/print.pdf?paper=a0")
    assert answer.status_code == 400
    assert "a4, letter" in answer.text


def test_a_pdf_costs_far_more_than_a_page() -> None:
    scope = {"path": "/games/any/print.pdf", "headers": [], "method": "GET"}
    assert cost(scope) >= 10 * cost(scope | {"path": "/games/any/print"})


def test_who_asks_too_often_for_pdfs_waits(own_server: Callable[..., Server]) -> None:
    guest = Visitor(own_server("person_rate=10", "address_rate=12").base)
    codes = [guest.client.get(f"/games/{ANY.plate.slug}/print.pdf?paper=a0").status_code for turn in range(4)]
    assert codes[0] == 400
    assert codes[-1] == 429


def test_without_typst_the_page_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    context = {"drawn": True, "options": ()}
    page = render("print.html", plate=ANY.plate, can_print=False, **context)
    assert "longbeard[print]" in page
    assert "<form" not in page
    monkeypatch.setattr(printing, "can_print", lambda: False)
    with pytest.raises(printing.CannotPrintNow, match="typst is not installed"):
        asyncio.run(printing.Printer().pdf(printing.Wish(ANY.plate.slug)))


def test_those_who_want_the_same_wait_for_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[printing.Wish] = []

    async def run(wish: printing.Wish, path: object) -> bytes:
        made.append(wish)
        await asyncio.sleep(0.01)
        return b"%PDF"

    async def ask() -> list[bytes]:
        printer = printing.Printer()
        wishes = [printing.Wish(ANY.plate.slug)] * 5 + [printing.Wish("another")]
        return await asyncio.gather(*(printer.pdf(wish) for wish in wishes))

    monkeypatch.setattr(printing, "can_print", lambda: True)
    monkeypatch.setattr(printing, "_run", run)
    assert asyncio.run(ask()) == [b"%PDF"] * 6
    assert len(made) == 2
