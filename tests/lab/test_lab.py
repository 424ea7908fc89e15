"""The lab: the same numbers whoever plays, runs that go on, honest intervals, and what a change does."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("polars")
import polars as pl

from longbeard.engine import record
from longbeard.engine.counting import Counting, Tally
from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.lab import bout, looks, page
from longbeard.lab import plan as plans
from longbeard.lab.crew import alone, processes
from longbeard.lab.depth import deeper
from longbeard.lab.figures import Estimate, verdict
from longbeard.lab.pairing import line_ups, matches_of
from longbeard.lab.people import Sat, people_report, retell
from longbeard.lab.plan import make_plan, match_of, play_chunk, secret_of
from longbeard.lab.program import BadCounting, Counter, counters_of, program_of
from longbeard.lab.recorder import Recorder
from longbeard.lab.reporting import report_on
from longbeard.lab.run import Files, Run, begin_run, do_chunk, go_on, open_run
from longbeard.lab.sequence import FEWEST, half_width
from longbeard.lab.tables import NAMES, field_names, tables
from longbeard.lab.tension import agency_table, tension_table
from longbeard.lab.things import decisive, difference, rates, things_tables
from longbeard.lab.tune import candidates, read_variation, read_want, tune
from longbeard.lab.whatif import changed, what_if

SOME_ROOM = next(iter(rooms().values()))


def small(room: Room, bots: tuple[str, ...] = ("random",), matches: int = 6, seed: int = 3) -> Files:
    fewest = room.plate.seats[0]
    return do_chunk(make_plan(room, range(fewest, fewest + 1), bots, matches, seed, {}), 0)


# The recorder.


@pytest.mark.parametrize("bots", [("apprentice",), ("search:3", "apprentice")])
def test_it_plays_what_the_arena_plays(room: Room, bots: tuple[str, ...]) -> None:
    seats = room.plate.seats[0]
    plan = make_plan(room, range(seats, seats + 1), bots, 2, 5, {})
    found = tables(play_chunk(plan, 0))
    pairings = [
        one for deal in range(plan.series[0].deals) for one in matches_of(deal, line_ups(bots, seats))
    ]
    arena = bout.Plan(room.plate.slug, bots, seats, plan.series[0].deals, 5, plan.options)
    played = [bout.play(room, arena, pairing) for pairing in pairings]
    assert found["matches"]["moves"].to_list() == [one.moves for one in played]
    scores = [score for one in played for score in one.scores]
    assert found["seats"]["score"].to_list() == scores
    won = [int(seat in one.winners) for one in played for seat in range(seats)]
    assert found["seats"]["won"].to_list() == won


def test_its_events_are_those_of_the_match(room: Room) -> None:
    """A match is folded again from the recorded moves, and tells the same, number for number."""
    seats = room.plate.seats[1]
    plan = make_plan(room, range(seats, seats + 1), ("random",), 1, 8, {})
    found = tables(play_chunk(plan, 0))["events"]
    match = Match(room, [f"W{seat}" for seat in range(seats)], plan.options, secret_of(plan, 0, 0))
    told = [(0, event) for event in match.opening]
    # The moves are not recorded: the same dice choose them again.
    from longbeard.engine.luck import QuickLuck
    from longbeard.lab.pairing import thinking
    from longbeard.lab.recorder import thought

    dice = QuickLuck(thought(thinking(8, matches_of(0, line_ups(("random",), seats))[0]), -1, 0))
    while not match.over:
        legal = match.state.legal()
        move = match.play(match.to_act, legal[dice.below(len(legal))])
        told += [(len(match.log), event) for event in move.events]
    assert len(told) == len(found)
    width = max(3, *(len(row.fields) for row in room.game.events))
    for (number, event), row in zip(told, found.iter_rows(named=True), strict=True):
        named = len(room.row(event).fields)
        assert (row["move"], row["kind"], row["audience"]) == (number, event.kind, event.audience)
        assert [row[name] for name in field_names(width)][:named] == event.data[:named]
        assert (row["more"] or []) == [one for one in event.data[named:] if one != -1 or len(event.data) > 3]


def test_counts_are_those_of_the_events(room: Room) -> None:
    counting = room.game.counting
    assert counting is not None
    seats = room.plate.seats[1]
    plan = make_plan(room, range(seats, seats + 1), ("random",), 20, 8, {})
    found = tables(play_chunk(plan, 0))
    counters = counters_of(room, room.box)
    kinds = {row.name: row for row in room.game.events}
    checked = 0
    for tally in counting.tallies:
        same = [one for one in counting.tallies if (one.things, one.stage) == (tally.things, tally.stage)]
        if (
            len(same) > 1
            or tally.become
            or tally.second
            or tally.where
            or tally.item not in kinds[tally.event].fields
        ):
            continue
        row = kinds[tally.event]
        column = f"field_{row.fields.index(tally.item)}"
        events = found["events"].filter(pl.col("kind") == row.kind)
        for at, counter in enumerate(counters):
            if (counter.things, counter.stage) == (tally.things, tally.stage) and counter.name:
                told = len(events.filter(pl.col(column) == counter.number))
                assert found["counts"].filter(pl.col("counter") == at)["count"].sum() == told, counter
                checked += told
    assert checked > 0


def test_every_tally_of_a_room_counts_something(room: Room) -> None:
    """A declaration that never counts is a mistake: of 300 random matches each stage saw something."""
    seats = room.plate.seats[1]
    plan = make_plan(room, range(seats, seats + 1), ("random",), 300, 2, {}, keeps_events=False)
    counts = pl.concat([tables(play_chunk(plan, chunk))["counts"] for chunk in range(min(2, plan.chunks))])
    counters = counters_of(room, room.box)
    seen = {(counters[at].things, counters[at].stage) for at in counts["counter"].unique()}
    assert seen == {(one.things, one.stage) for one in counters}


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (Tally[object]("card", "drawn", "no-such-event", "seat", "card"), "no event no-such-event"),  # type: ignore[type-var]
        (Tally[object]("teapot", "drawn", "drawn", "seat", "card"), "teapot"),  # type: ignore[type-var]
        (Tally[object]("card", "drawn", "drawn", "seat", "lid"), "no field lid"),  # type: ignore[type-var]
    ],
)
def test_a_declaration_that_does_not_fit_the_events_is_refused(
    wrong: Tally[object],  # type: ignore[type-var]
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = next(one for one in rooms().values() if "drawn" in [row.name for row in one.game.events])
    counting = room.game.counting
    assert counting is not None
    broken: Counting[object] = replace(counting, tallies=(*counting.tallies, wrong))  # type: ignore[type-var]
    monkeypatch.setitem(room.__dict__, "game", replace(room.game, counting=broken))
    with pytest.raises(BadCounting, match=complaint):
        program_of(room, room.box)


# Runs.


def test_a_chunk_depends_on_nothing_but_plan_and_number(room: Room, tmp_path: Path) -> None:
    plan = make_plan(room, range(2, 3), ("random",), 9, 4, {})
    plan = replace(plan, series=(replace(plan.series[0], size=2),))
    one, other = begin_run(tmp_path / "one", plan), begin_run(tmp_path / "other", plan)
    go_on(one, alone)
    go_on(other, processes(2))
    assert one.done == other.done == list(range(5))
    for path in (tmp_path / "one" / "chunks").rglob("*.parquet"):
        assert path.read_bytes() == (tmp_path / "other" / path.relative_to(tmp_path / "one")).read_bytes()


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "longbeard", "lab", "run", "wiz-up-the-wall", "--players", "2"]
    command += ["--bots", "random", "--matches", "200", "--chunk", "4", "--rows-only", "--jobs", "1"]
    command += ["-o", str(tmp_path / "run")]
    playing = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    chunks = tmp_path / "run" / "chunks"
    deadline = time.monotonic() + 300
    while not list(chunks.glob("0*")):
        assert playing.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    playing.send_signal(signal.SIGTERM)
    out, err = playing.communicate(timeout=240)
    assert playing.returncode == 130, err
    assert "Go on with the same line" in out
    assert "Traceback" not in err
    before = {path: path.stat().st_mtime_ns for path in chunks.rglob("*.parquet")}
    run = open_run(tmp_path / "run")
    assert 0 < len(run.done) < run.plan.chunks
    again = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert again.returncode == 0, again.stderr
    assert len(open_run(tmp_path / "run").done) == run.plan.chunks
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert do_chunk(run.plan, 0)["seats.parquet"] == (chunks / "000000" / "seats.parquet").read_bytes()


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    """kill -9 of the whole group, workers and all; what is there is whole, and nobody plays twice at once."""
    command = [sys.executable, "-m", "longbeard", "lab", "run", "wiz-up-the-wall", "--players", "2"]
    command += ["--bots", "random", "--matches", "400", "--chunk", "2", "--looks", "0", "--jobs", "2"]
    command += ["-o", str(tmp_path / "run")]
    playing = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    chunks = tmp_path / "run" / "chunks"
    deadline = time.monotonic() + 240
    while not list(chunks.glob("0*")):
        assert playing.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    second = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert "another process plays this run" in second.stderr
    os.killpg(playing.pid, signal.SIGKILL)
    playing.communicate(timeout=240)
    run = open_run(tmp_path / "run")
    assert 0 < len(run.done) < run.plan.chunks
    go_on(run, processes(2))
    assert run.whole
    for chunk in (0, run.plan.chunks // 2, run.plan.chunks - 1):
        for name, data in do_chunk(run.plan, chunk).items():
            assert (chunks / f"{chunk:06}" / name).read_bytes() == data


def test_another_plan_does_not_go_into_the_same_folder(tmp_path: Path) -> None:
    begin_run(tmp_path / "run", make_plan(SOME_ROOM, range(2, 3), ("random",), 9, 4, {}))
    with pytest.raises(LongbeardError, match="another plan"):
        begin_run(tmp_path / "run", make_plan(SOME_ROOM, range(2, 3), ("random",), 9, 5, {}))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("years of work")
    with pytest.raises(LongbeardError, match="not empty"):
        begin_run(tmp_path / "full", make_plan(SOME_ROOM, range(2, 3), ("random",), 9, 4, {}))


@pytest.mark.parametrize("bots", [("archmage",), ("archmage:0.2s",), ("./mine.py",), ("teapot",)])
def test_bots_that_cannot_be_repeated_are_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(BadOptions):
        make_plan(SOME_ROOM, range(2, 3), bots, 9, 4, {})


# What is said.


def looked_into(room: Room, folder: Path, monkeypatch: pytest.MonkeyPatch, players: int = 2) -> Run:
    """A small run with looks of a few visits, and with comparisons of bots."""
    monkeypatch.setattr(looks, "VISITS", 3)
    monkeypatch.setattr(looks, "MOMENTS", 3)
    monkeypatch.setattr(looks, "DECISIONS", 2)
    monkeypatch.setattr(plans, "BUDGETS", ("random",))
    monkeypatch.setattr(plans, "OPPONENT", "apprentice")
    plan = make_plan(room, range(players, players + 1), ("random",), 12, 4, {}, looks=2, skill=2)
    run = begin_run(folder, plan)
    go_on(run, alone)
    return run


def test_the_report_is_one_page_without_foreign_hosts_or_scripts(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_into(room, tmp_path / "run", monkeypatch)
    report_on([tmp_path / "run"], tmp_path / "page")
    html = (tmp_path / "page.html").read_text()
    for foreign in ("<script", "src=", "://", "@import", "url("):
        assert foreign not in html
    assert {link.split('"')[0][0] for link in html.split('href="')[1:]} <= {"#"}
    for title in ("Seats", "Endings, shared wins, margins", "Length, waiting, choices", "Leads and comebacks",
                  "What choices are worth", "Luck and skill", "Matches worth watching", "Cards"):  # fmt: skip
        assert f">{title}</h3>" in html
    assert html.count("<svg") >= 4
    assert "correlation" in html
    assert "× fair share" in (tmp_path / "page.md").read_text()
    assert (tmp_path / "page.csv").read_text().startswith("section,table,row,column,value,half_width")


def test_matches_worth_watching_are_records_of_the_run(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = looked_into(room, tmp_path / "run", monkeypatch)
    report_on([tmp_path / "run"], tmp_path / "page")
    moves = dict(run.table("matches", 0).select("match", "moves").iter_rows())
    found = list((tmp_path / "page-matches").glob("*.json"))
    assert found
    for path in found:
        match = record.replay(record.read(path.read_text()), room)
        assert len(match.log) == moves[int(path.stem.rpartition("-")[2])]
    longest = [moves[int(path.stem.rpartition("-")[2])] for path in found if "longest" in path.name]
    assert max(longest) == max(moves.values())


def test_looks_are_the_same_again_and_end_with_the_result(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = looked_into(room, tmp_path / "run", monkeypatch)
    moments = run.looks("moments", 0)
    assert moments["match"].unique().sort().to_list() == run.plan.looked_into(0) == [0, 6]
    assert looks.look(run.plan, 0)["moments"].equals(moments)
    assert moments["chance"].min() >= 0.0  # type: ignore[operator]
    assert moments["chance"].max() <= 1.0  # type: ignore[operator]
    last = moments.filter(pl.col("move") == pl.col("moves")).sort("match", "seat")["chance"]
    shares = run.table("seats", 0).filter(pl.col("match").is_in([0, 6])).sort("match", "seat")["share"]
    assert last.to_list() == shares.to_list()
    decisions = run.looks("decisions", 0)
    assert (decisions["choices"] > 1).all()


def test_when_a_winner_was_clear_and_who_led() -> None:
    """Seat 0 leads, seat 1 passes it, seat 0 comes back and is clear from three quarters on."""
    course = [(0, 0.6), (1, 0.2), (2, 0.48), (3, 0.95), (4, 1.0)]
    rows = [{"move": move, "moves": 4, "seat": seat, "chance": chance if seat == 0 else 1 - chance}
            for move, chance in course for seat in (0, 1)]  # fmt: skip
    table = tension_table(pl.DataFrame([{"match": 0, **row} for row in rows]), 2)
    values = [row[1].value for row in table.rows if isinstance(row[1], Estimate)]
    assert values[:4] == [2.0, 0.75, 0.4, 1.0]  # 0.48 is no lead: too near
    assert values[4:] == [0.0, 0.0, 0.0, 1.0, 1.0]


def test_what_decides_is_counted() -> None:
    """A goal of 4 points decides if the winner, without it, would not be ahead any more."""
    counters = [Counter("goal", "met", 0, "Teapot", 4, False)]
    seats = pl.DataFrame(
        {
            "match": [0, 0, 1, 1, 2, 2],
            "seat": [0, 1] * 3,
            "won": [1, 0, 1, 0, 0, 1],
            "score": [9, 6, 12, 6, 3, 9],
        }
    ).cast(pl.Int32)
    counts = pl.DataFrame({"match": [0, 1, 2], "seat": [0, 0, 0], "counter": [0] * 3, "count": [1] * 3}).cast(
        pl.Int32
    )
    assert decisive(counts, seats, counters) == {0: 0.333}


@pytest.mark.parametrize(
    ("kept", "note"),
    [
        (1, "dead: kept by 0.4% of those who had drawn it"),
        (230, ""),
        (250, "must-have: kept by 100.0% of those who had drawn it"),
    ],
)
def test_cards_that_nobody_or_everybody_wants_are_flagged(kept: int, note: str) -> None:
    matches = 250
    counters = [Counter("card", "drawn", 0, "Teapot", 0, True), Counter("card", "kept", 0, "Teapot", 0, True)]
    seats = pl.DataFrame(
        {"match": [match for match in range(matches) for _ in (0, 1)], "seat": [0, 1] * matches,
         "share": [float(match % 2 == seat) for match in range(matches) for seat in (0, 1)]}
    ).with_columns(pl.col("match", "seat").cast(pl.Int32))  # fmt: skip
    rows = [(match, 0, 0, 1) for match in range(matches)] + [(match, 0, 1, 1) for match in range(kept)]
    counts = pl.DataFrame(rows, ["match", "seat", "counter", "count"], orient="row").cast(pl.Int32)
    assert things_tables(counts, seats, 2, counters)[0].rows[0][-1] == note


def test_seats_are_called_fair_only_if_that_is_known() -> None:
    assert verdict(Estimate(1.01, 0.03)) == "yes"
    assert verdict(Estimate(1.01, 0.06)) == "not known yet"
    assert verdict(Estimate(1.12, 0.06)) == "not known yet"  # one of many seats may well be off by that
    assert verdict(Estimate(1.12, 0.03)) == "no"


def test_a_cards_difference_holds_the_truth_as_often_as_it_says() -> None:
    """Two seats; a card comes to either at random, and its owner wins six of ten."""
    dice = random.Random(7)
    held = 0
    for _ in range(200):
        seats, counts = [], []
        for match in range(150):
            owner = dice.choice([None, 0, 1])
            winner = dice.randrange(2) if owner is None else owner if dice.random() < 0.6 else 1 - owner
            seats += [(match, seat, float(seat == winner)) for seat in (0, 1)]
            if owner is not None:
                counts.append((match, owner, 0, 1))
        rows = rates(
            pl.DataFrame(counts, ["match", "seat", "counter", "count"], orient="row"),
            pl.DataFrame(seats, ["match", "seat", "share"], orient="row"),
            2,
        )
        found = difference(rows[0], 2)
        assert isinstance(found, Estimate)
        # With it 1.2 fair shares; without it two of three seats of matches with it 0.8, the rest 1.
        truth = 1.2 - (0.8 * (2 / 3) + 1.0 * (2 / 3)) / (4 / 3)
        held += abs(found.value - truth) <= found.half
    assert 180 <= held <= 200


def test_looking_after_every_chunk_errs_no_more_often_than_it_says() -> None:
    """Of 400 experiments without any effect, watched from 100 to 4,000 observations, few ever err."""
    dice = random.Random(11)
    wrong = naive = 0
    for _ in range(400):
        total = squares = 0.0
        ever = ever_naive = False
        for count in range(1, 4001):
            value = dice.choice((-1.0, 0.0, 1.0))
            total += value
            squares += value * value
            if count >= FEWEST and count % 50 == 0:
                mean = total / count
                deviation = (squares / count - mean * mean) ** 0.5
                ever |= abs(mean) > half_width(count, deviation)
                ever_naive |= abs(mean) > 1.96 * deviation / count**0.5
        wrong += ever
        naive += ever_naive
    assert wrong <= 0.07 * 400
    assert naive > 0.15 * 400  # what looking costs if one does not pay for it


# What a change does.


def test_only_the_value_is_written_anew(room: Room) -> None:
    text = room.text("cards.toml")
    key, value = next(
        (line.split(" = ")[0], line.split(" = ")[1].split()[0])
        for line in text.split("\n")
        if " = " in line and line[0].isalpha() and line.split(" = ")[1].split()[0].isdecimal()
    )
    assert changed(text, (f"{key}={value}",)) == text
    with pytest.raises(BadOptions, match="no-such-thing"):
        changed(text, ("no-such-thing=1",))
    with pytest.raises(BadOptions):
        changed(text, (f"{key}=[1",))


def test_a_row_gets_a_key_that_only_other_rows_have() -> None:
    room = rooms()["witless-wizards"]
    text = room.text("cards.toml")
    assert "income" not in next(line for line in text.split("\n") if 'slug = "katana"' in line)
    more = changed(text, ("cards.katana.income=2",))
    assert more.count("income = 2") == text.count("income = 2") + 1
    assert room.open_box(more).digest != room.open_box(text).digest
    with pytest.raises(BadOptions, match="incomes"):
        changed(text, ("cards.katana.incomes=2",))


def test_the_same_box_makes_no_difference_at_all() -> None:
    seats = SOME_ROOM.plate.seats[0]
    plan = make_plan(SOME_ROOM, range(seats, seats + 1), ("random",), 110, 4, {}, keeps_events=False)
    answer = what_if(plan, plan.with_box(SOME_ROOM.text("cards.toml")), alone)
    assert [one.change for one in answer.differences] == [0.0] * len(answer.differences)
    assert answer.known
    assert answer.sentence().startswith("Nothing moved")


def test_what_a_change_does_is_found_whoever_plays() -> None:
    """Wizards with 10 stamina instead of 20 are done sooner; one may look, and stop, at the same moment."""
    room = rooms()["witless-wizards"]
    plan = make_plan(room, range(2, 3), ("random",), 200, 4, {}, keeps_events=False)
    plan = replace(plan, series=(replace(plan.series[0], size=50),))
    other = plan.with_box(changed(room.text("cards.toml"), ("stamina=10",)))
    answer = what_if(plan, other, alone)
    moves = next(one for one in answer.differences if one.name == "decisions a match")
    assert moves.moved
    assert moves.change < -10
    assert what_if(plan, other, processes(2)) == answer


def test_what_a_change_does_is_said_of_cards_too() -> None:
    room = rooms()["witless-wizards"]
    plan = make_plan(room, range(2, 3), ("random",), 120, 4, {}, keeps_events=False)
    other = plan.with_box(changed(room.text("cards.toml"), ("stamina=5", "weakened=2")))
    answer = what_if(plan, other, alone)
    assert any(one.moved and one.name.endswith("drawn") and one.change < 0 for one in answer.things)
    sentence = answer.sentence()
    assert "turns shorter" in sentence
    report = answer.report("What if", [])
    assert report.sentence == sentence
    assert page.html(report).index(sentence.split(";")[0][:20]) < page.html(report).index("<table")


def test_leads_choices_and_skill_are_compared_match_by_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said of the box as it is, is what the report on a run of the same matches says."""
    room = rooms()["witless-wizards"]
    run = looked_into(room, tmp_path / "run", monkeypatch)
    plan = make_plan(room, range(2, 3), ("random",), 12, 4, {}, keeps_events=False)
    text = room.text("cards.toml")
    same = deeper(plan, plan.with_box(text), 2, 2, alone)
    assert {one.change for one in same} == {0.0}
    assert same[-1].name == "random against apprentice, × fair share"
    told = [*tension_table(run.looks("moments", 0), 2).rows, *agency_table(run.looks("decisions", 0), 2).rows]
    means = {str(row[0]): row[1].value for row in told if isinstance(row[1], Estimate)}
    shared = [one for one in same if one.name in means]
    assert len(shared) == 6
    assert {one.name: one.before for one in shared} == {one.name: means[one.name] for one in shared}
    other = deeper(plan, plan.with_box(changed(text, ("stamina=5", "weakened=2"))), 2, 2, alone)
    assert [one.before for one in other] == [one.before for one in same]
    assert any(one.change for one in other)


