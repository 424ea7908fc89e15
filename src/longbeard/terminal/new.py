"""`longbeard new`: a package with a game that runs, for its author to change."""

import json
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import Final

from longbeard.engine.errors import BadOptions
from longbeard.engine.room import Room
from longbeard.terminal.record import write_matches

NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_PLAYERS: Final = 6
"""Most players for which the skeleton has enough cards."""
TRIES: Final = 20
PUPILS: Final = ["Wilma", "Osric", "Nettle", "Moss", "Rue", "Fern"]
HANDS: Final = [
    ["dragon-9", "frog-3", "owl-4", "owl-5"],
    *[["frog-2", "frog-4", "owl-4", "owl-6"]] * 5,
]
"""Cards that are dealt in the skeleton's lesson, by seat."""


def seats_of(text: str) -> tuple[int, int]:
    """Parse a number or a range of players.

    >>> seats_of("2-6"), seats_of("3")
    ((2, 6), (3, 3))
    """
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    fewest, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= fewest <= most <= MOST_PLAYERS:
        raise BadOptions(f"--players is a number or a range from 2 to {MOST_PLAYERS}, like 2-4, not {text!r}")
    return fewest, most


def new(name: str, players: str, parent: Path) -> Path:
    """Write the package of a new game, with its recorded matches, and return its folder."""
    if not NAME.fullmatch(name) or name.replace("-", "_") in sys.stdlib_module_names:
        raise BadOptions(
            f"{name!r} is not a name for a game: small letters and digits, joined by dashes: my-game"
        )
    fewest, most = seats_of(players)
    target = parent / name
    if target.exists():
        raise BadOptions(f"{target} is there already, and nothing in it was touched: take another name")
    package = name.replace("-", "_")
    title = name.replace("-", " ").title()
    words = {
        "slug": name,
        "package": package,
        "title": title,
        "game": title.replace(" ", ""),
        "fewest": str(fewest),
        "most": str(most),
        "players": str(fewest) if fewest == most else f"{fewest} to {most}",
        "seats": json.dumps(PUPILS[:fewest]),
        "deal_cards": ", ".join(json.dumps(card) for hand in HANDS[:fewest] for card in hand),
    }
    skeleton = files("longbeard.declared").joinpath("skeleton")
    _copy(skeleton, target, words)
    sys.path.insert(0, str(target / "src"))
    try:
        write_matches(Room(package), target / "src" / package / "tests" / "matches", TRIES, 1)
    finally:
        sys.path.remove(str(target / "src"))
    return target


def _copy(source: Traversable, target: Path, words: dict[str, str]) -> None:
    """Copy a folder; `.txt` is removed from names, and the content of `package` goes to src/NAME."""
    target.mkdir(parents=True)
    for one in source.iterdir():
        if one.is_dir():
            home = target / "src" / words["package"] if one.name == "package" else target / one.name
            _copy(one, home, words)
        elif one.name.endswith(".txt"):
            text = Template(one.read_text(encoding="utf-8")).substitute(words)
            (target / one.name.removesuffix(".txt")).write_text(text, encoding="utf-8")
