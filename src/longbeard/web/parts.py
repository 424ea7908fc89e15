"""A page in parts: what looks the same is rendered once, and only what changed is sent.

A template says what a part of it depends on, and on nothing else:

    {% part "board-2", wizard, names[2] %}<section>…</section>{% endpart %}

A part has one element. It is kept, for all tables and viewers, under just these values; pages made of kept
parts are compared with pages made afresh in `tests/web/test_parts.py`. A part may have parts in it, if it
names all that they depend on: when one of them changes, only that one is made and sent again.
"""

import re
from collections import OrderedDict
from collections.abc import Callable
from sys import intern
from typing import Any, ClassVar, Final

import msgspec
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context
from markupsafe import Markup, escape

KEPT: Final = 10_000
"""So many parts are kept, the last used ones; a part has a few kilobytes."""
STORY: Final = "story"
"""The place of the story's lines, which only grow."""
STORY_PLACE: Final = Markup(f"\0{STORY}\0")
PLACE: Final = re.compile("\0([^\0]+)\0")
key_of = msgspec.msgpack.Encoder().encode


class Sheet:
    """A page as a frame with places for its parts; a part may have places as well."""

    def __init__(self) -> None:
        self.frame = ""
        self.parts: dict[str, str] = {}
        self.lines: list[str] = []
        self.story = STORY_PLACE

    def whole(self) -> str:
        """The page with everything in its place."""
        self.parts[STORY] = "".join([f"<li>{escape(line)}</li>" for line in self.lines])
        return self.filled(self.frame)

    def filled(self, text: str) -> str:
        """Some of the page, with every part in its place."""
        while "\0" in text:
            text = PLACE.sub(lambda place: self.parts[place[1]], text)
        return text

    def seen(self) -> "SeenSheet":
        """What there is to remember of a sheet that was sent."""
        self.parts.pop(STORY, None)  # what was told of it is known by its number of lines
        return SeenSheet(hash(self.frame), {name: hash(part) for name, part in self.parts.items()})


class SeenSheet(msgspec.Struct, frozen=True):
    """What a socket was sent: enough to know what to send next, and small."""

    frame: int
    parts: dict[str, int]

    def changed(self, sheet: Sheet) -> list[str] | None:
        """The parts that look different now; None if it takes the whole page. A new one comes with what it
        is in, which has a new place."""
        if hash(sheet.frame) != self.frame:
            return None
        old = self.parts
        return [
            sheet.filled(part)
            for name, part in sheet.parts.items()
            if name in old and hash(part) != old[name]
        ]


class Parts(Extension):
    """The tag `part`."""

    tags = {"part"}  # noqa: RUF012 (so it is in Jinja)
    kept: ClassVar[OrderedDict[tuple[str, bytes], tuple[str, dict[str, str]]]] = OrderedDict()
    """Each part, and the parts that are in it."""

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        name = parser.parse_expression()
        values = []
        while parser.stream.skip_if("comma"):
            values.append(parser.parse_expression())
        body = parser.parse_statements(("name:endpart",), drop_needle=True)
        given = [nodes.ContextReference(), nodes.Const(f"{parser.name}:{line}"), name, nodes.List(values)]
        return nodes.CallBlock(self.call_method("put", given), [], [], body).set_lineno(line)

    def put(
        self, context: Context, where: str, name: str, values: list[Any], caller: Callable[[], str]
    ) -> str:
        """Put a part on the sheet; on the page is its place."""
        sheet: Sheet = context["sheet"]
        key = (where, key_of((name, values)))
        kept = self.kept.get(key)
        if kept is None:
            outer, sheet.parts = sheet.parts, {}
            text = named(name, caller().strip())
            kept = self.kept[key] = (text, sheet.parts)
            sheet.parts = outer
            if len(self.kept) > KEPT:
                self.kept.popitem(last=False)
        else:
            self.kept.move_to_end(key)
        text, inner = kept
        sheet.parts[intern(name)] = text
        sheet.parts.update(inner)
        return Markup(f"\0{name}\0")


def named(name: str, part: str) -> str:
    """A part that says which it is.

    >>> named("board-2", "<section>…</section>")
    '<section data-part="board-2">…</section>'
    """
    end = re.match(r"<\w+", part)
    if end is None:
        raise ValueError(f"part {name} is not an element: {part[:60]}")
    return f'{part[: end.end()]} data-part="{name}"{part[end.end() :]}'
