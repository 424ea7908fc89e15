"""What a bot is: it gets a table that its seat imagines, never the real one, and names an action."""

from abc import abstractmethod

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Bot:
    """A player that is a program. From the table it is given it may imagine as many others as it likes.

    `choose` is all that it has to do. One that takes its time also thinks in slices, so that it is never in
    anyone's way: `begin`, then `think` until that says no or somebody is tired of waiting, then `answer`.
    """

    def __init__(self) -> None:
        self._chosen: i64 = -1

    @abstractmethod
    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        """One of the legal actions of a table that looks to this seat just like the real one."""
        raise NotImplementedError

    def begin(self, imagined: State, seat: i64, luck: Luck, since: list[int] | None = None) -> None:
        """Start to think. `since`, if known, is how every move since the own last decision looked to the
        seat, the own one included, each as seat * action_count + action."""
        self._chosen = self.choose(imagined, seat, luck)

    def think(self) -> bool:
        """Think for a hundredth of a second or so; whether there is more to think about."""
        return False

    def answer(self) -> i64:
        """The action that seems best so far."""
        return self._chosen
