"""The rows of either kind of store, read, written and compared without knowing what they mean.

So whatever tables the migrations make are copied when a store is backed up or moved. Tables and columns that
only one kind of store has are derived or internal; they are left out.
"""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Final, Protocol

from longbeard.store.migrate import Connection, Row, Value
from longbeard.store.store import Entry, Heading, Kept, Said, StoreError

Columns = dict[str, list[str]]
"""The columns of each table, by name."""
OWN: Final = frozenset({"migrations", "secrets"})
"""Tables that are not copied: each store knows its own schema, and a folder has its secrets in files."""
AT_ONCE: Final = 500
HASH_BYTES: Final = 16


class Content(Protocol):
    """The tables of a store, as rows."""

    async def columns(self) -> Columns:
        """Return all tables with their columns, in an order in which they can be filled."""
        ...

    def read(self, table: str, columns: Sequence[str]) -> AsyncIterator[tuple[Value, ...]]:
        """Yield all rows of a table, in any order."""
        ...

    async def write(self, table: str, columns: Sequence[str], rows: AsyncIterator[tuple[Value, ...]]) -> None:
        """Add rows to a table."""
        ...

    async def ask(self, query: str, *values: Value) -> Sequence[tuple[Value, ...]]:
        """Return the rows of a query; `?` stands for a value."""
        ...


class SQLiteContent:
    """The rows of an SQLite file."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self.file = file

    async def columns(self) -> Columns:
        rows = self.file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        tables = [str(name) for (name,) in rows.fetchall() if not name.startswith("sqlite_")]
        return {
            table: [str(row[1]) for row in self.file.execute(f'PRAGMA table_info("{table}")')]
            for table in tables
        }

    async def read(self, table: str, columns: Sequence[str]) -> AsyncIterator[tuple[Value, ...]]:
        for row in self.file.execute(f'SELECT {_quoted(columns)} FROM "{table}"'):
            yield row

    async def write(self, table: str, columns: Sequence[str], rows: AsyncIterator[tuple[Value, ...]]) -> None:
        places = ", ".join("?" * len(columns))
        insert = f'INSERT INTO "{table}" ({_quoted(columns)}) VALUES ({places})'
        some: list[tuple[Value, ...]] = []
        async for row in rows:
            some.append(row)
            if len(some) == AT_ONCE:
                self.file.executemany(insert, some)
                some.clear()
        self.file.executemany(insert, some)

    async def ask(self, query: str, *values: Value) -> Sequence[tuple[Value, ...]]:
        return self.file.execute(query, values).fetchall()


class Session(Connection, Protocol):
    """The further methods of a PostgreSQL connection that are used here."""

    async def copy_records_to_table(
        self, table_name: str, *, records: AsyncIterator[tuple[Value, ...]], columns: Sequence[str]
    ) -> object: ...

    def cursor(self, query: str) -> AsyncIterator[Row]: ...


class PostgreSQLContent:
    """The rows of a PostgreSQL database, within a transaction of the caller's."""

    def __init__(self, connection: Session) -> None:
        self.connection = connection

    async def columns(self) -> Columns:
        found: Columns = {}
        for row in await self.connection.fetch(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
        ):
            found.setdefault(str(row[0]), []).append(str(row[1]))
        needs = await self.connection.fetch(
            "SELECT conrelid::regclass::text, confrelid::regclass::text "
            "FROM pg_constraint WHERE contype = 'f'"
        )
        return _needed_first(found, [(str(row[0]).strip('"'), str(row[1]).strip('"')) for row in needs])

    async def read(self, table: str, columns: Sequence[str]) -> AsyncIterator[tuple[Value, ...]]:
        async for row in self.connection.cursor(f'SELECT {_quoted(columns)} FROM "{table}"'):
            yield tuple(row)

    async def write(self, table: str, columns: Sequence[str], rows: AsyncIterator[tuple[Value, ...]]) -> None:
        await self.connection.copy_records_to_table(table, records=rows, columns=columns)
        identities = await self.connection.fetch(
            "SELECT column_name FROM information_schema.columns WHERE is_identity = 'YES' "
            "AND table_schema = current_schema() AND table_name = $1",
            table,
        )
        for column in [str(row[0]) for row in identities]:
            # The next numbers that PostgreSQL gives must come after those that were copied.
            await self.connection.execute(
                f"SELECT setval(pg_get_serial_sequence('\"{table}\"', '{column}'), "
                f'greatest(1, (SELECT max("{column}") + 1 FROM "{table}")), false)'
            )

    async def ask(self, query: str, *values: Value) -> Sequence[tuple[Value, ...]]:
        for number in range(1, len(values) + 1):
            query = query.replace("?", f"${number}", 1)
        return [tuple(row) for row in await self.connection.fetch(query, *values)]


