"""Action types: each is one row with its numbers, notation, phrase, label and steps."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from longbeard.engine.errors import NotAnAction
from longbeard.engine.state import State

S = TypeVar("S", bound=State)
Names = Sequence[str]


@dataclass(frozen=True)
class Deed(Generic[S]):
    """One kind of action. `number` is what its row enumerates: a seat, a card, an amount."""

    word: str
    """The notation: `hold`, or `give` for `give:2`."""
    first: int
    """The action whose number is 0."""
    numbers: range | None
    """The numbers there are; None for an action without one."""
    phrase: Callable[[S, int, Names], str]
    """The choice in words, for the seat that has it: `phrase(state, number, names)`."""
    label: str
    """Two or three words for a button; `#` stands for the number."""
    steps: Callable[[S, int], list[str]] | None = None
    """Spots to point at: `steps(state, number)`; by default one spot named like the notation."""
    named: Callable[[S, int], str] | None = None
    """Spells the number in the notation if not in digits (`discard:katana`); empty if there is no such
    action."""
    risky: bool = False
    """Whether it is easily done by mistake and cannot be undone: a page may ask for confirmation."""

    def spell(self, state: S, number: int) -> str:
        """Return the notation with its number; empty if this table has no such action."""
        if self.numbers is None:
            return self.word
        name = self.named(state, number) if self.named else str(number)
        return f"{self.word}:{name}" if name else ""


class Deeds(Generic[S]):
    """All kinds of actions of a game; notation, phrases, labels and steps come from the same rows."""

    def __init__(self, title: str, rows: Sequence[Deed[S]]) -> None:
        self.title = title
        self._words = {row.word: row for row in rows}
        self._rows = list(rows)

    def _find(self, action: int) -> tuple[Deed[S], int]:
        for row in self._rows:
            number = action - row.first
            if number == 0 if row.numbers is None else number in row.numbers:
                return row, number
        raise NotAnAction(f"{action} is not an action of {self.title}")

    def spell(self, state: S, action: int) -> str:
        """Return an action as text."""
        row, number = self._find(action)
        text = row.spell(state, number)
        if not text:
            raise NotAnAction(f"{action} is not an action of {self.title}")
        return text

    def parse(self, state: S, text: str) -> int:
        """Return the action that a text stands for."""
        row = self._words.get(text.partition(":")[0])
        if text and row is not None:
            for number in row.numbers if row.numbers is not None else (0,):
                if row.spell(state, number) == text:
                    return row.first + number
        kinds = ", ".join(self._words)
        raise NotAnAction(f"{text!r} is not an action of {self.title}; they begin with: {kinds}")

    def phrase(self, state: S, action: int, names: Names) -> str:
        """Return a choice in words."""
        row, number = self._find(action)
        return row.phrase(state, number, names)

    def label(self, state: S, action: int) -> str:
        """Return a choice in two or three words."""
        row, number = self._find(action)
        return row.label.replace("#", str(number))

    def steps(self, state: S, action: int) -> list[str]:
        """Return the spots to point at, in order."""
        row, number = self._find(action)
        return row.steps(state, number) if row.steps else [row.spell(state, number)]

    def risky(self, state: S, action: int) -> bool:
        """Return whether a page may ask for confirmation."""
        return self._find(action)[0].risky
