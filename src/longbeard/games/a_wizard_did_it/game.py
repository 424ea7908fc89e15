"""The contract of A Wizard Did It…: one `Game`."""

from typing import Final

from longbeard.engine.game import Game
from longbeard.games.a_wizard_did_it import (
    cards,
    choices,
    drawings,
    events,
    examples,
    face,
    notation,
    panels,
    rules,
    view,
)
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.encode import ENCODER
from longbeard.games.a_wizard_did_it.hints import HINTS
from longbeard.games.a_wizard_did_it.lab import COUNTING

GAME: Final = Game[rules.AWizardDidIt, RoadBox, view.Look](
    open_box=cards.open_box,
    table=rules.table,
    public=view.public,
    private=view.private,
    words=view.words,
    events=events.ROWS,
    cites=events.CITES,
    namers=events.NAMERS,
    spell=notation.spell,
    parse=notation.parse,
    phrase=choices.phrase,
    label=choices.label,
    steps=choices.steps,
    ask=view.ask,
    endings=view.ENDING_WORDS,
    fate=view.fate,
    moments=view.moments,
    glossary=view.glossary,
    luck_number=notation.luck_number,
    hints=HINTS,
    counting=COUNTING,
    encoder=ENCODER,
    face=face.FACE,
    panels=panels.panels,
    pieces=drawings.pieces,
    examples=examples.examples,
    needs=("nothing else: Valor is counted with the printed markers",),
    lessons={"training": rules.training},
)
