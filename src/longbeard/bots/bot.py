"""The interface of a bot: it is given a determinization, never the real table, and returns an action."""

from abc import abstractmethod

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Bot:
    """A player that is a program.

    A subclass has to implement `choose`. It may draw more tables from the one it is given (`State.imagine`).
    A slow bot also works in slices, so that it can be stopped: `begin`, then `think` until it returns False
    or the caller stops asking, then `answer`.
    """

    def __init__(self) -> None:
        self._chosen: i64 = -1

    @abstractmethod
    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        """Return a legal action. `imagined` is a table that looks to this seat just like the real one."""
        raise NotImplementedError

    def begin(self, imagined: State, seat: i64, luck: Luck, since: list[int] | None = None) -> None:
        """Start to think about a decision.

        `since`, if known, has the moves since it last began, as the seat saw them, each as
        seat * action_count + action.
        """
        self._chosen = self.choose(imagined, seat, luck)

    def remembers(self) -> bool:
        """Tell whether a decision depends on what it thought before, in a way that thinking again repeats."""
        return False

    def think(self) -> bool:
        """Think for about a hundredth of a second; return whether there is more to think about."""
        return False

    def answer(self) -> i64:
        """Return the best action so far."""
        return self._chosen
