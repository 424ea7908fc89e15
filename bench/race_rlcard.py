"""RLCard's side of the race: its card games between its own random agents."""

from importlib.metadata import version as version_of

import rlcard
from race_worker import Makers, Racer, timed
from rlcard.agents import RandomAgent

GAMES = ("leduc-holdem", "limit-holdem", "uno", "gin-rummy", "doudizhu", "mahjong")


def version() -> str:
    return f"RLCard {version_of('rlcard')}"


def whole_games(name: str) -> Racer:
    """Play games with their deal by `env.run`."""
    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        before = env.timestep
        env.run(is_training=False)
        return int(env.timestep - before)

    return timed(play)


MAKERS: Makers = {("loop", name): (lambda name=name: whole_games(name)) for name in GAMES}
