"""Bots play any game through the engine alone."""

from longbeard.bots.levels import BOTS, DEFAULT, LEVELS, Level, bot, level

__all__ = ["BOTS", "DEFAULT", "LEVELS", "Level", "bot", "level"]
