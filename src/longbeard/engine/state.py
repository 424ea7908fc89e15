"""The contract of a game: a mutable table that knows whose decision it is and what may be done."""

from abc import abstractmethod
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.story import EVERYONE, Story

OVER: Final = -1
"""Value of `to_act` when the game is over."""
NOBODY: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Box:
    """The printed data of a game: every number on every card, read from its data file."""

    def __init__(self) -> None:
        self.digest = ""
        """Hash of the data file. Records carry it: other numbers are another game."""


@final
@mypyc_attr(acyclic=True)
class Choices:
    """The legal actions of one decision, in a buffer that is reused."""

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]([0] * 64)
        self.count: i64 = 0

    def clear(self) -> None:
        self.count = 0

    def add(self, action: i64) -> None:
        if self.count == len(self.items):
            self._grow()
        self.items[self.count] = action
        self.count += 1

    def _grow(self) -> None:
        # Separate, so that `add` is small enough to be inlined.
        self.items = append(self.items, 0)


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """A game on the table. A room subclasses it; everything else plays through it.

    Actions are small ints out of a fixed space, the same for every state of a box. `resolve` trusts its
    caller, as playouts must; a `Match` checks every action before it resolves it.
    """

    def __init__(self) -> None:
        self.seats: i64 = 0
        self.story: Story | None = None
        """Collects events, if anybody listens."""

    @abstractmethod
    def deal(self, luck: Luck) -> None:
        """Set the table up, once, before the first decision."""
        raise NotImplementedError

    @abstractmethod
    def to_act(self) -> i64:
        """Return the seat that decides now, or OVER."""
        raise NotImplementedError

    @abstractmethod
    def offer(self, choices: Choices) -> None:
        """Add the legal actions of the seat that decides: unique, in a fixed order."""
        raise NotImplementedError

    def count_choices(self, choices: Choices) -> i64:
        """How many legal actions there are; `choice_at` then finds each.

        A room may override both, so that random play need not list all actions to choose one of them.
        """
        choices.clear()
        self.offer(choices)
        return choices.count

    def choice_at(self, number: i64, choices: Choices) -> i64:
        """The legal action at this place among those of `offer`, after `count_choices`."""
        return choices.items[number]

    @abstractmethod
    def resolve(self, action: i64, luck: Luck) -> None:
        """Carry out an action that `offer` gave, up to the next decision."""
        raise NotImplementedError

    @abstractmethod
    def clone(self) -> "State":
        """Return an independent copy, without the story."""
        raise NotImplementedError

    @abstractmethod
    def imagine(self, seat: i64, luck: Luck) -> "State":
        """Return a random table that this seat cannot tell from the real one, given all it has seen."""
        raise NotImplementedError

    @abstractmethod
    def scores(self) -> list[int]:
        """Return a number for each seat; more is better. Final once the game is over."""
        raise NotImplementedError

    @abstractmethod
    def winners(self) -> list[int]:
        """Return the seats that won; several share the win; empty while the game is running, or if nobody
        won."""
        raise NotImplementedError

    @abstractmethod
    def ending(self) -> str:
        """Return the name of the reason for the end; empty while the game is running."""
        raise NotImplementedError

    @abstractmethod
    def dump(self) -> list[int]:
        """Return the whole state as numbers: equal dumps are equal states."""
        raise NotImplementedError

    @abstractmethod
    def pieces(self) -> list[int]:
        """Count each printed piece, wherever it is. The counts never change after the deal."""
        raise NotImplementedError

    @abstractmethod
    def action_count(self) -> int:
        """Return the size of the action space; actions are numbered from 0."""
        raise NotImplementedError

    def quiet(self, action: i64) -> bool:
        """Return whether an action shows nobody anything hidden. Only such a move can be undone."""
        return False

    def shown(self, action: i64, seat: i64) -> i64:
        """Return how a legal action of the deciding seat looks to another: as itself, or as one of several
        actions that the other seat cannot tell apart (always the same one of them)."""
        return action

    def forget(self, seat: i64, luck: Luck) -> None:
        """Replace some of what a seat has seen and no longer sees by what could be there: for bots that
        forget. Called only on tables that this seat imagines; it changes neither what the seat sees nor what
        it may do."""

    def legal(self) -> list[int]:
        """Return the legal actions as a list: `offer` for pages, terminal and tests."""
        choices = Choices()
        if self.to_act() != OVER:
            self.offer(choices)
        return list(choices.items[: choices.count])

    @final
    def tell(self, kind: i64, a: i64 = NOBODY, b: i64 = NOBODY, c: i64 = NOBODY) -> None:
        """Tell everyone about an event, if anybody listens."""
        if self.story is not None:
            self._record(EVERYONE, kind, a, b, c)

    @final
    def whisper(self, seat: i64, kind: i64, a: i64 = NOBODY, b: i64 = NOBODY, c: i64 = NOBODY) -> None:
        """Tell one seat alone about an event."""
        if self.story is not None:
            self._record(seat, kind, a, b, c)

    @final
    def tell_all(self, kind: i64, data: list[int]) -> None:
        """Tell everyone about an event with any number of numbers. Ask `listened_to` before you make the
        list."""
        if self.story is not None:
            self.story.add(EVERYONE, kind, data)

    @final
    def listened_to(self) -> bool:
        """Return whether anybody listens to the story."""
        return self.story is not None

    @final
    def beat(self) -> None:
        """Mark a moment that people should see. Every piece must have its place. Without a listener it costs
        nothing."""
        if self.story is not None:
            self._mark()

    @final
    def _mark(self) -> None:
        if self.story is not None and self.story.watched:
            self.story.mark(self)

    @final
    def _record(self, audience: i64, kind: i64, a: i64, b: i64, c: i64) -> None:
        # Separate, so that `tell` is small enough to be inlined.
        if self.story is not None:
            self.story.note(audience, kind, a, b, c)
