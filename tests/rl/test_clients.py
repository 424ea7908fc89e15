"""The scripts in examples/clients, as far as they run without torch and Ray: their tables, and some steps.

`make clients` runs them whole. Here the same tables are made by the very lines of the scripts, and a random
policy that keeps to the masks stands in for the learner.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest

import longbeard.rl  # noqa: F401  (registers the names)
from longbeard.rl.vector import TablesVectorEnv

CLIENTS = Path(__file__).parents[2] / "examples/clients"
STEPS = 300


class StandIn:
    """What `longbeard.rl.sb3` uses of Stable-Baselines3's `VecEnv`, for machines without torch."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self._reset_seeds()

    def _reset_seeds(self) -> None:
        self._seeds: list[int | None] = [None] * self.num_envs

    def _get_indices(self, indices: Any) -> Any:
        return range(self.num_envs) if indices is None else indices

    def step(self, actions: Any) -> Any:
        self.step_async(actions)  # type: ignore[attr-defined]
        return self.step_wait()  # type: ignore[attr-defined]


@pytest.fixture
def sb3(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The door for Stable-Baselines3: on the real thing where it is installed."""
    if find_spec("stable_baselines3") is None:
        for name in ("stable_baselines3", "stable_baselines3.common", "stable_baselines3.common.vec_env"):
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
        vec_env: Any = sys.modules["stable_baselines3.common.vec_env"]
        vec_env.VecEnv = StandIn
    yield import_module("longbeard.rl.sb3")
    sys.modules.pop("longbeard.rl.sb3", None)


def call_of(script: str, name: str, given: dict[str, Any]) -> Any:
    """Do the one call of a function that a script makes, with the script's own constants and those given."""
    tree = ast.parse((CLIENTS / script).read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for line in tree.body:
        if isinstance(line, ast.Assign) and not any(isinstance(part, ast.Call) for part in ast.walk(line)):
            exec(compile(ast.Module([line], []), script, "exec"), names)
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == name]
    assert len(found) == 1, f"{script} calls {name} {len(found)} times"
    return eval(compile(ast.Expression(found[0]), script, "eval"), names | given)


@pytest.mark.parametrize("script", ["masked_ppo.py", "sits_down.py"])
def test_the_tables_of_stable_baselines3_s_examples_can_be_learned_from(sb3: Any, script: str) -> None:
    tables = call_of(script, "TablesVecEnv", {"TablesVecEnv": sb3.TablesVecEnv})
    assert isinstance(tables.observation_space, gymnasium.spaces.Box)
    dice, ended = np.random.default_rng(1), 0
    seen = tables.reset()
    for _step in range(STEPS):
        assert seen.shape == (tables.num_envs, *tables.observation_space.shape)
        assert tables.observation_space.contains(seen[0])
        masks = np.stack(tables.env_method("action_masks"))
        assert masks.dtype == bool
        assert masks.shape == (tables.num_envs, tables.action_space.n)
        actions = np.where(masks, dice.random(masks.shape), -1).argmax(axis=1)
        seen, rewards, over, told = tables.step(actions)
        assert rewards.dtype == np.float32
        assert ((rewards != 0) <= over).all()
        assert [set(one) == {"terminal_observation", "TimeLimit.truncated"} for one in told] == over.tolist()
        assert all(
            tables.observation_space.contains(one["terminal_observation"]) and not one["TimeLimit.truncated"]
            for one in told
            if one
        )
        ended += int(over.sum())
    assert ended > tables.num_envs


def test_the_tables_of_the_loop_in_the_manner_of_cleanrl_can_be_learned_from() -> None:
    tables = call_of("one_file_ppo.py", "gymnasium.make_vec", {"gymnasium": gymnasium})
    assert isinstance(tables.unwrapped, TablesVectorEnv)
    dice, ended = np.random.default_rng(1), 0
    seen, _infos = tables.reset(seed=1)
    assert int(tables.single_action_space.n) == seen["action_mask"].shape[1]
    for _step in range(STEPS):
        assert tables.observation_space.contains(seen)
        actions = np.where(seen["action_mask"], dice.random(seen["action_mask"].shape), -1).argmax(axis=1)
        seen, rewards, over, cut, infos = tables.step(actions)
        assert ((rewards != 0) <= over).all()
        assert not cut.any()
        if over.any():
            assert infos["_final_obs"].tolist() == over.tolist()
        ended += int(over.sum())
    assert ended > tables.num_envs


def test_the_table_for_rllib_s_masking_module_can_be_played_to_the_end() -> None:
    spec = spec_from_file_location("masked_rllib", CLIENTS / "masked_rllib.py")
    assert spec
    assert spec.loader
    script: Any = module_from_spec(spec)
    spec.loader.exec_module(script)
    table, dice = script.Floats(script.GAME), np.random.default_rng(1)
    table.reset(seed=1)
    ended = 0
    for agent in table.agent_iter():
        seen, reward, over, _cut, _info = table.last()
        assert table.observation_space(agent).contains(seen)
        assert {part.dtype for part in seen.values()} == {np.dtype(np.float32)}
        assert seen["action_mask"].any()
        ended += over
        assert over or not reward
        table.step(None if over else int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    assert ended == len(table.possible_agents)


def test_scripts_of_gymnasium_s_and_pettingzoo_s_front_pages_run_with_another_name() -> None:
    command = [sys.executable, str(CLIENTS / "others.py"), "gymnasium", "pettingzoo"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("  works, ") == 2
