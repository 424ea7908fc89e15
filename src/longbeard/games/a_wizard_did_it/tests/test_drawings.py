"""The printed pieces: everything in the box is drawn once, with its words and numbers from the data file."""

import gzip
from functools import cache
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from longbeard.engine.drawing import NoRoom, Svg
from longbeard.engine.errors import LongbeardError
from longbeard.engine.piece import Piece, Shape
from longbeard.games.a_wizard_did_it.cards import open_box
from longbeard.games.a_wizard_did_it.drawings import pieces

TEXT = (files("longbeard.games.a_wizard_did_it") / "cards.toml").read_text(encoding="utf-8")
MOST_ART = 12_000
"""Most bytes of a picture for the table, and of all that a game can show at once, packed."""
MOST_PACKED = 5_000


@cache
def drawn(text: str = TEXT) -> dict[str, Piece]:
    return {piece.key: piece for piece in pieces(open_box(text))}


def changed(before: str, after: str) -> dict[str, Piece]:
    assert TEXT.count(before) == 1
    return drawn(TEXT.replace(before, after))


def words(svg: Svg) -> str:
    """Return everything that is written on a side, line by line."""
    root = ElementTree.fromstring(svg)
    texts = root.iter("{http://www.w3.org/2000/svg}text")
    return "\n".join(" ".join("".join(span.itertext()) for span in text) for text in texts)


def test_every_card_of_the_data_file_is_one_piece_with_its_copies_name_text_and_number() -> None:
    box = open_box(TEXT)
    for card in range(1, box.cards):
        piece = drawn()[f"card-{box.slugs[card]}"]
        said = words(piece.front).split("\n")
        assert piece.copies == box.copies[card]
        assert piece.name == box.names[card]
        assert box.names[card] in said
        assert box.texts[card] in said
        assert box.texts[card] in piece.text
        for number in (box.strength[card], box.bonus[card], box.reach[card]):
            assert not number or str(number) in said or f"{number:+}" in said
    stacked = [piece for piece in drawn().values() if piece.key.startswith("card-")]
    assert sum(piece.copies for piece in stacked) == len(box.deck) == 64
    assert len(stacked) == box.cards - 1


def test_every_goal_is_one_piece_and_its_points_are_on_both_sides() -> None:
    box = open_box(TEXT)
    for goal, slug in enumerate(box.goals):
        piece = drawn()[f"goal-{slug}"]
        said = words(piece.front).split("\n")
        assert piece.copies == 1
        assert {box.goal_names[goal], box.goal_texts[goal]} <= set(said)
        assert str(box.goal_points[goal]) in said
        assert piece.back
        assert words(piece.back) == str(box.goal_points[goal])


def test_the_rest_of_the_box_is_there() -> None:
    keys = [key for key in drawn() if not key.startswith(("card-", "goal-"))]
    assert keys == [
        *("location-forest", "location-crypt", "location-ship", "castle", "princess"),
        *("knight-0", "knight-1", "valor-1", "valor-5", "reference"),
    ]
    assert drawn()["location-ship"].copies == 2
    assert "4" in words(drawn()["princess"].front).split("\n")
    assert drawn()["knight-1"].shape is Shape.TOKEN


def test_partner_and_home_are_on_a_monster_and_in_its_text() -> None:
    bear = drawn()["card-bear"]
    assert words(bear.front).split("\n")[-3:] == ["+", "4", "+1"]
    assert "With a Shark it is a Bear-Shark: 4 for the pair. Home turf in The Forest: +1." in bear.text
    assert words(drawn()["card-ninja"].front).split("\n")[-2:] == ["+", "4"]


@pytest.mark.parametrize(
    ("before", "after", "key", "said"),
    [
        ('strength = 1, home = "forest"', 'strength = 3, home = "forest"', "card-bear", "3"),
        ("home_turf = 1 ", "home_turf = 2 ", "card-vampire", "+2"),
        ("princess = 4 ", "princess = 7 ", "princess", "7"),
        ("Hums a little.", "Hums louder.", "card-force-field", "Knight's strength +2. Hums louder."),
        ("needs = { strength = 4 }", "needs = { strength = 8 }", "goal-mighty-foes", "8"),
        ('"shark"]\nstrength = 4', '"shark"]\nstrength = 9', "card-shark", "9"),
    ],
)
def test_what_changes_in_the_data_file_changes_on_the_card(
    before: str, after: str, key: str, said: str
) -> None:
    assert said not in words(drawn()[key].front).split("\n")
    assert said in words(changed(before, after)[key].front).split("\n")


def test_the_reference_card_says_the_numbers_of_the_box() -> None:
    other = changed("home_turf = 1 ", "home_turf = 3 ")["reference"]
    assert "+3" in words(other.front).split("\n")
    assert "+3" not in words(drawn()["reference"].front).split("\n")
    assert "the Princess 4" in words(drawn()["reference"].back or Svg(""))


def test_art_has_no_words_and_is_small() -> None:
    for piece in drawn().values():
        root = ElementTree.fromstring(piece.art)
        assert not list(root.iter("{http://www.w3.org/2000/svg}text")), piece.key
        assert len(piece.art.encode()) <= MOST_ART, piece.key
        assert len(gzip.compress(piece.art.encode())) <= MOST_PACKED, piece.key


def test_every_side_is_well_formed_and_its_ids_are_its_own() -> None:
    seen: set[str] = set()
    for piece in drawn().values():
        for side in {piece.front, piece.art}:
            root = ElementTree.fromstring(side)
            ids = {found for node in root.iter() if (found := node.get("id"))}
            assert not ids & seen
            seen |= ids
            width, height = piece.size
            assert root.get("viewBox") == f"0 0 {width * 10:.0f} {height * 10:.0f}"
        if piece.back:
            ElementTree.fromstring(piece.back)
    assert len(drawn()) == len(pieces(open_box(TEXT)))


def test_a_picture_does_not_change_from_one_time_to_the_next() -> None:
    again = {piece.key: piece for piece in pieces(open_box(TEXT))}
    assert again == drawn()


def test_long_words_of_a_designer_fit_and_what_cannot_fit_is_refused() -> None:
    long = (
        "Knight's strength {bonus:+}. "
        + "It hums a little, and then somewhat more, all through the night. " * 2
    )
    assert long.split(". ")[1] in words(
        changed("Knight's strength {bonus:+}. Hums a little.", long)["card-force-field"].front
    )
    with pytest.raises(NoRoom):
        changed("Hums a little.", "It hums. " * 60)


def test_an_icon_that_nobody_drew_is_named() -> None:
    with pytest.raises(LongbeardError, match="there is no icon humming"):
        changed('icon = "magic-shield"', 'icon = "humming"')


def test_a_new_card_needs_nothing_but_its_row() -> None:
    row = (
        '{ slug = "snail", name = "Snail", copies = 1, strength = 2, home = "crypt", icon = "snail", '
        'text = "Slow." }'
    )
    text = TEXT.replace("monsters = [", f"monsters = [\n  {row},", 1).replace("total = 64", "total = 65")
    assert "Home turf in The Crypt: +1." in drawn(text)["card-snail"].text


def test_rules_of_a_piece_are_in_the_rulebook() -> None:
    rulebook = (files("longbeard.games.a_wizard_did_it") / "rulebook.md").read_text(encoding="utf-8")
    for piece in drawn().values():
        assert piece.rules
        assert all(f"**{rule}**" in rulebook for rule in piece.rules), piece.key
