"""The contract of The Wizard Always Wins: one `Game`."""

from typing import Final

from longbeard.engine.game import Game
from longbeard.games.the_wizard_always_wins import (
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
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.choices import DEEDS
from longbeard.games.the_wizard_always_wins.encode import ENCODER
from longbeard.games.the_wizard_always_wins.hints import HINTS
from longbeard.games.the_wizard_always_wins.lab import COUNTING

GAME: Final = Game[rules.TheWizardAlwaysWins, FateBox, view.Look](
    open_box=cards.open_box,
    table=rules.table,
    public=view.public,
    private=view.private,
    words=view.words,
    events=events.ROWS,
    cites=events.CITES,
    namers=events.NAMERS,
    spell=DEEDS.spell,
    parse=choices.parse,
    phrase=DEEDS.phrase,
    label=DEEDS.label,
    steps=DEEDS.steps,
    ask=view.ask,
    endings=view.ENDING_WORDS,
    fate=view.fate,
    glossary=view.glossary,
    luck_number=notation.luck_number,
    hints=HINTS,
    counting=COUNTING,
    encoder=ENCODER,
    face=face.FACE,
    panels=panels.panels,
    pieces=drawings.pieces,
    examples=examples.examples,
    needs=(
        "a bag or a sock that nobody can look into",
        "five paper fasteners for the dials, or pins and corks",
    ),
)
