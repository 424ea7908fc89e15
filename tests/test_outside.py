"""Bots in any language: real programs, what they are told, and everything that they can do wrong."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.twins import Twin, real_match

from longbeard.bots.outside import STARTS, OutsidePlayer
from longbeard.bots.player import InsidePlayer, Player, player, split_name
from longbeard.engine import gate
from longbeard.engine.errors import BadOptions
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.table.table import Table

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples" / "bots").iterdir())
PATIENT = 60.0
"""A time limit that is enough on any machine, in seconds."""

Write = Callable[[str], list[str]]
OBEDIENT = """
import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        {do}
"""
ANSWER = 'print(json.dumps({"action": message["legal"][0]}), flush=True)'


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a program, and return the command that runs it."""

    def program(text: str) -> list[str]:
        path = tmp_path / f"bot{len(list(tmp_path.iterdir()))}.py"
        path.write_text(text)
        return [sys.executable, str(path)]

    return program


def some_match(seed: int = 1) -> Match:
    """Return a match of some game; seat 0 decides first."""
    room = next(room for room in rooms().values() if "first" in room.settle(room.plate.seats[0], {}))
    names = [f"Wizard {seat}" for seat in range(room.plate.seats[0])]
    return Match(room, names, {"first": "0"}, secret=seed_secret(seed))


def play_on(match: Match, seats: dict[int, Player], until: int = 100_000) -> None:
    """Play; seats that are not given play at random."""
    while not match.over and len(match.log) < until:
        seat, luck = match.to_act, QuickLuck(len(match.log))
        legal = match.state.legal()
        chance = legal[luck.below(len(legal))]
        match.play(seat, seats[seat].decide(match, seat, luck) if seat in seats else chance)
    for seat, one in seats.items():
        one.finish(match, seat)


def is_alive(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_for(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.name for path in EXAMPLES])
def test_the_examples_play_every_game_to_its_end(room: Room, path: Path) -> None:
    if path.suffix == ".js" and not shutil.which("node"):
        pytest.skip("node is not installed")
    names = [f"Wizard {seat}" for seat in range(room.plate.seats[0])]
    match = Match(room, names, secret=seed_secret(2))
    example = OutsidePlayer([str(path)], PATIENT)
    play_on(match, {0: example})
    assert match.over
    assert example.forfeits == []
    assert any(move.seat == 0 for move in match.log)


def test_an_example_plays_the_same_again() -> None:
    logs = []
    for _ in range(2):
        match = some_match()
        play_on(match, {0: OutsidePlayer([str(ROOT / "examples" / "bots" / "favourite.py")], PATIENT)})
        logs.append([match.text(move) for move in match.log])
    assert logs[0] == logs[1]


def test_the_page_shows_the_examples_as_they_are() -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    for path in EXAMPLES:
        assert path.read_text(encoding="utf-8") in page, path.name


RECORDER = """
import json, sys
with open(sys.argv[1], "ab", buffering=0) as book:
    for line in sys.stdin.buffer:
        book.write(line)
        message = json.loads(line)
        if message["type"] == "decide":
            print(json.dumps({"action": message["legal"][0], "mood": "good"}), flush=True)
"""


def test_a_program_is_told_what_the_gate_tells_its_seat_each_thing_once(
    room: Room, write: Write, tmp_path: Path
) -> None:
    book = tmp_path / "book"
    names = [f"Wizard {seat}" for seat in range(room.plate.seats[0])]
    match = Match(room, names, secret=seed_secret(5))
    recorder = OutsidePlayer([*write(RECORDER), str(book)], PATIENT)
    play_on(match, {0: recorder})
    hello, *decisions, over = [json.loads(line) for line in book.read_bytes().splitlines()]
    assert recorder.forfeits == []
    assert {key: hello[key] for key in ("type", "protocol", "game", "seats", "seat", "options")} == {
        "type": "hello", "protocol": 1, "game": room.plate.slug, "seats": names, "seat": 0,
        "options": match.options,
    }  # fmt: skip
    for decision in decisions:
        then = match.until(decision["move"])
        assert set(decision) == {"type", "move", "view", "story", "legal"}
        assert decision["view"] == gate.look(then, 0)
        assert decision["legal"] == [choice["action"] for choice in decision["view"]["choices"]]
    assert len(decisions) == sum(move.seat == 0 for move in match.log)
    assert over["winners"] == match.state.winners()
    told = [event for message in (*decisions, over) for event in message["story"]]
    assert told == gate.story(match, 0)


