"""A table whose luck is drawn from outside, one draw at a time, so that OpenSpiel sees every chance node.

A room asks for luck in the middle of a move. Here the move is tried on a copy with the draws that were made
so far; where one is missing, the copy is thrown away and the table waits for it. Nothing in a table knows
what will be drawn next, so whoever searches a copy of it learns nothing of the luck of the real match.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from longbeard.engine import gate
from longbeard.engine.luck import Luck
from longbeard.engine.room import Room
from longbeard.engine.state import OVER, State
from longbeard.engine.story import SPECTATOR, Event, Story
from longbeard.games import room as room_of
from longbeard.rl.boxes import box_of

DEAL: Final = -1
"""The number of the move that is the deal."""
SOMETHING: Final = -2
"""A move of which the one who imagines the table does not know more than it was told."""


class DrawMissing(Exception):
    """A move needs a draw that nobody has made yet."""


class DrawnLuck(Luck):
    """Gives out what was drawn, in order. One thing of one is no draw."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        super().__init__()
        self._draws = draws
        self.asked: list[int] = []
        """Of how many things each draw is, the ones of one thing included."""

    def below(self, n: int) -> int:
        self.asked.append(n)
        if n == 1:
            return 0
        if self.used == len(self._draws):
            raise DrawMissing
        self.used += 1
        return self._draws[self.used - 1]


class Chapter:
    """One move, as it is remembered: who made it, on which table, and what was told of it."""

    def __init__(self, before: State, action: int, events: tuple[Event, ...]) -> None:
        self.seat = int(before.to_act()) if action != DEAL else DEAL
        self.before = before
        self.action = action
        self.events = events
        self._texts: dict[int, str] = {}
        self._known: dict[int, Chapter] = {}

    def text(self, room: Room, viewer: int) -> str:
        """Return what a viewer was told: its own move in notation, and every event that it may know."""
        if viewer not in self._texts:
            own = self.seat == viewer and self.action >= 0
            lines = [f"> {room.spell(self.before, self.action)}"] if own else []
            lines += [
                " ".join([room.event_name(event), *map(str, event.data)])
                for event in gate.heard(self.events, viewer)
            ]
            self._texts[viewer] = "\n".join(lines)
        return self._texts[viewer]

    def known_to(self, seat: int) -> "Chapter":
        """Return the same without what the others were told in secret."""
        if seat not in self._known:
            action = self.action if seat == self.seat else SOMETHING
            known = Chapter(self.before, action, tuple(gate.heard(self.events, seat)))
            known.seat = self.seat
            self._known[seat] = known
        return self._known[seat]


@dataclass(frozen=True)
class Table:
    """A table at one moment. It never changes: a move gives another one, so a copy is the table itself."""

    room: Room
    state: State
    options: Mapping[str, str]
    box: str = ""
    chapters: tuple[Chapter, ...] = ()
    """The deal, and every move since."""
    steps: tuple[int, ...] = ()
    """All actions and draws, as OpenSpiel's history has them."""
    turn: int = OVER
    """Who decides, once it is dealt and no draw is missing; or OVER."""
    imagined: bool = False
    pending: int = DEAL
    """The move that waits for a draw, if one does."""
    draws: tuple[int, ...] = ()
    """What was drawn for it so far."""
    asked: tuple[int, ...] = ()
    """Of how many things: the draws that were made for it, and the one that is missing. None: none is."""

    @property
    def dealt(self) -> bool:
        return bool(self.chapters)

    @property
    def outcomes(self) -> int:
        """Count the outcomes of the missing draw, each as likely; 0 if none is missing."""
        return self.asked[-1] if self.asked else 0

    @property
    def over(self) -> bool:
        return self.dealt and self.turn == OVER

    def look(self, viewer: int) -> dict[str, Any]:
        """Return the table as a viewer may see it now."""
        return gate.seen(self.room, self.state, viewer)

    def told(self, viewer: int) -> list[str]:
        """Return all that a viewer was ever told, move by move, as one who forgets nothing remembers it."""
        return [chapter.text(self.room, viewer) for chapter in self.chapters]

    def words(self) -> str:
        """Return the table in lines, as a spectator sees it."""
        if not self.dealt:
            return "Before the deal."
        names = [f"Wizard {seat}" for seat in range(self.state.seats)]
        return "\n".join(self.room.words(self.look(SPECTATOR), names))

    def step(self, number: int) -> "Table":
        """Return the table after an action or, where a draw is missing, after that draw."""
        if self.asked:
            if not 0 <= number < self.outcomes:
                raise ValueError(f"{number} is no draw out of {self.outcomes}")
            return self._try(self.pending, (*self.draws, number), number)
        if number not in self.state.legal():
            raise ValueError(f"{number} is not allowed now")
        return self._try(number, (), number)

    def _try(self, action: int, draws: tuple[int, ...], *steps: int) -> "Table":
        story, luck, state = Story(), DrawnLuck(draws), self.state.clone()
        state.story = story
        steps = self.steps + steps
        try:
            _carry_out(state, action, luck)
        except DrawMissing:
            return replace(self, pending=action, draws=draws, asked=tuple(luck.asked), steps=steps)
        state.story = None
        chapters = (*self.chapters, Chapter(self.state, action, tuple(story.events)))
        turn = int(state.to_act())
        return replace(self, state=state, turn=turn, chapters=chapters, draws=(), asked=(), steps=steps)

    def imagine(self, seat: int, luck: Luck) -> "Table":
        """A table that this seat cannot tell from this one, and on which nothing is written that it does
        not know."""
        if self.asked:
            raise ValueError("a table is imagined between two moves, not while a draw is missing")
        chapters = tuple(chapter.known_to(seat) for chapter in self.chapters)
        state = self.state.imagine(seat, luck)
        return replace(self, state=state, chapters=chapters, steps=(), imagined=True)

    def __deepcopy__(self, memo: object) -> "Table":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Table"], tuple[object, ...]]:
        """Pickle it as the steps that led to it; an imagined table cannot be pickled."""
        if self.imagined:
            raise TypeError("an imagined table cannot be written down: it is what one seat thinks of")
        facts = (self.room.plate.slug, int(self.state.seats), dict(self.options), self.box, self.steps)
        return again, facts


def _carry_out(state: State, action: int, luck: Luck) -> None:
    if action == DEAL:
        state.deal(luck)
    else:
        state.resolve(action, luck)


def open_table(room: Room, seats: int, options: Mapping[str, str], box: str = "") -> Table:
    """Return a table at its first draw, with the printed box or another (`rl/boxes.py`)."""
    return Table(room, room.table(seats, options, box_of(room, box)), options, box)._try(DEAL, ())


def again(slug: str, seats: int, options: Mapping[str, str], box: str, steps: tuple[int, ...]) -> Table:
    """Return the table that these steps lead to."""
    table = open_table(room_of(slug), seats, options, box)
    for number in steps:
        table = table.step(number)
    return table
