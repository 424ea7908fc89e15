"""A game whose rules were compiled apart from Longbeard is refused with a sentence: it would crash."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import longbeard

ROOT = Path(__file__).parents[1]
FIFTH = ROOT / "tests" / "fifth_game" / "src"


def test_rules_that_mypyc_compiled_apart_are_refused(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    shutil.copytree(FIFTH / "pocket_potions", tmp_path / "pocket_potions")
    house = str(Path(longbeard.__file__).parents[1])
    environment = os.environ | {
        "MYPYPATH": os.pathsep.join([str(ROOT / "src"), str(tmp_path)]),
        "MYPYC_OPT_LEVEL": "0",
        "PYTHONPATH": os.pathsep.join([str(tmp_path), house]),
    }
    command = ["mypyc", "--no-site-packages", "--follow-imports=silent", "--ignore-missing-imports"]
    subprocess.run(
        [sys.executable, "-m", *command, "pocket_potions/rules.py"],
        cwd=tmp_path, env=environment, check=True, capture_output=True,
    )  # fmt: skip
    assert list((tmp_path / "pocket_potions").glob("rules.*.so"))
    ask = "from longbeard.engine.room import Room; Room('pocket_potions').table(3)"
    done = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=tmp_path, env=environment, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert "was compiled apart from Longbeard" in done.stderr.splitlines()[-1]
