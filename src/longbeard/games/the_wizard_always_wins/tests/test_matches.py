"""Recorded matches, one for every number of seats, and one match told in words.

`record_matches.py` writes them again when rules or cards have changed.
"""

import runpy
from pathlib import Path

import pytest

from longbeard.engine import record
from longbeard.engine.room import Room

MATCHES = sorted(Path(__file__).parent.glob("matches/*.json"))
PLAYED_BY_RULES_1 = sorted(Path(__file__).parent.glob("matches/rules-1/*.json"))
"""Records of older rules, kept as they were: no script can make them again."""


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_z1_a_recorded_match_ends_as_it_did(room: Room, path: Path) -> None:
    kept = record.read(path.read_text(encoding="utf-8"))
    match = record.replay(kept, room)
    assert match.over
    assert path.stem == f"{match.state.ending()}-{len(match.seats)}"
    assert record.write(match) == kept.text
    assert match.text(match.log[-1]) == "take:wizard"
    assert match.state.winners() == [match.log[-1].seat]


def test_there_is_one_for_every_number_of_seats() -> None:
    assert [path.name for path in MATCHES] == [f"own-gem-{seats}.json" for seats in (2, 3, 4, 5)]


@pytest.mark.parametrize("path", PLAYED_BY_RULES_1, ids=lambda path: path.stem)
def test_e2_a_match_that_was_played_before_several_sets_at_once_replays(room: Room, path: Path) -> None:
    kept = record.read(path.read_text(encoding="utf-8"))
    match = record.replay(kept, room)
    assert (kept.rules, room.plate.rules) == (1, 2)
    assert any(" turn-in:" in action for action in kept.actions)
    assert match.over
    again = record.read(record.write(match))
    assert (again.rules, again.actions) == (2, kept.actions), "written anew, it is a match of these rules"
    assert record.replay(again, room).state.dump() == match.state.dump()


def test_the_records_are_what_the_script_makes(room: Room, here: Path) -> None:
    made = dict(runpy.run_path(str(here / "record_matches.py"))["records"](room))
    assert made == {path.name: path.read_text(encoding="utf-8") for path in MATCHES}


def test_the_playthrough_is_told_as_it_was(room: Room, here: Path) -> None:
    told = runpy.run_path(str(here / "record_matches.py"))["playthrough"](room)
    assert told == (here / "playthrough.txt").read_text(encoding="utf-8")
