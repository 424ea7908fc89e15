"""Which form of the rules is running: compiled, or the same source as plain Python."""

from longbeard.engine import luck, playout, state, story


def compiled() -> bool:
    """Whether the rules run compiled. It is all of them or none: a mixture is a broken install."""
    forms = {not str(module.__file__).endswith(".py") for module in (luck, playout, state, story)}
    if len(forms) > 1:
        raise ImportError("longbeard is half compiled: install it again")
    return forms.pop()


def form() -> str:
    """The form in words, for people.

    >>> form() in ("compiled rules", "interpreted rules")
    True
    """
    return "compiled rules" if compiled() else "interpreted rules"
