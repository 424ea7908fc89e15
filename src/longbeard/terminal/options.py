"""Options of a game as they are typed."""

from collections.abc import Iterable

from longbeard.engine.errors import BadOptions


def read_options(given: Iterable[str]) -> dict[str, str]:
    """Parse `first=0` and the like into names and values.

    >>> read_options(["first=0"])
    {'first': '0'}
    """
    options = {}
    for part in given:
        name, separator, value = part.partition("=")
        if not separator:
            raise BadOptions(f"--option is NAME=VALUE, like first=0, not {part!r}")
        options[name] = value
    return options
