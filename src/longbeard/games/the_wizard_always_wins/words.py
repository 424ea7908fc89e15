"""Names of cards, pieces, tokens and sets in words."""

from typing import Final

from longbeard.engine.telling import joined
from longbeard.games.the_wizard_always_wins.bag import ADD_GEM, LEVEL_UP
from longbeard.games.the_wizard_always_wins.box import ACTIONS, FateBox
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS, KINDS, TOKEN, VALUES
from longbeard.games.the_wizard_always_wins.sets import element_of, parts

BONUS: Final = {ADD_GEM: "Add-a-Gem", LEVEL_UP: "Level-Up"}


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun: `1 card`, `2 cards`, `no cards`."""
    return f"{number or 'no'} {one if number == 1 else many}"


def card(box: FateBox, number: int) -> str:
    """Return a card in words: `3 Snails`."""
    element, shows = number // VALUES, number % VALUES + 1
    return f"{shows} {(box.element_names if shows == 1 else box.element_plurals)[element]}"


def piece(box: FateBox, number: int) -> str:
    """Return a piece in words: `card with 3 Snails`, or `Snail token`."""
    element, kind = number // KINDS, number % KINDS
    if kind == TOKEN:
        return f"{box.element_names[element]} token"
    return f"card with {card(box, element * VALUES + kind)}"


def token(box: FateBox, number: int) -> str:
    """Return a token in words: `a Snail`, `Add-a-Gem`, `Level-Up`; a gem has an owner, whom the sentence
    names."""
    return f"a {box.element_names[number]}" if number < ELEMENTS else BONUS[number]


def mix(box: FateBox, number: int) -> str:
    """Return a set in words: `a card with 3 Snails, 2 cards with 1 Snail and a Snail token`."""
    element = int(element_of(box, number))
    kinds = parts(box.mixes[number])
    several = {kind: kinds.count(kind) for kind in kinds}
    return joined([_pieces(box, element * KINDS + kind, number) for kind, number in several.items()])


def _pieces(box: FateBox, number: int, copies: int) -> str:
    """Return some pieces of a kind in words: `a Snail token`, `2 cards with 3 Snails`."""
    if copies == 1:
        return f"a {piece(box, number)}"
    element, kind = number // KINDS, number % KINDS
    if kind == TOKEN:
        return f"{copies} {box.element_names[element]} tokens"
    return f"{copies} cards with {card(box, element * VALUES + kind)}"


def sets(box: FateBox, number: int) -> str:
    """Return the number of sets in words: ` as 2 sets`; nothing for a single one."""
    return f" as {box.mix_sets[number]} sets" if box.mix_sets[number] > 1 else ""


def reward(box: FateBox, element: int, sets: int = 1) -> str:
    """Return a reward in words: `1 level and 1 gem`."""
    levels, gems = sets * int(box.set_levels[element]), sets * int(box.set_gems[element])
    found = [counted(levels, "level", "levels")] if levels else []
    return joined(found + ([counted(gems, "gem", "gems")] if gems else []))


def does(box: FateBox, character: int) -> list[tuple[str, int]]:
    """Return the actions of a character in order and how often each, repeated ones as one."""
    found: list[tuple[str, int]] = []
    for place in range(box.action_start[character], box.action_start[character + 1]):
        what, times = ACTIONS[box.actions[place]], int(box.amounts[place])
        if found and found[-1][0] == what:
            times += found.pop()[1]
        found.append((what, times))
    return found
