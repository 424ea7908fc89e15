"""The names of things, as people say them: cards, pieces, tokens, sets."""

from collections.abc import Sequence

from longbeard.games.the_wizard_always_wins.bag import ADD_GEM, GEM, LEVEL_UP
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS, KINDS, TOKEN, VALUES
from longbeard.games.the_wizard_always_wins.sets import element_of, parts


def counted(number: int, one: str, many: str) -> str:
    """`1 card`, `2 cards`, `no cards`."""
    return f"{number or 'no'} {one if number == 1 else many}"


def listed(things: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def card(box: FateBox, number: int) -> str:
    """`3 Snails`."""
    element, shows = number // VALUES, number % VALUES + 1
    return f"{shows} {(box.element_names if shows == 1 else box.element_plurals)[element]}"


def piece(box: FateBox, number: int) -> str:
    """`card with 3 Snails`, or `Snail token`."""
    element, kind = number // KINDS, number % KINDS
    if kind == TOKEN:
        return f"{box.element_names[element]} token"
    return f"card with {card(box, element * VALUES + kind)}"


def token(box: FateBox, number: int, names: Sequence[str]) -> str:
    """`a Snail`, `Add-a-Gem`, `a gem of Ada's`."""
    if number < ELEMENTS:
        return f"a {box.element_names[number]}"
    return {ADD_GEM: "Add-a-Gem", LEVEL_UP: "Level-Up"}.get(number) or f"a gem of {names[number - GEM]}'s"


def mix(box: FateBox, number: int) -> str:
    """`a card with 3 Snails, a card with 1 Snail and a Snail token`."""
    element = int(element_of(box, number))
    kinds = parts(box.mixes[number])
    several = {kind: kinds.count(kind) for kind in kinds}
    return listed(
        [
            f"a {piece(box, element * KINDS + kind)}" if number == 1 else _plural(box, element, kind, number)
            for kind, number in several.items()
        ]
    )


def _plural(box: FateBox, element: int, kind: int, number: int) -> str:
    return f"{number} " + piece(box, element * KINDS + kind).replace("card", "cards").replace(
        "token", "tokens"
    )


def reward(box: FateBox, element: int) -> str:
    """`1 level and 1 gem`."""
    levels, gems = int(box.set_levels[element]), int(box.set_gems[element])
    found = [counted(levels, "level", "levels")] if levels else []
    return listed(found + ([counted(gems, "gem", "gems")] if gems else []))
