"""Section T of the rulebook."""

import pytest

from longbeard.engine.errors import NotAnAction
from longbeard.engine.luck import ScriptedLuck
from longbeard.engine.room import Room
from longbeard.engine.state import State
from longbeard.engine.story import Story

ROOM = Room("pocket_potions")
NAMES = ["Ada", "Bert"]


def dealt(*cards: int) -> State:
    state = ROOM.table(2, {"first": "0"})
    state.deal(ScriptedLuck(list(cards)))
    return state


def play(state: State, *moves: str) -> list[str]:
    """Play moves such as `stir = 4`, where 4 is what the cupboard gives; return what everybody is told."""
    state.story = Story()
    for move in moves:
        text, _, cards = move.partition(" = ")
        luck = ScriptedLuck([int(card) for card in cards.split()])
        action = ROOM.parse(state, text)
        assert action in state.legal()
        state.resolve(action, luck)
        assert luck.spent()
    return [ROOM.tell(ROOM.box, event, NAMES) for event in state.story.events if event.seen_by(-1)]


def legal(state: State) -> list[str]:
    return [ROOM.spell(state, action) for action in state.legal()]


def seat(state: State, number: int) -> tuple[list[int], list[int], int]:
    look = ROOM.look(state, number)
    place = look["seats"][number]
    return place["brew"], look["pockets"][number], place["points"]


def test_t1_one_thing_a_turn() -> None:
    state = dealt(1, 2, 3, 3)
    assert legal(state) == ["stir", "pour 1 into 0", "pour 2 into 0"]
    play(state, "stir = 4")
    assert legal(state) == ["stir", "pour 3 into 0", "pour 3 into 1"]
    play(state, "pour 3 into 1")
    assert legal(state)[:2] == ["stir", "cork"]


def test_t2_stirring_adds_to_their_own_brew_openly() -> None:
    state = dealt(1, 2, 3, 3)
    assert play(state, "stir = 4") == ["Ada stirs in a 4."]
    assert seat(state, 0) == ([4], [1, 2], 0)


def test_t3_pouring_into_their_own_brew_or_one_that_is_not_empty() -> None:
    state = dealt(1, 2, 3, 3)
    assert play(state, "pour 2 into 0", "pour 3 into 0") == [
        "Ada pours a 2 into their own brew.",
        "Bert pours a 3 into the brew of Ada.",
    ]
    assert seat(state, 0) == ([2, 3], [1], 0)
    assert "pour 1 into 1" not in legal(state)


@pytest.mark.parametrize(("last", "brew"), [(4, [6, 4]), (5, [])])
def test_t4_above_ten_it_boils_over(last: int, brew: list[int]) -> None:
    state = dealt(1, 2, 4, 5)
    story = play(state, "stir = 6", f"pour {last} into 0")
    assert seat(state, 0) == (brew, [1, 2], 0)
    assert story[2:] == ([] if brew else ["At 11, the brew of Ada boils over."])


@pytest.mark.parametrize(("second", "points"), [(3, 9), (4, 14)])
def test_t5_corking_scores_and_a_perfect_brew_scores_more(second: int, points: int) -> None:
    state = dealt(1, 2, 3, 3)
    play(state, "stir = 6", "stir = 1", f"stir = {second}", "stir = 1", "cork")
    assert seat(state, 0) == ([], [1, 2], points)
    assert ROOM.look(state, -1)["spent"] == [second, 6]


def test_t6_corking_fills_the_pocket_by_one() -> None:
    state = dealt(1, 2, 3, 3)
    play(state, "pour 1 into 0", "stir = 1", "pour 2 into 0", "stir = 1")
    assert play(state, "cork = 5")[-1] == "Ada draws a card into the pocket."
    assert seat(state, 0) == ([], [5], 3)


def test_t7_only_stirring_is_left_and_is_done_silently() -> None:
    state = dealt(2, 3, 6, 6)
    story = play(state, "pour 2 into 0", "pour 6 into 0", "pour 3 into 0", "stir = 1 4")
    assert story[-2:] == ["Bert stirs in a 1.", "Ada stirs in a 4."]
    assert seat(state, 0) == ([4], [], 0)
    assert state.to_act() == 1


@pytest.mark.parametrize("text", ["", "brew", "pour 7 into 0", "pour 1 into 4", "pour ١ into 0", "0"])
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(NotAnAction):
        ROOM.parse(dealt(1, 2, 3, 3), text)
