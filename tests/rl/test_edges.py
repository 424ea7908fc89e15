"""Where environments end, and what they say to those who ask for what there is not."""

from typing import Any

import cloudpickle
import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from longbeard.engine.errors import BadOptions, NotAllowedNow, NotAnAction
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.rl import arrays, vector
from longbeard.rl.gymnasium import SeatEnv
from longbeard.rl.pettingzoo import ParallelTableEnv, TableEnv

ONES = np.int8(1)


def first_allowed(seen: dict[str, Any]) -> int:
    return int(np.flatnonzero(seen["action_mask"])[0])


def to_the_end(env: SeatEnv, seed: int = 1) -> tuple[Any, dict[str, Any]]:
    """Play random legal actions; what is shown in the end."""
    seen, info = env.reset(seed=seed)
    luck, over = QuickLuck(seed), False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        seen, _reward, over, _cut, info = env.step(legal[luck.below(len(legal))])
    return seen, info


def test_masks_are_bytes_and_at_the_end_anything_may_be_sampled(room: Room) -> None:
    env = SeatEnv(room.plate.slug, bots="random")
    seen, info = env.reset(seed=1)
    assert seen["action_mask"].dtype == info["action_mask"].dtype == np.int8
    assert env.observation_space.contains(seen)
    assert env.action_space.sample(seen["action_mask"]) in np.flatnonzero(seen["action_mask"])
    seen, info = to_the_end(env)
    assert (seen["action_mask"] == ONES).all()
    assert (info["action_mask"] == ONES).all()
    assert env.action_masks().all()
    env.action_space.sample(seen["action_mask"])


def test_the_mask_of_a_table_in_turn_can_be_sampled_at_the_end(room: Room) -> None:
    env, luck = TableEnv(room.plate.slug), QuickLuck(1)
    env.reset(seed=1)
    left = []
    for agent in env.agent_iter():
        seen, _reward, over, _cut, info = env.last()
        assert seen is not None
        if over:
            assert (seen["action_mask"] == ONES).all()
            assert (info["action_mask"] == ONES).all()
            env.action_space(agent).sample(seen["action_mask"])
            left.append(agent)
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if over else int(legal[luck.below(len(legal))]))
    assert left == env.possible_agents


def test_a_step_after_the_end_says_to_reset(room: Room) -> None:
    env = SeatEnv(room.plate.slug, bots="random")
    to_the_end(env)
    with pytest.raises(NotAnAction, match="reset it before the next step"):
        env.step(np.int64(0))
    both = ParallelTableEnv(room.plate.slug)
    with pytest.raises(NotAnAction, match="reset it before the next step"):
        both.step({"seat_0": 0})


def test_unknown_ways_to_render_and_options_of_a_reset_are_named(room: Room) -> None:
    slug = room.plate.slug
    for door in (SeatEnv, TableEnv, ParallelTableEnv):
        with pytest.raises(
            BadOptions, match=r"render_mode='hologram': it is one of None, human, ansi, rgb_array"
        ):
            door(slug, render_mode="hologram")
    with pytest.raises(BadOptions, match="reset takes no options, and was given first"):
        SeatEnv(slug).reset(options={"first": "0"})
    with pytest.raises(BadOptions, match="reset_mask, and was given first"):
        vector(slug, 1).reset(options={"first": "0"})
    for other in (TableEnv(slug), ParallelTableEnv(slug)):
        with pytest.warns(UserWarning, match="reset takes no options, and was given first"):
            other.reset(options={"first": "0"})  # its own tests give some, so it only warns


def test_an_action_that_is_missing_is_named_with_whoever_decides(room: Room) -> None:
    env = ParallelTableEnv(room.plate.slug)
    env.reset(seed=1)
    decides = f"seat_{env.sitting.match.to_act}"
    with pytest.raises(NotAnAction, match=f"{decides} decides, and there is no action of it"):
        env.step({})
    in_turn = TableEnv(room.plate.slug)
    in_turn.reset(seed=1)
    with pytest.raises(NotAnAction, match="has to do something"):
        in_turn.step(None)


def test_what_is_no_action_is_named_at_every_door(room: Room) -> None:
    slug = room.plate.slug
    env, in_turn, both = SeatEnv(slug, bots="random"), TableEnv(slug), ParallelTableEnv(slug)
    for one in (env, in_turn, both):
        one.reset(seed=1)
    wrongs: list[Any] = ["draw", 1.5, np.array([1])]
    for wrong in wrongs:
        with pytest.raises(NotAnAction, match="an action is a whole number, and this is "):
            env.step(wrong)
        with pytest.raises(NotAnAction, match="an action is a whole number, and this is "):
            in_turn.step(wrong)
        with pytest.raises(NotAnAction, match="an action is a whole number, and this is "):
            both.step(dict.fromkeys(both.agents, wrong))
    assert not env.sitting.match.log or env.sitting.match.to_act == env.seat
    assert not in_turn.sitting.match.log
    assert not both.sitting.match.log
    doors: list[Any] = [vector(slug, 2), arrays(slug, 2)]
    for tables in doors:
        for rows in (np.zeros(2), np.zeros((2, 1), np.int64), None):
            with pytest.raises(NotAnAction, match="a row of whole numbers, one for each table"):
                tables.step(rows)


