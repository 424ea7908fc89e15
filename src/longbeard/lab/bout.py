"""One match of the arena, played as at a table."""

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from longbeard.bots.player import Forfeit, Player, player
from longbeard.engine import record
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.playout import EndlessGame
from longbeard.engine.room import Room
from longbeard.games import room as room_of
from longbeard.lab.pairing import Pairing, table_seed, thought_seed

LIMIT: Final = 10_000
"""Decisions after which a match is given up: bots that go in circles would never end some games."""


@dataclass(frozen=True)
class Plan:
    """Everything that an arena's matches depend on."""

    game: str
    bots: tuple[str, ...]
    players: int
    deals: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    keeps_events: bool = False


@dataclass(frozen=True)
class Told:
    """A whole match: its sealed record, and everything that was told in it."""

    record: str
    events: list[tuple[int, str, int, list[int]]]
    """(move, kind, audience, numbers); move 0 is the deal, audience -1 is everybody."""


@dataclass(frozen=True)
class Result:
    """The result of a match."""

    pairing: Pairing
    ending: str
    winners: list[int]
    scores: list[int]
    moves: int
    seconds: list["array[float]"]
    """For each seat, the seconds that each of its decisions took."""
    forfeits: list[Forfeit]
    told: Told | None = None
    """Only if the plan keeps events."""

    def share(self, seat: int) -> float:
        """Return a seat's share of the win; if nobody won, all seats have the same."""
        if not self.winners:
            return 1 / len(self.scores)
        return 1 / len(self.winners) if seat in self.winners else 0.0


def play_again(plan: Plan, pairing: Pairing) -> Result:
    """Play a match wherever this is called: what a task of the arena does."""
    return play(room_of(plan.game), plan, pairing)


def play(room: Room, plan: Plan, pairing: Pairing) -> Result:
    """Play a match with new players, so that it depends on no other match."""
    seated = [player(spec, room) for spec in pairing.bots]
    try:
        return _play(room, plan, pairing, seated)
    finally:
        for one in seated:
            one.close()


def _play(room: Room, plan: Plan, pairing: Pairing, seated: list[Player]) -> Result:
    names = [f"Wizard {seat}" for seat in range(plan.players)]
    secret = seed_secret(table_seed(plan.seed, pairing.deal))
    match = Match(room, names, plan.options, secret, players=[one.name for one in seated])
    seconds = [array("f") for seat in range(plan.players)]
    while not match.over:
        if len(match.log) == LIMIT:
            raise EndlessGame(f"no end after {LIMIT} decisions")
        seat = match.to_act
        luck = QuickLuck(thought_seed(plan.seed, pairing, seat, len(match.log)))
        start = perf_counter()
        action = seated[seat].decide(match, seat, luck)
        seconds[seat].append(perf_counter() - start)
        match.play(seat, action)
    for seat, one in enumerate(seated):
        one.finish(match, seat)
    forfeits = [forfeit for one in seated for forfeit in one.forfeits]
    state = match.state
    told = _told(match) if plan.keeps_events else None
    return Result(
        *(pairing, state.ending(), state.winners(), state.scores(), len(match.log), seconds, forfeits, told)
    )


def _told(match: Match) -> Told:
    moves = [match.opening, *(move.events for move in match.log)]
    events = [
        (number, match.room.event_name(event), event.audience, [int(one) for one in event.data])
        for number, told in enumerate(moves)
        for event in told
    ]
    return Told(record.write(match), events)
