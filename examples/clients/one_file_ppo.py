"""Masked PPO in one file, in the manner of CleanRL: Gymnasium's vector and PyTorch.

CleanRL's own `ppo.py` cannot be run as it is (docs/environments.md says why), so this is a loop of our own.
"""

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import longbeard.rl  # noqa: F401  (registers the names)

NAME = "longbeard/witless-wizards-2p-v0"
TABLES, STEPS, UPDATES = 64, 64, 30
GAMMA, LAMBDA, CLIP, EPOCHS, PARTS = 1.0, 0.95, 0.2, 4, 4


class Agent(nn.Module):
    """Two small networks: scores of actions, and the value of what is seen."""

    def __init__(self, space: gymnasium.spaces.Box, actions: int) -> None:
        super().__init__()
        width = space.shape[0]
        self.register_buffer("scale", torch.tensor(1 / np.clip(space.high, 1, 50), dtype=torch.float32))
        self.actor = nn.Sequential(nn.Linear(width, 64), nn.Tanh(), nn.Linear(64, actions))
        self.critic = nn.Sequential(nn.Linear(width, 64), nn.Tanh(), nn.Linear(64, 1))

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """Return the chances of all actions that are allowed, and the values."""
        numbers = seen * self.scale
        scores = self.actor(numbers).masked_fill(~masks, -1e9)
        return Categorical(logits=scores), self.critic(numbers).squeeze(-1)


def main() -> None:
    """Learn, and print how many matches were won on the way."""
    torch.set_num_threads(1)  # more of them wait for each other on a busy machine
    torch.manual_seed(1)
    tables = gymnasium.make_vec(
        NAME,
        num_envs=TABLES,
        vectorization_mode="vector_entry_point",
        autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP,
    )
    space = tables.single_observation_space["observation"]
    agent = Agent(space, int(tables.single_action_space.n))
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3)
    seen, _infos = tables.reset(seed=1)
    share = 0.0
    for update in range(1, UPDATES + 1):
        rows, won = [], []
        for _step in range(STEPS):
            numbers = torch.tensor(seen["observation"], dtype=torch.float32)
            masks = torch.tensor(seen["action_mask"], dtype=torch.bool)
            with torch.no_grad():
                chances, values = agent(numbers, masks)
                actions = chances.sample()
            seen, rewards, over, _cut, _infos = tables.step(actions.numpy())
            won += (rewards[over] > 0).tolist()
            over, rewards = torch.tensor(over), torch.tensor(rewards, dtype=torch.float32)
            rows.append((numbers, masks, actions, chances.log_prob(actions), values, rewards, over))
        with torch.no_grad():
            following = agent(
                torch.tensor(seen["observation"], dtype=torch.float32),
                torch.tensor(seen["action_mask"], dtype=torch.bool),
            )[1]
        learn(agent, optimizer, rows, following)
        share = float(np.mean(won))
        if update % 10 == 0:
            print(f"update {update}: {share:.2f} of {len(won)} matches won against random", flush=True)
    assert share > 0.55, "it learned nothing"


def learn(agent: Agent, optimizer: torch.optim.Optimizer, rows: list, following: torch.Tensor) -> None:
    """Take the steps of one update, with generalised advantages."""
    advantage, gained = torch.zeros(TABLES), []
    for *_rest, values, rewards, over in reversed(rows):
        goes_on = 1.0 - over.float()
        error = rewards + GAMMA * following * goes_on - values
        advantage = error + GAMMA * LAMBDA * goes_on * advantage
        following = values
        gained.append(advantage)
    numbers, masks, actions, chosen, values, _rewards, _over = (
        torch.cat(one) for one in zip(*rows, strict=True)
    )
    advantages = torch.cat(gained[::-1])
    returns = advantages + values
    for _epoch in range(EPOCHS):
        for part in torch.randperm(len(actions)).chunk(PARTS):
            chances, value = agent(numbers[part], masks[part])
            ratio = (chances.log_prob(actions[part]) - chosen[part]).exp()
            gain = advantages[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value_loss = (value - returns[part]).square().mean()
            loss = policy_loss + 0.5 * value_loss - 0.01 * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


if __name__ == "__main__":
    main()
