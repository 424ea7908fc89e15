"""PettingZoo's side of the race: its classic card games, and two of its board games."""

import importlib
from importlib.metadata import version as version_of
from typing import Any

import numpy as np
from race_worker import Makers, Racer, timed

# All of its card games: Gin Rummy left with version 1.27.
GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5",
         "tictactoe_v3", "connect_four_v3")  # fmt: skip


def version() -> str:
    return f"PettingZoo {version_of('pettingzoo')}"


def loop(env: Any) -> Racer:
    """Run the loop of its own documentation, with a random action out of the mask."""
    luck = np.random.default_rng(1)
    seeds = iter(range(10**9))

    def play() -> int:
        env.reset(seed=next(seeds))
        steps = 0
        for _agent in env.agent_iter():
            seen, _reward, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            env.step(luck.choice(np.flatnonzero(mask)))
            steps += 1
        return steps

    return timed(play)


def classic(name: str) -> Racer:
    return loop(importlib.import_module(f"pettingzoo.classic.{name}").env())


MAKERS: Makers = {("steps", name): (lambda name=name: classic(name)) for name in GAMES}
