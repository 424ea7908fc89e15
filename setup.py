"""Compiles the rules, all of them or none, with mypyc; the rest of the build is in pyproject.toml."""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from setuptools import setup

SOURCE = Path("src/longbeard")
# The hot modules. In a room everything is compiled but the door plate and what only talks to people.
ENGINE = ("luck", "numbers", "story", "state", "playout", "hints")
PLAIN = ("__init__", "cards", "view", "notation")


def hot_modules() -> list[str]:
    """Every module of the one mypyc group: engine, rooms and bots call each other without Python."""
    engine = [SOURCE / "engine" / f"{name}.py" for name in ENGINE]
    rooms = [path for path in sorted(SOURCE.glob("games/*/*.py")) if path.stem not in PLAIN]
    bots = [path for path in sorted(SOURCE.glob("bots/*.py")) if path.stem not in PLAIN]
    return [str(path) for path in engine + rooms + bots]


def compiled() -> list[Any]:
    """The extensions; none where there is no C compiler, and that is said aloud."""
    wish = os.environ.get("LONGBEARD_COMPILE", "auto")
    compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc") or shutil.which("clang")
    if wish == "no" or (wish == "auto" and not compiler):
        print("longbeard: no C compiler, so the rules stay plain Python and are slow", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    extensions = mypycify(
        hot_modules(), opt_level="3", debug_level="0", group_name="longbeard", target_dir="build/mypyc"
    )
    for extension in extensions:
        extension.extra_compile_args.append("-fno-semantic-interposition")
    return extensions


setup(ext_modules=compiled())
