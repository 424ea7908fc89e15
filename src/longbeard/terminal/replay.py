"""`longbeard replay`: step through a recorded match moment by moment, as any viewer."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from longbeard.engine import gate
from longbeard.engine.errors import BadOptions
from longbeard.engine.look import Frame
from longbeard.engine.match import Match
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.terminal.lines import ask, moment, painted, say, whole_number
from longbeard.terminal.saves import load
from longbeard.terminal.words import table_lines

HELP: Final = (
    "Enter: next moment. n: next move. b: back. A number: that move. t: table. e NAME: other eyes. q: stop."
)


def replay(path: Path, eyes: str, at_once: bool, tui: bool = False) -> None:
    """Show a record moment by moment, or all of it."""
    match = load(path)
    viewer = find_eyes(match, eyes) if eyes else (ALL_EYES if match.over else SPECTATOR)
    if tui:
        from longbeard.terminal.tui import replay as whole_screen

        whole_screen.run(match, viewer)
        return
    frames = gate.frames(match, viewer, 0)
    say(painted(f"{match.room.plate.title}: {', '.join(match.seats)}. {len(match.log)} moves.", match.seats))
    if at_once:
        for frame in frames:
            _show(match, frame, viewer)
        _show_table(match, frames[-1])
        return
    say(HELP)
    _step_through(match, viewer, frames)


def find_eyes(match: Match, eyes: str) -> int:
    """Return the viewer named by a seat's number, a name, `spectator` or `all`."""
    if 0 <= whole_number(eyes) < len(match.seats):
        return whole_number(eyes)
    for viewer, name in [(SPECTATOR, "spectator"), (ALL_EYES, "all"), *enumerate(match.seats)]:
        if eyes.lower() == name.lower():
            return viewer
    raise BadOptions(f"whose eyes are {eyes!r}? One of: {', '.join(match.seats)}, spectator, all")


def _step_through(match: Match, viewer: int, frames: Sequence[Frame]) -> None:
    at = 0
    _show(match, frames[at], viewer)
    while True:
        try:
            text = ask(f"{frames[at]['move']}/{len(match.log)}> ")
        except (EOFError, KeyboardInterrupt):
            say()
            return
        if text == "q":
            return
        if text == "t":
            _show_table(match, frames[at])
        elif text.startswith("e "):
            try:
                viewer, frames, at = _through(match, text[2:].strip(), frames[at])
            except BadOptions as error:
                say(str(error))
        elif text in ("", "n", "b") or 0 <= whole_number(text) <= len(match.log):
            wanted = _wanted(text, frames, at)
            if wanted is None:
                say("That is the start." if text == "b" else "That is the end.")
            else:
                at = wanted
                _show(match, frames[at], viewer)
        else:
            say(HELP)


def _through(match: Match, eyes: str, now: Frame) -> tuple[int, Sequence[Frame], int]:
    """Return the same moment for another viewer: the viewer, their frames, and its index in them."""
    viewer = find_eyes(match, eyes)
    if viewer == ALL_EYES and not match.over:
        raise BadOptions("all cards are open only once the match is over")
    frames = gate.frames(match, viewer, 0)
    places = [at for at, frame in enumerate(frames) if _number(frame) <= _number(now)]
    return viewer, frames, places[-1] if places else 0


def _number(frame: Frame) -> tuple[int, int]:
    return frame["move"], frame["beat"]


def _wanted(text: str, frames: Sequence[Frame], at: int) -> int | None:
    """Return the index of the frame that is asked for; None beyond the ends."""
    if text in ("", "b"):
        wanted = at + 1 if text == "" else at - 1
        return wanted if 0 <= wanted < len(frames) else None
    move = frames[at]["move"] + 1 if text == "n" else whole_number(text)
    return next((place for place, frame in enumerate(frames) if frame["move"] >= move), None)


def _show(match: Match, frame: Frame, viewer: int) -> None:
    """Print a moment in words, under the heading of its move where that begins."""
    number = frame["move"]
    if frame["beat"] == 0:
        heading = f"Move {number}. {gate.title(match, number, viewer)}" if number else "The deal."
        say(painted(heading, match.seats, style="bold"))
    words = moment(frame)
    if not words and frame["beat"] == 0 and number:
        words = gate.deed(match, number, viewer) or "Nothing of it can be seen."
    if words:
        say(painted(f"  {words}", match.seats, viewer))


def _show_table(match: Match, frame: Frame) -> None:
    for line in table_lines(match.room, match.box, frame["table"], match.seats):
        say(painted(line, match.seats))
