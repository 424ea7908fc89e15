"""Puzzles: every room has some, with one clear answer that is not the obvious one; nothing hidden is told."""

from math import sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.twins import Twin

from longbeard.bots import puzzles
from longbeard.bots.puzzles import GAP, Puzzle, judge, puzzles_of
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.terminal.command import longbeard

FEWEST = 5


def clearest(room: Room) -> Puzzle:
    return max(puzzles_of(room), key=lambda puzzle: puzzle.gap)


def test_every_room_has_puzzles_with_one_clear_answer_that_is_not_the_obvious_one(room: Room) -> None:
    found = puzzles_of(room)
    assert len(found) >= FEWEST
    assert len({puzzle.record for puzzle in found}) == len(found)
    for puzzle in found:
        match = puzzle.match(room)
        assert match.to_act == puzzle.seat
        legal = {room.spell(match.state, action) for action in match.state.legal()}
        assert {verdict.action for verdict in puzzle.verdicts} == legal
        best, second = puzzle.verdicts[:2]
        assert puzzle.gap >= GAP
        assert puzzle.gap > sqrt(best.margin**2 + second.margin**2)
        assert puzzle.obvious in legal - {puzzle.best}
        chances = [verdict.chance for verdict in puzzle.verdicts]
        assert chances == sorted(chances, reverse=True)


def test_another_search_finds_the_same_answer(room: Room) -> None:
    puzzle = clearest(room)
    assert judge(puzzle.match(room), puzzle.seat, seed=77, visits=300)[0].action == puzzle.best


def test_the_same_seed_finds_the_same_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Less sure than those that are shipped, so that they are found soon on interpreted rules, too.
    for name, less in (("GLANCE", 20), ("CLOSER", 30), ("VISITS", 30), ("GAP", 0.01), ("APART", 0)):
        monkeypatch.setattr(puzzles, name, less)
    slug = min(rooms(), key=lambda slug: rooms()[slug].plate.minutes)
    texts = []
    for name in ("one", "two"):
        words = ["puzzles", slug, "--count", "1", "--seed", "1", "-o", str(tmp_path / name)]
        answer = CliRunner().invoke(longbeard, words, catch_exceptions=False)
        assert answer.exit_code == 0, answer.output
        texts.append((tmp_path / name).read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert '"puzzles": [\n  {' in texts[0]


def test_a_puzzle_shows_its_seat_what_that_seat_can_know_and_nothing_else(room: Room) -> None:
    pytest.importorskip("jinja2", reason="pages need the extra `web`")
    from longbeard.web.pages.puzzles import page_of
    from longbeard.web.pages.render import render

    for number, puzzle in enumerate(puzzles_of(room), start=1):
        match = puzzle.match(room)
        for action in ("", puzzle.best):
            real, twin = (
                render("puzzle.html", **page_of(puzzle, table, number, 9, action))
                for table in (match, Twin(match, puzzle.seat))
            )
            assert real == twin
            assert match.secret.hex() not in real
