"""PettingZoo: a table where the seats decide in turn (AEC), and one that asks all of them each time."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from longbeard.engine.errors import NotAnAction
from longbeard.rl.sitting import ILLEGAL, RENDER_MODES, Seen, Sitting, ignore_options, one_of, whole


def env(game: str, **choices: Any) -> AECEnv[str, Seen, int | None]:
    """Make a table for `pettingzoo.make("aec", …)`, where the seats decide in turn."""
    return wrappers.OrderEnforcingWrapper(TableEnv(game, **choices))


def parallel_env(game: str, **choices: Any) -> ParallelEnv[str, Seen, int | None]:
    """Make a table for `pettingzoo.make("parallel", …)`, where every seat acts each time."""
    return ParallelTableEnv(game, **choices)


def env_of_parallel(game: str, **choices: Any) -> AECEnv[str, Seen, int | None]:
    """Make the parallel table and convert it by PettingZoo's own means: all act in turn, most wait."""
    return parallel_to_aec(parallel_env(game, **choices))


class _AtTable:
    """Holds what both kinds of table have: a sitting, spaces for every seat, and a look at the table."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] = {},
        rewards: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        forced: str = "ask",
        box: str | None = None,
        masks: str = "observation",
        illegal: str = "",
    ) -> None:
        self.sitting = Sitting(game, players, options, rewards, self.waits, forced, box, masks)
        self.illegal = one_of("illegal", illegal or self.illegals[0], self.illegals)
        self.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1)
        """After so many decisions it is cut short."""
        self.render_mode = one_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.metadata: dict[str, Any] = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": self.waits,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.sitting.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.sitting.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.sitting.action_space() for agent in self.possible_agents}

    waits = False
    illegals: tuple[str, ...] = ILLEGAL
    """What may be done with an action that is not allowed; the first is usual."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        self.sitting.deal(seed)
        self._take_forced()

    def _take_forced(self) -> None:
        while self.sitting.take_forced():
            pass

    def _ends(self) -> tuple[dict[str, bool], dict[str, bool]]:
        """Tell for each agent whether it is over, and whether it is cut short: the same for all."""
        match = self.sitting.match
        cut = not match.over and self.max_cycles is not None and len(match.log) >= self.max_cycles
        return dict.fromkeys(self.agents, match.over), dict.fromkeys(self.agents, cut)

    def _rewards(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.sitting.rewards(), strict=True))

    def _infos(self) -> dict[str, dict[str, Any]]:
        masks = map(self.sitting.mask, range(self.sitting.players))
        return {agent: {"action_mask": mask} for agent, mask in zip(self.possible_agents, masks, strict=True)}

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show the table as a spectator may see it."""
        return self.sitting.render(self.render_mode)

    def close(self) -> None:
        """Do nothing: no resource is held."""


class TableEnv(_AtTable, AECEnv[str, Seen, int | None]):
    """A match whose agents are its seats, `seat_0` and on; whoever decides is the agent that is asked.

    What a seat is shown is what it may know, and a mask of what it may do; the mask is in its info, too, and
    all ones where the match is over. The rewards come at the end. An action that is not allowed raises and
    changes nothing, or with `illegal="forfeit"` chance decides in its place and its info says `forfeited`.
    With `masks="info"` an observation is a plain Box.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match: that of the seed, or of the one after the last."""
        ignore_options(options)
        self._deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = self._ends()
        self._turn_to_next()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise NotAnAction(f"{agent} decides, and has to do something")
        forfeited = False
        if self.illegal == "forfeit":
            forfeited = self.sitting.play_or_forfeit(action)
        else:
            self.sitting.play(action)
        self._take_forced()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards()
        self.terminations, self.truncations = self._ends()
        self._accumulate_rewards()
        self._turn_to_next()
        self.infos[agent]["forfeited"] = forfeited
        if self.render_mode == "human":
            self.render()

    def _turn_to_next(self) -> None:
        """Ask whoever decides; at the end they all leave, one after the other."""
        over = self.sitting.match.over
        self.agent_selection = self.possible_agents[0 if over else self.sitting.match.to_act]
        self.infos = self._infos()

    def observe(self, agent: str) -> Seen:
        """Return what a seat may know now."""
        seen: Seen = self.sitting.see(self.possible_agents.index(agent))
        return seen


class ParallelTableEnv(_AtTable, ParallelEnv[str, Seen, int | None]):
    """The same match, for learners that want all agents to act at once.

    There is one action more, the last: to wait. It is all that seats have which do not decide, and what they
    do is not looked at. If the seat that decides does what is not allowed, chance decides in its place, and
    its info says `forfeited`.
    """

    waits = True
    illegals = ILLEGAL[1:]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal a new match: that of the seed, or of the one after the last."""
        ignore_options(options)
        self._deal(seed)
        self.agents = self.possible_agents[:]
        return self._seen(), self._infos()

    def step(
        self, actions: dict[str, int | None]
    ) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Let the seat that decides do what it wants; the other actions are not looked at."""
        if not self.agents:
            raise NotAnAction("the match is over: reset it before the next step")
        agent = self.agents[self.sitting.match.to_act]
        if agent not in actions:
            raise NotAnAction(f"{agent} decides, and there is no action of it; there are {list(actions)}")
        action = actions[agent]
        forfeited = self.sitting.play_or_forfeit(-1 if action is None else action)
        self._take_forced()
        terminations, truncations = self._ends()
        infos = self._infos()
        infos[agent]["forfeited"] = forfeited
        if terminations[agent] or truncations[agent]:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return self._seen(), self._rewards(), terminations, truncations, infos

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.sitting.see(seat) for seat, agent in enumerate(self.possible_agents)}
