"""A room's knowledge of good play, for bots. All of it is optional; none of it is rules."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.state import OVER, State
from longbeard.engine.value import Features, Values

END_OF_GAME: Final = -1
AS_HINTED: Final = -2


@final
@mypyc_attr(acyclic=True)
class Tuning:
    """Parameters of the search for one game. docs/bots.md has what was measured for each."""

    def __init__(
        self,
        exploration: float = 0.7,
        trust: float = 1.0,
        choosy: bool = True,
        keeps: bool = True,
        learned: bool = False,
        patience: int = AS_HINTED,
        closed: bool = False,
        finishes: bool = True,
    ) -> None:
        self.exploration = exploration
        """Exploration constant of PUCT; it is multiplied by the square root of the number of choices."""
        self.trust = trust
        """Share of a prior that comes from the room's `weigh`; the rest is uniform."""
        self.choosy = choosy
        """Whether rollouts draw two moves and take one of them by `weigh`, or draw one at random."""
        self.keeps = keeps
        """Whether the tree is kept for the next own decision. Statistics below a move are means over all luck
        that might have followed; where that luck matters more than the move, they mislead."""
        self.learned = learned
        """Whether positions are evaluated by the room's learned value instead of `worth`."""
        self.patience = patience
        """Decisions in a rollout before its position is evaluated; AS_HINTED: `Hints.patience`."""
        self.closed = closed
        """Whether the tree also branches on what luck brought (`Hints.luck`): a closed loop. Such a tree
        is never kept."""
        self.finishes = finishes
        """Whether a rollout to the end is the room's own (`Hints.finish`), where it has one."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Hints:
    """A room's knowledge for bots. It is only ever given tables that a seat imagines."""

    def worth(self, state: State, seat: i64) -> float:
        """Evaluate a position for a seat, from 0 (lost) to 1 (won).

        With two seats a search asks for one of them and gives the rest of 1 to the other.
        """
        return share_of_win(state, seat) if state.to_act() == OVER else 1.0 / float(state.seats)

    def worth_once(self, state: State, seat: i64) -> float:
        """Evaluate like `worth` a table that is then thrown away: it may be changed, instead of a copy."""
        return self.worth(state, seat)

    def weigh(self, state: State, action: i64) -> i64:
        """Return the prior weight of a legal action, from 1 (unlikely) to 100."""
        return 10

    def gamble(self, state: State, action: i64) -> float:
        """Return the chance that an action wins at once for whoever takes it, where luck decides that and
        everyone knows the odds; 0 for any other action."""
        return 0.0

    def unlucky(self, state: State, luck: Luck) -> Luck:
        """Return a luck with which a gamble on this table is lost; there must be a way to lose it."""
        return luck

    def patience(self) -> i64:
        """Return the number of decisions in a rollout before `worth` is asked; END_OF_GAME: no limit."""
        return END_OF_GAME

    def finish(self, state: State, luck: Luck) -> bool:
        """Play a table to the end of the game by the room's own rollout policy; return whether that was done.

        Rollouts to the end ask for it first. The table is thrown away, so only `to_act`, `winners` and
        `scores` have to be right afterwards: a room may leave out whatever keeps a table in order between
        decisions, and may be lenient about rules that seldom matter. If it declines, it changes nothing.
        """
        return False

    def tuning(self, seats: i64) -> Tuning:
        """Return the search parameters for a number of players."""
        return Tuning()

    def luck(self, state: State, seat: i64) -> i64:
        """Return the number of what luck has just brought to whoever decides; 0: nothing that matters.

        It may only tell what a seat will know at its own next decision.
        """
        return 0

    def lucks(self) -> int:
        """Return how many numbers `luck` has."""
        return 0

    def note(self, state: State, seat: i64, features: Features) -> None:
        """Note the features of a table for the learned value, seen from a seat that can still win."""

    def features(self, number: i64) -> int:
        """Return how many features the value with a number has; 0 if nothing can be learned."""
        return 0

    def learned(self) -> Values | None:
        """Return the values that were learned by self-play, if there are any."""
        return None

    def which(self, state: State) -> i64:
        """Return the number of the learned value that judges a table."""
        return 0

    def fits(self, state: State) -> bool:
        """Return whether all values that this table may need were learned, and with its box."""
        return False

    def why(self, state: State, action: i64) -> str:
        """Say in a few words what speaks for an action; empty if there is nothing to say."""
        return ""


def share_of_win(state: State, seat: i64) -> float:
    """Return a seat's share of a finished game: 1 for a win, less for a shared one, 0 for a loss.

    The shares of all seats add up to 1, so a game that nobody won counts like one that all won together:
    better than a win of somebody else, and no seat gains by it at the others' cost.
    """
    winners = state.winners()
    if not winners:
        return 1.0 / float(state.seats)
    return 1.0 / len(winners) if int(seat) in winners else 0.0
