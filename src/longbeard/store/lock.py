"""Lock of a folder for one server, which the system releases when its holder ends, however it ends."""

import fcntl
import os
from pathlib import Path
from typing import Final

from longbeard.store.store import StoreError

PID_BYTES: Final = 20


class Lock:
    """Holds a store's files for this process, or raises StoreError at once.

    `flock` on a file beside them: the lock of a killed holder is released, and the file itself may stay.
    """

    def __init__(self, path: Path) -> None:
        self._handle = os.open(lock_path(path), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._handle, PID_BYTES, 0).decode(errors="replace").strip()
            os.close(self._handle)
            if not isinstance(error, BlockingIOError):
                raise StoreError(f"{path.parent} cannot be locked: {error.strerror}") from error
            who = f"another longbeard server (process {holder or 'unknown'})"
            raise StoreError(
                f"{path.parent} is in use by {who}; stop that one, or use another folder"
            ) from None
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Release the files."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def lock_path(path: Path) -> Path:
    """Return the path of the lock of a store's file."""
    return path.with_name(f"{path.name}-lock")
