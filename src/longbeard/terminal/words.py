"""The words of a table for this terminal: whole lines, names instead of ids, and "you"."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import takewhile
from typing import Final

from longbeard.engine.room import Room
from longbeard.engine.state import Box

FOLD: Final = 4
"""Columns by which a room indents the rest of a line that it wraps."""
FOLDED_FROM: Final = 85
READER: Final = "\ue000"
"""Placeholder for the reader's name until it has become "you"; nobody can have that name."""
NEAR: Final = 0.7
"""Least difflib ratio of two words of which one may be the other, misspelt."""
ID: Final = re.compile(r"(?<![\w@:.-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w@:-])")
"""Matches what may be a thing's id in a sentence: small letters, with dashes between them."""


def table_lines(
    room: Room, box: Box, look: Mapping[str, object], seats: Sequence[str], reader: int = -1
) -> list[str]:
    """Return a look at a table in words; a reader who has a seat is addressed as "you"."""
    names = [READER if seat == reader else name for seat, name in enumerate(seats)]
    things = thing_names(room.glossary(box))
    lines = unfolded(room.words(look, names))
    return [addressed(ID.sub(lambda found: things.get(found[0], found[0]), line)) for line in lines]


def thing_names(glossary: Mapping[str, str]) -> dict[str, str]:
    """Return the names of things by their ids: an entry of a glossary begins with the name of its subject.

    >>> thing_names({"ships-door": "Ship's Door (defence 3), for two.", "home-turf": "A Bear in the Forest."})
    {'ships-door': "Ship's Door"}
    """
    names = {word: re.split(r" \(|[,:.]", text, maxsplit=1)[0] for word, text in glossary.items()}
    return {word: name for word, name in names.items()
            if all(part in name.lower().replace("'", "") for part in word.split("-"))}  # fmt: skip


def unfolded(lines: Sequence[str]) -> list[str]:
    """Undo the wrapping of a room, since this screen may be narrower, or wider.

    >>> unfolded(["  " + "word " * 18 + "end", "      of it", "Next"])[1:]
    ['Next']
    """
    whole: list[str] = []
    last = indent = 0
    for line in lines:
        start = len(line) - len(line.lstrip())
        first_word = line.strip().partition(" ")[0]
        if whole and start == indent + FOLD and last + 1 + len(first_word) > FOLDED_FROM:
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line)
            indent = start
        last = len(line)
    return whole


def addressed(line: str) -> str:
    """Return a line about READER in the second person.

    >>> addressed(f"Round 1. {READER} draws a card or finishes. Winner: {READER}. {READER}'s hand: none.")
    'Round 1. You draw a card or finish. Winner: you. Your hand: none.'
    >>> addressed(f"Turn 2, {READER} to play. A gem of {READER}'s.")
    'Turn 2, you to play. A gem of yours.'
    """
    line = re.sub(rf"{READER} (\w+s)( [^.]*? or )(\w+s)\b",
                  lambda verbs: f"{READER} {_verb(verbs[1])}{verbs[2]}{_verb(verbs[3])}", line)  # fmt: skip
    line = re.sub(rf"{READER} (\w+s)\b", lambda verb: f"{READER} {_verb(verb[1])}", line)
    line = re.sub(rf"{READER}'s(?= \w)", f"{READER}r", line)
    line = line.replace(f"{READER}'s", f"{READER}rs")
    line = re.sub(rf"(^\s*|[.!?] ){READER}", r"\1You", line)
    return line.replace(READER, "you")


def _verb(third: str) -> str:
    """Return the second-person form of a verb in the third person."""
    irregular = {"has": "have", "is": "are", "was": "were", "does": "do"}
    stem = third[:-2] if third.endswith(("shes", "ches", "sses", "xes")) else third[:-1]
    return irregular.get(third, stem)


def shared_words(ways: Sequence[str]) -> str:
    """Return the words with which all ways of doing something begin.

    >>> shared_words(["Play Bear on your Ship", "Play Bear on your Crypt"])
    'Play Bear on your'
    """
    alike = takewhile(lambda words: len(set(words)) == 1, zip(*map(str.split, ways), strict=False))
    return " ".join(words[0] for words in alike)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Suggest the nearest known word in a question; empty if none is near.

    >>> did_you_mean("stamnia", ["stamina", "cube"])
    ' Did you mean stamina?'
    """
    near = get_close_matches(word.lower(), list(known), n=1, cutoff=NEAR)
    return f" Did you mean {near[0]}?" if near else ""
