"""`longbeard migrate`: brings the schema of a store up to date."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing

from longbeard.store.address import Address
from longbeard.store.backup import TABLES
from longbeard.store.lock import Lock
from longbeard.store.migrate import Migration, migrate_postgresql, migrate_sqlite, migrations
from longbeard.store.store import StoreError
from longbeard.terminal.backup import connected
from longbeard.terminal.lines import say


def migrate(address: Address) -> None:
    """Apply the migrations that a store lacks, and print them."""
    done = _in_folder(address) if address.folder is not None else asyncio.run(_in_database(address))
    for step in done:
        say(f"Step {step.number}, {step.name}: done.")
    say(f"{address} has schema {migrations()[-1].number}{'' if done else ' already'}.")


def _in_folder(address: Address) -> Sequence[Migration]:
    assert address.folder is not None
    path = address.folder / TABLES
    if not path.is_file():
        raise StoreError(f"{path} is not there: {address.folder} is no data folder of a longbeard server")
    held = Lock(path)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            return migrate_sqlite(file, str(path))
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be brought up to date: {error}") from error
    finally:
        held.release()


async def _in_database(address: Address) -> Sequence[Migration]:
    async with connected(address) as connection:
        return await migrate_postgresql(connection, str(address))
