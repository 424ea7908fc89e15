"""Many tables of one game at once, stepped in compiled code; numpy reads what they show where it lies."""

from collections.abc import Iterable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from longbeard.bots.bot import Bot
from longbeard.engine.encoder import Encoder, Sheet, width, write_row
from longbeard.engine.errors import NotAllowedNow
from longbeard.engine.luck import KeyedLuck, Luck, QuickLuck, seed_secret
from longbeard.engine.state import OVER, Choices, State

ON: Final[u8] = 1
OFF: Final[u8] = 0

ALL_SEATS: Final = -1
"""The learner decides for every seat."""
ANY_SEAT: Final = -2
"""The learner has one seat, which is drawn anew for every game."""

RANDOM: Final = 0
"""An opponent that takes any legal action."""
BOT: Final = 1
"""An opponent that is one of our bots."""
ASKED: Final = 2
"""An opponent that is asked outside: its tables wait for an answer."""

AT_ONCE: Final = 0
"""A table that is over is dealt anew in the same step; how it ended is shown in `last`."""
NEXT_STEP: Final = 1
"""It shows its end, and the next step deals it anew, whatever the action."""
BY_HAND: Final = 2
"""It shows its end until it is told to begin anew."""


@final
@mypyc_attr(acyclic=True)
class OneTable:
    """Holds one of the tables: its game, its luck, and what may be done."""

    def __init__(self, blank: State, seed: int, seats: int) -> None:
        self.state = blank.clone()
        self.choices = Choices()
        self.quick = QuickLuck(seed)
        self.dice = QuickLuck(-1 - seed)
        """Draws the seat, the opponents and what they do: the luck of the game depends on none of that."""
        self.begun: i64 = 0
        """The quick luck before the deal: with the log, all it takes to come here again."""
        self.log: vec[i64] = vec[i64]()
        """The actions since the deal."""
        self.seed: int = seed
        """With the luck of a match: the seed of the next game."""
        self.secret: bytes = b""
        self.moves: i64 = 0
        self.learner: i64 = 0
        """The seat of the learner, or ALL_SEATS."""
        self.opponents: vec[i64] = vec[i64]([0] * seats)
        """For every seat, who plays it if not the learner: a place in the list of opponents."""
        self.acted: i64 = 0
        """The seat that the learner played last."""
        self.over = False
        self.free = False
        """Whether the mask is all ones, because nothing is asked."""


