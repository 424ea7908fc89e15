"""Backups: a store as one file, made while servers run, and a folder or a database made from it again.

The file is an SQLite database: everything stored at one moment, and the key that signs cookies. It is as
secret as the store: it holds the luck of running matches, the links of seats, and the key.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from longbeard.engine.errors import LongbeardError
from longbeard.store.copying import (
    Content,
    Fold,
    PostgreSQLContent,
    Session,
    SQLiteContent,
    copy_rows,
    every_table,
    refuse_unless_empty,
)
from longbeard.store.lock import Lock
from longbeard.store.mark import Mark, mark_path
from longbeard.store.migrate import migrate_postgresql, migrate_sqlite, refuse_other_schema
from longbeard.store.sqlite import LOCK_SECONDS, load, refuse_damage
from longbeard.store.store import Kept, StoreError

TABLES: Final = "tables.sqlite"
KEY: Final = "key"
SECRETS: Final = "CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"


@dataclass(frozen=True)
class Contents:
    """Contents of a backup."""

    tables: int
    entries: int
    unreadable: dict[str, str]
    """Tables that cannot be continued, with the reason."""


def back_up(folder: Path, file: Path) -> Contents:
    """Write everything in a folder into one new file. A server may be running on it."""
    if file.exists():
        raise StoreError(f"{file} exists already: name a new file for the backup")
    for needed in (folder / TABLES, folder / KEY):
        if not needed.is_file():
            raise StoreError(f"{needed} is not there: {folder} is no data folder of a longbeard server")
    key = (folder / KEY).read_bytes()
    with _fresh(file) as fresh, _plainly(folder / TABLES), closing(_open(fresh)) as copy:
        # One step, not many: a backup in steps restarts whenever the server writes, and may never end.
        _copy(folder / TABLES, copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # so that it is one file
        refuse_damage(copy)
        migrate_sqlite(copy, str(folder / TABLES))
        copy.execute(SECRETS)
        copy.execute("INSERT INTO secrets VALUES (?, ?)", (KEY, key))
        return _contents(copy, lambda kept: None)


def _copy(path: Path, copy: sqlite3.Connection) -> None:
    with closing(_open(path)) as source:
        source.backup(copy)


def restore(file: Path, folder: Path, look: Callable[[Kept], None], anyway: bool = False) -> Contents:
    """Make a folder from a backup, or refuse and leave nothing behind.

    `look` raises a LongbeardError for a table that cannot be continued; with `anyway`, such tables are kept.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = folder / TABLES
    held = Lock(target)
    try:
        for taken in (target, folder / f"{TABLES}-wal", folder / KEY):
            if taken.exists():
                raise StoreError(f"{taken} is there already: restore into a new folder")
        with _fresh(target) as fresh, _plainly(file), closing(_open(fresh)) as copy:
            key = _take(file, copy)
            contents = _contents(copy, look)
            _refuse_unreadable(contents, file, anyway)
            copy.execute("DROP TABLE secrets")
            copy.execute("VACUUM")
            number = int(copy.execute("SELECT number FROM commits").fetchone()[0])
            copy.close()
            _keep(folder / KEY, key)
            mark_path(target).unlink(missing_ok=True)
            with closing(Mark(target)) as mark:
                mark.write(number)
        return contents
    finally:
        held.release()


async def back_up_database(connection: Session, place: str, file: Path) -> Contents:
    """Write everything in a database into one new file. Servers may be running on it."""
    if file.exists():
        raise StoreError(f"{file} exists already: name a new file for the backup")
    await refuse_other_schema(connection, place)
    with _fresh(file) as fresh, _plainly(file), closing(_open(fresh)) as copy:
        migrate_sqlite(copy, str(file))
        copy.execute(SECRETS)
        copy.execute("PRAGMA synchronous = OFF")  # the whole file is synced at the end
        copy.execute("PRAGMA foreign_keys = OFF")
        copy.execute("BEGIN")
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            await copy_rows(PostgreSQLContent(connection), SQLiteContent(copy))
            secrets = await connection.fetch("SELECT name, value FROM secrets")
        copy.executemany("INSERT INTO secrets VALUES (?, ?)", [(row[0], row[1]) for row in secrets])
        copy.execute("COMMIT")
        if not copy.execute("SELECT 1 FROM secrets WHERE name = ?", (KEY,)).fetchone():
            raise StoreError(f"{place} has no key: no server has ever run on it")
        return _contents(copy, lambda kept: None)


