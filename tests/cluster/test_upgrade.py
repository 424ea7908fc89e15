"""A rolling upgrade: two versions of Longbeard side by side at one store, both real, and both played at.

The newer one is a copy of this one with another version, one more step of the schema, and newer rules: of one
game rules that only add something, so that older tables go on; of another one rules that do not.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cluster.services import Redis
from tests.cluster.test_servers import Program
from tests.web.served import PATIENCE, ROOMY, Server

import longbeard
from longbeard.games import rooms

pytest.importorskip("asyncpg", reason="several servers need asyncpg")
pytest.importorskip("redis", reason="several servers need redis")
ADDED, CHANGED = [*rooms()][:2]
"""A game whose newer rules only add something, and one whose newer rules are other ones."""
STEP = "0999_newer.sql"


def make_newer(folder: Path) -> None:
    """Copy this Longbeard, and make a newer one of it."""
    here = Path(longbeard.__file__).parent
    copy = folder / "longbeard"
    shutil.copytree(here, copy, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    change(copy / "__init__.py", r'__version__: Final = "[^"]+"', '__version__ = "999.0"')
    (copy / "store" / "migrations" / STEP).write_text("CREATE TABLE newer (id INTEGER PRIMARY KEY);\n")
    for slug, keeps in ((ADDED, True), (CHANGED, False)):
        plate = rooms()[slug].plate
        older = (plate.rules, *plate.replays) if keeps else ()
        path = copy / "games" / slug.replace("-", "_") / "__init__.py"
        path.write_text(re.sub(r"(?m)^    replays=.*\n", "", path.read_text(encoding="utf-8")))
        change(path, r"\n    rules=\d+,", f"\n    rules={plate.rules + 1},\n    replays={older!r},")


def change(path: Path, old: str, new: str) -> None:
    text, count = re.subn(old, new, path.read_text(encoding="utf-8"))
    assert count == 1, path
    path.write_text(text, encoding="utf-8")


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "longbeard", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_two_versions_play_on_side_by_side_and_a_table_of_other_rules_says_so(
    house_database: str, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_newer(tmp_path / "newer")
    ours = os.environ.get("PYTHONPATH", "")
    servers: list[Server] = []

    def serve(name: str) -> Server:
        (tmp_path / name).mkdir()
        options = ("--store", house_database, "--bus", redis.url)
        servers.append(Server(tmp_path / name, ROOMY, minds=-1, options=options))
        return servers[-1]

    try:
        old = serve("old")
        ada, bert = Program(old, "Ada"), Program(old, "Bert")
        kept, left = (ada.open(old, "friend", game=slug) for slug in (ADDED, CHANGED))
        for table in (kept, left):
            bert.at(old).post(f"/tables/{table}/sit", json={"name": "Bert"}).raise_for_status()
        play(ada, bert, kept, [old], 4)

        monkeypatch.setenv("PYTHONPATH", str(tmp_path / "newer"))  # whatever is started from here on
        refused = run("serve", "--port", "0", "--store", house_database)
        assert refused.returncode == 1
        assert re.fullmatch(
            r"longbeard: .*has schema \d+; this longbeard needs migration 999: run .*\n", refused.stderr
        )
        migrated = run("migrate", house_database)
        assert migrated.returncode == 0, migrated.stderr
        new = serve("new")
        assert run("--version").stdout.startswith("longbeard 999.0")

        # The same table, by turns at both; a table that one opens is there on the other.
        play(ada, bert, kept, [old, new, new, old], 12)
        play(ada, bert, left, [old], 4)
        said = ada.at(new).get(f"/tables/{left}")
        assert (said.status_code, said.json()["error"]) == (500, "bad_record")
        assert "opened with other rules" in said.json()["text"]
        fresh = ada.open(new, "friend", game=ADDED)
        assert "opened with other rules" in ada.at(old).get(f"/tables/{fresh}").json()["text"]
        for server in (old, new):  # neither is unwell for that
            assert ada.at(server).get(f"/tables/{kept}").status_code == 200
        play(ada, bert, left, [old], 2)

        # The last of the older ones goes; one that is started again by mistake says what to do.
        assert old.stop() == 0
        play(ada, bert, kept, [new], 4)
        monkeypatch.setenv("PYTHONPATH", ours)
        refused = run("serve", "--port", "0", "--store", house_database)
        assert refused.returncode == 1
        assert re.fullmatch(r"longbeard: .*has schema 999; .*: use a newer longbeard\n", refused.stderr)
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.kill()
    for server in servers:
        assert "Traceback" not in server.logged()


def play(ada: Program, bert: Program, table: str, servers: list[Server], moves: int) -> None:
    """Play moves at servers in turns; what one acknowledged is there on the next."""
    for number in range(moves):
        server = servers[number % len(servers)]
        looks = [(who, who.choices(server, table)) for who in (ada, bert)]
        player, seen = next((who, seen) for who, seen in looks if seen["choices"])
        assert player.play(server, table, seen).status_code == 200
        for other in servers:
            assert ada.choices(other, table)["move"] == seen["move"] + 1
