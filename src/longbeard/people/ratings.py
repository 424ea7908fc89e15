"""Ratings of people who want one: openskill's Plackett–Luce model, on a scale that the bots fix.

A bot is a player of fixed strength: the Journeyman has 25, where everybody begins, the others four points
less and more. By docs/ladder.md each level wins about three of four matches of two against the one below,
which is what four points mean; so a rating means the same on every server and in every year. A person without
a rating counts as an unknown player. Whoever leaves has lost; those who stay are rated without them. Matches
with a policy of the operator's (table/policies.py) are not rated: its strength is unknown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

from longbeard.bots import LEVELS
from longbeard.people.results import Sitting
from longbeard.table.policies import is_policy

STEP: Final = 4.0
BOT_SIGMA: Final = 1.0
SURE: Final = 1.96
"""Number of sigmas that hold the true strength in 19 of 20 cases, if the model is right."""
MODEL: Final = PlackettLuce()
MIDDLE: Final = 1
"""Index of the level at 25: the second of three."""


@dataclass(frozen=True)
class Rating:
    """Estimated strength, and its uncertainty."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return SURE * self.sigma


def of_bot(level: str) -> Rating:
    """Return the fixed rating of a level; an unknown bot counts as an unknown player."""
    names = [one.name for one in LEVELS]
    if level not in names:
        return Rating()
    return Rating(MODEL.mu + STEP * (names.index(level) - MIDDLE), BOT_SIGMA)


def rated(sittings: Sequence[Sitting], known: dict[str, Rating]) -> dict[str, Rating]:
    """Return the ratings after one match, of those whose ratings are known."""
    if any(is_policy(one.bot) for one in sittings):
        return {}
    stayed = [one for one in sittings if one.stayed or one.bot]
    found = _rated(stayed, [one.place for one in stayed], known)
    for one in sittings:
        if one.person in known and not one.stayed:
            field = [*stayed, one]
            places = [other.place for other in stayed] + [len(sittings) + 1]
            found[one.person] = _rated(field, places, known)[one.person]
    return found


def _rated(field: Sequence[Sitting], places: list[int], known: dict[str, Rating]) -> dict[str, Rating]:
    if len(field) < 2:
        return {}
    before = [of_bot(one.bot) if one.bot else known.get(one.person, Rating()) for one in field]
    teams = [[MODEL.rating(one.mu, one.sigma)] for one in before]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return {
        one.person: Rating(new[0].mu, new[0].sigma, old.matches + 1)
        for one, old, new in zip(field, before, after, strict=True)
        if one.person in known
    }
