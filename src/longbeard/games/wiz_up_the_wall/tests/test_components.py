"""What is in the box (C1 to C3), and that a wrong card file is refused with a sentence."""

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from longbeard.engine.errors import BadBox
from longbeard.games.wiz_up_the_wall.box import PAIRS, forks
from longbeard.games.wiz_up_the_wall.cards import open_box

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay


def test_c1_six_wizards_and_63_stream_cards(lay: "Lay") -> None:
    assert len(set(lay.box.wizards)) == 6
    assert len(lay.box.pile) == 63
    assert len(set(lay.box.symbols)) == 6


def test_c2_some_cards_fork(lay: "Lay") -> None:
    assert [forks(card) for card in (0, PAIRS - 1, PAIRS, 2 * PAIRS - 1)] == [False, False, True, True]
    assert Counter(forks(card) for card in lay.box.pile) == {False: 42, True: 21}
    assert (lay.box.straight, lay.box.forks) == (42, 21)


def test_c3_every_pair_three_times_and_every_symbol_21_times(lay: "Lay") -> None:
    box = lay.box
    pairs = Counter(tuple(sorted((box.first[card], box.second[card]))) for card in box.pile)
    assert len(pairs) == 21
    assert set(pairs.values()) == {3}
    symbols = Counter(symbol for card in box.pile for symbol in (box.first[card], box.second[card]))
    assert dict(symbols) == dict.fromkeys(range(6), 21)
    shapes = Counter(list(box.pile))
    assert {shapes[card] for card in range(PAIRS)} == {2}
    assert {shapes[card] for card in range(PAIRS, 2 * PAIRS)} == {1}


def test_a_card_says_its_own_symbols(lay: "Lay") -> None:
    steam = lay.box.slugs.index("steam")
    assert lay.box.texts[steam] == "Ember and tide never could agree."
    assert lay.box.names[lay.box.slugs.index("steam-fork")] == "Forking Steam"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("straight = 2, fork", "straight = 3, fork", "63 stream cards, not 64"),
        ('symbols = ["ember", "tide"]', 'symbols = ["ember", "ember"]', "21 different pairs"),
        ('symbols = ["ember", "tide"]', 'symbols = ["ember", "soup"]', "no symbol soup"),
        ('symbols = ["ember", "tide"]', 'symbols = ["ember"]', "two symbols"),
        ('slug = "steam"', 'slug = "smoke"', "21 different pairs"),
        ('name = "Steam", ', 'name = "Steam", price = 3, ', "unknown key price"),
        ("bust = 5 ", "bust = 5\nlimit = 7 ", "the file: unknown key limit; there are bust, cards, distance"),
        ('name = "Old Spout"', 'name = "Old Spout", age = 90', "old-spout: unknown key age"),
        ('{ slug = "ember", icon', '{ slug = "ember", worth = 2, icon', "ember: unknown key worth"),
        ("distance = 4 ", "distance = 3 ", "even number"),
        ("distance = 4 ", "distance = 0 ", "even number"),
        ("bust = 5 ", "bust = -1 ", "bust is a number"),
        ("bust = 5 ", "", "bust is missing"),
        ('{ slug = "tide", icon', '{ slug = "ember", icon', "6 symbols"),
        ('{ slug = "short-burst"', '{ slug = "old-spout"', "6 wizards"),
        ("straight = 2, fork = 1", "straight = 4, fork = -1", "fewer than no"),
        ("distance", "= distance", "cards.toml"),
    ],
)  # fmt: skip
def test_a_wrong_card_file_is_refused(lay: "Lay", old: str, new: str, what: str) -> None:
    assert old in lay.text
    with pytest.raises(BadBox, match=what):
        open_box(lay.text.replace(old, new, 1))


def test_three_copies_of_each_pair(lay: "Lay") -> None:
    wrong = lay.text.replace("straight = 2, fork = 1", "straight = 3, fork = 1", 1)
    wrong = wrong[::-1].replace("1 = krof ,2 = thgiarts", "1 = krof ,1 = thgiarts", 1)[::-1]
    with pytest.raises(BadBox, match="3 cards of each pair"):
        open_box(wrong)


def test_the_share_of_forks_is_data(lay: "Lay") -> None:
    box = open_box(lay.text.replace("straight = 2, fork = 1", "straight = 1, fork = 2"))
    assert (box.straight, box.forks) == (21, 42)
    table = lay("f f f f", "f", box=box)
    assert table.choices == ["place@1,1", "place@7,-2"]


def test_a_box_is_known_by_its_digest(lay: "Lay") -> None:
    assert len(lay.box.digest) == 64
    assert open_box(lay.text + "# more\n").digest != lay.box.digest
