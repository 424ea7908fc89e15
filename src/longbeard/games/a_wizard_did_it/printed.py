"""Cards, goals and locations as everyone may read them. Made once: nobody writes to what a view shows."""

from functools import lru_cache
from typing import Final, TypedDict

from longbeard.games.a_wizard_did_it.box import ITEM, MONSTER, RoadBox

KIND_NAMES: Final = ("monster", "monster modifier", "item", "stack modifier", "spell")


class Card(TypedDict):
    """A card."""

    slug: str
    name: str
    kind: str
    text: str
    icon: str
    mark: str
    """The number in its corner; empty if there is none that matters."""


class Goal(TypedDict):
    """A goal on the table."""

    slug: str
    name: str
    text: str
    """As its owner reads it."""
    deed: str
    """What the knight does, for whoever knows whose knight it is: `beats a Bear in its own Forest.`"""
    icon: str
    knight: str
    """own, rival or either: as its owner would say it."""
    points: int
    met: bool


class Place(TypedDict):
    """A location."""

    location: str
    name: str
    icon: str
    home_of: list[str]
    """The monsters that are stronger here (K6)."""


@lru_cache(1024)
def card_look(box: RoadBox, card: int) -> Card:
    """A card of the box."""
    return {
        "slug": box.slugs[card],
        "name": box.names[card],
        "kind": KIND_NAMES[box.kind[card]],
        "text": box.texts[card],
        "icon": box.icons[card],
        "mark": _mark(box, card),
    }


def _mark(box: RoadBox, card: int) -> str:
    kind = box.kind[card]
    if kind == MONSTER:
        return str(box.strength[card])
    if kind == ITEM:
        return f"{box.bonus[card]:+}"
    if box.reach[card]:
        return str(box.reach[card])
    return f"{box.strength[card]:+}" if box.strength[card] else ""


@lru_cache(1024)
def goal_look(box: RoadBox, goal: int, met: bool) -> Goal:
    """A goal of the box, met or not."""
    return {
        "slug": box.goals[goal],
        "name": box.goal_names[goal],
        "text": box.goal_texts[goal],
        "deed": box.goal_deeds[goal],
        "icon": box.goal_icons[goal],
        "knight": box.goal_knights[goal],
        "points": int(box.goal_points[goal]),
        "met": met,
    }


@lru_cache(64)
def place_look(box: RoadBox, location: int) -> Place:
    """A location of the box."""
    return {
        "location": box.locations[location],
        "name": box.places[location],
        "icon": box.place_icons[location],
        "home_of": [
            box.names[card]
            for card in range(1, box.cards)
            if box.home[card] == location and box.kind[card] == MONSTER
        ],
    }
