"""Wiz Up The Wall, in the order of its rulebook. The numbers in the comments are the rulebook's."""

from functools import lru_cache
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import bit, lowest, several
from longbeard.engine.state import OVER, Choices
from longbeard.games.wiz_up_the_wall import events, scoring
from longbeard.games.wiz_up_the_wall.board import (
    BLIND_TIP,
    DRAW_OR_FINISH,
    MATCH_OVER,
    PLACE,
    RANDOM,
    Board,
    shape,
)
from longbeard.games.wiz_up_the_wall.box import BLIND, CARDS, NO_CARD, StreamBox, forks
from longbeard.games.wiz_up_the_wall.streams import (
    CARD_BITS,
    CELL_SHIFT,
    CROSSED,
    FINISHED,
    RAN_OUT,
    STUCK,
    TIP_SHIFT,
    TOUCHED,
)
from longbeard.games.wiz_up_the_wall.wall import Tower

# The actions. The cells of the wall come last; the tower says how many there are.
DRAW: Final = 0
FINISH: Final = 1
PLACE_AT: Final = 2  # and a cell

LONGEST: Final = 1
SHARED: Final = 2
NOBODY_SCORED: Final = 3
TIE_BROKEN: Final = 4
ENDINGS: Final = ("", "longest", "shared", "nobody-scored", "tie-broken")


