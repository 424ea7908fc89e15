"""The pages are tested where the tools are; to leave them out, say `--ignore tests/web/browser`."""

from importlib.util import find_spec

import pytest

if find_spec("playwright") is None:
    raise pytest.UsageError(
        "the pages are tested with playwright, which is not installed: run `make browser`, "
        "or leave them out with --ignore tests/web/browser"
    )

from tests.web.browser.people import browser, visitor

__all__ = ["browser", "visitor"]
