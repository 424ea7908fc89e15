"""The tables in PettingZoo: its own tests, unchanged, for all games and numbers of players; and ours."""

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pettingzoo.test
import pytest

from longbeard.engine.errors import BadMove, BadOptions, NotAllowedNow, NotAnAction
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.engine.story import SPECTATOR
from longbeard.games import rooms
from longbeard.rl import pettingzoo as doors
from longbeard.rl.register import names, register_all

zoo: Any = pettingzoo.test
"""Its tests have no types."""

FOUND = [(name, table) for name, table in names() if "players" in table and "masks" not in table]
NAMES, TABLES = [name for name, _table in FOUND], [table for _name, table in FOUND]


def play_out(env: Any, seed: int) -> dict[str, float]:
    """Play random actions to the end; what every seat got."""
    env.reset(seed=seed)
    luck, got = QuickLuck(seed), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _info = env.last()
        got[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if over or cut else int(legal[luck.below(len(legal))]))
    return got


def test_every_game_and_number_of_players_is_registered() -> None:
    for slug, room in rooms().items():
        fewest, most = room.plate.seats
        for players in range(fewest, most + 1):
            name = f"longbeard/{slug}-{players}p-v0"
            assert pettingzoo.make("aec", name).max_num_agents == players
            assert pettingzoo.make("parallel", name).max_num_agents == players
        assert pettingzoo.make("aec", f"longbeard/{slug}-v0", players=most).max_num_agents == most
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        register_all()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask:UserWarning")
@pytest.mark.filterwarnings("ignore:reset takes no options:UserWarning")
def test_the_tests_of_pettingzoo_pass(name: str) -> None:
    zoo.api_test(pettingzoo.make("aec", name), num_cycles=40)
    zoo.seed_test(partial(pettingzoo.make, "aec", name), num_cycles=5)
    zoo.render_test(partial(pettingzoo.make, "aec", name))


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask:UserWarning")
@pytest.mark.filterwarnings("ignore:reset takes no options:UserWarning")
def test_the_tests_of_pettingzoo_for_all_at_once_pass(table: dict[str, Any]) -> None:
    zoo.parallel_api_test(doors.parallel_env(**table), num_cycles=5)
    forms = {
        "env": partial(doors.env_of_parallel, **table),
        "parallel_env": partial(doors.parallel_env, **table),
    }
    zoo.max_cycles_test(SimpleNamespace(**forms))


@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask:UserWarning")
@pytest.mark.filterwarnings("ignore:reset takes no options:UserWarning")
def test_a_flat_name_has_a_plain_box_and_forfeits(room: Room) -> None:
    slug, players = room.plate.slug, room.plate.seats[0]
    name = f"longbeard/{slug}-{players}p-flat-v0"
    zoo.api_test(pettingzoo.make("aec", name), num_cycles=5)
    zoo.parallel_api_test(pettingzoo.make("parallel", name), num_cycles=5)
    env: Any = pettingzoo.make("aec", name)
    env.reset(seed=5)
    plain, full = env.unwrapped, doors.TableEnv(slug)
    full.reset(seed=5)
    agent = env.agent_selection
    assert np.array_equal(env.observe(agent), full.observe(agent)["observation"])
    forbidden = int(np.flatnonzero(env.infos[agent]["action_mask"] == 0)[0])
    env.step(forbidden)
    assert plain.infos[agent]["forfeited"]
    assert len(plain.sitting.match.log) == 1
    with pytest.raises(NotAllowedNow):
        full.step(forbidden)
    with pytest.raises(BadOptions, match="illegal='ignore'"):
        doors.TableEnv(slug, illegal="ignore")
    with pytest.raises(BadOptions, match="illegal='raise'"):
        doors.ParallelTableEnv(slug, illegal="raise")


def test_the_mask_is_what_may_be_done_and_only_whoever_decides_has_one(room: Room) -> None:
    env = doors.TableEnv(room.plate.slug)
    env.reset(seed=4)
    match = env.sitting.match
    for seat, agent in enumerate(env.agents):
        legal = match.state.legal() if seat == match.to_act else []
        assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == legal
        assert np.flatnonzero(env.infos[agent]["action_mask"]).tolist() == legal


