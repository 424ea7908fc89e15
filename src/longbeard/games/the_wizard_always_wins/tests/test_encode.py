"""The observation for learners: what a viewer may know, and no more."""

from typing import TYPE_CHECKING

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import OVER
from longbeard.engine.story import SPECTATOR
from longbeard.games.the_wizard_always_wins import encode
from longbeard.games.the_wizard_always_wins.rules import TheWizardAlwaysWins

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay, Table


def numbers(state: TheWizardAlwaysWins, viewer: int) -> list[int]:
    out = vec[i64]([-99] * encode.size(state))
    encode.encode(state, viewer, out)
    return list(out)


def fields(table: "Table", viewer: int) -> dict[str, list[int]]:
    flat = numbers(table.state, viewer)
    named = {}
    for field in encode.layout(table.state):
        named[field.name], flat = flat[: field.numbers], flat[field.numbers :]
    assert flat == []
    return named


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_an_imagined_state_encodes_equal(lay: "Lay", seats: int) -> None:
    luck = QuickLuck(seats)
    state = lay.open(seats).state
    state.deal(luck)
    while state.to_act() != OVER:
        for viewer in (SPECTATOR, *range(seats)):
            seen = numbers(state, viewer)
            assert -99 not in seen
            assert numbers(state.imagine(viewer, luck), viewer) == seen
        legal = state.legal()
        state.resolve(legal[luck.below(len(legal))], luck)


def test_r1_there_may_be_more_rounds_than_the_sheet_can_count(lay: "Lay") -> None:
    table = lay(2)
    for number in (1, 32767, 32768, 70000):
        table.state.round = number
        assert fields(table, 0)["round"] == [min(number, 32767)]


def test_the_layout_names_every_number(lay: "Lay") -> None:
    for seats in (2, 3, 4, 5):
        state = lay.open(seats).state
        names = [field.name for field in encode.layout(state)]
        assert len(set(names)) == len(names)
        assert encode.size(state) == sum(field.numbers for field in encode.layout(state))


def test_s2_hands_and_looks_are_their_owner_s(lay: "Lay") -> None:
    table = lay(2).play("take:oracle", "potion-1", "potion-2", "potion-3")
    mine, theirs = fields(table, 0), fields(table, 1)
    assert (mine["hand"][0], mine["hand"][3], sum(mine["hand"])) == (1, 1, 3)
    assert (theirs["hand"][1], sum(theirs["hand"])) == (1, 3)
    assert mine["looked_at"][12:] == [1, 1, 1]
    assert sum(theirs["looked_at"]) == 0
    assert (mine["looking"], theirs["looking"]) == ([3], [3])
    assert sum(fields(table, SPECTATOR)["hand"]) == 0


def test_seats_are_counted_from_the_viewer(lay: "Lay") -> None:
    table = lay(3).lay(2, "snail-3 snail-token").fill_bag("red-gem add-a-gem snail-token")
    table.state.level[2] = 4
    table.play("take:wizard", "snail-token")
    seen = fields(table, 2)
    assert (seen["turn"], seen["to_act"], seen["level_0"], seen["level_1"]) == ([2], [2], [4], [1])
    assert (seen["gems_1"], seen["gems_in_bag_1"], seen["place_1"]) == ([7], [1], [0])
    assert seen["holders"] == [-1, -1, -1, -1, -1, -1, 1]
    assert seen["face_up_0"][4:8] == [0, 0, 1, 1]
    assert seen["bag"] == [0, 1, 0, 0, 0, 1, 0]
    assert fields(table, SPECTATOR)["level_2"] == [4]


def test_z1_who_won_is_written(lay: "Lay") -> None:
    table = lay(2).fill_bag("red-gem").play("take:wizard", "red-gem")
    assert (fields(table, 1)["won_0"], fields(table, 1)["won_1"], fields(table, 1)["to_act"]) == (
        [0],
        [1],
        [-1],
    )
