"""Many tables as Gymnasium's vector of environments: spaces, seeds, resets, opponents, copies."""

import copy
import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from tests.networks import network

from longbeard.engine.errors import BadOptions, NotAllowedNow, NotAnAction
from longbeard.engine.room import Room
from longbeard.rl import vector
from longbeard.rl.vector import TablesVectorEnv

MODES = [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED]


def first_legal(numbers: Any, masks: Any) -> NDArray[np.int64]:
    assert numbers.shape[0] == masks.shape[0] > 0
    assert masks.any(axis=1).all()
    found: NDArray[np.int64] = masks.argmax(axis=1)
    return found


def run(env: TablesVectorEnv, steps: int) -> list[Any]:
    """Play on with random legal actions, and list all that came of it."""
    got: list[Any] = []
    seen: Any
    for _step in range(steps):
        if env.autoreset_mode is AutoresetMode.DISABLED and env._dones.any():
            env.reset(options={"reset_mask": env._dones.copy()})
        seen, rewards, over, cut, infos = env.step(env.sample())
        assert env.observation_space.contains(seen)
        assert not cut.any()
        got.append([seen["observation"].tolist(), rewards.tolist(), over.tolist(), infos["seat"].tolist()])
    return got


@pytest.mark.parametrize("mode", MODES)
def test_games_end_and_begin_in_every_way_of_resetting(room: Room, mode: AutoresetMode) -> None:
    env = vector(room.plate.slug, 3, seat="random", autoreset_mode=mode)
    env.reset(seed=1)
    over = [place for got in run(env, 400) for place, ended in enumerate(got[2]) if ended]
    assert {*over} == {0, 1, 2}


def test_a_seed_repeats_everything(room: Room) -> None:
    env = vector(room.plate.slug, 3, seat="random", opponents=["random", first_legal])
    found = []
    for _again in range(2):
        env.reset(seed=5)
        found.append(run(env, 60))
    assert found[0] == found[1]


@pytest.mark.parametrize("way", ["pickle", "deepcopy"])
@pytest.mark.parametrize("mode", MODES)
def test_copies_go_on_as_the_original_would(room: Room, way: str, mode: AutoresetMode) -> None:
    pool = ["random", first_legal]
    env = vector(room.plate.slug, 3, seat="random", opponents=pool, autoreset_mode=mode, forced="take")
    env.reset(seed=2)
    run(env, 77)
    copied = pickle.loads(pickle.dumps(env)) if way == "pickle" else copy.deepcopy(env)
    assert run(copied, 60) == run(env, 60)


