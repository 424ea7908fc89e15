"""Match The Top: play cards that fit the top one; the game that boardgame.io's server plays in the bench."""

from longbeard.engine.room import Plate

PLATE = Plate(
    slug="match-the-top",
    title="Match The Top",
    tagline="Suit or rank: what fits, counts.",
    seats=(2, 2),
    minutes=(5, 10),
    stage="example",
    rules=1,
    endings=("empty-hand",),
)
