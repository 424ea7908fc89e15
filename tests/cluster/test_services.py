"""The services that other tests rely on: they start, lose nothing when killed, and leave nothing behind."""

import subprocess
import sys
from pathlib import Path

from tests.cluster.conftest import need
from tests.cluster.services import PASSWORD, HAProxy, PostgreSQL, Redis, state_of

CONFIGURATION = """
defaults
    mode http
    timeout connect 1s
    timeout client 5s
    timeout server 5s
frontend here
    bind 127.0.0.1:{port}
    http-request return status 204
"""


def test_a_killed_postgresql_keeps_what_was_committed() -> None:
    need("PostgreSQL")
    with PostgreSQL(durable=True) as server:
        server.new_database("kept")
        server.sql("CREATE TABLE things (number INTEGER); INSERT INTO things VALUES (7)", "kept")
        server.kill()
        server.start()
        assert server.sql("SELECT number FROM things", "kept") == "7\n"
        assert f":{PASSWORD}@127.0.0.1:{server.port}/kept" in server.url("kept")
        pids, folder = server.pids(), server.folder
        assert len(pids) > 3
    assert not folder.exists()
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_redis_and_haproxy_come_and_go() -> None:
    need("Redis", "HAProxy")
    with Redis("redis") as bus, HAProxy(CONFIGURATION) as proxy:
        for service in (bus, proxy):
            pid = service.pids()[0]
            service.pause()
            assert state_of(pid) == "T"
            service.go_on()
            service.restart()
            assert service.ready()
    assert not bus.folder.exists()
    assert not any(service.pids() for service in (bus, proxy))


def test_the_last_line_says_what_is_missing_and_how_to_get_it() -> None:
    say = [sys.executable, "-c", "import tests.cluster.services as s; s.PLACES = ''; s.main()"]
    root = Path(__file__).parents[2]
    said = subprocess.run(say, env={"PATH": "/nowhere"}, cwd=root, capture_output=True, text=True, check=True)
    assert said.stdout.endswith("(on Debian: apt install postgresql redis-server haproxy)\n")
    assert len(said.stdout.splitlines()) == 1
