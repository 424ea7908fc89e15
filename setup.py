"""Compiles the rules, all of them or none, with mypyc; the rest of the build is in pyproject.toml."""

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
COMPILED: Final = (
    "engine/*.py",
    "games/*/*.py",
    "bots/*.py",
    "rl/tables.py",
    "web/pages/fragments.py",
    "web/pages/screens.py",
    "web/pages/views.py",
)
"""The rules, whatever searches them, and the way from a state to the page that is sent."""
PLAIN: Final = (
    "*/__init__.py",
    # Read once when a game is opened, and easier to debug as plain Python.
    "games/*/cards.py",
    "games/*/game.py",
    "engine/build.py",
    "engine/check.py",
    "engine/choosing.py",
    "engine/errors.py",
    "engine/face.py",
    "engine/game.py",
    "engine/match.py",
    "engine/record.py",
    "engine/room.py",
    "engine/tutorial.py",
    "bots/advice.py",
    "bots/levels.py",
    "bots/outside.py",
    "bots/player.py",
)
"""What stays plain Python: it is no part of that way, or waits for something else."""
DESCRIBING: Final = {"egg_info", "dist_info", "sdist"}
"""Commands that compile nothing; pip runs one of them before it builds a wheel."""


def compiled_modules() -> list[str]:
    """Return every module of the one mypyc group: they call each other without Python."""
    plain = {path for pattern in PLAIN for path in SOURCE.glob(pattern)}
    found = [path for pattern in COMPILED for path in sorted(SOURCE.glob(pattern)) if path not in plain]
    return [str(path) for path in found]


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
    only_ours = ["--no-site-packages", "--follow-imports=silent", "--ignore-missing-imports"]
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
