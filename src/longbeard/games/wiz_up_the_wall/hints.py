"""What bots may know about good play: how long a stream will be, and how likely it is to go bust."""

from math import comb, exp, sqrt
from pathlib import Path
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.hints import Hints, Tuning, share_of_win
from longbeard.engine.numbers import bit, larger, smaller
from longbeard.engine.state import OVER, State
from longbeard.engine.value import FILE, Features, Values
from longbeard.games.wiz_up_the_wall.board import BLIND_TIP, shape
from longbeard.games.wiz_up_the_wall.box import (
    BLIND,
    BYTE,
    MOST_SEATS,
    NO_CARD,
    SYMBOLS,
    cards_in,
)
from longbeard.games.wiz_up_the_wall.rules import DRAW, FINISH, PLACE_AT, WizUpTheWall
from longbeard.games.wiz_up_the_wall.streams import CARD_BITS, CELL_SHIFT, TIP_SHIFT

HOPE: Final = 2.0
"""How many more cards are hoped for, as long as each is worth drawing."""
THREAT: Final = 0.4
"""How often a stream is cut where somebody's tip lies on it."""
ROUND_SPREAD: Final = 12.0
"""How far apart points come in a round, squared; and how much of it is left in a round that is under way."""
SPREAD_LEFT: Final = 3.0
STEEPNESS: Final = 0.8
MOST_OF_ONE: Final = 15
UNSEEN: Final = 6
"""Symbols that are not known yet: on two blind cards and the next one."""

VALUES: Final = (FILE, "value-2.json")
"""The learned values: for three wizards and more, and for two."""

# The features of a learned value: where each group begins.
ROUND_AT: Final = 8
LEFT_AT: Final = 40
NEXT_AT: Final = 51
PLAYERS_AT: Final = 54
SPELL_AT: Final = 61
SPELL: Final = 123
LEAD_AT: Final = 307
TOTAL_AT: Final = 552
FEATURES: Final = 797
LEADS: Final = 49
MOST_ROUNDS_LEFT: Final = 4


def _tail(draws: int, room: int) -> float:
    """Return the chance that more of the unseen symbols are of one kind than there is room for."""
    ways = 0
    for hits in range(max(0, room + 1), draws + 1):
        ways += comb(draws, hits) * (SYMBOLS - 1) ** (draws - hits)
    return ways / int(SYMBOLS**draws)


# At unseen symbols * MOST_OF_ONE + room: the chance that a symbol has room enough; the last is for none.
SAFE: Final = vec[float](
    [
        1.0 - _tail(draws, room if room < MOST_OF_ONE - 1 else -1)
        for draws in range(UNSEEN + 1)
        for room in range(MOST_OF_ONE)
    ]
)


