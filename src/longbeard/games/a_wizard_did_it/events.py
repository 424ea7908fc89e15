"""What can happen in A Wizard Did It…. The numbers behind an event are named beside it.

A knight is the seat of its wizard; a stack is seat * 3 + location; "…" are any number of them.
"""

from typing import Final

# Setup and Wizard's Phase
FIRST: Final = 0  # seat
GOAL_DEALT: Final = 1  # seat, goal
DEALT: Final = 2  # seat, cards
DRAWS: Final = 3  # seat
DRAWN: Final = 4  # seat, card: whispered
DECK_OUT: Final = 5
PLAYS: Final = 6  # seat, card, stack
ONLY_ITEMS: Final = 7  # seat: an item went on an item, so the whole hand was items (W9)
SWAPS: Final = 8  # seat, lower stack, higher stack, card now on the lower, card now on the higher
SWAPS_NOTHING: Final = 9  # seat

# Knight's Phase
KNIGHTS_PHASE: Final = 10  # the knight that goes first
TURN: Final = 11  # knight
GOES_TO: Final = 12  # knight, location
REVEALS: Final = 13  # knight, card, location
IN_SPACE: Final = 14  # knight, location, cards…, top first
LURKING: Final = 15  # the same
SURPRISE: Final = 16  # the same
GOAL: Final = 17  # seat, goal, points
NO_MONSTER: Final = 18  # knight, item or none, location
ENCOUNTER: Final = 19  # knight, location, item or none, cards…
MONSTERS: Final = 20  # knight, strength, and for each part: reason, card or combo, strength
KNIGHT: Final = 21  # knight, strength, Valor, whether Valor alone counts, and for each item: card, bonus
WINS: Final = 22  # knight, its strength, the monsters'
LOSES: Final = 23  # knight, its strength, the monsters'
TAKES: Final = 24  # knight, item
LEAVES: Final = 25  # knight, item
VALOR: Final = 26  # knight, change, Valor after, for the outcome itself, and for each card: card, change
WAITS: Final = 27  # knight
CASTLE: Final = 28  # knight
PRINCESS: Final = 29  # knight, points
ROAD_ENDS: Final = 30  # knight: in training there is no Castle
SCORE: Final = 31  # seat, total, Valor, for the Princess, and for each goal met: goal, points
WON: Final = 32  # seat, points
TIE: Final = 33  # points

# The parts of the monsters' strength (K6).
PAIR: Final = 0  # a combo
LONE: Final = 1  # a card
HOME: Final = 2  # a card
ADDED: Final = 3  # a card: With Laser Beams
