"""Fixtures of all tests. The caller names the form under test, so that a silent fall-back cannot pass."""

import os
import signal

import pytest

from longbeard.engine.build import compiled
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.games import rooms


def pytest_configure() -> None:
    """Refuse the other form, and let whatever tests start hear Ctrl-C.

    What a script starts in the background ignores it, and so would all programs of the tests.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    wanted = os.environ.get("LONGBEARD_FORM")
    if wanted and compiled() != (wanted == "compiled"):
        raise pytest.UsageError(f"these tests are for the {wanted} rules, but the other form was imported")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes a `room` for every installed game.

    Marked with `rooms(that=…)`, it is run for those of which that is true: a game that a test cannot be about
    is left out, not skipped, so that a skipped test is news.
    """
    if "room" in metafunc.fixturenames:
        marker = metafunc.definition.get_closest_marker("rooms")
        found = {
            slug: room for slug, room in rooms().items() if marker is None or marker.kwargs["that"](room)
        }
        metafunc.parametrize("room", found.values(), ids=found.keys())


@pytest.fixture
def played(room: Room) -> Match:
    """A match of the game, played to its end by taking the first choice or the last in turns."""
    fewest, _ = room.plate.seats
    match = Match(room, [f"Wizard {seat}" for seat in range(fewest)], secret=seed_secret(1))
    while not match.over:
        legal = match.state.legal()
        match.play(match.to_act, legal[0 if len(match.log) % 3 else -1])
    return match
