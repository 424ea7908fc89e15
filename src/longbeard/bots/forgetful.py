"""The bot that means well: it forgets what it saw, looks one step ahead, and now and then does anything."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.bots.greedy import GreedyBot
from longbeard.engine.hints import Hints
from longbeard.engine.luck import Luck
from longbeard.engine.state import State

ERRS: Final = 4
"""One in so many decisions is made without thinking."""


@final
@mypyc_attr(acyclic=True)
class ForgetfulBot(Bot):
    """What it has forgotten it cannot use: it thinks about a table on which that is imagined anew."""

    def __init__(self, hints: Hints) -> None:
        super().__init__()
        self.greedy = GreedyBot(hints, looks=1)

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        if luck.below(ERRS) == 0:
            legal = imagined.legal()
            return legal[luck.below(len(legal))]
        vague = imagined.clone()
        vague.forget(seat, luck)
        return self.greedy.choose(vague, seat, luck)
