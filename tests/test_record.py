"""Records: readable, stable, and refused when a single character is not true."""

import json
import random
from pathlib import Path

import pytest

from longbeard.engine import record
from longbeard.engine.errors import BadRecord, LongbeardError
from longbeard.engine.match import Match
from longbeard.engine.room import Room


def broken(text: str, room: Room) -> str:
    """The complaint about a text."""
    with pytest.raises(BadRecord) as caught:
        record.replay(record.read(text), room)
    return str(caught.value)


def line_with(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), start=1) if part in line)


def test_a_record_is_plain_json_with_a_line_for_each_move(played: Match) -> None:
    text = record.write(played)
    facts = json.loads(text)
    assert facts["longbeard"] == record.FORMAT
    assert facts["game"] == played.room.plate.slug
    assert facts["secret"] == played.secret.hex()
    assert facts["actions"] == [f"{move.seat} {move.text}" for move in played.log]
    assert len(text.splitlines()) == len(record.KEYS) + len(played.log) + 3


def test_writing_replaying_and_writing_again_gives_the_same_bytes(room: Room, played: Match) -> None:
    text = record.write(played)
    again = record.replay(record.read(text), room)
    assert again.state.dump() == played.state.dump()
    assert record.write(again) == text


def test_a_running_match_has_only_a_private_save(room: Room, played: Match) -> None:
    running = played.until(len(played.log) - 1)
    with pytest.raises(LongbeardError, match="still running"):
        record.write(running)
    assert "still running" in broken(forged(played, "secret", None), room)
    saved = record.write(running, private=True)
    assert record.replay(record.read(saved), room).state.dump() == running.state.dump()


def test_any_changed_character_is_refused(room: Room, played: Match) -> None:
    text = record.write(played)
    chance = random.Random(1)
    for place in chance.sample(range(len(text)), 150):
        for other in chance.sample('0a9 ,"Z\n', 2):
            if other != text[place]:
                complaint = broken(text[:place] + other + text[place + 1 :], room)
                assert complaint.startswith("line ")


def test_any_lost_or_added_character_is_refused(room: Room, played: Match) -> None:
    text = record.write(played)
    chance = random.Random(2)
    for place in chance.sample(range(len(text)), 60):
        broken(text[:place] + text[place + 1 :], room)
        broken(text[:place] + " " + text[place:], room)
    broken(text + "\n", room)
    broken(text[:-1], room)


@pytest.mark.parametrize("key", [key for key in record.KEYS if key != "longbeard"])
def test_a_missing_fact_is_named(room: Room, played: Match, key: str) -> None:
    facts = json.loads(record.write(played))
    del facts[key]
    assert f"{key} is missing" in broken(json.dumps(facts), room)


@pytest.mark.parametrize("key", [key for key in record.KEYS if key != "longbeard"])
@pytest.mark.parametrize("nonsense", [[1.5], {"a": 1}, 3.5, True])
def test_a_fact_of_the_wrong_kind_is_named_with_its_line(
    room: Room, played: Match, key: str, nonsense: object
) -> None:
    facts = json.loads(record.write(played))
    facts[key] = nonsense
    text = json.dumps(facts, indent=1)
    assert broken(text, room).startswith(f"line {line_with(text, chr(34) + key + chr(34))}: {key} is")


def test_an_unknown_version_is_refused(room: Room, played: Match) -> None:
    text = record.write(played).replace('"longbeard": 1,', '"longbeard": 2,')
    assert broken(text, room) == "line 2: the format is 2; this longbeard reads format 1"


def test_what_is_no_part_of_a_record_is_refused(room: Room, played: Match) -> None:
    text = record.write(played).replace('{\n "longbeard"', '{\n "tea": 1,\n "longbeard"')
    assert broken(text, room) == "line 2: tea is no part of a record"


@pytest.mark.parametrize("text", ["", "tea", "[]", "null", "{}", "[" * 100_000])
def test_what_is_no_record_at_all_is_refused(room: Room, text: str) -> None:
    assert broken(text, room).startswith("line 1")


def resealed(text: str) -> str:
    """The text with a seal that fits, as a forger would write it."""
    body = text[: text.index(' "seal"')]
    return f'{body} "seal": "{record._seal(body)}"\n}}\n'


def forged(played: Match, key: str, value: object) -> str:
    facts = json.loads(record.write(played))
    facts[key] = value
    return record._render(facts)


def test_a_forger_who_mends_the_seal_is_still_caught(room: Room, played: Match) -> None:
    text = record.write(played)
    assert resealed(text) == text
    forgeries = {
        "game": "tiddlywinks",
        "rules": 99,
        "cards": "0" * 64,
        "secret": "0" * 64,
        "commitment": "0" * 64,
        "ending": "boredom",
        "winners": [7],
        "options": {"tea": "yes"},
        "seats": ["Ada"],
        "players": ["person"],
    }
    for key, value in forgeries.items():
        assert broken(forged(played, key, value), room).startswith("line ")


def test_another_move_is_named_with_its_line(room: Room, played: Match) -> None:
    text = record.write(played)
    moves = json.loads(text)["actions"]
    for place, nonsense in ((0, "tea"), (1, "0 make-tea"), (len(moves) - 1, "9 end")):
        changed = [*moves[:place], nonsense, *moves[place + 1 :]]
        complaint = broken(forged(played, "actions", changed), room)
        assert complaint.startswith(f"line {record.read(text).line_of('actions', place)}: ")


def test_moves_after_the_end_are_refused(room: Room, played: Match) -> None:
    moves = json.loads(record.write(played))["actions"]
    assert "over" in broken(forged(played, "actions", [*moves, moves[0]]), room)


def test_a_saved_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record.save(path, "one\n")
    record.save(path, "two\n")
    assert path.read_text() == "two\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]
    assert path.stat().st_mode & 0o777 == 0o600
