"""`longbeard check`: the conformance suite with a report for people or programs."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from types import FrameType
from typing import Any, Final

import click

from longbeard.engine.build import form
from longbeard.engine.check import Endless, check, check_pieces, missing_matches, uncited_rules
from longbeard.engine.check_room import Breach, check_lesson, missing_from_wheel
from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.engine.playout import EndlessGame
from longbeard.engine.room import Room
from longbeard.games import rooms

HASH_SEED_MATCHES: Final = 20
PATIENCE = 60
"""Seconds of processor time for one match with all its checks."""
Say = Callable[[str], None]


def check_games(
    game: Room | None, matches: int, seed: int, seats: int | None, quiet: bool
) -> list[dict[str, Any]]:
    """Check one game or all; return a result for each."""
    say: Say = (lambda line: None) if quiet else click.echo
    say(f"Checking with {form()}, {matches} matches for each number of players, from seed {seed}.")
    return [_check_game(room, matches, seed, seats, say) for room in ([game] if game else rooms().values())]


def _check_game(room: Room, matches: int, seed: int, seats: int | None, say: Say) -> dict[str, Any]:
    try:
        _check_seats(room.plate.seats)
        room.table(room.plate.seats[0])
    except Exception as error:
        said = str(error) if isinstance(error, LongbeardError) else f"{type(error).__name__}: {error}"
        problems = _report(say, [said])
        return {"game": room.plate.slug, "passed": False, "problems": problems, "runs": []}
    if not room.compiled:
        say(f"{room.plate.slug} is plain Python.")
    fewest, most = room.plate.seats
    counts = [seats] if seats else list(range(fewest, most + 1))
    reports: list[dict[str, Any]] = []
    problems = []
    for count in counts:
        try:
            with _patience() as again:
                report = check(room, count, matches, seed, again)
        except Breach as breach:
            problems.append(str(breach))
            say(f"{room.plate.slug}, BROKEN: {breach}")
            if isinstance(breach, Endless):  # nor would its lesson end
                return {"game": room.plate.slug, "passed": False, "problems": problems, "runs": reports}
            continue
        endings = ", ".join(f"{name} {times}" for name, times in sorted(report.endings.items()))
        played = f"{report.matches} matches, {report.decisions} decisions"
        say(f"{room.plate.slug}, {count} players: {played}. {endings}.")
        say(f"  fingerprint {report.fingerprint}")
        reports.append({"seats": count, "matches": report.matches, "decisions": report.decisions,
                        "endings": dict(report.endings), "fingerprint": report.fingerprint})  # fmt: skip
    if not os.environ.get("LONGBEARD_CHECK_INNER"):
        problems += _report(say, _held(check_pieces, room))
        problems += _report(say, _held(check_lesson, room))
        if not problems:  # a broken game says nothing about hashing
            problems += _report(say, _other_hash_seeds(room, counts[0], seed))
        problems += _report(say, _paperwork(room, say, sound=not problems))
    if not problems:
        say(f"{room.plate.slug}: passed.")
    return {"game": room.plate.slug, "passed": not problems, "problems": problems, "runs": reports}


def _check_seats(seats: object) -> None:
    """Check that the plate says how many can play."""
    match seats:
        case (int(fewest), int(most)) if 1 <= fewest <= most:
            return
    raise BadOptions(f"the plate has seats={seats}: say the fewest players and the most, like seats=(2, 4)")


@contextmanager
def _patience() -> Iterator[Callable[[], None]]:
    """Interrupt a match that uses up its time, for a loop inside a rule has no end that could be counted.

    Yields what gives the next match its own time. Without such timers (Windows, threads), nobody interrupts.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        line = f" ({Path(frame.f_code.co_filename).name}, line {frame.f_lineno})" if frame else ""
        raise EndlessGame(f"no end after {PATIENCE} seconds of one match{line}")

    def again() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE, PATIENCE)

    before = signal.signal(signal.SIGVTALRM, interrupt)
    again()
    try:
        yield again
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _report(say: Say, problems: list[str]) -> list[str]:
    for problem in problems:
        say(f"  BROKEN: {problem}")
    return problems


def _held(checked: Callable[[Room], None], room: Room) -> list[str]:
    """Run check 13 or 17; return its breach, if there is one."""
    try:
        checked(room)
    except Breach as breach:
        return [str(breach)]
    return []


def _other_hash_seeds(room: Room, seats: int, seed: int) -> list[str]:
    """Check (9) that the matches do not depend on Python's own hashing."""
    ask = [sys.executable, "-m", "longbeard", "check", room.plate.slug, "--matches", str(HASH_SEED_MATCHES),
           "--seats", str(seats), "--seed", str(seed), "--json"]  # fmt: skip
    answers = set()
    for hash_seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "LONGBEARD_CHECK_INNER": "1"}
        run = subprocess.run(ask, capture_output=True, text=True, env=environment, check=False)
        answers.add((run.returncode, run.stdout))
    same = len(answers) == 1 and (0, "") < min(answers) < (1, "")
    return [] if same else ["another PYTHONHASHSEED gives other matches, or none"]


def _paperwork(room: Room, say: Say, sound: bool) -> list[str]:
    """Check data files (19), citations (11) and recorded matches (12); an installed wheel has no tests for 11
    and 12.

    Recorded matches are checked only if the rules are `sound`: with broken ones they are not to blame.
    """
    problems = missing_from_wheel(room)
    tests = Path(str(files(room.package))) / "tests"
    if not tests.is_dir():
        say("  its tests are not installed here: citations and recorded matches were not checked")
        return problems
    uncited, unknown = uncited_rules(room, tests)
    problems += [f"no test cites rule {rule}: name one test_{rule.lower()}_…" for rule in uncited]
    problems += [f"a test cites {rule}, which is not in rulebook.md" for rule in unknown]
    missing = missing_matches(room, tests) if sound else []
    cure = f"longbeard record {room.plate.slug} --every-ending finds one"
    return problems + [f"no recorded match ends {what}: {cure}" for what in missing]
