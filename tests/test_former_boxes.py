"""Boxes that were played with before (`former.toml`): their tables go on, and their records replay."""

import sqlite3
import tomllib
from pathlib import Path

import pytest

from longbeard.engine import record
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import Room
from longbeard.games import room as open_room
from longbeard.games import rooms
from longbeard.store.sqlite import SQLiteStore
from longbeard.table.opening import Opening, read_opening
from longbeard.table.seat import Seat

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "longbeard" / "games"
REAL = sorted([*(ROOT / "docs" / "readings").glob("*.json"), *GAMES.glob("*/tests/older/*.json")])
"""Records that were written before boxes changed; none of them is ever made anew."""
CHANGED = [slug for slug, found in rooms().items() if found.former_boxes]


def replayed(path: Path) -> tuple[record.Record, Match]:
    kept = record.read(path.read_text(encoding="utf-8"))
    return kept, record.replay(kept, open_room(kept.game))


@pytest.mark.parametrize("slug", CHANGED)
def test_a_former_box_differs_in_what_former_toml_says_and_nowhere_else(slug: str) -> None:
    found = open_room(slug)
    formers = tomllib.loads(found.text("former.toml"))["former"]
    text = found.text("cards.toml")
    for former in formers:
        for change in former["changes"]:
            assert text.count(change["now"]) == 1
            text = text.replace(change["now"], change["then"])
    assert len({found.printed_box.digest, *found.former_boxes}) == len(formers) + 1


@pytest.mark.parametrize("slug", CHANGED)
def test_there_is_a_real_record_of_every_former_box(slug: str) -> None:
    played = {kept.cards for path in REAL for kept in [record.read(path.read_text(encoding="utf-8"))]}
    assert open_room(slug).former_boxes.keys() <= played


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.parent.parent.name}-{path.stem}")
def test_a_record_of_a_former_box_replays_and_its_seal_fits(path: Path) -> None:
    kept, match = replayed(path)
    assert match.over
    assert match.box.digest == kept.cards
    assert record.write(match) == kept.text


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.parent.parent.name}-{path.stem}")
def test_a_table_that_was_opened_with_a_former_box_goes_on_with_it(path: Path) -> None:
    kept, ended = replayed(path)
    seats = [Seat(name, PERSON) for name in kept.seats]
    opening = Opening(kept.game, kept.options, seats, ended.secret, kept.rules, kept.cards, "ada")
    match = read_opening(opening.write()).deal()
    for move in ended.log:
        match.play(move.seat, move.action)
    assert match.box.digest == kept.cards
    assert match.state.dump() == ended.state.dump()


def test_a_new_table_has_the_newest_box(room: Room) -> None:
    assert room.box.digest not in room.former_boxes


def test_a_room_without_former_boxes_knows_no_other(room: Room) -> None:
    assert room.find_box("0" * 64) is None


def test_the_tables_of_a_real_older_store_go_on(tmp_path: Path) -> None:
    """`version1.sql` is what a server of an older longbeard left behind."""
    path = tmp_path / "tables.sqlite"
    file = sqlite3.connect(path, isolation_level=None)
    file.executescript((ROOT / "tests" / "web" / "version1.sql").read_text(encoding="utf-8"))
    file.close()
    store = SQLiteStore(path)
    for heading in store.headings():
        kept = store.load(heading.id)
        assert kept is not None
        opening = read_opening(kept.opening)
        match = opening.deal()
        assert match.box.digest in open_room(opening.game).former_boxes
        for entry in kept.entries:
            if entry.kind == "play":
                match.play_text(entry.seat, entry.text)
    store.close()
