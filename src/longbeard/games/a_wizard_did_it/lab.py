"""Counters of the lab for A Wizard Did It…: cards, goals and combos."""

from typing import Final

from longbeard.engine.counting import (
    ATTEMPTED,
    DRAWN,
    HELD,
    MET,
    PLAYED,
    REST,
    SEEN,
    Counting,
    Tally,
    Things,
)
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.events import PAIR

COUNTING: Final = Counting[RoadBox](
    things=(
        # W5: every card is played in the end; players choose where, not whether.
        Things("card", lambda box: ["", *box.names[1:]], choice=False),
        Things("goal", lambda box: box.goal_names, worth=lambda box: list(box.goal_points), choice=False),
        Things("combo", lambda box: box.combo_names),
    ),
    tallies=(
        Tally("card", DRAWN, "drawn", "seat", "card"),
        Tally("card", PLAYED, "plays", "seat", "card"),
        *(Tally[RoadBox]("card", PLAYED, event, "seat", fixed=0, become=lambda box, none: [int(box.swap)])
          for event in ("swaps", "swaps-nothing")),
        Tally("card", SEEN, "reveals", "knight", "card"),
        Tally("card", MET, "encounter", "knight", REST),
        Tally("card", HELD, "takes", "knight", "item"),
        Tally("goal", ATTEMPTED, "goal-dealt", "seat", "goal"),
        Tally("goal", MET, "goal", "seat", "goal"),
        Tally("combo", MET, "monsters", "knight", REST, step=3, at=1, only=(0, PAIR)),
    ),
)  # fmt: skip
