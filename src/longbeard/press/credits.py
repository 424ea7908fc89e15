"""Credits: who drew the icons and designed the fonts."""

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

PEN_NAMES: Final = {
    "darkzaitzev": "DarkZaitzev",
    "generalace135": "GeneralAce135",
    "lucasms": "Lucas",
    "pepijn-poolman": "Pepijn Poolman",
}
FONTS: Final = (
    "Grenze Gotisch, copyright Omnibus-Type",
    "Alegreya Sans, copyright Juan Pablo del Peral, Huerta Tipográfica",
)
"""Fonts, both under the SIL Open Font License 1.1."""


@cache
def authors() -> dict[str, str]:
    """Load the author of each icon."""
    found: dict[str, str] = json.loads(files("longbeard").joinpath("icon_authors.json").read_text("utf-8"))
    return found


def by_author(icons: Iterable[str]) -> dict[str, list[str]]:
    """Group icons by author, those who drew most first."""
    found: dict[str, list[str]] = {}
    for name in sorted(set(icons) & set(authors())):
        author = authors()[name]
        found.setdefault(PEN_NAMES.get(author, author.title()), []).append(name)
    return dict(sorted(found.items(), key=lambda row: (-len(row[1]), row[0])))
