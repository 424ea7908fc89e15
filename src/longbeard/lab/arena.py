"""Matches of bots against bots: every deal is played with each of them in every seat, to cancel luck."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil

from longbeard.bots.player import player
from longbeard.engine.errors import BadOptions
from longbeard.engine.room import FIRST_SEAT, Room
from longbeard.lab.bout import Plan, Result, play_again
from longbeard.lab.crew import Broken, Crew, Task
from longbeard.lab.pairing import Pairing, line_ups, matches_of


def make_plan(
    room: Room,
    bots: Sequence[str],
    matches: int,
    players: int | None,
    seed: int,
    options: Mapping[str, str],
    keeps_events: bool = False,
) -> Plan:
    """Plan at least this number of matches, in whole deals; BadOptions if they cannot be played."""
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
    return Plan(room.plate.slug, tuple(bots), players, deals, seed, settled, keeps_events)


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

    def run(self, crew: Crew, progress: Callable[[Result], None] = lambda result: None) -> None:
        """Play until the plan is done, somebody interrupts, or a match breaks."""
        pairings = [pairing for deal in self.deals for pairing in deal]
        playing = crew([Task(str(pairing), play_again, (self.plan, pairing)) for pairing in pairings])
        try:
            for _, result in playing:
                self._results[result.pairing] = result
                progress(result)
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        except Broken as error:
            self.stopped = str(error)
        finally:
            playing.close()

    def whole(self, deal: int) -> list[Result]:
        """Return the results of a deal, or none if it was not played whole."""
        found = [self._results.get(pairing) for pairing in self.deals[deal]]
        return [result for result in found if result] if all(found) else []

    def results(self) -> list[Result]:
        """Return the results of all deals that were played whole, in the plan's order.

        If there is none, return those of the single matches that were played.
        """
        whole = [deal for deal in self.deals if all(pairing in self._results for pairing in deal)]
        return [self._results[pairing] for deal in whole or self.deals for pairing in deal
                if pairing in self._results]  # fmt: skip
