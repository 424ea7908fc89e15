"""PettingZoo: a table where the seats decide in turn (AEC), and one that asks all of them each time."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from longbeard.rl.sitting import RENDER_MODES, Seen, Sitting


def env(game: str, **choices: Any) -> AECEnv[str, Seen, int]:
    """A table for `pettingzoo.make("aec", …)`, where the seats decide in turn; it insists on a reset first."""
    return wrappers.OrderEnforcingWrapper(TableEnv(game, **choices))


def parallel_env(game: str, **choices: Any) -> ParallelEnv[str, Seen, int]:
    """A table for `pettingzoo.make("parallel", …)`, where every seat acts each time."""
    return ParallelTableEnv(game, **choices)


def env_of_parallel(game: str, **choices: Any) -> AECEnv[str, Seen, int]:
    """The parallel table through PettingZoo's own conversion: everyone acts in turn, most of them to wait."""
    return parallel_to_aec(parallel_env(game, **choices))


class TableEnv(AECEnv[str, Seen, int]):
    """A match whose agents are its seats, `seat_0` and on; whoever decides is the agent that is asked.

    What a seat is shown is what it may know, and a mask of what it may do; the mask is in its info, too. The
    rewards come at the end. An action that is not allowed raises and changes nothing.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] = {},
        rewards: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.sitting = Sitting(game, players, options, rewards)
        self.max_cycles = max_cycles
        """After so many decisions it is cut short."""
        self.render_mode = render_mode
        self.metadata = _metadata(game, is_parallelizable=False)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.sitting.players)]
        self.agents = []
        self.observation_spaces = {agent: self.sitting.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.sitting.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match: with a seed, its match; else that of the next seed."""
        self.sitting.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._turn_to_next()

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.sitting.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        match = self.sitting.match
        cut = not match.over and self.max_cycles is not None and len(match.log) >= self.max_cycles
        self.rewards = dict(zip(self.possible_agents, self.sitting.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, match.over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._accumulate_rewards()
        self._turn_to_next()
        if self.render_mode == "human":
            self.render()

    def _turn_to_next(self) -> None:
        """Ask whoever decides; at the end they all leave, one after the other."""
        over = self.sitting.match.over
        self.agent_selection = self.possible_agents[0 if over else self.sitting.match.to_act]
        self.infos = {
            agent: {"action_mask": self.sitting.mask(seat)} for seat, agent in enumerate(self.possible_agents)
        }

    def observe(self, agent: str) -> Seen:
        return self.sitting.see(self.possible_agents.index(agent))

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as a spectator may see it."""
        return self.sitting.render(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


class ParallelTableEnv(ParallelEnv[str, Seen, int]):
    """The same match, for learners that want all agents to act at once.

    There is one action more, the last: to wait. It is all that seats have which do not decide, and what they
    do is not looked at. If the seat that decides does what is not allowed, chance decides in its place.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] = {},
        rewards: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.sitting = Sitting(game, players, options, rewards, waits=True)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = _metadata(game, is_parallelizable=True)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.sitting.players)]
        self.agents = []
        self.observation_spaces = {agent: self.sitting.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.sitting.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new match: with a seed, its match; else that of the next seed."""
        self.sitting.deal(seed)
        self.agents = self.possible_agents[:]
        return self._seen(), self._infos(False)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        match = self.sitting.match
        forfeited = self.sitting.play_or_forfeit(int(actions[self.agents[match.to_act]]))
        cut = not match.over and self.max_cycles is not None and len(match.log) >= self.max_cycles
        rewards = dict(zip(self.agents, self.sitting.rewards(), strict=True))
        terminations = dict.fromkeys(self.agents, match.over)
        truncations = dict.fromkeys(self.agents, cut)
        answer = self._seen(), rewards, terminations, truncations, self._infos(forfeited)
        if match.over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return answer

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.sitting.see(seat) for seat, agent in enumerate(self.possible_agents)}

    def _infos(self, forfeited: bool) -> dict[str, dict[str, Any]]:
        return {
            agent: {"action_mask": self.sitting.mask(seat), "forfeited": forfeited}
            for seat, agent in enumerate(self.possible_agents)
        }

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as a spectator may see it."""
        return self.sitting.render(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def _metadata(game: str, is_parallelizable: bool) -> dict[str, Any]:
    return {
        "name": f"{game.replace('-', '_')}_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": is_parallelizable,
    }
