"""The card file: read as it is, and refused with a clear sentence when it is broken (C1, C2)."""

import re
from typing import TYPE_CHECKING

import pytest

from longbeard.engine.errors import BadBox
from longbeard.engine.room import Room
from longbeard.games.witless_wizards import abilities
from longbeard.games.witless_wizards.box import DEFENSIVE, WizardBox
from longbeard.games.witless_wizards.cards import open_box

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay

CROOK = '["magical-crook-of-standing"]'

# What is replaced by what in a whole file, and what the refusal says.
BROKEN = {
    "not toml": ("stamina = 20", "stamina 20", "line 2"),
    "no stamina": ("stamina = 20", "", "stamina is missing"),
    "no die": ("die = [1, 2, 3, 4, 5, 6]", "", "die is missing"),
    "no decks": ("[decks.", "[packs.", "decks is missing"),
    "no standard cards": ("[standard]", "[ordinary]", "standard is missing"),
    "no weakened": ("weakened = 5", "", "weakened is missing"),
    "no decks in play": ("decks_in_play = 3", "", "decks_in_play is missing"),
    "no title": ('title = "Pirate"', "", "pirate: title is missing"),
    "stamina a text": ("stamina = 20", 'stamina = "20"', "stamina is a whole number, not '20'"),
    "stamina a fraction": ("stamina = 20", "stamina = 20.5", "stamina is a whole number, not 20.5"),
    "stamina a truth": ("stamina = 20", "stamina = true", "stamina is a whole number, not True"),
    "stamina nothing": ("stamina = 20", "stamina = 0", "stamina is from 1 to 40, not 0"),
    "stamina beyond the track": ("stamina = 20", "stamina = 41", "stamina is from 1 to 40, not 41"),
    "stamina beyond all numbers": ("stamina = 20", f"stamina = {10**30}", "stamina is from 1 to 40"),
    "weakened above stamina": ("weakened = 5", "weakened = 21", "weakened is from 1 to 20, not 21"),
    "never weakened": ("weakened = 5", "weakened = 0", "weakened is from 1 to 20, not 0"),
    "a die without faces": ("[1, 2, 3, 4, 5, 6]", "[]", "the die has no faces"),
    "a die with a 0": ("[1, 2, 3, 4, 5, 6]", "[0, 1]", "a face of the die is from 1 to 99, not 0"),
    "a die with a word": ("[1, 2, 3, 4, 5, 6]", '["one"]', "a face of the die is a whole number"),
    "a die that is none": ("[1, 2, 3, 4, 5, 6]", "6", "die is a list, not 6"),
    "no deck in play": ("decks_in_play = 3", "decks_in_play = 0", "decks_in_play is from 1 to 5, not 0"),
    "six decks in play": ("decks_in_play = 3", "decks_in_play = 6", "decks_in_play is from 1 to 5, not 6"),
    "another deck": ("[decks.pirate]", "[decks.ninja]", "the decks are samurai, wizard, sci-fi, medieval"),
    "no slug": ('slug = "katana", ', "", "a card: slug is missing"),
    "a bad slug": ('slug = "katana"', 'slug = "The Katana"', "a slug is of small letters"),
    "an empty slug": ('slug = "katana"', 'slug = ""', "a slug is of small letters"),
    "the same card twice": ('slug = "nunchaku"', 'slug = "katana"', "katana is there twice"),
    "no name": ('name = "Katana", ', "", "katana: name is missing"),
    "no kind": ('name = "Katana", kind = "offensive", ', 'name = "Katana", ', "katana: kind is missing"),
    "no icon": (
        'steady = 3 }, icon = "katana", ',
        "steady = 3 }, ",
        "katana: icon is missing",
    ),
    "no text": (
        'steady = 3 }, icon = "katana", text = "-"',
        'steady = 3 }, icon = "katana"',
        "katana: text is missing",
    ),
    "another kind": (
        'name = "Katana", kind = "offensive"',
        'name = "Katana", kind = "pointy"',
        "katana: a card is offensive, defensive, special, not pointy",
    ),
    "an unknown key": (
        'name = "Katana", ',
        'name = "Katana", wieght = 3, ',
        "katana: unknown key wieght",
    ),
    "an unknown number": ("weakened = 5", "weakend = 4\nweakened = 5", "unknown key weakend; there are"),
    "an unknown ability": ("{ steady = 3 }", "{ stedy = 3 }", "katana: there is no ability stedy"),
    "an ability of 0": ("{ steady = 3 }", "{ steady = 0 }", "katana: steady is from 1 to 99, not 0"),
    "a negative ability": ("{ thorns = 1 }", "{ thorns = -1 }", "mirror-cloak: thorns is from 1 to 99"),
    "might of 0": ("{ might = 1 }", "{ might = 0 }", "war-banner: might is not 0"),
    "an ability of a word": ("{ steady = 3 }", '{ steady = "3" }', "katana: steady is a whole number"),
    "abilities in a list": ("{ steady = 3 }", '["steady"]', "katana: abilities is a table"),
    "a negative value": ("value = 4, income = 0", "value = -4, income = 0", "katana: value is from 0 to 99"),
    "a negative income": ("value = 4, income = 0", "value = 4, income = -1", "katana: income is from 0"),
    "a value of a word": (
        "value = 4, income = 0",
        'value = "4", income = 0',
        "katana: value is a whole number",
    ),
    "a special card with a value": (
        "value = 0, income = 3",
        "value = 2, income = 3",
        "a special card has no value",
    ),
    "a card that is none": ("cards = [\n", "cards = [\n 7,\n", "a card is a table, not 7"),
    "a number the card lacks": (
        'steady = 3 }, icon = "katana", text = "-"',
        'steady = 3 }, icon = "katana", text = "{pierce}"',
        "katana: the text asks for what the card does not have: 'pierce'",
    ),
    "a number without a name": (
        'steady = 3 }, icon = "katana", text = "-"',
        'steady = 3 }, icon = "katana", text = "{}"',
        "katana: the text asks for what the card does not have",
    ),
    "an open bracket": (
        'steady = 3 }, icon = "katana", text = "-"',
        'steady = 3 }, icon = "katana", text = "{steady.x} {"',
        "katana: the text asks for what the card does not have",
    ),
    "too many copies": ("copies = 3", "copies = 4", "there are 6 standard cards, not 8"),
    "a copy too few": (
        'name = "Magical Crook of Standing", kind = "offensive", copies = 3',
        'name = "Magical Crook of Standing", kind = "offensive", copies = 0',
        "magical-crook-of-standing: copies is from 1 to 99, not 0",
    ),
    "two of a card of a deck": (
        'name = "Katana", kind = "offensive", copies = 1',
        'name = "Katana", kind = "offensive", copies = 2',
        "katana: a card of a deck is there once",
    ),
    "a start too few": (
        f"  {{ cards = {CROOK}, cubes = 1 }},\n",
        "",
        "start says what each of 4 players has, not 3",
    ),
    "a start without cubes": (f"{CROOK}, cubes = 1", CROOK, "start: cubes is missing"),
    "a start in debt": (
        f"{CROOK}, cubes = 1",
        f"{CROOK}, cubes = -1",
        "start: cubes is from 0 to 99, not -1",
    ),
    "a start without cards": (f"cards = {CROOK}, cubes", "cubes", "start: cards is missing"),
    "a start with a card that is not there": (
        CROOK,
        '["excalibur"]',
        "start: 'excalibur' is not a standard card",
    ),
    "a start with a number": (CROOK, "[3]", "start: 3 is not a standard card"),
    "a start with a card of a deck": (CROOK, '["katana"]', "start: 'katana' is not a standard card"),
    "a start with two in a slot": (
        CROOK,
        '["magical-crook-of-standing", "magical-crook-of-standing"]',
        "start: magical-crook-of-standing is the second card in its slot",
    ),
    "a start that is none": (f"{{ cards = {CROOK}, cubes = 1 }}", "1", "a start is a table, not 1"),
    "more handed out than there are": (
        '{ cards = ["magical-armor-of-resting"], cubes = 1 }',
        f"{{ cards = {CROOK}, cubes = 1 }}",
        "start hands out more than there are of magical-crook-of-standing",
    ),
    "more focus than there is room for": (
        "focus-attack = 3",
        "focus-attack = 10",
        "focus-attack adds up to more than 9",
    ),
    "more guard than there is room for": (
        "focus-defence = 2",
        "focus-defence = 10",
        "focus-defence adds up to more",
    ),
    "decks that are none": ("", "decks = 3", "decks is a table, not 3"),
    "a deck that is none": ("", "decks = { samurai = 3 }", "samurai is a table, not 3"),
}


