"""`longbeard replay`: step through a recorded match, from anyone's eyes."""

from pathlib import Path
from typing import Final

from longbeard.engine import gate
from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.engine.match import Match
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.terminal import saves
from longbeard.terminal.lines import ask, say, whole_number

HELP: Final = "Enter: next move. b: back. A number: that move. t: the table. e NAME: other eyes. q: stop."


def replay(path: Path, eyes: str, at_once: bool) -> None:
    """Show a record move by move, or all of it."""
    match = saves.load(path)
    viewer = find_eyes(match, eyes) if eyes else (ALL_EYES if match.over else SPECTATOR)
    say(f"{match.room.plate.title}: {', '.join(match.seats)}. {len(match.log)} moves.")
    if at_once:
        for number in range(len(match.log) + 1):
            _show_move(match, number, viewer)
        _show_table(match, len(match.log), viewer)
        return
    say(HELP)
    _step_through(match, viewer)


def find_eyes(match: Match, eyes: str) -> int:
    """The viewer that someone means by a seat's number, a name, `spectator` or `all`."""
    if 0 <= whole_number(eyes) < len(match.seats):
        return whole_number(eyes)
    for viewer, name in [(SPECTATOR, "spectator"), (ALL_EYES, "all"), *enumerate(match.seats)]:
        if eyes.lower() == name.lower():
            return viewer
    raise BadOptions(f"whose eyes are {eyes!r}? One of: {', '.join(match.seats)}, spectator, all")


def _step_through(match: Match, viewer: int) -> None:
    number = 0
    _show_move(match, number, viewer)
    while True:
        try:
            text = ask(f"{number}/{len(match.log)}> ")
        except (EOFError, KeyboardInterrupt):
            say()
            return
        if text == "q":
            return
        if text == "t":
            try:
                _show_table(match, number, viewer)
            except LongbeardError as error:
                say(str(error))
        elif text.startswith("e "):
            try:
                viewer = find_eyes(match, text[2:].strip())
            except BadOptions as error:
                say(str(error))
        elif text in ("", "b") or 0 <= whole_number(text) <= len(match.log):
            steps = {"": number + 1, "b": number - 1}
            wanted = steps[text] if text in steps else whole_number(text)
            if not 0 <= wanted <= len(match.log):
                say("That is the end." if wanted > 0 else "That is the start.")
                continue
            number = wanted
            _show_move(match, number, viewer)
        else:
            say(HELP)


def _show_move(match: Match, number: int, viewer: int) -> None:
    if number == 0:
        say("The deal.")
    else:
        say(f"Move {number}. {gate.title(match, number, viewer)}")
    for event in gate.story(match, viewer, number):
        if event["move"] == number and event["words"]:
            say(f"  {event['words']}")


def _show_table(match: Match, number: int, viewer: int) -> None:
    for line in match.room.words(gate.table_at(match, number, viewer), match.seats):
        say(line)
