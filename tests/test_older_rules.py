"""Matches that were begun with older rules: a plate says which ones go on (`Plate.replays`)."""

from dataclasses import replace

import pytest

from longbeard.engine import record
from longbeard.engine.errors import BadRecord
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import Room
from longbeard.table.opening import Opening, read_opening
from longbeard.table.seat import Seat


def opened_with(room: Room, rules: int) -> Opening:
    """Return a table as it was kept on the disk."""
    seats = [Seat(f"Wizard {number}", PERSON) for number in range(room.plate.seats[0])]
    options = room.settle(len(seats), {})
    opening = Opening(room.plate.slug, options, seats, seed_secret(1), rules, room.box.digest, "ada")
    return read_opening(opening.write())


def test_a_kept_table_goes_on_under_rules_that_only_add_to_its_own(room: Room) -> None:
    now = opened_with(room, room.plate.rules).deal().state.dump()
    for rules in room.plate.replays:
        assert opened_with(room, rules).deal().state.dump() == now


def test_a_kept_table_of_other_rules_is_refused(room: Room) -> None:
    for rules in (0, room.plate.rules + 1):
        with pytest.raises(BadRecord, match="other rules"):
            opened_with(room, rules).deal()


def test_a_record_replays_under_the_rules_that_the_plate_names(room: Room, played: Match) -> None:
    text = record.write(played)
    older = Room(room.package)
    older.plate = replace(room.plate, rules=room.plate.rules + 1, replays=(room.plate.rules,))
    assert record.replay(record.read(text), older).state.dump() == played.state.dump()
    older.plate = replace(older.plate, replays=())
    with pytest.raises(BadRecord, match=rf"rules {room.plate.rules}; this longbeard plays"):
        record.replay(record.read(text), older)


def test_no_plate_replays_rules_that_are_not_older(room: Room) -> None:
    assert all(0 < rules < room.plate.rules for rules in room.plate.replays)