def test_the_end_of_a_game_is_shown(room: Room) -> None:
    """In the same step as `final_obs`, or until the next step: the same table in both."""
    ends: list[list[Any]] = []
    seen: Any
    for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
        env = vector(room.plate.slug, 1, autoreset_mode=mode)
        env.reset(seed=9)
        over = np.array([False])
        while not over.any():
            legal = np.flatnonzero(env.action_masks()[0])
            seen, rewards, over, _cut, infos = env.step(np.array([legal[len(legal) // 2]]))
        last = infos["final_obs"] if mode is AutoresetMode.SAME_STEP else seen
        assert last["action_mask"].all()
        ends.append([last["observation"].tolist(), rewards.tolist(), infos["rewards"].tolist()])
    assert ends[0] == ends[1]
    assert ends[0][1][0] == ends[0][2][0][0]


def test_a_finished_game_that_nobody_reset_is_refused(room: Room) -> None:
    env = vector(room.plate.slug, 1, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    while not env._dones.any():
        env.step(env.sample())
    with pytest.raises(NotAllowedNow, match="reset it"):
        env.step(env.sample())


@pytest.mark.parametrize("opponents", ["random", "greedy", "search:8"])
def test_bots_play_the_other_seats(room: Room, opponents: str) -> None:
    env = vector(room.plate.slug, 2, players=room.plate.seats[1], seat=1, opponents=opponents)
    _seen, infos = env.reset(seed=3)
    for _step in range(8):
        assert (infos["seat"] == 1).all()
        _seen, _rewards, _over, _cut, infos = env.step(env.sample())


def test_all_seats_can_be_the_learner_s(room: Room) -> None:
    env = vector(room.plate.slug, 2, seat="all", autoreset_mode="SameStep")
    _seen, infos = env.reset(seed=3)
    seats, ended = set(), 0
    for _step in range(600):
        acting = infos["seat"].copy()
        _seen, rewards, over, _cut, infos = env.step(env.sample())
        seats |= {*acting.tolist()}
        for place in np.flatnonzero(over):
            ended += 1
            assert rewards[place] == infos["rewards"][place][acting[place]]
    assert seats == {*range(room.plate.seats[0])}
    assert ended


def test_an_opponent_can_join_the_pool(room: Room) -> None:
    asked = []

    def newcomer(numbers: Any, masks: Any) -> NDArray[np.int64]:
        asked.append(len(numbers))
        return first_legal(numbers, masks)

    env = vector(room.plate.slug, 4, opponents="random")
    env.reset(seed=1)
    env.add_opponent(newcomer)
    env.reset()
    run(env, 50)
    assert asked


def test_gymnasium_makes_them_by_name(room: Room) -> None:
    name = f"longbeard/{room.plate.slug}-v0"
    made: Any = gymnasium.make_vec(name, num_envs=3, vectorization_mode="vector_entry_point", masks="info")
    seen, infos = made.reset(seed=1)
    assert seen.shape[0] == infos["action_mask"].shape[0] == 3
    assert made.single_observation_space.contains(seen[0])
    made.close()


@pytest.mark.parametrize("masked", [False, True])
def test_a_network_in_a_file_plays_the_other_seats(room: Room, tmp_path: Path, masked: bool) -> None:
    """It scores an action by its number, so it does what this function does."""
    spec = f"onnx:{network(room, tmp_path / 'ranks.onnx', masked=masked)}"

    def last_legal(numbers: Any, masks: Any) -> NDArray[np.int64]:
        found: NDArray[np.int64] = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        return found

    found = []
    for opponent in (spec, last_legal):
        env = vector(room.plate.slug, 3, opponents=opponent, seat="random")
        env.reset(seed=4)
        found.append(run(env, 40))
    assert found[0] == found[1]
    copied = pickle.loads(pickle.dumps(vector(room.plate.slug, 1, opponents=["random", spec])))
    copied.reset(seed=1)
    run(copied, 10)


@pytest.mark.parametrize("mode", MODES)
def test_what_is_not_allowed_can_be_a_forfeit(room: Room, mode: AutoresetMode) -> None:
    """Chance decides at the tables where it happens; the others do what they were told."""
    env = vector(room.plate.slug, 3, illegal="forfeit", autoreset_mode=mode)
    strict = vector(room.plate.slug, 3, autoreset_mode=mode)
    for one in (env, strict):
        one.reset(seed=6)
    for step in range(120):
        for one in (env, strict):
            if mode is AutoresetMode.DISABLED and one._dones.any():
                one.reset(options={"reset_mask": one._dones.copy()})
        actions = env.sample()
        if step < 10:
            *_rest, infos = env.step(actions)
            assert not infos["forfeited"].any()
        else:
            *_rest, infos = env.step(np.array([-1 if step % 2 else 10_000, *actions[1:]]))
            assert infos["forfeited"].tolist() == [True, False, False]
        strict.step(np.array([strict.action_masks()[0].argmax(), *actions[1:]]))
        assert np.array_equal(env._numbers[1:], strict._numbers[1:])


def test_what_there_is_not_is_refused(room: Room) -> None:
    game = room.plate.slug
    wrongs: list[dict[str, Any]] = [
        {"seat": 99}, {"seat": "best"}, {"opponents": "merlin"}, {"opponents": []}, {"masks": "no"},
        {"luck": "good"}, {"forced": "maybe"}, {"num_envs": 0}, {"num_envs": "4"}, {"players": "2"},
        {"opponents": 5}, {"opponents": "onnx:/no/such/file"}, {"opponents": "my_module:MyBot"},
        {"autoreset_mode": "never"}, {"seat": 0.5}, {"seat": -1}, {"opponents": ["random", 5]},
        {"render_mode": "human"},
    ]  # fmt: skip
    for wrong in wrongs:
        with pytest.raises(BadOptions):
            TablesVectorEnv(game, **{"num_envs": 1, **wrong})
    env = vector(game, 2)
    with pytest.raises(BadOptions, match="reset_mask"):
        env.reset(options={"deal": "me"})
    with pytest.raises(BadOptions, match="a value for each of 2 tables"):
        env.reset(options={"reset_mask": [True]})
    with pytest.raises(BadOptions, match="seed=-1: it is a whole number, at least 0"):
        env.reset(seed=-1)
    with pytest.raises(NotAllowedNow, match="table 1"):
        env.step(np.array([env.sample()[0], -1]))


def test_what_a_function_answers_is_checked(room: Room) -> None:
    def halves(numbers: Any, masks: Any) -> Any:
        return masks.argmax(axis=1) + 0.5

    def too_many(numbers: Any, masks: Any) -> Any:
        return np.zeros(len(masks) + 5, np.int64)

    def off(numbers: Any, masks: Any) -> Any:
        return np.full(len(masks), -1)

    wrongs = (
        (halves, NotAnAction, "a row of whole numbers"),
        (too_many, NotAnAction, "answers . rows with as many actions"),
        (off, NotAllowedNow, "action -1 is not allowed at table"),
    )
    for wrong, error, words in wrongs:
        with pytest.raises(error, match=words):
            run(vector(room.plate.slug, 3, opponents=wrong), 40)


def test_a_copy_is_of_the_same_registered_name(room: Room) -> None:
    name = f"longbeard/{room.plate.slug}-v0"
    made: Any = gymnasium.make_vec(
        name, num_envs=2, vectorization_mode="vector_entry_point", seat=np.int64(1)
    )
    copied = pickle.loads(pickle.dumps(made))
    assert copied.spec.id == made.spec.id == name
    assert (copied.reset(seed=1)[1]["seat"] == 1).all()
