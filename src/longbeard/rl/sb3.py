"""Stable-Baselines3: many tables as its vector of environments, with masks for sb3-contrib's learners."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from longbeard.rl.vector import TablesVectorEnv


class TablesVecEnv(VecEnv):  # type: ignore[misc]
    """Makes `n` tables for `MaskablePPO("MlpPolicy", TablesVecEnv("witless-wizards", 64))`.

    Takes what `longbeard.rl.vector` takes; the mask is apart from the observation, where sb3-contrib asks for
    it. A learner that knows no masks (`PPO`) needs `illegal="forfeit"`.
    """

    def __init__(self, game: str, n: int, **choices: Any) -> None:
        self.tables = TablesVectorEnv(
            game, n, masks="info", autoreset_mode=AutoresetMode.SAME_STEP, **choices
        )
        super().__init__(n, self.tables.single_observation_space, self.tables.single_action_space)
        self._actions: NDArray[np.int64] = np.zeros(n, np.int64)

    def reset(self) -> Any:
        seen, _infos = self.tables.reset(seed=self._seeds[0])
        self._reset_seeds()
        return seen

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        seen, rewards, over, _cut, infos = self.tables.step(self._actions)
        told: list[dict[str, Any]] = [{} for _table in range(self.num_envs)]
        for place in np.flatnonzero(over):
            told[place] = {"terminal_observation": infos["final_obs"][place], "TimeLimit.truncated": False}
        return seen, rewards.astype(np.float32), over, told

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Answer `action_masks`, which is what sb3-contrib asks the tables for."""
        if method_name != "action_masks":
            raise AttributeError(f"tables have no method {method_name}; they have action_masks")
        masks = self.tables.action_masks().astype(bool)
        return [masks[place] for place in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.tables, attr_name) for _place in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name} of running tables cannot be set; make new ones")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _place in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        return [None] * self.num_envs

    def close(self) -> None:
        """Do nothing: no resource is held."""
