"""The door to the games: found by listing this folder, and by the entry point `longbeard.games`."""

import pkgutil
from functools import cache
from importlib.metadata import entry_points

from longbeard.engine.errors import NoSuchGame
from longbeard.engine.room import Room

left_out: dict[str, str] = {}
"""Installed games that could not be opened, and why."""


@cache
def rooms() -> dict[str, Room]:
    """Every game that is installed, by its slug.

    >>> "witless-wizards" in rooms()
    True
    """
    found = [Room(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__) if module.ispkg]
    for entry in entry_points(group="longbeard.games"):
        try:
            found.append(Room(entry.value))
        except Exception as error:  # somebody else's game must not close the others
            left_out[entry.name] = f"{type(error).__name__}: {error}"
    return {room.plate.slug: room for room in sorted(found, key=lambda room: room.plate.title)}


def room(slug: str) -> Room:
    """The game of that name, or NoSuchGame with the names there are."""
    found = rooms()
    if slug not in found:
        if slug in left_out:
            raise NoSuchGame(f"{slug} is installed, but cannot be opened: {left_out[slug]}")
        raise NoSuchGame(f"there is no game {slug}; there are: {', '.join(found)}")
    return found[slug]
