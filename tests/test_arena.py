"""The arena: fair pairings, honest intervals, the same results whoever plays them, and interruptions."""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from array import array
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from longbeard.bots import player as players
from longbeard.engine.errors import BadOptions
from longbeard.engine.luck import Luck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.playout import EndlessGame
from longbeard.engine.room import FIRST_SEAT, Room
from longbeard.games import rooms
from longbeard.lab import bout
from longbeard.lab.arena import Arena, make_plan
from longbeard.lab.bout import Plan, Result
from longbeard.lab.crew import processes
from longbeard.lab.pairing import Pairing, line_ups, matches_of, rotations, table_seed, thought_seed
from longbeard.lab.statistics import Share, clustered, percentile, wilson

pytest.importorskip("openskill")
from longbeard.lab import report  # needs openskill
from longbeard.lab.ratings import ratings

SOME_ROOM = next(iter(rooms().values()))


# Who meets whom.


@pytest.mark.parametrize(
    ("bots", "seats", "expected"),
    [
        (["a"], 3, ["aaa"]),
        (["a", "b"], 2, ["ab"]),
        (["a", "b"], 3, ["abb"]),
        (["a", "b", "c"], 2, ["ab", "ac", "bc"]),
        (["a", "b", "c", "d"], 3, ["abc", "abd", "acd", "bcd"]),
    ],
)
def test_line_ups(bots: list[str], seats: int, expected: list[str]) -> None:
    assert ["".join(table) for table in line_ups(bots, seats)] == expected


@pytest.mark.parametrize("line_up", ["ab", "abb", "abcd", "aab", "abab", "aaaa"])
def test_in_a_deal_every_bot_sits_equally_often_in_every_seat(line_up: str) -> None:
    moved = rotations(tuple(line_up))
    assert len(moved) == len(set(moved))
    for bot in set(line_up):
        often = [sum(table[seat] == bot for table in moved) for seat in range(len(line_up))]
        assert len(set(often)) == 1


def test_a_deal_is_every_line_up_in_every_rotation() -> None:
    matches = matches_of(7, line_ups(["a", "b", "c"], 2))
    assert [("".join(one.bots), one.line_up, one.rotation) for one in matches] == [
        ("ab", 0, 0), ("ba", 0, 1), ("ac", 1, 0), ("ca", 1, 1), ("bc", 2, 0), ("cb", 2, 1),
    ]  # fmt: skip
    assert {one.deal for one in matches} == {7}


def test_a_match_that_does_not_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bout, "LIMIT", 3)
    pairing = matches_of(0, line_ups(["random"], SOME_ROOM.plate.seats[0]))[0]
    plan = Plan(SOME_ROOM.plate.slug, ("random",), SOME_ROOM.plate.seats[0], 1, 1)
    with pytest.raises(EndlessGame, match="no end after 3 decisions"):
        bout.play(SOME_ROOM, plan, pairing)


def test_seeds_differ_wherever_luck_should() -> None:
    deals = {table_seed(seed, deal) for seed in range(20) for deal in range(50)}
    assert len(deals) == 1000
    pairings = [
        Pairing(deal, table, turn, ("a", "b")) for deal in (0, 1) for table in (0, 1) for turn in (0, 1)
    ]
    thoughts = {thought_seed(s, one, seat, move) for s in (1, 2) for one in pairings for seat in (0, 1)
                for move in (0, 1)}  # fmt: skip
    assert len(thoughts) == 64
    assert not thoughts & deals


