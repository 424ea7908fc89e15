"""Spans for tracing. Nothing is traced unless an operator asks for it: web/traces.py.

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
"""Fact that names the parent span, perhaps in another process."""
NOTHING: Final[AbstractContextManager[Span]] = nullcontext(lambda facts: None)
_starter: Starter | None = None


def trace_with(starter: Starter | None) -> None:
    """Set or remove the tracer of all further spans."""
    global _starter
    _starter = starter


def traced() -> bool:
    """Return whether a tracer is set."""
    return _starter is not None


def span(name: str, **facts: str | int | float | bool) -> AbstractContextManager[Span]:
    """Start a span; spans within it, in the same task, are its children."""
    return NOTHING if _starter is None else _starter(name, facts)
