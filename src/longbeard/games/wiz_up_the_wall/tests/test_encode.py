"""The observation for learners: what a viewer may know, and no more (T2)."""

from typing import TYPE_CHECKING

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import OVER
from longbeard.engine.story import SPECTATOR
from longbeard.games.wiz_up_the_wall import encode
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay, Table


HAND = ("hand-forks", "hand-first-symbol", "hand-second-symbol")


def numbers(state: WizUpTheWall, viewer: int) -> list[int]:
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


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_an_imagined_state_encodes_equal(lay: "Lay", seats: int) -> None:
    luck = QuickLuck(seats)
    state = lay.open(seats, first="random", rounds="2").state
    state.deal(luck)
    while state.to_act() != OVER:
        for viewer in (SPECTATOR, *range(seats)):
            seen = numbers(state, viewer)
            assert -99 not in seen
            assert numbers(state.imagine(viewer, luck), viewer) == seen
        legal = state.legal()
        state.resolve(legal[0] if luck.below(3) else legal[-1], luck)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_layout_names_every_number(lay: "Lay", seats: int) -> None:
    state = lay.open(seats).state
    names = [field.name for field in encode.layout(state)]
    assert len(set(names)) == len(names)
    assert encode.size(state) == sum(field.numbers for field in encode.layout(state))


def test_the_hand_is_its_player_s(lay: "Lay") -> None:
    table = lay("s s s s", "steam").play("draw", "f")
    mine, theirs = fields(table, 0), fields(table, 1)
    steam = table.state.box.slugs.index("steam")
    assert [mine[name] for name in HAND] == [[0], [0], [1]]
    assert [theirs[name] for name in HAND] == [[0], [-1], [-1]]
    assert (mine["cards-seen"][steam], theirs["cards-seen"][steam]) == (1, 0)
    assert (mine["next-forks"], mine["left"]) == ([1], [58])


def test_a_careful_memory_of_one_s_own_cards(lay: "Lay") -> None:
    table = lay("s s s s", "steam").play("draw", "ash").play("place@0,3").play("draw").play("place@4,1")
    assert fields(table, 0)["mana-seen"] == [1, 1, 0, 0, 0, 0]
    assert fields(table, 1)["mana-seen"] == [1, 0, 0, 0, 0, 1]
    assert sum(fields(table, SPECTATOR)["cards-seen"]) == 0


def test_the_wall(lay: "Lay") -> None:
    table = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2", "3,2", "4,3", "4,2")
    seen = fields(table, 1)
    cell = int(table.state.tower.cell(4, 2))
    assert (seen["cards"][cell], seen["cards-that-count"][cell]) == (3, 1)
    assert seen["tip-cells"][int(table.state.tower.cell(5, 2))] == 1
    assert (seen["counted"], seen["tips"], seen["fate"]) == ([6, 3], [2, 0], [0, 2])
    assert (seen["place"], seen["turn"], seen["viewer"]) == ([0, 1], [0], [1])