@final
@mypyc_attr(acyclic=True)
class Tables:
    """Steps many tables, each shown where a learner decides.

    All that is handed out lies in the same memory from the beginning to the end, and every step writes over
    it: `sheet.numbers`, `masks`, `rewards`, `dones`, `turns`, `waiting`, `last`, `sampled`.
    """

    def __init__(
        self,
        blank: State,
        encoder: Encoder,
        count: int,
        seed: int,
        by_match: bool,
        by_score: bool,
        learner: int = ALL_SEATS,
        opponents: list[tuple[int, Bot | None]] = [],
        resets: int = AT_ONCE,
        take_forced: bool = False,
    ) -> None:
        self.blank = blank
        self.encoder = encoder
        self.count: i64 = count
        self.actions: i64 = blank.action_count()
        self.by_match = by_match
        """Whether the luck is that of a match with the same seed; else each table has quick luck."""
        self.by_score = by_score
        self.learner: i64 = learner
        self.kinds: list[int] = [kind for kind, bot in opponents]
        self.bots: list[Bot | None] = [bot for kind, bot in opponents]
        self.resets: i64 = resets
        self.take_forced = take_forced
        seats = int(blank.seats)
        self.sheet = Sheet(count, width(encoder, blank))
        self.last = Sheet(count, width(encoder, blank))
        """Where a game has just ended and the next is dealt: how the last one looked to the learner."""
        self.masks: vec[u8] = vec[u8]([0] * (count * blank.action_count()))
        self.rewards: vec[float] = vec[float]([0.0] * (count * seats))
        self.gains: vec[float] = vec[float]([0.0] * count)
        """The rewards of the learner: of the seat that it played last."""
        self.dones: vec[u8] = vec[u8]([0] * count)
        self.turns: vec[i64] = vec[i64]([0] * count)
        """The seat that decides, and to which the row is shown; the learner's, where the game is over."""
        self.waiting: vec[u8] = vec[u8]([0] * count)
        """Whether the one who decides is an opponent that is asked outside."""
        self.asked: vec[i64] = vec[i64]([0] * count)
        """Which opponent that is."""
        self.sampled: vec[i64] = vec[i64]([0] * count)
        self.dice = QuickLuck(seed)
        """Chooses the random actions; the tables have luck of their own."""
        self.tables: list[OneTable] = []
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Deal all tables anew: table t of n has the seed `seed * n + t`."""
        count = int(self.count)
        self.dice = QuickLuck(seed)
        self.tables = [OneTable(self.blank, seed * count + t, int(self.blank.seats)) for t in range(count)]
        for at in range(self.count * self.actions):
            self.masks[at] = OFF
        for place in range(self.count):
            self._clear_rewards(place)
            self._deal(place)

    def begin_some(self, chosen: Iterable[int]) -> None:
        """Deal the tables anew whose number in `chosen` is not nought."""
        wanted = vec[i64](chosen)
        for place in range(self.count):
            if wanted[place] != 0:
                self._clear_rewards(place)
                self._deal(place)

    def step(self, actions: Iterable[int]) -> None:
        """Play one action at every table; one that is not allowed there is refused before any is played."""
        self._step(vec[i64](actions))

    def answer(self, actions: Iterable[int]) -> None:
        """Play the actions of opponents that are asked, at the tables that wait; the others are not read."""
        given = vec[i64](actions)
        for place in range(self.count):
            if self.waiting[place] == ON and not self._allowed(place, given[place]):
                raise NotAllowedNow(f"action {given[place]} is not allowed at table {place}")
        for place in range(self.count):
            if self.waiting[place] == ON:
                self._play(place, given[place])

    def sample(self) -> None:
        """Choose a random legal action for every table, into `sampled`."""
        for place in range(self.count):
            table = self.tables[place]
            choices = table.choices
            self.sampled[place] = 0 if table.free else choices.items[self.dice.below(choices.count)]

    def play(self, steps: i64) -> None:
        """Take `steps` steps at all tables with random actions, observations included."""
        for step in range(steps):
            self.sample()
            self._step(self.sampled)

    def _step(self, actions: vec[i64]) -> None:
        self._refuse(actions)
        for place in range(self.count):
            table = self.tables[place]
            if self.dones[place] == ON:
                self._clear_rewards(place)
            if not table.over:
                table.acted = self.turns[place]
                self._play(place, actions[place])
            elif self.resets == NEXT_STEP:
                self._deal(place)

    def _refuse(self, actions: vec[i64]) -> None:
        if len(actions) != self.count:
            raise NotAllowedNow(f"{self.count} tables need {self.count} actions, not {len(actions)}")
        for place in range(self.count):
            if self.tables[place].over and self.resets == BY_HAND:
                raise NotAllowedNow(f"the game at table {place} is over: reset it before the next step")
            if not self._allowed(place, actions[place]):
                raise NotAllowedNow(f"action {actions[place]} is not allowed at table {place}")

    def _allowed(self, place: i64, action: i64) -> bool:
        return 0 <= action < self.actions and self.masks[place * self.actions + action] == ON

    def _play(self, place: i64, action: i64) -> None:
        """Carry out an action, then all up to the next decision of a learner or of one who is asked."""
        table = self.tables[place]
        table.log = append(table.log, action)
        table.state.resolve(action, self._luck(table))
        self._go_on(place, table)

    # ── opponents ─────────────────────────────────────────────────────────────────────────────────

    def _go_on(self, place: i64, table: OneTable) -> None:
        """Play for the opponents up to a decision that somebody outside has to make, and show it."""
        state = table.state
        self.waiting[place] = OFF
        while state.to_act() != OVER:
            seat = state.to_act()
            learns = table.learner == ALL_SEATS or table.learner == seat
            if learns and not self.take_forced:
                self._show(place, table, seat)
                return
            action: i64 = -1
            if self.take_forced:
                choices = self._offered(place, table)
                if choices.count == 1:
                    action = choices.items[0]
                elif learns:
                    self._show(place, table, seat)
                    return
            if action < 0:
                who = table.opponents[seat]
                if self.kinds[who] == ASKED:
                    self.waiting[place] = ON
                    self.asked[place] = who
                    self._show(place, table, seat)
                    return
                action = self._decide(place, table, seat, who)
            table.log = append(table.log, action)
            state.resolve(action, self._luck(table))
        self._end(place, table)

    def _decide(self, place: i64, table: OneTable, seat: i64, who: i64) -> i64:
        """Let an opponent of ours decide; a bot gets what its seat imagines, never the table."""
        bot = self.bots[who]
        if bot is None:
            choices = self._offered(place, table)
            return choices.items[table.dice.below(choices.count)]
        return bot.choose(table.state.imagine(seat, table.dice), seat, table.dice)

    def _offered(self, place: i64, table: OneTable) -> Choices:
        """Write the legal actions into the table's own buffer and return it; its mask is taken back first."""
        self._wipe_mask(place, table)
        table.state.offer(table.choices)
        return table.choices

    def _end(self, place: i64, table: OneTable) -> None:
        self._reward(place, table.state)
        self.gains[place] = self.rewards[place * self.blank.seats + table.acted]
        if self.resets == AT_ONCE:
            if table.learner != ALL_SEATS:
                write_row(self.encoder, table.state, table.learner, self.last, place)
            self._deal(place)
            return
        table.over = True
        self._wipe_mask(place, table)
        first = place * self.actions
        for action in range(self.actions):
            self.masks[first + action] = ON
        table.free = True
        seat: i64 = 0 if table.learner == ALL_SEATS else table.learner
        self.turns[place] = seat
        write_row(self.encoder, table.state, seat, self.sheet, place)

    # ── luck ──────────────────────────────────────────────────────────────────────────────────────

    def _luck(self, table: OneTable) -> Luck:
        """Return the luck of the next move."""
        if not self.by_match:
            return table.quick
        table.moves += 1
        return KeyedLuck(table.secret, table.moves)

    def _deal(self, place: i64) -> None:
        """Deal the next game of a table, and play up to the first decision that is asked."""
        table = self.tables[place]
        table.learner = self.learner
        if self.learner == ANY_SEAT:
            table.learner = table.dice.below(self.blank.seats)
        table.acted = table.learner if table.learner >= 0 else 0
        if len(self.kinds) > 1:
            for seat in range(self.blank.seats):
                table.opponents[seat] = table.dice.below(len(self.kinds))
        self._lay_out(table)
        self._go_on(place, table)

    def _lay_out(self, table: OneTable) -> None:
        table.over = False
        table.log = vec[i64]()
        table.state = self.blank.clone()
        if not self.by_match:
            table.begun = table.quick.state
            table.state.deal(table.quick)
            return
        table.secret = seed_secret(table.seed)
        table.moves = 0
        table.state.deal(KeyedLuck(table.secret, 0))
        table.seed += int(self.count)

    # ── copies ────────────────────────────────────────────────────────────────────────────────────

    def dump(self) -> list[list[int]]:
        """Return all that other tables need to go on as these would: for each its facts, then its actions."""
        kept: list[list[int]] = [[int(self.dice.state)]]
        for place in range(self.count):
            table = self.tables[place]
            facts = [table.seed, int(table.begun), int(table.dice.state), int(table.learner), int(table.over)]
            kept.append([*facts, int(table.acted), *table.opponents, *table.log])
        return kept

    def restore(self, kept: list[list[int]]) -> None:
        """Go on where others were when they were dumped. What a step gave (rewards, dones) is not in it."""
        self.dice.state = kept[0][0]
        seats = int(self.blank.seats)
        for place in range(self.count):
            table, facts = self.tables[place], kept[int(place) + 1]
            table.seed = facts[0] - (int(self.count) if self.by_match else 0)
            table.quick.state = facts[1]
            self._lay_out(table)
            table.learner = facts[3]
            table.acted = facts[5]
            table.opponents = vec[i64](facts[6 : 6 + seats])
            for action in facts[6 + seats :]:
                table.log = append(table.log, action)
                table.state.resolve(action, self._luck(table))
            table.dice.state = facts[2]
            self._clear_rewards(place)
            if facts[4]:
                self._end(place, table)
            else:
                self._go_on(place, table)

    # ── what is shown ─────────────────────────────────────────────────────────────────────────────

    def _wipe_mask(self, place: i64, table: OneTable) -> None:
        choices, masks = table.choices, self.masks
        first = place * self.actions
        if table.free:
            table.free = False
            for action in range(self.actions):
                masks[first + action] = OFF
        items = choices.items
        for number in range(choices.count):
            masks[first + items[number]] = OFF
        choices.clear()

    def _show(self, place: i64, table: OneTable, seat: i64) -> None:
        """Write what the seat that decides may know and do."""
        choices, masks = self._offered(place, table), self.masks
        first = place * self.actions
        items = choices.items
        for number in range(choices.count):
            masks[first + items[number]] = ON
        self.turns[place] = seat
        write_row(self.encoder, table.state, seat, self.sheet, place)

    def _clear_rewards(self, place: i64) -> None:
        self.dones[place] = OFF
        first = place * self.blank.seats
        for seat in range(self.blank.seats):
            self.rewards[first + seat] = 0.0
        self.gains[place] = 0.0

    def _reward(self, place: i64, state: State) -> None:
        self.dones[place] = ON
        first = place * self.blank.seats
        given = score_rewards(state) if self.by_score else win_rewards(state)
        for seat in range(self.blank.seats):
            self.rewards[first + seat] = given[seat]


def win_rewards(state: State) -> list[float]:
    """Return the rewards of a finished game: 1 for a win alone, less for a shared one; their sum is nought.

    A seat that has the share s of the win among n gets (n s - 1) / (n - 1): among two that is 1 or -1, and
    nought if all win together, or nobody does.
    """
    seats = int(state.seats)
    winners = state.winners()
    if not winners:
        return [0.0] * seats
    lost = -1.0 / (seats - 1)
    won = (seats / len(winners) - 1.0) / (seats - 1)
    return [won if seat in winners else lost for seat in range(seats)]


def score_rewards(state: State) -> list[float]:
    """Return for each seat of a finished game by how much its score is above the mean of the others'."""
    scores = state.scores()
    total = sum(scores)
    others = len(scores) - 1
    return [score - (total - score) / others for score in scores]