def test_a_seat_is_shown_what_it_may_know(room: Room) -> None:
    env = doors.TableEnv(room.plate.slug, players=room.plate.seats[1], render_mode="ansi")
    env.reset(seed=5)
    match, luck = env.sitting.match, QuickLuck(5)
    while not match.over and len(match.log) < 60:
        truth = match.state
        for viewer in (SPECTATOR, *range(env.max_num_agents)):
            shown = env.render() if viewer == SPECTATOR else env.observe(f"seat_{viewer}")["observation"]
            match.state = truth.imagine(viewer, luck)
            again = env.render() if viewer == SPECTATOR else env.observe(f"seat_{viewer}")["observation"]
            match.state = truth
            assert np.array_equal(shown, again)  # type: ignore[arg-type]
        legal = truth.legal()
        env.step(legal[luck.below(len(legal))])


def test_what_is_not_allowed_is_refused_and_changes_nothing(room: Room) -> None:
    env = doors.TableEnv(room.plate.slug)
    env.reset(seed=6)
    before = env.sitting.match.state.dump()
    forbidden = np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)
    for action in (int(forbidden[0]), -1, env.sitting.actions):
        with pytest.raises(BadMove):
            env.step(action)
    with pytest.raises(NotAnAction):
        env.step(None)
    assert env.sitting.match.state.dump() == before


def test_a_win_is_worth_what_the_others_lose(room: Room) -> None:
    for players in range(room.plate.seats[0], room.plate.seats[1] + 1):
        env = doors.TableEnv(room.plate.slug, players=players)
        got = list(play_out(env, 7).values())
        winners = env.sitting.match.state.winners()
        assert sum(got) == pytest.approx(0)
        assert [seat for seat, reward in enumerate(got) if reward == max(got)] == (
            winners or list(range(players))
        )
        if len(winners) == 1:
            assert max(got) == 1


@pytest.mark.rooms(that=lambda room: room.plate.scored)
def test_rewards_can_be_differences_of_scores(room: Room) -> None:
    env = doors.TableEnv(room.plate.slug, players=room.plate.seats[1], rewards="score")
    got = list(play_out(env, 8).values())
    scores = env.sitting.match.state.scores()
    mean = [(sum(scores) - score) / (len(scores) - 1) for score in scores]
    assert got == pytest.approx([score - others for score, others in zip(scores, mean, strict=True)])
    with pytest.raises(BadOptions, match="win, score"):
        doors.TableEnv(room.plate.slug, rewards="gold")


def test_it_can_be_cut_short() -> None:
    env = doors.TableEnv(next(iter(rooms())), max_cycles=3)
    play_out(env, 9)
    assert len(env.sitting.match.log) == 3
    assert not env.sitting.match.over


def test_the_picture_shows_the_table(room: Room) -> None:
    env = doors.TableEnv(room.plate.slug, render_mode="rgb_array")
    env.reset(seed=10)
    first = env.render()
    assert isinstance(first, np.ndarray)
    assert (first != first[-1, -1]).any(axis=2).mean() > 0.01
    env.step(env.sitting.match.state.legal()[0])
    later = env.render()
    assert isinstance(later, np.ndarray)
    assert later.shape == first.shape
    assert (first != later).any()


def test_at_the_parallel_table_the_others_wait_and_a_bad_action_is_a_forfeit(room: Room) -> None:
    env = doors.ParallelTableEnv(room.plate.slug)
    seen, _infos = env.reset(seed=11)
    match = env.sitting.match
    wait = env.sitting.actions
    decider, waiting = f"seat_{match.to_act}", f"seat_{1 - match.to_act}"
    assert np.flatnonzero(seen[waiting]["action_mask"]).tolist() == [wait]
    assert np.flatnonzero(seen[decider]["action_mask"]).tolist() == match.state.legal()
    *_rest, infos = env.step({decider: wait, waiting: 0})
    assert len(match.log) == 1
    assert infos[decider]["forfeited"]
    assert "forfeited" not in infos[waiting]
