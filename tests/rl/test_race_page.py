"""The page of the race: a run of some events leaves the tables of the others as they are."""

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parents[2] / "bench"
EMPTY = "# A page\n\nbefore\n\n<!-- race -->\n<!-- /race -->\n\nafter\n"


@pytest.fixture
def race_page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The script that writes the page, as a module."""
    monkeypatch.syspath_prepend(str(BENCH))
    yield importlib.import_module("race_page")
    for name in ("race_page", "race_chart"):
        sys.modules.pop(name, None)


def found(rates: dict[str, list[float]], machine: str, **more: Any) -> dict[str, Any]:
    """What a run says that it measured."""
    told = {"failed": {}, "missing": {}, "versions": ["Longbeard 9"], "rounds": 3, "seconds": 0.5}
    return {"rates": rates, "machine": machine, **told, **more}


def section(text: str, title: str) -> str:
    """Return what stands in a page under a title, up to the next one."""
    return text.split(f"### {title}\n")[1].split("### ")[0].split("<!-- /race")[0].strip()


def test_a_run_of_some_events_keeps_the_tables_of_the_others(race_page: Any, tmp_path: Path) -> None:
    page = tmp_path / "bench.md"
    page.write_text(EMPTY)
    everything = {
        "playouts|Longbeard|small": [4_000_000.0, 3_000_000.0, 3_500_000.0],
        "playouts|OpenSpiel|bats": [1_000_000.0],
        "search|Longbeard|small": [20_000.0],
    }
    failed = {"search|OpenSpiel|skat": "no search\nof it"}
    race_page.write(page, found(everything, "an old machine", failed=failed, missing={"Pgx": "gone"}))
    first = page.read_text()
    assert "**4.0** times as many" in first
    assert "| Longbeard | small | 4.00 M | 3.50 M |" in section(first, "Random play with the deal")
    assert "- OpenSpiel, skat: no search" in section(first, "Search")
    assert "Missing: Pgx (gone)." in first

    race_page.write(page, found({"search|Longbeard|small": [50_000.0]}, "a new machine"))
    second = page.read_text()
    title = "Random play with the deal"
    assert section(second, title) == section(first, title)
    assert "a new machine" in section(second, "Search")
    assert "| Longbeard | small | 50.0 k | 50.0 k |" in section(second, "Search")
    assert "skat" not in second
    assert second.startswith("# A page\n\nbefore")
    assert second.endswith("\n\nafter\n")
    assert first.count("an old machine") == second.count("an old machine") == 1
    chart = (tmp_path / "race.svg").read_text()
    assert chart.count("Longbeard: small") == 2

    race_page.write(page, found({}, "nothing at all"))
    assert page.read_text() == second


def test_an_event_that_there_is_not_is_refused() -> None:
    command = [sys.executable, str(BENCH / "race.py"), "--events", "search,chess"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no event 'chess'; some of: playouts,rollouts,loop,search,steps" in done.stderr


def test_a_race_measures_what_it_is_told_and_names_who_is_missing(tmp_path: Path) -> None:
    page = tmp_path / "bench.md"
    page.write_text(EMPTY)
    command = [sys.executable, str(BENCH / "race.py"), "--events", "loop", "--rounds", "1"]
    command += ["--seconds", "0.01", "--peers", sys.executable, "--page", str(page)]
    command += ["--numbers", str(tmp_path / "race.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    text = page.read_text()
    assert "Random play with the deal, from a loop in Python" in text
    assert "### Search" not in text
    assert "| Longbeard, interpreted | witless-wizards |" in text
    assert "Missing: RLCard (ModuleNotFoundError" in text
