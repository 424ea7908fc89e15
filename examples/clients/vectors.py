"""Environments in other processes: Gymnasium's own vectors, and SuperSuit's over PettingZoo."""

import gymnasium
import numpy as np
import pettingzoo
import supersuit
from gymnasium.spaces import Box

import longbeard.rl

NAME = "longbeard/witless-wizards-2p-v0"
STEPS = 200


def gymnasium_vectors() -> None:
    """Step the registered environment in Gymnasium's vectors, one of them with processes of its own."""
    for mode in ("sync", "async"):
        tables = gymnasium.make_vec(NAME, num_envs=2, vectorization_mode=mode, vector_kwargs={"copy": True})
        seen, _infos = tables.reset(seed=1)
        for _step in range(STEPS):
            masks = seen["action_mask"]
            actions = np.array([np.flatnonzero(mask)[0] for mask in masks])
            seen, _rewards, _over, _cut, _infos = tables.step(actions)
        tables.close()
        print(f"gymnasium.make_vec({NAME!r}, vectorization_mode={mode!r}): {STEPS} steps")


def plain(seen: dict[str, np.ndarray], _space: object) -> np.ndarray:
    """Return an observation without its mask."""
    return seen["observation"].astype(np.float32)


def plain_space(space: gymnasium.spaces.Dict) -> Box:
    """Return the space of such an observation."""
    numbers = space["observation"]
    return Box(numbers.low.astype(np.float32), numbers.high.astype(np.float32))


def supersuit_vector() -> None:
    """Step copies of the parallel table in two processes; what is not allowed is a forfeit there."""
    table = pettingzoo.make("parallel", NAME)
    table = supersuit.observation_lambda_v0(table, plain, plain_space)
    tables = supersuit.concat_vec_envs_v1(supersuit.pettingzoo_env_to_vec_env_v1(table), 4, num_cpus=2)
    tables.reset(seed=1)
    for _step in range(STEPS):
        tables.step(np.array([tables.action_space.sample() for _table in range(tables.num_envs)]))
    tables.close()
    print(f"SuperSuit's concat_vec_envs_v1 over {NAME!r}: {STEPS} steps")


if __name__ == "__main__":
    print(f"{len(list(longbeard.rl.register.names()))} names are registered")
    gymnasium_vectors()
    supersuit_vector()
