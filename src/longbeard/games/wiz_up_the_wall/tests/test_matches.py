"""Recorded matches, one for every way to end and every number of seats, and one match told in words.

`record_matches.py` writes them again when rules or cards have changed.
"""

import runpy
from pathlib import Path

import pytest

from longbeard.engine import record
from longbeard.engine.errors import BadRecord
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
def test_p4_the_winners_of_a_recorded_match(room: Room, path: Path) -> None:
    match = record.replay(record.read(path.read_text(encoding="utf-8")), room)
    totals = [
        sum(points or 0 for points in wizard["points"]) for wizard in room.look(match.state, -1)["wizards"]
    ]
    assert match.state.scores() == totals
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if match.state.ending() == "tie-broken":  # P6
        rounds = [sorted((points or 0 for points in wizard["points"]), reverse=True)
                  for wizard in room.look(match.state, -1)["wizards"]]  # fmt: skip
        longest = max(rounds[seat] for seat in best)
        assert len(best) > 1
        best = [seat for seat in best if rounds[seat] == longest]
    assert match.state.winners() == (best if max(totals) > 0 else [])  # P5
    assert (len(match.state.winners()) > 1) == (match.state.ending() == "shared")
    assert (max(totals) == 0) == (match.state.ending() == "nobody-scored")


def test_there_is_one_for_every_ending_and_number_of_seats() -> None:
    assert len(MATCHES) == 20


def test_p5_a_record_of_the_first_rules_replays_if_it_ends_as_it_did(room: Room, here: Path) -> None:
    kept = record.read((here / "old_matches" / "rules-1-longest-3.json").read_text(encoding="utf-8"))
    assert kept.rules == 1
    match = record.replay(kept, room)
    assert (match.state.ending(), match.state.winners()) == (kept.ending, kept.winners)


def test_p5_a_record_of_the_first_rules_in_which_a_total_of_0_won_is_refused(room: Room, here: Path) -> None:
    kept = record.read((here / "old_matches" / "rules-1-shared-2.json").read_text(encoding="utf-8"))
    assert (kept.rules, kept.winners) == (1, [0, 1])
    with pytest.raises(BadRecord) as refused:
        record.replay(kept, room)
    assert str(refused.value) == (
        f"line {kept.line_of('ending')}: it was played by rules 1, and cannot be replayed: "
        "by rules 3 the ending is nobody-scored and the winners are []"
    )


def test_the_records_are_what_the_script_makes(room: Room, here: Path) -> None:
    made = dict(runpy.run_path(str(here / "record_matches.py"))["records"](room))
    assert made == {path.name: path.read_text(encoding="utf-8") for path in MATCHES}


def test_the_playthrough_is_told_as_it_was(room: Room, here: Path) -> None:
    told = runpy.run_path(str(here / "record_matches.py"))["playthrough"](room)
    assert told == (here / "playthrough.txt").read_text(encoding="utf-8")


def test_the_sensible_players_play_to_the_end(here: Path) -> None:
    figures = runpy.run_path(str(here / "sensible_play.py"))["measure"](3, 1)
    assert figures.rounds == 3
    assert sum(figures.spells[fate] for fate in ("finished", "crossed", "touched", "ran-out")) == 9


def test_p6_a_record_of_the_second_rules_which_had_no_option_for_ties_replays(room: Room, here: Path) -> None:
    kept = record.read((here / "old_matches" / "rules-2-shared-3.json").read_text(encoding="utf-8"))
    assert (kept.rules, kept.ending) == (2, "shared")
    assert "ties" not in kept.options
    match = record.replay(kept, room)
    assert (match.state.ending(), match.state.winners()) == (kept.ending, kept.winners)
    assert match.options["ties"] == "shared"


def test_p6_of_equal_totals_the_longest_stream_of_a_round_wins(room: Room) -> None:
    """Three rounds of 5, 9, 4 and of 6, 6, 6 make 18; nine is the longest. Rounds all alike share."""
    from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall

    for ties, rounds, winners, ending in (
        ("longest", [(5, 9, 4), (6, 6, 6)], [0], "tie-broken"),
        ("longest", [(9, 4, 5), (9, 3, 6)], [1], "tie-broken"),
        ("longest", [(9, 4, 5), (5, 9, 4)], [0, 1], "shared"),
        ("longest", [(9, 4, 6), (5, 9, 4)], [0], "longest"),
        ("shared", [(5, 9, 4), (6, 6, 6)], [0, 1], "shared"),
    ):
        state = room.table(2, {"ties": ties})
        assert isinstance(state, WizUpTheWall)
        state.round = 2
        for at, points in enumerate(zip(*rounds, strict=True)):
            for seat in (0, 1):
                state.points[at * 2 + seat] = points[seat]
        state._end_match()
        assert (state.winners(), state.ending()) == (winners, ending)
