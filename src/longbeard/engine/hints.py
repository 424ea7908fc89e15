"""What a room can tell bots about good play. All of it is optional; none of it is rules."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.state import OVER, State
from longbeard.engine.value import Features, Value

END_OF_GAME: Final = -1
AS_HINTED: Final = -2


@final
@mypyc_attr(acyclic=True)
class Tuning:
    """How a search goes about a game. docs/bots.md has what was measured for each."""

    def __init__(
        self,
        exploration: float = 0.7,
        trust: float = 1.0,
        choosy: bool = True,
        keeps: bool = True,
        learned: bool = False,
        patience: int = AS_HINTED,
        closed: bool = False,
    ) -> None:
        self.exploration = exploration
        """The constant of PUCT; it is multiplied by the square root of the number of choices."""
        self.trust = trust
        """How much of a prior in the tree is the room's `weigh`; the rest is the same for every choice."""
        self.choosy = choosy
        """Whether rollouts draw two moves and take one of them by `weigh`, or any move."""
        self.keeps = keeps
        """Whether a tree is kept for the next own decision. What was found below a move is a mean over all
        luck that might have followed; where that luck matters more than the move, it misleads."""
        self.learned = learned
        """Whether the room's learned value judges positions, instead of `worth`."""
        self.patience = patience
        """How many decisions a rollout has before its position is judged; AS_HINTED: what the room says."""
        self.closed = closed
        """Whether the tree branches on what luck brought (`Hints.luck`), too: a closed loop. Such a tree is
        never kept."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Hints:
    """A room's knowledge for bots. It only ever sees tables that a seat imagines."""

    def worth(self, state: State, seat: i64) -> float:
        """How well a seat stands, from 0 (lost) to 1 (won)."""
        return share_of_win(state, seat) if state.to_act() == OVER else 1.0 / float(state.seats)

    def weigh(self, state: State, action: i64) -> i64:
        """How promising a legal action looks at first glance, from 1 (hardly) to 100."""
        return 10

    def patience(self) -> i64:
        """How many decisions a bot plays on in its head before it asks `worth`; END_OF_GAME: all of them."""
        return END_OF_GAME

    def tuning(self, seats: i64) -> Tuning:
        """How a search best goes about this game, with so many players."""
        return Tuning()

    def luck(self, state: State, seat: i64) -> i64:
        """What luck has just brought to whoever decides, by number, as far as a seat will know it at its own
        next decision; 0: nothing that matters."""
        return 0

    def lucks(self) -> int:
        """How many numbers `luck` has."""
        return 0

    def note(self, state: State, seat: i64, features: Features) -> None:
        """Note what a learned value may go by, seen from a seat that can still win."""

    def features(self) -> int:
        """How many features there are; 0: nothing can be learned."""
        return 0

    def learned(self) -> Value | None:
        """The value that was learned by self-play, if there is one."""
        return None

    def fits(self, state: State) -> bool:
        """Whether that value was learned with the box that a table is played with."""
        return False

    def why(self, state: State, action: i64) -> str:
        """In a few words, what speaks for an action; empty if there is nothing to say."""
        return ""


def share_of_win(state: State, seat: i64) -> float:
    """What a finished game gave a seat: 1 for a win, less for a shared one, 0 for none.

    The shares of all seats add up to 1. So a game that nobody won gives each the same, as one does that all
    won together: it is better than to see somebody else win, and no seat gains by it at the others' cost.
    """
    winners = state.winners()
    if not winners:
        return 1.0 / float(state.seats)
    return 1.0 / len(winners) if int(seat) in winners else 0.0
