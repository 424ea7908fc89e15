"""Process that analyses one match: `python -m longbeard.table.analyst SECONDS`.

It reads the record on standard input, and writes lines with the progress and at last one with the analysis.
"""

import json
import os
import sys
from time import monotonic
from typing import Final

from longbeard.bots.analysis import analyse
from longbeard.engine import record
from longbeard.games import room

NICENESS: Final = 19
"""Lowest priority: tables, and bots at tables, come first."""
PAUSE: Final = 0.25
"""Seconds between two lines of progress."""


class Reporter:
    """Writes the progress of the analysis, at most every PAUSE seconds."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, done: int, of: int) -> None:
        if monotonic() >= self._next:
            say({"done": done, "of": of})
            self._next = monotonic() + PAUSE


def say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Analyse the match on standard input."""
    os.nice(NICENESS)
    told = record.read(sys.stdin.read())
    match = record.replay(told, room(told.game))
    say({"analysis": analyse(match, seconds=float(sys.argv[1]), progress=Reporter()).write()})


if __name__ == "__main__":
    main()
