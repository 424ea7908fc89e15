"""Recorded matches, one for every way to end and every number of seats, and one match told in words.

`record_matches.py` writes them again when rules or cards have changed.
"""

import runpy
from pathlib import Path

import pytest

from longbeard.engine import record
from longbeard.engine.room import Room

MATCHES = sorted(Path(__file__).parent.glob("matches/*.json"))


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_a_recorded_match_ends_as_it_did(room: Room, path: Path) -> None:
    kept = record.read(path.read_text(encoding="utf-8"))
    match = record.replay(kept, room)
    assert match.over
    assert path.stem == f"{match.state.ending()}-{len(match.seats)}"
    assert record.write(match) == kept.text


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_z1_the_winners_of_a_recorded_match(room: Room, path: Path) -> None:
    match = record.replay(record.read(path.read_text(encoding="utf-8")), room)
    wizards = room.look(match.state, -1)["wizards"]
    standing = [seat for seat, wizard in enumerate(wizards) if wizard["in"]]
    if match.state.ending() == "last-standing":
        assert match.state.winners() == standing
    else:
        assert standing == []
        assert (len(match.state.winners()) > 1) == (match.state.ending() == "nobody-left-shared")
        assert len({wizards[seat]["stamina"] for seat in match.state.winners()}) == 1


def test_there_is_one_for_every_ending_and_number_of_seats() -> None:
    assert len(MATCHES) == 9


def test_the_records_are_what_the_script_makes(room: Room, here: Path) -> None:
    made = dict(runpy.run_path(str(here / "record_matches.py"))["records"](room))
    assert made == {path.name: path.read_text(encoding="utf-8") for path in MATCHES}


def test_the_playthrough_is_told_as_it_was(room: Room, here: Path) -> None:
    told = runpy.run_path(str(here / "record_matches.py"))["playthrough"](room)
    assert told == (here / "playthrough.txt").read_text(encoding="utf-8")
