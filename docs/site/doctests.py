"""Lets examples in docstrings be code on the API pages: Markdown would take `>>>` for a quotation."""

import re
from typing import Any, Final

import griffe

EXAMPLE: Final = re.compile(
    r"(?:^>>> .*\n?)(?:^(?!\s*$).*\n?)*(?:\n*^>>> .*\n?(?:^(?!\s*$).*\n?)*)*", re.MULTILINE
)


class Doctests(griffe.Extension):
    """Puts fences around the examples of every docstring."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change a docstring as soon as it was read."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )
