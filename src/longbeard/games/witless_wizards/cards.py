"""Reads cards.toml, checks it against the printed totals, and packs it into a box."""

import re
import tomllib
from hashlib import sha256
from typing import Any, Final, TypeVar

from librt.vecs import append, vec
from mypy_extensions import i64

from longbeard.engine.errors import BadBox
from longbeard.games.witless_wizards import PLATE, abilities
from longbeard.games.witless_wizards.actions import MOST_CUBES, MOST_SEATS, MOST_STAMINA
from longbeard.games.witless_wizards.box import NO_CARD, SLOTS, SPECIAL, WizardBox

KINDS: Final = ("offensive", "defensive", "special")
DECKS: Final = PLATE.options[0].values
DECK_SIZE: Final = 8
STANDARD_COPIES: Final = 6
MOST: Final = 99
"""Largest number in the file."""
FILE_KEYS: Final = {"stamina", "weakened", "die", "decks_in_play", "deck_size", "start", "standard", "decks"}
CARD_KEYS: Final = {"slug", "name", "copies", "kind", "value", "income", "abilities", "icon", "text"}
SIGNED: Final = ("might", "ward")
"""The abilities whose number may be negative."""
FORMS: Final[dict[type, str]] = {int: "a whole number", str: "a text", list: "a list", dict: "a table"}
T = TypeVar("T")


def open_box(text: str) -> WizardBox:
    """Parse a card file; BadBox says what is wrong with it."""
    try:
        box = _pack(tomllib.loads(text))
    except ValueError as error:  # tomllib's own errors are ValueErrors too
        raise BadBox(f"cards.toml: {error}") from error
    box.digest = sha256(text.encode()).hexdigest()
    return box


def _pack(data: dict[str, Any]) -> WizardBox:
    box = WizardBox()
    rows = [(-1, row) for row in _get(_get(data, "standard", dict), "cards", list, "standard: ")]
    for number, (slug, deck) in enumerate(_get(data, "decks", dict).items()):
        box.decks.append(slug)
        box.titles.append(_get(_as(deck, slug, dict), "title", str, f"{slug}: "))
        rows += [(number, row) for row in _get(deck, "cards", list, f"{slug}: ")]
    for number, row in rows:
        if len(box.deck_starts) == number:
            box.deck_starts = append(box.deck_starts, box.cards)
        _add_card(box, number, _as(row, "a card", dict))
    box.deck_starts = append(box.deck_starts, box.cards)
    box.powers = vec[i64](_powers([row for number, row in rows]))
    _add_numbers(box, data)
    _add_starts(box, _get(data, "start", list))
    if unknown := data.keys() - FILE_KEYS:
        raise ValueError(f"unknown key {min(unknown)}; there are {', '.join(sorted(FILE_KEYS))}")
    # A variant may have smaller decks; without a size in the file, the printed total is required.
    _check(box, _number(data.get("deck_size", DECK_SIZE), "deck_size", 1, DECK_SIZE))
    return box


# ── what a table says, if it says it in the right form ────────────────────────────────────────────


def _as(value: Any, what: str, form: type[T]) -> T:
    if type(value) is not form:  # not isinstance: to Python, true is a number
        raise ValueError(f"{what} is {FORMS[form]}, not {value!r}")
    return value


def _get(table: dict[str, Any], key: str, form: type[T], where: str = "") -> T:
    if key not in table:
        raise ValueError(f"{where}{key} is missing")
    return _as(table[key], f"{where}{key}", form)


def _number(value: Any, what: str, least: int, most: int = MOST) -> int:
    if not least <= _as(value, what, int) <= most:
        raise ValueError(f"{what} is from {least} to {most}, not {value}")
    number: int = value
    return number


# ── the cards ─────────────────────────────────────────────────────────────────────────────────────


def _add_card(box: WizardBox, deck: int, row: dict[str, Any]) -> None:
    slug = _get(row, "slug", str, "a card: ")
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise ValueError(f"a slug is of small letters, digits and hyphens, not {slug!r}")
    if slug in box.slugs:
        raise ValueError(f"{slug} is there twice")
    if unknown := row.keys() - CARD_KEYS:
        raise ValueError(f"{slug}: unknown key {min(unknown)}")
    kind = _get(row, "kind", str, f"{slug}: ")
    if kind not in KINDS:
        raise ValueError(f"{slug}: a card is {', '.join(KINDS)}, not {kind}")
    words = _abilities(slug, row)
    box.slugs.append(slug)
    box.names.append(_get(row, "name", str, f"{slug}: "))
    box.icons.append(_get(row, "icon", str, f"{slug}: "))
    box.texts.append(_printed(slug, row))
    box.kind = append(box.kind, KINDS.index(kind))
    box.value = append(box.value, _number(row.get("value", 0), f"{slug}: value", 0))
    box.income = append(box.income, _number(row.get("income", 0), f"{slug}: income", 0))
    box.words = append(box.words, sum(1 << abilities.NAMES.index(word) for word in words))
    box.copies = append(box.copies, _number(row.get("copies", 1), f"{slug}: copies", 1))
    box.deck_of = append(box.deck_of, deck)
    box.cards += 1


