"""Small Potions as the house sees it."""

from typing import Final

from longbeard.declared import declare
from small_potions import PLATE
from small_potions.rules import Potions

GAME: Final = declare(Potions, PLATE)
