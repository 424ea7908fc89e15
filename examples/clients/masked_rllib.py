"""Let RLlib's PPO learn through its PettingZoo wrapper, with the masking module of its own example.

One network plays both seats. An action that is not allowed is an error here, so a run that ends well has kept
to every mask. In the end the network plays against chance.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.wrappers import BaseWrapper

from longbeard.rl.pettingzoo import env

GAME = "witless-wizards"
ITERATIONS = 4
STEPS = 2_500
MATCHES = 200


class Floats(BaseWrapper):
    """A table as that module wants it: `observations` and `action_mask`, both as floats."""

    def __init__(self, game: str) -> None:
        super().__init__(env(game, illegal="raise"))
        seat = self.possible_agents[0]
        numbers = super().observation_space(seat)["observation"]
        self.scale = (1 / np.clip(numbers.high, 1, 50)).astype(np.float32)
        """By what every number is multiplied, so that most lie between nought and one."""
        shape = (super().action_space(seat).n,)
        space = spaces.Dict(
            {
                "observations": spaces.Box(numbers.low * self.scale, numbers.high * self.scale),
                "action_mask": spaces.Box(0, 1, shape, np.float32),
            }
        )
        self.seen_as = dict.fromkeys(self.possible_agents, space)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.seen_as[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        seen = super().observe(agent)
        return {
            "observations": seen["observation"] * self.scale,
            "action_mask": seen["action_mask"].astype(np.float32),
        }


def algorithm() -> Any:
    """Return PPO with the masking module, for all seats the same."""
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env

    register_env("longbeard", lambda _config: PettingZooEnv(Floats(GAME)))
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [64, 64]})
    config = (
        PPOConfig()
        .environment("longbeard", disable_env_checking=True)  # the check acts without a look at the mask
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"both"}, policy_mapping_fn=lambda *_which, **_more: "both")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"both": module}))
        .training(
            gamma=1.0, lr=1e-3, train_batch_size=STEPS, minibatch_size=500, num_epochs=8, entropy_coeff=0.01
        )
        .debugging(seed=1)
    )
    return config.build_algo()


def share_of_wins(module: Any) -> float:
    """Let the network play against chance, from both seats in turn."""
    import torch

    table, dice, won = Floats(GAME), np.random.default_rng(1), 0.0
    for match in range(MATCHES):
        mine = f"seat_{match % 2}"
        table.reset(seed=match // 2)
        for agent in table.agent_iter():
            seen, reward, over, _cut, _info = table.last()
            if over:
                won += (1 + reward) / 2 if agent == mine else 0
                table.step(None)
            elif agent == mine:
                batch = {"obs": {name: torch.tensor(part)[None] for name, part in seen.items()}}
                scores = module.forward_inference(batch)["action_dist_inputs"][0]
                table.step(int(scores.argmax()))
            else:
                table.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    return won / MATCHES


def main() -> None:
    """Learn, and play."""
    learner = algorithm()
    for iteration in range(1, ITERATIONS + 1):
        told = learner.train()
        print(f"iteration {iteration}: {told['env_runners']['num_env_steps_sampled']:,.0f} steps", flush=True)
    share = share_of_wins(learner.get_module("both"))
    learner.stop()
    print(f"RLlib's PPO with masks wins {share:.2f} of {MATCHES} matches against random")
    assert share > 0.55, "it learned nothing"


if __name__ == "__main__":
    main()
