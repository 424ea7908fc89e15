"""Many tables at once: the same rules, what the deciding seat may know, and arrays that are written over."""

import numpy as np
import pytest

from longbeard.engine.encoder import Sheet, width, write_row
from longbeard.engine.errors import BadOptions, NotAllowedNow
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.engine.state import OVER, State
from longbeard.rl import Arrays, arrays


def check_shown(tables: Arrays) -> None:
    """What the arrays say is what the tables would say one by one."""
    for place, table in enumerate(tables.tables.tables):
        state: State = table.state
        seat = state.to_act()
        assert tables.turns[place] == seat
        assert np.flatnonzero(tables.masks[place]).tolist() == state.legal()
        sheet = Sheet(1, width(tables.room.encoder, tables.blank))
        write_row(tables.room.encoder, state, seat, sheet, 0)
        assert tables.observations[place].tolist() == list(sheet.numbers)


def test_what_is_shown_is_the_deciding_seat_s(room: Room) -> None:
    for players in {*room.plate.seats}:
        tables = arrays(room.plate.slug, 3, players=players, seed=1)
        for _step in range(150):
            tables.step(tables.sample())
            check_shown(tables)


def test_every_table_is_a_game_by_the_rules(room: Room) -> None:
    """Beside each table the same game, played by hand with the same luck."""
    tables = arrays(room.plate.slug, 3, players=room.plate.seats[1], seed=2)
    lucks = [QuickLuck(2 * 3 + place) for place in range(3)]
    states = [tables.blank.clone() for _luck in lucks]
    for state, luck in zip(states, lucks, strict=True):
        state.deal(luck)
    finished = 0
    for _step in range(400):
        actions = tables.sample().copy()
        _seen, _masks, rewards, dones, turns = tables.step(actions)
        for place, luck in enumerate(lucks):
            states[place].resolve(actions[place], luck)
            over = states[place].to_act() == OVER
            assert bool(dones[place]) == over
            if over:
                finished += 1
                best = np.flatnonzero(rewards[place] == rewards[place].max()).tolist()
                assert best == (states[place].winners() or list(range(len(rewards[place]))))
                assert rewards[place].sum() == pytest.approx(0)
                states[place] = tables.blank.clone()
                states[place].deal(luck)
            else:
                assert not rewards[place].any()
            assert turns[place] == states[place].to_act()
            assert tables.tables.tables[place].state.dump() == states[place].dump()
    assert finished > 0


def test_a_table_does_not_depend_on_the_others(room: Room) -> None:
    """The same actions at table 0, others at table 1: table 0 goes the same way."""
    seen = []
    for choice in (0, -1):
        tables = arrays(room.plate.slug, 2, seed=3)
        for _step in range(100):
            first = np.flatnonzero(tables.masks[0])[0]
            tables.step(np.array([first, np.flatnonzero(tables.masks[1])[choice]]))
        seen.append(tables.observations[0].tolist())
    assert seen[0] == seen[1]


def test_the_arrays_are_written_over_and_cannot_be_written_to(room: Room) -> None:
    tables = arrays(room.plate.slug, 2, seed=4)
    observations, masks, rewards, dones, turns = tables.shown
    before = observations.copy()
    answer = tables.step(tables.sample())
    assert all(one is other for one, other in zip(answer, tables.shown, strict=True))
    assert observations is answer[0]
    assert (before != observations).any()
    for array in (observations, masks, rewards, dones, turns):
        assert not array.flags.writeable
    assert [str(array.dtype) for array in tables.shown] == ["int16", "bool", "float64", "bool", "int64"]


def test_what_is_not_allowed_at_one_table_is_refused_at_all(room: Room) -> None:
    tables = arrays(room.plate.slug, 3, seed=5)
    before = [table.state.dump() for table in tables.tables.tables]
    good = tables.sample().copy()
    for wrong in (np.flatnonzero(~tables.masks[2])[0], -1, tables.masks.shape[1]):
        with pytest.raises(NotAllowedNow, match="table 2"):
            tables.step(np.array([good[0], good[1], wrong]))
    with pytest.raises(NotAllowedNow, match="3 tables"):
        tables.step(good[:2])
    assert [table.state.dump() for table in tables.tables.tables] == before


def test_steps_in_compiled_code_are_the_same_steps(room: Room) -> None:
    one, other = (arrays(room.plate.slug, 4, seed=6) for _twin in range(2))
    for _step in range(50):
        one.step(one.sample())
    other.play(50)
    assert np.array_equal(one.observations, other.observations)
    assert np.array_equal(one.masks, other.masks)
    assert np.array_equal(one.rewards, other.rewards)


@pytest.mark.rooms(that=lambda room: room.plate.scored)
def test_rewards_can_be_differences_of_scores(room: Room) -> None:
    tables = arrays(room.plate.slug, 8, seed=7, rewards="score")
    for _step in range(1000):
        tables.step(tables.sample())
        if tables.dones.any():
            break
    assert tables.dones.any()
    assert tables.rewards.sum() == pytest.approx(0)
    assert not tables.rewards[~tables.dones].any()


@pytest.mark.rooms(that=lambda room: not room.plate.scored)
def test_a_game_without_points_has_no_rewards_by_score(room: Room) -> None:
    with pytest.raises(BadOptions, match="has no points"):
        arrays(room.plate.slug, 1, rewards="score")


def test_what_there_is_not_is_refused(room: Room) -> None:
    with pytest.raises(BadOptions):
        arrays(room.plate.slug, 0)
    with pytest.raises(BadOptions, match="quick, match"):
        arrays(room.plate.slug, 1, luck="good")
    with pytest.raises(BadOptions):
        arrays(room.plate.slug, 1, players=99)
