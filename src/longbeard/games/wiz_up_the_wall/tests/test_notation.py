"""Actions as text and back."""

from typing import TYPE_CHECKING

import pytest

from longbeard.engine.errors import NotAnAction
from longbeard.games.wiz_up_the_wall import choices

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_action_has_a_text_of_its_own(lay: "Lay", seats: int) -> None:
    state = lay.open(seats).state
    texts = [choices.spell(state, action) for action in range(state.action_count())]
    assert len(set(texts)) == len(texts)
    assert [choices.parse(state, text) for text in texts] == list(range(state.action_count()))
    assert texts[:4] == ["draw", "finish", "place@0,0", "place@1,0"]


def test_the_cells_of_an_action_are_axial(lay: "Lay") -> None:
    table = lay("s s s s").play("draw").play("place@0,3").play("draw")
    assert table.choices == ["place@4,1"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "Draw", "draw ", "place", "place@", "place@0", "place@0,", "place@0,3 ", "place@00,3"),
        *("place@0,03", "place@0,+3", "place@0,-0", "place@8,0", "place@-1,3", "place@0,57", "place@0,-1"),
        *("place@4,-3", "place@0,3,1", "place@٣,1", "finish@0,1"),
    ],
)
def test_what_is_no_action(lay: "Lay", text: str) -> None:
    with pytest.raises(NotAnAction):
        choices.parse(lay.open(2).state, text)


def test_a_number_that_is_no_action(lay: "Lay") -> None:
    state = lay.open(2).state
    for action in (-1, state.action_count()):
        with pytest.raises(NotAnAction):
            choices.spell(state, action)


def test_cards_have_names_for_scripts(lay: "Lay") -> None:
    state = lay.open(2).state
    assert state.box.slugs[choices.luck_number(state, "steam-fork")] == "steam-fork"
