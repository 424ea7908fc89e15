"""One server for all tests that leave it as it was."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the web table needs the extra `web`")
pytest.importorskip("httpx", reason="the tests' own tools are needed")

from tests.cluster.conftest import empty_database, house_database, postgresql, redis, shared_database
from tests.web.served import Server, Servers, Visitor

OVER_BOTH = ("test_api", "test_presence", "test_server", "test_waiting")
"""Test modules that also run over three servers on one store, which are asked in turns."""
__all__ = ["empty_database", "house_database", "postgresql", "redis", "shared_database"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run some tests over one server and over three."""
    package, _, module = metafunc.module.__name__.rpartition(".")
    if "server" in metafunc.fixturenames and module in OVER_BOTH and not package.endswith("browser"):
        metafunc.parametrize("server", ["one", "three"], indirect=True, scope="session")


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Provide one server, or three."""
    if getattr(request, "param", "one") == "one":
        served: Server | Servers = Server(tmp_path_factory.mktemp("house"))
    else:
        database = request.getfixturevalue("shared_database")
        bus = request.getfixturevalue("redis")
        served = Servers(tmp_path_factory.mktemp("houses"), database, bus.url)
    yield served
    assert served.stop() == 0
    assert "Traceback" not in served.logged()


@pytest.fixture
def visitor(server: Server) -> Callable[[], Visitor]:
    """Return a factory of new persons."""
    return lambda: Visitor(server.base)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Return a factory of servers for one test alone, which may kill them."""
    servers: list[Server] = []

    def start(*limits: str, minds: int = 1, options: tuple[str, ...] = ()) -> Server:
        servers.append(Server(tmp_path, limits, minds=minds, options=options))
        return servers[-1]

    yield start
    for served in servers:
        if served.process.poll() is None:
            served.kill()
