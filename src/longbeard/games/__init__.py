"""The registry of games: found by listing this folder, and by the entry point `longbeard.games`."""

import pkgutil
from functools import cache
from importlib.metadata import entry_points

from longbeard.engine.errors import NoSuchGame
from longbeard.engine.room import Room

left_out: dict[str, str] = {}
"""Reasons why installed games could not be opened, by name."""


@cache
def rooms() -> dict[str, Room]:
    """Return every installed game by its slug.

    >>> "witless-wizards" in rooms()
    True
    """
    found = [Room(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__) if module.ispkg]
    for entry in entry_points(group="longbeard.games"):
        try:
            found.append(Room(entry.value))
        except Exception as error:  # one broken game must not hide the others
            left_out[entry.name] = f"{type(error).__name__}: {error}"
    return {room.plate.slug: room for room in sorted(found, key=lambda room: room.plate.title)}


def room(slug: str) -> Room:
    """Return the game with a slug; NoSuchGame lists the slugs there are."""
    found = rooms()
    if slug not in found:
        if slug in left_out:
            raise NoSuchGame(f"{slug} is installed, but cannot be opened: {left_out[slug]}")
        raise NoSuchGame(f"there is no game {slug}; there are: {', '.join(found)}")
    return found[slug]
