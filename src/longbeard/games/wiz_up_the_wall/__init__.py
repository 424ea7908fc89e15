"""Wiz Up The Wall: grow the longest stream of magic up a tower, from memory, without overdoing it."""

from typing import Final

from longbeard.engine.room import FIRST_SEAT, Option, Plate

PLATE: Final = Plate(
    slug="wiz-up-the-wall",
    title="Wiz Up The Wall",
    tagline="Grow the longest stream of magic up the tower, and remember how much mana went into it.",
    seats=(2, 6),
    minutes=(10, 30),
    stage="beta",
    rules=3,
    endings=("longest", "shared", "tie-broken", "nobody-scored"),
    unwon=("nobody-scored",),
    broken=("tie-broken",),
    # Since 2, a total of 0 does not win (P5); a match where it did is refused at its ending. Since 3, a table
    # may choose that ties are broken (P6); nothing else changed.
    replays=(1, 2),
    options=(
        FIRST_SEAT,
        Option("rounds", "How many rounds are played", "3", ("1", "2", "3", "4", "5", "6", "7", "8", "9")),
        Option(
            "ties",
            "Equal totals: shared, or broken by the longest stream of a round",
            "shared",
            ("shared", "longest"),
        ),
        Option("memory", "Count the symbols you have seen for you", "off", ("off", "on")),
    ),
)