def _abilities(slug: str, row: dict[str, Any]) -> dict[str, int]:
    words = _as(row.get("abilities", {}), f"{slug}: abilities", dict)
    for word, number in words.items():
        if word not in abilities.NAMES:
            raise ValueError(f"{slug}: there is no ability {word}")
        if _number(number, f"{slug}: {word}", -MOST if word in SIGNED else 1) == 0:
            raise ValueError(f"{slug}: {word} is not 0")
    return words


def _printed(slug: str, row: dict[str, Any]) -> str:
    """Return the card's own sentence with its own numbers in it."""
    text = _get(row, "text", str, f"{slug}: ")
    numbers = {word.replace("-", "_"): number for word, number in row.get("abilities", {}).items()}
    try:
        return text.format(**numbers)
    except (KeyError, IndexError, AttributeError, ValueError) as error:
        raise ValueError(f"{slug}: the text asks for what the card does not have: {error}") from error


def _powers(rows: list[dict[str, Any]]) -> list[int]:
    return [
        number
        for word in abilities.NAMES
        for number in [0, *(row.get("abilities", {}).get(word, 0) for row in rows)]
    ]


# ── the rest of the file ──────────────────────────────────────────────────────────────────────────


def _add_numbers(box: WizardBox, data: dict[str, Any]) -> None:
    box.stamina = _number(_get(data, "stamina", int), "stamina", 1, MOST_STAMINA)
    box.weakened = _number(_get(data, "weakened", int), "weakened", 1, int(box.stamina))
    box.decks_in_play = _number(_get(data, "decks_in_play", int), "decks_in_play", 1, len(DECKS))
    faces = [_number(face, "a face of the die", 1) for face in _get(data, "die", list)]
    if not faces:
        raise ValueError("the die has no faces")
    box.die = vec[i64](faces)


def _add_starts(box: WizardBox, starts: list[Any]) -> None:
    if len(starts) != MOST_SEATS:
        raise ValueError(f"start says what each of {MOST_SEATS} players has, not {len(starts)}")
    for start in starts:
        cubes = _number(_get(_as(start, "a start", dict), "cubes", int, "start: "), "start: cubes", 0)
        box.start_cubes = append(box.start_cubes, cubes)
        for card in _start(box, _get(start, "cards", list, "start: ")):
            box.start_cards = append(box.start_cards, card)


def _start(box: WizardBox, slugs: list[Any]) -> list[int]:
    """Return the cards of one player's start, in the order of the slots."""
    slots = [NO_CARD] * SLOTS
    for slug in slugs:
        card = box.slugs.index(slug) if slug in box.slugs else NO_CARD
        if card == NO_CARD or box.deck_of[card] >= 0:
            raise ValueError(f"start: {slug!r} is not a standard card")
        if slots[box.kind[card]] != NO_CARD:
            raise ValueError(f"start: {slug} is the second card in its slot")
        slots[box.kind[card]] = card
    return slots


def _check(box: WizardBox, deck_size: int) -> None:
    """Check the printed totals (C1, C2), and the limits of the rules."""
    if sorted(box.decks) != sorted(DECKS):
        raise ValueError(f"the decks are {', '.join(DECKS)}, not {', '.join(box.decks)}")
    for number, deck in enumerate(box.decks):
        size = list(box.deck_of).count(number)
        if size != deck_size:
            raise ValueError(f"{deck} has {deck_size} cards, not {size}")
    standard = sum(copies for copies, deck in zip(box.copies, box.deck_of, strict=True) if deck < 0)
    if standard != STANDARD_COPIES:
        raise ValueError(f"there are {STANDARD_COPIES} standard cards, not {standard}")
    for card in range(1, box.cards):
        _check_card(box, card)
    for word in (abilities.FOCUS_ATTACK, abilities.FOCUS_DEFENCE):
        if sum(sorted(_row(box, word))[-len(KINDS) :]) > MOST_CUBES:
            raise ValueError(f"{abilities.NAMES[word]} adds up to more than {MOST_CUBES}")


def _check_card(box: WizardBox, card: int) -> None:
    slug = box.slugs[card]
    if box.kind[card] == SPECIAL and box.value[card] != 0:
        raise ValueError(f"{slug}: a special card has no value")
    if box.deck_of[card] >= 0 and box.copies[card] != 1:
        raise ValueError(f"{slug}: a card of a deck is there once")
    if list(box.start_cards).count(card) > box.copies[card]:
        raise ValueError(f"start hands out more than there are of {slug}")


def _row(box: WizardBox, ability: int) -> list[int]:
    return list(box.powers[ability * box.cards : (ability + 1) * box.cards])