def test_a_plan_counts_matches_in_whole_deals_and_says_who_is_first(room: Room) -> None:
    fewest, most = room.plate.seats
    for seats in (fewest, most):
        plan = make_plan(room, ["random", "greedy"], 101, seats, 1, {})
        assert plan.deals == -(-101 // seats)
        assert Arena(plan).matches == plan.deals * seats
        assert plan.options.get("first") == ("0" if FIRST_SEAT in room.plate.options else None)
    assert make_plan(room, ["random"], 1, None, 1, {}).players == fewest


@pytest.mark.parametrize(
    ("bots", "matches", "seats", "options"),
    [
        (["teapot"], 1, None, {}),
        ([""], 1, None, {}),
        (["./no/such/bot"], 1, None, {}),
        (["random"], 0, None, {}),
        ([], 1, None, {}),
        (["random"], 1, 99, {}),
        (["random"], 1, None, {"tea": "yes"}),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(
    bots: list[str], matches: int, seats: int | None, options: dict[str, str]
) -> None:
    with pytest.raises(BadOptions):
        make_plan(SOME_ROOM, bots, matches, seats, 1, options)


class Spy(players.Player):
    """Plays at random, and writes down what it was given."""

    seen: list[tuple[str, bytes, list[int], int]] = []  # noqa: RUF012

    def decide(self, match: Match, seat: int, luck: Luck) -> int:
        if not match.log:
            Spy.seen.append((match.players[seat], match.secret, match.state.dump(), int(luck.below(1 << 31))))
        legal = match.state.legal()
        return legal[luck.below(len(legal))]


def test_the_matches_of_a_deal_begin_alike_with_other_bots_in_the_seats(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bout, "player", lambda spec, room: Spy(spec))
    monkeypatch.setattr(Spy, "seen", [])
    plan = Plan(room.plate.slug, ("a", "b"), room.plate.seats[0], 2, 5)
    for deal in (0, 1):
        for pairing in matches_of(deal, line_ups(plan.bots, plan.players)):
            bout.play(room, plan, pairing)
    each = plan.players
    first, second = Spy.seen[:each], Spy.seen[each:]
    assert {secret for _, secret, _, _ in first} == {seed_secret(table_seed(5, 0))}
    assert len({tuple(table) for _, _, table, _ in first}) == 1
    assert {name for name, _, _, _ in first} == {"a", "b"}
    assert len({thought for _, _, _, thought in Spy.seen}) == 2 * each
    assert first[0][1:3] != second[0][1:3]


# How sure one can be.


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [  # Newcombe (1998), table I, and the well known corners
        (81 / 263, 263, 0.2553, 0.3662),
        (15 / 148, 148, 0.0624, 0.1605),
        (0 / 20, 20, 0.0000, 0.1611),
        (1 / 29, 29, 0.0061, 0.1718),
        (1, 10, 0.7225, 1.0),
    ],
)
def test_wilson_gives_the_published_values(share: float, count: int, low: float, high: float) -> None:
    found = wilson(share, count)
    assert found == pytest.approx((low, high), abs=5e-5)


def width(share: Share | None) -> float:
    assert share
    return share.high - share.low


def test_single_matches_have_wilsons_interval() -> None:
    share = clustered([(1, 1)] * 81 + [(0, 1)] * 182)
    assert share
    assert (share.low, share.high) == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_matches_that_repeat_each_other_count_once() -> None:
    once = clustered([(won, 1) for won in [1, 0, 0, 1, 1, 0, 1, 1] * 20])
    four_times = clustered([(4 * won, 4) for won in [1, 0, 0, 1, 1, 0, 1, 1] * 20])
    assert width(four_times) == pytest.approx(width(once))


def test_pairs_that_cancel_luck_are_worth_more() -> None:
    lucky = clustered([(0, 2), (2, 2)] * 50)
    paired = clustered([(1, 2)] * 100)
    assert width(paired) < width(lucky) / 5
    assert width(paired) > 0  # a hundred deals do not prove that there is no other


def test_many_deals_have_the_normal_interval() -> None:
    deals = [(won, 2.0) for won in (0.0, 1.0, 1.0, 2.0) * 5000]
    share = clustered(deals)
    assert width(share) / 2 == pytest.approx(1.96 * sqrt(0.125 / len(deals)), rel=1e-3)


def test_nothing_has_no_share() -> None:
    assert clustered([]) is None
    assert clustered([(0, 0), (0, 0)]) is None


@pytest.mark.parametrize(("deals", "luck"), [(10, 0.5), (40, 0.9), (40, 0.1), (200, 0.5)])
@pytest.mark.parametrize("strength", [0.5, 0.8])
def test_the_interval_holds_the_truth_nearly_as_often_as_it_says(
    deals: int, luck: float, strength: float
) -> None:
    """Deals of two matches: with some luck the first seat wins, else whoever is stronger."""
    dice = random.Random(f"{deals} {luck} {strength}")
    truth = luck * 0.5 + (1 - luck) * strength
    held = 0
    for _ in range(400):
        results = []
        for _ in range(deals):
            first = dice.random() < 0.5
            lucky = dice.random() < luck
            won = [first, not first] if lucky else [dice.random() < strength, dice.random() < strength]
            results.append((sum(won), 2.0))
        share = clustered(results)
        assert share
        held += share.low <= truth <= share.high
    assert held >= 0.925 * 400


def test_percentiles() -> None:
    values = list(range(1, 101))
    assert (percentile(values, 5), percentile(values, 95)) == (5, 95)
    assert percentile([7], 5) == percentile([7], 95) == 7


# What the results say.


def result(deal: int, bots: str, winners: list[int], rotation: int = 0) -> Result:
    seats = range(len(bots))
    times = [array("f", [0.25]) for seat in seats]
    return Result(
        Pairing(deal, 0, rotation, tuple(bots)), "done", winners, [0] * len(bots), 10 + deal, times, []
    )


def said_of(results: list[Result], bots: str, seats: int) -> dict[str, Any]:
    arena = Arena(Plan("game", tuple(bots), seats, max(one.pairing.deal for one in results) + 1, 1))
    arena._results = {one.pairing: one for one in results}
    return report.figures(arena)


def test_shares_count_what_each_seat_of_a_bot_won() -> None:
    results = [
        result(0, "abb", [0], 0), result(0, "bab", [1], 1), result(0, "bba", [0, 1], 2),
        result(1, "abb", [0, 1, 2], 0), result(1, "bab", [0], 1), result(1, "bba", [2], 2),
    ]  # fmt: skip
    said = said_of(results, "ab", 3)
    one, other = said["bots"]
    assert one["win_share"]["value"] == pytest.approx((1 + 1 + 0 + 1 / 3 + 0 + 1) / 6, abs=1e-6)
    assert other["win_share"]["value"] == pytest.approx((0 + 0 + 1 + 2 / 3 + 1 + 0) / 12, abs=1e-6)
    assert one["ratio"]["value"] == pytest.approx(3 * one["win_share"]["value"], abs=1e-5)
    assert (one["matches"], one["seats"], other["matches"], other["seats"]) == (6, 6, 6, 12)
    seats = [seat["win_share"]["value"] for seat in said["seats"]]
    assert seats == pytest.approx(
        [(1 + 0.5 + 1 / 3 + 1) / 6, (1 + 0.5 + 1 / 3) / 6, (1 / 3 + 1) / 6], abs=1e-6
    )
    assert said["length"] == {"mean": 10.5, "p5": 10, "p95": 11}
    assert said["endings"] == {"done": 6}
    assert one["seconds"] == {"moves": 6, "mean": 0.25, "p95": 0.25, "max": 0.25}
    assert said["head_to_head"] == []


def test_head_to_head_is_of_what_two_won_together() -> None:
    tables = matches_of(0, line_ups("abc", 2))
    wins = [[0], [0], [0], [1], [1], [0, 1]]
    results = [Result(one, "done", won, [0, 0], 9, [array("f")] * 2, [])
               for one, won in zip(tables, wins, strict=True)]  # fmt: skip
    pairs = {(pair["bot"], pair["against"]): pair["share"]["value"]
             for pair in said_of(results, "abc", 2)["head_to_head"]}  # fmt: skip
    assert pairs == {("a", "b"): 0.5, ("a", "c"): 1.0, ("b", "c"): 0.25}


def test_only_whole_deals_count_unless_there_is_none() -> None:
    whole = [result(0, "ab", [0], 0), result(0, "ba", [1], 1)]
    torn = [result(1, "ab", [1], 0)]
    assert said_of([*whole, *torn], "ab", 2)["bots"][0]["win_share"]["value"] == 1.0
    assert said_of(torn, "ab", 2)["matches"] == 1


def test_ratings_are_openskills_and_order_the_bots() -> None:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    one, other = model.rating(), model.rating()
    results = []
    for deal, winner in enumerate([0, 0, 1, 0]):
        results.append(result(deal, "ab", [winner]))
        [[one], [other]] = model.rate([[one], [other]], ranks=[float(winner != 0), float(winner != 1)])
    found = ratings(["a", "b"], results)
    assert found["a"] == pytest.approx((one.mu, one.sigma))
    assert found["b"] == pytest.approx((other.mu, other.sigma))
    assert found["a"][0] > 25 > found["b"][0]


def test_a_rating_learns_nothing_from_a_bot_against_itself() -> None:
    start = ratings(["a"], [])["a"]
    assert ratings(["a"], [result(deal, "aaa", [0]) for deal in range(9)])["a"] == start
    crowd = ratings(["a", "b"], [result(deal, "abbb", [0]) for deal in range(9)])
    assert crowd["a"][0] > start[0] > crowd["b"][0]


# The command.


def words(room: Room, *more: str, bots: str = "random,/bin/false") -> list[str]:
    return [sys.executable, "-m", "longbeard", "arena", room.plate.slug, "--bots", bots, *more]


def run(*command: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == code, ran.stderr
    assert "Traceback" not in ran.stdout + ran.stderr
    return ran


def without_times(said: dict[str, Any]) -> dict[str, Any]:
    """What must not depend on the machine."""
    for bot in said["bots"]:
        del bot["seconds"]
    for row in said["rows"]:
        del row["seconds"]
    return {key: said[key] for key in said if key not in ("command", "jobs")}


def test_results_do_not_depend_on_how_many_play(room: Room) -> None:
    ask = words(room, "-n", "7", "--seed", "4", "--json", "--rows")
    alone = without_times(json.loads(run(*ask).stdout))
    assert alone["matches"] == 8
    assert without_times(json.loads(run(*ask, "--jobs", "3").stdout)) == alone
    other = json.loads(run(*words(room, "-n", "7", "--seed", "5", "--json", "--rows")).stdout)
    differing = [(row["scores"], row["moves"]) for row in other["rows"]]
    assert differing != [(row["scores"], row["moves"]) for row in alone["rows"]]


SHARE = {"value": float, "low": float, "high": float}
SCHEMA: dict[str, Any] = {
    "command": str, "rules": str, "versions": {"longbeard": str, "python": str, "openskill": str},
    "jobs": int, "processors": int, "arena": int, "game": str, "players": int, "options": dict, "seed": int,
    "line_ups": [[str]], "deals": int, "deals_planned": int, "matches": int, "matches_planned": int,
    "partial": bool, "stopped": str, "interval": str,
    "bots": [{
        "bot": str, "matches": int, "seats": int, "fair": float, "win_share": SHARE, "ratio": SHARE,
        "rating": {"mu": float, "sigma": float},
        "seconds": {"moves": int, "mean": float, "p95": float, "max": float}, "forfeits": int,
    }],
    "head_to_head": [{"bot": str, "against": str, "share": SHARE}],
    "seats": [{"seat": int, "win_share": SHARE, "ratio": SHARE}],
    "length": {"mean": float, "p5": int, "p95": int}, "endings": dict,
    "forfeits": [{"bot": str, "reason": str, "times": int, "deal": int, "rotation": int, "move": int}],
    "rows": [{
        "deal": int, "line_up": int, "rotation": int, "table_seed": int, "bots": [str], "winners": [int],
        "scores": [int], "ending": str, "moves": int, "seconds": [float], "forfeits": [int],
    }],
}  # fmt: skip


def assert_shape(data: Any, shape: Any, where: str = "") -> None:
    if isinstance(shape, dict):
        assert set(data) == set(shape), where
        for key in shape:
            assert_shape(data[key], shape[key], f"{where}.{key}")
    elif isinstance(shape, list):
        assert data, where
        for item in data:
            assert_shape(item, shape[0], where)
    else:
        assert type(data) is shape, (where, data)


def test_json_has_its_shape_and_csv_has_the_same_rows(tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    ask = words(
        SOME_ROOM, "-n", "6", "--json", "--rows", "--csv", str(table), bots="random,/bin/true,/bin/false"
    )
    said = json.loads(run(*ask).stdout)
    assert_shape(said, SCHEMA)
    assert said["arena"] == 1
    assert not said["partial"]
    with table.open(encoding="utf-8", newline="") as file:
        kept = list(csv.DictReader(file))
    assert [row["bots"].split("|") for row in kept] == [row["bots"] for row in said["rows"]]
    assert [int(row["moves"]) for row in kept] == [row["moves"] for row in said["rows"]]
    assert list(kept[0]) == list(said["rows"][0])
    assert "rows" not in json.loads(run(*words(SOME_ROOM, "-n", "2", "--json", bots="random")).stdout)


def test_the_report_says_what_counts_and_how_to_play_it_again(room: Room) -> None:
    ran = run(*words(room, "-n", "5", "--seed", "9", bots="random,/bin/false"))
    shown = ran.stdout
    seats = room.plate.seats[0]
    assert f"5 matches were asked for; whole deals make {-(-5 // seats) * seats}." in shown
    assert "/bin/false" in shown
    assert "forfeited to chance" in shown
    assert "it ended with code 1" in shown
    assert "Wilson" in shown
    again = shown.split("Again: ")[1].split()
    assert again[:3] == ["longbeard", "arena", room.plate.slug]
    repeated = run(sys.executable, "-m", *again).stdout
    # Everything but how long it took.
    assert repeated.split("Seats")[1] == shown.split("Seats")[1]


def test_a_row_can_be_dealt_again_at_a_table(room: Room) -> None:
    said = json.loads(run(*words(room, "-n", "1", "--json", "--rows", bots="random")).stdout)
    row = said["rows"][0]
    names = [f"Wizard {seat}" for seat in range(said["players"])]
    match = Match(room, names, said["options"], seed_secret(row["table_seed"]))
    plan = Plan(room.plate.slug, ("random",), said["players"], 1, said["seed"], said["options"])
    again = bout.play(room, plan, matches_of(0, line_ups(["random"], said["players"]))[0])
    assert again.moves == row["moves"]
    assert match.to_act >= 0


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (["--bots", "teapot"], "no bot teapot"),
        (["--bots", "./no/such/bot"], "no program ./no/such/bot"),
        (["--players", "77"], "players, not 77"),
        (["--jobs", "0"], "--jobs"),
        (["-n", "0"], "a match"),
        (["-o", "tea"], "NAME=VALUE"),
        (["--csv", "/no/such/folder/rows.csv"], "No such file"),
    ],
)
def test_bad_arenas_are_refused(more: list[str], complaint: str) -> None:
    assert complaint in run(*words(SOME_ROOM, *more), code=1).stderr


def test_without_openskill_the_line_that_installs_it_is_named() -> None:
    script = (
        "import sys; sys.modules['openskill'] = None; from longbeard.terminal.command import main; main()"
    )
    asked = words(SOME_ROOM)[3:]
    assert "longbeard[arena]" in run(sys.executable, "-c", script, *asked, code=1).stderr


# What goes wrong.

COUNTING = """
import json, os, sys
open({book!r}, "a").write(f"{{os.getpid()}}\\n")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        {do}
        legal = message["legal"]
        print(json.dumps({{"action": legal[message["move"] * 7 % len(legal)]}}), flush=True)
"""


def counting_bot(tmp_path: Path, do: str = "pass") -> tuple[str, Path]:
    path, book = tmp_path / "bot.py", tmp_path / "book"
    path.write_text(COUNTING.format(book=str(book), do=do))
    return f"cmd:{sys.executable} {path}", book


def starts(book: Path) -> list[int]:
    return [int(line) for line in book.read_text().split()] if book.exists() else []


def test_ctrl_c_prints_what_there_is_and_leaves_nobody_behind(tmp_path: Path) -> None:
    bot, book = counting_bot(tmp_path)
    table = tmp_path / "rows.csv"
    ask = words(SOME_ROOM, "-n", "100000", "--jobs", "2", "--json", "--csv", str(table), bots=f"random,{bot}")
    arena = subprocess.Popen(
        ask, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        wait_until(lambda: len(starts(book)) > 12, arena)
        os.killpg(arena.pid, signal.SIGINT)  # what a terminal sends to everyone in the foreground
        out, err = arena.communicate(timeout=240)
    finally:
        if arena.poll() is None:
            os.killpg(arena.pid, signal.SIGKILL)
    assert arena.returncode == 130
    assert "Traceback" not in err, err
    assert "interrupted" in err
    said = json.loads(out)
    assert said["partial"]
    assert said["stopped"] == "interrupted"
    assert 0 < said["matches"] < said["matches_planned"]
    assert said["matches"] == said["deals"] * said["players"]
    assert len(table.read_text().splitlines()) == said["matches"] + 1
    deadline = time.monotonic() + 120
    while any(still_plays(pid, tmp_path) for pid in starts(book)):
        assert time.monotonic() < deadline, "a program was left behind"
        time.sleep(0.05)


def still_plays(pid: int, folder: Path) -> bool:
    """Whether this process is one of the folder's bots; by now its number may be somebody else's."""
    try:
        return str(folder).encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def wait_until(true: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 120
    while not true():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_worker_that_dies_is_an_error_that_names_the_match(tmp_path: Path) -> None:
    deadly = f"len(open({str(tmp_path / 'book')!r}).readlines()) == 6 and os.kill(os.getppid(), 9)"
    bot, _ = counting_bot(tmp_path, deadly)
    ran = run(*words(SOME_ROOM, "-n", "100", bots=f"random,{bot}"), code=1)
    deal, rotation = divmod(5, SOME_ROOM.plate.seats[0])  # the sixth match
    assert f"a worker died (signal 9) in deal {deal}, rotation {rotation} (" in ran.stderr
    assert "PARTIAL (a worker died" in ran.stdout


def test_a_match_that_cannot_be_played_is_an_error_that_names_it() -> None:
    """A plan that nobody has checked."""
    arena = Arena(Plan(SOME_ROOM.plate.slug, ("teapot",), SOME_ROOM.plate.seats[0], 2, 1))
    arena.run(processes(1, tries=1))
    assert arena.results() == []
    assert "no bot teapot" in arena.stopped
    assert "in deal 0, rotation 0 (teapot, teapot" in arena.stopped
    assert report.lines(report.figures(arena))[1].startswith("Nothing can be said yet")


def test_sigterm_ends_it_as_ctrl_c_does_and_what_was_written_stays(tmp_path: Path) -> None:
    """Rows and events are there while it plays; after SIGTERM they are those of the report."""
    table, events = tmp_path / "rows.csv", tmp_path / "events.jsonl"
    ask = words(
        SOME_ROOM, "-n", "100000", "--json", "--csv", str(table), "--events", str(events), bots="random"
    )
    arena = subprocess.Popen(ask, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: table.exists() and len(table.read_text().splitlines()) > 5, arena)
        arena.send_signal(signal.SIGTERM)
        time.sleep(0.1)
        arena.send_signal(signal.SIGTERM)  # as `timeout` does
        out, err = arena.communicate(timeout=240)
    finally:
        if arena.poll() is None:
            arena.kill()
    assert arena.returncode == 130, err
    assert "Traceback" not in err
    said = json.loads(out)
    assert said["partial"]
    assert len(table.read_text().splitlines()) == said["matches"] + 1
    assert len(events.read_text(encoding="utf-8").splitlines()) == said["matches"]


def test_events_keep_every_match_whole(room: Room, tmp_path: Path) -> None:
    from longbeard.engine import record

    path = tmp_path / "events.jsonl"
    ask = words(room, "-n", "3", "--json", "--rows", "--events", str(path), "--jobs", "2", bots="random")
    said = json.loads(run(*ask).stdout)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [{key: line[key] for key in row} for line, row in zip(lines, said["rows"], strict=True)] == said[
        "rows"
    ]
    for line in lines:
        match = record.replay(record.read(line["record"]), room)
        told = [(0, event) for event in match.opening]
        told += [(number, event) for number, move in enumerate(match.log, 1) for event in move.events]
        assert line["events"] == [
            [number, room.event_name(event), event.audience, event.data] for number, event in told
        ]
