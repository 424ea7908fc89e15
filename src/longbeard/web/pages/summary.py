"""The goal of a game and a turn in a few lines, as its rulebook says them."""

import re
from dataclasses import dataclass
from functools import cache

from longbeard.games import room

MARKS = re.compile(r"\*\*|\*|`")


@dataclass(frozen=True)
class Summary:
    """What a newcomer has to know."""

    goal: str
    heading: str
    lines: list[str]


def summary(rulebook: str) -> Summary | None:
    """Find the paragraph that says how to win and the list after it; None if a rulebook has none.

    >>> summary("**You win** by being\\nlast.\\n\\n**A turn:**\\n\\n1. *Draw* a card.\\n2. Rest.\\n")
    Summary(goal='You win by being last.', heading='A turn', lines=['Draw a card.', 'Rest.'])
    """
    paragraphs = rulebook.split("\n\n")
    for number, paragraph in enumerate(paragraphs[:-2]):
        if paragraph.startswith("**You win**"):
            heading, items = paragraphs[number + 1 : number + 3]
            lines = re.split(r"(?m)^\d+\. ", items.strip())[1:]
            return Summary(plain(paragraph), plain(heading).rstrip(":"), [plain(line) for line in lines])
    return None


@cache
def summary_of(slug: str) -> Summary | None:
    """Return the summary of a game."""
    return summary(room(slug).text("rulebook.md"))


@cache
def legend_of(slug: str) -> list[tuple[str, str]]:
    """Return every card and word of a game with its explanation, in the room's order."""
    found = room(slug)
    return [(word.replace("-", " "), text) for word, text in found.glossary(found.box).items()]


def plain(text: str) -> str:
    """Remove the marks from a piece of Markdown."""
    return " ".join(MARKS.sub("", text).split())
