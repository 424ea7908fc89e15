"""The bot that does anything."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.engine.luck import Luck
from longbeard.engine.state import State


@final
@mypyc_attr(acyclic=True)
class RandomBot(Bot):
    """Picks any legal action."""

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        legal = imagined.legal()
        return legal[luck.below(len(legal))]
