"""A match that nobody wins, wherever somebody is told how it ended or is given something for it."""

import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from longbeard.bots import LEVELS
from longbeard.bots.advice import advise
from longbeard.bots.greedy import GreedyBot
from longbeard.engine import gate, record
from longbeard.engine.hints import Hints, share_of_win
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.state import OVER
from longbeard.engine.story import SPECTATOR
from longbeard.games import room as open_room
from longbeard.lab import report
from longbeard.lab.arena import Arena
from longbeard.lab.bout import Plan, Result
from longbeard.lab.pairing import Pairing
from longbeard.rl.tables import score_rewards, win_rewards
from longbeard.terminal.verify import verify

GAME = open_room("wiz-up-the-wall")
MATCHES = Path(__file__).parent.parent / "src/longbeard/games/wiz_up_the_wall/tests/matches"
SEATS = range(GAME.plate.seats[0], GAME.plate.seats[1] + 1)


def path_of(seats: int) -> Path:
    return MATCHES / f"nobody-scored-{seats}.json"


def lost_by_all(seats: int) -> Match:
    """Return the recorded match of so many seats in which nobody scored."""
    return record.replay(record.read(path_of(seats).read_text(encoding="utf-8")), GAME)


@pytest.mark.parametrize("seats", SEATS)
def test_the_gate_and_the_story_say_so(seats: int) -> None:
    match = lost_by_all(seats)
    look = gate.look(match, SPECTATOR)
    assert (look["over"], look["winners"], look["scores"]) == (True, [], [0] * seats)
    assert look["ending"] in GAME.plate.unwon
    assert gate.story(match, SPECTATOR)[-1]["words"] == "Nobody wins: nobody has a point."


@pytest.mark.parametrize("seats", SEATS)
def test_it_is_worth_the_same_to_every_seat_and_the_rewards_add_up_to_nought(seats: int) -> None:
    state = lost_by_all(seats).state
    assert win_rewards(state) == score_rewards(state) == [0.0] * seats
    shares = [share_of_win(state, seat) for seat in range(seats)]
    assert shares == [1 / seats] * seats
    assert [Hints().worth(state, seat) for seat in range(seats)] == shares
    assert [GAME.hints.worth(state, seat) for seat in range(seats)] == shares


def test_a_search_expects_an_equal_share_of_a_match_that_nobody_can_win() -> None:
    """With a box in which any symbol is one too many, every stream goes bust."""
    box = GAME.open_box(GAME.text("cards.toml").replace("bust = 5", "bust = 0"))
    match = Match(GAME, ["Ada", "Bert", "Cleo"], {"rounds": "1"}, seed_secret(1), box)
    while len(match.state.legal()) < 2:
        match.play(match.to_act, match.state.legal()[0])
    for advice in advise(match, match.to_act, visits=40):
        assert advice.chance == pytest.approx(1 / 3)
    bot, luck = GreedyBot(GAME.hints), QuickLuck(1)
    while not match.over:
        seat = match.to_act
        match.play(seat, bot.choose(match.state.imagine(seat, luck), seat, luck))
    assert (match.state.to_act(), match.state.winners()) == (OVER, [])


def test_the_arena_gives_every_seat_its_fair_share_and_counts_the_ending() -> None:
    lost = [
        Result(Pairing(0, 0, turn, bots), "nobody-scored", [], [0, 0], 9, [array("f")] * 2, [])
        for turn, bots in enumerate((("a", "b"), ("b", "a")))
    ]
    arena = Arena(Plan("game", ("a", "b"), 2, 1, 1))
    arena._results = {one.pairing: one for one in lost}
    said = report.figures(arena)
    assert [bot["win_share"]["value"] for bot in said["bots"]] == [0.5, 0.5]
    assert [bot["ratio"]["value"] for bot in said["bots"]] == [1.0, 1.0]
    assert said["bots"][0]["rating"] == said["bots"][1]["rating"]
    assert said["endings"] == {"nobody-scored": 2}


def test_every_level_has_words_for_it() -> None:
    for level in LEVELS:
        assert level.last_words(1, []) == level.unwon
        assert level.last_words(1, [0]) == level.lost
        assert level.last_words(1, [0, 1]) == level.won


def test_verify_says_that_nobody_won() -> None:
    said = verify(path_of(2))
    assert (said["true"], said["winners"]) == (True, [])
    assert said["says"][-1] == "It ended: No wizard has scored a single point. Nobody won."


def test_the_terminal_says_that_nobody_wins(tmp_path: Path) -> None:
    match = lost_by_all(2)
    path = tmp_path / "save.json"
    path.write_text(record.write(match.until(len(match.log) - 1), private=True), encoding="utf-8")
    shown = subprocess.run(
        [sys.executable, "-m", "longbeard", "play", "--resume", "--save", str(path)],
        input=f"\n{match.text(match.log[-1])}\n",  # the first line: whoever is to play has the screen
        capture_output=True,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path / "data")},
        timeout=120,
        check=True,
    ).stdout
    assert "It is over: No wizard has scored a single point. Nobody wins." in shown
    assert record.read(path.read_text(encoding="utf-8")).winners == []
