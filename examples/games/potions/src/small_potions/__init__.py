"""Small Potions: brew, spoil the others' brews, and cork before it boils over."""

from longbeard.engine.room import FIRST_SEAT, Plate

PLATE = Plate(
    slug="small-potions",
    title="Small Potions",
    tagline="Stir, spoil and cork before it boils over.",
    seats=(2, 4),
    minutes=(5, 10),
    stage="example",
    rules=1,
    endings=("shelf", "cupboard"),
    options=(FIRST_SEAT,),
)
