"""The contract of Pocket Potions: `check` and mypy check it."""

from typing import Final

from longbeard.engine.game import Game
from pocket_potions import cards, drawings, events, notation, rules, view

GAME: Final = Game[rules.Potions, cards.PotionBox, view.Look](
    open_box=cards.open_box,
    table=rules.table,
    public=view.public,
    private=view.private,
    words=view.words,
    events=events.ROWS,
    namers=events.NAMERS,
    spell=notation.spell,
    parse=notation.parse,
    phrase=view.phrase,
    endings=view.ENDING_WORDS,
    glossary=view.glossary,
    pieces=drawings.pieces,
    needs=("a pencil and paper for the points",),
)
