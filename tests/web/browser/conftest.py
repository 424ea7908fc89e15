"""The pages are tested where the tools are; an environment with the wheel alone has no browser to drive."""

from importlib.util import find_spec

if find_spec("playwright") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    from tests.web.browser.people import browser, visitor

    __all__ = ["browser", "visitor"]
