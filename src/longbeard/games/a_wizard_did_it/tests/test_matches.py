"""Whole matches: recorded ones, one told in words, and random ones against the contract."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest

from longbeard.engine import record
from longbeard.games import room

ROOM = room("a-wizard-did-it")
HERE = Path(__file__).parent


def recorder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("record_matches", HERE / "record_matches.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", sorted(HERE.glob("matches/*.json")), ids=lambda path: cast(Path, path).stem)
def test_recorded_matches_lead_to_the_same_end(path: Path) -> None:
    kept = record.read(path.read_text(encoding="utf-8"))
    match = record.replay(kept, ROOM)
    assert path.stem == f"{match.state.ending()}-{len(match.seats)}"
    assert record.write(match) == path.read_text(encoding="utf-8")


def test_the_playthrough_reads_as_it_did() -> None:
    assert recorder().playthrough() == (HERE / "playthrough.txt").read_text(encoding="utf-8")
