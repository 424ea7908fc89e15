"""The bot that tries every choice out in its head: random games to the end, on tables that it imagines."""

from math import log, sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import Luck
from longbeard.engine.playout import playout
from longbeard.engine.state import Choices, State

LIMIT: Final = 10_000
CURIOSITY: Final = 0.7


@final
@mypyc_attr(acyclic=True)
class RolloutBot(Bot):
    """Gives its playouts to choices that look good or were hardly tried (UCB1); takes the one tried most."""

    def __init__(self, playouts: int = 400) -> None:
        self.playouts = playouts

    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        legal = imagined.legal()
        if len(legal) == 1:
            return legal[0]
        wins = [0.0] * len(legal)
        tries = [0] * len(legal)
        choices = Choices()
        for number in range(self.playouts):
            choice = self._promising(wins, tries, number)
            table = imagined.imagine(seat, luck)
            table.resolve(legal[choice], luck)
            playout(table, luck, choices, LIMIT)
            wins[choice] += share_of_win(table, seat)
            tries[choice] += 1
        return legal[tries.index(max(tries))]

    def _promising(self, wins: list[float], tries: list[int], number: int) -> int:
        best, most = 0, -1.0
        for choice in range(len(wins)):
            if tries[choice] == 0:
                return choice
            hope = wins[choice] / tries[choice] + CURIOSITY * sqrt(log(number) / tries[choice])
            if hope > most:
                best, most = choice, hope
        return best
