"""Counters of the lab for The Wizard Always Wins: cards, elements and their sets, characters, tokens."""

from typing import Final

from longbeard.engine.counting import (
    DISCARDED,
    DRAWN,
    HELD,
    KEPT,
    MET,
    PLAYED,
    SEEN,
    Counting,
    Tally,
    Things,
)
from longbeard.games.the_wizard_always_wins import words
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS, KINDS, TOKEN, VALUES
from longbeard.games.the_wizard_always_wins.sets import element_of

GEM_OF_SOMEBODY: Final = GEM


def _cards(box: FateBox) -> list[str]:
    return [words.card(box, card) for card in range(ELEMENTS * VALUES)]


def _tokens(box: FateBox) -> list[str]:
    return [words.token(box, token).removeprefix("a ") for token in range(GEM)] + ["gem"]


def _token(box: FateBox, token: int) -> list[int]:
    return [min(token, GEM_OF_SOMEBODY)]


def _card_of(box: FateBox, piece: int) -> list[int]:
    """Return the card that a face-up piece is; none, if it is a token."""
    element, kind = divmod(piece, KINDS)
    return [] if kind == TOKEN else [element * VALUES + kind]


COUNTING: Final = Counting[FateBox](
    things=(
        Things("card", _cards),
        Things("element", lambda box: box.element_names),
        Things("character", lambda box: box.character_names),
        Things("token", _tokens, choice=False),
    ),
    tallies=(
        Tally("card", DRAWN, "hand", "seat", "card"),
        Tally("card", DRAWN, "drawn", "seat", "card"),
        Tally("card", SEEN, "sees", "seat", "card"),
        Tally("card", KEPT, "kept", "seat", "card"),
        # What the Oracle keeps comes to the hand as well; otherwise more would play a card than have it.
        Tally("card", DRAWN, "kept", "seat", "card"),
        Tally("card", DISCARDED, "discards", "seat", "card"),
        Tally("card", PLAYED, "plays", "seat", "card"),
        Tally("card", HELD, "plays", "seat", "card"),
        Tally("card", HELD, "trades", "seat", "theirs", become=_card_of),
        Tally("element", PLAYED, "plays", "seat", "card", become=lambda box, card: [card // VALUES]),
        Tally("element", KEPT, "keeps-token", "seat", "element"),
        Tally("element", MET, "turns-in", "seat", "mix", become=lambda box, mix: [int(element_of(box, mix))]),
        Tally("character", PLAYED, "takes", "seat", "character"),
        Tally("token", DRAWN, "token", "seat", "token", become=_token),
    ),
)
