"""Limits of a house: how many tables it has, and how long it keeps them."""

from dataclasses import dataclass

from longbeard.engine.errors import LongbeardError


class TooMany(LongbeardError):
    """More than the limits allow; the message says when to try again."""


@dataclass(frozen=True)
class HouseLimits:
    """Limits of a house, whoever asks."""

    tables: int = 5_000
    """Running tables in the house."""
    tables_each: int = 40
    """Running tables that one person opened."""
    finished_days: float = 30.0
    """Days after which a finished table is archived."""
    abandoned_days: float = 60.0
    """Days without a move after which a table is archived."""
    analysis_seconds: float = 15.0
    """Seconds of one core for the analysis of a finished match; 0 if none are made."""
    decision_minds: int = 0
    """Most minds that think about one decision of an Archmage together; 0: all."""
    ponder_seconds: float = 0.0
    """Most seconds that minds think on for an Archmage after its decision, while others decide; 0: none."""
