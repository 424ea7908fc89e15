"""What takes time, for whoever traces it. Nobody does unless an operator asks for it: web/traces.py.

A span has a name and facts of which none is a secret: no names, no cards, no tokens.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Final

Facts = Mapping[str, str | int | float | bool]
Span = Callable[[Facts], None]
"""Adds facts to a span that has begun."""
Starter = Callable[[str, Facts], AbstractContextManager[Span]]
PARENT: Final = "traceparent"
"""The fact that says of which other span, perhaps in another program, this one is a part."""
NOTHING: Final[AbstractContextManager[Span]] = nullcontext(lambda facts: None)
_starter: Starter | None = None


def trace_with(starter: Starter | None) -> None:
    """Let somebody trace every span from now on, or nobody."""
    global _starter
    _starter = starter


def traced() -> bool:
    """Tell whether anybody traces."""
    return _starter is not None


def span(name: str, **facts: str | int | float | bool) -> AbstractContextManager[Span]:
    """A piece of work; spans within it, in the same task, are parts of it."""
    return NOTHING if _starter is None else _starter(name, facts)
