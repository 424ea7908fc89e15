"""Section S of the rulebook."""

import pytest

from longbeard.engine.errors import BadBox
from longbeard.engine.luck import ScriptedLuck
from longbeard.engine.room import Room
from longbeard.engine.state import State
from longbeard.engine.story import ALL_EYES, SPECTATOR

ROOM = Room("pocket_potions")


def dealt(first: str, script: list[int], seats: int = 2) -> State:
    state = ROOM.table(seats, {"first": first})
    luck = ScriptedLuck(script)
    state.deal(luck)
    assert luck.spent()
    return state


def test_s1_thirty_cards() -> None:
    assert dealt("0", [1, 2, 3, 4]).pieces() == [5, 6, 6, 5, 4, 4]


def test_s2_luck_decides_who_begins_then_play_goes_round() -> None:
    state = dealt("random", [1, 1, 2, 3, 4, 5, 6], seats=3)
    for seat in (1, 2, 0, 1):
        assert state.to_act() == seat
        state.resolve(ROOM.parse(state, "stir"), ScriptedLuck([3]))
    assert dealt("1", [1, 2, 3, 4]).to_act() == 1


def test_s3_two_cards_each_that_only_their_owner_sees() -> None:
    state = dealt("0", [5, 2, 3, 4])
    for viewer, known in ((0, [[2, 5], None]), (1, [None, [3, 4]]), (SPECTATOR, [None, None])):
        look = ROOM.look(state, viewer)
        assert look["pockets"] == known
        assert [seat["pocket_size"] for seat in look["seats"]] == [2, 2]
    assert ROOM.words(ROOM.look(state, 0), ["Ada", "Bert"])[1:] == [
        "Ada (seat 0): to play, 0 points, no brew, in the pocket 2, 5.",
        "Bert (seat 1): 0 points, no brew, 2 in the pocket.",
    ]
    assert ROOM.look(state, ALL_EYES)["pockets"] == [[2, 5], [3, 4]]


@pytest.mark.parametrize(
    "wrong", ["pocket = -1", "pocket = 0", "pocket = 8", "pocket = true", "pocket =", ""]
)
def test_a_box_that_cannot_be_played_is_refused(wrong: str) -> None:
    with pytest.raises(BadBox):
        ROOM.open_box(ROOM.text("cards.toml").replace("pocket = 2", wrong))
