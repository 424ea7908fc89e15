"""The command line as people and programs use it: real processes, real files, real signals."""

import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from longbeard import __version__
from longbeard.engine import gate, record
from longbeard.engine.build import form
from longbeard.engine.match import PERSON
from longbeard.engine.room import Room
from longbeard.engine.story import SPECTATOR
from longbeard.games import rooms
from longbeard.terminal.lines import moment
from longbeard.terminal.rulebook import explain, known_words
from longbeard.terminal.saves import load

Run = Callable[..., subprocess.CompletedProcess[str]]
KEYS = "".join(f"{random.Random(key).randint(1, 7)}\n" for key in range(9000))
"""Input of somebody who plays without looking: a number is a choice, or it is refused."""
COMMAND = [sys.executable, "-m", "longbeard"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return os.environ | {"XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"}


@pytest.fixture
def run(environment: dict[str, str]) -> Run:
    def call(*words: str, typed: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *words],
            input=typed,
            capture_output=True,
            text=True,
            env=environment,
            timeout=120,
            check=False,
            **more,
        )

    return call


def kept_games(environment: dict[str, str]) -> list[Path]:
    return sorted(Path(environment["XDG_DATA_HOME"]).glob("longbeard/games/*.json"))


def random_seats(room: Room) -> str:
    return ",".join(["you:Ada"] + ["random"] * (room.plate.seats[0] - 1))


def play_to_the_end(run: Run, room: Room, *more: str) -> subprocess.CompletedProcess[str]:
    return run(
        "play", room.plate.slug, "--seats", random_seats(room), "--seed", "3", *more, typed="1\n" * 5000
    )


def test_version_says_the_form_of_the_rules(run: Run) -> None:
    assert run("--version").stdout == f"longbeard {__version__} ({form()})\n"


def test_help_names_every_command(run: Run) -> None:
    shown = run("--help").stdout
    commands = ("games", "play", "learn", "rules", "replay", "verify", "check", "bench", "arena")
    for command in (*commands, "serve", "backup", "restore"):
        assert command in shown
        assert run(command, "--help").returncode == 0


def test_games_for_people_and_programs(run: Run, room: Room) -> None:
    assert f"{room.plate.slug}: {room.plate.tagline}" in run("games").stdout
    plates = {plate["slug"]: plate for plate in json.loads(run("games", "--json").stdout)}
    assert plates[room.plate.slug]["seats"] == list(room.plate.seats)


def test_a_part_of_a_name_is_enough_and_nonsense_is_told(run: Run, room: Room) -> None:
    assert run("rules", room.plate.slug[:-1]).stdout == run("rules", room.plate.slug).stdout
    refused = run("rules", "tiddlywinks")
    assert refused.returncode == 2
    assert room.plate.slug in refused.stderr


def test_rules_shows_the_page_or_one_rule(run: Run, room: Room) -> None:
    assert run("rules", room.plate.slug).stdout.strip() == room.text("rulebook.md").strip()
    assert run("rules", room.plate.slug, "c1").stdout.startswith("C1 ")
    assert run("rules", room.plate.slug, "Q99").returncode == 1


def test_a_game_is_played_to_its_end_kept_verified_and_replayed(
    run: Run, room: Room, environment: dict[str, str]
) -> None:
    game = play_to_the_end(run, room)
    assert game.returncode == 0, game.stderr
    assert "It is over" in game.stdout
    assert "Traceback" not in game.stdout + game.stderr
    (path,) = kept_games(environment)
    proof = run("verify", str(path), "--json")
    assert proof.returncode == 0
    assert json.loads(proof.stdout)["true"]
    told = run("replay", str(path), "--all").stdout
    assert told.count("Move ") == json.loads(proof.stdout)["moves"]


