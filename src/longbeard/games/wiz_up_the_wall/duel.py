"""What decides between two wizards, as features of a learned value.

Two streams on one tower end by a crossing or a touch as often as by being finished. So it matters how far
each wizard's tips are from the other's stream, what a cut there would cost, and whose turn it is; and what
both would have, at what risk, if they stopped now or drew on.
"""

from math import exp, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.numbers import larger, smaller
from longbeard.engine.value import Features
from longbeard.games.wiz_up_the_wall.board import BLIND_TIP, PLACE, shape
from longbeard.games.wiz_up_the_wall.box import BLIND, BYTE, CARDS, NO_CARD, SYMBOLS, cards_in
from longbeard.games.wiz_up_the_wall.odds import safe
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.games.wiz_up_the_wall.streams import CELL_SHIFT, TIP_SHIFT, WAY_MASK, WIZARD
from longbeard.games.wiz_up_the_wall.wall import CLOSED, WAY_BITS, to_the_left, to_the_right

DRAWS: Final = 7
"""Numbers of further draws that are considered, none included."""
STRAIGHT: Final = 0
FORK: Final = 1
UNKNOWN: Final = 2

MOST_LEFT: Final = 3
"""Rounds that are left, at most."""
FARTHEST: Final = 100
"""The highest lead in WON; no stream has more cards than there are."""
MOST_AHEAD: Final = FARTHEST - CARDS
"""Of a lead from the rounds before, more does not count."""
ROUND_SPREAD: Final = 12.0
"""How far apart points come in a round, squared."""
STEEPNESS: Final = 0.8

# What a wizard may cut: at a tip, and some cards beyond it, where the stream runs straight on or forks once.
BEYOND: Final = 3
REACHES: Final = 1 + 2 * BEYOND
MOST_LOST: Final = 7

# Where each group of features begins. Those of a spell come twice: the own one's, and the other's.
BINS: Final = 24
PHASE_AT: Final = 0
ROUND_AT: Final = 32
LEAD_AT: Final = 48
LEADS: Final = 25
NOW_AT: Final = 148
NOW_BY_ROUND_AT: Final = 244
HOPE_AT: Final = 340
HOPE_BY_ROUND_AT: Final = 436
NEXT_AT: Final = 532
SHARED_AT: Final = 538
TEMPO_AT: Final = 546
COARSE: Final = 12
MOST_TURNS: Final = 5
SPELLS_AT: Final = 702

CARDS_IN: Final = 0
NOW_SAFE: Final = 32
THEN_SAFE: Final = 64
STOP: Final = 80
EXPECTED: Final = 87
SYMBOL: Final = 151
MOST_COUNTED: Final = 8
TIPS: Final = 178
ALONE: Final = 184
CUT: Final = 232
"""By whether the seat moves, for a cut at a tip, straight beyond it, and past a fork."""
REACH: Final = 376
NEAR_TIP: Final = 488
TOUCH: Final = 492
SPELL: Final = 540

FEATURES: Final = SPELLS_AT + 2 * SPELL


def _won(lead: int, left: int) -> float:
    """Return the chance to win with a lead in points when some rounds are left."""
    if left == 0:
        return 0.5 if lead == 0 else float(lead > 0)
    return 1.0 / (1.0 + exp(-lead / (STEEPNESS * sqrt(ROUND_SPREAD * left))))


# At rounds left * (2 * FARTHEST + 1) + FARTHEST + lead.
WON: Final = vec[float](
    [_won(lead, left) for left in range(MOST_LEFT + 1) for lead in range(-FARTHEST, FARTHEST + 1)]
)


def _bin(chance: float) -> i64:
    return smaller(BINS - 1, i64(chance * float(BINS)))


