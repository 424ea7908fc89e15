"""Talking in plain lines: what a screen reader can follow and a pipe can carry."""

import os
import shutil
import sys
from collections.abc import Sequence
from typing import Final

import click

from longbeard.engine.look import Frame

PAGE: Final = 14
"""How many lines of a long story are told before asking whether to go on."""

DIGITS: Final = 9
CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a screen, then what has been scrolled off it: many terminals scroll off what they clear."""


def say(line: str = "") -> None:
    """One line, at once: a bot may think before the next."""
    click.echo(line)


def ask(prompt: str) -> str:
    """A line from the player. EOFError if nobody is there any more."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))
    return line.strip()


def clear() -> None:
    """Leave nothing on the screen, nor above it; a pipe has no screen."""
    if not sys.stdout.isatty():
        return
    dumb = os.environ.get("TERM", "dumb") == "dumb"
    click.echo("\n" * shutil.get_terminal_size().lines if dumb else CLEAR, nl=False)


def moment(frame: Frame) -> str:
    """What is told at one moment, as one line; empty if there is nothing to tell."""
    return " ".join(told["words"] for told in frame["told"] if told["words"])


def tell(sentences: Sequence[str]) -> None:
    """A story at the listener's pace: long ones stop now and then, if somebody sits at a keyboard."""
    paced = len(sentences) > PAGE + PAGE // 2 and sys.stdin.isatty() and sys.stdout.isatty()
    for number, sentence in enumerate(sentences):
        if paced and number and number % PAGE == 0:
            paced = ask("Enter to go on, f for all the rest: ").lower() != "f"
        say(f"  {sentence}")


def whole_number(text: str) -> int:
    """The number that a text is, or -1. (Python refuses to read one of more than 4,300 digits.)

    >>> whole_number("12"), whole_number("twelve"), whole_number("9" * 5000)
    (12, -1, -1)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else -1


def choose_number(text: str, count: int) -> int:
    """The place of a numbered choice that was typed, or -1.

    >>> choose_number("2", 3), choose_number("4", 3), choose_number("keep", 3)
    (1, -1, -1)
    """
    number = whole_number(text)
    return number - 1 if 1 <= number <= count else -1
