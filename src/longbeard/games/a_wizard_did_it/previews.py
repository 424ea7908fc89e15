"""Effect of a card on a stack, as far as its owner may know: its top, and how tall it is."""

from longbeard.games.a_wizard_did_it.printed import HOME, PAIR, Card, Sign
from longbeard.games.a_wizard_did_it.view import Stack


def preview(card: Card, stack: Stack) -> str:
    """Return in a few words what a card does there as it lies now; empty if there is nothing to say.

    What is played last is met first: so a monster comes before the item below it, and an item that lies on
    top is met by nobody but the knight.
    """
    top, kind = stack["top"], card["kind"]
    if kind == "stack modifier":
        return _moves(card, stack)
    if kind == "item":
        return "loot for free, unless guarded"
    if kind == "monster":
        return _meets(card, stack)
    if kind == "monster modifier" and top:
        if top["kind"] == "monster":
            return f"for the {top['name']}"
        return "no monster below it" if top["kind"] == "item" else ""
    return ""


def _meets(card: Card, stack: Stack) -> str:
    said = []
    top = stack["top"]
    if top and (pair := _sign(card, PAIR, top["slug"])):
        said.append(f"{pair['name']}: {pair['number']}")
    elif top and top["kind"] == "item":
        said.append(f"guards the {top['name']}")
    elif top and top["kind"] == "monster modifier":
        said.append(top["name"])
    if home := _sign(card, HOME, stack["location"]):
        said.append(f"at home: {home['number']}")
    return ", ".join(said)


def _sign(card: Card, kind: str, of: str) -> Sign | None:
    return next((sign for sign in card["signs"] if sign["kind"] == kind and sign["of"] == of), None)


def _moves(card: Card, stack: Stack) -> str:
    """Return what a stack modifier takes, if nothing else is laid on the stack before it."""
    height, top = stack["height"], stack["top"]
    taken = min(int(card["mark"]), height)
    if not taken or not top:
        return "nothing there to take"
    if card["effect"] == "surprise":
        return "brings up the bottom card" if taken == 1 else f"brings up the bottom {taken}"
    named = top["name"] if taken == 1 else f"{top['name']} and {taken - 1} more"
    return f"{named}: into space" if card["effect"] == "in-space" else f"{named}: under the stack"
