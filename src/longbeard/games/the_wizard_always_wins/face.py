"""Where things are on the page of The Wizard Always Wins: spots to point at, and where events happen.

A spot's key says only what everybody who sees the spot can read off it: `character.oracle`, `2.snail-token`.
"""

from typing import Final

from longbeard.engine.story import Event
from longbeard.games.the_wizard_always_wins import events, rules
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.notation import card_name, mix_name, piece_name, token_name
from longbeard.games.the_wizard_always_wins.pieces import KINDS, TOKEN, VALUES
from longbeard.games.the_wizard_always_wins.rules import TheWizardAlwaysWins
from longbeard.games.the_wizard_always_wins.sets import element_of
from longbeard.games.the_wizard_always_wins.trade import trade_parts

BAG: Final = "bag"
DECK: Final = "deck"
DISCARDS: Final = "discards"


def steps(state: TheWizardAlwaysWins, action: int) -> list[str]:
    """One spot for everything but a trade: that is a piece of one's own, then one of somebody else's."""
    box = state.box
    if action >= rules.TURN_IN:
        return [f"mix.{mix_name(box, action - rules.TURN_IN)}"]
    if action == rules.DONE:
        return ["done"]
    if action >= rules.TRADE:
        mine, seat, theirs = trade_parts(action - rules.TRADE)
        return [piece_key(box, int(state.turn), mine), piece_key(box, seat, theirs)]
    if action == rules.NO_TRADE:
        return ["no-trade"]
    if action >= rules.PLAY:
        return [f"hand.{card_name(box, action - rules.PLAY)}"]
    if action >= rules.KEEP:
        return [f"looked.{card_name(box, action - rules.KEEP)}"]
    return [f"character.{box.characters[action]}"]


def piece_key(box: FateBox, seat: int, piece: int) -> str:
    """`2.snail-token`: a kind of piece that lies face up before a player."""
    return f"{seat}.{piece_name(box, piece)}"


def spots(box: FateBox, event: Event) -> list[str]:
    """Where an event happened; the most particular spot comes last."""
    kind, data = event.kind, event.data
    if kind in SEAT_PART:
        return [f"{data[0]}.{SEAT_PART[kind]}"]
    if kind in (events.DEALT, events.DRAWS):
        return [DECK, f"{data[0]}.hand"]
    return _card_spots(box, kind, data) or _bag_spots(box, kind, data)


SEAT_PART: Final = {
    events.PLACE: "board", events.TURN: "board", events.NOTHING_TO_PLAY: "hand", events.KEEPS: "hand",
    events.NO_TRADE: "board", events.NOTHING_TO_TRADE: "board", events.DONE: "board", events.MARKER: "board",
    events.NO_GEM_LEFT: "gems", events.LEVEL_UP: "level", events.DIAL_END: "level",
}  # fmt: skip


def _card_spots(box: FateBox, kind: int, data: list[int]) -> list[str]:
    """What happens with characters, cards and pieces."""
    if kind == events.TAKES:
        return [f"character.{box.characters[data[1]]}"]
    if kind in (events.HAND, events.DRAWN, events.KEPT):
        return [f"hand.{card_name(box, data[1])}"]
    if kind == events.SEES:
        return [f"looked.{card_name(box, data[1])}"]
    if kind == events.PLAYS:
        element = data[1] // VALUES
        return [piece_key(box, data[0], element * KINDS + data[1] % VALUES)]
    if kind == events.TRADES:
        return [piece_key(box, data[0], data[3]), piece_key(box, data[2], data[1])]
    if kind == events.TURNS_IN:
        return [f"{data[0]}.{box.elements[element_of(box, data[1])]}"]
    if kind in (events.NOTHING_TO_DRAW, events.LOOKS, events.REFILL):
        return [DECK]
    return [DISCARDS] if kind == events.DISCARDS else []


def _bag_spots(box: FateBox, kind: int, data: list[int]) -> list[str]:
    """What happens with the Bag of Fate."""
    if kind in (events.REACHES, events.RETURNED, events.FATE, events.MISSES):
        return [BAG]
    if kind == events.TOKEN:
        return [BAG, f"{BAG}.{token_name(box, data[1])}"]
    if kind == events.ADDS_GEM:
        return [BAG, f"{data[0]}.gems"]
    if kind == events.KEEPS_TOKEN:
        return [piece_key(box, data[0], data[1] * KINDS + TOKEN)]
    return [BAG, f"{data[0]}.board"] if kind == events.WINS else []
