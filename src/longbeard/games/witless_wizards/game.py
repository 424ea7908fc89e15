"""The contract of Witless Wizards: one `Game`."""

from typing import Final

from longbeard.engine.game import Game
from longbeard.games.witless_wizards import (
    cards,
    drawings,
    events,
    examples,
    face,
    notation,
    panels,
    rules,
    view,
)
from longbeard.games.witless_wizards.box import WizardBox
from longbeard.games.witless_wizards.choices import DEEDS
from longbeard.games.witless_wizards.encode import ENCODER
from longbeard.games.witless_wizards.hints import HINTS
from longbeard.games.witless_wizards.lab import COUNTING

GAME: Final = Game[rules.WitlessWizards, WizardBox, view.Look](
    open_box=cards.open_box,
    table=rules.table,
    public=view.public,
    private=view.private,
    words=view.words,
    events=events.ROWS,
    cites=events.CITES,
    namers=events.NAMERS,
    spell=DEEDS.spell,
    parse=DEEDS.parse,
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
        "glue for the die, or a die of your own and the list of what its sides mean",
        "cubes, beads or buttons instead of the printed cubes, if you have some",
    ),
)
