"""The printed pieces: what is on them is what the data file says, and it fits."""

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from longbeard.engine.drawing import NoRoom, Svg
from longbeard.engine.errors import LongbeardError
from longbeard.engine.piece import Piece, Shape
from longbeard.games.wiz_up_the_wall.box import CARDS
from longbeard.games.wiz_up_the_wall.cards import open_box
from longbeard.games.wiz_up_the_wall.drawings import pieces

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay

SPACE = "{http://www.w3.org/2000/svg}"
MOST_ART = 9_600
"""Most bytes of a picture that the table shows."""


@pytest.fixture(scope="module")
def drawn(lay: "Lay") -> list[Piece]:
    return pieces(lay.box)


def words_of(svg: Svg) -> list[str]:
    """Return the words of a drawing, box by box."""
    texts = ElementTree.fromstring(svg).iter(f"{SPACE}text")
    return [" ".join(span.text or "" for span in text) for text in texts]


def sides(drawn: list[Piece]) -> list[Svg]:
    return [side for piece in drawn for side in (piece.front, piece.art, piece.back) if side]


def by_key(lay: "Lay", old: str, new: str) -> dict[str, Piece]:
    """Return the pieces of a box in which something else is written."""
    assert old in lay.text
    return {piece.key: piece for piece in pieces(open_box(lay.text.replace(old, new)))}


def test_every_card_is_drawn_once_with_all_its_copies(lay: "Lay", drawn: list[Piece]) -> None:
    box, found = lay.box, {piece.key: piece for piece in drawn}
    assert len(found) == len(drawn)
    for card, slug in enumerate(box.slugs):
        piece = found[f"card-{slug}"]
        assert piece.copies == list(box.pile).count(card)
        symbols = [box.symbols[box.first[card]], box.symbols[box.second[card]]]
        assert words_of(piece.front) == [*symbols, box.names[card], box.texts[card]]
        assert piece.name == box.names[card]
        assert box.texts[card] in piece.text
    assert sum(piece.copies for piece in drawn if piece.key.startswith("card-")) == CARDS
    for place, slug in enumerate(box.wizards):
        piece = found[f"wizard-{slug}"]
        assert (piece.copies, piece.shape) == (1, Shape.HEX)
        assert words_of(piece.front) == [box.wizard_names[place], box.wizard_texts[place]]
    assert len(drawn) == len(box.slugs) + len(box.wizards) + 2


def test_c1_the_back_shows_the_stream_and_nothing_else(drawn: list[Piece]) -> None:
    """All straight cards have one back, all forks another: a back tells no symbol."""
    backs = {kind: {piece.back for piece in drawn if piece.kind == kind} for kind in ("straight", "fork")}
    assert {len(found) for found in backs.values()} == {1}
    assert backs["straight"] != backs["fork"]
    for found in backs.values():
        for back in found:
            assert back is not None
            assert words_of(back) == []


def test_art_has_no_words_and_is_small(drawn: list[Piece]) -> None:
    for piece in drawn:
        assert "<text" not in piece.art
        if piece.shape is Shape.HEX:
            assert len(piece.art.encode()) <= MOST_ART, piece.key


def test_drawings_are_well_formed_and_have_the_printed_size(drawn: list[Piece]) -> None:
    for piece in drawn:
        for side in (piece.front, piece.art, piece.back):
            if side:
                root = ElementTree.fromstring(side)
                size = (root.get("width"), root.get("height"))
                assert size == tuple(f"{length:g}mm" for length in piece.size), piece.key


def test_no_two_drawings_share_an_id_unless_they_are_one(drawn: list[Piece]) -> None:
    """Many stand in one page."""
    owners: dict[str, Svg] = {}
    for side in sides(drawn):
        for element in ElementTree.fromstring(side).iter():
            if name := element.get("id"):
                assert owners.setdefault(name, side) == side, name


def test_the_same_box_gives_the_same_bytes(lay: "Lay", drawn: list[Piece]) -> None:
    assert pieces(open_box(lay.text)) == drawn


def test_what_is_changed_in_the_data_is_on_the_card(lay: "Lay") -> None:
    assert "Boil" in words_of(by_key(lay, 'name = "Steam"', 'name = "Boil"')["card-steam"].front)
    texts = words_of(by_key(lay, "Burns {first} at both ends.", "All {first}.")["card-blaze-fork"].front)
    assert "All ember." in texts
    fewer = by_key(lay, "straight = 2, fork = 1", "straight = 3, fork = 0")
    assert fewer["card-steam"].copies == 3
    assert "card-steam-fork" not in fewer
    bust = by_key(lay, "bust = 5", "bust = 7")
    for key in ("reference", "score-sheet"):
        assert any("More than 7" in words or "more than 7" in words for words in words_of(bust[key].front))
    back = by_key(lay, "distance = 4", "distance = 6")["reference"].back
    assert back is not None
    assert any("6 columns apart" in words for words in words_of(back))


def test_a_symbol_of_ones_own_is_drawn_with_its_icon(lay: "Lay") -> None:
    text = lay.text.replace('"ember"', '"coffee"').replace('icon = "fire"', 'icon = "coffee-cup"')
    blaze = next(piece for piece in pieces(open_box(text)) if piece.key == "card-blaze")
    assert words_of(blaze.front)[:2] == ["coffee", "coffee"]
    with pytest.raises(LongbeardError, match="no icon nothing-like-it"):
        pieces(open_box(lay.text.replace('icon = "fire"', 'icon = "nothing-like-it"')))


def test_long_words_fit_or_are_refused(lay: "Lay") -> None:
    long = "The longest sentence that anybody is going to read off a hexagonal card."
    assert long in words_of(by_key(lay, "Burns {first} at both ends.", long)["card-blaze"].front)
    with pytest.raises(NoRoom):
        by_key(lay, "Burns {first} at both ends.", f"{long} {long}")
