"""Where remembering is part of the game, a running match does not tell again what one should remember."""

import pytest

from longbeard.engine import gate
from longbeard.engine.errors import LongbeardError
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.story import SPECTATOR

pytestmark = pytest.mark.rooms(that=lambda room: "memory" in {option.name for option in room.plate.options})


def half_played(room: Room, memory: str) -> Match:
    names = [f"Wizard {seat}" for seat in range(room.plate.seats[0])]
    match = Match(room, names, {"memory": memory}, secret=seed_secret(2))
    for _ in range(12):
        legal = match.state.legal()
        match.play(match.to_act, legal[0])
    assert not match.over
    return match


def test_without_the_memory_aid_old_news_is_not_told_again(room: Room) -> None:
    match = half_played(room, "off")
    for viewer in (SPECTATOR, *range(len(match.seats))):
        own = [number for number, move in enumerate(match.log, start=1) if viewer in (move.seat, SPECTATOR)]
        told = {event["move"] for event in gate.story(match, viewer)}
        assert min(told) >= own[-1]


def test_without_the_memory_aid_an_earlier_table_is_not_shown_again(room: Room) -> None:
    match = half_played(room, "off")
    for viewer in (SPECTATOR, *range(len(match.seats))):
        with pytest.raises(LongbeardError, match="about remembering"):
            gate.table_at(match, 0, viewer)
        gate.table_at(match, len(match.log), viewer)


def test_with_the_memory_aid_the_whole_story_is_told(room: Room) -> None:
    match = half_played(room, "on")
    for viewer in (SPECTATOR, *range(len(match.seats))):
        assert gate.story(match, viewer)[0]["move"] == 0
        assert gate.table_at(match, 0, viewer)


def test_after_the_end_the_whole_story_is_told(room: Room) -> None:
    match = half_played(room, "off")
    while not match.over:
        match.play(match.to_act, match.state.legal()[-1])
    assert gate.story(match, SPECTATOR)[0]["move"] == 0
