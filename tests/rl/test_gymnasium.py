"""One seat against bots in Gymnasium."""

import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from longbeard.engine.errors import BadOptions, NotAllowedNow
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.rl.gymnasium import SeatEnv
from longbeard.rl.register import names

NAMES = [name for name, table in names() if "players" in table and "masks" not in table]


def play_out(env: Any, seed: int) -> float:
    """Play random legal actions; the reward in the end."""
    _seen, info = env.reset(seed=seed)
    luck, over, reward = QuickLuck(seed), False, 0.0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        _seen, reward, over, _cut, info = env.step(int(legal[luck.below(len(legal))]))
    return reward


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_s_own_check_passes(name: str) -> None:
    check_env(gymnasium.make(name, bots="random", render_mode="ansi").unwrapped)


@pytest.mark.parametrize("bots", ["greedy", "apprentice", "search:20"])
def test_any_bot_can_be_the_other(room: Room, bots: str) -> None:
    env = SeatEnv(room.plate.slug, bots=bots, seat=1)
    reward = play_out(env, 2)
    won = env.sitting.match.state.winners()
    assert reward == (0 if len(won) != 1 else 1 if won == [1] else -1)


def test_a_bot_for_each_seat(room: Room) -> None:
    most = room.plate.seats[1]
    if most == 2:
        most, bots = 2, ["random"]
    else:
        bots = ["random", *["greedy"] * (most - 2)]
    env = SeatEnv(room.plate.slug, players=most, bots=bots, seat=most - 1)
    env.reset(seed=1)
    assert [env._players[seat].name for seat in range(most - 1)] == bots
    assert env.sitting.match.to_act == most - 1


def test_a_bad_action_is_a_forfeit_and_only_that_one(room: Room) -> None:
    env = SeatEnv(room.plate.slug, bots="random")
    _seen, info = env.reset(seed=3)
    assert not info["forfeited"]
    forbidden = int(np.flatnonzero(info["action_mask"] == 0)[0])
    *_rest, info = env.step(np.int64(forbidden))
    assert info["forfeited"]
    assert env.sitting.match.log
    assert (env.action_masks() == info["action_mask"]).all()
    *_rest, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert not info["forfeited"]


def test_a_bad_action_can_be_an_error_that_changes_nothing(room: Room) -> None:
    env = SeatEnv(room.plate.slug, bots="random", illegal="raise")
    _seen, info = env.reset(seed=3)
    before = len(env.sitting.match.log)
    with pytest.raises(NotAllowedNow, match="is not allowed now"):
        env.step(np.flatnonzero(info["action_mask"] == 0)[0])
    assert len(env.sitting.match.log) == before
    *_rest, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert not info["forfeited"]
    with pytest.raises(BadOptions, match="illegal='never'"):
        SeatEnv(room.plate.slug, illegal="never")


def test_a_flat_name_has_a_plain_box_and_the_mask_in_the_info(room: Room) -> None:
    slug, players = room.plate.slug, room.plate.seats[0]
    env: Any = gymnasium.make(f"longbeard.rl:longbeard/{slug}-{players}p-flat-v0", bots="random")
    check_env(env.unwrapped, skip_render_check=True)
    plain, full = env.unwrapped, SeatEnv(slug, bots="random")
    assert isinstance(env.observation_space, gymnasium.spaces.Box)
    (numbers, info), (seen, _info) = plain.reset(seed=5), full.reset(seed=5)
    for one in (plain, pickle.loads(pickle.dumps(plain))):
        assert np.array_equal(one._see(), seen["observation"])
    assert np.array_equal(numbers, seen["observation"])
    assert np.array_equal(info["action_mask"], seen["action_mask"])
    with pytest.raises(BadOptions, match="masks='nowhere'"):
        SeatEnv(slug, masks="nowhere")


def test_a_class_of_ones_own_can_be_the_other(room: Room, tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "bots_of_a_learner.py").write_text(
        "from longbeard.bots.policy import Policy\n"
        "class First(Policy):\n"
        "    def decide(self, asked):\n"
        "        return asked.legal[0]\n"
        "class Broken(Policy):\n"
        "    def decide(self, asked):\n"
        "        return asked.legal[len(asked.legal)]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    env = SeatEnv(room.plate.slug, bots="bots_of_a_learner:First")
    play_out(env, 3)
    other = [move for move in env.sitting.match.log if move.seat != env.seat]
    assert other
    assert not env._players[other[0].seat].forfeits
    with pytest.raises(IndexError):  # at a learner's table it is no forfeit, which nobody would notice
        play_out(SeatEnv(room.plate.slug, bots="bots_of_a_learner:Broken"), 3)


def test_what_cannot_be_played_is_refused(room: Room) -> None:
    game = room.plate.slug
    with pytest.raises(BadOptions, match="there is no bot"):
        SeatEnv(game, bots="merlin")
    with pytest.raises(BadOptions, match="no program"):
        SeatEnv(game, bots="cmd:./bot.py")
    with pytest.raises(BadOptions, match="no seat 7"):
        SeatEnv(game, seat=7)
    with pytest.raises(BadOptions, match="as many bots"):
        SeatEnv(game, bots=["greedy"] * 6)


def test_a_run_of_matches_follows_from_its_first_seed(room: Room) -> None:
    env = SeatEnv(room.plate.slug, bots="random")
    env.reset(seed=20)
    env.reset()
    second = env.sitting.match.commitment
    env.reset(seed=21)
    assert env.sitting.match.commitment == second