def test_tuning_finds_what_is_wanted_and_says_it_on_fresh_deals() -> None:
    """Shorter matches are wanted: the least stamina is best, on deals that chose nobody."""
    room = rooms()["witless-wizards"]
    text = room.text("cards.toml")
    plan = make_plan(room, range(2, 3), ("random",), 12, 4, {}, text, keeps_events=False)
    settings = candidates(text, ["stamina=6..16"], 1)
    assert settings[0] == ()
    found = tune(plan, alone, [read_want("turns under 8")], settings)
    assert found[0].settings[0] in ("stamina=6", "stamina=7")
    assert found[-1].settings == ()
    assert [one.miss for one in found] == sorted(one.miss for one in found)
    with pytest.raises(BadOptions, match="seats within"):
        read_want("world peace")
    with pytest.raises(BadOptions, match=r"FROM\.\.TO"):
        read_variation("stamina")


def test_people_are_told_apart_from_bots_and_have_no_names() -> None:
    """Of matches that were played, the same is counted as while they were played."""
    room = rooms()["witless-wizards"]
    plan = make_plan(room, range(2, 3), ("random",), 6, 4, {}, keeps_events=False)
    sats = [Sat(match_of(plan, 0, number), ("person", "apprentice")) for number in range(6)]
    recorder = Recorder(program_of(room, room.box), 2, False)
    for number, sat in enumerate(sats):
        retell(recorder, number, sat.match)
    played = tables(play_chunk(plan, 0))
    for name, table in tables(recorder).items():
        assert table.equals(played[name]), name
    report = page.markdown(people_report(sats))
    assert "| person | 6 |" in report
    assert "Wizard 1" not in report


def test_a_designers_box_reaches_every_command(tmp_path: Path) -> None:
    room = rooms()["witless-wizards"]
    mine = tmp_path / "my.toml"
    mine.write_text(changed(room.text("cards.toml"), ("cards.katana.value=4", "stamina=7")))
    command = [sys.executable, "-m", "longbeard"]
    ask = ["arena", "witless-wizards", "--bots", "random", "-n", "40", "--json"]
    said = [
        json.loads(subprocess.run([*command, *ask, *more], capture_output=True, text=True, check=True).stdout)
        for more in ((), ("--box", f"witless-wizards={mine}"), ("--box", str(mine)))
    ]
    lengths = [one["length"]["mean"] for one in said]
    assert lengths[1] == lengths[2] < lengths[0]
    mine.write_text("stamina = 'much'")
    bad = subprocess.run([*command, *ask, "--box", str(mine)], capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert "cards.toml" in bad.stderr


def test_a_recorder_without_declarations_still_records() -> None:
    program = program_of(SOME_ROOM, SOME_ROOM.box)
    recorder = Recorder(program, 2, keeps_events=False)
    assert recorder.events_bytes() == b""
    assert small(SOME_ROOM).keys() == {f"{name}.parquet" for name in NAMES}
