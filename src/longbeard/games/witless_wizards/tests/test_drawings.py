"""What is printed: every card of the data file once, with its own numbers and words."""

from importlib.resources import files
from xml.etree import ElementTree

import pytest

from longbeard.engine.drawing import NoRoom, Svg
from longbeard.engine.errors import LongbeardError
from longbeard.engine.piece import Piece
from longbeard.games.witless_wizards import abilities, cards, drawings
from longbeard.games.witless_wizards.view import YES_OR_NO

ROOM = files("longbeard.games.witless_wizards")
DATA = (ROOM / "cards.toml").read_text(encoding="utf-8")
BOX = cards.open_box(DATA)
PIECES = drawings.pieces(BOX)
MOST_ART = 12_000
"""Most bytes of a piece of art before it is compressed."""


def texts(svg: Svg) -> list[str]:
    """Return the words on a drawing: lines that belong together in one text."""
    drawn = ElementTree.fromstring(svg)
    return [
        " ".join(" ".join(element.itertext()).split())
        for element in drawn.iter("{http://www.w3.org/2000/svg}text")
    ]


def by_key(pieces: list[Piece]) -> dict[str, Piece]:
    return {piece.key: piece for piece in pieces}


def changed(before: str, after: str) -> dict[str, Piece]:
    """Return the pieces of a data file in which one thing is different."""
    assert DATA.count(before) == 1
    return by_key(drawings.pieces(cards.open_box(DATA.replace(before, after))))


def test_every_card_is_printed_as_often_as_the_data_say() -> None:
    printed = {piece.key: piece.copies for piece in PIECES if piece.key.startswith("card-")}
    assert printed == {f"card-{BOX.slugs[card]}": BOX.copies[card] for card in range(1, BOX.cards)}


def test_a_card_has_its_name_numbers_words_and_deck() -> None:
    pieces = by_key(PIECES)
    for card in range(1, BOX.cards):
        piece = pieces[f"card-{BOX.slugs[card]}"]
        said = texts(piece.front)
        assert BOX.names[card] in said
        assert BOX.texts[card] in said
        assert piece.kind in said
        assert (BOX.titles[BOX.deck_of[card]] if BOX.deck_of[card] >= 0 else "Standard") in said
        assert said.count(str(BOX.value[card])) == (piece.kind != "special")
        assert (f"+{BOX.income[card]}" in said) == (BOX.income[card] > 0)
        for row, word in enumerate(abilities.NAMES):
            number = BOX.powers[row * BOX.cards + card]
            signed = f"{word} {number:+}" if word in ("might", "ward") else f"{word} {number}"
            assert ((word if word in YES_OR_NO else signed) in said) == (number != 0)


def test_a_changed_number_or_text_is_on_the_card() -> None:
    katana = changed(
        "value = 3, abilities = { steady = 2 }", "value = 8, income = 4, abilities = { steady = 7 }"
    )
    said = texts(katana["card-katana"].front)
    assert {"8", "+4", "steady 7", "It never quite misses: a die below 7 counts as 7."} <= set(said)
    assert "attack 8" in katana["card-katana"].text
    hat = changed('text = "Protects nothing but the thoughts underneath."', 'text = "Crackles."')
    assert "Crackles." in texts(hat["card-foil-hat"].front)


def test_boards_die_and_reference_follow_the_data() -> None:
    board = texts(changed("stamina = 20 ", "stamina = 12 ")["wizard-1"].front)
    assert [word for word in board if word.isdigit()] == [str(12 - place) for place in range(12)]
    weak = changed("weakened = 5 ", "weakened = 3 ")
    assert weak["wizard-2"].front.count("#ff3b30") == by_key(PIECES)["wizard-2"].front.count("#ff3b30") - 2
    assert any("with 3 stamina or less" in line for line in texts(weak["reference-turn"].front))
    die = changed("die = [1, 1, 1, 2, 2, 3]", "die = [1, 2, 2, 3, 3, 9]")
    assert "9" in texts(die["die"].front)
    assert any("1, 2, 2, 3, 3, 9" in line for line in texts(die["reference-turn"].back or Svg("")))
    chits = changed("die = [1, 1, 1, 2, 2, 3]", "die = [1, 1, 4, 7]")
    assert {key: piece.copies for key, piece in chits.items() if piece.kind == "die"} == {
        "die-1": 2,
        "die-4": 1,
        "die-7": 1,
    }


def test_the_box_is_complete() -> None:
    counts = {
        kind: sum(piece.copies for piece in PIECES if piece.kind == kind)
        for kind in ("board", "token", "cube")
    }
    assert counts == {"board": 4, "token": 4, "cube": 30}


def test_keys_are_unique_and_simple() -> None:
    keys = [piece.key for piece in PIECES]
    assert len(set(keys)) == len(keys)
    assert all(key.replace("-", "").isalnum() and key == key.lower() for key in keys)


def test_art_has_no_words_and_is_small() -> None:
    for piece in PIECES:
        assert texts(piece.art) == []
        assert len(piece.art.encode()) < MOST_ART, piece.key
        assert "id=" not in piece.art.replace(f'id="{piece.key}-art-', "")


def test_drawings_are_whole_and_always_the_same() -> None:
    again = by_key(drawings.pieces(cards.open_box(DATA)))
    for piece in PIECES:
        assert piece == again[piece.key]
        for side in (piece.front, piece.art, *([piece.back] if piece.back else [])):
            width, height = ElementTree.fromstring(side).attrib["viewBox"].split()[2:]
            assert (int(width), int(height)) == (round(piece.size[0] * 10), round(piece.size[1] * 10))


def test_all_backs_of_equipment_are_alike() -> None:
    backs = {
        (piece.back or "").replace(f"{piece.key}-back", "")
        for piece in PIECES
        if piece.key.startswith("card-")
    }
    assert len(backs) == 1  # three decks are shuffled into one (S2)


def test_what_is_printed_is_in_the_rulebook() -> None:
    rulebook = (ROOM / "rulebook.md").read_text(encoding="utf-8")
    for piece in PIECES:
        assert piece.rules
        assert [rule for rule in piece.rules if f"**{rule}**" not in rulebook] == []
        assert piece.text


LONG = (
    "Bad news, delivered by hand by somebody who would rather have stayed at home and had tea: attack "
    "-1, and "
    "lose 1 stamina at the end of your turn, every turn, until it is somebody else's."
)


def test_a_long_name_and_a_long_text_fit() -> None:
    said = texts(
        changed(
            'name = "Foil Hat", kind = "defensive", value = 0, income = 2, icon = "pointy-hat", '
            'text = "Protects nothing but the thoughts underneath."',
            f'name = "Foil Hat of the Thoughtful Aunt", kind = "defensive", value = 0, income = 2, '
            f'icon = "pointy-hat", text = "{LONG}"',
        )["card-foil-hat"].front
    )
    assert {LONG, "Foil Hat of the Thoughtful Aunt"} <= set(said)


def test_what_cannot_fit_is_refused() -> None:
    with pytest.raises(NoRoom):
        changed('text = "Hold it at the other end."',
                f'text = "{LONG} {LONG}"')  # fmt: skip


def test_an_unknown_icon_is_named() -> None:
    with pytest.raises(LongbeardError, match="longsword: there is no icon teapot-of-doom"):
        changed('icon = "broadsword"', 'icon = "teapot-of-doom"')


def test_an_icon_without_a_row_is_painted_in_the_colours_of_its_kind() -> None:
    assert (
        changed('icon = "broadsword"', 'icon = "bow-arrow"')["card-longsword"].art
        != by_key(PIECES)["card-longsword"].art
    )
