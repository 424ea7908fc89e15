"""Bots play any game through the engine alone."""

from collections.abc import Callable
from typing import Final

from longbeard.bots.bot import Bot
from longbeard.bots.random_bot import RandomBot
from longbeard.bots.rollout import RolloutBot
from longbeard.engine.errors import BadOptions

BOTS: Final[dict[str, Callable[[], Bot]]] = {"rollout": RolloutBot, "random": RandomBot}
DEFAULT: Final = "rollout"


def bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise BadOptions(f"there is no bot {name}; there are: {', '.join(BOTS)}")
    return BOTS[name]()
