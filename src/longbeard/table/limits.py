"""How many tables a house has, and for how long it keeps them."""

from dataclasses import dataclass

from longbeard.engine.errors import LongbeardError


class TooMany(LongbeardError):
    """More than the limits allow; try later."""


@dataclass(frozen=True)
class HouseLimits:
    """What is allowed in a house, whoever asks."""

    tables: int = 5_000
    """Running tables in the house."""
    tables_each: int = 40
    """Running tables that one person opened."""
    finished_days: float = 30.0
    """Days after which a finished table is put away."""
    abandoned_days: float = 60.0
    """Days without a move after which a table is put away."""
    analysis_seconds: float = 15.0
    """Seconds of one core that the analysis of a finished match may take; 0: none are made."""