async def restore_database(
    file: Path, connection: Session, place: str, look: Callable[[Kept], None], anyway: bool = False
) -> Contents:
    """Fill an empty database from a backup, or refuse and leave nothing in it but the schema."""
    await migrate_postgresql(connection, place)
    async with connection.transaction():
        await refuse_unless_empty(PostgreSQLContent(connection), place)
    with TemporaryDirectory(prefix="longbeard-") as folder:
        fresh = Path(folder) / TABLES
        os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT, 0o600))
        with _plainly(file), closing(_open(fresh)) as copy:
            key = _take(file, copy)
            contents = _contents(copy, look)
            _refuse_unreadable(contents, file, anyway)
            async with connection.transaction():
                await copy_rows(SQLiteContent(copy), PostgreSQLContent(connection))
                await connection.execute("DELETE FROM secrets WHERE name = $1", KEY)
                await connection.execute("INSERT INTO secrets VALUES ($1, $2)", KEY, key)
    return contents


async def same_states(one: Content, other: Content, fold: Fold) -> int:
    """Fold every table of two stores, and return their number.

    StoreError if one differs, or is missing. A table that cannot be continued must at least be the same.
    """
    count = 0
    theirs = every_table(other)
    async for kept in every_table(one):
        found = await anext(theirs, None)
        if found is None or kept != found or _folded(kept, fold) != _folded(found, fold):
            raise StoreError(f"table {kept.heading.id} is not the same in both stores")
        count += 1
    if await anext(theirs, None) is not None:
        raise StoreError("the second store has tables that the first has not")
    return count


def _folded(kept: Kept, fold: Fold) -> str:
    try:
        return fold(kept)
    except LongbeardError as error:
        return str(error)


def _refuse_unreadable(contents: Contents, file: Path, anyway: bool) -> None:
    if contents.unreadable and not anyway:
        name, reason = next(iter(contents.unreadable.items()))
        count = len(contents.unreadable)
        raise StoreError(f"{count} tables of {file} cannot be gone on with, {name} for one: {reason}")


def _take(file: Path, copy: sqlite3.Connection) -> bytes:
    """Copy a backup, and return the key in it."""
    with closing(_open(file, "ro")) as source:
        found = source.execute("SELECT 1 FROM sqlite_master WHERE name = 'secrets'").fetchone()
        if not found:
            raise StoreError(f"{file} is no backup of longbeard: write one with `longbeard backup`")
        key = source.execute("SELECT value FROM secrets WHERE name = ?", (KEY,)).fetchone()
        if key is None:
            raise StoreError(f"{file} has lost its key: restore another backup")
        source.backup(copy)
    refuse_damage(copy)
    migrate_sqlite(copy, str(file))
    return bytes(key[0])


def _contents(file: sqlite3.Connection, look: Callable[[Kept], None]) -> Contents:
    """Read every table, and pass it to `look`."""
    names = [str(row[0]) for row in file.execute("SELECT id FROM tables ORDER BY id")]
    entries, unreadable = 0, {}
    for name in names:
        try:
            kept = load(file, name)
            if kept is not None:
                entries += len(kept.entries)
                look(kept)
        except LongbeardError as error:
            unreadable[name] = str(error)
    return Contents(len(names), entries, unreadable)


def _open(path: Path, mode: str = "rw") -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=LOCK_SECONDS, isolation_level=None)


@contextmanager
def _fresh(path: Path) -> Iterator[Path]:
    """Provide a new file that replaces `path` on success, and is deleted on failure."""
    fresh = path.with_name(f".{path.name}.new")
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    try:
        yield fresh
        _sync(fresh)
        fresh.replace(path)
        _sync(path.parent)
    finally:
        for end in ("", "-journal", "-wal", "-shm"):
            fresh.with_name(f"{fresh.name}{end}").unlink(missing_ok=True)


@contextmanager
def _plainly(path: Path) -> Iterator[None]:
    """Turn errors of SQLite into a sentence about a file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be copied: {error}") from error


def _keep(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
