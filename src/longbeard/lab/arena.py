"""Matches of bots against bots: every deal is played with each of them in every seat, to cancel luck."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil

from longbeard.bots.player import player
from longbeard.engine.errors import BadOptions
from longbeard.engine.room import FIRST_SEAT, Room
from longbeard.lab.bout import Plan, Result
from longbeard.lab.pairing import Pairing, line_ups, matches_of
from longbeard.lab.workers import Broken, play_all


def make_plan(
    room: Room, bots: Sequence[str], matches: int, players: int | None, seed: int, options: Mapping[str, str]
) -> Plan:
    """Plan at least so many matches, in whole deals; BadOptions if they cannot be played."""
    if not bots or matches < 1:
        raise BadOptions("an arena needs a bot and a match")
    for spec in bots:
        player(spec, room).close()
    players = players or room.plate.seats[0]
    # The same seat plays first in every deal, so that its advantage can be measured.
    first = {"first": "0"} if FIRST_SEAT in room.plate.options else {}
    settled = room.settle(players, {**first, **options})
    bots = bots if len(bots) <= players else list(dict.fromkeys(bots))
    deals = ceil(matches / len(matches_of(0, line_ups(bots, players))))
    return Plan(room.plate.slug, tuple(bots), players, deals, seed, settled)


class Arena:
    """A plan, and its results so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tables = line_ups(plan.bots, plan.players)
        self.deals = [matches_of(deal, self.tables) for deal in range(plan.deals)]
        self.stopped = ""
        """Why it stopped before the plan was done; empty if it did not."""
        self._results: dict[Pairing, Result] = {}

    @property
    def matches(self) -> int:
        """The number of matches in the plan."""
        return sum(map(len, self.deals))

    def run(self, jobs: int, progress: Callable[[Result], None]) -> None:
        """Play until the plan is done, somebody interrupts, or a match breaks."""
        playing = play_all(self.plan, self.deals, jobs)
        try:
            for result in playing:
                self._results[result.pairing] = result
                progress(result)
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        except Broken as error:
            self.stopped = str(error)
        finally:
            playing.close()

    def results(self) -> list[Result]:
        """Return the results of all deals that were played whole, in the plan's order.

        If there is none, return those of the single matches that were played.
        """
        whole = [deal for deal in self.deals if all(pairing in self._results for pairing in deal)]
        return [self._results[pairing] for deal in whole or self.deals for pairing in deal
                if pairing in self._results]  # fmt: skip
