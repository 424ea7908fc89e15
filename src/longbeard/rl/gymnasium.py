"""Gymnasium: one seat of a table, with bots in the others."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from longbeard.bots import policy
from longbeard.bots.player import InsidePlayer, Player, player, thoughts
from longbeard.bots.policy import Asked, PolicyPlayer, is_policy, policy_player
from longbeard.engine.errors import BadOptions
from longbeard.engine.luck import KeyedLuck
from longbeard.rl.sitting import ILLEGAL, RENDER_MODES, Seen, Sitting, listed, one_of, refuse_options

RANDOM: Final = "random"
Policy = Callable[[Seen], int]
"""An opponent of one's own: what its seat sees, with the mask, to the number of an action."""


class FunctionPolicy(policy.Policy):
    """Makes a policy of a function."""

    def __init__(self, function: Policy) -> None:
        self.function = function

    def decide(self, asked: Asked) -> int:
        seen = {"observation": np.array(asked.observation), "action_mask": np.array(asked.mask)}
        return self.function(seen)


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """Plays one seat against bots, named as on the command line (`greedy`, `archmage:2000`).

    `bots` is one bot for all other seats, or one for each of them, clockwise; a bot may be a function from
    what its seat sees to an action. `seat="random"` sits down anew for every match, and `info["seat"]` says
    where. An action that is not allowed is a forfeit: chance decides in its place, and `info["forfeited"]`
    says so; with `illegal="raise"` it is an error, and nothing changes. With `forced="take"` nobody is asked
    where there is one legal action. With `masks="info"` the observation is a plain Box, and the mask in the
    info alone.

    Where the match is over the mask is all ones: nothing is asked any more, and vectors of environments that
    reset by themselves want some action there.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        bots: str | Policy | Sequence[str | Policy] = "greedy",
        seat: int | str = 0,
        options: Mapping[str, str] = {},
        rewards: str = "win",
        render_mode: str | None = None,
        forced: str = "ask",
        box: str | None = None,
        masks: str = "observation",
        illegal: str = "forfeit",
    ) -> None:
        self.sitting = Sitting(game, players, options, rewards, forced=forced, box=box, masks=masks)
        seats = self.sitting.players
        if seat != RANDOM and seat not in range(seats):
            raise BadOptions(
                f"there is no seat {seat} at a table for {seats}; say 0 to {seats - 1}, or random"
            )
        others = listed("bots", bots, seats - 1)
        if len(others) != seats - 1:
            raise BadOptions(f"{seats - 1} seats need as many bots, not {len(others)}")
        self.wanted = seat
        self.bots: list[str | Policy] = others
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.render_mode = one_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.observation_space = self.sitting.observation_space()
        self.action_space = self.sitting.action_space()
        self._sit_down()

    def _sit_down(self) -> None:
        """Take a seat, and seat new bots: a match depends on none before it."""
        seats = self.sitting.players
        chance = KeyedLuck(self.sitting.match.secret, 0, b"longbeard seat")
        self.seat = chance.below(seats) if isinstance(self.wanted, str) else self.wanted
        places = [(self.seat + 1 + place) % seats for place in range(len(self.bots))]
        self._players = {place: self._player(bot) for place, bot in zip(places, self.bots, strict=True)}

    def _player(self, bot: str | Policy) -> Player:
        if isinstance(bot, str):
            # A program would have to be ended by somebody; a class or a network is as good as a function.
            if is_policy(bot):
                return policy_player(bot, raises=True)
            return player(bot, self.sitting.room, outside=False)
        return PolicyPlayer(getattr(bot, "__name__", "policy"), FunctionPolicy(bot), raises=True)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_players"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Play the match again, and let bots that remember their search repeat it."""
        vars(self).update(state)
        moves = self.sitting.deal_again()
        self._sit_down()
        match = self.sitting.match
        for action in moves:
            at = self._players.get(match.to_act)
            asked = not self.sitting.is_forced()
            if asked and isinstance(at, InsidePlayer) and at.bot.remembers():
                at.decide(match, match.to_act, thoughts(match))
            match.play(match.to_act, action)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new match: that of the seed, or of the one after the last."""
        refuse_options(options)
        super().reset(seed=seed)
        self.sitting.deal(seed)
        self._sit_down()
        self._go_on()
        return self._see(), self._info(False)

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        forfeited = False
        if self.illegal == "raise":
            self.sitting.play(action)
        else:
            forfeited = self.sitting.play_or_forfeit(action)
        self._go_on()
        over = self.sitting.match.over
        reward = float(self.sitting.rewards()[self.seat])
        if self.render_mode == "human":
            self.render()
        return self._see(), reward, over, False, self._info(forfeited)

    def _go_on(self) -> None:
        """Play up to the next decision of the seat."""
        match = self.sitting.match
        while not match.over:
            if self.sitting.take_forced():
                continue
            if match.to_act == self.seat:
                return
            seat = match.to_act
            match.play(seat, self._players[seat].decide(match, seat, thoughts(match)))

    def _see(self) -> Seen:
        seen: Seen = self.sitting.see(self.seat)
        return seen

    def _info(self, forfeited: bool) -> dict[str, Any]:
        return {"action_mask": self.sitting.mask(self.seat), "forfeited": forfeited, "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what may be done now; sb3-contrib's masked learners ask for it by this name."""
        return self.sitting.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """Show the table as a spectator may see it."""
        return self.sitting.render(self.render_mode)
