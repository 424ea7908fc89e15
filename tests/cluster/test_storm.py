"""A small storm over three servers (bench/storm.py): nothing is lost, doubled or stuck."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cluster.conftest import need

from longbeard.engine.build import compiled

pytest.importorskip("asyncpg", reason="several servers need asyncpg")
pytest.importorskip("redis", reason="several servers need redis")
STORM = Path(__file__).parents[2] / "bench" / "storm.py"


FAULTS = 20 if compiled() else 5
"""On plain Python servers take long to start, so a few must do there."""


def test_a_storm_loses_nothing_doubles_nothing_and_leaves_nobody_stuck() -> None:
    need("PostgreSQL", "Redis", "HAProxy")
    command = [sys.executable, str(STORM), "--tables", "20", "--faults", str(FAULTS), "--calm", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout, done.stderr
    result = json.loads(done.stdout[done.stdout.index("{") :])
    assert done.returncode == 0, "\n".join(result["bad"])
    assert sum(result["faults"].values()) == FAULTS
    assert (result["lost"], result["doubled"]) == (0, 0)
    assert result["acknowledged"] > 40
    assert result["looks_alike_on_all_servers"] > 100
    assert result["looks_as_the_gate_allows"] > 20
