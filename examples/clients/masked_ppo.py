"""Let sb3-contrib's MaskablePPO learn on many tables at once, and beat chance within a minute."""

from time import process_time

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from longbeard.rl.sb3 import TablesVecEnv

STEPS = 100_000
MATCHES = 500

torch.set_num_threads(1)
tables = TablesVecEnv("witless-wizards", 256, opponents="random", seed=1)
model = MaskablePPO("MlpPolicy", tables, n_steps=64, batch_size=4096, n_epochs=4, seed=1)
began = process_time()
model.learn(STEPS)
speed = model.num_timesteps / (process_time() - began)

seen, won = tables.reset(), []
while len(won) < MATCHES:
    masks = np.stack(tables.env_method("action_masks"))
    actions, _state = model.predict(seen, action_masks=masks, deterministic=True)
    seen, rewards, over, _told = tables.step(actions)
    won += (rewards[over] > 0).tolist()
share = float(np.mean(won))
print(f"MaskablePPO wins {share:.2f} of {len(won)} matches against random after {STEPS:,} steps")
print(f"{speed:,.0f} steps for each second of one core, learning included")
assert share > 0.55, "it learned nothing"
