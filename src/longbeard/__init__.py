"""Four wizard card games on one table, and the engine under them."""

from typing import Final

__version__: Final = "0.1.0"
