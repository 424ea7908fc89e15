"""What one can do, as text: `draw`, and `play 5 of moons`."""

from collections.abc import Sequence

from longbeard.engine.errors import NotAnAction
from match_the_top.rules import DRAW, PLAY, MatchTheTop


def spell(state: MatchTheTop, action: int) -> str:
    """An action as text."""
    return "draw" if action == DRAW else f"play {state.box.name(action - PLAY)}"


def parse(state: MatchTheTop, text: str) -> int:
    """The action that a text stands for, or NotAnAction."""
    words = " ".join(text.lower().split())
    if words == "draw":
        return DRAW
    verb, _, card = words.partition(" ")
    rank, _, suit = card.partition(" of ")
    box = state.box
    if verb == "play" and suit in box.suits and rank.isascii() and rank.isdecimal() and rank[0] != "0":
        number = int(rank)
        if number <= box.ranks:
            return PLAY + box.suits.index(suit) * box.ranks + number - 1
    raise NotAnAction(f"{text!r} is not draw, or play RANK of SUIT")


def phrase(state: MatchTheTop, action: int, names: Sequence[str]) -> str:
    """A choice in words."""
    if action == DRAW:
        return "draw a card"
    card, box = action - PLAY, state.box
    if not box.fits(card, int(state.top)):
        return f"play the {box.name(card)}"
    points = box.rank(card)
    return f"play the {box.name(card)} for {points} point{'s' if points > 1 else ''}"


def label(state: MatchTheTop, action: int) -> str:
    """A choice on a button."""
    return "Draw" if action == DRAW else state.box.name(action - PLAY)


def steps(state: MatchTheTop, action: int) -> list[str]:
    """The spot that one points at."""
    return ["deck" if action == DRAW else f"card:{action - PLAY}"]
