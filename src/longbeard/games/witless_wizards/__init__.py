"""Witless Wizards: equip yourself and your enemies, then hit them."""

from typing import Final

from longbeard.engine.room import FIRST_SEAT, RANDOM, Option, Plate

PLATE: Final = Plate(
    slug="witless-wizards",
    title="Witless Wizards",
    tagline="Arm yourself, saddle your enemies with rubbish, and be the last wizard standing.",
    seats=(2, 4),
    minutes=(20, 40),
    stage="beta",
    rules=1,
    endings=("last-standing", "nobody-left", "nobody-left-shared"),
    options=(
        Option(
            "decks",
            "Which three decks are in play",
            RANDOM,
            ("samurai", "wizard", "sci-fi", "medieval", "pirate"),
            choose=3,
        ),
        FIRST_SEAT,
    ),
    scored=False,
)
