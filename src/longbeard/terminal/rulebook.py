"""Finds one rule in a rulebook page."""

import re


def rule(text: str, number: str) -> str:
    """The item of a rulebook that has this number, or nothing.

    >>> rule("- **D1** Draw.\\n- **D2** Pay,\\n  perhaps.\\n", "d2")
    'D2 Pay, perhaps.'
    """
    pattern = rf"^- \*\*{re.escape(number.upper())}\*\* (.*?)(?=^- |^#|^\s*$|\Z)"
    found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
    if not found:
        return ""
    return f"{number.upper()} {' '.join(found.group(1).split())}"
