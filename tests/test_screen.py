"""The table on a real terminal: a screen of tmux, captured with its scrollback."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from longbeard.engine import gate
from longbeard.engine.room import Room
from longbeard.terminal.saves import load

pytestmark = pytest.mark.skipif(not shutil.which("tmux"), reason="there is no tmux")
PATIENCE = 60.0
HIDE = "press Enter to hide your side of the table."
PRIVACY = "Press Enter when nobody else is looking."


class Screen:
    """A terminal that a program runs in, and that somebody types into."""

    def __init__(self, folder: Path, *words: str, columns: int = 80, lines: int = 30) -> None:
        self._socket = str(folder / "tmux")
        program = shlex.join(
            [
                "env",
                "-u",
                "COLUMNS",
                "-u",
                "LINES",
                *_settings(folder),
                sys.executable,
                "-m",
                "longbeard",
                *words,
            ]
        )
        size = ["-x", str(columns), "-y", str(lines)]
        self.tmux("-f", "/dev/null", "new-session", "-d", *size, f"{program}; exec sleep 600")

    def tmux(self, *words: str) -> str:
        command = ["tmux", "-S", self._socket, *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout

    def shown(self, *more: str) -> str:
        """Return everything that can be seen, scrollback included."""
        return self.tmux("capture-pane", "-p", "-J", "-S", "-", *more)

    def wait(self, fits: Callable[[str], bool]) -> str:
        deadline = time.monotonic() + PATIENCE
        while not fits(shown := self.shown()):
            assert time.monotonic() < deadline, shown
            time.sleep(0.05)
        return shown

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def close(self) -> None:
        self.tmux("kill-server")


def _settings(folder: Path) -> list[str]:
    paths = {name: os.environ[name] for name in ("PYTHONPATH", "NO_COLOR") if name in os.environ}
    return [f"{name}={value}" for name, value in (paths | {"XDG_DATA_HOME": str(folder)}).items()]


Open = Callable[..., Screen]


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Open]:
    opened: list[Screen] = []

    def open_screen(*words: str, **size: int) -> Screen:
        opened.append(Screen(tmp_path, *words, **size))
        return opened[-1]

    yield open_screen
    for one in opened:
        one.close()


def last_line(shown: str) -> str:
    return shown.rstrip().rpartition("\n")[2].strip()


def test_nothing_of_a_hand_is_left_when_the_next_player_is_asked(
    room: Room, screen: Open, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    seats = ",".join(["you:Ada", "you:Bert"] + ["random"] * (room.plate.seats[0] - 2))
    words = ("play", room.plate.slug, "--seats", seats, "--seed", "4", "--save", str(path))
    terminal = screen(*words, lines=24)
    asked: list[str] = []
    while len(asked) < 3:
        shown = terminal.wait(lambda shown: last_line(shown).endswith((HIDE, PRIVACY, ">")))
        if last_line(shown).endswith(PRIVACY):
            asked.append(shown)
        before = shown
        terminal.press("1", "Enter") if last_line(shown) == ">" else terminal.press("Enter")
        terminal.wait(lambda shown, before=before: shown != before)  # type: ignore[misc]
    assert room.plate.title in asked[0], "the greeting hides nothing"
    for shown in asked[1:]:
        assert shown.strip().endswith(f"decides. {PRIVACY}")
        assert "\n" not in shown.strip(), shown
    match = load(path)
    assert {move.seat for move in match.log} >= {0, 1}
    assert gate.look(match, match.to_act)["choices"], "and the game goes on"


def bots(room: Room) -> str:
    return ",".join(["you:Ada"] + ["random"] * (room.plate.seats[0] - 1))


def test_a_screen_is_wrapped_coloured_and_speaks_to_its_reader(room: Room, screen: Open) -> None:
    terminal = screen("play", room.plate.slug, "--seats", bots(room), "--seed", "4", columns=70)
    shown = terminal.wait(lambda shown: last_line(shown) == ">")
    rows = terminal.tmux("capture-pane", "-p", "-S", "-").splitlines()
    assert rows == [row.rstrip() for row in shown.splitlines()], "no row runs on in the next"
    assert any(len(row) > 60 for row in rows)
    assert "You choose:" in shown
    assert "Ada" not in shown.partition("Type ?")[2]
    assert "\x1b[1m" in terminal.shown("-e"), "the title is bold"
    assert "\x1b[36m" in terminal.shown("-e"), "and the reader has a colour"


def test_no_color_means_no_colour(room: Room, screen: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = screen("play", room.plate.slug, "--seats", bots(room), "--seed", "4")
    terminal.wait(lambda shown: last_line(shown) == ">")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", terminal.shown("-e"))


def test_rules_are_shown_in_a_pager_without_their_marks(room: Room, screen: Open) -> None:
    terminal = screen("rules", room.plate.slug)
    shown = terminal.wait(lambda shown: room.plate.title in shown and last_line(shown) == ":")
    assert "**" not in shown
    assert "\n# " not in shown
    assert shown.startswith(room.plate.title.center(80).rstrip()), "the title in the middle"
    assert "\x1b[1m" in terminal.shown("-e"), "and bold words"
    terminal.press("q")


def test_a_whole_screen_hides_its_hand_and_leaves_the_terminal_as_it_was(
    screen: Open, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    seats = ("--seats", "you:Ada,you:Bert", "--seed", "4", "--save", str(path))
    terminal = screen("play", "witless", "--tui", *seats, columns=110, lines=34)
    shown = terminal.wait(lambda shown: PRIVACY in shown)
    assert "Drawn" not in shown
    terminal.press("Enter")
    shown = terminal.wait(lambda shown: "Drawn, card 1 of 2" in shown and "Undo" in shown)
    assert "What happened" in shown
    terminal.press("q")
    shown = terminal.wait(lambda shown: "The game is kept in" in shown)
    assert "Drawn" not in shown, "nothing of the hand is left on the screen"


def test_without_a_terminal_to_fill_it_is_said_and_lines_do(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "longbeard", "play", "witless", "--tui", "--seats", "random,random"]
    words += ["--seed", "1", "--save", str(tmp_path / "game.json")]
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, check=True
    )
    assert "there is none: here it is in lines" in done.stderr
    assert "It is over" in done.stdout
