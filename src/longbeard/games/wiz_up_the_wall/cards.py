"""Reads cards.toml, checks it against the printed totals, and packs it into a box."""

import tomllib
from collections import Counter
from hashlib import sha256
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.errors import BadBox
from longbeard.games.wiz_up_the_wall.box import CARD_SHIFT, CARDS, MOST_SEATS, PAIRS, SYMBOLS, StreamBox

COPIES: Final = CARDS // PAIRS
EACH_SYMBOL: Final = 2 * CARDS // SYMBOLS
FILE_KEYS: Final = {"distance", "bust", "symbols", "wizards", "cards"}
SYMBOL_KEYS: Final = {"slug", "icon", "text"}
WIZARD_KEYS: Final = {"slug", "name", "icon", "text"}
CARD_KEYS: Final = {"slug", "name", "symbols", "straight", "fork", "text"}
MOST_DISTANCE: Final = 12


def open_box(text: str) -> StreamBox:
    """Parse a card file; BadBox says what is wrong with it."""
    try:
        data = tomllib.loads(text)
        box = _pack(data)
    except KeyError as error:
        raise BadBox(f"cards.toml: {error.args[0]} is missing") from error
    except (tomllib.TOMLDecodeError, AttributeError, IndexError, TypeError, ValueError) as error:
        raise BadBox(f"cards.toml: {error}") from error
    box.digest = sha256(text.encode()).hexdigest()
    return box


def _pack(data: dict[str, Any]) -> StreamBox:
    _refuse_unknown("the file", data, FILE_KEYS)
    box = StreamBox()
    _add_symbols(box, data["symbols"])
    _add_wizards(box, data["wizards"])
    rows = data["cards"]
    for row in rows:
        _check_row(box, row)
    _check_totals(box, rows)
    _add_cards(box, rows)
    box.distance, box.bust = data["distance"], data["bust"]
    if not (2 <= box.distance <= MOST_DISTANCE and box.distance % 2 == 0):
        raise ValueError(f"distance is an even number from 2 to {MOST_DISTANCE}, not {box.distance}")
    if not 0 <= box.bust <= CARDS:
        raise ValueError("bust is a number of symbols")
    return box


def _refuse_unknown(where: str, row: dict[str, Any], known: set[str]) -> None:
    if unknown := row.keys() - known:
        raise ValueError(f"{where}: unknown key {min(unknown)}; there are {', '.join(sorted(known))}")


def _add_symbols(box: StreamBox, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        _refuse_unknown(row["slug"], row, SYMBOL_KEYS)
    box.symbols = [row["slug"] for row in rows]
    box.symbol_icons = [row["icon"] for row in rows]
    box.symbol_texts = [row["text"] for row in rows]
    if len(set(box.symbols)) != SYMBOLS or len(rows) != SYMBOLS:
        raise ValueError(f"there are {SYMBOLS} symbols, not {len(rows)}")


def _add_wizards(box: StreamBox, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        _refuse_unknown(row["slug"], row, WIZARD_KEYS)
    box.wizards = [row["slug"] for row in rows]
    box.wizard_names = [row["name"] for row in rows]
    box.wizard_icons = [row["icon"] for row in rows]
    box.wizard_texts = [row["text"] for row in rows]
    if len(set(box.wizards)) != MOST_SEATS or len(rows) != MOST_SEATS:
        raise ValueError(f"there are {MOST_SEATS} wizards, not {len(rows)}")


def _check_row(box: StreamBox, row: dict[str, Any]) -> None:
    slug = row["slug"]
    _refuse_unknown(slug, row, CARD_KEYS)
    for symbol in row["symbols"]:
        if symbol not in box.symbols:
            raise ValueError(f"{slug}: there is no symbol {symbol}")
    if len(row["symbols"]) != 2:
        raise ValueError(f"{slug}: a card shows two symbols")
    if min(row["straight"], row["fork"]) < 0:
        raise ValueError(f"{slug}: there is no such thing as fewer than no copies")


def _check_totals(box: StreamBox, rows: list[dict[str, Any]]) -> None:
    """Check the totals: 63 cards, 21 different pairs, every symbol equally often (C1, C3)."""
    copies = [row["straight"] + row["fork"] for row in rows]
    if sum(copies) != CARDS:
        raise ValueError(f"there are {CARDS} stream cards, not {sum(copies)}")
    pairs = {tuple(sorted(row["symbols"])) for row in rows}
    if len(rows) != PAIRS or len(pairs) != PAIRS or len({row["slug"] for row in rows}) != PAIRS:
        raise ValueError(f"there are {PAIRS} different pairs of symbols, a row for each")
    if copies != [COPIES] * PAIRS:
        raise ValueError(f"there are {COPIES} cards of each pair")
    seen = Counter(symbol for row in rows for symbol in row["symbols"] * COPIES)
    if set(seen.values()) != {EACH_SYMBOL}:
        raise ValueError(f"every symbol is there {EACH_SYMBOL} times")


def _add_cards(box: StreamBox, rows: list[dict[str, Any]]) -> None:
    """Add every pair that runs straight, then the same pairs forking."""
    box.slugs = [row["slug"] for row in rows] + [f"{row['slug']}-fork" for row in rows]
    box.names = [row["name"] for row in rows] + [f"Forking {row['name']}" for row in rows]
    box.texts = [_printed(row) for row in rows] * 2
    pairs = [[box.symbols.index(symbol) for symbol in row["symbols"]] for row in rows] * 2
    box.first = vec[i64]([first for first, second in pairs])
    box.second = vec[i64]([second for first, second in pairs])
    box.worth = vec[i64](
        [(1 << CARD_SHIFT) + (1 << 8 * first) + (1 << 8 * second) for first, second in pairs]
    )
    copies = [row["straight"] for row in rows] + [row["fork"] for row in rows]
    box.pile = vec[i64]([card for card, count in enumerate(copies) for copy in range(count)])
    box.straight = sum(copies[:PAIRS])
    box.forks = sum(copies[PAIRS:])


def _printed(row: dict[str, Any]) -> str:
    """Return the card's own sentence with its own symbols in it."""
    first, second = row["symbols"]
    text: str = row["text"].format(first=first, second=second)
    return text[0].upper() + text[1:]
