"""Output and input in lines: wrapped and coloured on a screen, plain in a pipe; a screen reader can follow
both."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from rich.console import Console
from rich.text import Text

from longbeard.engine.look import Choice, Frame

PAGE: Final = 14
"""Lines of a long story that are told before asking whether to continue."""
DIGITS: Final = 9
NARROWEST: Final = 20
"""Columns below which lines are not wrapped: there would be a word on each."""
CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen, then its scrollback: many terminals scroll off what they clear."""
SEAT_STYLES: Final = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue", "bold red")
LEAD: Final = re.compile(r"\s*(?:\d+\. )?")
"""Matches the hanging indent of a line: spaces, and the number of a choice."""


@cache
def screen() -> Console:
    """Return the console for all lines. Without a terminal, or with NO_COLOR, it has no colours."""
    return Console(highlight=False, markup=False, emoji=False)


def say(line: str | Text = "", style: str = "") -> None:
    """Print one line at once, since a bot may think before the next. On a screen it is wrapped between
    words."""
    text = Text(line, style=style) if isinstance(line, str) else line
    console = screen()
    width = console.width
    if not console.is_terminal or text.cell_len <= width or width < NARROWEST:
        console.print(text, soft_wrap=True)
        return
    for part in _wrapped(text, width):
        console.print(part, soft_wrap=True)


def _wrapped(text: Text, width: int) -> list[Text]:
    """Wrap a long line with a hanging indent."""
    console = screen()
    found = LEAD.match(text.plain)
    lead = min(found.end() if found else 0, width // 2)
    margin = lead if text.plain[:lead].strip() else lead + 2
    first = text[lead:].wrap(console, width - lead)[0]
    rest = text[lead + len(first) :]
    rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
    further: Iterable[Text] = rest.wrap(console, width - margin) if rest.plain else ()
    lines = [text[:lead] + first, *(Text(" " * margin) + part for part in further)]
    for line in lines:
        line.rstrip()
    return lines


def painted(
    line: str, seats: Sequence[str], viewer: int = -1, style: str = "", colours: Sequence[str] = SEAT_STYLES
) -> Text:
    """Return a line in which every name has its seat's colour, and "you" the reader's."""
    text = Text(line, style=style)
    for seat, name in enumerate(seats):
        text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", colours[seat % len(colours)])
    if viewer >= 0:
        text.highlight_regex(r"\b[Yy]ou(?:rs?)?\b", colours[viewer % len(colours)])
    return text


def say_choice(number: int, choice: Choice) -> None:
    """Print a choice of a numbered list, with its notation."""
    say(Text.assemble((f"  {number}. ", "bold"), choice["words"], (f" [{choice['action']}]", "dim")))


def say_entry(number: int, words: str) -> None:
    """Print another entry of a numbered list."""
    say(Text.assemble((f"  {number}. ", "bold"), words))


def ask(prompt: str) -> str:
    """Read a line from the player. EOFError at the end of the input."""
    screen().print(Text(prompt, style="bold green"), end="", soft_wrap=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        say(line.rstrip("\n"))
    return line.strip()


def clear() -> None:
    """Clear the screen and its scrollback; do nothing in a pipe."""
    if not sys.stdout.isatty():
        return
    dumb = os.environ.get("TERM", "dumb") == "dumb"
    sys.stdout.write("\n" * screen().height if dumb else CLEAR)
    sys.stdout.flush()


def moment(frame: Frame) -> str:
    """Return what is told at one moment as one line; empty if there is nothing to tell."""
    return " ".join(told["words"] for told in frame["told"] if told["words"])


def tell(sentences: Sequence[str], seats: Sequence[str] = (), viewer: int = -1) -> None:
    """Tell a story; a long one pauses now and then, if somebody sits at a keyboard."""
    paced = len(sentences) > PAGE + PAGE // 2 and sys.stdin.isatty() and sys.stdout.isatty()
    for number, sentence in enumerate(sentences):
        if paced and number and number % PAGE == 0:
            paced = ask("Enter to go on, f for all the rest: ").lower() != "f"
        say(painted(f"  {sentence}", seats, viewer))


def whole_number(text: str) -> int:
    """Return a text as a number, or -1. (Python refuses to parse more than 4,300 digits.)

    >>> whole_number("12"), whole_number("twelve"), whole_number("9" * 5000)
    (12, -1, -1)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else -1


def choose_number(text: str, count: int) -> int:
    """Return the index of a numbered choice that was typed, or -1.

    >>> choose_number("2", 3), choose_number("4", 3), choose_number("keep", 3)
    (1, -1, -1)
    """
    number = whole_number(text)
    return number - 1 if 1 <= number <= count else -1
