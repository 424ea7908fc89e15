"""What is shown of an action to others, and what a seat may forget: the same for every game."""

import json
from typing import Any

import pytest

from longbeard.engine.luck import QuickLuck
from longbeard.engine.playout import playout
from longbeard.engine.room import Room
from longbeard.engine.state import OVER, Choices, State
from longbeard.engine.story import Story

ACTIONS = 8
"""Number of a decision's actions that are compared with each other."""


def positions(room: Room, seats: int, seed: int, options: dict[str, str]) -> list[State]:
    """Positions of a random game, from its beginning to its end."""
    luck, state, found = QuickLuck(seed), room.table(seats, options), []
    state.deal(luck)
    while state.to_act() != OVER:
        if luck.below(6) == 0:
            found.append(state.clone())
        legal = state.legal()
        state.resolve(legal[luck.below(len(legal))], luck)
    return found


def games(room: Room, number: int, aid: str = "off") -> list[State]:
    """Positions of a few games, with few seats and with many; with the memory aid, if there is one."""
    options = {option.name: aid for option in room.plate.options if option.name == "memory"}
    return [
        state
        for seed in range(number)
        for seats in sorted(set(room.plate.seats))
        for state in positions(room, seats, seed, options)
    ]


def seen(room: Room, state: State, seat: int) -> str:
    """Return all that a seat can see and do."""
    deciding = int(state.to_act())
    legal = state.legal() if deciding == seat else []
    return json.dumps([room.look(state, seat), deciding, legal])


def told(room: Room, state: State, action: int, seat: int) -> Any:
    """Return what a seat hears and sees of an action."""
    after, story = state.clone(), Story()
    after.story = story
    after.resolve(action, QuickLuck(5))
    heard = [[event.kind, event.data] for event in story.events if event.seen_by(seat)]
    return json.dumps([heard, room.look(after, seat)])


def some(legal: list[int]) -> list[int]:
    return legal[:: len(legal) // ACTIONS + 1]


def test_what_looks_the_same_is_the_same_to_whoever_watches(room: Room) -> None:
    """And what looks different, they can tell apart."""
    for state in games(room, 2):
        for seat in set(range(state.seats)) - {int(state.to_act())}:
            views: dict[int, str] = {}
            for action in some(state.legal()):
                shown, view = int(state.shown(action, seat)), told(room, state, action, seat)
                assert 0 <= shown < state.action_count()
                assert views.setdefault(shown, view) == view
            assert len(set(views.values())) == len(views)


def test_nothing_is_shown_that_the_watcher_cannot_know(room: Room) -> None:
    """On two tables that a seat cannot tell apart, two actions that it cannot tell apart look alike."""
    for state in games(room, 2):
        seat = (int(state.to_act()) + 1) % state.seats
        views: dict[str, int] = {}
        for sample in range(4):
            twin = state.imagine(seat, QuickLuck(sample))
            for action in some(twin.legal()):
                shown, view = int(twin.shown(action, seat)), told(room, twin, action, seat)
                assert views.setdefault(view, shown) == shown


def test_to_the_one_who_acts_an_action_looks_like_itself(room: Room) -> None:
    for state in games(room, 2):
        legal = state.legal()
        assert [int(state.shown(action, state.to_act())) for action in legal] == legal


@pytest.mark.parametrize("aid", ["off", "on"])
def test_forgetting_changes_nothing_that_is_seen(room: Room, aid: str) -> None:
    """Nor does it lose pieces or make them; and such a table can be imagined and played on like any other."""
    luck = QuickLuck(3)
    for state in games(room, 2, aid):
        for seat in range(state.seats):
            table = state.imagine(seat, luck)
            pieces, before = table.pieces(), seen(room, table, seat)
            table.forget(seat, luck)
            assert table.pieces() == pieces
            assert seen(room, table, seat) == before
            again = table.imagine(seat, luck)
            assert again.pieces() == pieces
            assert seen(room, again, seat) == before
            playout(again, luck, Choices(), 10_000)
            assert again.pieces() == pieces


def test_forgetting_is_the_same_for_the_same_luck(room: Room) -> None:
    for state in games(room, 1):
        tables = [state.imagine(0, QuickLuck(1)) for copy in range(2)]
        for table in tables:
            table.forget(0, QuickLuck(2))
        assert tables[0].dump() == tables[1].dump()
