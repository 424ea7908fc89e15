"""Compiles the rules, all of them or none, with mypyc; the rest of the build is in pyproject.toml."""

import os
import re
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
    # The rules, and whatever searches them.
    "engine/state.py",
    "engine/luck.py",
    "engine/story.py",
    "engine/playout.py",
    "engine/hints.py",
    "engine/numbers.py",
    "engine/encoder.py",
    "games/*/*.py",
    "bots/bot.py",
    "bots/forgetful.py",
    "bots/greedy.py",
    "bots/random_bot.py",
    "bots/search.py",
    "bots/searcher.py",
    "bots/tree.py",
    "rl/tables.py",
    # The way from a state to what is sent of it.
    "engine/face.py",
    "engine/gate.py",
    "engine/html.py",
    "engine/look.py",
    "engine/match.py",
    "engine/part.py",
    "engine/telling.py",
    "web/pages/fragments.py",
    "web/pages/screens.py",
    "web/pages/views.py",
)
# Of the rooms' modules, what is read when a game is opened, and what draws its pieces or its table
# on a terminal, stays plain Python: it runs seldom, and is easier to debug.
PLAIN: Final = ("__init__.py", "cards.py", "game.py", "panels.py")
DRAWING: Final = re.compile(
    r"^from longbeard\.engine\.(drawing|piece) import (?!picture$)", re.MULTILINE
)  # a face that only shows pictures draws nothing
DESCRIBING: Final = {"egg_info", "dist_info", "sdist"}
"""Commands that compile nothing; pip runs one of them before it builds a wheel."""


def is_compiled(path: Path) -> bool:
    """Whether one of the modules that fit the patterns above is compiled."""
    return path.name not in PLAIN and not DRAWING.search(path.read_text(encoding="utf-8"))


def compiled_modules() -> list[str]:
    """Return every module of the one mypyc group: they call each other without Python."""
    found = [path for pattern in COMPILED for path in sorted(SOURCE.glob(pattern))]
    return [str(path) for path in found if is_compiled(path)]


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