def bytes_sent(match: Match, seat: int, recorder: list[str], book: Path) -> bytes:
    one = OutsidePlayer([*recorder, str(book)], PATIENT)
    try:
        one.decide(match, seat, QuickLuck(3))
    finally:
        one.close()
    assert one.forfeits == []
    return book.read_bytes()


def test_twin_matches_send_a_program_the_same_bytes(room: Room, write: Write, tmp_path: Path) -> None:
    """Two matches that differ only in what a seat cannot know."""
    match = Match(room, [f"Wizard {n}" for n in range(room.plate.seats[0])], secret=seed_secret(6))
    differ, recorder = 0, write(RECORDER)
    for number in range(6):
        play_on(match, {}, until=len(match.log) + 3)
        if match.over:
            break
        twin, seat = match.until(len(match.log)), match.to_act
        twin.state = match.state.imagine(seat, QuickLuck(number))
        differ += twin.state.dump() != match.state.dump()
        sent = [bytes_sent(one, seat, recorder, tmp_path / f"{number}-{which}")
                for which, one in enumerate((match, twin))]  # fmt: skip
        assert sent[0] == sent[1]
    assert differ


WATCHER = RECORDER.replace('"mood": "good"', '"frames": True')


def test_a_program_that_asks_for_frames_gets_every_moment(room: Room, write: Write, tmp_path: Path) -> None:
    book = tmp_path / "book"
    match = Match(room, [f"Wizard {seat}" for seat in range(room.plate.seats[0])], secret=seed_secret(5))
    play_on(match, {0: OutsidePlayer([*write(WATCHER), str(book)], PATIENT)}, until=12)
    _, first, *later = [json.loads(line) for line in book.read_bytes().splitlines()]
    assert "frames" not in first
    assert later
    asked = first["move"]
    for message in later:
        then = match.until(message["move"])
        assert message["frames"] == gate.frames(then, 0, asked + 1)
        told = [told for frame in message["frames"] for told in frame["told"]]
        assert told == message["story"]
        assert message["frames"][-1]["table"] == message["view"]["table"]
        asked = message["move"]


def test_twins_send_a_program_the_same_frames(room: Room, write: Write, tmp_path: Path) -> None:
    watcher, differ = write(WATCHER), 0
    for moves in (3, 8, 14):
        match = real_match(room, room.plate.seats[0], moves)
        seat = match.to_act
        twin = Twin(match, seat)
        differ += twin.state.dump() != match.state.dump()
        sent = []
        for number, one in enumerate((match, twin)):
            book = tmp_path / f"{moves}-{number}"
            player = OutsidePlayer([*watcher, str(book)], PATIENT)
            player.decide(one, seat, QuickLuck(3))
            player._told = 0  # as if it had not been told anything yet
            player.decide(one, seat, QuickLuck(3))
            player.close()
            assert b'"frames"' in book.read_bytes()
            sent.append(book.read_bytes())
        assert sent[0] == sent[1]
    assert differ


def an_illegal_text(match: Match) -> str:
    legal = match.state.legal()
    texts = (match.room.spell(match.state, action) for action in range(match.state.action_count())
             if action not in legal)  # fmt: skip
    return next(texts)


FAULTS = {
    "crash": ("raise ValueError('no idea')", r"ended with code 1 \('ValueError: no idea'\)"),
    "signal": ("os.kill(os.getpid(), 9)", "ended with signal 9"),
    "sleep": ("time.sleep(600)", "no answer in 1 s"),
    "endless noise": ("while True: sys.stderr.write('hm ' * 1000)", "no answer in 1 s"),
    "garbage": ("print('tea', flush=True)", "no JSON: 'tea'"),
    "empty line": ("print(flush=True)", "no JSON: ''"),
    "no text": ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "no JSON"),
    "nested": ("print('[' * 60000, flush=True)", "no JSON"),
    "no object": ("print([1], flush=True)", r"not \{\"action\""),
    "no action": ("print('{}', flush=True)", r"not \{\"action\""),
    "a wrong number": ("print('{\"action\": 99999}', flush=True)", "'99999' is not allowed now"),
    "neither text nor number": ("print('{\"action\": 3.5}', flush=True)", r"not \{\"action\""),
    "not an action": ("print('{\"action\": \"make-tea\"}', flush=True)", "'make-tea' is not an action"),
    "half a letter": ("print('{\"action\": \"\\\\ud800\"}', flush=True)", r"'\\ud800' is not an action"),
    "illegal": ("print(json.dumps({'action': sys.argv[1]}), flush=True)", "is not allowed now"),
    "too much": ("print('x' * 10**7, flush=True)", "more than 65536 bytes"),
    "two answers": ("sys.stdout.write(json.dumps({'action': message['legal'][0]}) + '\\n\\n'); "
                    "sys.stdout.flush()", "more than one line"),
    "deaf": ("os.close(0); os.close(1); time.sleep(600)", "does not listen any more"),
}  # fmt: skip


