"""A rulebook as a page: every rule can be pointed at, and examples stand below their rules."""

import re
from collections.abc import Sequence
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from longbeard.engine.html import Html, h
from longbeard.engine.piece import Example

NUMBER: Final = re.compile(r"\*\*([A-Z]\d+)\*\*")


def rulebook(text: str, examples: Sequence[Example] = ()) -> str:
    """Render a rulebook. It is our own text, but still without raw HTML in it."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    written: list[Token] = []
    number = ""
    for token, after in zip(tokens := reader.parse(text), [*tokens[2:], None, None], strict=True):
        if token.type == "list_item_open" and after is not None and after.type == "inline":
            found = NUMBER.match(after.content)
            number = found[1] if found else ""
            if number:
                token.attrSet("id", number)
        if token.type == "list_item_close":
            written += [_figure(one) for one in examples if one.after == number]
            number = ""
        written.append(token)
    return str(reader.renderer.render(written, reader.options, {}))


def _figure(example: Example) -> Token:
    # The caption says what the picture shows, so the picture itself is not read aloud.
    figure = h(
        "<figure class='example'><div class='printed' aria-hidden='true'>{}</div>"
        "<figcaption>{}</figcaption></figure>",
        Html(example.picture),
        example.caption,
    )
    return Token("html_block", "", 0, content=figure)
