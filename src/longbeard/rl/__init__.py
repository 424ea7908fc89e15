"""Environments for learners. Importing this registers every game with PettingZoo and Gymnasium.

`longbeard/GAME-v0` takes `players=`; `longbeard/GAME-3p-v0` is the game for three.
"""

from longbeard.rl.arrays import Arrays, arrays
from longbeard.rl.register import register_all
from longbeard.rl.vector import TablesVectorEnv, vector

__all__ = ["Arrays", "TablesVectorEnv", "arrays", "vector"]

register_all()
