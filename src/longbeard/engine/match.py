"""A match: who sits where, and the log of what they did. The log is the truth; the state is its fold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import token_bytes
from typing import Final

from longbeard.engine.errors import BadOptions, CannotUndo, NotAllowedNow, NotAnAction, NotYourTurn
from longbeard.engine.luck import SECRET_BYTES, KeyedLuck, commitment
from longbeard.engine.room import Room
from longbeard.engine.state import OVER, Box, State
from longbeard.engine.story import Event, Story

PERSON: Final = "person"


@dataclass(frozen=True)
class Move:
    """One line of the log: a seat, what it did, what happened, and whether that can be taken back."""

    seat: int
    action: int
    text: str
    events: tuple[Event, ...]
    reversible: bool
    looks: tuple[int, ...]
    """To each seat, the action as it looked (`State.shown`)."""


class Match:
    """A game being played, or played to its end.

    >>> from longbeard.games import room
    >>> match = Match(room("witless-wizards"), ["Ada", "Bert"], secret=bytes(32))
    >>> match.play_text(match.to_act, "hold").text
    'hold'
    """

    def __init__(
        self,
        room: Room,
        seats: Sequence[str],
        options: Mapping[str, str] = {},
        secret: bytes | None = None,
        box: Box | None = None,
        players: Sequence[str] = (),
    ) -> None:
        if not all(name.strip() == name and name.isprintable() for name in seats):
            raise BadOptions("a name has no line breaks, and no spaces around it")
        if not all(seats) or len(set(seats)) < len(seats):
            raise BadOptions("every seat has a name of its own")
        self.room = room
        self.seats = list(seats)
        self.players = list(players) or [PERSON] * len(seats)
        """Who plays each seat: PERSON, or the name of a bot."""
        self.options = room.settle(len(seats), options)
        self.box = box or room.box
        self.secret = secret or token_bytes(SECRET_BYTES)
        self.log: list[Move] = []
        self.state = room.table(len(seats), self.options, self.box)
        story = Story()
        self.state.story = story
        self.state.deal(KeyedLuck(self.secret, 0))
        self.state.story = None
        self.opening = tuple(story.events)

    @property
    def commitment(self) -> str:
        """Shown from the start; proves at the end that the luck was fixed before the first move."""
        return commitment(self.secret)

    @property
    def to_act(self) -> int:
        return int(self.state.to_act())

    @property
    def over(self) -> bool:
        return self.to_act == OVER

    def play_text(self, seat: int, text: str) -> Move:
        """Play an action given in notation."""
        return self.play(seat, self.room.parse(self.state, text))

    def play(self, seat: int, action: int) -> Move:
        """Play an action, or raise the kind of BadMove that it is and change nothing."""
        self._refuse(seat, action)
        text = self.room.spell(self.state, action)
        quiet = self.state.quiet(action)
        looks = tuple(
            action if viewer == seat else int(self.state.shown(action, viewer))
            for viewer in range(len(self.seats))
        )
        luck = KeyedLuck(self.secret, len(self.log) + 1)
        story = Story()
        self.state.story = story
        self.state.resolve(action, luck)
        self.state.story = None
        move = Move(seat, action, text, tuple(story.events), quiet and luck.used == 0, looks)
        self.log.append(move)
        return move

    def _refuse(self, seat: int, action: int) -> None:
        if not 0 <= action < self.state.action_count():
            raise NotAnAction(f"{action} is not an action of {self.room.plate.title}")
        if self.over:
            raise NotYourTurn("the match is over")
        if seat != self.to_act:
            raise NotYourTurn(f"{self.seats[self.to_act]} decides now")
        if action not in self.state.legal():
            raise NotAllowedNow(f"{self.room.spell(self.state, action)} is not allowed now")

    def can_undo(self, seat: int) -> bool:
        """Whether the last move was this seat's, used no luck and showed nobody anything (the end does)."""
        return bool(self.log) and not self.over and self.log[-1].seat == seat and self.log[-1].reversible

    def undo(self, seat: int) -> Move:
        """Take the last move back."""
        if not self.can_undo(seat):
            raise CannotUndo(
                "only your own last move can be taken back, if it showed nothing and used no luck"
            )
        return self.strike_out()

    def strike_out(self) -> Move:
        """Remove the last move, whatever it was: for a table that could not keep it."""
        move = self.log.pop()
        self.state = self.state_at(len(self.log))
        return move

    def state_at(self, moves: int) -> State:
        """The state after the first so many moves: a fold of the log."""
        state = self.room.table(len(self.seats), self.options, self.box)
        state.deal(KeyedLuck(self.secret, 0))
        for number, move in enumerate(self.log[:moves], start=1):
            state.resolve(move.action, KeyedLuck(self.secret, number))
        return state

    def until(self, moves: int) -> "Match":
        """The same match as it was after so many moves, to look at or to go on from."""
        earlier = Match(self.room, self.seats, self.options, self.secret, self.box, self.players)
        for move in self.log[:moves]:
            earlier.play(move.seat, move.action)
        return earlier
