"""Ratings of bots by openskill: the Plackett–Luce model, from its default start of 25 ± 8.3."""

from collections.abc import Sequence

from openskill.models import PlackettLuce

from longbeard.lab.bout import Result


def ratings(bots: Sequence[str], results: Sequence[Result]) -> dict[str, tuple[float, float]]:
    """Return (mu, sigma) of each bot after all matches, in the order given.

    Winners share the first place and all others the second; if nobody wins, all have the same place. A bot
    in several seats of a match counts as several players of its strength, and gets the mean of their ratings.
    """
    model = PlackettLuce()
    known = dict.fromkeys(bots, (model.mu, model.sigma))
    for result in results:
        seated = result.pairing.bots
        if len(set(seated)) > 1:
            teams = [[model.rating(*known[bot])] for bot in seated]
            ranks = [0.0 if seat in result.winners else 1.0 for seat in range(len(seated))]
            rated = [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=ranks)]
            known |= {bot: _mean([new for new, who in zip(rated, seated, strict=True) if who == bot])
                      for bot in seated}  # fmt: skip
    return known


def _mean(ratings: list[tuple[float, float]]) -> tuple[float, float]:
    mus, sigmas = zip(*ratings, strict=True)
    return sum(mus) / len(mus), sum(sigmas) / len(sigmas)
