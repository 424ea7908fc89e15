"""The challenge: the same matches and the same score, wherever and however it is played."""

import json
from pathlib import Path

from click.testing import CliRunner

from longbeard.engine.errors import NoSuchGame
from longbeard.engine.room import Room
from longbeard.terminal.challenge import DEALS, OPPONENTS, SEED, our_games
from longbeard.terminal.command import longbeard

PAGE = Path(__file__).parent.parent / "docs/challenge.md"


def taken(*words: str) -> str:
    done = CliRunner().invoke(longbeard, ["challenge", *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_score_is_the_same_to_the_last_digit_with_more_processes(room: Room) -> None:
    asked = ["greedy", "--game", room.plate.slug, "--deals", "1", "--json"]
    one, other = taken(*asked), taken(*asked, "--jobs", "2")
    assert one == other
    said = json.loads(one)
    assert [row["opponent"] for row in said["rows"]] == list(OPPONENTS)
    assert all(row["matches"] == 2 and row["forfeits"] == 0 for row in said["rows"])
    # Against itself every match is won or shared by one of two, so that half is sure.
    assert said["rows"][1]["share"] == "0.500000"
    assert not said["whole"]


def test_another_bot_plays_other_matches(room: Room) -> None:
    hashes = {json.loads(taken(bot, "--game", room.plate.slug, "--deals", "1", "--json"))["matches"]
              for bot in ("greedy", "random")}  # fmt: skip
    assert len(hashes) == 2


def test_an_unknown_game_or_no_deals_are_refused_before_anybody_plays() -> None:
    done = CliRunner().invoke(longbeard, ["challenge", "random", "--game", "chess"])
    assert isinstance(done.exception, NoSuchGame)
    assert CliRunner().invoke(longbeard, ["challenge", "random", "--deals", "0"]).exit_code == 1


def test_the_page_says_what_is_played() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert str(SEED) in page
    assert f"the first {DEALS} of seed" in page
    assert all(f"`{opponent}`" in page for opponent in OPPONENTS)
    assert f"{2 * DEALS * len(OPPONENTS) * len(our_games()):,} matches" in page
