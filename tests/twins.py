"""Twins: a match, and what one viewer could take for it. That viewer is sent the same of both."""

from dataclasses import replace

from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match, Move, Scene
from longbeard.engine.room import Room
from longbeard.engine.state import State
from longbeard.engine.story import Event

NAMES = ("Ada", "Bert", "Carl", "Dora", "Eve", "Fay")


class Twin(Match):
    """A match as one viewer may imagine it."""

    def __init__(self, real: Match, viewer: int) -> None:
        super().__init__(real.room, real.seats, real.options, real.secret, real.box, real.players)
        self.real = real
        self.viewer = viewer
        self.secret = seed_secret(999)
        self.state = self.imagined(real.state)
        self.opening = self.heard(real.opening)
        self.log = [self.retold(move) for move in real.log]

    @property
    def commitment(self) -> str:
        return self.real.commitment  # it is public, and says nothing until the end

    def scenes(self, first: int, last: int | None = None) -> list[Scene]:
        """Return every moment as the viewer may imagine it."""
        return [
            replace(scene, state=self.imagined(scene.state), events=self.heard(scene.events))
            for scene in self.real.scenes(first, last)
        ]

    def tables(self, first: int) -> list[State]:
        """Return every table as the viewer may imagine it."""
        return [self.imagined(state) for state in self.real.tables(first)]

    def imagined(self, state: State) -> State:
        return state.imagine(self.viewer, QuickLuck(77))

    def state_at(self, moves: int) -> State:
        return self.imagined(self.real.state_at(moves))

    def heard(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return what the viewer was told, and whispers to others, of which there may be more or fewer."""
        other = next(seat for seat in range(len(self.seats)) if seat != self.viewer)
        whisper = [Event(event.kind, other, list(event.data)) for event in events[:1]]
        return (*(event for event in events if event.seen_by(self.viewer)), *whisper)

    def retold(self, move: Move) -> Move:
        """Return the viewer's own move unchanged; for another's move that was not told, another action."""
        other = (move.action + 1) % int(self.real.state.action_count())
        action = move.action if move.seat == self.viewer else other
        return replace(move, action=action, events=self.heard(move.events))


def real_match(room: Room, seats: int, moves: int) -> Match:
    match = Match(room, NAMES[:seats], secret=seed_secret(seats))
    luck = QuickLuck(moves)
    while len(match.log) < moves and not match.over:
        legal = match.state.legal()
        match.play(match.to_act, legal[int(luck.below(len(legal)))])
    return match
