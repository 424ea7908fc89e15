"""A rulebook page as blocks that can be typeset: headings, rules, lists, tables and examples."""

import re
from collections.abc import Sequence
from typing import Final, Literal, TypedDict

from markdown_it import MarkdownIt
from markdown_it.token import Token

from longbeard.engine.piece import Example

ON_SCREENS_ONLY: Final = ("Writing moves down",)
"""Sections that are about this program and not about the game."""
IN_THE_BOX: Final = "What is in the box"
"""The section that begins with a picture of each kind of piece."""
ASIDES: Final = ("(ruling)", "(reconstructed)")
"""Marks of where a rule comes from, set lighter than the rule."""
NARROW: Final = 18
NUMBER: Final = re.compile(r"[A-Z]\d+")

Style = Literal["", "strong", "aside"]
Inline = tuple[Style, str]


class Block(TypedDict):
    """One block, with the data for the template; lists that a kind does not have are empty."""

    kind: Literal["title", "heading", "words", "rule", "item", "step", "table", "example", "contents"]
    label: str
    """Number of a rule or a step, or name of an example's picture."""
    words: list[Inline]
    rows: list[list[list[Inline]]]
    wide: bool
    """Whether a table needs both columns of the page."""
    narrow: list[bool]
    """For a table: the columns that hold so little that they need not share the width."""


def blocks(text: str, examples: Sequence[Example] = ()) -> list[Block]:
    """Parse a rulebook into blocks, each example below its rule."""
    found: list[Block] = []
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    at = 0
    while at < len(tokens):
        at = _read(tokens, at, found)
    found = _without_screens(found)
    boxed = [
        at for at, block in enumerate(found) if "".join(text for style, text in block["words"]) == IN_THE_BOX
    ]
    for at in boxed[:1]:
        found.insert(at + 1, _block("contents"))
    for place, example in enumerate(examples):
        where = next((at for at, block in enumerate(found) if block["label"] == example.after), None)
        if where is None:
            raise ValueError(f"an example stands after rule {example.after}, which is not in rulebook.md")
        while where + 1 < len(found) and found[where + 1]["kind"] == "example":
            where += 1
        found.insert(where + 1, _block("example", str(place), [("", example.caption)]))
    return found


def _block(kind: str, label: str = "", words: Sequence[Inline] = ()) -> Block:
    return {"kind": kind, "label": label, "words": list(words), "rows": [], "narrow": [], "wide": False}  # type: ignore[typeddict-item]


def _read(tokens: list[Token], at: int, found: list[Block]) -> int:
    """Add the block that begins here, and return where the next one does."""
    token = tokens[at]
    if token.type == "heading_open":
        found.append(
            _block("title" if token.tag == "h1" else "heading", "", _inlines(tokens[at + 1].children or []))
        )
        return at + 3
    if token.type == "paragraph_open":
        found.append(_block("words", "", _inlines(tokens[at + 1].children or [])))
        return at + 3
    if token.type in ("bullet_list_open", "ordered_list_open"):
        return _read_list(tokens, at, found)
    if token.type == "table_open":
        return _read_table(tokens, at, found)
    return at + 1


def _read_list(tokens: list[Token], at: int, found: list[Block]) -> int:
    ordered, level, count = tokens[at].type == "ordered_list_open", tokens[at].level, 0
    while tokens[at].level != level or not tokens[at].type.endswith("list_close"):
        if tokens[at].type == "inline":
            words = _inlines(tokens[at].children or [])
            count += 1
            if ordered:
                found.append(_block("step", str(count), words))
            elif words and words[0][0] == "strong" and NUMBER.fullmatch(words[0][1]):
                rest: list[Inline] = [("", words[1][1].lstrip()), *words[2:]]
                found.append(_block("rule", words[0][1], rest))
            else:
                found.append(_block("item", "", words))
        at += 1
    return at + 1


def _read_table(tokens: list[Token], at: int, found: list[Block]) -> int:
    table = _block("table")
    while tokens[at].type != "table_close":
        if tokens[at].type == "tr_open":
            table["rows"].append([])
        elif tokens[at].type == "inline":
            table["rows"][-1].append(_inlines(tokens[at].children or []))
        at += 1
    longest = [
        max(len("".join(text for style, text in cell)) for cell in column)
        for column in zip(*table["rows"], strict=True)
    ]
    table["narrow"] = [letters <= NARROW for letters in longest]
    table["wide"] = table["narrow"].count(False) > 2
    found.append(table)
    return at + 1


def _inlines(tokens: Sequence[Token]) -> list[Inline]:
    found: list[Inline] = []
    style: list[Style] = [""]
    for token in tokens:
        if token.type in ("strong_open", "em_open"):
            style.append("strong")
        elif token.type in ("strong_close", "em_close"):
            style.pop()
        elif token.type == "code_inline":
            found.append(("strong", token.content))
        elif token.type == "softbreak":
            found.append((style[-1], " "))
        elif token.content:
            found.append(("aside" if token.content in ASIDES else style[-1], token.content))
    return _joined(found)


def _joined(words: list[Inline]) -> list[Inline]:
    """Join neighbours of the same style."""
    found: list[Inline] = []
    for style, text in words:
        if found and found[-1][0] == style:
            found[-1] = (style, found[-1][1] + text)
        else:
            found.append((style, text))
    return found


def _without_screens(blocks: list[Block]) -> list[Block]:
    found, keep = [], True
    for block in blocks:
        if block["kind"] == "heading":
            keep = "".join(text for style, text in block["words"]) not in ON_SCREENS_ONLY
        if keep:
            found.append(block)
    return found
