"""Actions as text and back: `take:oracle`, `trade:snail-1>2:bone-3`, `turn-in:snail=3+1+token`."""

from typing import Final

from longbeard.engine.errors import NotAnAction
from longbeard.games.the_wizard_always_wins import rules
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.pieces import CARDS, KINDS, PIECES, TOKEN, VALUES
from longbeard.games.the_wizard_always_wins.rules import TheWizardAlwaysWins
from longbeard.games.the_wizard_always_wins.sets import element_of, parts
from longbeard.games.the_wizard_always_wins.trade import MOST_SEATS, PARTNERS, trade_parts

WORDS: Final = {rules.NO_TRADE: "no-trade", rules.DONE: "done"}
KIND_NAMES: Final = ("1", "2", "3", "token")


def card_name(box: FateBox, card: int) -> str:
    """`snail-3`."""
    return f"{box.elements[card // VALUES]}-{card % VALUES + 1}"


def piece_name(box: FateBox, piece: int) -> str:
    """`snail-3`, or `snail-token`."""
    return f"{box.elements[piece // KINDS]}-{KIND_NAMES[piece % KINDS]}"


def token_name(box: FateBox, token: int) -> str:
    """`snail-token`, `add-a-gem`, `level-up`, `red-gem`."""
    if token >= GEM:
        return f"{box.colours[token - GEM]}-gem"
    return (
        ("add-a-gem", "level-up")[token - len(box.elements)]
        if token >= len(box.elements)
        else (piece_name(box, token * KINDS + TOKEN))
    )


def spell(state: TheWizardAlwaysWins, action: int) -> str:
    """An action as text."""
    box = state.box
    if action in WORDS:
        return WORDS[action]
    if action >= rules.TURN_IN:
        return f"turn-in:{mix_name(box, action - rules.TURN_IN)}"
    if action >= rules.TRADE:
        mine, seat, theirs = trade_parts(action - rules.TRADE)
        return f"trade:{piece_name(box, mine)}>{seat}:{piece_name(box, theirs)}"
    if action >= rules.PLAY:
        return f"play:{card_name(box, action - rules.PLAY)}"
    if action >= rules.KEEP:
        return f"keep:{card_name(box, action - rules.KEEP)}"
    return f"take:{box.characters[action]}"


def mix_name(box: FateBox, mix: int) -> str:
    """`snail=3+1+token`."""
    kinds = "+".join(KIND_NAMES[kind] for kind in parts(box.mixes[mix]))
    return f"{box.elements[element_of(box, mix)]}={kinds}"


def parse(state: TheWizardAlwaysWins, text: str) -> int:
    """The action that a text stands for."""
    for action, word in WORDS.items():
        if text == word:
            return action
    word, _, rest = text.partition(":")
    first, names = _vocabulary(state.box, word)
    if rest in names:
        return first + names.index(rest)
    if word == "trade" and (trade := _parse_trade(state.box, rest)) >= 0:
        return rules.TRADE + trade
    raise NotAnAction(f"{text!r} is not an action of The Wizard Always Wins")


def _vocabulary(box: FateBox, word: str) -> tuple[int, list[str]]:
    """What may follow a word, and the first action of that word."""
    if word == "take":
        return rules.TAKE, box.characters
    if word in ("keep", "play"):
        cards = [card_name(box, card) for card in range(CARDS)]
        return rules.KEEP if word == "keep" else rules.PLAY, cards
    if word == "turn-in":
        return rules.TURN_IN, [mix_name(box, mix) for mix in range(len(box.mixes))]
    return 0, []


def _parse_trade(box: FateBox, text: str) -> int:
    mine, _, rest = text.partition(">")
    seat, _, theirs = rest.partition(":")
    pieces = [piece_name(box, piece) for piece in range(PIECES)]
    seats = [str(number) for number in range(MOST_SEATS)]
    if mine not in pieces or theirs not in pieces or seat not in seats:
        return -1
    return pieces.index(mine) * PARTNERS + int(seat) * PIECES + pieces.index(theirs)


def luck_number(state: TheWizardAlwaysWins, word: str) -> int:
    """The number behind a scripted card or token."""
    cards = [card_name(state.box, card) for card in range(CARDS)]
    if word in cards:
        return cards.index(word)
    tokens = [token_name(state.box, token) for token in range(GEM + MOST_SEATS)]
    return tokens.index(word)
