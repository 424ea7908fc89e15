"""Section E of the rulebook, and the recorded matches."""

from pathlib import Path

import pytest

from longbeard.engine import record
from longbeard.engine.luck import QuickLuck, ScriptedLuck
from longbeard.engine.room import Room
from longbeard.engine.state import State

ROOM = Room("pocket_potions")
MATCHES = sorted(Path(__file__).parent.glob("matches/*.json"))


def dealt(seats: int, luck: QuickLuck | ScriptedLuck) -> State:
    state = ROOM.table(seats, {"first": "0"})
    state.deal(luck)
    return state


def play(state: State, word: str, *cards: int) -> None:
    state.resolve(ROOM.parse(state, word), ScriptedLuck(list(cards)))


@pytest.mark.parametrize(("seats", "goal"), [(2, 30), (3, 24), (4, 20)])
def test_e1_a_full_shelf_ends_it_at_once(seats: int, goal: int) -> None:
    state = dealt(seats, ScriptedLuck([1] * 4 + [2] * (2 * seats - 4)))
    cards = [6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3]
    while state.scores()[0] < goal:
        assert state.ending() == ""
        word = "cork" if ROOM.parse(state, "cork") in state.legal() else "stir"
        if word == "cork":
            play(state, word)
        else:  # seat 0 finds the strongest card, everybody else the weakest
            play(state, word, cards.pop(0 if state.to_act() == 0 else -1))
    assert state.ending() == "shelf"
    assert state.winners() == [0]
    assert state.legal() == []


def test_e2_an_empty_cupboard_ends_it_and_brews_score_nothing() -> None:
    state = dealt(2, QuickLuck(1))
    luck = QuickLuck(2)
    for turn in range(26):
        assert state.ending() == ""
        state.resolve(ROOM.parse(state, "stir"), luck)
    assert state.ending() == "cupboard"
    assert state.scores() == [0, 0]


def test_e3_the_most_points_win_and_a_tie_is_shared() -> None:
    assert _stirred_out(dealt(2, QuickLuck(1))).winners() == [0, 1]
    state = dealt(2, ScriptedLuck([1, 1, 1, 1]))
    play(state, "stir", 3)
    play(state, "stir", 3)
    play(state, "cork")
    assert state.winners() == []
    assert _stirred_out(state).winners() == [0]


def _stirred_out(state: State) -> State:
    luck = QuickLuck(3)
    while not state.ending():
        state.resolve(ROOM.parse(state, "stir"), luck)
    return state


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_recorded_matches_replay(path: Path) -> None:
    match = record.replay(record.read(path.read_text(encoding="utf-8")), ROOM)
    assert path.stem == f"{match.state.ending()}-{len(match.seats)}"
