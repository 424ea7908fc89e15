"""Compiles the rules, all of them or none, with mypyc; the rest of the build is in pyproject.toml."""

import ast
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).resolve().parent))
import build_assets

SOURCE: Final = Path("src/longbeard")
PARTS: Final = ("engine/*.py", "games/*/*.py", "bots/*.py", "rl/*.py")
# Read once when a game is opened, and easier to debug as plain Python.
NOT_COMPILED: Final = ("cards.py", "__init__.py")
DESCRIBING: Final = {"egg_info", "dist_info", "sdist"}
"""Commands that compile nothing; pip runs one of them before it builds a wheel."""


def counts_in_i64(source: str) -> bool:
    """Whether a module imports `i64`, which only the rules and what searches them do.

    >>> counts_in_i64("from mypy_extensions import (\\n    i64,\\n    mypyc_attr,\\n)")
    True
    >>> counts_in_i64("# from mypy_extensions import i64")
    False
    """
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "mypy_extensions"
        and any(alias.name == "i64" for alias in node.names)
        for node in ast.walk(ast.parse(source))
    )


def compiled_modules() -> list[str]:
    """Return every module of the one mypyc group: they call each other without Python."""
    found = [path for part in PARTS for path in sorted(SOURCE.glob(part)) if path.name not in NOT_COMPILED]
    return [str(path) for path in found if counts_in_i64(path.read_text(encoding="utf-8"))]


def drop_stale(modules: list[str]) -> None:
    """Delete what an earlier build compiled and this one does not: Python would prefer it to the source."""
    for path in Path("build").glob("lib*/longbeard/**/*.so"):
        module = SOURCE / path.relative_to(path.parents[-3] / "longbeard").with_name(
            f"{path.name.split('.')[0]}.py"
        )
        if str(module) not in modules:
            path.unlink()


def extensions() -> list[Any]:
    """Translate the rules to C; no extensions where there is no C compiler, and that is said aloud."""
    if DESCRIBING & {*sys.argv}:
        return []
    wish = os.environ.get("LONGBEARD_COMPILE", "auto")
    compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc") or shutil.which("clang")
    if wish == "no" or (wish == "auto" and not compiler):
        print("longbeard: no C compiler, so the rules stay plain Python and are slow", file=sys.stderr)
        drop_stale([])
        return []
    from mypyc.build import mypycify

    modules = compiled_modules()
    drop_stale(modules)
    # The rules need only what mypy itself has stubs for. To follow the imports of `rl/` into numpy and
    # Gymnasium, where they are installed, would take four times as long and change nothing in the result.
    only_ours = ["--no-site-packages", "--follow-imports=silent"]
    made = mypycify(
        [*only_ours, *modules],
        opt_level="3",
        debug_level="0",
        group_name="longbeard",
        target_dir="build/mypyc",
    )
    for extension in made:
        # Python's own -Wall costs gcc half a minute on C that nobody wrote; -w would only hide what it finds.
        extension.extra_compile_args += ["-fno-semantic-interposition", "-Wno-all"]
    return made


class BuildWithPages(build_py):
    """Makes fonts, icons and the one foreign script before the package is gathered."""

    def run(self) -> None:
        build_assets.build()
        self.__dict__.pop("data_files", None)  # it was listed before they were made
        super().run()


if __name__ == "__main__":
    setup(
        ext_modules=extensions(),
        cmdclass={"build_py": BuildWithPages},
        setup_requires=build_assets.requirements(),
    )