@pytest.mark.parametrize("kind", FAULTS)
def test_every_fault_forfeits_the_decision_and_is_reported(write: Write, kind: str) -> None:
    do, reason = FAULTS[kind]
    match = some_match()
    # Who is expected to be slow has little time, everyone else has plenty.
    seconds = 1.0 if "1 s" in reason else PATIENT
    one = OutsidePlayer(
        [*write(OBEDIENT.format(do=do)), an_illegal_text(match)], seconds, start_seconds=seconds
    )
    action = one.decide(match, 0, QuickLuck(1))
    one.close()
    assert action in match.state.legal()
    (forfeit,) = one.forfeits
    assert (forfeit.move, forfeit.seat) == (0, 0)
    assert re.search(reason, forfeit.reason), forfeit.reason
    assert forfeit.reason.isprintable()


def test_a_program_that_speaks_unasked_is_out_of_step(write: Write, tmp_path: Path) -> None:
    done = tmp_path / "done"
    chatter = f"{ANSWER}; time.sleep(0.3); print('by the way', flush=True); open({str(done)!r}, 'w')"
    match, one = some_match(), OutsidePlayer(write(OBEDIENT.format(do=chatter)), PATIENT)
    one.decide(match, 0, QuickLuck(1))
    assert one.forfeits == []
    wait_for(done.exists)
    one.decide(match, 0, QuickLuck(1))
    one.close()
    assert [forfeit.reason for forfeit in one.forfeits] == ["it spoke without being asked"]


def test_a_random_move_is_a_matter_of_luck_alone(write: Write) -> None:
    match = some_match()
    answers = set()
    for seed in (1, 1, 2, 3, 4, 5, 6, 7):
        one = OutsidePlayer(["/bin/false"], PATIENT)
        answers.add((seed, one.decide(match, 0, QuickLuck(seed))))
        one.close()
    assert len(answers) == 7
    assert len({action for _, action in answers}) > 1


def test_a_failing_program_is_started_again_but_not_for_ever(write: Write, tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    crashing = write(f"open({str(starts)!r}, 'a').write('x'); raise SystemExit(3)")
    match, one = some_match(), OutsidePlayer(crashing, PATIENT)
    play_on(match, {0: one})
    assert starts.read_text() == "x" * STARTS
    assert len(one.forfeits) == sum(move.seat == 0 for move in match.log) > STARTS
    assert one.forfeits[-1].reason == "it failed too often and is not started again"


def test_a_program_that_was_started_again_hears_the_story_from_the_start(
    write: Write, tmp_path: Path
) -> None:
    book, count = tmp_path / "book", tmp_path / "count"
    once = f"""
import os, sys
sys.argv[1] = {str(book)!r}
if not os.path.exists({str(count)!r}):
    open({str(count)!r}, "w").close()
    raise SystemExit(1)
{RECORDER}"""
    match = some_match()
    one = OutsidePlayer([*write(once), ""], PATIENT)
    play_on(match, {0: one})
    assert len(one.forfeits) == 1
    hello, first, *_ = [json.loads(line) for line in book.read_bytes().splitlines()]
    assert hello["type"] == "hello"
    then = match.until(first["move"])
    assert first["story"] == gate.story(then, 0)


def test_a_program_and_what_it_has_started_are_ended_and_reaped(write: Write, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    family = (
        "import subprocess; child = subprocess.Popen(['sleep', '600']); "
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}'); {ANSWER}"
    )
    one = OutsidePlayer(write(OBEDIENT.format(do=family)), PATIENT)
    one.decide(some_match(), 0, QuickLuck(1))
    parent, child = map(int, pids.read_text().split())
    assert is_alive(parent)
    assert is_alive(child)
    one.close()
    assert not is_alive(parent)
    wait_for(lambda: not is_alive(child))
    with pytest.raises(ChildProcessError):
        os.waitpid(parent, os.WNOHANG)
    one.close()


def test_a_program_that_does_not_leave_is_ended(write: Write, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    stubborn = f"open({str(pids)!r}, 'w').write(str(os.getpid())); {ANSWER}"
    text = OBEDIENT.format(do=stubborn) + "\ntime.sleep(600)\n"
    match = some_match()
    play_on(match, {0: OutsidePlayer(write(text), PATIENT)})
    assert match.over
    assert not is_alive(int(pids.read_text()))


def test_standard_error_is_kept_but_not_all_of_it(write: Write) -> None:
    chatty = f"sys.stderr.write('a' * 500000 + 'the end'); sys.stderr.flush(); {ANSWER}"
    one = OutsidePlayer(write(OBEDIENT.format(do=chatty)), PATIENT)
    one.decide(some_match(), 0, QuickLuck(1))
    one.close()
    assert one.forfeits == []
    assert one.tail.endswith("the end")
    assert len(one.tail) <= 2000


def test_specs_become_players() -> None:
    room = next(iter(rooms().values()))
    assert isinstance(player("random", room), InsidePlayer)
    outside = player(f"cmd:{sys.executable} 'my bot.py'", room)
    assert isinstance(outside, OutsidePlayer)
    assert outside.command == [sys.executable, "my bot.py"]
    assert outside.name == "my bot"
    complaints = {
        "teapot": "no bot teapot.*or a program",
        "./no/such/bot": "no program ./no/such/bot",
        "cmd:": "names no program",
        "cmd:'": "no command line",
    }
    for spec, complaint in complaints.items():
        with pytest.raises(BadOptions, match=complaint):
            player(spec, room)
    with pytest.raises(BadOptions, match="no program is started"):
        player("/bin/false", room, outside=False)
    assert split_name("./bot.py:x") == ("./bot.py:x", "")


def test_a_table_starts_no_program_unless_its_owner_says_so() -> None:
    room = next(iter(rooms().values()))
    names = [f"Wizard {seat}" for seat in range(room.plate.seats[0])]
    players = ["/bin/false"] * len(names)
    match = Match(room, names, players=players)
    with pytest.raises(BadOptions, match="no program is started"):
        Table(match, lambda match: None)
    table = Table(match, lambda match: None, outside=True)
    table.play_bot()
    assert table.forfeit
    assert "code 1" in table.forfeit.reason
    table.close()


# In the terminal.


def longbeard(tmp_path: Path, *words: str, **more: Any) -> subprocess.Popen[str]:
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "longbeard", *words], text=True, env=environment, bufsize=1,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more,
    )  # fmt: skip


