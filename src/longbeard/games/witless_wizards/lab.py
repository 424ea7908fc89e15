"""Counters of the lab for Witless Wizards: cards, abilities and decks."""

from typing import Final

from longbeard.engine.counting import (
    DISCARDED,
    DRAWN,
    GIVEN,
    HELD,
    IN_PLAY,
    KEPT,
    USED,
    WHOLE_TABLE,
    Counting,
    Tally,
    Things,
)
from longbeard.games.witless_wizards import abilities
from longbeard.games.witless_wizards.box import WizardBox

USES: Final = (
    ("splashes", abilities.SPLASH),
    ("drains", abilities.DRAIN),
    ("leeches", abilities.LEECH),
    ("thorns", abilities.THORNS),
    ("recoils", abilities.RECOIL),
    ("regrows", abilities.REGROW),
    ("cursed", abilities.CURSED),
    ("dodges", abilities.DODGE),
    ("scries", abilities.SCRY),
    ("focuses", abilities.FOCUS_ATTACK),
    ("guards", abilities.FOCUS_DEFENCE),
    ("heals", abilities.HEAL),
    ("rerolls", abilities.REROLL),
    ("blocks", abilities.BLOCK),
)
"""Events that tell of an ability at work; the others leave no event."""


def _abilities(box: WizardBox, card: int) -> list[int]:
    return [ability for ability in range(len(abilities.NAMES)) if box.words[card] >> ability & 1]


COUNTING: Final = Counting[WizardBox](
    things=(
        Things("card", lambda box: ["", *box.names[1:]]),
        Things("ability", lambda box: abilities.NAMES),
        Things("deck", lambda box: box.titles, choice=False),
    ),
    tallies=(
        Tally("card", DRAWN, "drawn", "seat", "card"),
        Tally("card", KEPT, "keeps", "seat", "card"),
        Tally("card", GIVEN, "gives", "seat", "card"),
        Tally("card", HELD, "keeps", "seat", "card"),
        Tally("card", HELD, "gives", "to", "card"),
        Tally("card", DISCARDED, "discards", "seat", "card"),
        *(Tally[WizardBox]("card", USED, event, "seat", "card") for event in ("heals", "rerolls", "blocks")),
        Tally("ability", HELD, "keeps", "seat", "card", become=_abilities),
        Tally("ability", HELD, "gives", "to", "card", become=_abilities),
        *(Tally[WizardBox]("ability", USED, event, "seat", fixed=ability) for event, ability in USES),
        Tally("deck", IN_PLAY, "deck", WHOLE_TABLE, "deck"),
    ),
    out="out",
)
