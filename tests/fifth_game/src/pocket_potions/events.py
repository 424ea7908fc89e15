"""Events: the kinds by number, and a row for each with its words."""

from collections.abc import Mapping
from typing import Final

from longbeard.engine.look import Weight
from longbeard.engine.telling import Namer, Row, named_seat, numbered

BEGINS: Final = 0
DRAWS: Final = 1
FINDS: Final = 2
STIRS: Final = 3
POURS: Final = 4
BOILS: Final = 5
CORKS: Final = 6

NAMERS: Final[Mapping[str, Namer]] = {
    "seat": named_seat,
    "whose": named_seat,
}

ROWS: Final = numbered(
    [
        Row(BEGINS, "begins", ("seat",), "{seat:You play|# plays} first."),
        Row(
            DRAWS,
            "draws",
            ("seat",),
            "{seat:You draw|# draws} a card into the pocket.",
            weight=Weight.TRIVIAL,
        ),
        Row(FINDS, "finds", ("seat", "strength"), "It is a {strength}."),
        Row(STIRS, "stirs", ("seat", "strength"), "{seat:You stir|# stirs} in a {strength}."),
        Row(
            POURS,
            "pours",
            ("seat", "strength", "whose"),
            (
                "{seat:You pour|# pours} a {strength} into {whose:your brew|the brew of #}.",
                "{seat:You pour|# pours} a {strength} into {seat:your|their} own brew.",
            ),
            pick=lambda data: int(data[0] == data[2]),
        ),
        Row(
            BOILS,
            "boils-over",
            ("seat", "strength"),
            "At {strength}, {seat:your brew|the brew of #} boils over.",
            weight=Weight.DRAMATIC,
        ),
        Row(
            CORKS,
            "corks",
            ("seat", "points"),
            "{seat:You cork|# corks} a bottle for {points:1 point|# points}.",
        ),
    ]
)
