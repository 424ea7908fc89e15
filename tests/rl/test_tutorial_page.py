"""The tutorial for learners is run block by block, as somebody would who reads it."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from longbeard.engine.build import compiled

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/tutorial-learning.md"
BLOCK = re.compile(r"^```(python|sh)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"# (\w+\.py)\n")


def blocks() -> list[tuple[str, str]]:
    return BLOCK.findall(PAGE.read_text(encoding="utf-8"))


@pytest.mark.skipif(not compiled(), reason="interpreted rules take minutes to learn from")
def test_every_block_of_the_page_does_what_it_says(tmp_path: Path) -> None:
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"}
    so_far = ""
    for language, text in blocks():
        if named := FILE.match(text):
            (tmp_path / named[1]).write_text(text)
        elif language == "python":
            so_far += text
        else:
            # What was written up to here is what the commands use.
            run([sys.executable, "-c", so_far], tmp_path, environment)
            for line in text.splitlines():
                if line.startswith("longbeard "):
                    run([sys.executable, "-m", *shlex.split(line)], tmp_path, environment)


def run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, f"{command[-1][-300:]}\n{done.stdout}\n{done.stderr}"


def test_the_page_installs_extras_that_there_are_and_names_no_other_commands() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for language, text in blocks():
        for line in text.splitlines() if language == "sh" else []:
            if line.startswith("pip "):
                for extra in re.findall(r"\[(.*)\]", line)[0].split(","):
                    assert extra in extras["optional-dependencies"]
            else:
                assert line.startswith(("longbeard ", "export PYTHONPATH"))
