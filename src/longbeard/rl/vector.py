"""Gymnasium's vector of environments: many tables at once, stepped in compiled code.

One seat learns against opponents, or the learner plays all seats. `gymnasium.make_vec` makes one of these for
every registered name, and `longbeard.rl.sb3` hands one to Stable-Baselines3.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any, Final, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from longbeard.bots import BOTS, bot, policy
from longbeard.bots.bot import Bot
from longbeard.bots.player import NETWORK
from longbeard.engine.errors import BadOptions, NotAnAction
from longbeard.games import room
from longbeard.rl.arrays import LUCKS, row_of, window
from longbeard.rl.boxes import absolute, box_of
from longbeard.rl.sitting import (
    FORCED,
    ILLEGAL,
    MASKS,
    listed,
    numbers_space,
    one_of,
    players_of,
    rewards_by,
    whole,
)
from longbeard.rl.tables import (
    ALL_SEATS,
    ANY_SEAT,
    ASKED,
    AT_ONCE,
    BOT,
    BY_HAND,
    NEXT_STEP,
    RANDOM,
    Tables,
)

Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]
BatchPolicy = Callable[[Numbers, Mask], NDArray[np.int64]]
"""An opponent of one's own: rows of observations and masks to an action for each row."""
Opponent = str | BatchPolicy
Seen = dict[str, NDArray[Any]] | Numbers
RESETS: Final = {
    AutoresetMode.SAME_STEP: AT_ONCE,
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.DISABLED: BY_HAND,
}


class TablesVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Steps `num_envs` tables of a game, each shown where the learner decides.

    - `seat` is the learner's: a number, `"random"` (drawn for every game; `infos["seat"]` says which), or
      `"all"`: the learner plays every seat in turn, and a reward is that of the seat that has just acted.
    - `opponents` play the other seats: `random`, any bot (`greedy`, `search:200`), a network (`onnx:FILE`),
      or a function from rows of observations and masks to actions. From a list, each seat of each game draws
      one: a pool, to which `add_opponent` adds.
    - `masks="info"` leaves the mask out of the observation, which is then a plain Box; `infos["action_mask"]`
      has it in any case. `infos["rewards"]` has the rewards of all seats.
    - An action that is not allowed refuses the whole step, and no table moves. With `illegal="forfeit"`
      chance decides in its place, and `infos["forfeited"]` says where: for learners that know no masks.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        seat: int | str = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        options: Mapping[str, str] = {},
        rewards: str = "win",
        luck: str = "quick",
        forced: str = "ask",
        masks: str = "observation",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seed: int = 0,
        copy: bool = True,
        box: str | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        self.room = room(game)
        self.players = players_of(self.room, players)
        num_envs, seed = whole("num_envs", num_envs, 1), whole("seed", seed, 0)
        one_of("luck", luck, LUCKS)
        modes = tuple(mode.value for mode in RESETS)
        named = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        self.autoreset_mode = AutoresetMode(one_of("autoreset_mode", named, modes))
        settled = self.room.settle(self.players, options)
        blank = self.room.table(self.players, settled, box_of(self.room, box))
        self.policies: list[BatchPolicy | None] = []
        pool: list[Opponent] = listed("opponents", opponents, 1)
        learner = learning_seat(seat, self.players)
        self._asked: dict[str, Any] = {
            "game": game, "num_envs": num_envs, "players": self.players, "seat": seat,
            "options": dict(options), "rewards": rewards, "luck": luck, "forced": forced, "masks": masks,
            "autoreset_mode": self.autoreset_mode.value, "seed": seed, "copy": copy, "box": absolute(box),
            "illegal": illegal,
        }  # fmt: skip
        self._pool: list[Opponent] = []
        known = [self._known(one) for one in pool]
        if learner != ALL_SEATS and not known:
            raise BadOptions("opponents=[]: somebody has to play the other seats")
        self.tables = Tables(
            blank,
            self.room.encoder,
            num_envs,
            seed,
            luck == "match",
            rewards_by(self.room, rewards) == "score",
            learner,
            known,
            RESETS[self.autoreset_mode],
            one_of("forced", forced, FORCED) == "take",
        )
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.render_mode = one_of("render_mode", render_mode, (None,))
        self.spec = None
        self._all = learner == ALL_SEATS
        self._apart = one_of("masks", masks, MASKS) == "info"
        self._lenient = one_of("illegal", illegal, ILLEGAL) == "forfeit"
        self._forfeited: NDArray[np.bool_] = np.zeros(num_envs, bool)
        self._copy = copy
        self._next_seed = seed
        self._look()
        numbers = numbers_space(self.room, blank)
        allowed = spaces.Box(0, 1, self._masks.shape[1:], np.int8)
        self.single_action_space = spaces.Discrete(self._masks.shape[1])
        self.single_observation_space = (
            numbers if self._apart else spaces.Dict({"observation": numbers, "action_mask": allowed})
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._answer()

    def _look(self) -> None:
        """Open windows on the memory of the tables."""
        tables, n = self.tables, int(self.tables.count)
        self._numbers: Numbers = window(tables.sheet.numbers, n)
        self._last: Numbers = window(tables.last.numbers, n)
        self._masks: Mask = window(tables.masks, n).view(np.int8)
        self._rewards: NDArray[np.float64] = window(tables.rewards, n)
        self._gains: NDArray[np.float64] = window(tables.gains, 1)[0]
        self._dones: NDArray[np.bool_] = window(tables.dones, 1)[0].view(np.bool_)
        self._turns: NDArray[np.int64] = window(tables.turns, 1)[0]
        self._waiting: NDArray[np.bool_] = window(tables.waiting, 1)[0].view(np.bool_)
        self._who: NDArray[np.int64] = window(tables.asked, 1)[0]
        self._sampled: NDArray[np.int64] = window(tables.sampled, 1)[0]

    # ── opponents ─────────────────────────────────────────────────────────────────────────────────

    def _known(self, opponent: Opponent) -> tuple[int, Bot | None]:
        """Note an opponent; return its kind, and the bot that it is."""
        self._pool.append(opponent)
        if not isinstance(opponent, str):
            self.policies.append(opponent)
            return ASKED, None
        if opponent.startswith(NETWORK):
            self.policies.append(policy.network(opponent).answer)
            return ASKED, None
        if opponent.partition(":")[0] not in BOTS and policy.is_policy(opponent):
            raise BadOptions(
                f"opponents={opponent!r}: a class is asked at one table at a time; give a function of rows, "
                "or make one table after the other: gymnasium.make(…, bots=…)"
            )
        self.policies.append(None)
        return (RANDOM, None) if opponent == "random" else (BOT, bot(opponent, self.room.hints))

    def add_opponent(self, opponent: Opponent) -> None:
        """Add an opponent to the pool from which the next games draw theirs."""
        if self._all:
            raise BadOptions("the learner plays all seats: there are no opponents")
        kind, made = self._known(opponent)
        self.tables.kinds.append(kind)
        self.tables.bots.append(made)

    def _answer(self) -> None:
        """Let opponents that are functions decide, until every table is the learner's."""
        while self._waiting.any():
            actions = np.zeros(self.num_envs, np.int64)
            for number in np.unique(self._who[self._waiting]):
                rows = np.flatnonzero(self._waiting & (self._who == number))
                decide = self.policies[number]
                assert decide is not None
                actions[rows] = answers(decide(self._numbers[rows], self._masks[rows]), len(rows))
            self.tables.answer(actions)

    # ── Gymnasium's interface ─────────────────────────────────────────────────────────────────────

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal all tables anew: with a seed its games, else those of the next one.

        `options={"reset_mask": mask}` deals only the tables where the mask is true.
        """
        chosen = (options or {}).get("reset_mask")
        if set(options or {}) - {"reset_mask"}:
            raise BadOptions(f"reset knows one option, reset_mask, and was given {', '.join(options or {})}")
        if isinstance(seed, list):
            raise BadOptions("seed is one number, from which the seeds of all tables follow")
        if chosen is not None:
            which = np.asarray(chosen, bool)
            if which.shape != (self.num_envs,):
                raise BadOptions(
                    f"reset_mask has a value for each of {self.num_envs} tables, not {which.shape}"
                )
            self.tables.begin_some(which.astype(np.int64))
        else:
            self._next_seed = self._next_seed + 1 if seed is None else whole("seed", seed, 0)
            self.tables.begin(self._next_seed)
        self._answer()
        self._forfeited[:] = False
        return self._seen(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play one action at each table, and what the opponents answer."""
        row = row_of(actions)
        self.tables.step(self._mend(row) if self._lenient else row)
        if self.policies:
            self._answer()
        rewards, dones = self._gains.copy(), self._dones.copy()
        return self._seen(), rewards, dones, np.zeros(self.num_envs, bool), self._infos()

    def _mend(self, row: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the actions, with a random legal one for each that is not allowed; note where that was."""
        if len(row) != self.num_envs:
            return row
        there = (row >= 0) & (row < self._masks.shape[1])
        self._forfeited = ~(there & (self._masks[np.arange(self.num_envs), np.where(there, row, 0)] == 1))
        return np.where(self._forfeited, self.sample(), row) if self._forfeited.any() else row

    def _seen(self) -> Seen:
        numbers = self._numbers.copy() if self._copy else self._numbers
        if self._apart:
            return numbers
        return {"observation": numbers, "action_mask": self._masks.copy() if self._copy else self._masks}

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {
            "action_mask": self._masks.copy() if self._copy else self._masks,
            "seat": self._turns.copy(),
            "rewards": self._rewards.copy(),
        }
        if self._lenient:
            infos["forfeited"] = self._forfeited.copy()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._dones.any() and not self._all:
            last = self._last.copy()
            infos["final_obs"] = (
                last if self._apart else {"observation": last, "action_mask": np.ones_like(self._masks)}
            )
            infos["_final_obs"] = self._dones.copy()
        return infos

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each table."""
        self.tables.sample()
        return self._sampled.copy()

    def action_masks(self) -> Mask:
        """Return what may be done now, a row for each table."""
        return self._masks

    def close_extras(self, **kwargs: Any) -> None:
        """Do nothing: no resource is held."""

    # ── copies ────────────────────────────────────────────────────────────────────────────────────

    def __getstate__(self) -> dict[str, Any]:
        kept = self.tables.dump()
        facts = {"pool": self._pool, "next": self._next_seed, "spec": self.spec}
        return facts | {"asked": self._asked, "kept": kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(opponents=state["pool"], **state["asked"])  # type: ignore[misc]
        self._next_seed, self.spec = state["next"], state["spec"]
        self.tables.restore(state["kept"])


def learning_seat(seat: int | str, players: int) -> int:
    """Return the seat of the learner as the tables have it, or raise BadOptions."""
    words = {"all": ALL_SEATS, "random": ANY_SEAT}
    if isinstance(seat, str) and seat in words:
        return words[seat]
    if isinstance(seat, SupportsIndex) and 0 <= index(seat) < players:
        return index(seat)
    raise BadOptions(f"seat={seat!r}: it is 0 to {players - 1}, random, or all")


def answers(given: Any, count: int) -> NDArray[np.int64]:
    """Return what an opponent's function answered, one action for each row; or raise NotAnAction."""
    row = row_of(given)
    if len(row) != count:
        raise NotAnAction(f"an opponent answers {count} rows with as many actions, not {len(row)}")
    return row


def vector(game: str, num_envs: int, **choices: Any) -> TablesVectorEnv:
    """Make many tables of a game as one `gymnasium.vector.VectorEnv`.

    >>> from longbeard.games import rooms
    >>> tables = vector(next(iter(rooms())), 4, opponents="random", seed=1)
    >>> seen, infos = tables.reset(seed=1)
    >>> seen, rewards, terminations, truncations, infos = tables.step(tables.sample())
    >>> rewards.shape, bool(infos["action_mask"].any(axis=1).all())
    ((4,), True)
    """
    return TablesVectorEnv(game, num_envs, **choices)
