"""The printed pieces: all that is in the box is drawn, once, and says what the data file says."""

import re
from xml.etree import ElementTree

import pytest

from longbeard.engine.drawing import NoRoom
from longbeard.engine.errors import LongbeardError
from longbeard.engine.piece import Piece
from longbeard.engine.room import Room
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.cards import open_box
from longbeard.games.the_wizard_always_wins.drawings import pieces

SMALL = {"card": 8_000, "token": 5_000, "gem": 2_500, "character": 9_200, "dial": 3_000, "marker": 1_000}
"""Most bytes of the pictures that a table shows, by kind."""


def drawn(box: FateBox) -> dict[str, Piece]:
    found = pieces(box)
    assert len({piece.key for piece in found}) == len(found), "a key is there twice"
    return {piece.key: piece for piece in found}


def words_of(svg: str) -> str:
    """Return all that is written on a drawing, in one line."""
    texts = [
        " ".join("".join(span.itertext()) for span in text)
        for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]
    return " | ".join(texts)


def changed(room: Room, before: str, after: str) -> dict[str, Piece]:
    text = room.text("cards.toml")
    assert before in text
    return drawn(open_box(text.replace(before, after, 1)))


@pytest.fixture(scope="module")
def box(room: Room) -> FateBox:
    assert isinstance(room.box, FateBox)
    return room.box


@pytest.fixture(scope="module")
def found(box: FateBox) -> dict[str, Piece]:
    return drawn(box)


def test_c1_every_card_is_drawn_with_its_number_name_text_and_set(
    box: FateBox, found: dict[str, Piece]
) -> None:
    cards = [piece for piece in found.values() if piece.kind == "card"]
    assert (len(cards), sum(card.copies for card in cards)) == (15, 60)
    for place, text in enumerate(box.card_texts):
        element, shows = place // 3, place % 3 + 1
        card = found[f"card-{box.elements[element]}-{shows}"]
        name = (box.element_names if shows == 1 else box.element_plurals)[element]
        said = words_of(card.front).split(" | ")
        assert card.copies == box.copies[place]
        assert said[:3] == [str(shows), f"{shows} {name}", text]
        assert said[3].startswith(f"Set of {box.needed[element]}: ")
        assert text in card.text


def test_c2_the_tokens_and_gems_that_go_into_the_bag_have_one_size(
    box: FateBox, found: dict[str, Piece]
) -> None:
    inside = [piece for piece in found.values() if piece.kind in ("token", "gem")]
    assert {piece.size for piece in inside} == {(25.0, 25.0)}
    copies = {piece.key: piece.copies for piece in inside}
    assert copies == {
        **{f"token-{slug}": 5 for slug in box.elements},
        "token-add-a-gem": 3,
        "token-level-up": 3,
        **{f"gem-{colour}": 8 for colour in box.colours},
    }


def test_c2_gems_differ_in_their_cut_and_not_only_in_colour(box: FateBox, found: dict[str, Piece]) -> None:
    outlines = [re.sub(r"#[0-9a-f]{6}", "", found[f"gem-{colour}"].art) for colour in box.colours]
    shapes = [re.findall(r"[ML]-?\d+ -?\d+", outline) for outline in outlines]
    assert len({tuple(shape) for shape in shapes}) == len(box.colours)


def test_c3_every_character_is_drawn_with_its_number_name_actions_and_text(
    box: FateBox, found: dict[str, Piece]
) -> None:
    for number, slug in enumerate(box.characters):
        said = words_of(found[f"character-{slug}"].front).split(" | ")
        assert said[:2] == [str(number + 1), box.character_names[number]]
        assert said[-1] == box.character_texts[number]
    assert words_of(found["character-hunter"].front).split(" | ")[2:5] == ["draw 1", "tokens 1", "play 2"]
    assert "tokens × level" in words_of(found["character-apprentice"].front)


