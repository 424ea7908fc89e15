"""Bots that can play any game of the engine, and the programs of others that can."""

from longbeard.bots.levels import BOTS, DEFAULT, LEVELS, Level, bot, level

__all__ = ["BOTS", "DEFAULT", "LEVELS", "Level", "bot", "level"]
