"""The observation for learners: what a viewer may know, and no more (D6)."""

from typing import TYPE_CHECKING

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import OVER
from longbeard.engine.story import SPECTATOR
from longbeard.games.witless_wizards import encode
from longbeard.games.witless_wizards.rules import WitlessWizards

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay, Table


def numbers(state: WitlessWizards, viewer: int) -> list[int]:
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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_imagined_state_encodes_equal(lay: "Lay", seats: int) -> None:
    for seed in range(3):
        luck = QuickLuck(seed)
        state = lay.open(seats, first="random", decks="random").state
        state.deal(luck)
        while state.to_act() != OVER:
            for viewer in (SPECTATOR, *range(seats)):
                seen = numbers(state, viewer)
                assert -99 not in seen
                assert numbers(state.imagine(viewer, luck), viewer) == seen
            legal = state.legal()
            state.resolve(legal[luck.below(len(legal))], luck)
        assert fields_over(state) == [OVER]


def fields_over(state: WitlessWizards) -> list[int]:
    return numbers(state, 0)[1:2]


def test_the_layout_names_every_number(lay: "Lay") -> None:
    for seats in (2, 3, 4):
        state = lay.open(seats).state
        names = [field.name for field in encode.layout(state)]
        assert len(set(names)) == len(names)
        assert encode.size(state) == sum(field.numbers for field in encode.layout(state))


def test_d6_the_hand_is_the_drafter_s(lay: "Lay") -> None:
    table = lay("", "").pile_up("katana nunchaku o-yoroi", "cutlass cutlass").draft("katana")
    katana, nunchaku, cutlass = (table.box.slugs.index(slug) for slug in ("katana", "nunchaku", "cutlass"))
    mine, theirs = fields(table, 0), fields(table, 1)
    assert (mine["hand"], mine["drawn"], mine["unseen"][katana], sum(mine["unseen"])) == (
        [katana, 0],
        [1],
        0,
        2,
    )
    assert (theirs["hand"], theirs["drawn"], theirs["unseen"][katana]) == ([0, 0], [1], 1)
    assert sum(theirs["unseen"]) == 3
    assert (mine["deck"], mine["unseen"][nunchaku], mine["discards"][cutlass]) == ([2], 1, 2)
    assert fields(table, SPECTATOR)["hand"] == [0, 0]


def test_x2_what_anyone_can_work_out_is_written(lay: "Lay") -> None:
    table = lay("", "").pile_up("katana", "nunchaku o-yoroi").draft("katana")
    theirs = fields(table, 1)
    assert theirs["hand"] == [table.box.slugs.index("katana"), 0]
    assert sum(theirs["unseen"]) == 2
    crook = "magical-crook-of-standing"
    table = lay("", "", cubes=(1, 0)).draft("katana").play("spend", "nunchaku").play("discard:katana")
    assert fields(table, 1)["ruled_out"] == [table.box.slugs.index("katana")]
    table = lay("", "", cubes=(1, 0)).pile_up(f"{crook} {crook} katana").draft(crook).play("spend", crook)
    assert fields(table, 1)["hand"] == [table.box.slugs.index(crook), 0]


def test_seats_are_counted_from_the_viewer(lay: "Lay") -> None:
    table = lay("katana", "o-yoroi", "", stamina=(9, 8, 7), cubes=(1, 2, 3), turn=1).fight()
    katana, yoroi = table.box.slugs.index("katana"), table.box.slugs.index("o-yoroi")
    seen = fields(table, 2)
    assert (seen["stamina"], seen["cubes"], seen["turn"], seen["to_act"]) == ([7, 9, 8], [3, 1, 2], [2], [2])
    assert seen["worn"] == [0, 0, 0, katana, 0, 0, 0, yoroi, 0]
    assert fields(table, SPECTATOR)["stamina"] == [9, 8, 7]


def test_a_battle_is_written_while_it_lasts(lay: "Lay") -> None:
    boards = ("wand-of-mild-sparks", "circle-of-salt smoke-bomb", "")
    table = lay(*boards, cubes=(2, 2, 0))
    table.state.die = 4  # of an earlier battle
    table.fight().play("attack:1")
    assert (fields(table, 1)["target"], fields(table, 1)["die"]) == ([0], [0])
    table.play("focus:2", 5).play("guard:1")
    seen = fields(table, 0)
    assert [seen[name] for name in ("target", "focus", "die", "guard")] == [[1], [2], [5], [1]]
    table.play("take-it")
    seen = fields(table, 0)
    assert [seen[name] for name in ("target", "focus", "die", "guard")] == [[-1], [0], [0], [0]]


def test_who_is_out_and_who_rested_is_written(lay: "Lay") -> None:
    table = lay("philosophers-thermos", "", "", stamina=(1, 20, 0), cubes=(2, 0, 0))
    table.state.settle()
    assert fields(table.fight(1), 0)["in"] == [1, 1, 0]
    assert fields(table, 0)["recovered"] == [0]
    assert fields(table.play("recover:1"), 0)["recovered"] == [1]
