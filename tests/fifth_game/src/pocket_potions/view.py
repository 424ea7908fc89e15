"""What a viewer sees of the table, and the same in words."""

from collections.abc import Sequence
from typing import Final, TypedDict

from longbeard.engine.state import OVER
from longbeard.engine.story import sees
from pocket_potions.cards import PotionBox
from pocket_potions.rules import CORK, CUPBOARD, SHELF, STIR, Potions

ENDING_WORDS: Final = {SHELF: "A shelf is full.", CUPBOARD: "The cupboard is empty."}


class Place(TypedDict):
    """What lies before a player."""

    points: int
    brew: list[int]
    pocket_size: int


class Public(TypedDict):
    """What everybody sees."""

    turn: int
    cupboard: int
    spent: list[int]
    boiling: int
    goal: int
    seats: list[Place]


class Private(TypedDict):
    """The pockets that a viewer can look into; None for the others."""

    pockets: list[list[int] | None]


class Look(Public, Private):
    """What one viewer sees."""


def public(state: Potions) -> Public:
    """Return what everybody may see."""
    return {
        "turn": int(state.to_act()),
        "cupboard": int(state.left),
        "spent": state.spent[:],
        "boiling": state.box.boiling,
        "goal": state.goal(),
        "seats": [
            {
                "points": state.points[seat],
                "brew": state.brews[seat][:],
                "pocket_size": len(state.pockets[seat]),
            }
            for seat in range(state.seats)
        ],
    }


def private(state: Potions, viewer: int) -> Private:
    """One's own pocket."""
    pockets = [state.pockets[seat][:] if sees(viewer, seat) else None for seat in range(state.seats)]
    return {"pockets": pockets}


def words(look: Look, names: Sequence[str]) -> list[str]:
    """That look, line by line."""
    lines = [
        f"{look['cupboard']} cards are in the cupboard. Brews boil above {look['boiling']}; "
        f"{look['goal']} points fill a shelf."
    ]
    for seat, place in enumerate(look["seats"]):
        turn = "to play, " if look["turn"] == seat else ""
        brew = f"a brew of {_sum(place['brew'])}" if place["brew"] else "no brew"
        pocket = f"{place['pocket_size']} in the pocket"
        own = look["pockets"][seat]
        if own:
            pocket = f"in the pocket {_list(own)}"
        lines.append(f"{names[seat]} (seat {seat}): {turn}{place['points']} points, {brew}, {pocket}.")
    if look["turn"] == OVER or look["spent"]:
        lines.append(f"Spent: {_list(look['spent'])}.")
    return lines


def _list(cards: Sequence[int]) -> str:
    return ", ".join(map(str, cards)) or "nothing"


def _sum(cards: Sequence[int]) -> str:
    return f"{sum(cards)} ({' + '.join(map(str, cards))})" if len(cards) > 1 else str(cards[0])


def phrase(state: Potions, action: int, names: Sequence[str]) -> str:
    """Return a choice in words."""
    if action == STIR:
        return "stir a card from the cupboard into your brew"
    if action == CORK:
        return f"cork your brew of {sum(state.brews[state.turn])}"
    whose, strength = state.poured(action)
    total = sum(state.brews[whose]) + strength
    result = f"{total}, it boils over" if total > state.box.boiling else f"making {total}"
    target = "your brew" if whose == state.turn else f"the brew of {names[whose]}"
    return f"pour your {strength} into {target}, {result}"


def glossary(box: PotionBox) -> dict[str, str]:
    """Return every word a player may ask about."""
    copies = ", ".join(f"{number} of {strength}" for strength, number in enumerate(box.copies, start=1))
    return {
        "stir": "Stir: turn a card of the cupboard over into your own brew.",
        "pour": "Pour: put a card of your pocket into your brew, or into another that is not empty.",
        "cork": f"Cork: score your brew. One of exactly {box.boiling} scores {box.bonus} more.",
        "boil": f"A brew above {box.boiling} boils over and is lost.",
        "cupboard": f"The cupboard holds, in the beginning: {copies}.",
    }
