"""Match The Top as the house sees it."""

from typing import Final

from longbeard.engine.game import Game
from match_the_top import cards, choices, events, face, rules, view
from match_the_top.box import TopBox

GAME: Final = Game[rules.MatchTheTop, TopBox, view.Look](
    open_box=cards.open_box,
    table=rules.table,
    public=view.public,
    private=view.private,
    words=view.words,
    events=events.ROWS,
    cites=events.CITES,
    namers=events.NAMERS,
    spell=choices.spell,
    parse=choices.parse,
    phrase=choices.phrase,
    label=choices.label,
    steps=choices.steps,
    ask=view.ask,
    endings=view.ENDING_WORDS,
    glossary=view.glossary,
    face=face.FACE,
)
