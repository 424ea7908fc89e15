"""Bots play any game through the engine alone."""

from collections.abc import Callable
from typing import Final

from longbeard.bots.bot import Bot
from longbeard.bots.greedy import GreedyBot
from longbeard.bots.random_bot import RandomBot
from longbeard.bots.rollout import RolloutBot
from longbeard.engine.errors import BadOptions
from longbeard.engine.hints import Hints

# By name, made for a room's hints.
BOTS: Final[dict[str, Callable[[Hints], Bot]]] = {
    "rollout": lambda hints: RolloutBot(),
    "greedy": GreedyBot,
    "random": lambda hints: RandomBot(),
}
DEFAULT: Final = "rollout"


def bot(name: str, hints: Hints) -> Bot:
    """The bot of that name, with what a room knows about good play."""
    if name not in BOTS:
        raise BadOptions(f"there is no bot {name}; there are: {', '.join(BOTS)}")
    return BOTS[name](hints)
