"""Optional dependencies: a command without its extra names the line that installs it."""

from importlib import import_module
from types import ModuleType

from longbeard.engine.errors import LongbeardError


def need(module: str, extra: str) -> ModuleType:
    """Import a module of an extra, or raise LongbeardError with the pip line that installs the extra."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != module.partition(".")[0]:
            raise
        raise LongbeardError(
            f"this needs more than is installed: pip install 'longbeard[{extra}]'"
        ) from error
