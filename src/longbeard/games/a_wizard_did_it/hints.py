"""What bots may know about good play: how the knights would fare if they set out now."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from longbeard.engine.hints import Hints, share_of_win
from longbeard.engine.luck import Luck
from longbeard.engine.numbers import larger, lowest, smaller
from longbeard.engine.state import OVER, State
from longbeard.games.a_wizard_did_it.box import SEATS, STACKS, RoadBox
from longbeard.games.a_wizard_did_it.plays import LEARNED, Weights, top_of
from longbeard.games.a_wizard_did_it.rules import PLAY, SWAP, SWAP_NONE, AWizardDidIt

SAFE_LEAD: Final = 20
"""So many points ahead, a wizard can hardly lose."""


@final
@mypyc_attr(acyclic=True)
class RoadHints(Hints):
    """A wizard is as well off as it would score on the roads as they are, were no more cards to come."""

    def __init__(self) -> None:
        self.policy: vec[float] = vec[float](LEARNED)
        self._weights = Weights(RoadBox(), vec[i64](), self.policy)

    def worth(self, state: State, seat: i64) -> float:
        return self.worth_once(state.clone(), seat)

    def worth_once(self, state: State, seat: i64) -> float:
        assert isinstance(state, AWizardDidIt)
        if state.to_act() == OVER:
            return share_of_win(state, seat)
        lead = self._lead(self._walked(state), seat)
        lead = smaller(SAFE_LEAD, larger(-SAFE_LEAD, lead))
        return 0.5 + 0.5 * float(lead) / float(SAFE_LEAD)

    # ── what to play ──────────────────────────────────────────────────────────────────────────────

    def weigh(self, state: State, action: i64) -> i64:
        """Weigh as `plays.py` does."""
        assert isinstance(state, AWizardDidIt)
        weights = self._weights_for(state)
        if action < PLAY:
            return 1 if action == SWAP_NONE else weights.swap
        card, stack, cards = self._card(action), self._stack(action), state.box.cards
        place = ((state.actor * STACKS + stack) * cards + card) * cards + top_of(state, stack)
        return larger(1, i64(weights.of[place]))

    def _weights_for(self, state: AWizardDidIt) -> Weights:
        """Return the weights of plays at a table, which are kept: searches ask for them all the time."""
        weights = self._weights
        if not weights.fit(state):
            weights = Weights(state.box, state.goals, self.policy)
            self._weights = weights
        return weights

    def finish(self, state: State, luck: Luck) -> bool:
        """Play the cards that are still to come: each wizard a random one of its own, on the better of two
        random stacks by these weights. A Swap is played for no effect."""
        assert isinstance(state, AWizardDidIt)
        weights, box = self._weights_for(state), state.box
        of, cards, tall = weights.of, box.cards, box.tall
        piles, heights = state.piles, state.heights
        deck, left = state.deck, state.deck_count
        hands = vec[i64]([0] * (SEATS * box.hand))
        tops = vec[i64]([0] * STACKS)
        for at in range(STACKS):
            tops[at] = top_of(state, at)
        actor = state.actor
        held, rivals = self._list_hand(state, actor, hands), self._list_hand(state, 1 - actor, hands)
        while held > 0:
            drawn = luck.below(held * STACKS * STACKS)  # one number for the card and both stacks
            number = drawn // (STACKS * STACKS)
            place = actor * box.hand + number
            card = hands[place]
            if card != box.swap:
                two = drawn - number * (STACKS * STACKS)
                stack = two // STACKS
                other = two - stack * STACKS
                first = (actor * STACKS * cards + card) * cards
                weight = of[first + stack * cards * cards + tops[stack]]
                other_weight = of[first + other * cards * cards + tops[other]]
                stack += (other - stack) * i64(other_weight > weight)  # no branch: that is random
                tops[stack] = card
                height = heights[stack]
                piles[stack * tall + height] = u8(card)
                heights[stack] = height + 1
            if left > 0:
                next_card = luck.below(left)
                left -= 1
                hands[place] = deck[next_card]
                deck[next_card] = deck[left]
            else:
                held -= 1
                hands[place] = hands[actor * box.hand + held]
            actor = 1 - actor
            held, rivals = rivals, held
        state.orderly = False
        state.set_out(actor)
        state.finish()
        return True

    def _list_hand(self, state: AWizardDidIt, seat: i64, hands: vec[i64]) -> i64:
        """List the cards of a hand; return how many there are."""
        kinds, count = state.holds[seat], seat * state.box.hand
        while kinds != 0:
            card = lowest(kinds)
            kinds &= kinds - 1
            for copy in range(state.hands[seat * state.box.cards + card]):
                hands[count] = card
                count += 1
        return count - seat * state.box.hand

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
