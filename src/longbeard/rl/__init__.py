"""Environments for learners. Importing this registers every game with PettingZoo and Gymnasium.

`longbeard/GAME-v0` takes `players=`; `longbeard/GAME-3p-v0` is the game for three.
"""

from longbeard.rl.register import register_all
from longbeard.rl.vector import Vector, vector

__all__ = ["Vector", "vector"]

register_all()
