"""The names of things in notation: `snail-3`, `snail-token`, `snail=3+1+token`."""

from typing import TYPE_CHECKING, Final

from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.pieces import CARDS, KINDS, TOKEN, VALUES
from longbeard.games.the_wizard_always_wins.sets import element_of, parts
from longbeard.games.the_wizard_always_wins.trade import MOST_SEATS

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.rules import TheWizardAlwaysWins

KIND_NAMES: Final = ("1", "2", "3", "token")


def card_name(box: FateBox, card: int) -> str:
    """Return a card in notation: `snail-3`."""
    return f"{box.elements[card // VALUES]}-{card % VALUES + 1}"


def piece_name(box: FateBox, piece: int) -> str:
    """Return a piece in notation: `snail-3`, or `snail-token`."""
    return f"{box.elements[piece // KINDS]}-{KIND_NAMES[piece % KINDS]}"


def token_name(box: FateBox, token: int) -> str:
    """Return a token in notation: `snail-token`, `add-a-gem`, `level-up`, `red-gem`."""
    if token >= GEM:
        return f"{box.colours[token - GEM]}-gem"
    return (
        ("add-a-gem", "level-up")[token - len(box.elements)]
        if token >= len(box.elements)
        else (piece_name(box, token * KINDS + TOKEN))
    )


def mix_name(box: FateBox, mix: int) -> str:
    """Return the pieces of a set in notation: `snail=3+1+token`."""
    kinds = "+".join(KIND_NAMES[kind] for kind in parts(box.mixes[mix]))
    return f"{box.elements[element_of(box, mix)]}={kinds}"


def luck_number(state: "TheWizardAlwaysWins", word: str) -> int:
    """Return the number behind a scripted card or token."""
    cards = [card_name(state.box, card) for card in range(CARDS)]
    if word in cards:
        return cards.index(word)
    tokens = [token_name(state.box, token) for token in range(GEM + MOST_SEATS)]
    if word not in tokens:
        raise ValueError(f"{word!r} is neither a card nor a token")
    return tokens.index(word)