@final
@mypyc_attr(acyclic=True)
class StreamHints(Hints):
    """A wizard is as well off as the points to be expected, this round and before, next to the others'."""

    def __init__(self) -> None:
        self.mana: vec[i64] = vec[i64]([0] * MOST_SEATS)
        """The worth of what each seat has seen of its own stream. A scratch pad: nothing is kept on it."""
        self.blind: vec[i64] = vec[i64]([0] * MOST_SEATS)
        """How many of its blind cards count."""
        self.points: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self._values = Values(Path(__file__).parent, VALUES)

    def worth(self, state: State, seat: i64) -> float:
        assert isinstance(state, WizUpTheWall)
        if state.to_act() == OVER:
            return share_of_win(state, seat)
        self._expect(state)
        spread = ROUND_SPREAD * float(state.rounds - state.round - 1) + SPREAD_LEFT
        scale = 1.0 / (STEEPNESS * sqrt(spread))
        own = self.points[seat]
        together = 0.0
        for other in range(state.seats):
            together += exp((self.points[other] - own) * scale)
        return 1.0 / together

    # ── the points to be expected ─────────────────────────────────────────────────────────────────

    def _expect(self, state: WizUpTheWall) -> None:
        self._count(state)
        casting = state.streams.casting
        for seat in range(state.seats):
            points = self._points(state, seat, 0)
            if (casting >> seat) & 1 != 0:
                more = self._points(state, seat, 1) - points
                if more > 0.0:
                    points += HOPE * more
            self.points[seat] = points + float(state.total(seat))
        for seat in range(state.seats):
            if (casting >> seat) & 1 != 0:
                self._fear(state, seat)

    def _count(self, state: WizUpTheWall) -> None:
        """Count what everyone has seen of the own cards that count, the one in hand included."""
        streams, worths, seen, blind = state.streams, state.box.worth, self.mana, self.blind
        for seat in range(state.seats):
            seen[seat] = 0
            blind[seat] = 0
        counted = streams.counted()
        hidden = BLIND * state.seats
        for place in range(streams.laid):
            if (counted >> place) & 1 != 0:
                owner = streams.owner(place)
                if place < hidden:
                    blind[owner] += 1
                else:
                    seen[owner] += worths[streams.card(place)]
        if state.step == BLIND_TIP:
            blind[state.actor] += 1
        if state.hand != NO_CARD:
            seen[state.turn] += worths[state.hand]

    def _points(self, state: WizUpTheWall, seat: i64, more: i64) -> float:
        """Return what a stream will score on average with a number of cards more (P2, P3)."""
        seen, blind = self.mana[seat], self.blind[seat] + more
        return float(cards_in(seen) + blind) * self._safe(seen, 2 * blind, state.box.bust)

    def _safe(self, seen: i64, unseen: i64, bust: i64) -> float:
        """Return the chance not to go bust, as if each symbol were drawn for itself."""
        chance = 1.0
        row = unseen * MOST_OF_ONE
        for symbol in range(SYMBOLS):
            room = bust - (seen & BYTE)
            if room < 0 or room >= MOST_OF_ONE:
                room = MOST_OF_ONE - 1
            chance *= SAFE[row + room]
            seen >>= 8
        return chance

    def _fear(self, state: WizUpTheWall, seat: i64) -> None:
        """Take off what those who lie at this wizard's tips may soon lose to a cut (T5)."""
        streams = state.streams
        for number in range(streams.tip_count(seat)):
            cell = streams.tip(seat, number) >> CELL_SHIFT
            others = streams.here(cell) & CARD_BITS
            for other in range(state.seats):
                if (others >> other) & 1 != 0 and other != seat:
                    self.points[other] -= THREAT * float(self._lost(state, other, cell))

    def _lost(self, state: WizUpTheWall, seat: i64, cell: i64) -> i64:
        """Return how many cards a cut here would cost."""
        streams = state.streams
        place = streams.find(seat, cell)
        if not streams.counts(place):
            return 0
        lost = streams.cut_off(place)
        cards: i64 = 0
        while lost != 0:
            lost &= lost - 1
            cards += 1
        return cards

    # ── at first glance ───────────────────────────────────────────────────────────────────────────

    def weigh(self, state: State, action: i64) -> i64:
        """Draw while another card promises more than it risks; lay it where it costs others most."""
        assert isinstance(state, WizUpTheWall)
        if action <= FINISH:
            draw = self._weigh_drawing(state)
            return draw if action == DRAW else 100 - draw
        if state.step == BLIND_TIP:
            return 10
        return self._weigh_cell(state, action - PLACE_AT)

    def _weigh_drawing(self, state: WizUpTheWall) -> i64:
        """Weigh drawing by what the player can know, not by the blind cards or the next one of this table."""
        self._count(state)
        gain = self._points(state, state.turn, 1) - self._points(state, state.turn, 0)
        return smaller(95, larger(5, 50 + i64(150.0 * gain)))

    def _weigh_cell(self, state: WizUpTheWall, cell: i64) -> i64:
        here = state.streams.here(cell)
        if self._tips_of_others(state, here) != 0:
            return 3
        return smaller(100, 10 + 15 * self._cut(state, here & CARD_BITS, cell))

    def _cut(self, state: WizUpTheWall, owners: i64, cell: i64) -> i64:
        """Return how many cards others lose if the player lays one here."""
        cut: i64 = 0
        for other in range(state.seats):
            if (owners >> other) & 1 != 0 and other != state.turn:
                cut += self._lost(state, other, cell)
        return cut

    def _tips_of_others(self, state: WizUpTheWall, here: i64) -> i64:
        return (here >> TIP_SHIFT) & ~bit(state.turn)

    # ── for a learned value ───────────────────────────────────────────────────────────────────────

    def features(self, number: i64) -> int:
        return FEATURES

    def learned(self) -> Values | None:
        return self._values

    def which(self, state: State) -> i64:
        return 1 if state.seats == 2 else 0

    def fits(self, state: State) -> bool:
        assert isinstance(state, WizUpTheWall)
        value = self._values.of(self.which(state))
        return value is not None and value.cards == state.box.digest

    def note(self, state: State, seat: i64, features: Features) -> None:
        assert isinstance(state, WizUpTheWall)
        self._expect(state)
        casting, left = state.streams.casting, smaller(MOST_ROUNDS_LEFT, state.rounds - state.round - 1)
        own = (casting >> seat) & 1
        others: i64 = 1 if casting & ~bit(seat) != 0 else 0
        features.note(2 * smaller(3, state.step) + (1 if state.actor == seat else 0))
        features.note(ROUND_AT + left * 4 + own * 2 + others)
        features.scale(LEFT_AT, state.cards_left() // 6, 10)
        features.note(NEXT_AT + (2 if state.next == NO_CARD else shape(state.next)))
        features.note(PLAYERS_AT + state.seats)
        self._note_spell(state, seat, SPELL_AT, features)
        best, most = -100.0, -100.0
        for other in range(state.seats):
            if other != seat:
                self._note_spell(state, other, SPELL_AT + SPELL, features)
                if self.points[other] > best:
                    best = self.points[other]
                total = float(state.total(other))
                if total > most:
                    most = total
        features.note(LEAD_AT + left * LEADS + self._lead(self.points[seat] - best))
        features.note(TOTAL_AT + left * LEADS + self._lead(float(state.total(seat)) - most))

    def _lead(self, points: float) -> i64:
        """Return a lead in half points, from 12 behind to 12 ahead."""
        return smaller(LEADS - 1, larger(0, i64(2.0 * points + 24.5)))

    def _note_spell(self, state: WizUpTheWall, seat: i64, at: i64, features: Features) -> None:
        """Note how long a stream is, how risky, and what a cut at somebody's tip would cost."""
        seen, blind, bust = self.mana[seat], self.blind[seat], state.box.bust
        casting = (state.streams.casting >> seat) & 1
        cards = cards_in(seen) + blind
        features.scale(at + casting * 18, cards, 17)
        now, then = self._safe(seen, 2 * blind, bust), self._safe(seen, 2 * blind + 2, bust)
        features.scale(at + 36, i64(now * 12.0), 11)
        if casting != 0:
            features.scale(at + 48, i64(then * 12.0), 11)
            features.scale(at + 60, state.streams.tip_count(seat), 5)
        threat: i64 = 0
        for number in range(state.streams.tip_count(seat)):
            cell = state.streams.tip(seat, number) >> CELL_SHIFT
            here = state.streams.here(cell)
            for other in range(state.seats):
                if other != seat and (here >> other) & 1 != 0:
                    threat = larger(threat, self._lost(state, other, cell))
        features.scale(at + 66, threat, 11)
        expected = i64(float(cards) * now * 2.0)
        features.scale(at + 78 + casting * 22, expected, 21)
        if state.turn == seat:
            features.note(at + 122)

    def tuning(self, seats: i64) -> Tuning:
        """The learned value says more than playing on to the end would, and is said at once.

        A draw shows the shape of the card after it: visits of before it would outvote what is known now.
        """
        return Tuning(trust=0.3, keeps=False, learned=True, patience=0)

    # ── in words ──────────────────────────────────────────────────────────────────────────────────

    def why(self, state: State, action: i64) -> str:
        assert isinstance(state, WizUpTheWall)
        if action == DRAW:
            return self._why_draw(state)
        if action == FINISH:
            return self._why_finish(state)
        return "" if state.step == BLIND_TIP else self._why_cell(state, action - PLACE_AT)

    def _bust(self, state: WizUpTheWall, more: i64) -> i64:
        """Return how likely the player is to go bust with a number of cards more, in hundredths."""
        self._count(state)
        seat = state.turn
        safe = self._safe(self.mana[seat], 2 * (self.blind[seat] + more), state.box.bust)
        return i64(100.0 * (1.0 - safe) + 0.5)

    def _why_draw(self, state: WizUpTheWall) -> str:
        now, then = self._bust(state, 0), self._bust(state, 1)
        if then == 0:
            return "a point more, at next to no risk of going bust"
        if now == then:
            return f"a point more, and the risk of going bust stays at about {then} %"
        return f"a point more, but the risk of going bust rises from about {now} % to {then} %"

    def _why_finish(self, state: WizUpTheWall) -> str:
        risk = self._bust(state, 0)
        points = self._cards(state, state.turn)
        kept = "1 point" if points == 1 else f"{points} points"
        if risk == 0:
            return f"{kept}, at next to no risk of being bust"
        return f"{kept}, if you are not bust already: the risk is about {risk} %"

    def _cards(self, state: WizUpTheWall, seat: i64) -> i64:
        """Return how many cards of a stream count."""
        counted = state.streams.counted()
        cards: i64 = 0
        for place in range(state.streams.laid):
            if (counted >> place) & 1 != 0 and state.streams.owner(place) == seat:
                cards += 1
        return cards

    def _why_cell(self, state: WizUpTheWall, cell: i64) -> str:
        here = state.streams.here(cell)
        parts: list[str] = []
        cut = self._cut(state, here & CARD_BITS, cell)
        if cut > 0:
            parts.append("it cuts off 1 card" if cut == 1 else f"it cuts off {cut} cards")
        touched = self._tips_of_others(state, here)
        for other in range(state.seats):
            if (touched >> other) & 1 != 0:
                theirs, own = self._cards(state, other), self._cards(state, state.turn) + 1
                parts.append(f"it ends a spell at {theirs} cards, and yours at {own}")
        return "; ".join(parts)


HINTS: Final = StreamHints()
