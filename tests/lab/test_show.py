"""Matches worth watching are opened at the web table of a server of one's own."""

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

pytest.importorskip("polars")
pytest.importorskip("litestar")

from tests.web.served import PATIENCE

from longbeard.engine import record
from longbeard.engine.errors import BadOptions
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.lab.plan import make_plan, match_of
from longbeard.terminal.show import record_files


def some_records(room: Room, folder: Path, count: int) -> list[Path]:
    seats = room.plate.seats[0]
    plan = make_plan(room, range(seats, seats + 1), ("random",), count, 7, {})
    folder.mkdir()
    paths = [folder / f"{room.plate.slug}-{number}.json" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_text(record.write(match_of(plan, 0, number)), encoding="utf-8")
    return paths


def test_a_folder_of_records_is_shown_as_replays(tmp_path: Path) -> None:
    """Every game's replay answers with the position after any move, and with the record it was made from."""
    paths = [path for room in rooms().values() for path in some_records(room, tmp_path / room.plate.slug, 1)]
    command = [sys.executable, "-m", "longbeard", "lab", "show", "--port", "0"]
    folders = sorted({str(path.parent) for path in paths})
    shown = subprocess.Popen([*command, *folders], stdout=subprocess.PIPE, text=True)
    try:
        assert shown.stdout is not None
        said = [shown.stdout.readline() for _ in range(len(paths) + 1)]
        addresses = dict(re.findall(r"(\S+)\.json: (http://127\.0\.0\.1:\d+/t/\S+/replay)", "".join(said)))
        assert sorted(addresses) == sorted(path.stem for path in paths)
        assert "nothing is kept" in said[-1]
        transport = httpx.HTTPTransport(retries=8)  # it is told where it listens before it answers
        with httpx.Client(transport=transport, timeout=PATIENCE) as client:
            for path in paths:
                kept = path.read_text(encoding="utf-8")
                moves = len(record.read(kept).actions)
                page = client.get(f"{addresses[path.stem]}?move=2&eyes=all").raise_for_status().text
                assert f"Move 2 of {moves}" in page
                same = client.get(addresses[path.stem].replace("/replay", "/record.json")).raise_for_status()
                assert same.text == kept
    finally:
        shown.terminate()
        shown.wait(PATIENCE)
        if shown.stdout is not None:
            shown.stdout.close()


def test_what_cannot_be_shown_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="no record"):
        record_files([tmp_path])
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "same.json").write_text("{}")
    with pytest.raises(BadOptions, match="same name"):
        record_files([tmp_path / "one", tmp_path / "other"])
