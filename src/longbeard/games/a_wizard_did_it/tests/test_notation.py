"""Notation of moves."""

from typing import cast

import pytest

from longbeard.engine.errors import NotAnAction
from longbeard.games import room
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.scenes import lay_out

ROOM = room("a-wizard-did-it")
STATE = lay_out(cast(RoadBox, ROOM.box), {})


def test_every_action_has_its_text() -> None:
    texts = [ROOM.spell(STATE, action) for action in range(STATE.action_count())]
    assert len(set(texts)) == 1 + 15 + 18 * 6
    assert [ROOM.parse(STATE, text) for text in texts] == list(range(STATE.action_count()))
    assert {"bear@1.forest", "swap@0.forest~1.crypt", "swap@none", "surprise@0.ship"} <= set(texts)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "bear",
            "bear@",
            "bear@2.forest",
            "bear@1.castle",
            "hamster@1.forest",
            "bear@1.forest ",
            "@0.forest",
        ),
        *("swap@0.forest", "swap@1.crypt~0.forest", "swap@0.forest~0.forest", "Bear@1.forest", "bear@none"),
    ],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(NotAnAction):
        ROOM.parse(STATE, text)


def test_a_number_outside_the_space_is_no_action() -> None:
    for action in (-1, STATE.action_count()):
        with pytest.raises(NotAnAction):
            ROOM.spell(STATE, action)


def test_luck_by_name() -> None:
    box = cast(RoadBox, ROOM.box)
    assert ROOM.luck_number(STATE, "bear") == box.slugs.index("bear")
    assert ROOM.luck_number(STATE, "glory") == box.goals.index("glory")
    assert ROOM.luck_number(STATE, "1") == 1
