"""What the numbers of observations and actions mean: the pages, and that the numbers keep to them."""

import csv
from pathlib import Path

import numpy as np

from longbeard.engine.encoder import KINDS, Sheet, width, write_row
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.engine.state import OVER
from longbeard.engine.story import SPECTATOR
from longbeard.rl.layouts import actions, actions_file, actions_page, layouts_page, places, runs
from longbeard.rl.sitting import numbers_space

DOCS = Path(__file__).parent.parent.parent / "docs"
AGAIN = "python -m longbeard.rl.layouts writes it anew"


def test_the_pages_are_what_the_rooms_say() -> None:
    assert (DOCS / "layouts.md").read_text(encoding="utf-8") == layouts_page(), AGAIN
    assert (DOCS / "actions.md").read_text(encoding="utf-8") == actions_page(), AGAIN
    assert (DOCS / "actions.csv").read_text(encoding="utf-8") == actions_file(), AGAIN


def test_every_number_has_one_name_and_one_kind(room: Room) -> None:
    for players in range(room.plate.seats[0], room.plate.seats[1] + 1):
        table = room.table(players)
        fields = room.encoder.layout(table)
        named = list(places(fields))
        assert len(dict(named)) == len(named)
        assert int(named[-1][1].split("–")[-1]) == width(room.encoder, table) - 1
        assert {field.kind for field in fields} <= {*KINDS}


def test_every_number_stays_in_its_range(room: Room) -> None:
    """At every decision of random matches, for every viewer, and at the end."""
    for players in range(room.plate.seats[0], room.plate.seats[1] + 1):
        table, luck = room.table(players), QuickLuck(players)
        space = numbers_space(room, table)
        sheet = Sheet(1, width(room.encoder, table))
        numbers = np.frombuffer(memoryview(sheet.numbers), np.int16)
        for _match in range(3):
            state = table.clone()
            state.deal(luck)
            while True:
                for viewer in range(SPECTATOR, players):
                    write_row(room.encoder, state, viewer, sheet, 0)
                    outside = np.flatnonzero((numbers < space.low) | (numbers > space.high))
                    assert not len(outside), [
                        (place, int(numbers[place]), space.low[place], space.high[place]) for place in outside
                    ]
                if state.to_act() == OVER:
                    break
                legal = state.legal()
                state.resolve(legal[luck.below(len(legal))], luck)


def test_runs_of_actions_cover_all_of_them(room: Room) -> None:
    texts = actions(room, room.plate.seats[1])
    covered = [action for first, last in runs(texts) for action in range(first, last + 1)]
    assert covered == list(range(len(texts)))


def test_the_file_has_every_action_of_every_table(room: Room) -> None:
    """As the tables themselves spell and parse it, for every number of players."""
    listed = list(csv.DictReader((DOCS / "actions.csv").read_text(encoding="utf-8").splitlines()))
    for players in range(room.plate.seats[0], room.plate.seats[1] + 1):
        mine = [
            row for row in listed if row["game"] == room.plate.slug and str(players) in row["players"].split()
        ]
        table = room.table(players)
        assert [int(row["action"]) for row in mine] == list(range(table.action_count()))
        assert [room.parse(table, row["notation"]) for row in mine] == list(range(table.action_count()))
