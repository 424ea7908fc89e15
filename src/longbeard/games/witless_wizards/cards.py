"""Reads cards.toml, checks it against the printed totals, and packs it into a box."""

import tomllib
from hashlib import sha256
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from longbeard.engine.errors import BadBox
from longbeard.games.witless_wizards import abilities
from longbeard.games.witless_wizards.box import NO_CARD, SLOTS, WizardBox
from longbeard.games.witless_wizards.rules import MOST_CUBES, MOST_SEATS, MOST_STAMINA

KINDS: Final = ("offensive", "defensive", "special")
DECKS: Final = 5
DECK_SIZE: Final = 8
STANDARD_COPIES: Final = 6
CARD_KEYS: Final = {"slug", "name", "copies", "kind", "value", "income", "abilities", "icon", "text"}


def open_box(text: str) -> WizardBox:
    """The box that a card file describes; BadBox says what is wrong with it."""
    try:
        data = tomllib.loads(text)
        box = _pack(data)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise BadBox(f"cards.toml: {error}") from error
    box.digest = sha256(text.encode()).hexdigest()
    return box


def _pack(data: dict[str, Any]) -> WizardBox:
    rows = [(-1, row) for row in data["standard"]["cards"]]
    box = WizardBox()
    for number, (slug, deck) in enumerate(data["decks"].items()):
        box.decks.append(slug)
        box.titles.append(deck["title"])
        rows += [(number, row) for row in deck["cards"]]
    for number, row in rows:
        if len(box.deck_starts) == number:
            box.deck_starts = append(box.deck_starts, box.cards)
        _add_card(box, number, row)
    box.deck_starts = append(box.deck_starts, box.cards)
    box.powers = vec[i64](_powers([row for number, row in rows]))
    box.stamina = data["stamina"]
    box.weakened = data["weakened"]
    box.decks_in_play = data["decks_in_play"]
    box.die = vec[i64](data["die"])
    box.start_cubes = vec[i64]([start["cubes"] for start in data["start"]])
    box.start_cards = vec[i64]([card for start in data["start"] for card in _start(box, start["cards"])])
    _check(box)
    return box


def _start(box: WizardBox, slugs: list[str]) -> list[int]:
    """The cards of one player's start, in the order of the slots."""
    slots = [NO_CARD] * SLOTS
    for slug in slugs:
        card = box.slugs.index(slug)
        slots[box.kind[card]] = card
    return slots


def _add_card(box: WizardBox, deck: int, row: dict[str, Any]) -> None:
    slug = row["slug"]
    if slug in box.slugs:
        raise ValueError(f"{slug} is there twice")
    for word in row.get("abilities", {}):
        if word not in abilities.NAMES:
            raise ValueError(f"{slug}: there is no ability {word}")
    if unknown := row.keys() - CARD_KEYS:
        raise ValueError(f"{slug}: unknown key {min(unknown)}")
    box.slugs.append(slug)
    box.names.append(row["name"])
    box.icons.append(row["icon"])
    box.texts.append(_printed(row))
    box.kind = append(box.kind, KINDS.index(row["kind"]))
    box.value = append(box.value, row.get("value", 0))
    box.income = append(box.income, row.get("income", 0))
    box.words = append(box.words, sum(1 << abilities.NAMES.index(word) for word in row.get("abilities", {})))
    box.copies = append(box.copies, row.get("copies", 1))
    box.deck_of = append(box.deck_of, deck)
    box.cards += 1


def _printed(row: dict[str, Any]) -> str:
    """The card's own sentence with its own numbers in it."""
    numbers = {word.replace("-", "_"): number for word, number in row.get("abilities", {}).items()}
    text: str = row["text"]
    return text.format(**numbers)


def _powers(rows: list[dict[str, Any]]) -> list[int]:
    return [
        number
        for word in abilities.NAMES
        for number in [0, *(row.get("abilities", {}).get(word, 0) for row in rows)]
    ]


def _check(box: WizardBox) -> None:
    """C1 and C2: the printed totals, and what the rules have room for."""
    sizes = [sum(1 for deck in box.deck_of if deck == number) for number in range(len(box.decks))]
    if sizes != [DECK_SIZE] * DECKS:
        raise ValueError(f"there are {DECKS} decks of {DECK_SIZE} cards, not {sizes}")
    standard = sum(copies for copies, deck in zip(box.copies, box.deck_of, strict=True) if deck < 0)
    if standard != STANDARD_COPIES:
        raise ValueError(f"there are {STANDARD_COPIES} standard cards, not {standard}")
    if len(box.start_cubes) != MOST_SEATS:
        raise ValueError(f"start says what each of {MOST_SEATS} players has")
    for card in range(1, box.cards):
        handed_out = list(box.start_cards).count(card)
        if box.deck_of[card] < 0 and handed_out > box.copies[card]:
            raise ValueError(f"start hands out more than there are of {box.slugs[card]}")
    for word in (abilities.FOCUS_ATTACK, abilities.FOCUS_DEFENCE):
        if sum(sorted(_row(box, word))[-len(KINDS) :]) > MOST_CUBES:
            raise ValueError(f"{abilities.NAMES[word]} adds up to more than {MOST_CUBES}")
    if not 0 < box.weakened <= box.stamina <= MOST_STAMINA:
        raise ValueError(f"stamina is at most {MOST_STAMINA}, and weakened is above 0 and not above it")
    if not len(box.die) or min(box.die) < 1 or not 1 <= box.decks_in_play <= DECKS:
        raise ValueError("the faces of the die are 1 or more, and one deck at least is in play")


def _row(box: WizardBox, ability: int) -> list[int]:
    return list(box.powers[ability * box.cards : (ability + 1) * box.cards])