def seats_with(room: Room, spec: str) -> str:
    return ",".join(["me:Ada", spec] + ["random"] * (room.plate.seats[0] - 2))


def test_a_person_sits_down_with_a_program_and_hears_of_forfeits(room: Room, tmp_path: Path) -> None:
    words = ("play", room.plate.slug, "--seed", "3", "--seats")
    shown, problems = longbeard(tmp_path, *words, seats_with(room, str(EXAMPLES[0]))).communicate(
        "1\n" * 5000
    )
    assert "It is over" in shown, problems
    assert EXAMPLES[0].stem in shown
    assert "forfeits" not in shown
    shown, problems = longbeard(tmp_path, *words, seats_with(room, "/bin/false")).communicate("1\n" * 5000)
    assert "(false forfeits its decision to chance: it ended with code 1.)" in shown, problems
    assert "It is over" in shown


def test_a_program_that_a_file_names_is_asked_about_first(tmp_path: Path) -> None:
    match, trace = some_match(), tmp_path / "trace"
    room = match.room
    path = tmp_path / "game.json"
    spec = seats_with(room, f"cmd:touch {trace}")
    words = ("play", room.plate.slug, "--seed", "3", "-o", "first=0", "--save", str(path), "--seats", spec)
    longbeard(tmp_path, *words).communicate("quit\n")
    assert not trace.exists()
    refused, problems = longbeard(tmp_path, "play", "--resume", "--save", str(path)).communicate("no\n" * 900)
    assert f"'touch {trace}'. Start it?" in refused
    assert "needs its programs" in problems
    assert not trace.exists()
    shown, _ = longbeard(tmp_path, "play", "--resume", "--save", str(path)).communicate("y\n" + "1\n" * 5000)
    assert "It is over" in shown
    assert trace.exists()


def test_ctrl_c_ends_the_program_too(write: Write, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = write(
        OBEDIENT.format(do=f"open({str(pids)!r}, 'w').write(str(os.getpid()) + '.'); time.sleep(600)")
    )
    room = some_match().room
    words = (
        "play",
        room.plate.slug,
        "-o",
        "first=1",
        "--seats",
        seats_with(room, f"cmd:{' '.join(command)}"),
    )
    game = longbeard(tmp_path, *words, start_new_session=True)
    wait_for(lambda: pids.exists() and pids.read_text().endswith("."))
    os.killpg(game.pid, signal.SIGINT)
    shown, problems = game.communicate(timeout=60)
    assert "--resume" in shown
    assert "Traceback" not in shown + problems
    assert not is_alive(int(pids.read_text()[:-1]))
