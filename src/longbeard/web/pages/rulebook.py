"""A rulebook as a page, with contents, anchors for rules, a search, and examples below the rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from longbeard.engine.html import Html, h
from longbeard.engine.piece import Example
from longbeard.games import room
from longbeard.web.pages.summary import plain

NUMBER: Final = re.compile(r"\*\*([A-Z]\d+)\*\*|\*\*([a-z][a-z-]*)(?: n)?\*\*")
"""Matches the start of a rule: its number, or the word that it explains."""
FOUND: Final = 12
"""Number of places that a search lists."""
AROUND: Final = 90
"""Letters of the text on either side of a match."""


@dataclass(frozen=True)
class Heading:
    """A section of a rulebook."""

    id: str
    title: str


@dataclass(frozen=True)
class Passage:
    """A rule, or a paragraph, with its anchor."""

    id: str
    title: str
    """Number of the rule, or title of the section."""
    text: str


@dataclass(frozen=True)
class Found:
    """A passage that a search found, cut round the match."""

    id: str
    title: str
    before: str
    match: str
    after: str


@dataclass(frozen=True)
class Book:
    """A rulebook, ready to be shown and searched."""

    html: str
    contents: list[Heading]
    passages: list[Passage]

    def search(self, words: str) -> list[Found]:
        """Find the passages that have all of these words; first those where a word begins with the first."""
        wanted = words.lower().split()
        if not wanted:
            return []
        fitting = [one for one in self.passages if all(word in one.text.lower() for word in wanted)]
        start = re.compile(rf"\b{re.escape(wanted[0])}", re.IGNORECASE)
        fitting.sort(key=lambda one: start.search(one.text) is None)
        return [_cut(one, wanted[0]) for one in fitting[:FOUND]]


def _cut(passage: Passage, word: str) -> Found:
    start = re.search(rf"\b{re.escape(word)}", passage.text, re.IGNORECASE)
    at = start.start() if start else passage.text.lower().index(word)
    end = at + len(word)
    first, last = max(0, at - AROUND), min(len(passage.text), end + AROUND)
    return Found(
        passage.id,
        passage.title,
        ("…" if first else "") + passage.text[first:at],
        passage.text[at:end],
        passage.text[end:last] + ("…" if last < len(passage.text) else ""),
    )


def rulebook(text: str, examples: Sequence[Example] = ()) -> Book:
    """Render and index a rulebook. It is our own text, but raw HTML in it is not allowed."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    written: list[Token] = []
    contents: list[Heading] = []
    passages: list[Passage] = []
    number = ""
    for token, after in zip(tokens := reader.parse(text), [*tokens[2:], None, None], strict=True):
        if token.type == "heading_open" and token.tag == "h2":
            title = plain(tokens[tokens.index(token) + 1].content)
            contents.append(Heading(re.sub(r"[^a-z]+", "-", title.lower()).strip("-"), title))
            token.attrSet("id", contents[-1].id)
        if token.type == "list_item_open" and after is not None and after.type == "inline":
            found = NUMBER.match(after.content)
            number = (found[1] or found[2]) if found else ""
            if number:
                token.attrSet("id", number)
        if token.type == "inline" and contents and plain(token.content) != contents[-1].title:
            section = contents[-1]
            words = plain(token.content).removeprefix(f"{number} ")
            passages.append(Passage(number or section.id, number or section.title, words))
        if token.type == "list_item_close":
            written += [_figure(one) for one in examples if one.after == number]
            number = ""
        written.append(token)
    html = str(reader.renderer.render(written, reader.options, {}))
    return Book(html, contents, passages)


def _figure(example: Example) -> Token:
    # The caption describes the picture, so the picture itself is hidden from screen readers.
    figure = h(
        "<figure class='example'><div class='printed' aria-hidden='true'>{}</div>"
        "<figcaption>{}</figcaption></figure>",
        Html(example.picture),
        example.caption,
    )
    return Token("html_block", "", 0, content=figure)


@cache
def book_of(slug: str) -> Book:
    """Return the rulebook of a game."""
    found = room(slug)
    return rulebook(found.text("rulebook.md"), found.examples(found.box))