def test_what_an_environment_is_made_with_is_checked(room: Room) -> None:
    slug = room.plate.slug
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"players": "2"}, "players='2': it is a whole number"),
        ({"players": 0}, "players=0: it is a whole number, at least 1"),
        ({"bots": 3}, "bots=3: it is the name of a bot, a function, or a list of them"),
        ({"bots": [3]}, r"bots=\[3\]: it is the name of a bot, a function, or a list of them"),
        ({"seat": 0.5}, "there is no seat 0.5 at a table for"),
    ]
    for wrong, words in wrongs:
        with pytest.raises(BadOptions, match=words):
            SeatEnv(slug, **wrong)
    for door in (TableEnv, ParallelTableEnv):
        for cycles in ("9", 0, 1.5):
            with pytest.raises(BadOptions, match=r"max_cycles=.*: it is a whole number, at least 1"):
                door(slug, max_cycles=cycles)  # type: ignore[arg-type]
    for seed in ("9", -1, 1.5):
        for many in (arrays, vector):
            with pytest.raises(BadOptions, match=r"seed=.*: it is a whole number, at least 0"):
                many(slug, 1, seed=seed)


def test_forced_decisions_are_asked_or_taken(room: Room) -> None:
    slug, counts = room.plate.slug, {}
    for forced in ("ask", "take"):
        env = SeatEnv(slug, bots="random", forced=forced)
        alone = 0
        for seed in range(4):
            _seen, info = env.reset(seed=seed)
            luck, over = QuickLuck(seed), False
            while not over:
                legal = np.flatnonzero(info["action_mask"])
                alone += len(legal) == 1
                _seen, _reward, over, _cut, info = env.step(legal[luck.below(len(legal))])
        counts[forced] = alone
    assert counts["take"] == 0
    with pytest.raises(BadOptions, match="forced='maybe'"):
        SeatEnv(slug, forced="maybe")


def test_a_seat_can_be_drawn_for_every_match(room: Room) -> None:
    env = SeatEnv(room.plate.slug, bots="random", seat="random")
    drawn = [env.reset(seed=seed)[1]["seat"] for seed in range(12)]
    assert set(drawn) == set(range(room.plate.seats[0]))
    assert drawn == [env.reset(seed=seed)[1]["seat"] for seed in range(12)]


def test_functions_can_be_the_others_and_their_errors_are_their_owner_s(room: Room) -> None:
    env = SeatEnv(room.plate.slug, bots=first_allowed)
    to_the_end(env)
    states = env.sitting.match
    others = [number for number, move in enumerate(states.log) if move.seat != env.seat]
    assert all(states.log[number].action == states.state_at(number).legal()[0] for number in others)

    def off(seen: dict[str, Any]) -> int:
        return -1

    def broken(seen: dict[str, Any]) -> int:
        raise ZeroDivisionError("by nought")

    with pytest.raises(ZeroDivisionError):
        to_the_end(SeatEnv(room.plate.slug, bots=broken))
    with pytest.raises(NotAllowedNow, match="off: action -1 is not allowed now; it may answer "):
        to_the_end(SeatEnv(room.plate.slug, bots=off))
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        to_the_end(SeatEnv(room.plate.slug, bots=lambda seen: first_allowed(seen) + 0.5))  # type: ignore


@pytest.mark.rooms(that=lambda room: not room.plate.scored)
def test_a_score_is_refused_where_there_is_none(room: Room) -> None:
    for door in (SeatEnv, TableEnv):
        with pytest.raises(BadOptions, match="has no points, only winners"):
            door(room.plate.slug, rewards="score")


def test_cloudpickle_takes_them_with_functions_that_have_no_name(room: Room) -> None:
    env = SeatEnv(room.plate.slug, bots=lambda seen: first_allowed(seen))
    env.reset(seed=3)
    copied = cloudpickle.loads(cloudpickle.dumps(env))
    action = np.flatnonzero(env.action_masks())[0]
    for one, other in zip(env.step(action)[:4], copied.step(action)[:4], strict=True):
        assert data_equivalence(one, other)


def test_gymnasium_steps_them_in_its_own_vectors(room: Room) -> None:
    name = f"longbeard/{room.plate.slug}-{room.plate.seats[0]}p-v0"
    for mode in ("sync", "async"):
        tables = gymnasium.make_vec(name, num_envs=2, vectorization_mode=mode, bots="random")
        seen, _infos = tables.reset(seed=1)
        for _step in range(30):
            seen, *_rest = tables.step(seen["action_mask"].argmax(axis=1))
        tables.close()
