"""Many tables of one game at once, stepped in compiled code; numpy reads what they show where it lies."""

from collections.abc import Iterable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from longbeard.engine.encoder import Encoder, Sheet, width, write_row
from longbeard.engine.errors import NotAllowedNow
from longbeard.engine.luck import KeyedLuck, Luck, QuickLuck, seed_secret
from longbeard.engine.state import OVER, Choices, State

ON: Final[u8] = 1
OFF: Final[u8] = 0


@final
@mypyc_attr(acyclic=True)
class OneTable:
    """One of the tables: its game, its luck, and what may be done."""

    def __init__(self, blank: State, seed: int) -> None:
        self.state = blank.clone()
        self.choices = Choices()
        self.quick = QuickLuck(seed)
        self.seed: int = seed
        """With the luck of a match: the seed of the game that is being played."""
        self.secret: bytes = b""
        self.moves: i64 = 0


@final
@mypyc_attr(acyclic=True)
class Tables:
    """So many tables; one that is over is dealt anew at once.

    All that is handed out lies in the same memory from the beginning to the end, and every step writes over
    it: `sheet.numbers`, `masks`, `rewards`, `dones`, `turns`, `sampled`.
    """

    def __init__(
        self, blank: State, encoder: Encoder, count: int, seed: int, by_match: bool, by_score: bool
    ) -> None:
        self.blank = blank
        self.encoder = encoder
        self.count: i64 = count
        self.actions: i64 = blank.action_count()
        self.by_match = by_match
        """Whether the luck is that of a match with the same seed; else each table has quick luck."""
        self.by_score = by_score
        self.sheet = Sheet(count, width(encoder, blank))
        self.masks: vec[u8] = vec[u8]([0] * (count * blank.action_count()))
        self.rewards: vec[float] = vec[float]([0.0] * (count * int(blank.seats)))
        self.dones: vec[u8] = vec[u8]([0] * count)
        self.turns: vec[i64] = vec[i64]([0] * count)
        self.sampled: vec[i64] = vec[i64]([0] * count)
        self.dice = QuickLuck(seed)
        """Chooses the random actions; the tables have luck of their own."""
        self.tables: list[OneTable] = [OneTable(blank, seed * count + place) for place in range(count)]
        for place in range(self.count):
            self._deal(self.tables[place])
            self._show(place, self.tables[place])

    def step(self, actions: Iterable[int]) -> None:
        """Play one action at every table; one that is not allowed there is refused before any is played."""
        self._step(vec[i64](actions))

    def sample(self) -> None:
        """Choose a random legal action for every table, into `sampled`."""
        for place in range(self.count):
            choices = self.tables[place].choices
            self.sampled[place] = choices.items[self.dice.below(choices.count)]

    def play(self, steps: i64) -> None:
        """Step all tables so often with random actions, observations and all."""
        for step in range(steps):
            self.sample()
            self._step(self.sampled)

    def _step(self, actions: vec[i64]) -> None:
        self._refuse(actions)
        for place in range(self.count):
            table = self.tables[place]
            state = table.state
            state.resolve(actions[place], self._luck(table))
            if self.dones[place] == ON:
                self._clear_rewards(place)
            if state.to_act() == OVER:
                self._reward(place, state)
                self._deal(table)
            self._show(place, table)

    def _refuse(self, actions: vec[i64]) -> None:
        if len(actions) != self.count:
            raise NotAllowedNow(f"{self.count} tables need {self.count} actions, not {len(actions)}")
        for place in range(self.count):
            action = actions[place]
            if not 0 <= action < self.actions or self.masks[place * self.actions + action] == OFF:
                raise NotAllowedNow(f"action {action} is not allowed at table {place}")

    # ── luck ──────────────────────────────────────────────────────────────────────────────────────

    def _luck(self, table: OneTable) -> Luck:
        """The luck of the next move."""
        if not self.by_match:
            return table.quick
        table.moves += 1
        return KeyedLuck(table.secret, table.moves)

    def _deal(self, table: OneTable) -> None:
        table.state = self.blank.clone()
        if not self.by_match:
            table.state.deal(table.quick)
            return
        table.secret = seed_secret(table.seed)
        table.moves = 0
        table.state.deal(KeyedLuck(table.secret, 0))
        table.seed += int(self.count)

    # ── what is shown ─────────────────────────────────────────────────────────────────────────────

    def _show(self, place: i64, table: OneTable) -> None:
        """What the seat that decides may know and do."""
        state, choices, masks = table.state, table.choices, self.masks
        first = place * self.actions
        items = choices.items
        for number in range(choices.count):
            masks[first + items[number]] = OFF
        choices.clear()
        state.offer(choices)
        items = choices.items
        for number in range(choices.count):
            masks[first + items[number]] = ON
        seat = state.to_act()
        self.turns[place] = seat
        write_row(self.encoder, state, seat, self.sheet, place)

    def _clear_rewards(self, place: i64) -> None:
        self.dones[place] = OFF
        first = place * self.blank.seats
        for seat in range(self.blank.seats):
            self.rewards[first + seat] = 0.0

    def _reward(self, place: i64, state: State) -> None:
        self.dones[place] = ON
        first = place * self.blank.seats
        given = score_rewards(state) if self.by_score else win_rewards(state)
        for seat in range(self.blank.seats):
            self.rewards[first + seat] = given[seat]


def win_rewards(state: State) -> list[float]:
    """For each seat of a finished game: 1 for a win alone, less for a shared one; they add up to nought.

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
    """For each seat of a finished game: by how much its score is above the mean of the others'."""
    scores = state.scores()
    total = sum(scores)
    others = len(scores) - 1
    return [score - (total - score) / others for score in scores]
