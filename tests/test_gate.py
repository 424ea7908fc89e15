"""The gate: what it shows, and what it never shows."""

import json

import pytest

from longbeard.engine import gate
from longbeard.engine.errors import LongbeardError
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.story import ALL_EYES, EVERYONE, SPECTATOR, Event, sees


def test_who_sees_what_belongs_to_a_seat() -> None:
    assert sees(2, 2)
    assert sees(ALL_EYES, 2)
    assert not sees(1, 2)
    assert not sees(SPECTATOR, 2)
    assert not sees(SPECTATOR, SPECTATOR)  # nothing belongs to nobody


def test_an_event_is_seen_by_its_audience() -> None:
    whisper, news = Event(0, 1, []), Event(0, EVERYONE, [])
    assert [whisper.seen_by(viewer) for viewer in (0, 1, SPECTATOR, ALL_EYES)] == [False, True, False, True]
    assert all(news.seen_by(viewer) for viewer in (0, 1, SPECTATOR, ALL_EYES))


def test_all_eyes_open_only_after_the_end(played: Match) -> None:
    running = played.until(len(played.log) - 1)
    for way_out in (gate.look, gate.story):
        with pytest.raises(LongbeardError, match="once the match is over"):
            way_out(running, ALL_EYES)
        way_out(played, ALL_EYES)
    with pytest.raises(LongbeardError, match="once the match is over"):
        gate.table_at(running, 0, ALL_EYES)


@pytest.mark.parametrize("viewer", [-3, 99])
def test_strangers_see_nothing(played: Match, viewer: int) -> None:
    with pytest.raises(LongbeardError, match="no seat"):
        gate.look(played, viewer)


def test_choices_are_shown_to_whoever_decides_alone(room: Room, played: Match) -> None:
    for moves in range(0, len(played.log), 5):
        match = played.until(moves)
        for viewer in (SPECTATOR, *range(len(match.seats))):
            choices = gate.look(match, viewer)["choices"]
            assert bool(choices) == (viewer == match.to_act)
            for choice in choices:
                assert room.parse(match.state, choice["action"]) in match.state.legal()
                assert choice["words"]


def test_the_secret_is_out_only_after_the_end(played: Match) -> None:
    running = played.until(len(played.log) - 1)
    for viewer in (SPECTATOR, *range(len(played.seats))):
        assert running.secret.hex().encode() not in gate.sent(running, viewer)
    assert played.secret.hex().encode() in gate.sent(played, SPECTATOR)


def test_a_move_is_named_to_whoever_made_it_and_to_all_eyes(played: Match) -> None:
    for number, move in enumerate(played.log, start=1):
        for viewer in (ALL_EYES, SPECTATOR, *range(len(played.seats))):
            title = gate.title(played, number, viewer)
            assert title.startswith(played.seats[move.seat])
            assert (played.text(move) in title) == (viewer in (ALL_EYES, move.seat))


def test_a_look_is_plain_data_and_can_be_said_in_words(room: Room, played: Match) -> None:
    for moves in range(0, len(played.log) + 1, 3):
        match = played.until(moves)
        for viewer in (SPECTATOR, *range(len(match.seats))):
            look = gate.look(match, viewer)
            assert json.loads(json.dumps(look)) == look
            assert all(isinstance(line, str) for line in room.words(look["table"], match.seats))


def test_a_story_grows_and_is_told_from_where_one_left_off(played: Match) -> None:
    whole = gate.story(played, SPECTATOR)
    middle = len(played.log) // 2
    early = [event for event in whole if event["move"] < middle]
    assert early + gate.story(played, SPECTATOR, middle) == whole
    assert any(event["words"] for event in whole)


def test_whoever_decides_is_asked_and_nobody_else(played: Match) -> None:
    for moves in range(0, len(played.log), 5):
        running = played.until(moves)
        for viewer in range(SPECTATOR, len(running.seats)):
            asked = gate.look(running, viewer)["asked"]
            assert asked.endswith("?") == (viewer == running.to_act)
    assert gate.look(played, 0)["asked"] == ""
