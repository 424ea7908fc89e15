"""The bot that looks one move ahead, and evaluates what follows with the room's hints."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.engine.hints import Hints
from longbeard.engine.luck import Luck
from longbeard.engine.state import State


@final
@mypyc_attr(acyclic=True)
class GreedyBot(Bot):
    """Takes the action whose next state has the highest mean value, over a number of determinizations."""

    def __init__(self, hints: Hints, samples: int = 16) -> None:
        self.hints = hints
        self.samples = samples

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        legal = imagined.legal()
        best: i64 = legal[0]
        highest = -1.0
        for action in legal:
            value = self._value_of(action, imagined, seat, luck)
            if value > highest:
                best, highest = action, value
        return best

    def _value_of(self, action: i64, imagined: State, seat: i64, luck: Luck) -> float:
        """Return the sum of the values after an action; the prior breaks ties."""
        total = 0.0
        for sample in range(self.samples):
            table = imagined.imagine(seat, luck)
            table.resolve(action, luck)
            total += self.hints.worth(table, seat)
        return total + 0.001 * float(self.hints.weigh(imagined, action))
