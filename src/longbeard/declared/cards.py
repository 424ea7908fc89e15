"""Cards and numbers of a declared game: typed rows, read from `cards.toml` and checked."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from hashlib import sha256
from itertools import product
from typing import Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

from longbeard.engine.drawing import Tones, has_icon
from longbeard.engine.errors import BadBox
from longbeard.engine.piece import PLAIN, Piece, plain_card
from longbeard.engine.state import Box

KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TONES: Final[Mapping[str, Tones]] = {
    "blue": PLAIN,
    "red": Tones("#ffd9d6", "#c8473f", "#6b1b1b", "#300a0a"),
    "green": Tones("#d8f3dc", "#52b788", "#1b4332", "#081c15"),
    "gold": Tones("#fff0c7", "#c99526", "#6d4a0a", "#2e1f04"),
    "violet": Tones("#e9dcff", "#8a63c9", "#3d2270", "#1c0e38"),
    "pink": Tones("#ffd6e0", "#d63a6a", "#6a0f33", "#2b0614"),
    "grey": Tones("#e6e8ec", "#7b8494", "#343b47", "#161a21"),
}
"""Colours that a card can have, by name."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """A kind of card. Subclass it with what your rules need: `suit: str`, `rank: int`."""

    name: str
    key: str = ""
    """Unique word for it in notation and in lessons; made from the name, if it is left out."""
    copies: int = 1
    text: str = ""
    """What it says, in a sentence."""
    number: str = ""
    """Text in its corner."""
    icon: str = ""
    tone: str = "blue"
    kind: str = "card"
    """A word for the gallery's filter."""
    id: int = -1
    """Its number in the box; never written in `cards.toml`."""


@dataclass(frozen=True)
class NoNumbers:
    """The numbers of a game whose `cards.toml` holds cards only."""


C = TypeVar("C", bound=Card)
N = TypeVar("N")


class CardBox(Box, Generic[C, N]):
    """A box of cards, and the other numbers of the game."""

    def __init__(self, cards: Sequence[C], numbers: N) -> None:
        super().__init__()
        self.cards = tuple(cards)
        self.numbers = numbers
        self.by_key = {card.key: card for card in cards}
        self.firsts: list[int] = []
        """The first number of each kind of action, and their total, once they were counted."""
        self.notation: dict[str, int] = {}
        """Every action by its notation, once a text has been parsed."""


def open_box(text: str, card: type[C], numbers: type[N]) -> CardBox[C, N]:
    """Parse a box, or raise BadBox with what would be right."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"cards.toml: {error}") from error
    rows = data.pop("card", [])
    if not isinstance(rows, list) or not rows:
        raise BadBox("cards.toml: there are no cards; each kind begins with a line [[card]]")
    found: list[C] = []
    for row in rows:
        for one in _expanded(row, card):
            found.append(_filled(card, one | {"id": len(found)}, f"card {one.get('name', '?')!r}"))
    for one_card in found:
        _check_card(one_card, found)
    box = CardBox(found, _filled(numbers, data, "cards.toml"))
    box.digest = sha256(text.encode()).hexdigest()
    return box


def _expanded(row: dict[str, Any], card: type[Card]) -> list[dict[str, Any]]:
    """Return a row for every combination of its lists, with `{suit}` and the like filled into its texts."""
    if "id" in row:
        raise BadBox("a card's id is counted: leave it out")
    hints = get_type_hints(card)
    many = [
        key
        for key, value in row.items()
        if isinstance(value, list) and get_origin(hints.get(key)) is not list
    ]
    found = []
    for values in product(*(row[key] for key in many)):
        one = row | dict(zip(many, values, strict=True))
        try:
            one = {
                key: value.format(**one) if isinstance(value, str) else value for key, value in one.items()
            }
        except (KeyError, IndexError, ValueError) as error:
            raise BadBox(f"card {row.get('name')!r}: {{{error}}} stands for nothing in this row") from error
        one.setdefault("key", slug(str(one.get("name", ""))))
        found.append(one)
    return found


def slug(words: str) -> str:
    """Make a key of words.

    >>> slug("Queen of Owls")
    'queen-of-owls'
    """
    return "-".join(re.findall(r"[a-z0-9]+", words.lower()))


T = TypeVar("T")


def _filled(kind: type[T], values: Mapping[str, Any], where: str) -> T:
    """Make a dataclass of values from a file, and check each against the type of its field."""
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    for name, value in values.items():
        if name not in known:
            raise BadBox(f"{where}: there is no {name}; there are {', '.join(known) or 'none'}")
        if not _is_a(value, hints[name]):
            raise BadBox(f"{where}: {name} = {value!r} is not {_typed(hints[name])}")
    for name, field in known.items():
        if name not in values and field.default is MISSING and field.default_factory is MISSING:
            raise BadBox(f"{where}: {name} is missing: {_typed(hints[name])}")
    return kind(**values)


def _is_a(value: object, hint: Any) -> bool:
    if get_origin(hint) in (list, tuple):
        return isinstance(value, list) and all(_is_a(one, get_args(hint)[0]) for one in value)
    return type(value) is hint or (hint is float and type(value) is int)


def _typed(hint: Any) -> str:
    if get_origin(hint) in (list, tuple):
        return f"a list, each {_typed(get_args(hint)[0])}"
    words = {int: "a whole number", str: "a text", bool: "true or false", float: "a number"}
    return words.get(hint, str(hint))


def _check_card(card: Card, cards: Sequence[Card]) -> None:
    if not KEY.fullmatch(card.key):
        raise BadBox(f"card {card.name!r}: key = {card.key!r} is not small letters, digits and single dashes")
    if sum(other.key == card.key for other in cards) > 1:
        raise BadBox(f"two cards have the key {card.key}: give one of them another name or key")
    if card.copies < 1:
        raise BadBox(f"card {card.name!r}: copies = {card.copies} is not at least 1")
    if card.tone not in TONES:
        raise BadBox(f"card {card.name!r}: there is no tone {card.tone!r}; there are {', '.join(TONES)}")
    if card.icon and not has_icon(card.icon):
        raise BadBox(
            f"card {card.name!r}: there is no icon {card.icon!r}; engine/built/icons.json has those there are"
        )


def pieces(box: CardBox[Any, Any]) -> list[Piece]:
    """Draw every card, for paper, gallery and table."""
    return [
        plain_card(
            card.key, card.name, card.kind, card.copies, card.text, card.number, card.icon, TONES[card.tone]
        )
        for card in box.cards
    ]


def glossary(box: CardBox[Any, Any]) -> dict[str, str]:
    """Explain every card."""
    return {
        card.name: f"{card.name}. {card.text}".strip() + f" ({card.copies} in the box.)" for card in box.cards
    }
