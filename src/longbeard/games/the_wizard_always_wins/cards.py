"""Reads cards.toml, checks it against the printed totals, and packs it into a box."""

import tomllib
from hashlib import sha256
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from longbeard.engine.errors import BadBox
from longbeard.games.the_wizard_always_wins import box as tiles
from longbeard.games.the_wizard_always_wins.box import ACTIONS, CHARACTERS, LEVEL, FateBox
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS, MOST_ALIKE, VALUES
from longbeard.games.the_wizard_always_wins.sets import mixes, sets_in
from longbeard.games.the_wizard_always_wins.trade import MOST_SEATS

DECK: Final = 60
ELEMENT_TOKENS: Final = 25
ELEMENT_KEYS: Final = {"name", "plural", "icon", "needed", "level", "gems", "tokens", "cards"}
CARD_KEYS: Final = {"shows", "copies", "text"}
CHARACTER_KEYS: Final = {"number", "slug", "name", "icon", "actions", "text"}
NUMBERS: Final = ("gems", "add_gems", "level_ups", "first_level", "dial_end", "hand")


def open_box(text: str) -> FateBox:
    """Parse a card file; BadBox says what is wrong with it."""
    try:
        box = _pack(tomllib.loads(text))
    except KeyError as error:
        raise BadBox(f"cards.toml: {error} is missing") from error
    except (tomllib.TOMLDecodeError, TypeError, ValueError) as error:
        raise BadBox(f"cards.toml: {error}") from error
    box.digest = sha256(text.encode()).hexdigest()
    return box


def _pack(data: dict[str, Any]) -> FateBox:
    _refuse_unknown("the file", data.keys(), {*NUMBERS, "colours", "elements", "characters"})
    box = FateBox()
    for slug, row in data["elements"].items():
        _add_element(box, slug, row)
    for number, row in enumerate(data["characters"], start=1):
        _add_character(box, number, row)
    box.mix_start = append(box.mix_start, len(box.mixes))
    box.action_start = append(box.action_start, len(box.actions))
    box.colours = list(data["colours"])
    box.gems, box.add_gems, box.level_ups = data["gems"], data["add_gems"], data["level_ups"]
    box.first_level, box.dial_end, box.hand = data["first_level"], data["dial_end"], data["hand"]
    _check(box)
    return box


def _refuse_unknown(where: str, keys: Any, known: set[str]) -> None:
    if unknown := set(keys) - known:
        raise ValueError(f"{where}: unknown key {min(unknown)}")


def _add_element(box: FateBox, slug: str, row: dict[str, Any]) -> None:
    _refuse_unknown(slug, row.keys(), ELEMENT_KEYS)
    if [card["shows"] for card in row["cards"]] != list(range(1, VALUES + 1)):
        raise ValueError(f"{slug}: its cards show 1, 2 and 3, in this order")
    box.elements.append(slug)
    box.element_names.append(row["name"])
    box.element_plurals.append(row["plural"])
    box.element_icons.append(row["icon"])
    box.needed = append(box.needed, row["needed"])
    box.set_levels = append(box.set_levels, row.get("level", 0))
    box.set_gems = append(box.set_gems, row.get("gems", 0))
    box.tokens = append(box.tokens, row["tokens"])
    copies = [card["copies"] for card in row["cards"]]
    for card in row["cards"]:
        _refuse_unknown(slug, card.keys(), CARD_KEYS)
        box.copies = append(box.copies, card["copies"])
        box.card_texts.append(card["text"])
    if not all(0 <= number <= MOST_ALIKE for number in (*copies, row["tokens"])):
        raise ValueError(f"{slug}: there is room for {MOST_ALIKE} pieces of a kind")
    if row["needed"] < 1:
        raise ValueError(f"{slug}: a set needs at least 1")
    box.mix_start = append(box.mix_start, len(box.mixes))
    found = mixes(row["needed"], [*copies, row["tokens"]])
    sets = [sets_in(mix, row["needed"]) for mix in found]
    box.several_start = append(box.several_start, len(box.mixes) + sets.count(1))
    box.mixes = vec[i64]([*box.mixes, *found])
    box.mix_sets = vec[i64]([*box.mix_sets, *sets])


def _add_character(box: FateBox, number: int, row: dict[str, Any]) -> None:
    slug = row["slug"]
    _refuse_unknown(slug, row.keys(), CHARACTER_KEYS)
    if row["number"] != number:
        raise ValueError(f"{slug}: characters are listed by their number, and {number} comes here")
    if slug in box.characters:
        raise ValueError(f"{slug} is there twice")
    box.characters.append(slug)
    box.character_names.append(row["name"])
    box.character_icons.append(row["icon"])
    box.character_texts.append(row["text"])
    box.action_start = append(box.action_start, len(box.actions))
    for word, amount in row["actions"]:
        _add_action(box, slug, word, amount)


def _add_action(box: FateBox, slug: str, word: str, amount: int | str) -> None:
    """Add one action of a character; playing several cards is playing one, several times."""
    if word not in ACTIONS:
        raise ValueError(f"{slug}: there is no action {word}; there are {', '.join(ACTIONS)}")
    action = ACTIONS.index(word)
    if amount != "level" and not (isinstance(amount, int) and amount >= 1):
        raise ValueError(f"{slug}: {word} is done 1 or more times, or as the level says")
    if amount == "level" and action not in (tiles.DRAW_TOKENS, tiles.FATE):
        raise ValueError(f"{slug}: only tokens are drawn by the level")
    if len(box.actions) > box.action_start[-1] and box.actions[-1] == tiles.FATE:
        raise ValueError(f"{slug}: after fate the turn is over (R6)")
    again = int(amount) if action in (tiles.PLAY, tiles.TRADE) else 1
    for time in range(again):
        box.actions = append(box.actions, action)
        box.amounts = append(box.amounts, LEVEL if amount == "level" else int(amount) // again)


def _check(box: FateBox) -> None:
    """Check the printed totals (C1 to C3)."""
    if len(box.elements) != ELEMENTS:
        raise ValueError(f"there are {ELEMENTS} elements, not {len(box.elements)}")
    if sum(box.copies) != DECK:
        raise ValueError(f"there are {DECK} cards, not {sum(box.copies)}")
    if sum(box.tokens) != ELEMENT_TOKENS:
        raise ValueError(f"there are {ELEMENT_TOKENS} element tokens, not {sum(box.tokens)}")
    if len(box.characters) != CHARACTERS:
        raise ValueError(f"there are {CHARACTERS} characters, not {len(box.characters)}")
    if list(box.actions).count(tiles.FATE) != 1:
        raise ValueError("exactly one character draws as the Wizard does")
    if len(set(box.colours)) != MOST_SEATS:
        raise ValueError(f"there are {MOST_SEATS} colours, not {len(set(box.colours))}")
    if not 1 <= box.first_level <= box.dial_end:
        raise ValueError("the level starts on the dial")
    if box.gems < 1 or box.add_gems < 1 or box.level_ups < 0:
        raise ValueError("without gems and tokens that add them nobody could win")
    if not 0 <= box.hand * MOST_SEATS <= DECK:
        raise ValueError(f"there are not {box.hand} cards for each of {MOST_SEATS} players")
