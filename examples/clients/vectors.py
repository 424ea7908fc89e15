"""Environments in other processes: vectors of Gymnasium, of Stable-Baselines3, and of SuperSuit."""

import gymnasium
import numpy as np
import pettingzoo
import supersuit
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv

import longbeard.rl

NAME = "longbeard/witless-wizards-2p-v0"
FLAT = "longbeard.rl:longbeard/witless-wizards-2p-flat-v0"
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


def subprocess_vector() -> None:
    """Step two environments in processes of Stable-Baselines3's."""
    tables = make_vec_env(FLAT, n_envs=2, seed=1, vec_env_cls=SubprocVecEnv)
    tables.reset()
    for _step in range(STEPS):
        masks = np.stack(tables.env_method("action_masks"))
        tables.step(masks.argmax(axis=1))
    tables.close()
    print(f"Stable-Baselines3's SubprocVecEnv over {FLAT!r}: {STEPS} steps")


def supersuit_vector() -> None:
    """Step copies of the parallel table in two processes; what is not allowed is a forfeit there."""
    table = pettingzoo.make("parallel", FLAT.partition(":")[2])
    tables = supersuit.concat_vec_envs_v1(supersuit.pettingzoo_env_to_vec_env_v1(table), 4, num_cpus=2)
    tables.reset(seed=1)
    for _step in range(STEPS):
        tables.step(np.array([tables.action_space.sample() for _table in range(tables.num_envs)]))
    tables.close()
    print(f"SuperSuit's concat_vec_envs_v1 over {FLAT.partition(':')[2]!r}: {STEPS} steps")


if __name__ == "__main__":
    print(f"{len(list(longbeard.rl.register.names()))} names are registered")
    gymnasium_vectors()
    subprocess_vector()
    supersuit_vector()
