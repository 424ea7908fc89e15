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
from bench.storm import shown_links

STORM = Path(__file__).parents[2] / "bench" / "storm.py"


FAULTS = 20 if compiled() else 5
"""Number of faults; interpreted servers take long to start, so there are few."""


def test_a_storm_loses_nothing_doubles_nothing_and_leaves_nobody_stuck() -> None:
    need("PostgreSQL", "Redis", "HAProxy")
    command = [sys.executable, str(STORM), "--tables", "20", "--faults", str(FAULTS), "--calm", "3", "--busy"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert done.stdout, done.stderr
    result = json.loads(done.stdout[done.stdout.index("{") :])
    assert done.returncode == 0, "\n".join(result["bad"])
    assert sum(result["faults"].values()) == FAULTS
    assert (result["lost"], result["doubled"]) == (0, 0)
    assert result["acknowledged"] > 40
    assert result["looks_alike_on_all_servers"] > 100
    assert result["looks_as_the_gate_allows"] > 20


def test_the_storm_finds_tokens_in_what_was_shown() -> None:
    """Also if other letters stand next to them; a seat's own table may show its link."""
    link, bearer = "3fR_k-9".ljust(24, "x"), f"{'id'.ljust(24, '7')}.1.{'signed'.ljust(43, '8')}"

    def found(text: str) -> list[str]:
        return shown_links([b"quiet all is well\n", text.encode()], {link: "home"}, {bearer: "home"})

    assert found(f'home {{"link": "/seat/{link}", "look": "{bearer[:-1]}"}}\n') == []
    assert found(f'away {{"secret": "{"a1" * 32}", "link": "{link[:-1]}"}}\n') == []
    assert found(f'away {{"link": "/seat/{link}"}}\n') == ["a link or token of home was shown at away"]
    assert found(f'away {{"link": "seat-{link}_2"}}\n') == ["a link or token of home was shown at away"]
    assert found(f'home {{"cookie": "lb_id={bearer}"}}\n') == ["a link or token of ? was shown at home"]
    assert shown_links([b"home nothing\n"], {}, {}) == []