@final
@mypyc_attr(acyclic=True)
class WizUpTheWall(Board):
    """The game in the order of its rulebook: setup, turn, scoring."""

    # ── the contract ──────────────────────────────────────────────────────────────────────────────

    def to_act(self) -> i64:
        return self.actor

    def offer(self, choices: Choices) -> None:
        if self.step == DRAW_OR_FINISH:
            choices.add(DRAW)
            choices.add(FINISH)
        elif self.step != MATCH_OVER:
            self._offer_tips(choices)

    def count_choices(self, choices: Choices) -> i64:
        """Count what `offer` lists; only tips are listed for it."""
        if self.step == DRAW_OR_FINISH:
            return 2
        choices.clear()
        self._offer_tips(choices)
        return choices.count

    def choice_at(self, number: i64, choices: Choices) -> i64:
        if self.step == DRAW_OR_FINISH:
            return DRAW + number
        return choices.items[number]

    def resolve(self, action: i64, luck: Luck) -> None:
        if action == DRAW:
            self._draw(luck)
        elif action == FINISH:
            self._finish(luck)
        elif self.step == PLACE:
            self._place(action - PLACE_AT, luck)
        else:
            self._lay_second(action - PLACE_AT)

    def quiet(self, action: i64) -> bool:
        # A laid card stays laid (T2): to take it back would be to look at it again. The last to finish makes
        # everyone turn up their cards.
        return action == FINISH and several(self.streams.casting)

    def clone(self) -> "WizUpTheWall":
        copy = WizUpTheWall(self.box, self.tower)
        self.copy_to(copy)
        return copy

    def imagine(self, seat: i64, luck: Luck) -> "WizUpTheWall":
        other = self.clone()
        other.draw_unseen_again(seat, luck)
        return other

    def forget(self, seat: i64, luck: Luck) -> None:
        """Forget the symbols of cards laid earlier (T2), unless the memory aid counts them."""
        own = self.own_seen(seat)
        forgotten: i64 = 0
        while own != 0:
            forgotten |= (own & -own) * luck.below(2)
            own &= own - 1
        self.draw_unseen_again(seat, luck, forgotten)

    def scores(self) -> list[int]:
        return [int(self.total(seat)) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        return [int(seat) for seat in range(self.seats) if (self.won >> seat) & 1]

    def ending(self) -> str:
        return ENDINGS[self.end]

    def action_count(self) -> int:
        return int(PLACE_AT + self.tower.cells)

    def _offer_tips(self, choices: Choices) -> None:
        """Offer the cells of the tips (G3), which are kept in order; two ways into one cell are one choice
        (G8)."""
        streams = self.streams
        tips, first = streams.tips, self.actor * streams.span
        last: i64 = -1
        for at in range(first + 1, first + 1 + tips[first]):
            cell = tips[at] >> CELL_SHIFT
            if cell != last:
                choices.add(PLACE_AT + cell)
                last = cell

    def _ask(self, step: i64, seat: i64) -> None:
        self.step = step
        self.actor = seat

    # ── setup ─────────────────────────────────────────────────────────────────────────────────────

    def deal(self, luck: Luck) -> None:
        if self.first == RANDOM:
            self.first = luck.below(self.seats)
        self._begin_round(luck)

    def _begin_round(self, luck: Luck) -> None:
        """Begin a round (S1, S2, G7): the blind cards come off the pile two by two, in turn order."""
        self.pile_count = CARDS
        seat = self.starting_seat()
        self.turn = seat
        self._ask(BLIND_TIP, seat)
        streams = self.streams
        for number in range(self.seats):
            streams.deal(BLIND * number, seat, self.top_card(luck))
            streams.deal(BLIND * number + 1, seat, self.top_card(luck))
            seat = self.left_of(seat)
        if self.listened_to():
            self._tell_round()
        self.show_next(luck)
        self.beat()
        self._lay_blind()

    def _tell_round(self) -> None:
        self.tell(events.ROUND, self.round + 1, self.rounds, self.starting_seat())
        for seat in range(self.seats):
            self.tell(events.STANDS, seat, self.tower.wizard(self.place_of(seat)))
        streams = self.streams
        for number in range(self.seats):
            first, second = streams.card(BLIND * number), streams.card(BLIND * number + 1)
            self.tell(events.DEALT, streams.owner(BLIND * number), shape(first), shape(second))

    def _lay_blind(self) -> None:
        """Lay the blind cards in turn order, up to the next choice of a tip (G5, G7)."""
        streams = self.streams
        while streams.laid < BLIND * self.seats:
            place = streams.laid
            seat = streams.owner(place)
            self.turn = seat
            streams.lay_first(self.tower.wizard(self.place_of(seat)))
            self._tell_laid(events.LAYS_BLIND)
            if forks(streams.card(place)):
                streams.open_ways()
                self._ask(BLIND_TIP, seat)
                return
            streams.lay_above()
            self._open_second()
        self._begin_turn(self.starting_seat())

    def _lay_second(self, cell: i64) -> None:
        """Lay the second blind card at the tip that was chosen (G5)."""
        self.streams.lay_dealt(self.streams.take_tip(self.turn, cell))
        self._open_second()
        self._lay_blind()

    def _open_second(self) -> None:
        self.streams.open_ways()
        self._tell_laid(events.LAYS_BLIND)
        self.beat()

    def _tell_laid(self, kind: i64) -> None:
        if self.listened_to():
            self._tell_place(kind, self.streams.laid - 1)

    def _tell_place(self, kind: i64, place: i64) -> None:
        streams = self.streams
        cell = streams.cell(place)
        numbers: list[int] = [streams.owner(place), self.tower.column(cell), self.tower.rise(cell)]
        self.tell_all(kind, [*numbers, shape(streams.card(place)), streams.way_in(place), place])

    # ── turn ──────────────────────────────────────────────────────────────────────────────────────

    def _begin_turn(self, seat: i64) -> None:
        """Begin a turn (T1)."""
        self.turn = seat
        self.tell(events.TURN, seat)
        self._ask(DRAW_OR_FINISH, seat)

    def _draw(self, luck: Luck) -> None:
        """Draw a card (T1), whose symbols are for the player's eyes only (T2)."""
        card = self.next
        self.hand = card
        self.tell(events.DRAWS, self.turn, shape(card), self.pile_count)
        self.whisper(self.turn, events.DRAWN, self.turn, self.box.first[card], self.box.second[card])
        self.show_next(luck)
        self._ask(PLACE, self.turn)

    def _finish(self, luck: Luck) -> None:
        """Finish the spell (T1)."""
        self.streams.end(self.turn, FINISHED)
        self.tell(events.FINISHES, self.turn)
        self.beat()
        self._end_turn(luck)

    def _place(self, cell: i64, luck: Luck) -> None:
        """Lay the card in hand (T2), and carry out all that follows from it."""
        seat, streams = self.turn, self.streams
        tip = streams.take_tip(seat, cell)
        others = streams.here(cell)
        streams.lay(seat, self.hand, tip)
        self.hand = NO_CARD
        self._tell_laid(events.LAYS)
        if others != 0:
            self.beat()  # the card lies there before it does what it does
        if others & CARD_BITS != 0:
            self._cross(others & CARD_BITS, cell)
        if others >> TIP_SHIFT != 0:
            self._touch(others >> TIP_SHIFT)
        else:
            self._lead_on()
        self.beat()
        if self.next == NO_CARD:
            self._run_out()
        self._end_turn(luck)

    def _cross(self, opponents: i64, cell: i64) -> None:
        """Cut every stream that lies here, finished or not (T5), where it still counts (T7)."""
        streams = self.streams
        while opponents != 0:
            opponent = lowest(opponents)
            opponents &= opponents - 1
            place = streams.find(opponent, cell)
            if not streams.counts(place):
                continue
            streams.cut |= bit(place)
            casting = (streams.casting >> opponent) & 1
            if casting != 0:
                streams.end(opponent, CROSSED)
            scoring.tell_crossing(self, opponent, place, 1 - casting)
            self.beat()

    def _touch(self, opponents: i64) -> None:
        """End every spell whose tip this is, and the player's own (T6)."""
        while opponents != 0:
            opponent = lowest(opponents)
            opponents &= opponents - 1
            self.streams.end(opponent, TOUCHED)
            self.tell(events.TOUCHES, self.turn, opponent)
        self.streams.end(self.turn, TOUCHED)

    def _lead_on(self) -> None:
        """Open the ways out of the laid card (G2); without an open tip, finish the spell (T8)."""
        self.streams.open_ways()
        if self.streams.tip_count(self.turn) == 0:
            self.streams.end(self.turn, STUCK)
            self.tell(events.STUCK, self.turn)

    def _run_out(self) -> None:
        """Finish all spells when the last card of the pile is laid (T8)."""
        self.tell(events.RAN_OUT)
        while self.streams.casting != 0:
            self.streams.end(lowest(self.streams.casting), RAN_OUT)
        self.beat()

    def _end_turn(self, luck: Luck) -> None:
        """Pass the turn clockwise to the next wizard who is still casting (S3, T4)."""
        casting = self.streams.casting
        if casting == 0:
            self._score(luck)
            return
        seat = self.left_of(self.turn)
        while (casting >> seat) & 1 == 0:
            seat = self.left_of(seat)
        self._begin_turn(seat)

    # ── scoring ───────────────────────────────────────────────────────────────────────────────────

    def _score(self, luck: Luck) -> None:
        """Score the round (P1 to P5)."""
        scoring.turn_up(self)
        if self.round + 1 == self.rounds:
            self._end_match()
            return
        self.round += 1
        self.earlier = self.streams.lift(self.seats)
        self._begin_round(luck)

    def _end_match(self) -> None:
        """End the match: the highest total wins, and ties are shared; a total of 0 never wins (P4, P5)."""
        self._ask(MATCH_OVER, OVER)
        best: i64 = 1
        for seat in range(self.seats):
            total = self.total(seat)
            if total > best:
                best = total
                self.won = 0
            if total == best:
                self.won |= bit(seat)
        self.end = LONGEST
        if self.won == 0:
            self.end = NOBODY_SCORED
        elif several(self.won):
            self.end = SHARED
            if self.breaks_ties:
                self._break_tie()
        scoring.tell_seats(self, events.WON, self.won)

    def _break_tie(self) -> None:
        """Break ties (P6): of equal totals, the longest stream of a round wins; if these are equal, the next
        longest."""
        tied = self.won
        for place in range(self.rounds):
            longest: i64 = 0
            left: i64 = 0
            for seat in range(self.seats):
                if tied & bit(seat) != 0:
                    points = self.long_round(seat, place)
                    if points > longest:
                        longest = points
                        left = 0
                    if points == longest:
                        left |= bit(seat)
            tied = left
        if tied != self.won:
            self.won = tied
            self.end = TIE_BROKEN


@lru_cache(16)
def tower(box: StreamBox, seats: int) -> Tower:
    """Return the empty wall for a number of wizards, built once for all tables: it never changes."""
    return Tower(box, seats)


def table(box: StreamBox, seats: int, options: dict[str, str]) -> WizUpTheWall:
    """Make a table for a number of wizards, before the deal."""
    first = RANDOM if options["first"] == "random" else int(options["first"])
    state = WizUpTheWall(box, tower(box, seats))
    state.set_up(seats, first, int(options["rounds"]), options["memory"] == "on")
    state.breaks_ties = options.get("ties") == "longest"
    return state
