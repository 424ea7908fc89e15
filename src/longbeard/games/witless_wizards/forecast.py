"""Forecast of an attack: the exact chance of each number of hits, from what everybody sees.

The rules themselves are asked, once for each face of the die. What the target may do after the roll is the
target's decision, so it is no part of the chances; `notes` says what it could be.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypedDict

from longbeard.games.witless_wizards import abilities
from longbeard.games.witless_wizards.box import SLOTS
from longbeard.games.witless_wizards.rules import WitlessWizards

ALL: Final = 100


class Chance(TypedDict):
    """One possible outcome of an attack."""

    hits: int
    percent: int
    left: int
    """Stamina that the target would have left; at 0 or below it is out."""


class Forecast(TypedDict):
    """The possible outcomes of an attack on one target."""

    seat: int
    chances: list[Chance]
    """From the fewest hits to the most; the percents add up to 100."""
    notes: list[str]
    """Further notes, in words that are right for every reader."""


def forecast(state: WitlessWizards, target: int, focus: int = 0) -> Forecast:
    """Return what the attack of the player whose turn it is can do to a target, with `focus` cubes put into
    it."""
    ways = outcomes(state, target, focus)
    stamina = int(state.stamina[target])
    chances: list[Chance] = [
        {"hits": hits, "percent": percent, "left": stamina - hits}
        for hits, percent in zip(ways, percents(list(ways.values())), strict=True)
    ]
    return {"seat": target, "chances": chances, "notes": _notes(state, target)}


def outcomes(state: WitlessWizards, target: int, focus: int = 0) -> dict[int, int]:
    """Return in how many ways the dice can fall for each number of hits, from the fewest hits to the most."""
    table = state.clone()
    table.target, table.focus, table.guard = target, focus, 0
    found: Counter[int] = Counter()
    for face, ways in rolls(state).items():
        table.die = face
        found[int(table.hits())] += ways
    return dict(sorted(found.items()))


def rolls(state: WitlessWizards) -> Mapping[int, int]:
    """Return how many ways there are to roll each face: of one die, or of the better of two (X5)."""
    faces = [int(face) for face in state.box.die]
    if not state.says(state.turn, 1 << abilities.TWICE):
        return Counter(faces)
    return Counter([max(one, other) for one in faces for other in faces])


def percents(ways: Sequence[int]) -> list[int]:
    """Return shares in whole percents that add up to 100: rounding losses go to the largest remainders.

    >>> percents([1, 1, 1]), percents([3, 2, 1])
    ([34, 33, 33], [50, 33, 17])
    """
    total = sum(ways)
    floors = [ALL * way // total for way in ways]
    by_remainder = sorted(range(len(ways)), key=lambda place: (-(ALL * ways[place] % total), place))
    for place in by_remainder[: ALL - sum(floors)]:
        floors[place] += 1
    return floors


def _notes(state: WitlessWizards, target: int) -> list[str]:
    me, them = int(state.turn), target
    found = []
    guard = int(state.cubes_for(them, abilities.FOCUS_DEFENCE))
    if guard:
        found.append(f"can guard: up to {guard} hits less")
    if state.says(them, 1 << abilities.BLOCK):
        found.append(f"can block with the {_card_with(state, them, abilities.BLOCK)}")
    focus = int(state.cubes_for(me, abilities.FOCUS_ATTACK))
    if focus:
        found.append(f"cubes can add up to {focus} hits")
    if state.says(me, 1 << abilities.REROLL):
        found.append(f"the {_card_with(state, me, abilities.REROLL)} can roll again")
    thorns, recoil = int(state.total(them, abilities.THORNS)), int(state.total(me, abilities.RECOIL))
    if thorns:
        found.append(f"thorns: {thorns} back for a hit")
    if recoil:
        found.append(f"recoil: {recoil} back in any case")
    return found


def _card_with(state: WitlessWizards, seat: int, ability: int) -> str:
    """Return the name of a wizard's card that has an ability."""
    row = ability * state.box.cards
    worn = [int(card) for card in state.worn[seat * SLOTS : (seat + 1) * SLOTS]]
    return next(state.box.names[card] for card in worn if state.box.powers[row + card])
