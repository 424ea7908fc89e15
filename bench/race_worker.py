"""One side of the race in a process of its own, which measures what it is asked to, when it is asked.

    python bench/race_worker.py race_ours

It prints what it can measure, as JSON; then it reads lines (`["event", "name", seconds]`) and answers each
with how many things it did in how many seconds of its core: what others do on the machine at the same time
does not count. What cannot be imported is missing, and it says why.
"""

import importlib
import json
import os
import sys
from collections.abc import Callable
from time import process_time

Racer = Callable[[float], tuple[int, float]]
"""Runs for about so many seconds; answers how many things it did, and how long that took."""
Makers = dict[tuple[str, str], Callable[[], Racer]]


def timed(play: Callable[[], int]) -> Racer:
    """Make a racer that calls `play`, which answers how many things it did, until the time is over."""

    def race(seconds: float) -> tuple[int, float]:
        things, spent, start = 0, 0.0, process_time()
        while spent < seconds:
            things += play()
            spent = process_time() - start
        return things, spent

    return race


def say(answer: object) -> None:
    print(json.dumps(answer), flush=True)


def main() -> None:
    """Serve until nobody asks any more."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    try:
        side = importlib.import_module(sys.argv[1])
    except Exception as error:  # whatever is wrong with a peer, the race goes on without it
        say({"missing": f"{type(error).__name__}: {error}"})
        return
    say({"version": side.version(), "racers": list(side.MAKERS)})
    racers: dict[tuple[str, str], Racer] = {}
    for line in sys.stdin:
        event, name, seconds = json.loads(line)
        try:
            if (event, name) not in racers:
                racers[event, name] = side.MAKERS[event, name]()
                racers[event, name](min(0.2, seconds))  # the first run of anything is slow
            say(racers[event, name](seconds))
        except Exception as error:
            say({"failed": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main()
