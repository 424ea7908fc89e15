"""The sheet that observations are written on, and rooms that have none."""

from pathlib import Path

import pytest

from longbeard.engine.encoder import Sheet, width, write_row
from longbeard.engine.errors import BadOptions
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.engine.state import OVER

FIFTH = Path(__file__).parent / "fifth_game" / "src"


def test_a_row_holds_what_was_put_there_last_and_nothing_of_before() -> None:
    sheet = Sheet(2, 4)
    sheet.begin(1)
    sheet.put(0, 5)
    sheet.put(1, 0)
    sheet.add(3, 1)
    sheet.add(3, 2)
    sheet.finish()
    assert list(sheet.numbers) == [0, 0, 0, 0, 5, 0, 0, 3]
    sheet.begin(0)
    sheet.put(2, -7)
    sheet.finish()
    sheet.begin(1)
    sheet.add(1, 4)
    sheet.finish()
    assert list(sheet.numbers) == [0, 0, -7, 0, 0, 4, 0, 0]


def test_a_used_sheet_says_the_same_as_a_new_one(room: Room) -> None:
    """Whatever a room does not write is 0, however much was there before."""
    for seats in range(room.plate.seats[0], room.plate.seats[1] + 1):
        state, luck = room.table(seats), QuickLuck(seats)
        state.deal(luck)
        numbers = width(room.encoder, state)
        used = Sheet(1, numbers)
        while state.to_act() != OVER:
            for viewer in range(-1, seats):
                new = Sheet(1, numbers)
                write_row(room.encoder, state, viewer, new, 0)
                write_row(room.encoder, state, viewer, used, 0)
                assert list(used.numbers) == list(new.numbers)
            legal = state.legal()
            state.resolve(legal[luck.below(len(legal))], luck)


def test_a_room_without_numbers_for_learners_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FIFTH))
    (package,) = (path.parent.name for path in FIFTH.glob("*/__init__.py"))
    with pytest.raises(BadOptions, match="has no encoder"):
        _ = Room(package).encoder
