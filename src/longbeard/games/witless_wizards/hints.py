"""What bots may know about good play: who will outlast whom, and what a card is good for."""

from pathlib import Path
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.hints import Hints, Tuning, share_of_win
from longbeard.engine.numbers import larger, smaller
from longbeard.engine.state import OVER, State
from longbeard.engine.value import FILE, Features, Values
from longbeard.games.witless_wizards import abilities, actions, reasons
from longbeard.games.witless_wizards.actions import MOST_SEATS
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

FACES: Final = 16
MOST_CARDS: Final = 127
"""Numbers of what luck can bring: the faces of the die, then the cards."""

# The features of a learned value: where each group begins, and how far its numbers go.
STEPS: Final = 13
MOST_AGE: Final = 11
MOST_HITS: Final = 15
GAINS: Final = 16
MOST_GAIN: Final = 15
ABILITIES: Final = 20
MOST_POWER: Final = 3
MOST_FELT: Final = 24
MOST_POOL: Final = 12
MOST_VALUE: Final = 10
LASTS: Final = 12
TURN_AT: Final = 26
AGE_AT: Final = 44
STANDING_AT: Final = 56
HITS_AT: Final = 61
FOCUS_AT: Final = 93
OWN_GAIN_AT: Final = 113
OTHERS_GAIN_AT: Final = 209
BOARD_AT: Final = 305
BOARD: Final = 149
PAIR_AT: Final = 603
FEATURES: Final = 891
# With three or four in, there are others in place of the pair's from PAIR_AT on.
RELATIONS: Final = 6
AHEAD_AT: Final = PAIR_AT + RELATIONS * LASTS * LASTS
CHOSEN_AT: Final = AHEAD_AT + 4
DANGER_AT: Final = CHOSEN_AT + 4
THIRD_AT: Final = DANGER_AT + LASTS
FALLS_AT: Final = THIRD_AT + 16
HARM_AT: Final = FALLS_AT + 3
SHARE_AT: Final = HARM_AT + 3 * GAINS
SHARES: Final = 20
CROWD_FEATURES: Final = SHARE_AT + SHARES + 1
VALUES: Final = (FILE, "value-3.json", "value-4.json")
"""The files of the learned values, for two, three and four who are in."""
LASTING: Final = vec[float]([1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 14.0, 20.0, 30.0])
"""Between the steps of how many turns somebody lasts."""


