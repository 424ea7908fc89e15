"""The actions of Witless Wizards and the decisions they answer, by number.

All in one module, because mypyc folds sums of constants only within one.
"""

from typing import Final

MOST_SEATS: Final = 4
MOST_CUBES: Final = 9
"""Most cubes that one focus or guard may take; the box is checked against it."""
MOST_STAMINA: Final = 40

# The actions. Ranges leave room for their largest number, and the cards, which are data, come last.
SPEND: Final = 0
HOLD: Final = 1
KEEP: Final = 2
GIVE: Final = 3
ATTACK: Final = GIVE + MOST_SEATS
FOCUS: Final = ATTACK + MOST_SEATS
REROLL: Final = FOCUS + MOST_CUBES + 1
STAND: Final = REROLL + 1
GUARD: Final = STAND + 1
BLOCK: Final = GUARD + MOST_CUBES + 1
TAKE_IT: Final = BLOCK + 1
RECOVER: Final = TAKE_IT  # from 1
HEAL: Final = RECOVER + MOST_STAMINA
END: Final = HEAL + 1
DISCARD: Final = END  # and a card, from 1

# The decisions.
DRAW_MORE: Final = 0  # D2
WHICH_CARD: Final = 1  # D2
WHOSE: Final = 2  # D3
GIVE_TO: Final = 3  # D5
TARGET: Final = 4  # B2
FOCUSING: Final = 5
REROLLING: Final = 6
GUARDING: Final = 7
BLOCKING: Final = 8
RESTING: Final = 9  # B5
FINISHED: Final = 10

# Moments between decisions that people should see: the hits fall, or are blocked.
STRUCK: Final = 11
BLOCKED: Final = 12