def _needed_first(tables: Columns, needs: Iterable[tuple[str, str]]) -> Columns:
    """Order tables so that a row's references are filled before it."""
    waits: dict[str, set[str]] = {table: set() for table in tables}
    for table, needed in needs:
        if table != needed and table in waits:
            waits[table].add(needed)
    order: list[str] = []
    while waits:
        free = [table for table, needed in waits.items() if not needed & waits.keys()]
        for table in free or list(waits):  # a cycle of references is tried as it is
            order.append(table)
            del waits[table]
    return {table: tables[table] for table in order}


def _quoted(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


async def copied(source: Content, target: Content) -> Columns:
    """Return the tables and columns that both stores have, in an order in which they can be filled."""
    ours, theirs = await source.columns(), await target.columns()
    return {
        table: [column for column in columns if column in ours[table]]
        for table, columns in theirs.items()
        if table in ours and table not in OWN
    }


async def copy_rows(source: Content, target: Content) -> int:
    """Copy all rows into an empty store, read them back, and return their number.

    StoreError if what is read back is not what was read.
    """
    total = 0
    for table, columns in (await copied(source, target)).items():
        before, count = await _digest(source, table, columns)
        await target.write(table, columns, source.read(table, columns))
        if (before, count) != await _digest(target, table, columns):
            raise StoreError(f"the rows of {table} are not the same after they were copied")
        total += count
    return total


async def _digest(rows: Content, table: str, columns: Sequence[str]) -> tuple[int, int]:
    """Return a hash of a table's rows that does not depend on their order, and their number."""
    total = count = 0
    async for row in rows.read(table, columns):
        count += 1
        total += int.from_bytes(
            blake2b(repr(row).encode("utf-8", "replace"), digest_size=HASH_BYTES).digest()
        )
    return total % (1 << 8 * HASH_BYTES), count


async def refuse_unless_empty(rows: Content, place: str) -> None:
    """Raise StoreError if a store holds any row of a table that would be copied."""
    for table, columns in (await rows.columns()).items():
        if table not in OWN and table != "commits":
            async for _row in rows.read(table, columns[:1]):
                raise StoreError(f"{place} is not empty: there are rows in {table}; name an empty database")


async def every_table(rows: Content) -> AsyncIterator[Kept]:
    """Yield every stored table, archived ones included."""
    names = await rows.ask("SELECT id FROM tables ORDER BY id")
    for (name,) in names:
        [heading] = await rows.ask(
            "SELECT id, opened, touched, over, archived, opening FROM tables WHERE id = ?", name
        )
        entries = await rows.ask(
            "SELECT kind, seat, text FROM entries WHERE table_id = ? ORDER BY number", name
        )
        chat = await rows.ask("SELECT seat, name, text FROM chat WHERE table_id = ? ORDER BY number", name)
        where = (str(heading[0]), float(str(heading[1])), float(str(heading[2])))
        yield Kept(
            Heading(*where, bool(heading[3]), bool(heading[4])),
            str(heading[5]),
            [Entry(str(kind), int(str(seat)), str(text)) for kind, seat, text in entries],
            [Said(int(str(seat)), str(who), str(text)) for seat, who, text in chat],
        )


Fold = Callable[[Kept], str]
"""Folds a log, and returns a text that differs if the state does; may raise LongbeardError."""
