"""Counters of the lab for Wiz Up The Wall: cards, symbols, and what streams do to each other."""

from functools import lru_cache
from typing import Final

from longbeard.engine.counting import DRAWN, MET, PLAYED, SECOND, USED, Counting, Tally, Things
from longbeard.games.wiz_up_the_wall.box import PAIRS, SYMBOLS, StreamBox

DEEDS: Final = (
    ("finishes", "finishing the spell"),
    ("stuck", "no way on"),
    ("crosses", "crossing a stream"),
    ("touches", "touching a tip"),
    ("cut", "being cut"),
    ("bust", "going bust"),
)


@lru_cache(4)
def _pairs(digest: str, symbols: tuple[tuple[int, int], ...]) -> dict[tuple[int, int], int]:
    return {pair: card for card, pair in enumerate(symbols)}


def _card(box: StreamBox, symbols: int) -> list[int]:
    """Return the card with two symbols, straight or forking: neither is told with them."""
    pairs = tuple((int(box.first[card]), int(box.second[card])) for card in range(PAIRS))
    one, other = divmod(symbols, SECOND)
    found = _pairs(box.digest, pairs)
    return [found[pair] for pair in {(one, other), (other, one)} if pair in found]


def _symbols(box: StreamBox, symbols: int) -> list[int]:
    return [symbol for symbol in {*divmod(symbols, SECOND)} if symbol < SYMBOLS]


COUNTING: Final = Counting[StreamBox](
    things=(
        # T2: whoever draws a card has to place it.
        Things("card", lambda box: box.names[:PAIRS], choice=False),
        Things("symbol", lambda box: box.symbols, choice=False),
        Things("deed", lambda box: [name for event, name in DEEDS], choice=False),
    ),
    tallies=(
        Tally("card", DRAWN, "drawn", "seat", "first", second="second", become=_card),
        Tally("card", PLAYED, "turns-up", "seat", "first", second="second", become=_card),
        Tally(
            "card", MET, "turns-up", "seat", "first", second="second", become=_card, where=("counts", 1)
        ),
        Tally("symbol", DRAWN, "drawn", "seat", "first", second="second", become=_symbols),
        Tally("symbol", MET, "bust", "seat", "symbol"),
        *(Tally[StreamBox]("deed", USED, event, "seat", fixed=number)
          for number, (event, name) in enumerate(DEEDS)),
    ),
)  # fmt: skip
