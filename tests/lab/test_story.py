"""A designer copies the box, changes cards, asks what it does, reports, prints them, and plays them."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("polars")
pytest.importorskip("altair")

from tests.web.served import PATIENCE, QUICK, Server
from tests.web.test_api import program

from longbeard.games import rooms

GAME = "witless-wizards"
CHANGES = ("stamina=5", "weakened=2", "cards.katana.value=5", 'cards.katana.name="Soup Ladle of Doom"')


def longbeard(*words: str | Path, code: int = 0) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "longbeard", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=PATIENCE * 4,
        check=False,
    )
    assert ran.returncode == code, ran.stderr
    assert "Traceback" not in ran.stderr
    return ran.stdout + ran.stderr


def test_a_designers_story(tmp_path: Path) -> None:
    # Copy the box, with four changes.
    mine = tmp_path / "my.toml"
    longbeard("lab", "box", GAME, *(word for change in CHANGES for word in ("--set", change)), "-o", mine)
    digest = rooms()[GAME].open_box(mine.read_text()).digest
    assert "is there already" in longbeard("lab", "box", GAME, "-o", mine, code=1)

    # What does it do?
    said = longbeard(
        *("lab", "what-if", GAME, "--to", mine, "--bots", "random", "--matches", "250", "--jobs", "1"),
        *("-o", tmp_path / "whatif"),
    )
    assert "matches become" in said.split("\n")[0]
    assert "shorter" in said.split("\n")[0]
    page = (tmp_path / "whatif.html").read_text()
    assert page.index("shorter") < page.index("<table")

    # Play it much, and report.
    run, report = tmp_path / "run", tmp_path / "report"
    longbeard(
        *(
            "lab",
            "run",
            GAME,
            "--players",
            "2",
            "--bots",
            "random",
            "--matches",
            "40",
            "--looks",
            "0",
            "--jobs",
            "1",
        ),
        *("--box", mine, "-o", run),
    )
    longbeard("lab", "report", run, "-o", report)
    assert "Soup Ladle of Doom" in report.with_suffix(".md").read_text()
    assert "a designer&#x27;s box" in report.with_suffix(".html").read_text()

    # Print the cards.
    if shutil.which("pdftotext"):
        pytest.importorskip("typst")
        longbeard("press", GAME, "--what", "cards", "--box", mine, "-o", tmp_path / "cards.pdf")
        text = subprocess.run(
            ["pdftotext", tmp_path / "cards.pdf", "-"], capture_output=True, text=True, check=True
        ).stdout
        assert "Soup Ladle" in text
        assert "Katana" not in text

    # Play them at the table.
    (tmp_path / "data").mkdir()
    server = Server(tmp_path / "data", options=("--box", f"{GAME}={mine}"))
    try:
        record = play_a_match(server)
    finally:
        server.stop()
    assert json.loads(record.read_text())["cards"] == digest

    # The record says which box it needs.
    assert f"--box {GAME}=FILE" in longbeard("verify", record, code=1)
    assert "Every move was legal" in longbeard("verify", record, "--box", f"{GAME}={mine}")
    people = tmp_path / "people"
    longbeard("lab", "watch", tmp_path / "data", "-o", people)
    assert "Ada" not in people.with_suffix(".md").read_text()


def play_a_match(server: Server) -> Path:
    """Play against a bot, always the first choice, and keep the record."""
    ada = program(server, "Ada")
    assert "Soup Ladle of Doom" in ada.get(f"{server.base}/games/{GAME}/cards").text
    asked = {"game": GAME, "seats": [{"who": "me", "name": "Ada"}, {"who": QUICK}]}
    table = ada.post("/tables", json=asked).json()["id"]
    while True:
        found = ada.get(f"/tables/{table}/choices").json()
        shown = ada.get(f"/tables/{table}")
        assert shown.status_code == 200, shown.text
        if shown.json()["look"]["over"]:
            break
        if not found["choices"]:
            time.sleep(0.05)
        else:
            ada.post(
                f"/tables/{table}/play", json={"move": found["move"], "action": found["choices"][0]["action"]}
            )
    record = server.data / "match.json"
    record.write_text(ada.get(f"/tables/{table}/record").text)
    return record
