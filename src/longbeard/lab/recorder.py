"""Plays matches and writes what happens into flat buffers of bytes, without an object for each event.

A recorder is the story of its tables: what they tell becomes rows of 32-bit numbers and counts of things
(engine/counting.py). numpy reads the buffers as they are; `lab/tables.py` says what their columns mean.
"""

from hashlib import sha256
from typing import Final, final

from librt.strings import BytesWriter, write_i32_le
from librt.vecs import append, vec
from mypy_extensions import i32, i64, mypyc_attr

from longbeard.bots.bot import Bot
from longbeard.bots.random_bot import RandomBot
from longbeard.engine.luck import KeyedLuck, QuickLuck
from longbeard.engine.playout import EndlessGame
from longbeard.engine.state import NOBODY, OVER, Choices, State
from longbeard.engine.story import Beat, Event, Story

LIMIT: Final = 10_000
"""Decisions after which a match is given up: bots that go in circles would never end some games."""
NONE: Final = -1
FIXED: Final = -1
"""As an item's field: the rule names the number itself."""
REST: Final = -2
"""As an item's field: every number after the named ones."""


@final
@mypyc_attr(acyclic=True)
class Program:
    """What to count, as flat tables. The rules of a kind of event lie side by side, `first` says where."""

    def __init__(self, fields: list[int], out: int) -> None:
        self.fields: vec[i64] = vec[i64](fields)
        """How many named fields each kind of event has."""
        self.width: i64 = max([3, *fields])
        """Columns for named fields; a short event of the engine always has three numbers."""
        self.out: i64 = out
        """The kind of event with which a seat leaves the match, or NONE."""
        self.first: vec[i64] = vec[i64]([0] * (len(fields) + 1))
        self.seat: vec[i64] = vec[i64]()
        self.item: vec[i64] = vec[i64]()
        self.second: vec[i64] = vec[i64]()
        self.base: vec[i64] = vec[i64]()
        self.fixed: vec[i64] = vec[i64]()
        self.where: vec[i64] = vec[i64]()
        self.value: vec[i64] = vec[i64]()
        self.step: vec[i64] = vec[i64]()
        self.at: vec[i64] = vec[i64]()
        self.only_at: vec[i64] = vec[i64]()
        self.only: vec[i64] = vec[i64]()
        self.start: vec[i64] = vec[i64]()
        """Where a rule's part of `spans` begins."""
        self.size: vec[i64] = vec[i64]()
        """The numbers that a rule knows; others count for nothing."""
        self.spans: vec[i64] = vec[i64]()
        """For each number that a rule knows, where its counters begin in `targets`, and one past the last."""
        self.targets: vec[i64] = vec[i64]()
        self.counters: i64 = 0

    def add_rule(self, kind: int, numbers: list[int], targets: list[list[int]]) -> None:
        """Add a rule to the last kind that has one, or to a later one.

        `numbers` are seat, item, second, base, fixed, where, value, step, at, only_at and only; `targets` are
        the counters of each number that the item may have.
        """
        self.seat = append(self.seat, numbers[0])
        self.item = append(self.item, numbers[1])
        self.second = append(self.second, numbers[2])
        self.base = append(self.base, numbers[3])
        self.fixed = append(self.fixed, numbers[4])
        self.where = append(self.where, numbers[5])
        self.value = append(self.value, numbers[6])
        self.step = append(self.step, numbers[7])
        self.at = append(self.at, numbers[8])
        self.only_at = append(self.only_at, numbers[9])
        self.only = append(self.only, numbers[10])
        self.start = append(self.start, len(self.spans))
        self.size = append(self.size, len(targets))
        for counters in targets:
            self.spans = append(self.spans, len(self.targets))
            for counter in counters:
                self.targets = append(self.targets, counter)
        self.spans = append(self.spans, len(self.targets))
        for later in range(kind + 1, len(self.first)):
            self.first[later] = len(self.seat)


