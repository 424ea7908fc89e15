"""Actions as text and back, as the rulebook writes them."""

from typing import TYPE_CHECKING

import pytest

from longbeard.engine.errors import NotAnAction
from longbeard.games.the_wizard_always_wins import notation
from longbeard.games.the_wizard_always_wins.choices import DEEDS, parse

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay


@pytest.mark.parametrize(
    "text",
    [
        "take:oracle",
        "keep:snail-3",
        "play:flower-2",
        "trade:snail-1>2:bone-3",
        "trade:snail-token>4:snail-token",
        "no-trade",
        "turn-in:snail=3+1+token",
        "turn-in:potion=2+2+2+2",
        "turn-in:flower=3+3+2",
        "turn-in:snail=3+3+2+1+token",
        "turn-in:flower=token+token+token+token",
        "done",
    ],
)
def test_there_and_back(lay: "Lay", text: str) -> None:
    state = lay.open(2).state
    assert DEEDS.spell(state, parse(state, text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take:",
        "take:king",
        "take:oracle ",
        "keep:snail-4",
        "keep:snail-token",
        "play:snail",
        "trade:snail-1>5:bone-3",
        "trade:snail-1>02:bone-3",
        "trade:snail-1>bone-3",
        "trade:snail-4>1:bone-3",
        "turn-in:snail=1+3+token",
        "turn-in:snail=3+1",
        "turn-in:snail=3+3+1",
        "turn-in:snail=",
        "turn-in:snail=3+3++",
        "turn-in:snail=3+2=",
        "turn-in:slug=3+2",
        "turn-in:snail",
        "done:1",
        "Done",
    ],
)
def test_what_is_no_action(lay: "Lay", text: str) -> None:
    with pytest.raises(NotAnAction):
        parse(lay.open(2).state, text)


def test_scripts_name_cards_and_tokens(lay: "Lay") -> None:
    state = lay.open(2).state
    words = ["flower-1", "potion-3", "flower-token", "add-a-gem", "level-up", "red-gem", "purple-gem"]
    assert [notation.luck_number(state, word) for word in words] == [0, 14, 0, 5, 6, 7, 11]
    with pytest.raises(ValueError, match="nonsense"):
        notation.luck_number(state, "nonsense")
