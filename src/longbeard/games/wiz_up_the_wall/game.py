"""The contract of Wiz Up The Wall: one `Game`."""

from typing import Final

from longbeard.engine.game import Game
from longbeard.games.wiz_up_the_wall import (
    cards,
    choices,
    drawing,
    drawings,
    events,
    examples,
    face,
    panels,
    rules,
    view,
)
from longbeard.games.wiz_up_the_wall.box import StreamBox
from longbeard.games.wiz_up_the_wall.encode import ENCODER
from longbeard.games.wiz_up_the_wall.hints import HINTS
from longbeard.games.wiz_up_the_wall.lab import COUNTING

GAME: Final = Game[rules.WizUpTheWall, StreamBox, view.Look](
    open_box=cards.open_box,
    table=rules.table,
    public=view.public,
    private=view.private,
    words=drawing.words,
    events=events.ROWS,
    cites=events.CITES,
    namers=events.NAMERS,
    spell=choices.spell,
    parse=choices.parse,
    phrase=choices.phrase,
    label=choices.label,
    steps=choices.steps,
    risky=choices.risky,
    ask=view.ask,
    endings=view.ENDING_WORDS,
    fate=view.fate,
    glossary=view.glossary,
    luck_number=choices.luck_number,
    hints=HINTS,
    counting=COUNTING,
    encoder=ENCODER,
    face=face.FACE,
    panels=panels.panels,
    pieces=drawings.pieces,
    examples=examples.examples,
    needs=("a pencil for the score sheet", "a table with room for a tower: about 60 × 60 cm for two wizards"),
)
