"""Days of the daily deal: they begin at midnight UTC, everywhere at once."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

DAY: Final = 24 * 3600
"""Seconds of a day."""
GRACE_HOURS: Final = 2
GRACE_SECONDS: Final = GRACE_HOURS * 3600.0
"""Seconds after its day in which a daily deal may be finished, and is shown to nobody else."""


def day_of(now: float) -> str:
    """Return the UTC day of a Unix time.

    >>> day_of(0.0), day_of(86_400.0)
    ('1970-01-01', '1970-01-02')
    """
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def is_day(text: str) -> bool:
    """Return whether a text is a day as `day_of` writes it.

    >>> is_day("2026-11-18"), is_day("2026-13-18"), is_day("20261118")
    (True, False, False)
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def day_before(day: str, days: int = 1) -> str:
    """Return the day a number of days earlier.

    >>> day_before("2026-03-01")
    '2026-02-28'
    """
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()


def day_ends(day: str) -> float:
    """Return the Unix time at which a day ends."""
    midnight = datetime.combine(date.fromisoformat(day) + timedelta(days=1), datetime.min.time(), UTC)
    return midnight.timestamp()


def number_of(day: str) -> int:
    """Return the day's number since the year 1."""
    return date.fromisoformat(day).toordinal()
