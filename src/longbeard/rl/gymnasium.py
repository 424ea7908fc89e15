"""Gymnasium: one seat of a table, with bots in the others."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from longbeard.bots.player import player, thoughts
from longbeard.engine.errors import BadOptions
from longbeard.rl.sitting import RENDER_MODES, Seen, Sitting


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """One seat against bots, which are named as everywhere: `greedy`, `journeyman`, `archmage:2000`, ….

    `bots` is one bot for all other seats, or one for each of them, clockwise. An action that is not allowed
    is a forfeit: chance decides in its place, and `info["forfeited"]` says so.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        bots: str | Sequence[str] = "greedy",
        seat: int = 0,
        options: Mapping[str, str] = {},
        rewards: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self.sitting = Sitting(game, players, options, rewards)
        if not 0 <= seat < self.sitting.players:
            raise BadOptions(f"there is no seat {seat} at a table for {self.sitting.players}")
        others = [bots] * (self.sitting.players - 1) if isinstance(bots, str) else list(bots)
        if len(others) != self.sitting.players - 1:
            raise BadOptions(f"{self.sitting.players - 1} seats need as many bots, not {len(others)}")
        self.seat = seat
        self.bots = others
        self.render_mode = render_mode
        self.observation_space = self.sitting.observation_space()
        self.action_space = self.sitting.action_space()
        self._seat_bots()

    def _seat_bots(self) -> None:
        """New bots for every match, so that it depends on none before it."""
        places = [(self.seat + 1 + place) % self.sitting.players for place in range(len(self.bots))]
        self._players = {
            place: player(spec, self.sitting.room, outside=False)
            for place, spec in zip(places, self.bots, strict=True)
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """A new match: with a seed, its match; else that of the next seed."""
        super().reset(seed=seed)
        self.sitting.deal(seed)
        self._seat_bots()
        self._let_bots_play()
        return self.sitting.see(self.seat), self._info(False)

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        forfeited = self.sitting.play_or_forfeit(int(action))
        self._let_bots_play()
        over = self.sitting.match.over
        reward = float(self.sitting.rewards()[self.seat])
        if self.render_mode == "human":
            self.render()
        return self.sitting.see(self.seat), reward, over, False, self._info(forfeited)

    def _let_bots_play(self) -> None:
        match = self.sitting.match
        while not match.over and match.to_act != self.seat:
            seat = match.to_act
            match.play(seat, self._players[seat].decide(match, seat, thoughts(match)))

    def _info(self, forfeited: bool) -> dict[str, Any]:
        return {"action_mask": self.sitting.mask(self.seat), "forfeited": forfeited}

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, under the name that sb3-contrib's masked learners ask for."""
        return self.sitting.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """The table as a spectator may see it."""
        return self.sitting.render(self.render_mode)
