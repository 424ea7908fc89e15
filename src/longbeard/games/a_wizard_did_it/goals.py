"""Goals as data: when they are checked, and whose knights they are about."""

from typing import Final

# K16: a goal is checked when a stack modifier is resolved or an encounter ends. A bit for each event.
IN_SPACE: Final = 1
LURKING: Final = 2
SURPRISE: Final = 4
DEFEAT: Final = 8
FALL: Final = 16
KNIGHT_BITS: Final = 5
"""So many bits further are the same events of knight 1."""
ALL_EVENTS: Final = 0x3FF
EVENT_FACTS: Final = 0x1FF80000000
"""The same among the facts, from `box.EVENT_BITS` on."""

EVENTS: Final = {
    "in-space": IN_SPACE,
    "lurking": LURKING,
    "surprise": SURPRISE,
    "encounter": DEFEAT | FALL,
    "defeat": DEFEAT,
    "fall": FALL,
}
KNIGHTS: Final = ("own", "rival", "either")
SUBJECTS: Final = {"own": "Your knight", "rival": "The rival's knight", "either": "A knight"}
"""Beginning of a goal's text, as its owner reads it."""
NO_LIMIT: Final = 1_000_000


def triggers(knight: str, event: str, seat: int) -> int:
    """Return the events of either knight at which a goal of a seat is checked, as bits.

    >>> triggers("rival", "encounter", 0) == (DEFEAT | FALL) << KNIGHT_BITS
    True
    """
    knights = {"own": (seat,), "rival": (1 - seat,), "either": (0, 1)}[knight]
    return sum(EVENTS[event] << number * KNIGHT_BITS for number in knights)
