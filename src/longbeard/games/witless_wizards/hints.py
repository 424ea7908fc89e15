"""What bots may know about good play: who will outlast whom, and what a card is good for."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.hints import Hints, share_of_win
from longbeard.engine.numbers import larger, smaller
from longbeard.engine.state import OVER, State
from longbeard.games.witless_wizards import abilities, actions, reasons
from longbeard.games.witless_wizards.box import DEFENSIVE, OFFENSIVE, SLOTS, WizardBox
from longbeard.games.witless_wizards.rules import WitlessWizards

CUBE: Final = 0.6
"""What a cube is worth, in stamina."""
INCOME: Final = 1.2
LEAST_DANGER: Final = 0.6
"""Nobody is ever quite safe: new cards come."""


# What is good about a card, at first glance: for each point of value, each cube, and each ability's number.
VALUE_MERIT: Final = 8
INCOME_MERIT: Final = 4
MERITS: Final = {
    abilities.FOCUS_ATTACK: 3,
    abilities.FOCUS_DEFENCE: 3,
    abilities.PIERCE: 5,
    abilities.STEADY: 2,
    abilities.TWICE: 10,
    abilities.SPLASH: 4,
    abilities.DRAIN: 3,
    abilities.LEECH: 6,
    abilities.RECOIL: -6,
    abilities.THORNS: 5,
    abilities.DODGE: 5,
    abilities.REACH: 2,
    abilities.REGROW: 8,
    abilities.CURSED: -10,
    abilities.SCRY: 6,
    abilities.MIGHT: 8,
    abilities.WARD: 8,
    abilities.HEAL: 2,
    abilities.REROLL: 4,
    abilities.BLOCK: 8,
}


@final
@mypyc_attr(acyclic=True)
class WitlessHints(Hints):
    """A wizard is as well off as it will last: stamina against the hits to be expected."""

    def __init__(self) -> None:
        self.box: WizardBox | None = None
        self.merits: vec[i64] = vec[i64]()
        """What each card of that box is good for."""

    def worth(self, state: State, seat: i64) -> float:
        assert isinstance(state, WitlessWizards)
        if state.to_act() == OVER:
            return share_of_win(state, seat)
        own = self._lasts(state, seat)
        together = 0.0
        for other in range(state.seats):
            together += self._lasts(state, other)
        return own / together if together > 0.0 else 0.0

    def _lasts(self, state: WitlessWizards, seat: i64) -> float:
        """How many rounds a wizard will last, roughly."""
        if not state.is_in(seat):
            return 0.0
        stamina = float(state.stamina[seat]) + CUBE * float(state.cubes[seat])
        stamina += INCOME * float(self._income(state, seat)) + float(state.total(seat, abilities.HEAL))
        danger = LEAST_DANGER + float(
            state.total(seat, abilities.CURSED) - state.total(seat, abilities.REGROW)
        )
        for other in range(state.seats):
            if other != seat and state.is_in(other):
                danger += self._hits(state, other, seat) / float(state.standing - 1)
        # Whoever hits hard ends the danger sooner.
        for other in range(state.seats):
            if other != seat and state.is_in(other):
                danger -= 0.35 * self._hits(state, seat, other) / float(state.standing - 1)
        return stamina / (danger if danger > LEAST_DANGER else LEAST_DANGER)

    def _income(self, state: WitlessWizards, seat: i64) -> i64:
        total: i64 = 0
        for slot in range(SLOTS):
            total += state.box.income[state.worn[seat * SLOTS + slot]]
        return total

    def _hits(self, state: WitlessWizards, attacker: i64, target: i64) -> float:
        """The hits that one wizard deals another on average."""
        attack = state.box.value[state.worn[attacker * SLOTS + OFFENSIVE]] + state.total(
            attacker, abilities.MIGHT
        )
        defence = state.box.value[state.worn[target * SLOTS + DEFENSIVE]] - state.total(
            attacker, abilities.PIERCE
        )
        defence = (defence if defence > 0 else 0) + state.total(target, abilities.WARD)
        dodge, steady = state.greatest(target, abilities.DODGE), state.greatest(attacker, abilities.STEADY)
        total: i64 = 0
        for face in state.box.die:
            hits = (face if face > steady else steady) + attack - defence
            if face > dodge and hits > 0:
                total += hits
        return float(total) / float(len(state.box.die)) + 0.5 * float(state.total(attacker, abilities.SPLASH))

    # ── at first glance ───────────────────────────────────────────────────────────────────────────

    def weigh(self, state: State, action: i64) -> i64:
        """Good cards are for oneself, rubbish is for others; cubes are for spending, but not for nothing."""
        assert isinstance(state, WitlessWizards)
        if action == actions.KEEP or actions.GIVE <= action < actions.ATTACK:
            return self._weigh_card(state, action)
        if actions.ATTACK <= action < actions.FOCUS:
            return self._weigh_target(state, action - actions.ATTACK)
        if actions.FOCUS <= action < actions.REROLL:
            return 5 + 5 * (action - actions.FOCUS)
        if actions.GUARD <= action < actions.BLOCK:
            return 5 + 5 * (action - actions.GUARD)
        return self._weigh_rest(state, action)

    def _weigh_card(self, state: WitlessWizards, action: i64) -> i64:
        """What a card changes where it goes, for better or worse."""
        seat = state.turn if action == actions.KEEP else action - actions.GIVE
        card = state.hand[0]
        gain = self._merit(state.box, card) - self._merit(
            state.box, state.worn[seat * SLOTS + state.box.kind[card]]
        )
        if seat != state.turn:
            gain = -gain
        return smaller(100, larger(1, 20 + gain))

    def _weigh_target(self, state: WitlessWizards, seat: i64) -> i64:
        """Those in thin armour, and those who are nearly done for."""
        defence = state.box.value[state.worn[seat * SLOTS + DEFENSIVE]] + state.total(seat, abilities.WARD)
        weight = 5 + 4 * larger(0, 6 - defence)
        if state.stamina[seat] <= state.box.weakened:
            weight += 20
        return weight

    def _weigh_rest(self, state: WitlessWizards, action: i64) -> i64:
        if action == actions.SPEND or action == actions.BLOCK:
            return 30
        if action == actions.HEAL:
            return 30 if state.stamina[state.turn] <= state.box.stamina - 5 else 1
        if actions.RECOVER < action < actions.HEAL:
            return 20
        if action == actions.REROLL:
            return 30 if state.die <= 2 else 2
        return 10

    def _merit(self, box: WizardBox, card: i64) -> i64:
        """What a card is good for, all in all."""
        if self.box is not box:
            self._judge(box)
        return self.merits[card]

    def _judge(self, box: WizardBox) -> None:
        """Judge every card of a box, once."""
        self.box = box
        self.merits = vec[i64]([0] * int(box.cards))
        for card in range(box.cards):
            merit = VALUE_MERIT * box.value[card] + INCOME_MERIT * box.income[card]
            for ability, worth in MERITS.items():
                merit += worth * box.powers[ability * box.cards + card]
            self.merits[card] = merit

    def why(self, state: State, action: i64) -> str:
        assert isinstance(state, WitlessWizards)
        return reasons.why(state, int(action))


HINTS: Final = WitlessHints()
