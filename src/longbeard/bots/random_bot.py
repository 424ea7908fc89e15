"""The bot that plays at random."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.engine.luck import Luck
from longbeard.engine.state import State


@final
@mypyc_attr(acyclic=True)
class RandomBot(Bot):
    """Picks one of the legal actions, each with the same chance."""

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        legal = imagined.legal()
        return legal[luck.below(len(legal))]
