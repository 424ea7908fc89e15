"""Events of Wiz Up The Wall: the kinds by number, and a row for each with its words.

A cell is told as its q and r. A card's place is its number in the order in which the round's cards were laid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from longbeard.engine.look import Weight
from longbeard.engine.telling import Context, Namer, Row, Value, named_seat, numbered
from longbeard.games.wiz_up_the_wall.box import SYMBOLS, StreamBox
from longbeard.games.wiz_up_the_wall.wall import where

ROUND: Final = 0
STANDS: Final = 1
DEALT: Final = 2
NEXT: Final = 3
LAYS_BLIND: Final = 4
TURN: Final = 5
DRAWS: Final = 6
DRAWN: Final = 7  # whispered
LAYS: Final = 8
CROSSES: Final = 9
TOUCHES: Final = 10
FINISHES: Final = 11
STUCK: Final = 12
RAN_OUT: Final = 13
SCORING: Final = 14
TURNS_UP: Final = 15
CUT: Final = 16
COUNT: Final = 17
BUST: Final = 18
POINTS: Final = 19
ROUND_WON: Final = 20  # the seats with the longest stream that did not go bust; none, if nobody scored
WON: Final = 21  # the seats with the highest total; none, if nobody scored
STREAM: Final = 22  # before its cards are turned up

PILE: Final = "pile"
HAND: Final = "hand"
CELL: Final = "cell:{q},{r}"
WIZARD: Final = "wizard:{seat:#}"
MANA: Final = "mana:{seat:#}"

NAMERS: Final[Mapping[str, Namer]] = {
    "seat": named_seat,
    "opponent": named_seat,
    "by": named_seat,
    "symbol": lambda box, names, symbol: box.symbols[symbol],
    "first": lambda box, names, symbol: box.symbols[symbol],
    "second": lambda box, names, symbol: box.symbols[symbol],
}


def _at(column: int, rise: int) -> Mapping[str, str]:
    return {"where": where(column, 2 * rise + column)}


def _second_is_cell(box: StreamBox, names: Sequence[str], data: Sequence[int]) -> Mapping[str, str]:
    return _at(data[1], data[2])


def _third_is_cell(box: StreamBox, names: Sequence[str], data: Sequence[int]) -> Mapping[str, str]:
    return _at(data[2], data[3])


def _mana(box: StreamBox, names: Sequence[str], data: Sequence[int]) -> Mapping[str, str]:
    counts = [f"{number} {box.symbols[symbol]}" for symbol, number in enumerate(data[1:]) if number]
    return {"mana": ", ".join(counts) or "none"}


def _most(box: StreamBox, names: Sequence[str], data: Sequence[int]) -> Mapping[str, int]:
    return {"most": int(box.bust)}


def _seats(box: StreamBox, names: Sequence[str], data: Sequence[int]) -> Mapping[str, Value]:
    return {"seats": tuple(data)} | ({"seat": data[0]} if data else {})


@dataclass(frozen=True)
class SeatsRow(Row):
    """An event about any number of seats, with a sentence for none, for one and for several."""

    def places(self, context: Context, data: Sequence[int], namers: Mapping[str, Namer]) -> list[str]:
        """Return the spots of the wizards."""
        return [f"wizard:{seat}" for seat in data]


def _about(
    kind: int, name: str, fields: tuple[str, ...], sentence: str, weight: Weight = Weight.USUAL
) -> Row:
    """Return the row of something about one wizard."""
    return Row(kind, name, fields, sentence, (WIZARD,), weight=weight)


def _laying(kind: int, name: str, sentences: tuple[str, str], start: str, weight: Weight) -> Row:
    """Return the row of a card that is laid on the wall; the sentences are for a straight card and for a
    fork."""
    return Row(
        kind,
        name,
        ("seat", "q", "r", "forks", "way", "place"),
        sentences,
        (CELL,),
        (start, CELL),
        weight,
        pick=lambda data: data[3],
        more=_second_is_cell,
    )


def _of_seats(kind: int, name: str, sentences: tuple[str, ...], weight: Weight = Weight.USUAL) -> Row:
    return SeatsRow(
        kind,
        name,
        (),
        sentences,
        weight=weight,
        pick=lambda data: min(len(data), 2),
        more=_seats,
    )


ROWS: Final = numbered(
    [
        _about(
            ROUND,
            "round",
            ("round", "rounds", "seat"),
            "Round {round} of {rounds}. {seat:You play|# plays} first.",
            Weight.TRIVIAL,
        ),
        _about(
            STANDS,
            "stands",
            ("seat", "column"),
            "{seat:You stand|# stands} at column {column}.",
            Weight.TRIVIAL,
        ),
        Row(
            DEALT,
            "dealt",
            ("seat", "one", "other"),
            (
                "{seat:You are|# is} dealt two cards unseen: both run straight.",
                "{seat:You are|# is} dealt two cards unseen: a straight card, then a fork.",
                "{seat:You are|# is} dealt two cards unseen: a fork, then a straight card.",
                "{seat:You are|# is} dealt two cards unseen: both fork.",
            ),
            (WIZARD,),
            (PILE, WIZARD),
            Weight.TRIVIAL,
            pick=lambda data: 2 * data[1] + data[2],
        ),
        Row(
            NEXT,
            "next",
            ("forks", "left"),
            (
                "The next card runs straight; {left} are left.",
                "The next card forks; {left} are left.",
                "The next card runs straight; it is the last of the pile.",
                "The next card forks; it is the last of the pile.",
            ),
            (PILE,),
            weight=Weight.TRIVIAL,
            pick=lambda data: data[0] + 2 * int(data[1] == 1),
        ),
        _laying(
            LAYS_BLIND,
            "lays-blind",
            (
                "{seat:You lay|# lays} a straight card unseen at {where}.",
                "{seat:You lay|# lays} a fork unseen at {where}.",
            ),
            WIZARD,
            Weight.TRIVIAL,
        ),
        _about(TURN, "turn", ("seat",), "{seat:Your|#'s} turn.", Weight.TRIVIAL),
        Row(
            DRAWS,
            "draws",
            ("seat", "forks", "left"),
            (
                "{seat:You draw|# draws} a straight card.",
                "{seat:You draw|# draws} a fork.",
                "{seat:You draw|# draws} a straight card. The pile is empty.",
                "{seat:You draw|# draws} a fork. The pile is empty.",
            ),
            (PILE,),
            (PILE, HAND),
            pick=lambda data: data[1] + 2 * int(data[2] == 0),
        ),
        Row(
            DRAWN,
            "drawn",
            ("seat", "first", "second"),
            ("It shows {first} and {second}.", "It shows {first} twice."),
            (HAND,),
            pick=lambda data: int(data[1] == data[2]),
        ),
        _laying(
            LAYS,
            "lays",
            (
                "{seat:You place|# places} a straight card at {where}.",
                "{seat:You place|# places} a fork at {where}.",
            ),
            HAND,
            Weight.USUAL,
        ),
        Row(
            CROSSES,
            "crosses",
            ("seat", "opponent", "q", "r", "lost", "ended"),
            (
                "{seat:You cross|# crosses} {opponent:your|#'s} stream at {where}: the spell ends, and "
                "{lost:1 card no longer counts|# cards no longer count}.",
                "{seat:You cross|# crosses} {opponent:your|#'s} stream at {where}: the spell was over, but "
                "{lost:1 card no longer counts|# cards no longer count}.",
            ),
            (CELL, "wizard:{opponent:#}"),
            weight=Weight.DRAMATIC,
            pick=lambda data: data[5],
            more=_third_is_cell,
        ),
        Row(
            TOUCHES,
            "touches",
            ("seat", "opponent"),
            "{seat:You touch|# touches} {opponent:your|#'s} tip: both spells end.",
            (WIZARD, "wizard:{opponent:#}"),
            weight=Weight.DRAMATIC,
        ),
        _about(FINISHES, "finishes", ("seat",), "{seat:You declare|# declares} the spell finished."),
        _about(STUCK, "stuck", ("seat",), "{seat:Your|#'s} stream has no way on, so the spell is finished."),
        Row(RAN_OUT, "ran-out", (), "That was the last card: all spells are finished.", (PILE,)),
        Row(SCORING, "scoring", ("round",), "Round {round} is over. Everything is turned up."),
        # In words a stream is turned up as a whole: what matters is the mana in it.
        Row(
            TURNS_UP,
            "turns-up",
            ("seat", "q", "r", "first", "second", "counts", "place"),
            "",
            (CELL,),
        ),
        Row(
            CUT,
            "cut",
            ("seat", "by", "q", "r", "lost"),
            "{seat:Your|#'s} stream was cut at {where} by {by:you|#}: "
            "{lost:1 card does not count|# cards do not count}.",
            (CELL,),
            more=_third_is_cell,
        ),
        Row(
            COUNT,
            "count",
            ("seat", *(f"symbol_{number}" for number in range(SYMBOLS))),
            "{seat:Your|#'s} mana: {mana}.",
            (MANA,),
            more=_mana,
        ),
        Row(
            BUST,
            "bust",
            ("seat", "symbol", "number"),
            "{seat:You go|# goes} bust: {number} {symbol}, and {most} is the most.",
            (MANA,),
            weight=Weight.DRAMATIC,
            more=_most,
        ),
        Row(
            POINTS,
            "points",
            ("seat", "points", "total"),
            "{seat:You score|# scores} {points:1 point|# points} and {seat:have|has} {total}.",
            (MANA, WIZARD),
        ),
        _of_seats(
            ROUND_WON,
            "round-won",
            (
                "Nobody wins the round: nobody scored.",
                "{seat:You win|# wins} the round.",
                "{seats:You} win the round.",
            ),
        ),
        _of_seats(
            WON,
            "won",
            (
                "Nobody wins: nobody has a point.",
                "{seat:You win|# wins}.",
                "{seats:You} share the win.",
            ),
            Weight.DRAMATIC,
        ),
        _about(STREAM, "stream", ("seat",), "{seat:Your|#'s} stream is turned up."),
    ]
)
CITES: Final = {
    "round": "S3",
    "stands": "G1",
    "dealt": "S1",
    "next": "S2",
    "lays-blind": "G5",
    "turn": "T1",
    "draws": "T1",
    "drawn": "T2",
    "lays": "T2",
    "crosses": "T5",
    "touches": "T6",
    "finishes": "T1",
    "stuck": "T8",
    "ran-out": "T8",
    "scoring": "P1",
    "cut": "P1",
    "count": "P2",
    "bust": "P2",
    "points": "P3",
    "round-won": "P3",
    "won": "P4",
    "stream": "P1",
}
"""Number of the rule behind each kind of event."""
