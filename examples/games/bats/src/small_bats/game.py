"""Small Bats as the house sees it."""

from typing import Final

from longbeard.declared import declare
from small_bats import PLATE
from small_bats.rules import Bats

GAME: Final = declare(Bats, PLATE)