@final
@mypyc_attr(acyclic=True)
class Duel:
    """A scratch pad for the features of a table for two: nothing is kept on it."""

    def __init__(self) -> None:
        self.seen: vec[i64] = vec[i64]([0] * 2)
        """The worth of what each seat has seen of its own cards that count, the one in hand included."""
        self.blind: vec[i64] = vec[i64]([0] * 2)
        self.cards: vec[i64] = vec[i64]([0] * 2)
        self.safe: vec[float] = vec[float]([0.0] * (2 * DRAWS))
        """At seat * DRAWS + further draws: the chance not to be bust then."""
        self.stop: vec[i64] = vec[i64]([0] * 2)
        """After how many further draws the most points are to be expected."""
        self.expected: vec[float] = vec[float]([0.0] * 2)
        """These points."""
        self.beyond: vec[i64] = vec[i64]([0] * CARDS)
        """How many cards a cut at each card would cost."""
        self.reach: vec[i64] = vec[i64]([0] * (2 * REACHES))
        """At seat * REACHES + reach: the cards that the seat may cut off there, at most."""
        self.cut_at: vec[i64] = vec[i64]([WIZARD] * (2 * REACHES))
        """And the card at which it would."""
        self.near_tip: vec[i64] = vec[i64]([0] * 2)
        """Whether the seat may bring a tip to one of the other's: straight on (1), by a fork (2), or both."""
        self.shared = False
        """Whether a tip of both is in one cell (T6)."""
        self._row: i64 = 0
        """Where a lead of nothing is in WON for the rounds that are left."""

    def note(self, state: WizUpTheWall, seat: i64, features: Features) -> None:
        """Note the features of a table, seen from a seat."""
        other = 1 - seat
        self._count(state)
        self.shared = False
        for wizard in range(2):
            self._weigh_draws(state, wizard)
            self._look_ahead(state, wizard)
        casting = state.streams.casting
        spells = 2 * ((casting >> seat) & 1) + ((casting >> other) & 1)
        left = smaller(MOST_LEFT, state.rounds - state.round - 1)
        lead = larger(-MOST_AHEAD, smaller(MOST_AHEAD, state.total(seat) - state.total(other)))
        self._row = left * (2 * FARTHEST + 1) + FARTHEST
        moves: i64 = 1 if state.actor == seat else 0
        phase = 2 * state.step + moves
        features.note(PHASE_AT + phase * 4 + spells)
        features.note(ROUND_AT + left * 4 + spells)
        features.scale(LEAD_AT + left * LEADS, lead + LEADS // 2, LEADS - 1)
        now = _bin(self._chance(seat, lead, 0, 0))
        features.note(NOW_AT + spells * BINS + now)
        features.note(NOW_BY_ROUND_AT + left * BINS + now)
        hope = _bin(self._chance(seat, lead, self.stop[seat], self.stop[other]))
        features.note(HOPE_AT + spells * BINS + hope)
        features.note(HOPE_BY_ROUND_AT + left * BINS + hope)
        features.note(NEXT_AT + 3 * moves + (UNKNOWN if state.next == NO_CARD else shape(state.next)))
        if self.shared:
            features.note(SHARED_AT + phase)
        chance = i64(self._chance(seat, lead, self.stop[seat], self.stop[other]) * float(COARSE))
        features.note(TEMPO_AT + COARSE * self._tempo(seat, moves) + smaller(COARSE - 1, chance))
        self._note_spell(state, seat, lead, SPELLS_AT, features)
        self._note_spell(state, other, -lead, SPELLS_AT + SPELL, features)

    def _note_spell(self, state: WizUpTheWall, seat: i64, lead: i64, at: i64, features: Features) -> None:
        casting = (state.streams.casting >> seat) & 1
        moves: i64 = 1 if state.actor == seat else 0
        features.scale(at + CARDS_IN + 16 * casting, self.cards[seat], 15)
        first = seat * DRAWS
        features.scale(at + NOW_SAFE + 16 * casting, i64(16.0 * self.safe[first]), 15)
        features.scale(at + EXPECTED + 32 * casting, i64(2.0 * self.expected[seat]), 31)
        self._note_symbols(self.seen[seat], at + SYMBOL, features)
        if casting == 0:
            return
        features.scale(at + THEN_SAFE, i64(16.0 * self.safe[first + 1]), 15)
        features.note(at + STOP + self.stop[seat])
        features.scale(at + TIPS, state.streams.tip_count(seat), 5)
        other = 1 - seat
        alone = self._alone(seat, lead, 0, self.cards[other], self.safe[other * DRAWS])
        features.note(at + ALONE + BINS * moves + _bin(alone))
        first = seat * REACHES
        for number in range(REACHES):
            lost = self.reach[first + number]
            if lost != 0:
                features.scale(at + REACH + 8 * (2 * number + moves), lost, MOST_LOST)
        for number in range(3):
            place = first + (number if number < 2 else 1 + BEYOND)
            if self.reach[place] != 0:
                chance = self._after_cut(state, seat, lead, self.cut_at[place], 1 if number == 0 else 2)
                features.note(at + CUT + BINS * (2 * number + moves) + _bin(chance))
        if self.near_tip[seat] & 1 != 0:
            features.note(at + NEAR_TIP + moves)
        if self.near_tip[seat] & 2 != 0:
            features.note(at + NEAR_TIP + 2 + moves)
        if self.shared:
            more: i64 = 0 if state.turn == seat and state.hand != NO_CARD else 1
            features.note(at + TOUCH + BINS * moves + _bin(self._chance(seat, lead, more, 0)))

    def _tempo(self, seat: i64, moves: i64) -> i64:
        """Return who can be the first to cut, and when; 0: nobody soon."""
        own, others = 2 * self._turns(seat) + 1 - moves, 2 * self._turns(1 - seat) + moves
        if own < others:
            return 1 + own if own <= MOST_TURNS else 0
        return 2 + MOST_TURNS + others if others <= MOST_TURNS else 0

    def _turns(self, seat: i64) -> i64:
        """Return after how many own turns a seat may cut at the earliest, or a large number."""
        first = seat * REACHES
        for far in range(BEYOND + 1):
            if self.reach[first + far] != 0 or (far > 0 and self.reach[first + BEYOND + far] != 0):
                return far
        return 2 * MOST_TURNS

    def _note_symbols(self, seen: i64, at: i64, features: Features) -> None:
        """Note how often the three most frequent symbols were seen."""
        most: i64 = 0
        second: i64 = 0
        third: i64 = 0
        for symbol in range(SYMBOLS):
            times = seen & BYTE
            if times > most:
                most, second, third = times, most, second
            elif times > second:
                second, third = times, second
            elif times > third:
                third = times
            seen >>= 8
        features.scale(at, most, MOST_COUNTED)
        features.scale(at + MOST_COUNTED + 1, second, MOST_COUNTED)
        features.scale(at + 2 * (MOST_COUNTED + 1), third, MOST_COUNTED)

    # ── points and risks ──────────────────────────────────────────────────────────────────────────

    def _count(self, state: WizUpTheWall) -> None:
        """Count what both have seen of their own cards that count, and what a cut at each would cost."""
        streams, worths, seen, blind, beyond = (
            state.streams,
            state.box.worth,
            self.seen,
            self.blind,
            self.beyond,
        )
        for seat in range(2):
            seen[seat] = 0
            blind[seat] = 0
        counted = streams.counted()
        for place in range(streams.laid):
            beyond[place] = (counted >> place) & 1
            if beyond[place] != 0:
                owner = streams.owner(place)
                if place < 2 * BLIND:
                    blind[owner] += 1
                else:
                    seen[owner] += worths[streams.card(place)]
        for back in range(streams.laid):
            place = streams.laid - 1 - back
            before = streams.before(place)
            if before != WIZARD and beyond[place] != 0:
                beyond[before] += beyond[place]
        if state.step == BLIND_TIP:
            blind[0] = BLIND
            blind[1] = BLIND
        if state.hand != NO_CARD:
            seen[state.turn] += worths[state.hand]
        for seat in range(2):
            self.cards[seat] = cards_in(seen[seat]) + blind[seat]

    def _weigh_draws(self, state: WizUpTheWall, seat: i64) -> None:
        """Note what a seat may expect of drawing on, and when to stop (P2, P3)."""
        draws: i64 = DRAWS if (state.streams.casting >> seat) & 1 != 0 else 1
        seen, blind, cards, bust = self.seen[seat], self.blind[seat], self.cards[seat], state.box.bust
        best = -1.0
        for more in range(draws):
            chance = safe(seen, 2 * (blind + more), bust)
            self.safe[seat * DRAWS + more] = chance
            points = float(cards + more) * chance
            if points > best:
                best = points
                self.stop[seat] = more
        self.expected[seat] = best

    def _chance(self, seat: i64, lead: i64, own_more: i64, others_more: i64) -> float:
        """Return the chance to win if both stop after some more cards."""
        other = 1 - seat
        return self._outcome(
            lead,
            self.cards[seat] + own_more,
            self.safe[seat * DRAWS + own_more],
            self.cards[other] + others_more,
            self.safe[other * DRAWS + others_more],
        )

    def _outcome(self, lead: i64, cards: i64, is_safe: float, others: i64, other_safe: float) -> float:
        """Return the chance to win with so many cards each, and chances not to be bust."""
        level = self._row + lead
        safely = other_safe * WON[level + cards - others] + (1.0 - other_safe) * WON[level + cards]
        bust = other_safe * WON[level - others] + (1.0 - other_safe) * WON[level]
        return is_safe * safely + (1.0 - is_safe) * bust

    def _alone(self, seat: i64, lead: i64, first: i64, others: i64, other_safe: float) -> float:
        """Return the chance to win if the other has stopped, and this seat stops when that is best."""
        best = 0.0
        for more in range(first, DRAWS):
            chance = self._outcome(
                lead, self.cards[seat] + more, self.safe[seat * DRAWS + more], others, other_safe
            )
            if chance > best:
                best = chance
        return best

    def _after_cut(self, state: WizUpTheWall, seat: i64, lead: i64, cut: i64, cards: i64) -> float:
        """Return the chance to win after a cut, for which the seat has to lay some cards (T5)."""
        streams, worths, other = state.streams, state.box.worth, 1 - seat
        seen, blind = self.seen[other], self.blind[other]
        lost = streams.cut_off(cut)
        for place in range(cut, streams.laid):
            if (lost >> place) & 1 != 0:
                if place < 2 * BLIND:
                    blind -= 1
                else:
                    seen -= worths[streams.card(place)]
        holds: i64 = 1 if state.turn == seat and state.hand != NO_CARD else 0
        left = safe(seen, 2 * blind, state.box.bust)
        return self._alone(seat, lead, cards - holds, cards_in(seen) + blind, left)

    # ── what lies ahead ───────────────────────────────────────────────────────────────────────────

    def _look_ahead(self, state: WizUpTheWall, seat: i64) -> None:
        """Note what a seat may cut at its tips, and beyond them (T5)."""
        first = seat * REACHES
        for number in range(REACHES):
            self.reach[first + number] = 0
        self.near_tip[seat] = 0
        streams, other, form = state.streams, 1 - seat, self._form(state, seat)
        for number in range(streams.tip_count(seat)):
            tip = streams.tip(seat, number)
            cell, way = tip >> CELL_SHIFT, tip & WAY_MASK
            here = streams.here(cell)
            if (here >> (TIP_SHIFT + other)) & 1 != 0:
                self.shared = True
            if (here >> other) & 1 != 0:
                place = streams.find(other, cell)
                if self.beyond[place] > self.reach[first]:
                    self.reach[first] = self.beyond[place]
                    self.cut_at[first] = place
            elif (here >> TIP_SHIFT) & ~(1 << seat) == 0:
                if form != FORK:
                    self._follow(state, seat, cell, way, 1, 0)
                if form != STRAIGHT:
                    self._follow(state, seat, cell, to_the_left(way), 1, 1)
                    self._follow(state, seat, cell, to_the_right(way), 1, 1)

    def _form(self, state: WizUpTheWall, seat: i64) -> i64:
        """Return what can be known of the next card that a seat will lay: whether it forks (S2)."""
        card = state.next
        if state.turn == seat:
            if state.hand != NO_CARD:
                card = state.hand
        elif state.step != PLACE:
            return UNKNOWN
        return UNKNOWN if card == NO_CARD else shape(card)

    def _follow(self, state: WizUpTheWall, seat: i64, cell: i64, way: i64, far: i64, turned: i64) -> None:
        """Note what a stream would cut that goes on from a cell, and forks once at most."""
        tower = state.tower
        if cell >= tower.cells:
            return
        ahead = tower.ahead[(cell << WAY_BITS) | way]
        if ahead == CLOSED:
            return
        other = 1 - seat
        here = state.streams.here(ahead)
        if (here >> seat) & 1 != 0:
            return
        if (here >> other) & 1 != 0:
            place = state.streams.find(other, ahead)
            lost = self.beyond[place]
            if lost != 0:
                number = seat * REACHES + far + BEYOND * turned
                if lost > self.reach[number]:
                    self.reach[number] = lost
                    self.cut_at[number] = place
                return
        if far == 1 and (here >> (TIP_SHIFT + other)) & 1 != 0:
            self.near_tip[seat] |= 1 + turned
        if far == BEYOND:
            return
        self._follow(state, seat, ahead, way, far + 1, turned)
        if turned == 0:
            self._follow(state, seat, ahead, to_the_left(way), far + 1, 1)
            self._follow(state, seat, ahead, to_the_right(way), far + 1, 1)
