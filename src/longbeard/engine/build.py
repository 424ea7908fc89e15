"""Tells which form of the rules is running: compiled, or the same source as plain Python."""

from longbeard.engine import luck, playout, state, story


def compiled() -> bool:
    """Return whether the rules run compiled: all of them or none, since a mixture is a broken install."""
    forms = {not str(module.__file__).endswith(".py") for module in (luck, playout, state, story)}
    if len(forms) > 1:
        raise ImportError("some modules of longbeard are compiled and some are not: install it again")
    return forms.pop()


def form() -> str:
    """Return the form in words, for people.

    >>> form() in ("compiled rules", "interpreted rules")
    True
    """
    return "compiled rules" if compiled() else "interpreted rules"