def test_c4_every_player_has_board_dial_pointer_and_marker(box: FateBox, found: dict[str, Piece]) -> None:
    for colour in box.colours:
        said = words_of(found[f"dial-{colour}"].front).split(" | ")
        assert said == [str(level) for level in range(1, 11)]
        assert {f"pointer-{colour}", f"marker-{colour}"} <= found.keys()
        sets = words_of(found[f"player-{colour}"].front)
        assert "7 Mushrooms | 1 level and 1 gem" in sets


def test_the_board_names_every_space_of_the_turn_track(box: FateBox, found: dict[str, Piece]) -> None:
    said = words_of(found["board"].front)
    for number, name in enumerate(box.character_names, start=1):
        assert f"{number} | {name}" in said


def test_what_is_changed_in_the_data_file_is_on_the_pieces(room: Room) -> None:
    found = changed(room, "needed = 5\ngems = 1", "needed = 9\ngems = 3")
    assert "Set of 9: 3 gems" in words_of(found["card-snail-1"].front)
    assert "9 Snails | 3 gems" in words_of(found["player-red"].front)
    assert "9 Snails: 3 gems" in words_of(found["reference"].front)
    found = changed(room, "It was on its way here anyway.", "Late.")
    assert "Late." in words_of(found["card-snail-1"].front)
    found = changed(room, "dial_end = 10", "dial_end = 12")
    assert words_of(found["dial-red"].front).endswith("11 | 12")
    found = changed(room, '["draw-cards", 2]', '["draw-cards", 4]')
    assert "draw 4" in words_of(found["character-farmer"].front)
    found = changed(room, 'name = "Hunter"', 'name = "Poacher"')
    assert "6 | Poacher" in words_of(found["board"].front)
    assert changed(room, "add_gems = 3", "add_gems = 4")["token-add-a-gem"].copies == 4


def test_another_icon_is_drawn_and_one_that_does_not_exist_is_refused(room: Room) -> None:
    rats = changed(room, 'icon = "snail"', 'icon = "rat"')
    assert rats["card-snail-1"].art != drawn(open_box(room.text("cards.toml")))["card-snail-1"].art
    with pytest.raises(LongbeardError, match="no icon unheard-of"):
        changed(room, 'icon = "snail"', 'icon = "unheard-of"')


def test_long_words_are_set_smaller_and_too_long_ones_are_refused(room: Room) -> None:
    before, longer = (
        "It was on its way here anyway.",
        "It was on its way here anyway, and so was its aunt, slowly. ",
    )
    fitted = changed(room, before, longer * 2)
    assert words_of(fitted["card-snail-1"].front).count("its aunt") == 2
    sizes = re.findall(r'font-size="([\d.]+)"', fitted["card-snail-1"].front)
    assert min(float(size) for size in sizes) >= 26
    with pytest.raises(NoRoom):
        changed(room, before, longer * 6)


def test_no_word_on_any_piece_is_smaller_than_one_can_read(found: dict[str, Piece]) -> None:
    for piece in found.values():
        for side in (piece.front, piece.back or ""):
            assert all(float(size) >= 26 for size in re.findall(r'font-size="([\d.]+)"', side)), piece.key


def test_art_has_no_words_is_small_and_differs_from_piece_to_piece(found: dict[str, Piece]) -> None:
    for piece in found.values():
        assert "<text" not in piece.art
        assert len(piece.art.encode()) <= SMALL.get(piece.kind, 20_000), piece.key
    plain = {re.sub(rf"{piece.key}-art-", "", piece.art) for piece in found.values()}
    assert len(plain) == len(found)


def test_every_side_is_well_formed_and_the_same_each_time(box: FateBox, found: dict[str, Piece]) -> None:
    for piece in pieces(box):
        same = found[piece.key]
        assert (piece.front, piece.art, piece.back) == (same.front, same.art, same.back)
        for side in (piece.front, piece.art, piece.back):
            if side is not None:
                ElementTree.fromstring(side)


def test_pieces_name_rules_that_there_are(room: Room, found: dict[str, Piece]) -> None:
    numbers = set(re.findall(r"\*\*([A-Z]\d+)\*\*", room.text("rulebook.md")))
    for piece in found.values():
        assert piece.rules, piece.key
        assert set(piece.rules) <= numbers, piece.key
