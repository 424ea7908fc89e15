"""The contract of a game: a mutable table that knows whose decision it is and what may be done."""

from abc import abstractmethod
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.story import EVERYONE, Story

OVER: Final = -1
"""What `to_act` answers when nobody decides any more."""
NOBODY: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Box:
    """The printed things of a game: every number on every card, read from its data file."""

    def __init__(self) -> None:
        self.digest = ""
        """A fingerprint of the data file. Records carry it: other numbers are another game."""


@final
@mypyc_attr(acyclic=True)
class Choices:
    """The legal actions of one decision, in a buffer that is used again and again."""

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
        # On its own, so that `add` is small enough to be compiled into its callers.
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
        """Where events are told, if anyone listens."""

    @abstractmethod
    def deal(self, luck: Luck) -> None:
        """Set the table up, once, before the first decision."""
        raise NotImplementedError

    @abstractmethod
    def to_act(self) -> i64:
        """The seat that decides now, or OVER."""
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
        """An independent copy, without the story."""
        raise NotImplementedError

    @abstractmethod
    def imagine(self, seat: i64, luck: Luck) -> "State":
        """Some table that this seat cannot tell from the real one, given all it has seen."""
        raise NotImplementedError

    @abstractmethod
    def scores(self) -> list[int]:
        """A number for each seat; more is better. Complete once the game is over."""
        raise NotImplementedError

    @abstractmethod
    def winners(self) -> list[int]:
        """The seats that won; several share the win; none while the game goes on, or if nobody won."""
        raise NotImplementedError

    @abstractmethod
    def ending(self) -> str:
        """The named reason why it ended, empty while the game goes on."""
        raise NotImplementedError

    @abstractmethod
    def dump(self) -> list[int]:
        """Everything that makes this state what it is, as numbers: equal dumps are equal states."""
        raise NotImplementedError

    @abstractmethod
    def pieces(self) -> list[int]:
        """How many of each printed piece there are, wherever they lie. It never changes after the deal."""
        raise NotImplementedError

    @abstractmethod
    def action_count(self) -> int:
        """How many actions there are; they are numbered from 0."""
        raise NotImplementedError

    def quiet(self, action: i64) -> bool:
        """Whether this action shows nobody anything hidden. Only such a move can be taken back."""
        return False

    def shown(self, action: i64, seat: i64) -> i64:
        """How a legal action of the deciding seat looks to another: as itself, or as one of several actions
        that this seat cannot tell apart (always the same one of them)."""
        return action

    def forget(self, seat: i64, luck: Luck) -> None:
        """Lose some of what a seat has seen and no longer sees: for bots that forget. It is only ever asked
        of a table that this seat imagines, and leaves what the seat sees and may do as it is."""

    def legal(self) -> list[int]:
        """The legal actions as a list: `offer` for page, terminal and tests."""
        choices = Choices()
        if self.to_act() != OVER:
            self.offer(choices)
        return list(choices.items[: choices.count])

    @final
    def tell(self, kind: i64, a: i64 = NOBODY, b: i64 = NOBODY, c: i64 = NOBODY) -> None:
        """Tell everyone what happened, if anyone listens."""
        if self.story is not None:
            self._record(EVERYONE, kind, a, b, c)

    @final
    def whisper(self, seat: i64, kind: i64, a: i64 = NOBODY, b: i64 = NOBODY, c: i64 = NOBODY) -> None:
        """Tell one seat alone."""
        if self.story is not None:
            self._record(seat, kind, a, b, c)

    @final
    def tell_all(self, kind: i64, data: list[int]) -> None:
        """Tell everyone something that takes more numbers. Ask `listened_to` before you make the list."""
        if self.story is not None:
            self.story.add(EVERYONE, kind, data)

    @final
    def listened_to(self) -> bool:
        """Whether anyone listens to the story."""
        return self.story is not None

    @final
    def beat(self) -> None:
        """Mark a moment that people should see, where every piece has its place. Costs nothing unwatched."""
        if self.story is not None:
            self._mark()

    @final
    def _mark(self) -> None:
        if self.story is not None and self.story.watched:
            self.story.mark(self)

    @final
    def _record(self, audience: i64, kind: i64, a: i64, b: i64, c: i64) -> None:
        # On its own, so that the question above is small enough to be compiled into its callers.
        if self.story is not None:
            self.story.note(audience, kind, a, b, c)
