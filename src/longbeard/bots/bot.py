"""What a bot is: it gets a table that its seat imagines, never the real one, and names an action."""

from abc import abstractmethod

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Bot:
    """A player that is a program. From the table it is given it may imagine as many others as it likes."""

    @abstractmethod
    def choose(self, imagined: State, seat: i64, luck: Luck) -> i64:
        """One of the legal actions of a table that looks to this seat just like the real one."""
        raise NotImplementedError
