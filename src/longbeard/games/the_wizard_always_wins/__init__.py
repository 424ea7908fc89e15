"""The Wizard Always Wins: fill the Bag of Fate with your gems, and draw one of them out as the Wizard."""

from typing import Final

from longbeard.engine.room import Plate

PLATE: Final = Plate(
    slug="the-wizard-always-wins",
    title="The Wizard Always Wins",
    tagline="Gather mushrooms, raise your level, fill the Bag of Fate, and reach in as the Wizard.",
    seats=(2, 5),
    minutes=(10, 20),
    stage="beta",
    rules=2,
    endings=("own-gem",),
    replays=(1,),  # Since 2, several sets of one element may be turned in at once (E2); nothing else changed.
    scored=False,
)
