"""Small Bats: follow suit, and take no bats."""

from longbeard.engine.room import FIRST_SEAT, Plate

PLATE = Plate(
    slug="small-bats",
    title="Small Bats",
    tagline="Follow suit, and take no bats.",
    seats=(3, 4),
    minutes=(10, 20),
    stage="example",
    rules=1,
    endings=("deals",),
    options=(FIRST_SEAT,),
)
