"""What a viewer sees of the table, and what happened, in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from longbeard.engine.state import OVER, Box, State
from longbeard.engine.story import Event, sees
from pocket_potions import events
from pocket_potions.cards import PotionBox
from pocket_potions.rules import CORK, CUPBOARD, SHELF, STIR, Potions

EVENT_NAMES: Final = {
    events.BEGINS: "begins",
    events.DRAWS: "draws",
    events.FINDS: "finds",
    events.STIRS: "stirs",
    events.POURS: "pours",
    events.BOILS: "boils-over",
    events.CORKS: "corks",
}
ENDING_WORDS: Final = {SHELF: "A shelf is full.", CUPBOARD: "The cupboard is empty."}


def look(state: State, viewer: int) -> dict[str, Any]:
    """What a viewer may see, as plain data."""
    assert isinstance(state, Potions)
    seats = []
    for seat in range(state.seats):
        place: dict[str, Any] = {
            "points": state.points[seat],
            "brew": state.brews[seat][:],
            "pocket_size": len(state.pockets[seat]),
        }
        if sees(viewer, seat):
            place["pocket"] = state.pockets[seat][:]
        seats.append(place)
    return {
        "turn": int(state.to_act()),
        "cupboard": int(state.left),
        "spent": state.spent[:],
        "boiling": state.box.boiling,
        "goal": state.goal(),
        "seats": seats,
    }


def words(look: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """That look, line by line."""
    lines = [
        f"{look['cupboard']} cards are in the cupboard. Brews boil above {look['boiling']}; "
        f"{look['goal']} points fill a shelf."
    ]
    for seat, place in enumerate(look["seats"]):
        turn = "to play, " if look["turn"] == seat else ""
        brew = f"a brew of {_sum(place['brew'])}" if place["brew"] else "no brew"
        pocket = f"{place['pocket_size']} in the pocket"
        if place.get("pocket"):
            pocket = f"in the pocket {_list(place['pocket'])}"
        lines.append(f"{names[seat]} (seat {seat}): {turn}{place['points']} points, {brew}, {pocket}.")
    if look["turn"] == OVER or look["spent"]:
        lines.append(f"Spent: {_list(look['spent'])}.")
    return lines


def _list(cards: Sequence[int]) -> str:
    return ", ".join(map(str, cards)) or "nothing"


def _sum(cards: Sequence[int]) -> str:
    return f"{sum(cards)} ({' + '.join(map(str, cards))})" if len(cards) > 1 else str(cards[0])


def tell(box: Box, event: Event, names: Sequence[str]) -> str:
    """An event as a sentence."""
    who, number, whose = names[event.data[0]], event.data[1], event.data[2]
    if event.kind == events.BEGINS:
        return f"{who} plays first."
    if event.kind == events.DRAWS:
        return f"{who} draws a card into the pocket."
    if event.kind == events.FINDS:
        return f"It is a {number}."
    if event.kind == events.STIRS:
        return f"{who} stirs in a {number}."
    if event.kind == events.POURS:
        target = "their own brew" if whose == event.data[0] else f"the brew of {names[whose]}"
        return f"{who} pours a {number} into {target}."
    if event.kind == events.BOILS:
        return f"At {number}, the brew of {who} boils over."
    return f"{who} corks a bottle for {number} points."


def phrase(state: State, action: int, names: Sequence[str]) -> str:
    """A choice in words."""
    assert isinstance(state, Potions)
    if action == STIR:
        return "stir a card from the cupboard into your brew"
    if action == CORK:
        return f"cork your brew of {sum(state.brews[state.turn])}"
    whose, strength = state.poured(action)
    total = sum(state.brews[whose]) + strength
    result = f"{total}, it boils over" if total > state.box.boiling else f"making {total}"
    target = "your brew" if whose == state.turn else f"the brew of {names[whose]}"
    return f"pour your {strength} into {target}, {result}"


def glossary(box: Box) -> dict[str, str]:
    """Every word a player may ask about."""
    assert isinstance(box, PotionBox)
    copies = ", ".join(f"{number} of {strength}" for strength, number in enumerate(box.copies, start=1))
    return {
        "stir": "Stir: turn a card of the cupboard over into your own brew.",
        "pour": "Pour: put a card of your pocket into your brew, or into another that is not empty.",
        "cork": f"Cork: score your brew. One of exactly {box.boiling} scores {box.bonus} more.",
        "boil": f"A brew above {box.boiling} boils over and is lost.",
        "cupboard": f"The cupboard holds, in the beginning: {copies}.",
    }
