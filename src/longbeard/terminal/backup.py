"""`longbeard backup`, `restore` and `move-store`: a store as one file, back again, and in another place."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from longbeard.engine import gate
from longbeard.engine.errors import LongbeardError
from longbeard.engine.story import SPECTATOR
from longbeard.store import backup as backups
from longbeard.store.address import Address
from longbeard.store.copying import Content, PostgreSQLContent, Session, SQLiteContent
from longbeard.store.lock import Lock
from longbeard.store.store import Kept, StoreError
from longbeard.table import live
from longbeard.terminal.extras import need
from longbeard.terminal.lines import say

CONNECTING_SECONDS = 10.0
OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


@asynccontextmanager
async def connected(address: Address) -> AsyncIterator[Session]:
    """Provide a connection to a database; errors become a sentence without its password."""
    asyncpg = need("asyncpg", "servers")
    try:
        connection = await asyncpg.connect(address.url, timeout=CONNECTING_SECONDS)
        try:
            yield connection
        finally:
            await connection.close()
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
        if isinstance(error, LongbeardError):
            raise
        raise StoreError(f"{address}: {error or 'it does not answer'}") from error


def back_up(address: Address, file: Path) -> None:
    """Write a backup, and print what is in it."""
    contents = asyncio.run(_back_up(address, file))
    say(f"{file}: tables {contents.tables}, entries {contents.entries}, bytes {file.stat().st_size}.")
    _warn(contents)
    say("Keep it secret: it holds the luck of running matches, links of seats, and the key of all cookies.")


async def _back_up(address: Address, file: Path) -> backups.Contents:
    if address.folder is not None:
        return backups.back_up(address.folder, file)
    async with connected(address) as connection:
        return await backups.back_up_database(connection, str(address), file)


def restore(file: Path, address: Address, anyway: bool) -> None:
    """Make a store from a backup, and print what is in it."""
    contents = asyncio.run(_restore(file, address, anyway))
    say(f"{address}: tables {contents.tables}, entries {contents.entries}.")
    _warn(contents)
    say(f"Go on with: {_serve(address)}")


async def _restore(file: Path, address: Address, anyway: bool) -> backups.Contents:
    if address.folder is not None:
        return backups.restore(file, address.folder, _look, anyway)
    async with connected(address) as connection:
        return await backups.restore_database(file, connection, str(address), _look, anyway)


def move(source: Address, target: Address) -> None:
    """Copy a store that no server uses to another place, and fold every table of both to compare them."""
    if source == target:
        raise StoreError(f"{source} is where it is already: name another place to move it to")
    contents, count = asyncio.run(_move(source, target))
    say(f"{target}: tables {contents.tables}, entries {contents.entries}.")
    say(f"{count} tables were played again from both stores, and are the same.")
    _warn(contents)
    say(f"Go on with: {_serve(target)}")
    say(f"{source} is left as it was: keep it as a backup, and let no server use it.")


async def _move(source: Address, target: Address) -> tuple[backups.Contents, int]:
    async with AsyncExitStack() as stack:
        await _alone(source, stack)
        if target.folder is None:
            await _alone(target, stack)
        with TemporaryDirectory(prefix="longbeard-") as folder:
            file = Path(folder) / "store"
            await _back_up(source, file)
            contents = await _restore(file, target, anyway=True)
        ours, theirs = await _rows(source, stack), await _rows(target, stack)
        return contents, await backups.same_states(ours, theirs, fold)


async def _alone(address: Address, stack: AsyncExitStack) -> None:
    """Refuse a store that a server uses; keep servers away from a folder until the end."""
    if address.folder is not None:
        if not address.folder.is_dir():
            raise StoreError(f"{address.folder} does not exist: name the folder of a longbeard server")
        stack.callback(Lock(address.folder / backups.TABLES).release)
        return
    async with connected(address) as connection:
        [row] = await connection.fetch(OTHERS)
        if row[0]:
            raise StoreError(f"{address} is in use ({row[0]!r} connections): stop all servers first")


async def _rows(address: Address, stack: AsyncExitStack) -> Content:
    if address.folder is not None:
        place = f"{(address.folder / backups.TABLES).absolute().as_uri()}?mode=ro"
        file = sqlite3.connect(place, uri=True)
        stack.callback(file.close)
        return SQLiteContent(file)
    return PostgreSQLContent(await stack.enter_async_context(connected(address)))


def _serve(address: Address) -> str:
    if address.folder is not None:
        return f"longbeard serve --data {address.folder}"
    return "longbeard serve --store postgresql://… --bus redis://…"


def fold(kept: Kept) -> str:
    """Fold a table; return what each seat and a spectator see of it in the end, as one text."""
    entries = [(entry.kind, entry.seat, entry.text) for entry in kept.entries]
    match = live.restore(kept.heading.id, kept.opening, entries).match
    return json.dumps([gate.look(match, viewer) for viewer in (SPECTATOR, *range(len(match.seats)))])


def _look(kept: Kept) -> None:
    """Fold a table; LongbeardError if that is not possible."""
    fold(kept)


def _warn(contents: backups.Contents) -> None:
    for name, reason in contents.unreadable.items():
        say(f"Table {name} cannot be gone on with: {reason}.")
