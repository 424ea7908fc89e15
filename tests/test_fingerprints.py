"""Conformance of every room, and one fingerprint for both forms: they play the same matches."""

import json
from pathlib import Path

import pytest

from longbeard.engine.check import check, missing_matches, uncited_rules
from longbeard.engine.room import Room

KEPT = Path(__file__).parent / "fingerprints.json"
MATCHES = 20
ROOMS = Path(__file__).parent.parent / "src" / "longbeard" / "games"


def test_every_room_conforms_and_plays_the_same_in_both_forms(room: Room) -> None:
    if not room.package.startswith("longbeard."):
        pytest.skip("a third party's game has no fingerprint here")
    kept = json.loads(KEPT.read_text())
    fewest, most = room.plate.seats
    found = {str(seats): check(room, seats, MATCHES, 1).fingerprint for seats in range(fewest, most + 1)}
    assert found == kept.get(room.plate.slug), (
        "if the rules changed on purpose: python tests/keep_fingerprints.py"
    )


def test_every_rule_is_cited_and_every_ending_recorded(room: Room) -> None:
    tests = ROOMS / room.package.rpartition(".")[2] / "tests"
    if not room.package.startswith("longbeard."):
        pytest.skip("a third party's tests are its own")
    assert uncited_rules(room, tests) == ([], [])
    assert missing_matches(room, tests) == []
