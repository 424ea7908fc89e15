"""A file beside the store that counts its writes. A store that is behind its mark has lost some.

SQLite silently drops a damaged end of its `-wal` file, and does not notice if the whole file is missing. The
mark is a file of its own, written after each commit and before anybody is told of it. It is not synced: after
a power failure it may be older than the store, which does no harm, but never newer, because the store was
synced first.
"""

import os
from pathlib import Path
from typing import Final

DIGITS: Final = 20


class Mark:
    """The number of the last write, in a file of fixed size."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(mark_path(path), os.O_RDWR | os.O_CREAT, 0o600)

    def read(self) -> int:
        """Return the number that was written last; 0 if there is none."""
        text = os.pread(self._handle, DIGITS + 1, 0)
        return int(text) if len(text) == DIGITS + 1 and text[:-1].isdigit() else 0

    def write(self, number: int) -> None:
        """Store the number of a write; raises OSError if that fails."""
        os.pwrite(self._handle, f"{number:0{DIGITS}d}\n".encode(), 0)

    def close(self) -> None:
        os.close(self._handle)


def mark_path(path: Path) -> Path:
    """Return the path of the mark of a store's file."""
    return path.with_name(f"{path.name}-mark")
