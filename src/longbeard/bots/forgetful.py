"""The bot for beginners: it forgets part of what it saw, looks one move ahead, and sometimes errs."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.bots.greedy import GreedyBot
from longbeard.engine.hints import Hints
from longbeard.engine.luck import Luck
from longbeard.engine.state import State

ERROR_ODDS: Final = 4
"""One decision in this many is random."""


@final
@mypyc_attr(acyclic=True)
class ForgetfulBot(Bot):
    """Plays greedily on a table on which everything it has forgotten is drawn anew (`State.forget`)."""

    def __init__(self, hints: Hints) -> None:
        super().__init__()
        self.greedy = GreedyBot(hints, samples=1)

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        if luck.below(ERROR_ODDS) == 0:
            legal = imagined.legal()
            return legal[luck.below(len(legal))]
        vague = imagined.clone()
        vague.forget(seat, luck)
        return self.greedy.choose(vague, seat, luck)