@final
@mypyc_attr(acyclic=True)
class WitlessHints(Hints):
    """A wizard is as well off as it will last: stamina against the hits to be expected."""

    def __init__(self) -> None:
        self.box: WizardBox | None = None
        self.merits: vec[i64] = vec[i64]()
        """What each card of that box is good for."""
        self._values = Values(Path(__file__).parent, VALUES)

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
        """Return how many rounds a wizard will last, roughly."""
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
        """Return the hits that one wizard deals another on average."""
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
        """Prefer good cards for oneself and rubbish for others; cubes are for spending, but not for
        nothing."""
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
        """Return what a card changes where it goes, for better or worse."""
        seat = state.turn if action == actions.KEEP else action - actions.GIVE
        card = state.hand[0]
        gain = self._merit(state.box, card) - self._merit(
            state.box, state.worn[seat * SLOTS + state.box.kind[card]]
        )
        if seat != state.turn:
            gain = -gain
        return smaller(100, larger(1, 20 + gain))

    def _weigh_target(self, state: WitlessWizards, seat: i64) -> i64:
        """Prefer those in thin armour, and those who are nearly done for."""
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
        """Return what a card is good for, all in all."""
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

    # ── what luck brought ─────────────────────────────────────────────────────────────────────────

    def luck(self, state: State, seat: i64) -> i64:
        """Return the card that was drawn last, or the die. All of it is in the open once the decision is
        made."""
        assert isinstance(state, WitlessWizards)
        if state.held > 0:
            return smaller(MOST_CARDS, FACES + state.hand[state.held - 1])
        if actions.REROLLING <= state.step <= actions.RESTING:
            return smaller(FACES - 1, 1 + state.die)
        return 0

    def lucks(self) -> int:
        return MOST_CARDS + 1

    # ── for a learned value ───────────────────────────────────────────────────────────────────────

    def features(self, number: i64) -> int:
        return FEATURES if number == 0 else CROWD_FEATURES

    def learned(self) -> Values | None:
        return self._values

    def which(self, state: State) -> i64:
        """Go by who is still in: from there on, a table of four where one is out is a table of three."""
        assert isinstance(state, WitlessWizards)
        return state.standing - 2 if state.standing > 2 else 0

    def fits(self, state: State) -> bool:
        assert isinstance(state, WitlessWizards)
        for number in range(self.which(state) + 1):
            value = self._values.of(number)
            if value is None or value.cards != state.box.digest:
                return False
        return True

    def note(self, state: State, seat: i64, features: Features) -> None:
        assert isinstance(state, WitlessWizards)
        if not state.is_in(seat):
            return
        own: i64 = 1 if state.turn == seat else 0
        features.note(2 * state.step + (1 if state.actor == seat else 0))
        features.note(TURN_AT + own * 9 + state.draws * 3 + state.placed)
        features.scale(AGE_AT, state.turns // 3, MOST_AGE)
        features.note(STANDING_AT + state.standing)
        if state.held > 0:
            self._note_hand(state, seat, own, features)
        elif state.step >= actions.FOCUSING and state.step <= actions.BLOCKING:
            self._note_battle(state, seat, own, features)
        self._note_board(state, seat, BOARD_AT, features)
        crowd = state.standing > 2
        for other in range(state.seats):
            if other != seat and state.is_in(other):
                self._note_board(state, other, BOARD_AT + BOARD, features)
                relation = self._relation(state, seat, other) if crowd else own
                self._note_pair(state, seat, other, relation, features)
        if crowd:
            self._note_crowd(state, seat, features)

    def _note_hand(self, state: WitlessWizards, seat: i64, own: i64, features: Features) -> None:
        """Note what the cards in hand would change, for whoever holds them and for another."""
        row = (own * 3 + state.placed) * GAINS
        other = seat if own == 0 else self._someone_else(state, seat)
        for place in range(state.held):
            card = state.hand[place]
            features.note(OWN_GAIN_AT + row + self._gain(state, state.turn, card))
            features.note(OTHERS_GAIN_AT + row + self._gain(state, other, card))

    def _someone_else(self, state: WitlessWizards, seat: i64) -> i64:
        """Return the next wizard who is still in."""
        other = (seat + 1) % state.seats
        while not state.is_in(other):
            other = (other + 1) % state.seats
        return other

    def _gain(self, state: WitlessWizards, seat: i64, card: i64) -> i64:
        """Return what a card would change on a board, in steps."""
        before = self._merit(state.box, state.worn[seat * SLOTS + state.box.kind[card]])
        return smaller(MOST_GAIN, larger(0, (self._merit(state.box, card) - before + 40) // 5))

    def _note_battle(self, state: WitlessWizards, seat: i64, own: i64, features: Features) -> None:
        """Note the hits to come, once the die is rolled; before, the cubes in the attack."""
        if own == 0 and state.target != seat:
            return
        if state.step == actions.FOCUSING:
            features.scale(FOCUS_AT + own * 10, state.focus, 9)
        else:
            features.scale(HITS_AT + own * 16, self._hits_to_come(state), MOST_HITS)

    def _hits_to_come(self, state: WitlessWizards) -> i64:
        if state.dodged():
            return 0
        face = larger(state.die, state.greatest(state.turn, abilities.STEADY))
        return larger(0, face + state.strength() - state.defence())

    def _note_board(self, state: WitlessWizards, seat: i64, at: i64, features: Features) -> None:
        box, slot = state.box, seat * SLOTS
        features.scale(at, state.stamina[seat], MOST_FELT)
        features.scale(at + 25, state.cubes[seat], MOST_POOL)
        attack = box.value[state.worn[slot + OFFENSIVE]] + state.total(seat, abilities.MIGHT)
        defence = box.value[state.worn[slot + DEFENSIVE]] + state.total(seat, abilities.WARD)
        features.scale(at + 38, attack, MOST_VALUE)
        features.scale(at + 49, defence, MOST_VALUE)
        features.scale(at + 60, self._income(state, seat), 8)
        words = state.words[seat]
        ability: i64 = 0
        while words != 0:
            if words & 1 != 0:
                power = smaller(MOST_POWER, larger(0, state.sum(seat, ability) - 1))
                features.note(at + 69 + ability * (MOST_POWER + 1) + power)
            words >>= 1
            ability += 1

    def _note_pair(
        self, state: WitlessWizards, seat: i64, other: i64, relation: i64, features: Features
    ) -> None:
        """Note who would outlast whom."""
        lasts = self._turns_left(state, other, seat) * LASTS + self._turns_left(state, seat, other)
        features.note(PAIR_AT + relation * LASTS * LASTS + lasts)

    def _turns_left(self, state: WitlessWizards, attacker: i64, target: i64) -> i64:
        """Return how many turns a wizard lasts against another, in steps."""
        return self._step(float(state.stamina[target]) / (self._hits(state, attacker, target) + 0.3))

    def _step(self, turns: float) -> i64:
        """Return the step of a number of turns."""
        step: i64 = 0
        while step < LASTS - 1 and turns >= LASTING[step]:
            step += 1
        return step

    def _relation(self, state: WitlessWizards, seat: i64, other: i64) -> i64:
        """Return whether another can attack a wizard, and which of the two has the next turn."""
        sooner = (other - state.turn + state.seats) % state.seats
        relation: i64 = 0
        if state.turn != seat:
            relation = 1 if sooner < (seat - state.turn + state.seats) % state.seats else 2
        return relation + (0 if self._reaches(state, other, seat) else 3)

    def _reaches(self, state: WitlessWizards, attacker: i64, target: i64) -> bool:
        """Return whether a wizard could attack another, on its turn."""
        if state.standing < MOST_SEATS or (attacker + 2) % MOST_SEATS != target:
            return True
        return state.says(attacker, 1 << abilities.REACH)

    def _note_crowd(self, state: WitlessWizards, seat: i64, features: Features) -> None:
        """Note what there is to it with more than two: who is ahead, and on whom they will fall."""
        ahead: i64 = 0
        chosen: i64 = 0
        danger = 0.3
        for other in range(state.seats):
            if other == seat or not state.is_in(other):
                continue
            if state.stamina[other] > state.stamina[seat]:
                ahead += 1
            if self._reaches(state, other, seat):
                hits = self._hits(state, other, seat) + 0.3
                danger += hits
                if self._chooses(state, other, seat, float(state.stamina[seat]) / hits):
                    chosen += 1
        features.note(AHEAD_AT + ahead)
        features.note(CHOSEN_AT + chosen)
        features.note(DANGER_AT + self._step(float(state.stamina[seat]) / danger))
        if state.held > 0:
            if state.turn == seat:
                features.note(HARM_AT + state.placed * GAINS + self._harm(state))
        elif actions.FOCUSING < state.step <= actions.BLOCKING:
            coming = self._hits_to_come(state)
            role: i64 = 0 if state.turn == seat else 1 if state.target == seat else 2
            if role == 2:
                features.scale(THIRD_AT, coming, MOST_HITS)
            if coming >= state.stamina[state.target]:
                features.note(FALLS_AT + role)
        features.scale(SHARE_AT, i64(self.worth(state, seat) * float(SHARES)), SHARES)

    def _chooses(self, state: WitlessWizards, attacker: i64, target: i64, lasts: float) -> bool:
        """Return whether nobody else in an attacker's reach lasts less long against it."""
        for other in range(state.seats):
            if other == attacker or other == target or not state.is_in(other):
                continue
            if not self._reaches(state, attacker, other):
                continue
            if float(state.stamina[other]) / (self._hits(state, attacker, other) + 0.3) < lasts:
                return False
        return True

    def _harm(self, state: WitlessWizards) -> i64:
        """Return what the card in hand would change for the one in reach whom it harms most."""
        reach = state.reach()
        least = MOST_GAIN
        for other in range(state.seats):
            if (reach >> other) & 1 != 0:
                least = smaller(least, self._gain(state, other, state.hand[0]))
        return least

    def tuning(self, seats: i64) -> Tuning:
        """Choices differ by a few points in a hundred: a first glance must not outweigh what was found, and
        what was found before a card was drawn says little about the choice once it is."""
        return Tuning(exploration=0.5, trust=0.3, keeps=False, learned=True, patience=0, closed=True)

    def why(self, state: State, action: i64) -> str:
        assert isinstance(state, WitlessWizards)
        return reasons.why(state, int(action))


HINTS: Final = WitlessHints()
