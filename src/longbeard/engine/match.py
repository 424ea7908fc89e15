"""A match: who sits where, and the log of what they did. The log is the truth; the state is its fold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import token_bytes
from typing import Final

from mypy_extensions import mypyc_attr

from longbeard.engine.errors import BadOptions, CannotUndo, NotAllowedNow, NotAnAction, NotYourTurn
from longbeard.engine.luck import SECRET_BYTES, KeyedLuck, commitment
from longbeard.engine.room import Room
from longbeard.engine.state import NOBODY, OVER, Box, State
from longbeard.engine.story import Beat, Event, Story

PERSON: Final = "person"
LISTED: Final = 8
"""Number of legal actions that a refusal lists."""


@dataclass(frozen=True)
class Move:
    """One entry of the log: a seat, its action, the events, and whether it can be undone."""

    seat: int
    action: int
    events: tuple[Event, ...]
    reversible: bool
    looks: tuple[int, ...]
    """The action as it looked to each seat (`State.shown`)."""


@dataclass(frozen=True)
class Scene:
    """A moment of a match: the table then, and the events since the moment before."""

    move: int
    """Number of the move; 0 is the deal."""
    beat: int
    """Index of the moment within the move."""
    events: tuple[Event, ...]
    state: State
    last: bool
    """Whether the move ends here: at the next decision, or the end of the match."""
    seat: int
    """The seat whose move it was; NOBODY for the deal."""


def cut(number: int, seat: int, events: tuple[Event, ...], beats: list[Beat], state: State) -> list[Scene]:
    """Cut the events of a watched move at its beats; return its scenes, the last with the table where it
    ended."""
    scenes: list[Scene] = []
    told = 0
    if beats and beats[-1].count == len(events):
        beats = beats[:-1]  # the move ends at this beat
    for beat in beats:
        scenes.append(Scene(number, len(scenes), events[told : beat.count], beat.table, False, seat))
        told = beat.count
    scenes.append(Scene(number, len(scenes), events[told:], state.clone(), True, seat))
    return scenes


@mypyc_attr(allow_interpreted_subclasses=True)
class Match:
    """A game being played, or played to its end.

    >>> from longbeard.games import room
    >>> match = Match(room("witless-wizards"), ["Ada", "Bert"], secret=bytes(32))
    >>> match.text(match.play_text(match.to_act, "hold"))
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
        self.watched = False
        """Whether anybody watches: then the scenes of a move are kept as it is played."""
        self._before: State | None = None
        """The table before the last move, whose scenes are asked for most."""
        self._last: list[Scene] = []
        """The scenes of the last move, if it was watched."""
        self._commitment = ""

    @property
    def commitment(self) -> str:
        """Hash of the secret, shown from the start: proves at the end that the luck was fixed before the
        first move."""
        if not self._commitment:
            self._commitment = commitment(self.secret)
        return self._commitment

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
        """Play an action, or raise the right kind of BadMove and change nothing."""
        self._refuse(seat, action)
        quiet = self.state.quiet(action)
        looks = tuple(
            action if viewer == seat else int(self.state.shown(action, viewer))
            for viewer in range(len(self.seats))
        )
        luck = KeyedLuck(self.secret, len(self.log) + 1)
        self._before = None if self.watched else self.state.clone()
        story = Story(self.watched)
        self.state.story = story
        self.state.resolve(action, luck)
        self.state.story = None
        move = Move(seat, action, tuple(story.events), quiet and luck.used == 0, looks)
        self.log.append(move)
        self._last = cut(len(self.log), seat, move.events, story.beats, self.state) if self.watched else []
        return move

    def text(self, move: Move) -> str:
        """Return a move in notation. An action has one text, whatever the table."""
        return self.room.spell(self.state, move.action)

    def _refuse(self, seat: int, action: int) -> None:
        if not 0 <= action < self.state.action_count():
            raise NotAnAction(
                f"{action} is not an action of {self.room.plate.title}: "
                f"they are numbered from 0 to {self.state.action_count() - 1}"
            )
        if self.over:
            raise NotYourTurn("the match is over")
        if seat != self.to_act:
            raise NotYourTurn(f"{self.seats[self.to_act]} decides now")
        if action not in self.state.legal():
            # Only the seat that decides gets here, and these actions are shown to it as its choices anyway.
            raise NotAllowedNow(f"{self.room.spell(self.state, action)} is not allowed now; {self._may()}")

    def _may(self) -> str:
        """List the legal actions for a refusal; the first few, if there are many."""
        legal = self.state.legal()
        texts = ", ".join(self.room.spell(self.state, action) for action in legal[:LISTED])
        more = len(legal) - LISTED
        return f"you may {texts} and {more} more" if more > 0 else f"you may {texts}"

    def can_undo(self, seat: int) -> bool:
        """Return whether the last move was this seat's, used no luck and showed nobody anything hidden (the
        end of a match always does)."""
        return bool(self.log) and not self.over and self.log[-1].seat == seat and self.log[-1].reversible

    def undo(self, seat: int) -> Move:
        """Take the last move back."""
        if not self.can_undo(seat):
            raise CannotUndo(
                "only your own last move can be taken back, if it showed nothing and used no luck"
            )
        return self.strike_out()

    def strike_out(self) -> Move:
        """Remove the last move, whatever it was: for a table that could not store it."""
        move = self.log.pop()
        self._before, self._last = None, []
        self.state = self.state_at(len(self.log))
        return move

    def state_at(self, moves: int) -> State:
        """Return the state after the first `moves` moves: a fold of the log."""
        state = self.room.table(len(self.seats), self.options, self.box)
        state.deal(KeyedLuck(self.secret, 0))
        for number, move in enumerate(self.log[:moves], start=1):
            state.resolve(move.action, KeyedLuck(self.secret, number))
        return state

    def tables(self, first: int) -> list[State]:
        """Return the table after each move from number `first` on; 0 is the deal."""
        state = self.state_at(first)
        found = [state.clone()]
        for number in range(first + 1, len(self.log) + 1):
            state.resolve(self.log[number - 1].action, KeyedLuck(self.secret, number))
            found.append(state.clone())
        return found

    def scenes(self, first: int, last: int | None = None) -> list[Scene]:
        """Return the scenes of the moves from number `first` to `last` (0 is the deal; default: the latest).

        Of a watched match, those of the last move are kept; all others are played again with the same luck.
        """
        if first == len(self.log) and self._last:
            return list(self._last)
        found: list[Scene] = []
        if first == len(self.log) and self._before is not None:
            state = self._before.clone()
        else:
            state = self.room.table(len(self.seats), self.options, self.box)
            found += self._scenes(0, state)
            for number in range(1, first):
                state.resolve(self.log[number - 1].action, KeyedLuck(self.secret, number))
        last = len(self.log) if last is None else min(last, len(self.log))
        for number in range(max(first, 1), last + 1):
            found += self._scenes(number, state)
        return [scene for scene in found if scene.move >= first]

    def _scenes(self, number: int, state: State) -> list[Scene]:
        """Play move `number` (or the deal) on the table before it, and return its scenes."""
        seat = self.log[number - 1].seat if number else NOBODY
        luck = KeyedLuck(self.secret, number)
        story = Story(watched=True)
        state.story = story
        if number:
            state.resolve(self.log[number - 1].action, luck)
        else:
            state.deal(luck)
        state.story = None
        # The same objects as in the log, not equal ones: caches are keyed by identity.
        events = self.log[number - 1].events if number else self.opening
        return cut(number, seat, events, story.beats, state)

    def until(self, moves: int) -> "Match":
        """Return the same match after its first `moves` moves, to look at or to continue."""
        earlier = Match(self.room, self.seats, self.options, self.secret, self.box, self.players)
        for move in self.log[:moves]:
            earlier.play(move.seat, move.action)
        return earlier
