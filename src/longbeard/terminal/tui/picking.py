"""Choosing step by step: what can be pointed at next, and the list of choices."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from longbeard.engine.look import Choice
from longbeard.terminal.words import shared_words

LONG_MENU: Final = 9
"""Number of choices beyond which they are grouped by their first step: there are only nine digits."""


@dataclass(frozen=True)
class Entry:
    """An entry of the list: one choice, or all that begin with the same spot."""

    words: str
    choices: tuple[Choice, ...]
    spots: tuple[str, ...]
    """The spots that are still to be pointed at."""

    @property
    def choice(self) -> Choice | None:
        """The choice, if it is a single one."""
        return self.choices[0] if len(self.choices) == 1 else None


def begins(choice: Choice, picked: Sequence[str]) -> bool:
    """Return whether a choice fits the spots pointed at: its first step first, the others in any order."""
    steps = choice["steps"]
    return not picked or (picked[0] == steps[0] and set(picked) <= {*steps})


def left(choice: Choice, picked: Sequence[str]) -> list[str]:
    """Return the remaining steps of a choice; before the first one, only that."""
    return [step for step in choice["steps"][1:] if step not in picked] if picked else choice["steps"][:1]


def complete(choices: Sequence[Choice], picked: Sequence[str]) -> Choice | None:
    """Return the choice whose steps have all been taken."""
    return next((one for one in choices if begins(one, picked) and {*one["steps"]} == {*picked}), None)


def open_spots(choices: Sequence[Choice], picked: Sequence[str]) -> list[str]:
    """Return the spots that can be pointed at now."""
    return list(dict.fromkeys(spot for one in choices if begins(one, picked) for spot in left(one, picked)))


def entries(choices: Sequence[Choice], picked: Sequence[str]) -> list[Entry]:
    """Return the choices that still fit, as they are listed."""
    fitting = [one for one in choices if begins(one, picked)]
    if picked or len(fitting) <= LONG_MENU:
        return [Entry(one["words"], (one,), tuple(left(one, picked))) for one in fitting]
    found = []
    for spot, group in groupby(fitting, key=lambda one: one["steps"][0]):
        ways = tuple(group)
        words = ways[0]["words"]
        if len(ways) > 1:
            words = f"{shared_words([way['words'] for way in ways]) or spot} … ({len(ways)} ways)"
        found.append(Entry(words, ways, (spot,)))
    return found
