"""The card game that both servers play in the bench: its rules, and that it keeps the contract of a game."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from longbeard.engine.check import check
from longbeard.engine.luck import ScriptedLuck
from longbeard.engine.room import Room

SOURCE = Path(__file__).parents[1] / "bench" / "match_the_top" / "src"


@pytest.fixture
def top(monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.syspath_prepend(str(SOURCE))
    yield Room("match_the_top")
    for name in [name for name in sys.modules if name.split(".")[0] == "match_the_top"]:
        del sys.modules[name]


def test_it_keeps_the_contract(top: Room) -> None:
    report = check(top, 2, 20, seed=1)
    assert report.endings == {"empty-hand": 20}
    # Nobody imagines the other's hand as it is every time.
    assert report.wondered == {-1, 0, 1}


def test_s1_s2_s3_the_deal(top: Room) -> None:
    state = top.table(2)
    assert state.pieces() == [1] * 32
    state.deal(ScriptedLuck([*range(10), 31]))
    look = top.public(state)
    assert [place["cards"] for place in look["seats"]] == [5, 5]
    assert (look["top"]["suit"], look["top"]["rank"], look["left"]) == ("clouds", 8, 21)
    assert state.to_act() == 0


def test_t1_t2_what_fits_scores_its_rank(top: Room) -> None:
    state = top.table(2)
    state.deal(ScriptedLuck([*range(10), 31]))  # 1 to 5 of moons against 6 to 8 of moons, 1 and 2 of stars
    for text, scores in (
        ("play 5 of moons", [0, 0]),  # on the 8 of clouds
        ("play 8 of moons", [0, 8]),
        ("play 1 of moons", [1, 8]),
        ("play 1 of stars", [1, 9]),
    ):
        state.resolve(top.parse(state, text), ScriptedLuck([]))
        assert state.scores() == scores
    state.resolve(top.parse(state, "draw"), ScriptedLuck([20]))
    assert top.public(state)["left"] == 20
    assert top.look(state, 0)["hands"][1] is None


def test_e1_e2_the_end(top: Room) -> None:
    state = top.table(2)
    state.deal(ScriptedLuck([*range(10), 31]))
    for card in range(10, 31):
        assert state.winners() == []
        state.resolve(0, ScriptedLuck([card]))
    assert state.legal()[0] != 0
    while not state.ending():
        state.resolve(state.legal()[0], ScriptedLuck([]))
    scores = state.scores()
    assert state.winners() == [seat for seat in (0, 1) if scores[seat] == max(scores)]
