"""What a room can tell bots about good play. All of it is optional; none of it is rules."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.state import OVER, State

END_OF_GAME: Final = -1


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
