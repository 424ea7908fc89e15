"""What can happen in The Wizard Always Wins. The numbers behind an event are named beside it."""

from typing import Final

DEALT: Final = 0  # seat, cards
HAND: Final = 1  # seat, card: whispered
PLACE: Final = 2  # seat, place in the turn order of round 1
ROUND: Final = 3  # number
TURN: Final = 4  # seat
TAKES: Final = 5  # seat, character
DRAWS: Final = 6  # seat
DRAWN: Final = 7  # seat, card: whispered
NOTHING_TO_DRAW: Final = 8  # seat
REFILL: Final = 9  # cards in the new deck
LOOKS: Final = 10  # seat, cards
SEES: Final = 11  # seat, card: whispered
KEEPS: Final = 12  # seat
KEPT: Final = 13  # seat, card: whispered
DISCARDS: Final = 14  # seat, card
PLAYS: Final = 15  # seat, card
NOTHING_TO_PLAY: Final = 16  # seat
TRADES: Final = 17  # seat, piece, other seat, their piece
NO_TRADE: Final = 18  # seat
NOTHING_TO_TRADE: Final = 19  # seat
REACHES: Final = 20  # seat, tokens to draw, tokens in the bag
TOKEN: Final = 21  # seat, token, how many were drawn with it
ADDS_GEM: Final = 22  # seat, own gems in the bag now
NO_GEM_LEFT: Final = 23  # seat
LEVEL_UP: Final = 24  # seat, level after
DIAL_END: Final = 25  # seat, level
KEEPS_TOKEN: Final = 26  # seat, element
RETURNED: Final = 27  # seat, tokens that went back into the bag
FATE: Final = 28  # seat, tokens to draw, own gems in the bag, tokens in the bag
MISSES: Final = 29  # seat, tokens drawn
TURNS_IN: Final = 30  # seat, mix
DONE: Final = 31  # seat
MARKER: Final = 32  # seat, number on the turn order track
WINS: Final = 33  # seat, which token it was, tokens to draw, own gems in the bag, tokens in the bag
