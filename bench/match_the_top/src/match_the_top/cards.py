"""Reads cards.toml, and refuses what cannot be played with."""

import tomllib
from hashlib import sha256
from typing import Final

from longbeard.engine.errors import BadBox
from match_the_top.box import TopBox

MOST_CARDS: Final = 60
"""A hand is a number with a bit for each card."""
KEYS: Final = {"suits", "ranks", "hand"}


def open_box(text: str) -> TopBox:
    """The box that a card file describes, or BadBox."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"cards.toml: {error}") from error
    if set(data) != KEYS:
        raise BadBox(f"cards.toml has {', '.join(sorted(KEYS))}, and nothing else")
    suits, ranks, hand = data["suits"], data["ranks"], data["hand"]
    if not isinstance(suits, list) or not suits or not all(isinstance(suit, str) and suit for suit in suits):
        raise BadBox("suits: a list of names")
    if len(set(suits)) < len(suits):
        raise BadBox("suits: every suit has a name of its own")
    if type(ranks) is not int or not 1 <= ranks * len(suits) <= MOST_CARDS:
        raise BadBox(f"ranks: a whole number, and {MOST_CARDS} cards at most in all suits together")
    if type(hand) is not int or not 1 <= 2 * hand < ranks * len(suits):
        raise BadBox("hand: at least 1, and a card must be left to turn up")
    box = TopBox(suits, ranks, hand)
    box.digest = sha256(text.encode()).hexdigest()
    return box
