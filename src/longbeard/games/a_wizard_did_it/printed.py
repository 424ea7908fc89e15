"""Cards, goals and locations as everybody may read them. Cached: nobody writes to what a view shows."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypedDict

from longbeard.games.a_wizard_did_it import goals
from longbeard.games.a_wizard_did_it.box import ITEM, MONSTER, STACK_MODIFIER, RoadBox

KIND_NAMES: Final = ("monster", "monster modifier", "item", "stack modifier", "spell")
PAIR: Final = "pair"
HOME: Final = "home"
VALOR: Final = "valor"
VALOR_PIECE: Final = "valor-1"


# The keys of the printed pieces (`drawings.py`), by which pages find their pictures.


def card_piece(slug: str) -> str:
    """Return the key of a card's picture."""
    return f"card-{slug}"


def goal_piece(slug: str) -> str:
    """Return the key of a goal's picture."""
    return f"goal-{slug}"


def place_piece(slug: str) -> str:
    """Return the key of a location's picture."""
    return f"location-{slug}"


class Sign(TypedDict):
    """What a monster can do besides, as a sign on its card: a pair, its home, or Valor."""

    kind: str
    """pair, home or valor."""
    of: str
    """Slug of the partner or the location; empty for Valor."""
    name: str
    """Name of the pair, or of the place."""
    icon: str
    """The partner, the place, or a banner; and its picture."""
    piece: str
    number: str
    said: str


class Card(TypedDict):
    """A card."""

    slug: str
    name: str
    kind: str
    text: str
    icon: str
    mark: str
    """The number in its corner; empty if there is none that matters."""
    badge: str
    """Meaning of that number: strength, bonus, reach or valor."""
    effect: str
    """Effect of a stack modifier: in-space, lurking or surprise; empty for others."""
    signs: list[Sign]


class Goal(TypedDict):
    """A goal on the table."""

    slug: str
    name: str
    text: str
    """Text as its owner reads it."""
    deed: str
    """What the knight does, for readers who know whose knight it is: `beats a Bear in its own Forest.`"""
    icon: str
    knight: str
    """own, rival or either, from its owner's side."""
    points: int
    met: bool


class Place(TypedDict):
    """A location."""

    location: str
    name: str
    icon: str
    home_of: list[str]
    """The monsters that are stronger here (K6), and their pictures."""
    home_pieces: list[str]
    home_turf: int
    """Strength that they gain here."""


@lru_cache(1024)
def card_look(box: RoadBox, card: int) -> Card:
    """Return a card of the box."""
    badge, mark = main_badge(box, card)
    return {
        "slug": box.slugs[card],
        "name": box.names[card],
        "kind": KIND_NAMES[box.kind[card]],
        "text": box.texts[card],
        "icon": box.icons[card],
        "mark": mark,
        "badge": badge,
        "effect": effect_of(box, card),
        "signs": signs_of(box, card),
    }


def main_badge(box: RoadBox, card: int) -> tuple[str, str]:
    """Return the number in a card's corner, and its meaning; both empty if there is none that matters."""
    kind = box.kind[card]
    if kind == MONSTER:
        return "strength", str(box.strength[card])
    if kind == ITEM:
        return "bonus", f"{box.bonus[card]:+}"
    if box.reach[card]:
        return "reach", str(box.reach[card])
    if box.strength[card]:
        return "strength", f"{box.strength[card]:+}"
    if box.valor_gain[card]:
        return "valor", signed(int(box.valor_gain[card]))
    return "", ""


def effect_of(box: RoadBox, card: int) -> str:
    """Return what a stack modifier does; empty for other cards."""
    if box.kind[card] != STACK_MODIFIER:
        return ""
    return next(name for name, bits in goals.EVENTS.items() if bits == box.effect[card])


def signed(value: int) -> str:
    """Return a number with its sign, as it is printed."""
    return f"{value:+}".replace("-", "−")


def signs_of(box: RoadBox, card: int) -> list[Sign]:
    """Return partner, home and glory of a monster (K6, K9)."""
    found: list[Sign] = []
    if box.kind[card] != MONSTER:
        return found
    for combo, name in enumerate(box.combo_names):
        pair = (int(box.combo_one[combo]), int(box.combo_other[combo]))
        if card in pair:
            partner = pair[1] if card == pair[0] else pair[0]
            strength = str(box.combo_strength[combo])
            said = f"With a {box.names[partner]} it is a {name}: {strength} for the pair."
            slug = box.slugs[partner]
            found.append(_sign(PAIR, slug, name, box.icons[partner], card_piece(slug), strength, said))
    home = int(box.home[card])
    if home >= 0:
        more = signed(int(box.home_turf))
        said = f"Home turf {box.places_at[home]}: {more}."
        slug, icon = box.locations[home], box.place_icons[home]
        found.append(_sign(HOME, slug, box.places[home], icon, place_piece(slug), more, said))
    gain = int(box.valor_gain[card])
    if gain:
        found.append(_sign(VALOR, "", "Valor", "knight-banner", VALOR_PIECE, signed(gain), ""))
    return found


def _sign(kind: str, of: str, name: str, icon: str, piece: str, number: str, said: str) -> Sign:
    return {
        "kind": kind,
        "of": of,
        "name": name,
        "icon": icon,
        "piece": piece,
        "number": number,
        "said": said,
    }


def full_text(card: Card) -> str:
    """Return all that a card says, its signs in words."""
    return " ".join([card["text"], *(sign["said"] for sign in card["signs"] if sign["said"])])


def rival_in(name: str) -> tuple[str, str, str, str]:
    """Split the name of a goal round its rival: text before, "a rival's" or "the rival", and text after.

    >>> rival_in("Put a rival's Sword In Space")
    ('Put ', "a rival's", '', ' Sword In Space')
    >>> rival_in("Overboard with the rival"), rival_in("Defeat a Pirate-Ninja")
    (('Overboard with ', '', 'the rival', ''), ('Defeat a Pirate-Ninja', '', '', ''))
    """
    for whose, whom in (("a rival's", ""), ("", "the rival")):
        before, found, after = name.partition(whose or whom)
        if found:
            return before, whose, whom, after
    return name, "", "", ""


def goal_name(printed: str, seat: int, names: Sequence[str], me: int | None) -> str:
    """Return the name of a goal of a seat, with the rival's name in it."""
    before, whose, whom, after = rival_in(printed)
    own, name = 1 - seat == me, names[1 - seat]
    if whose:
        return before + ("your" if own else f"{name}'s") + after
    return before + ("you" if own else name) + after if whom else printed


@lru_cache(1024)
def goal_look(box: RoadBox, goal: int, met: bool) -> Goal:
    """Return a goal of the box, met or not."""
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
    """Return a location of the box."""
    homes = [card for card in range(1, box.cards) if box.home[card] == location and box.kind[card] == MONSTER]
    return {
        "location": box.locations[location],
        "name": box.places[location],
        "icon": box.place_icons[location],
        "home_of": [box.names[card] for card in homes],
        "home_pieces": [card_piece(box.slugs[card]) for card in homes],
        "home_turf": int(box.home_turf),
    }
