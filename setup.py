"""Compiles the rules, all of them or none, with mypyc; the rest of the build is in pyproject.toml."""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).resolve().parent))
import build_assets

SOURCE = Path("src/longbeard")
# A module is hot if it counts in i64, which what talks to people does not; reading the cards is done once.
COLD = ("cards.py", "__init__.py")


def is_hot(path: Path) -> bool:
    """Whether a module belongs to the rules that are compiled."""
    counts = re.search(r"^from mypy_extensions import .*\bi64\b", path.read_text(encoding="utf-8"), re.M)
    return path.name not in COLD and counts is not None


def hot_modules() -> list[str]:
    """Every module of the one mypyc group: they call each other without Python."""
    parts = ("engine/*.py", "games/*/*.py", "bots/*.py", "rl/*.py")
    return [str(path) for part in parts for path in sorted(SOURCE.glob(part)) if is_hot(path)]


def drop_stale(hot: list[str]) -> None:
    """Forget what an earlier build compiled and this one does not: it would win over the source."""
    for path in Path("build").glob("lib*/longbeard/**/*.so"):
        module = SOURCE / path.relative_to(path.parents[-3] / "longbeard").with_name(
            f"{path.name.split('.')[0]}.py"
        )
        if str(module) not in hot:
            path.unlink()


def compiled() -> list[Any]:
    """The extensions; none where there is no C compiler, and that is said aloud."""
    wish = os.environ.get("LONGBEARD_COMPILE", "auto")
    compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc") or shutil.which("clang")
    if wish == "no" or (wish == "auto" and not compiler):
        print("longbeard: no C compiler, so the rules stay plain Python and are slow", file=sys.stderr)
        drop_stale([])
        return []
    from mypyc.build import mypycify

    hot = hot_modules()
    drop_stale(hot)
    extensions = mypycify(
        hot, opt_level="3", debug_level="0", group_name="longbeard", target_dir="build/mypyc"
    )
    for extension in extensions:
        extension.extra_compile_args.append("-fno-semantic-interposition")
    return extensions


class BuildWithPages(build_py):
    """Fonts, icons and the one foreign script are made before the package is gathered."""

    def run(self) -> None:
        build_assets.build()
        self.__dict__.pop("data_files", None)  # it was listed before they were made
        super().run()


setup(ext_modules=compiled(), cmdclass={"build_py": BuildWithPages})