@final
@mypyc_attr(acyclic=True)
class Recorder(Story):
    """Rows of many matches: `matches`, `seats`, `counts`, `moves`, `events` and `more`, each as bytes."""

    def __init__(self, program: Program, seats: int, keeps_events: bool = True) -> None:
        self.events: list[Event] = []
        self.beats: list[Beat] = []
        self.watched = False
        self.program = program
        self.seats: i64 = seats
        self.keeps_events = keeps_events
        self.listens = True
        """Whether tables tell it what happens; bench/lab.py measures what that costs."""
        self._matches = BytesWriter()
        self._seats = BytesWriter()
        self._counts = BytesWriter()
        self._moves = BytesWriter()
        self._events = BytesWriter()
        self._more = BytesWriter()
        self._rows: i64 = 0
        self._match: i64 = 0
        self._move: i64 = 0
        self._number: i64 = 0
        """The number of the next event in its move."""
        self._actor: i64 = NOBODY
        self._data: vec[i64] = vec[i64]([0] * 64)
        self._length: i64 = 0
        self._counted: vec[i64] = vec[i64]([0] * ((seats + 1) * program.counters))
        """How often each counter counted, for each seat; the last part is the whole table's."""
        self._touched: vec[i64] = vec[i64]()
        self._out: vec[i64] = vec[i64]([NONE] * seats)
        self._decisions: vec[i64] = vec[i64]([0] * seats)
        self._forced: vec[i64] = vec[i64]([0] * seats)
        self._offered: vec[i64] = vec[i64]([0] * seats)
        self._turns: vec[i64] = vec[i64]([0] * seats)
        self._waited: vec[i64] = vec[i64]([0] * seats)
        self._longest: vec[i64] = vec[i64]([0] * seats)
        self._last: vec[i64] = vec[i64]([NONE] * seats)
        """The number of moves before each seat's last decision."""
        self._choices = Choices()
        self._log: vec[i64] = vec[i64]()
        """Seat and action of every move, and how it looked to each seat, for bots that remember."""

    # ── what is told ──────────────────────────────────────────────────────────────────────────────

    def note(self, audience: i64, kind: i64, a: i64, b: i64, c: i64) -> None:
        data = self._data
        data[0] = a
        data[1] = b
        data[2] = c
        self._length = 3
        self._take(audience, kind)

    def add(self, audience: i64, kind: i64, data: list[int]) -> None:
        self._length = 0
        for number in data:
            if self._length == len(self._data):
                self._data = append(self._data, 0)
            self._data[self._length] = number
            self._length += 1
        self._take(audience, kind)

    def _take(self, audience: i64, kind: i64) -> None:
        program = self.program
        if self.keeps_events:
            self._write_event(audience, kind)
        self._number += 1
        if kind == program.out and 0 <= self._data[0] < self.seats:
            self._out[self._data[0]] = self._move
        for rule in range(program.first[kind], program.first[kind + 1]):
            self._count(rule, program.fields[kind])

    def _write_event(self, audience: i64, kind: i64) -> None:
        out = self._events
        write_i32_le(out, i32(self._match))
        write_i32_le(out, i32(self._move))
        write_i32_le(out, i32(self._number))
        write_i32_le(out, i32(self._actor))
        write_i32_le(out, i32(kind))
        write_i32_le(out, i32(audience))
        named = self.program.fields[kind]
        for place in range(self.program.width):
            write_i32_le(out, i32(self._data[place] if place < named and place < self._length else NONE))
        for place in range(named, self._length):
            # Three numbers are told even where fewer have a meaning.
            if self._length > 3 or self._data[place] != NONE:
                write_i32_le(self._more, i32(self._rows))
                write_i32_le(self._more, i32(self._data[place]))
        self._rows += 1

    def _count(self, rule: i64, named: i64) -> None:
        program, data = self.program, self._data
        where = program.where[rule]
        if where != NONE and data[where] != program.value[rule]:
            return
        seat = program.seat[rule]
        whose = data[seat] if seat != NONE else self.seats
        if not 0 <= whose <= self.seats:
            return
        item = program.item[rule]
        if item == REST:
            step = program.step[rule]
            only_at = program.only_at[rule]
            place = named
            while place + step <= self._length:
                if only_at == NONE or data[place + only_at] == program.only[rule]:
                    self._add_to(rule, whose, data[place + program.at[rule]])
                place += step
        elif item == FIXED:
            self._add_to(rule, whose, program.fixed[rule])
        else:
            number = data[item]
            if program.second[rule] != NONE:
                number = number * program.base[rule] + data[program.second[rule]]
            self._add_to(rule, whose, number)

    def _add_to(self, rule: i64, whose: i64, number: i64) -> None:
        program = self.program
        if not 0 <= number < program.size[rule]:
            return
        span = program.start[rule] + number
        for target in range(program.spans[span], program.spans[span + 1]):
            place = whose * program.counters + program.targets[target]
            if self._counted[place] == 0:
                self._touched = append(self._touched, place)
            self._counted[place] += 1

    # ── matches ───────────────────────────────────────────────────────────────────────────────────

    def begin(self, match: int) -> None:
        """Begin a match; its deal is told next."""
        self._match = match
        self._move = 0
        self._number = 0
        self._actor = NOBODY
        for place in self._touched:
            self._counted[place] = 0
        self._touched = vec[i64]()
        self._log = vec[i64]()
        for seat in range(self.seats):
            self._out[seat] = NONE
            self._decisions[seat] = 0
            self._forced[seat] = 0
            self._offered[seat] = 0
            self._turns[seat] = 0
            self._waited[seat] = 0
            self._longest[seat] = 0
            self._last[seat] = NONE

    def decides(self, seat: i64, action: i64, choices: i64) -> None:
        """Take down that a seat decides now between so many choices; what follows is told as its move."""
        if self.keeps_events:
            out = self._moves
            write_i32_le(out, i32(self._match))
            write_i32_le(out, i32(self._move))
            write_i32_le(out, i32(seat))
            write_i32_le(out, i32(action))
            write_i32_le(out, i32(choices))
        last = self._last[seat]
        if last == NONE or last < self._move - 1:
            self._turns[seat] += 1
            if last != NONE:
                gap = self._move - 1 - last
                self._waited[seat] += gap
                self._longest[seat] = max(self._longest[seat], gap)
        self._last[seat] = self._move
        self._decisions[seat] += 1
        self._offered[seat] += choices
        if choices == 1:
            self._forced[seat] += 1
        self._actor = seat
        self._move += 1
        self._number = 0

    def finish(self, scores: list[int], winners: list[int], ending: int) -> None:
        """End the match and write its rows."""
        turns: i64 = 0
        for seat in range(self.seats):
            turns += self._turns[seat]
        for number in (self._match, self._move, turns, len(winners), ending):
            write_i32_le(self._matches, i32(number))
        for seat in range(self.seats):
            out = self._seats
            write_i32_le(out, i32(self._match))
            write_i32_le(out, i32(seat))
            write_i32_le(out, i32(1 if int(seat) in winners else 0))
            write_i32_le(out, i32(i64(scores[seat])))
            write_i32_le(out, i32(self._decisions[seat]))
            write_i32_le(out, i32(self._forced[seat]))
            write_i32_le(out, i32(self._offered[seat]))
            write_i32_le(out, i32(self._turns[seat]))
            write_i32_le(out, i32(self._waited[seat]))
            write_i32_le(out, i32(self._longest[seat]))
            write_i32_le(out, i32(self._out[seat]))
        counters = self.program.counters
        for place in self._touched:
            seat = place // counters
            write_i32_le(self._counts, i32(self._match))
            write_i32_le(self._counts, i32(seat if seat < self.seats else NOBODY))
            write_i32_le(self._counts, i32(place % counters))
            write_i32_le(self._counts, i32(self._counted[place]))

    def play(
        self, match: int, state: State, secret: bytes, bots: list[Bot], thinking: str, endings: list[str]
    ) -> int:
        """Play a match of our own bots on a table before its deal, as `bout.play` does; return its length."""
        self.begin(match)
        if self.listens:
            state.story = self
        state.deal(KeyedLuck(secret, 0))
        dice = QuickLuck(thought(thinking, NOBODY, 0))
        remembering = False
        random = [isinstance(bot, RandomBot) for bot in bots]
        for bot in bots:
            remembering = remembering or bot.remembers()
        choices = self._choices
        seat = state.to_act()
        while seat != OVER:
            if self._move == LIMIT:
                raise EndlessGame(f"no end after {LIMIT} decisions")
            choices.clear()
            state.offer(choices)
            action = (
                choices.items[dice.below(choices.count)]
                if random[seat]
                else self._ask(bots[seat], state, seat, thinking)
            )
            if remembering:
                self._remember(state, seat, action)
            self.decides(seat, action, choices.count)
            state.resolve(action, KeyedLuck(secret, self._move))
            seat = state.to_act()
        state.story = None
        ending = state.ending()
        self.finish(state.scores(), state.winners(), endings.index(ending) if ending in endings else -1)
        return self._move

    def _ask(self, bot: Bot, state: State, seat: i64, thinking: str) -> i64:
        luck = QuickLuck(thought(thinking, seat, self._move))
        since: list[int] | None = None
        if bot.remembers() and self._last[seat] != NONE:
            since = self._since(state, seat)
        bot.begin(state.imagine(seat, luck), seat, luck, since)
        while bot.think():
            pass
        return bot.answer()

    def _remember(self, state: State, seat: i64, action: i64) -> None:
        self._log = append(self._log, seat)
        for viewer in range(self.seats):
            self._log = append(self._log, action if viewer == seat else state.shown(action, viewer))

    def _since(self, state: State, seat: i64) -> list[int]:
        """Return the moves from the seat's own last decision on, as it saw them."""
        found: list[int] = []
        actions = state.action_count()
        each = self.seats + 1
        for move in range(self._last[seat], self._move):
            found.append(self._log[move * each] * actions + self._log[move * each + 1 + seat])
        return found

    # ── what is handed over ───────────────────────────────────────────────────────────────────────

    def matches_bytes(self) -> bytes:
        return self._matches.getvalue()

    def seats_bytes(self) -> bytes:
        return self._seats.getvalue()

    def counts_bytes(self) -> bytes:
        return self._counts.getvalue()

    def moves_bytes(self) -> bytes:
        return self._moves.getvalue()

    def events_bytes(self) -> bytes:
        return self._events.getvalue()

    def more_bytes(self) -> bytes:
        return self._more.getvalue()


def thought(thinking: str, seat: int, move: int) -> int:
    """Return the seed for a bot's thinking about a move; `thinking` names the match."""
    return int.from_bytes(sha256(f"{thinking} {seat} {move}".encode()).digest()[:8], "big")
