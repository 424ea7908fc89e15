"""Other boxes in the environments: the tiny variants, and what OpenSpiel's exact algorithms make of them."""

import pickle
from importlib.resources import files
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr

from longbeard.engine.errors import BadBox, BadOptions
from longbeard.engine.room import Room
from longbeard.rl import arrays, vector
from longbeard.rl.gymnasium import SeatEnv
from longbeard.rl.openspiel import TINY, name_of
from longbeard.rl.pettingzoo import TableEnv

SMALL = range(100, 2_000)
"""Information states that Python walks in seconds."""


def is_tiny(room: Room) -> bool:
    return files(room.package).joinpath("tiny.toml").is_file()


@pytest.mark.rooms(that=is_tiny)
def test_every_door_opens_a_variant_and_a_copy_keeps_it(room: Room) -> None:
    slug = room.plate.slug
    table = TableEnv(slug, box="tiny")
    assert table.sitting.match.box.digest != room.box.digest
    assert pickle.loads(pickle.dumps(table.sitting)).match.box.digest == table.sitting.match.box.digest
    width = table.sitting.observation_space()["observation"].shape  # type: ignore[index]
    seat = SeatEnv(slug, bots="greedy", box="tiny")
    seen, _info = seat.reset(seed=1)
    assert seen["observation"].shape == width
    many = vector(slug, 2, box="tiny")
    many.reset(seed=1)
    for _step in range(20):
        many.step(many.sample())
    again = pickle.loads(pickle.dumps(many))
    assert np.array_equal(again.sample(), many.sample())
    assert arrays(slug, 2, box="tiny").shown[0].shape == (2, *width)


def test_a_box_that_there_is_not_is_refused(room: Room, tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="no such variant"):
        TableEnv(room.plate.slug, box="huge")
    with pytest.raises(BadOptions, match="no such card file"):
        vector(room.plate.slug, 1, box=str(tmp_path / "none.toml"))
    (tmp_path / "empty.toml").write_text("")
    with pytest.raises(BadBox):
        SeatEnv(room.plate.slug, box=str(tmp_path / "empty.toml"))


@pytest.mark.rooms(that=is_tiny)
def test_a_card_file_of_ones_own_is_a_box(room: Room, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(room.text("tiny.toml"))
    mine = TableEnv(room.plate.slug, box=str(tmp_path / "mine.toml"))
    assert mine.sitting.box.digest == TableEnv(room.plate.slug, box="tiny").sitting.box.digest


@pytest.mark.rooms(that=is_tiny)
def test_exact_algorithms_come_closer_to_perfect_play(room: Room) -> None:
    game = pyspiel.load_game(name_of(room, TINY), {"players": 2})  # as OpenSpiel's own examples do
    assert len(policy.TabularPolicy(game).states) in SMALL
    solver = cfr.CFRPlusSolver(game)
    for _iteration in range(3):
        solver.evaluate_and_update_policy()
    blank = exploitability.exploitability(game, policy.TabularPolicy(game))
    assert exploitability.exploitability(game, solver.average_policy()) < 0.75 * blank
    sampled = external_sampling_mccfr.ExternalSamplingSolver(game)
    sampled.iteration()
    assert sampled.average_policy().action_probabilities(first_decision(game))


def first_decision(game: object) -> object:
    state = game.new_initial_state()  # type: ignore[attr-defined]
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state
