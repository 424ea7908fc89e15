"""The conformance suite, and what it asks of this folder."""

from pathlib import Path

import pytest

from longbeard.engine.check import check, missing_matches, uncited_rules
from longbeard.engine.room import Room


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_room_keeps_its_contract(room: Room, seats: int) -> None:
    report = check(room, seats, 30, 1)
    assert report.matches == 30


def test_every_rule_is_cited_by_a_test(room: Room, here: Path) -> None:
    uncited, unknown = uncited_rules(room, here)
    assert uncited == []
    assert unknown == []


def test_every_way_to_end_has_a_recorded_match(room: Room, here: Path) -> None:
    assert missing_matches(room, here) == []
