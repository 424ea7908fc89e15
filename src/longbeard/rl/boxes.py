"""Other boxes for learners: a variant that a game ships beside its cards.toml, or one's own card file."""

from functools import cache
from pathlib import Path
from re import fullmatch

from longbeard.engine.errors import BadOptions
from longbeard.engine.room import Room
from longbeard.engine.state import Box
from longbeard.games import room


def box_of(found: Room, box: str | None) -> Box:
    """Return a box: the printed one (None), a variant by its name (`tiny`), or a card file's (`my.toml`)."""
    if not box:
        return found.box
    try:
        text = found.text(f"{box}.toml") if is_variant(box) else Path(box).read_text(encoding="utf-8")
    except OSError as error:
        raise BadOptions(
            f"box={box!r}: {found.plate.title} has no such variant, and there is no such card file"
        ) from error
    except UnicodeDecodeError as error:
        raise BadOptions(f"box={box!r} is no card file: {error}") from error
    return _opened(found.plate.slug, text)


@cache
def _opened(slug: str, text: str) -> Box:
    return room(slug).open_box(text)


def is_variant(box: str) -> bool:
    """Tell whether a box is meant by the name of a variant, and not as a file."""
    return fullmatch("[a-z0-9-]+", box) is not None


def absolute(box: str | None) -> str | None:
    """Return a box as other processes find it, which may run in other folders."""
    return box if not box or is_variant(box) else str(Path(box).resolve())
