"""Options of a game as they are typed."""

from collections.abc import Iterable

from longbeard.engine.errors import BadOptions


def read_options(given: Iterable[str]) -> dict[str, str]:
    """`first=0` and the like, as names and values.

    >>> read_options(["first=0"])
    {'first': '0'}
    """
    options = {}
    for part in given:
        name, separator, value = part.partition("=")
        if not separator:
            raise BadOptions(f"--option is NAME=VALUE, not {part!r}")
        options[name] = value
    return options
