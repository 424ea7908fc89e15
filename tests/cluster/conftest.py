"""One PostgreSQL and one Redis for all tests of a run that leave them as they were."""

import asyncio
from collections.abc import Iterator
from itertools import count

import asyncpg
import pytest
from tests.cluster.services import PostgreSQL, Redis, advice, database, missing

from longbeard.store.migrate import migrate_postgresql

NUMBERS = count(1)


def need(*names: str) -> None:
    """Skip what cannot run here, and say how to get what it needs."""
    if gone := missing(*names):
        pytest.skip(f"{', '.join(gone)} missing ({advice(gone)})")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    need("PostgreSQL")
    with PostgreSQL() as server:
        yield server


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    need("Redis")
    with Redis("redis") as server:
        yield server


@pytest.fixture
def empty_database(postgresql: PostgreSQL) -> Iterator[str]:
    """The address of an empty database."""
    with database(postgresql, f"test{next(NUMBERS)}") as url:
        yield url


@pytest.fixture
def house_database(empty_database: str) -> str:
    """The address of a database with the newest schema and no tables."""

    bring_up(empty_database)
    return empty_database


@pytest.fixture(scope="session")
def shared_database(postgresql: PostgreSQL) -> Iterator[str]:
    """The address of a database with the newest schema, for all tests of a run."""
    with database(postgresql, "shared") as url:
        bring_up(url)
        yield url


def bring_up(url: str) -> None:
    """Give a database the newest schema."""

    async def migrate() -> None:
        connection = await asyncpg.connect(url)
        await migrate_postgresql(connection, "a test")
        await connection.close()

    asyncio.run(migrate())
