"""What can happen: the kinds of events by number, and a row for each with its words."""

from collections.abc import Mapping, Sequence
from typing import Final

from longbeard.engine.look import Weight
from longbeard.engine.telling import Namer, Row, named_seat, numbered
from match_the_top.box import TopBox

TURNS_UP: Final = 0
DRAWS: Final = 1
FINDS: Final = 2
PLAYS: Final = 3
SCORES: Final = 4


def named_card(box: TopBox, names: Sequence[str], card: int) -> str:
    """The namer of every field that is a card."""
    return box.name(card)


NAMERS: Final[Mapping[str, Namer]] = {"seat": named_seat, "card": named_card}

ROWS: Final = numbered(
    [
        Row(TURNS_UP, "turns-up", ("card",), "The {card} is turned up.", ("top",)),
        Row(
            DRAWS,
            "draws",
            ("seat",),
            "{seat:You draw|# draws} a card.",
            ("hand:{seat:#}",),
            ("deck", "hand:{seat:#}"),
            weight=Weight.TRIVIAL,
        ),
        Row(FINDS, "finds", ("seat", "card"), "It is the {card}.", ("card:{card:#}",)),
        Row(
            PLAYS,
            "plays",
            ("seat", "card"),
            "{seat:You play|# plays} the {card}.",
            ("top",),
            ("hand:{seat:#}", "top"),
        ),
        Row(
            SCORES,
            "scores",
            ("seat", "points"),
            "It fits: {points:1 point|# points} for {seat:you|#}.",
            ("place:{seat:#}",),
        ),
    ]
)
CITES: Final = {"turns-up": "S2", "draws": "T1", "finds": "T1", "plays": "T1", "scores": "T2"}
