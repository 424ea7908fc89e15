"""The bot that looks one step ahead, with the room's knowledge of what a good table is."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.engine.hints import Hints
from longbeard.engine.luck import Luck
from longbeard.engine.state import State


@final
@mypyc_attr(acyclic=True)
class GreedyBot(Bot):
    """Takes the action after which the table, on average over what luck may bring, is worth most to it."""

    def __init__(self, hints: Hints, looks: int = 16) -> None:
        self.hints = hints
        self.looks = looks

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        legal = imagined.legal()
        best: i64 = legal[0]
        most = -1.0
        for action in legal:
            worth = self._worth_of(action, imagined, seat, luck)
            if worth > most:
                best, most = action, worth
        return best

    def _worth_of(self, action: i64, imagined: State, seat: i64, luck: Luck) -> float:
        total = 0.0
        for look in range(self.looks):
            table = imagined.imagine(seat, luck)
            table.resolve(action, luck)
            total += self.hints.worth(table, seat)
        # What looks promising at first glance breaks ties.
        return total + 0.001 * float(self.hints.weigh(imagined, action))
