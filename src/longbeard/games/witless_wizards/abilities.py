"""The abilities on the cards. A card's number for each is data; what each does is in `rules.py`, once."""

from typing import Final

FOCUS_ATTACK: Final = 0
FOCUS_DEFENCE: Final = 1
PIERCE: Final = 2
STEADY: Final = 3
TWICE: Final = 4
SPLASH: Final = 5
DRAIN: Final = 6
LEECH: Final = 7
RECOIL: Final = 8
THORNS: Final = 9
DODGE: Final = 10
REACH: Final = 11
REGROW: Final = 12
CURSED: Final = 13
SCRY: Final = 14
MIGHT: Final = 15
WARD: Final = 16
HEAL: Final = 17
REROLL: Final = 18
BLOCK: Final = 19

# Tested together, a bit for each: with none of these on the boards, a strike is over with its hits,
AFTERMATH: Final = (1 << SPLASH) | (1 << DRAIN) | (1 << LEECH) | (1 << THORNS) | (1 << RECOIL)
# and a turn with its income.
TURN_ENDERS: Final = (1 << REGROW) | (1 << CURSED)

NAMES: Final = (
    "focus-attack",
    "focus-defence",
    "pierce",
    "steady",
    "twice",
    "splash",
    "drain",
    "leech",
    "recoil",
    "thorns",
    "dodge",
    "reach",
    "regrow",
    "cursed",
    "scry",
    "might",
    "ward",
    "heal",
    "reroll",
    "block",
)
