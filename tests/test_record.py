"""Records: readable, stable, and refused when a single character is not true."""

import contextlib
import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from longbeard.engine import record
from longbeard.engine.errors import BadRecord, LongbeardError
from longbeard.engine.match import Match
from longbeard.engine.room import Room


def broken(text: str, room: Room) -> str:
    """Return the complaint about a text."""
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
    assert facts["actions"] == [f"{move.seat} {played.text(move)}" for move in played.log]
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


@pytest.mark.parametrize(
    "name", ["seal", '"seal": "', 'a "seal": "' + "0" * 64, '"ending":', "options", '"', "\\", "\\n"]
)
def test_a_player_may_have_any_name(room: Room, played: Match, name: str) -> None:
    for seat in range(len(played.seats)):
        names = [name if place == seat else other for place, other in enumerate(played.seats)]
        text = forged(played, "seats", names)
        assert record.replay(record.read(text), room).seats == names
        changed = text.replace(' "ending":', '  "ending":')
        line = line_with(text, ' "ending":')
        assert broken(changed, room) == f"line {line}: this line is not as a record writes it"


@pytest.mark.parametrize("version", [True, 1.0, "1", None, [1]])
def test_the_format_is_a_whole_number_and_nothing_that_equals_it(
    room: Room, played: Match, version: object
) -> None:
    assert broken(forged(played, "longbeard", version), room).startswith("line 2: the format is ")


def test_half_of_a_letter_is_refused_with_its_line(room: Room, played: Match) -> None:
    text = record.write(played)
    for key in ("seats", "players", "actions", "options", "ending", "game"):
        facts = json.loads(text)
        facts[key] = {"tea": "\ud800"} if key == "options" else ["\udfff"] if key[-1] == "s" else "\udc00"
        complaint = broken(json.dumps(facts, indent=1), room)
        assert "half of a letter" in complaint
        assert not complaint.startswith("line 1:")
    assert "half of a letter" in broken('{"\\ud800": 1}', room)


def test_a_number_of_many_digits_is_refused_with_its_line(room: Room, played: Match) -> None:
    text = record.write(played)
    many = "9" * 5000
    rules = f'"rules": {played.room.plate.rules},'
    assert broken(text.replace(rules, f'"rules": {many},'), room).startswith("line 4: ")
    moves = json.loads(text)["actions"]
    complaint = broken(forged(played, "actions", [f"{many} {moves[0]}", *moves[1:]]), room)
    assert complaint.startswith(
        f"line {record.read(text).line_of('actions', 0)}: a move is a seat and an action"
    )
    assert len(complaint) < 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_stands_in_a_record_is_refused_in_a_sentence(
    room: Room, played: Match, data: st.DataObject
) -> None:
    facts = json.loads(record.write(played))
    key = data.draw(st.sampled_from(record.KEYS))
    facts[key] = data.draw(JSON)
    if key == "actions" or data.draw(st.booleans()):
        moves = [
            f"{data.draw(st.integers())} {data.draw(st.text(max_size=12))}",
            data.draw(st.text(max_size=30)),
        ]
        facts["actions"] = data.draw(st.permutations(moves))
    how = data.draw(st.sampled_from([None, 1]))
    complaint = broken(json.dumps(facts, indent=how), room)
    assert complaint.startswith("line ")
    complaint.encode()
    try:
        sealed = record._render(facts)
    except (TypeError, KeyError, ValueError):
        return
    record_or_complaint(sealed, room)


@settings(deadline=None, max_examples=100)
@given(text=st.text() | st.binary().map(lambda raw: raw.decode("utf-8", "replace")))
def test_whatever_a_file_holds_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadRecord, match=r"^line \d+: "):
        record.read(text)


def record_or_complaint(text: str, room: Room) -> None:
    """Either it can be replayed, or it is refused; nothing else is raised."""
    with contextlib.suppress(BadRecord):
        record.replay(record.read(text), room)


def resealed(text: str) -> str:
    """Return the text with a seal that fits, as a forger would write it."""
    body = text[: text.rindex(' "seal"')]
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
