"""Environments that were pickled or copied go on exactly as they would have."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import cloudpickle
import numpy as np
import pyspiel
import pytest

from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.rl import arrays
from longbeard.rl.gymnasium import SeatEnv
from longbeard.rl.openspiel import name_of
from longbeard.rl.pettingzoo import env, parallel_env

WAYS: list[Callable[[Any], Any]] = [
    lambda one: pickle.loads(pickle.dumps(one)),
    copy.deepcopy,
    lambda one: cloudpickle.loads(cloudpickle.dumps(one)),
]
WORDS = ["pickle", "deepcopy", "cloudpickle"]


def legal(mask: Any, luck: QuickLuck) -> int:
    allowed = np.flatnonzero(mask)
    return int(allowed[luck.below(len(allowed))])


def in_turn(table: Any, luck: QuickLuck, decisions: int) -> list[object]:
    """Play on, and list all that is seen and got."""
    seen: list[object] = []
    for _step in range(decisions):
        if not table.agents:
            table.reset()
        last, reward, over, cut, info = table.last()
        seen += [last["observation"].tolist(), info["action_mask"].tolist(), reward, over, cut]
        table.step(None if over or cut else legal(last["action_mask"], luck))
    return seen


def at_once(table: Any, luck: QuickLuck, decisions: int) -> list[object]:
    seen: list[object] = []
    infos: Any = None
    for _step in range(decisions):
        if not table.agents:
            _all, infos = table.reset()
        elif infos is None:
            infos = table._infos()
        actions = {agent: legal(infos[agent]["action_mask"], luck) for agent in table.agents}
        looks, rewards, over, _cut, infos = table.step(actions)
        seen += [[look["observation"].tolist() for look in looks.values()], rewards, over]
    return seen


def one_seat(table: SeatEnv, luck: QuickLuck, decisions: int) -> list[object]:
    seen: list[object] = []
    for _step in range(decisions):
        if table.sitting.match.over:
            table.reset()
        look, reward, over, _cut, info = table.step(np.int64(legal(table.action_masks(), luck)))
        seen += [look["observation"].tolist(), reward, over, info["seat"]]
    return seen


def compare(made: Any, play: Callable[[Any, QuickLuck, int], list[object]], way: Any, before: int) -> None:
    play(made, QuickLuck(1), before)
    copied = way(made)
    assert play(copied, QuickLuck(2), 60) == play(made, QuickLuck(2), 60)


@pytest.mark.parametrize("way", WAYS, ids=WORDS)
def test_tables_in_turn_can_be_copied(room: Room, way: Any) -> None:
    made = env(room.plate.slug, players=room.plate.seats[1])
    made.reset(seed=3)
    compare(made, in_turn, way, 23)


@pytest.mark.parametrize("way", WAYS, ids=WORDS)
def test_tables_for_all_at_once_can_be_copied(room: Room, way: Any) -> None:
    made = parallel_env(room.plate.slug)
    made.reset(seed=3)
    compare(made, at_once, way, 23)


@pytest.mark.parametrize("way", WAYS, ids=WORDS)
@pytest.mark.parametrize("bots", ["random", "apprentice", "search:30"])
def test_a_seat_against_bots_can_be_copied(room: Room, way: Any, bots: str) -> None:
    """A bot that searches keeps its tree between decisions: a copy has to have thought the same."""
    made = SeatEnv(room.plate.slug, bots=bots, seat="random", forced="take")
    made.reset(seed=3)
    compare(made, one_seat, way, 6 if bots != "random" else 23)


def test_an_environment_that_was_never_reset_can_be_copied(room: Room) -> None:
    for made in (env(room.plate.slug), parallel_env(room.plate.slug), SeatEnv(room.plate.slug)):
        for way in WAYS:
            way(made).reset(seed=1)


def at_openspiel(state: Any, luck: QuickLuck, actions: int) -> list[object]:
    """Play on, draws included, and list what is done and what everybody may know in the end."""
    done: list[object] = []
    for _action in range(actions):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(legal[luck.below(len(legal))])
        done.append(state.history()[-1])
    return [*done, *map(state.information_state_string, range(state.num_players()))]


@pytest.mark.parametrize("way", WAYS, ids=WORDS)
def test_openspiel_s_states_can_be_copied(room: Room, way: Any) -> None:
    compare(pyspiel.load_game(name_of(room)).new_initial_state(), at_openspiel, way, 31)


@pytest.mark.parametrize("luck", ["quick", "match"])
def test_arrays_can_be_copied(room: Room, luck: str) -> None:
    made = arrays(room.plate.slug, 3, seed=4, luck=luck)
    made.play(61)
    for way in WAYS:
        copied, twin = way(made), way(made)
        for _step in range(40):
            assert copied.step(copied.sample())[0].tolist() == twin.step(twin.sample())[0].tolist()
        assert copied.observations.tolist() != made.observations.tolist()
    copied.play(1)
    made.play(41)
    assert copied.observations.tolist() == made.observations.tolist()
