"""A Wizard Did It…: build the roads that two knights walk, card by card, and see who planned better."""

from typing import Final

from longbeard.engine.room import FIRST_SEAT, Option, Plate

PLATE: Final = Plate(
    slug="a-wizard-did-it",
    title="A Wizard Did It…",
    tagline="Pile monsters, loot and bad surprises on two knights' roads, then watch them walk.",
    seats=(2, 2),
    minutes=(15, 25),
    stage="beta",
    rules=1,
    endings=("most-points", "tie"),
    options=(
        FIRST_SEAT,
        Option(
            "memory",
            "Memory aid: show every card that was openly played on each stack",
            "off",
            ("off", "on"),
        ),
    ),
)
