"""What bots may know about good play: how the knights would fare if they set out now."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.hints import Hints, share_of_win
from longbeard.engine.numbers import larger, smaller
from longbeard.engine.state import OVER, State
from longbeard.games.a_wizard_did_it.box import (
    ITEM,
    LOCATIONS,
    MONSTER,
    MONSTER_MODIFIER,
    STACK_MODIFIER,
    STACKS,
    RoadBox,
)
from longbeard.games.a_wizard_did_it.rules import PLAY, SWAP, SWAP_NONE, AWizardDidIt

SAFE_LEAD: Final = 20
"""So many points ahead, a wizard can hardly lose."""


@final
@mypyc_attr(acyclic=True)
class Weights:
    """The weight of every action of a box, at seat * actions + action."""

    def __init__(self, box: RoadBox, actions: int, found: list[int]) -> None:
        self.box = box
        self.actions: i64 = actions
        self.of: vec[i64] = vec[i64](found)


@final
@mypyc_attr(acyclic=True)
class RoadHints(Hints):
    """A wizard is as well off as it would score on the roads as they are, were no more cards to come."""

    def __init__(self) -> None:
        self._weights = Weights(RoadBox(), 0, [])

    def worth(self, state: State, seat: i64) -> float:
        return self.worth_once(state.clone(), seat)

    def worth_once(self, state: State, seat: i64) -> float:
        assert isinstance(state, AWizardDidIt)
        if state.to_act() == OVER:
            return share_of_win(state, seat)
        lead = self._lead(self._walked(state), seat)
        lead = smaller(SAFE_LEAD, larger(-SAFE_LEAD, lead))
        return 0.5 + 0.5 * float(lead) / float(SAFE_LEAD)

    def weigh(self, state: State, action: i64) -> i64:
        """Weigh as `_weigh` does; searches ask for it all the time, so the weights are noted."""
        assert isinstance(state, AWizardDidIt)
        weights = self._weights
        if weights.box is not state.box:
            weights = self._all_weights(state)
            self._weights = weights
        return weights.of[state.actor * weights.actions + action]

    def _all_weights(self, state: AWizardDidIt) -> Weights:
        box, actions = state.box, state.action_count()
        found = [self._weigh(box, seat, action) for seat in range(state.seats) for action in range(actions)]
        return Weights(box, actions, found)

    def _weigh(self, box: RoadBox, seat: i64, action: i64) -> i64:
        """Prefer loot and Bacon for one's own road, monsters and what arms them for the rival's.

        What changes a stack can wait. Where nothing can change the result, a search goes by this alone.
        """
        if action < PLAY:
            return 1 if action == SWAP_NONE else 5
        card = self._card(action)
        kind = box.kind[card]
        at_home = self._stack(action) // LOCATIONS == seat
        if kind == ITEM:
            return 20 if at_home else 2
        if kind == MONSTER:
            return 10 if at_home else 15
        if kind == MONSTER_MODIFIER:
            return 12 if at_home == (box.valor_gain[card] > 0) else 8
        return 5 if kind == STACK_MODIFIER else 10

    def why(self, state: State, action: i64) -> str:
        """Name what an action improves on the roads as they are: the first two things, or nothing."""
        assert isinstance(state, AWizardDidIt)
        seat = state.actor
        rival = 1 - seat
        before = self._walked(state.clone())
        after = self._walked(self._played(state, action))
        if self._lead(after, seat) <= self._lead(before, seat):
            return ""
        met = self._goals_met(after, seat) & ~self._goals_met(before, seat)
        missed = self._goals_met(before, rival) & ~self._goals_met(after, rival)
        found = self._goals_named(after, seat, met, "you meet")
        found += self._goals_named(after, rival, missed, "your rival misses")
        if after.princess == seat and before.princess != seat:
            found.append(f"your knight is first at the Castle ({_points(state.box.princess)})")
        if after.valor[seat] > before.valor[seat]:
            found.append(f"your knight ends with {after.valor[seat]} Valor, not {before.valor[seat]}")
        if after.valor[rival] < before.valor[rival]:
            found.append(
                f"your rival's knight ends with {after.valor[rival]} Valor, not {before.valor[rival]}"
            )
        return "as the roads lie now, " + " and ".join(found[:2])

    def _goals_named(self, table: AWizardDidIt, seat: i64, goals: i64, said: str) -> list[str]:
        """Name some goals of a wizard, given as a bit for each."""
        box = table.box
        found: list[str] = []
        for place in range(table.goals_each):
            if (goals >> place) & 1:
                goal = table.goals[seat * table.goals_each + place]
                found.append(f"{said} “{box.goal_names[goal]}” ({_points(box.goal_points[goal])})")
        return found

    # ── the roads as they are ─────────────────────────────────────────────────────────────────────

    def _walked(self, table: AWizardDidIt) -> AWizardDidIt:
        """Return the table after the Knight's Phase. The last card tells who goes first (K1)."""
        cards_left = table.deck_count  # as long as there is a deck, both hands are full, and so even together
        if cards_left == 0:
            cards_left = table.held(0) + table.held(1)
        table.set_out(table.actor if cards_left & 1 == 0 else 1 - table.actor)
        return table

    def _played(self, state: AWizardDidIt, action: i64) -> AWizardDidIt:
        """Return the roads after an action. Its card stays in the hand, so that it is still the same turn."""
        table = state.clone()
        if action >= PLAY:
            table.put_on(self._stack(action), self._card(action))
        elif action != SWAP_NONE:
            table.swap_tops(table.box.swap_lower[action - SWAP], table.box.swap_higher[action - SWAP])
        return table

    def _lead(self, walked: AWizardDidIt, seat: i64) -> i64:
        """Return by how many points a wizard is ahead."""
        return walked.points(seat) - walked.points(1 - seat)

    def _goals_met(self, walked: AWizardDidIt, seat: i64) -> i64:
        """Return the goals that a wizard has met, a bit for each."""
        each = walked.goals_each
        own: i64 = (1 << each) - 1
        return (walked.met >> (seat * each)) & own

    def _card(self, action: i64) -> i64:
        return (action - PLAY) // STACKS + 1

    def _stack(self, action: i64) -> i64:
        return (action - PLAY) % STACKS


def _points(number: i64) -> str:
    return "1 point" if number == 1 else f"{number} points"


HINTS: Final = RoadHints()
