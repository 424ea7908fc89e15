"""The page: what is drawn where, for whom."""

import re
from typing import TYPE_CHECKING

import pytest

from longbeard.engine.face import Showing
from longbeard.engine.look import Choice
from longbeard.games.witless_wizards import choices, notation, view
from longbeard.games.witless_wizards.face import FACE
from longbeard.games.witless_wizards.gear import hyphened

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay, Table

NAMES = ["Ada", "Bert", "Cleo", "Dora"]


def offered(table: "Table") -> list[Choice]:
    state, deeds = table.state, choices.DEEDS
    return [
        {
            "action": notation.spell(state, action),
            "words": deeds.phrase(state, action, NAMES),
            "label": deeds.label(state, action),
            "steps": deeds.steps(state, action),
            "risky": False,
        }
        for action in state.legal()
    ]


def drawn(table: "Table", viewer: int, part: str) -> str:
    """Return a part as a seat sees it."""
    names = NAMES[: int(table.state.seats)]
    own = offered(table) if viewer == table.actor else []
    showing = Showing[view.Look](view.look(table.state, viewer), names, me=viewer, choices=own)
    found = {one.name: one for one in FACE.parts(showing)} | {
        one.name: one for one in FACE.own_parts(showing)
    }
    return found[part].html


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


def test_whoever_is_to_attack_sees_each_forecast(lay: "Lay") -> None:
    table = lay("katana", "power-armor", "", stamina=(20, 20, 8)).fight()
    said = words(drawn(table, 0, "stage"))
    assert "Bert 2 hits 50 % 18 3 hits 17 % 17 4 hits 17 % 16 5 hits 16 % 15" in said
    assert "Cleo 7 hits 50 % 1 8 hits 17 % out 9 hits 17 % out 10 hits 16 % out" in said
    assert "50 %" not in drawn(table, 1, "stage")


def test_whoever_is_out_is_told_why_and_what_to_do(lay: "Lay") -> None:
    table = lay("katana", "", "", stamina=(20, 2, 20)).fight().play("attack:1", 6)
    out = drawn(table, 1, "vitals-1")
    assert words(out).startswith("You are out. Ada struck you down with the Katana.")
    assert 'data-pace="skip"' in out
    assert 'href="/new/witless-wizards"' in out
    assert words(drawn(table, 2, "vitals-1")) == "Struck down by Ada with the Katana."


@pytest.mark.parametrize(
    ("board", "said"),
    [("tome-thrown-in-anger", "Your own attack took"), ("court-jester", "Your curse took")],
)
def test_whoever_falls_alone_is_told_so(lay: "Lay", board: str, said: str) -> None:
    table = lay(board, "", "", stamina=(1, 20, 20)).fight().play("attack:1", 1)
    assert said in words(drawn(table, 0, "vitals-0"))


def test_a_slot_says_what_the_card_in_hand_would_change(lay: "Lay") -> None:
    table = lay("", "power-armor", "").draft("straw-raincoat")
    assert "5 → 1" in drawn(table, 0, "slot-1-1")
    assert "→" not in drawn(table, 1, "slot-1-1")


def test_the_die_and_the_red_part_explain_themselves(lay: "Lay") -> None:
    table = lay("katana", "", "", stamina=(20, 4, 20)).fight()
    assert "its sides are 1, 2, 3, 4, 5, 6" in drawn(table, 0, "stage")
    assert "In the red, at 5 or less, one is weakened" in drawn(table, 0, "vitals-1")
    assert "4 of 20 stamina, weakened" in drawn(table, 0, "vitals-1")


def test_a_draft_counts_its_cards(lay: "Lay") -> None:
    table = lay("", "", "").draft("katana")
    assert "Card 1 of 2" in drawn(table, 0, "stage")
    assert "Card 2 of 2" in drawn(table.play("keep", "o-yoroi"), 0, "stage")
    assert "number 2 of 2" in drawn(table, 1, "stage")


def test_soft_hyphens_change_no_name() -> None:
    for name in ("Trebuchet", "Philosopher's Thermos", "Magical Crook of Standing", "Rhythm", ""):
        assert hyphened(name).replace("\u00ad", "") == name
