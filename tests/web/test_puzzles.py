"""Puzzles over a real server."""

from collections.abc import Callable
from html import escape

from tests.web.served import Visitor

from longbeard.bots.puzzles import puzzles_of
from longbeard.engine.room import Room


def test_a_puzzle_asks_and_then_tells_what_each_choice_is_worth(
    visitor: Callable[[], Visitor], room: Room
) -> None:
    client, base = visitor().client, f"/games/{room.plate.slug}/puzzles"
    assert client.get(base).text.count(f'href="{base}/') == len(puzzles_of(room))
    puzzle = puzzles_of(room)[0]
    asked = client.get(f"{base}/1").text
    assert "Found." not in asked
    assert "<meter" not in asked
    for verdict in puzzle.verdicts:
        assert f'value="{escape(verdict.action)}"' in asked
    right = client.get(f"{base}/1", params={"action": puzzle.best}).text
    assert "Found." in right
    assert right.count("<meter") == len(puzzle.verdicts)
    assert "Not quite." in client.get(f"{base}/1", params={"action": puzzle.obvious}).text


def test_a_puzzle_that_is_not_there(visitor: Callable[[], Visitor], room: Room) -> None:
    client, base = visitor().client, f"/games/{room.plate.slug}/puzzles"
    assert client.get(f"{base}/0").status_code == 404
    assert client.get(f"{base}/999").status_code == 404
    assert "Not quite." not in client.get(f"{base}/1", params={"action": "fly:away"}).text
    assert client.get("/games/no-such-game/puzzles").status_code == 404
