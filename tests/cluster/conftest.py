"""One PostgreSQL and one Redis for all tests of a run that leave them as they were."""

from collections.abc import Iterator
from itertools import count

import pytest
from tests.cluster.services import PostgreSQL, Redis, advice, database, missing

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