def test_the_same_seed_gives_the_same_game(run: Run, room: Room, tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    play_to_the_end(run, room, "--save", str(one))
    play_to_the_end(run, room, "--save", str(other))
    assert one.read_text() == other.read_text()


def test_an_edited_record_is_refused_with_its_line(run: Run, room: Room, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play_to_the_end(run, room, "--save", str(path))
    path.write_text(path.read_text().replace('"Ada"', '"Adb"'))
    refused = run("verify", str(path))
    assert refused.returncode == 1
    assert "refused. line " in refused.stdout
    assert run("replay", str(path)).returncode == 1
    assert run("play", "--resume", "--save", str(path)).returncode == 1


@pytest.mark.parametrize("content", [b"", b"tea", b"\xff\xfe\n\xff", b"{}\n"])
def test_what_is_no_record_is_refused(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tea.json"
    path.write_bytes(content)
    for command in ("verify", "replay"):
        refused = run(command, str(path))
        assert refused.returncode == 1
        assert "line " in refused.stdout + refused.stderr
        assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("actions", [f"{'9' * 5000} end"]),
        ("actions", ["0 \ud800"]),
        ("seats", ["\ud800", "Bert"]),
        ("seats", ["Ada\u001b[2J", "Bert"]),
        ("game", "\udfff"),
        ("longbeard", True),
        ("winners", [10**4000]),
        ("rules", 10**4000),
        ("\ud800", 1),
    ],
)
def test_a_malformed_record_is_refused_in_one_sentence(
    run: Run, tmp_path: Path, key: str, value: object
) -> None:
    games = Path(__file__).parents[1] / "src" / "longbeard" / "games"  # a wheel has no tests
    matches = games.glob("*/tests/matches/*.json")
    facts = json.loads(min(matches).read_text(encoding="utf-8")) | {key: value}
    path = tmp_path / "bad.json"
    path.write_text(record._render(facts) if key == "actions" else json.dumps(facts, indent=1))
    for command in ("verify", "replay"):
        refused = run(command, str(path))
        assert refused.returncode == 1, refused
        assert "line " in refused.stdout + refused.stderr
        assert len((refused.stdout + refused.stderr).splitlines()) == 1


def test_numbers_of_many_digits_are_no_seats_and_no_moves(run: Run, room: Room, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play_to_the_end(run, room, "--save", str(path))
    shown = run("replay", str(path), typed=f"{'9' * 5000}\n-1\n٣\nq\n")
    assert shown.returncode == 0, shown.stderr
    refused = run("replay", str(path), "--eyes", "9" * 5000)
    assert refused.returncode == 1
    assert "whose eyes" in refused.stderr


def test_a_terminal_without_the_letters_is_no_reason_to_stop(
    room: Room, environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    seats = ",".join(f"random:Ŵ {seat}" for seat in range(room.plate.seats[0]))
    western = environment | {"PYTHONIOENCODING": "latin-1"}
    words = ["play", room.plate.slug, "--seats", seats, "--seed", "3", "--save", str(path)]
    for call in (words, ["verify", str(path)]):
        ran = subprocess.run(
            [*COMMAND, *call], capture_output=True, env=western, timeout=120, check=False, input=b""
        )
        assert ran.returncode == 0, ran.stderr
        assert rb"\u0174 0" in ran.stdout


def test_a_lost_terminal_loses_nothing(run: Run, room: Room, environment: dict[str, str]) -> None:
    stopped = run("play", room.plate.slug, "--seats", random_seats(room), "--seed", "4", typed="1\n1\n")
    assert stopped.returncode == 0
    assert "--resume" in stopped.stdout
    (path,) = kept_games(environment)
    moves = json.loads(path.read_text())["actions"]
    resumed = run("play", "--resume", typed=KEYS)
    assert "Going on after move" in resumed.stdout
    assert "It is over" in resumed.stdout
    assert json.loads(path.read_text())["actions"][: len(moves)] == moves
    nothing_left = run("play", "--resume")
    assert nothing_left.returncode == 1
    assert "no unfinished game" in nothing_left.stderr


def own_moves(environment: dict[str, str]) -> int:
    moves = [json.loads(path.read_text())["actions"] for path in kept_games(environment)]
    return sum(move.startswith("0 ") for move in moves[0]) if moves else 0


def start_playing(room: Room, environment: dict[str, str]) -> subprocess.Popen[str]:
    """Return a game in which the player has made two moves or more."""
    words = ["play", room.plate.slug, "--seats", random_seats(room), "--seed", "4"]
    player = subprocess.Popen(
        [*COMMAND, *words], text=True, env=environment, bufsize=1,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert player.stdin
    player.stdin.write("1\n" * 6)
    player.stdin.flush()
    deadline = time.monotonic() + 300
    while own_moves(environment) < 2:
        assert player.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return player


def test_ctrl_c_leaves_no_traceback_and_keeps_the_game(
    room: Room, run: Run, environment: dict[str, str]
) -> None:
    player = start_playing(room, environment)
    player.send_signal(signal.SIGINT)
    out, err = player.communicate(timeout=300)
    assert "Traceback" not in out + err
    assert "--resume" in out
    assert "It is over" in run("play", "--resume", typed=KEYS).stdout


def test_a_killed_game_goes_on_where_it_was(room: Room, run: Run, environment: dict[str, str]) -> None:
    player = start_playing(room, environment)
    player.kill()
    player.communicate()
    (path,) = kept_games(environment)
    kept = json.loads(path.read_text())["actions"]
    assert "It is over" in run("play", "--resume", typed=KEYS).stdout
    assert json.loads(path.read_text())["actions"][: len(kept)] == kept


def test_a_full_disk_refuses_the_move_and_changes_nothing(run: Run, room: Room, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    words = ("play", room.plate.slug, "--seats", random_seats(room), "--seed", "4", "--save", str(path))
    run(*words, typed="")
    before = path.read_text()

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    full = run("play", "--resume", "--save", str(path), typed="1\n1\n", preexec_fn=small_disk)
    assert "Traceback" not in full.stdout + full.stderr
    assert "large" in full.stdout + full.stderr  # what the system says of it
    assert path.read_text() == before


def test_an_existing_file_is_not_played_over(run: Run, room: Room, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("precious")
    refused = run("play", room.plate.slug, "--save", str(path))
    assert refused.returncode == 1
    assert "already" in refused.stderr
    assert path.read_text() == "precious"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--seats", "you,teapot"], "teapot"),
        (["--seats", "you"], "players"),
        (["--seats", "you:Ada,bot:Ada"], "name"),
        (["-o", "tea"], "NAME=VALUE"),
        (["-o", "tea=yes"], "no option tea"),
    ],
)
def test_bad_tables_are_refused(run: Run, room: Room, words: list[str], complaint: str) -> None:
    refused = run("play", room.plate.slug, *words)
    assert refused.returncode == 1
    assert complaint in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_prompt_explains_refuses_and_takes_notation(run: Run, room: Room) -> None:
    word = next(iter(room.glossary(room.box)))
    typed = f"?\n? {word}\n? c1\n? zzz\nmake-tea\n999\ntable\nstory\nundo\nsave\nquit\n"
    shown = run("play", room.plate.slug, "--seats", random_seats(room), "--seed", "4", typed=typed).stdout
    assert "take your last move back" in shown
    assert room.glossary(room.box)[word] in shown
    assert "C1 " in shown
    assert "nothing called 'zzz'" in shown
    assert "'make-tea' is not an action" in shown
    assert "There is no choice 999" in shown
    assert "save FILE" in shown
    assert "Traceback" not in shown


def test_two_people_at_one_keyboard_hand_over(run: Run, room: Room) -> None:
    seats = ",".join(["you:Ada", "you:Bert"] + ["random"] * (room.plate.seats[0] - 2))
    shown = run("play", room.plate.slug, "--seats", seats, "--seed", "4", typed=KEYS).stdout
    assert "Ada decides. Press Enter" in shown
    assert "Bert decides. Press Enter" in shown
    assert "It is over" in shown


def test_replay_steps_back_and_forth(run: Run, room: Room, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play_to_the_end(run, room, "--save", str(path))
    shown = run("replay", str(path), typed="n\n\nb\n1\nt\ne ada\ne nobody\n3\n99999\n0\nb\ntea\nq\n").stdout
    assert shown.count("Move 1.") >= 2
    assert "Move 3." in shown
    assert "whose eyes are 'nobody'?" in shown
    assert "That is the start." in shown
    refused = run("replay", str(path), "--eyes", "nobody")
    assert refused.returncode == 1


def test_a_replay_steps_through_every_moment_and_says_something_of_each_move(
    run: Run, room: Room, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    play_to_the_end(run, room, "--save", str(path))
    match = load(path)
    frames = gate.frames(match, SPECTATOR, 0)
    shown = run("replay", str(path), "--eyes", "spectator", typed="\n" * len(frames) + "q\n").stdout
    words = [line[2:] for line in shown.splitlines() if line.startswith("  ")]
    told = [moment(frame) for frame in frames]
    assert [line for line in words if line != "Nothing of it can be seen."] == [line for line in told if line]
    assert shown.count("/") >= len(frames) > len(match.log), "a prompt after each moment"
    assert "That is the end." in shown
    whole = run("replay", str(path), "--all").stdout.splitlines()
    heads = [number for number, line in enumerate(whole) if line.startswith("Move ")]
    assert all(whole[number + 1].startswith("  ") for number in heads)
    moves = run("replay", str(path), typed="n\n" * len(match.log) + "q\n").stdout
    assert moves.count("Move ") == len(match.log)


def test_a_running_save_is_not_open_to_all_eyes(run: Run, room: Room, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    run("play", room.plate.slug, "--seats", random_seats(room), "--save", str(path), typed="1\n")
    assert run("replay", str(path), "--all", "--eyes", "all").returncode == 1
    assert run("replay", str(path), "--all").returncode == 0
    assert "not over" in run("verify", str(path)).stdout


def test_check_reports_for_people_and_programs(run: Run, room: Room) -> None:
    words = ("check", room.plate.slug, "--matches", "12", "--seats", str(room.plate.seats[0]))
    shown = run(*words)
    assert shown.returncode == 0, shown.stdout
    assert f"{room.plate.slug}: passed." in shown.stdout
    (result,) = json.loads(run(*words, "--json").stdout)
    assert result["passed"]
    assert result["runs"][0]["matches"] == 12


def test_bench_reports_every_game(run: Run, room: Room) -> None:
    answer = json.loads(run("bench", "--json", "--seconds", "0.2").stdout)
    assert answer["compiled"] == (form() == "compiled rules")
    result = {game["game"]: game for game in answer["games"]}[room.plate.slug]
    assert result["decisions_per_s"] > 0
    assert result["games_per_s"] > 0
    assert result["decisions_per_game"] > 1
    assert room.plate.slug in run("bench", "--seconds", "0.2").stdout


def test_learn_leads_to_the_end_of_the_lesson(run: Run, room: Room) -> None:
    try:
        room.text("tutorial.toml")
    except FileNotFoundError:
        assert "no tutorial yet" in run("learn", room.plate.slug).stderr
        return
    shown = run("learn", room.plate.slug, typed="\n1\n" * 500)
    assert "That is all." in shown.stdout, shown.stdout + shown.stderr
    assert run("learn", room.plate.slug, typed="q\n").returncode == 0


def test_the_table_has_names_and_no_ids(run: Run, room: Room) -> None:
    ids = [word for word in room.glossary(room.box) if "-" in word]
    shown = run("play", room.plate.slug, "--seats", random_seats(room), "--seed", "4", typed=KEYS).stdout
    said = re.sub(r"\[\S+\]|“.*”", "", shown)
    assert not [word for word in ids if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", said)]
    assert "\x1b" not in shown, "a pipe has no colours"


def test_what_was_drawn_is_shown_before_each_choice(run: Run) -> None:
    """The second card of a turn has its numbers too."""
    words = ("play", "witless-wizards", "--seats", "you:Ada,random", "--seed", "4")
    shown = run(*words, typed="1\nquit\n").stdout
    assert "Drawn: Longsword (attack 3, +1 cube)." in shown.partition("It is the Longsword.")[2]


@pytest.mark.parametrize(
    ("game", "word", "answer"),
    [
        (
            "witless-wizards",
            "die",
            "Die: 6 sides, 1, 1, 1, 2, 2 and 3. What it shows is added to your attack (B3).",
        ),
        ("witless-wizards", "stamina", "Stamina is how long"),
        ("witless-wizards", "cube", "Cubes are concentration"),
        ("witless-wizards", "weakened", "which means 5 stamina or less"),
        ("the-wizard-always-wins", "set", "turn in as many sets"),
        ("a-wizard-did-it", "hand", "S2 Both get five cards"),
        ("witless-wizards", "magic", "Magical Crook of Standing"),
        ("witless-wizards", "stamnia", "Did you mean stamina?"),
    ],
)
def test_the_prompt_knows_the_words_of_the_rulebook(run: Run, game: str, word: str, answer: str) -> None:
    shown = run("play", game, "--players", "2", "--seed", "4", typed=f"? {word}\nquit\n").stdout
    assert answer in shown


def test_every_word_of_a_rulebook_is_explained(room: Room) -> None:
    text, glossary = room.text("rulebook.md"), room.glossary(room.box)
    unknown = [
        word for word in known_words(text, glossary) if "nothing called" in explain(text, glossary, word)[0]
    ]
    assert not unknown
    assert len(known_words(text, glossary)) > 200


@pytest.mark.parametrize("command", ["learn", "rules", "play"])
def test_without_a_game_there_is_a_menu(run: Run, command: str) -> None:
    shown = run(command, typed="7000\nwall\nq\n")
    assert shown.returncode == 0, shown.stderr
    for number, room in enumerate(rooms().values(), start=1):
        assert f"  {number}. {room.plate.title}: " in shown.stdout
    assert "or a name" in shown.stdout
    assert shown.stdout.count("Wiz Up The Wall") > 1, "the game that was chosen"
    left = run(command, typed="q\n")
    assert "Traceback" not in left.stderr
    assert left.stdout.count("Wiz Up The Wall") == 1


@pytest.mark.parametrize("command", ["play", "learn", "rules", "check"])
def test_a_misspelt_game_is_guessed(run: Run, command: str) -> None:
    refused = run(command, "witles-wizzards")
    assert refused.returncode == 2
    assert "Did you mean witless-wizards?" in refused.stderr


@pytest.mark.parametrize(("word", "meant"), [("wittless", "witless"), ("wallls", "wall")])
def test_one_misspelt_word_of_a_game_is_enough(run: Run, word: str, meant: str) -> None:
    refused = run("rules", word)
    assert refused.returncode == 2
    assert f"Did you mean {meant}?" in refused.stderr
    assert run("rules", meant).returncode == 0


def test_players_and_level_fill_a_table(run: Run, room: Room, tmp_path: Path) -> None:
    most, path = room.plate.seats[1], tmp_path / "game.json"
    words = ("play", room.plate.slug, "--players", str(most), "--save", str(path))
    assert run(*words, "--level", "apprentice", typed="quit\n").returncode == 0
    assert load(path).players == [PERSON] + ["apprentice"] * (most - 1)


def test_a_table_that_nobody_can_fill_is_refused(run: Run, room: Room) -> None:
    refused = run("play", room.plate.slug, "--level", "aprentice")
    assert "Did you mean apprentice?" in refused.stderr
    assert "players, not 99" in run("play", room.plate.slug, "--players", "99").stderr
    assert "--seats names 2" in run("play", room.plate.slug, "--players", "4", "--seats", "you,bot").stderr


def test_a_fixed_number_of_players_is_one_number(run: Run) -> None:
    shown = run("games").stdout
    assert "  2 players, " in shown
    assert "2–2" not in shown


def test_the_report_of_an_arena_fits_a_terminal_of_80_columns(run: Run) -> None:
    words = ("arena", "witless-wizards", "--bots", "apprentice,journeyman", "-n", "4", "--seed", "1")
    shown = run(*words).stdout
    (at,) = [number for number, line in enumerate(shown.splitlines()) if line.startswith("bot ")]
    table = shown.splitlines()[at : at + 6]
    assert table[3].startswith("ms a move")
    assert max(map(len, table)) <= 80
