"""Notation of moves as in the rulebook, both ways."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longbeard.engine.errors import NotAnAction
from longbeard.games.witless_wizards import actions, notation

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay

ACTIONS = [
    ("spend", actions.SPEND),
    ("hold", actions.HOLD),
    ("keep", actions.KEEP),
    ("give:2", actions.GIVE + 2),
    ("attack:1", actions.ATTACK + 1),
    ("focus:0", actions.FOCUS),
    ("focus:2", actions.FOCUS + 2),
    ("reroll", actions.REROLL),
    ("stand", actions.STAND),
    ("guard:1", actions.GUARD + 1),
    ("block", actions.BLOCK),
    ("take-it", actions.TAKE_IT),
    ("recover:3", actions.RECOVER + 3),
    ("heal", actions.HEAL),
    ("end", actions.END),
]


@pytest.mark.parametrize(("text", "action"), ACTIONS)
def test_the_words_of_the_ledger(lay: "Lay", text: str, action: int) -> None:
    state = lay("", "").state
    assert notation.parse(state, text) == action
    assert notation.spell(state, action) == text


def test_a_card_is_named_by_its_slug(lay: "Lay") -> None:
    state = lay("", "").state
    katana = state.box.slugs.index("katana")
    assert notation.parse(state, "discard:katana") == actions.DISCARD + katana
    assert notation.spell(state, actions.DISCARD + katana) == "discard:katana"


def test_every_action_has_a_text_of_its_own(lay: "Lay") -> None:
    state = lay("", "").state
    texts = [notation.spell(state, action) for action in range(state.action_count())]
    assert len(set(texts)) == len(texts)
    assert [notation.parse(state, text) for text in texts] == list(range(state.action_count()))


@pytest.mark.parametrize(
    "text",
    [
        *("", "Keep", " keep", "keep ", "keep:1", "give", "give:", "give:4", "give:-1", "give:01", "give:1 "),
        *("give:+1", "give:one", "give:٣", "attack:4", "focus:10", "guard:10", "recover:0", "recover:40"),
        *("discard", "discard:", "discard:katana ", "discard:excalibur", "discard:1", "heal:1", "take_it"),
        *("give:" + "9" * 5000, "give:1:1", "spend\n"),
    ],
)
def test_anything_else_is_not_an_action(lay: "Lay", text: str) -> None:
    with pytest.raises(NotAnAction):
        notation.parse(lay("", "").state, text)


@settings(derandomize=True, max_examples=200)
@given(st.text(max_size=12))
def test_a_text_is_an_action_only_as_it_is_spelled(lay: "Lay", text: str) -> None:
    state = lay("", "").state
    try:
        action = notation.parse(state, text)
    except NotAnAction:
        return
    assert notation.spell(state, action) == text


@pytest.mark.parametrize("beyond", [-1, 10_000])
def test_a_number_beyond_the_space_is_not_an_action(lay: "Lay", beyond: int) -> None:
    state = lay("", "").state
    with pytest.raises(NotAnAction):
        notation.spell(state, beyond)
    with pytest.raises(NotAnAction):
        notation.spell(state, state.action_count())


def test_luck_is_scripted_by_name(lay: "Lay") -> None:
    state = lay("", "").state
    assert notation.luck_number(state, "samurai") == 0
    assert notation.luck_number(state, "katana") == state.box.slugs.index("katana")
