"""The bot that looks one move ahead, and evaluates what follows with the room's hints."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.engine.hints import Hints, share_of_win
from longbeard.engine.luck import Luck
from longbeard.engine.state import OVER, State
from longbeard.engine.value import Features, Values


@final
@mypyc_attr(acyclic=True)
class GreedyBot(Bot):
    """Takes the action whose next state has the highest mean value, over a number of determinizations.

    It draws lots among equals: actions are numbered along the table, and to take the first of equals would
    favour those who sit where the numbers begin.
    """

    def __init__(self, hints: Hints, samples: int = 16, learns: bool = False) -> None:
        self.hints = hints
        self.samples = samples
        self.learns = learns
        """Whether a learned value judges, instead of the room's `worth`, at tables with the box that it
        knows."""
        self._values: Values | None = None
        self._features = Features()

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        self._values = self.hints.learned() if self.learns and self.hints.fits(imagined) else None
        legal = imagined.legal()
        best: i64 = legal[0]
        highest = -1.0
        ties: i64 = 1
        for action in legal:
            value = self._value_of(action, imagined, seat, luck)
            if value > highest:
                best, highest, ties = action, value, 1
            elif value == highest:
                ties += 1
                if luck.below(ties) == 0:
                    best = action
        return best

    def _value_of(self, action: i64, imagined: State, seat: i64, luck: Luck) -> float:
        """Return the sum of the values after an action; the prior breaks ties."""
        total = 0.0
        for sample in range(self.samples):
            table = imagined.imagine(seat, luck)
            table.resolve(action, luck)
            total += self._worth(table, seat)
        return total + 0.001 * float(self.hints.weigh(imagined, action))

    def _worth(self, table: State, seat: i64) -> float:
        values = self._values
        if values is None:
            return self.hints.worth(table, seat)
        if table.to_act() == OVER:
            return share_of_win(table, seat)
        features = self._features
        features.clear()
        self.hints.note(table, seat, features)
        value = values.of(self.hints.which(table))
        return value.chance(features) if value is not None and features.count > 0 else 0.0