@pytest.mark.parametrize(("old", "new", "says"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_is_refused_with_a_clear_sentence(lay: "Lay", old: str, new: str, says: str) -> None:
    text = lay.text()
    assert old in text
    broken = text.replace(old, new) if old else f"{new}\n{text.partition('[decks.')[0]}"
    with pytest.raises(BadBox, match=re.escape(says)) as refused:
        open_box(broken)
    assert str(refused.value).startswith("cards.toml: ")


def test_c1_a_deck_has_eight_cards(lay: "Lay") -> None:
    lines = lay.text().splitlines(keepends=True)
    with pytest.raises(BadBox, match="samurai has 8 cards, not 7"):
        open_box("".join(line for line in lines if "katana" not in line.partition(",")[0]))


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(BadBox, match="standard is missing"):
        open_box("")


def test_the_numbers_of_a_row_reach_the_rules(lay: "Lay") -> None:
    box = lay.box(kabuto_helm="defensive 7/4 dodge 3 ward -2")
    card = box.slugs.index("kabuto-helm")
    assert (box.kind[card], box.value[card], box.income[card]) == (DEFENSIVE, 7, 4)
    powers = {word: box.powers[number * box.cards + card] for number, word in enumerate(abilities.NAMES)}
    assert {word: number for word, number in powers.items() if number} == {"dodge": 3, "ward": -2}
    assert box.words[card] == 1 << abilities.DODGE | 1 << abilities.WARD


def test_a_text_has_the_numbers_of_its_row(lay: "Lay") -> None:
    text = lay.text().replace(
        'focus-attack = 3 }, icon = "katana", text = "-"',
        'focus-attack = 3, might = 2 }, icon = "katana", text = "Up to {focus_attack}, attack {might:+}."',
    )
    box = open_box(text)
    assert box.texts[box.slugs.index("wand-of-mild-sparks")] == "Up to 3, attack +2."


def test_other_numbers_are_another_box(room: Room) -> None:
    """A record names the digest, so that a match is not replayed with other cards."""
    text = room.text("cards.toml")
    assert room.box.digest == open_box(text).digest
    changed = open_box(text.replace("stamina = 20", "stamina = 21", 1))
    assert isinstance(changed, WizardBox)
    assert changed.stamina == 21
    assert changed.digest != room.box.digest


def test_regrow_can_be_put_on_a_printed_card(room: Room) -> None:
    """No printed card has it; a changed file may."""
    text = room.text("cards.toml")
    changed = open_box(re.sub(r"(watchful-parrot.*dodge = 1)", r"\1, regrow = 3", text))
    parrot = changed.slugs.index("watchful-parrot")
    assert changed.powers[abilities.REGROW * changed.cards + parrot] == 3
    assert list(open_box(text).powers).count(3) == list(changed.powers).count(3) - 1
