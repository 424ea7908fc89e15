"""Compiles the rules, all of them or none, with mypyc; the rest of the build is in pyproject.toml.

LONGBEARD_COMPILE=no leaves all of it plain Python, =yes fails where there is no C compiler.
LONGBEARD_WITH=FOLDER compiles the package in that folder into the same group (several, as in PATH): somebody
else's game, say, which then calls the engine, and is called, without Python. The wheel brings the compiled
modules alone: what else the package has, it brings itself, installed beside it (the Makefile does it with
bench/match_the_top).
"""

import ast
import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import chain
from pathlib import Path
from threading import Semaphore
from typing import Any, Final

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, str(Path(__file__).resolve().parent))
import build_assets
from build_docstrings import documented

HOUSE: Final = Path("src/longbeard")
GUESTS: Final = tuple(Path(each) for each in os.environ.get("LONGBEARD_WITH", "").split(os.pathsep) if each)
"""Folders of other packages that are compiled together with this one."""
WISH: Final = os.environ.get("LONGBEARD_COMPILE", "auto")
BUILD: Final = Path("build/plain" if WISH == "no" else "build/with-guests" if GUESTS else "build")
"""A build without the compiler, or with others, leaves the usual one as it is."""
COMPILED: Final = (
    # The rules, and whatever searches them.
    "engine/state.py",
    "engine/luck.py",
    "engine/story.py",
    "engine/playout.py",
    "engine/hints.py",
    "engine/value.py",
    "engine/numbers.py",
    "engine/encoder.py",
    "games/*/*.py",
    "bots/bot.py",
    "bots/flat.py",
    "bots/forgetful.py",
    "bots/greedy.py",
    "bots/random_bot.py",
    "bots/search.py",
    "bots/searcher.py",
    "bots/tree.py",
    "rl/tables.py",
    "lab/recorder.py",
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
PLAIN: Final = ("__init__.py", "cards.py", "game.py", "lab.py", "panels.py")
DRAWING: Final = frozenset({"longbeard.engine.drawing.Canvas", "longbeard.engine.piece.Piece"})
"""Who imports one of these draws pieces; a face that only shows pictures does not."""
PLAYING: Final = (
    "engine/playout.py",
    "bots/*.py",
    "rl/tables.py",
    "lab/recorder.py",
    "games/*/rules.py",
    "games/*/hints.py",
    "games/*/encode.py",
)
"""These and all that they import run in playouts: few C files, so that C calls across modules are inlined."""
TELLING: Final = ("events.py", "look.py", "reasons.py", "telling.py")
"""What these hold is data and words, even if the rules import them: they take a third of that file's time."""
JOINED: Final = "__playing"
LENT: Final = "__lent.h"
SHORT: Final = 150
"""Lines of mypyc's C: what is longer is not worth inlining."""
FUNCTION: Final = re.compile(r"^(\w[\w ]*\*? ?(CPyDef_\w+)\([^;{]*\)) \{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
HIDDEN: Final = re.compile(r"^static [^;={(]*?(\w+)(?=\[|\(| =|;)", re.MULTILINE)
"""What only its own file knows."""
NAME: Final = re.compile(r"\w+")
REST: Final = "-O1"
"""How far gcc goes with what does not play: pages are drawn as fast, and it takes six tenths of the time."""
INCLUDES: Final = re.compile(r'^#include ["<]([^">]+)[">]$', re.MULTILINE)
INLINING: Final = (
    ("--param=max-inline-insns-auto=80", "--param=inline-unit-growth=80")
    if "gcc" in Path(shutil.which(os.environ.get("CC", "cc")) or "").resolve().name
    else ()
)
"""What clang does not know: with these, gcc's code plays about a twentieth faster in three games."""
SELDOM: Final = """\
#include <Python.h>
#ifdef __GNUC__
PyAPI_FUNC(void) PyErr_SetNone(PyObject *) __attribute__((cold));
PyAPI_FUNC(PyObject *) PyErr_Occurred(void) __attribute__((cold));
void CPy_AddTraceback(const char *, const char *, int, PyObject *) __attribute__((cold, noinline));
#endif
"""
"""What mypyc's code calls after an error: gcc then lays that code aside, off the usual path.

Not `_Py_Dealloc`, after a last use: gcc then takes some of the hottest functions for cold ones."""
FROM_PYTHON: Final = re.compile(
    r"^ *(?=PyObject \*CPyPy_\w+\([^;]*?\{$"  # what Python calls of a function
    r"|char CPyDef_\w+_____top_level__\(void\) \{$"  # what runs when a module is imported
    r"|static (?:PyObject \*|int)\n\w+_[gs]et_\w+\()",  # what Python calls of an attribute
    re.MULTILINE,
)
"""How what only Python calls begins in mypyc's C. Not to inline there saves gcc a fifth of its time."""
WITHIN: Final = re.compile(r"(\(uint64_t\)\w+ < \(uint64_t\)\w+;\n +if \()(\w+)(?=\))")
"""How mypyc asks whether an index is within a list. gcc does not know that it nearly always is."""
LOWEST: Final = re.compile(r"^int64_t CPyDef_numbers___lowest\(int64_t (\w+)\) \{\n", re.MULTILINE)
"""`numbers.lowest`, which is one instruction wherever there is gcc or clang, and a dozen without."""
DESCRIBING: Final = {"egg_info", "dist_info", "sdist"}
"""Commands that compile nothing; pip runs one of them before it builds a wheel."""


def roots() -> list[Path]:
    """Return the folders in which packages are looked for."""
    return [folder.parent for folder in (HOUSE, *GUESTS)]


def imports(path: Path) -> set[str]:
    """Return the modules that a module imports, and the names that it imports of them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def compiled_modules() -> list[str]:
    """Return every module of the one mypyc group: they call each other without Python."""
    found = [path for pattern in COMPILED for path in sorted(HOUSE.glob(pattern))]
    for guest in GUESTS:
        if not (guest / "__init__.py").exists():
            raise SystemExit(f"longbeard: LONGBEARD_WITH: {guest} is not the folder of a package")
        found += sorted(guest.glob("*.py"))
    return [str(path) for path in found if path.name not in PLAIN and not DRAWING & imports(path)]


def name_of(module: str) -> str:
    """Return the dotted name of a module's path."""
    path = Path(module).with_suffix("")
    root = next(root for root in roots() if path.is_relative_to(root))
    return ".".join(path.relative_to(root).parts)


def playing_modules(modules: list[str]) -> list[str]:
    """Return which of the modules playouts and searches run through."""
    paths = {name_of(module): Path(module) for module in modules}
    playing = [path for pattern in PLAYING for path in HOUSE.glob(pattern)]
    playing += [guest / name for guest in GUESTS for name in ("rules.py", "hints.py", "encode.py")]
    wanted = {str(path) for path in playing} & {*modules}
    found: set[str] = set()
    while wanted:
        module = wanted.pop()
        found.add(module)
        wanted |= {str(paths[each]) for each in imports(Path(module)) if each in paths} - found
    return sorted(module for module in found if Path(module).name not in TELLING)


def write(path: Path, text: str) -> None:
    """Write a file, unless it is there already: what is not newer need not be compiled again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def document(extension: Any, modules: list[str]) -> None:
    """Compile copies of mypyc's C files that have the docstrings of our modules."""
    folder = BUILD / "c"
    folder.mkdir(parents=True, exist_ok=True)
    sources = {c_name(module): Path(module) for module in modules}
    for number, each in enumerate(extension.sources):
        if (name := Path(each).name) in sources:
            text = Path(each).read_text(encoding="utf-8")
            text = documented(text, sources[name].read_text(encoding="utf-8"))
            text = FROM_PYTHON.sub("__attribute__((cold)) ", text)
            text = LOWEST.sub(
                r"\g<0>#ifdef __GNUC__\n    if (likely(\1 != 0)) return __builtin_ctzll(\1);\n#endif\n", text
            )
            write(folder / name, WITHIN.sub(r"\1likely(\2)", text))
            extension.sources[number] = str(folder / name)
    extension.include_dirs.append(str(BUILD / "mypyc"))


def join(extension: Any, modules: list[str]) -> None:
    """Let a few C files include mypyc's own and those of some modules, and be compiled in their place.

    One is of the house, and one of each room: cores compile them side by side, and a change of one room
    leaves the others alone. Rooms call the engine, so that they are lent what is short there, to be inlined.
    """
    house = [c_name(module) for module in modules if not is_of_room(module)]
    rooms: dict[str, list[str]] = {}
    for module in filter(is_of_room, modules):
        rooms.setdefault(Path(module).parent.name, []).append(c_name(module))
    engine = [BUILD / "c" / c_name(each) for each in modules if Path(each).is_relative_to(HOUSE / "engine")]
    codes = [path.read_text(encoding="utf-8") for path in engine]
    write(BUILD / "c" / LENT, lent([each for code in codes for each in short_functions(code)]))
    house += [Path(each).name for each in extension.sources if not Path(each).name.startswith("__native_")]
    rest = [each for each in extension.sources if Path(each).name not in {*house, *chain(*rooms.values())}]
    wanted = {JOINED: house, **{f"{JOINED}_{room}": [LENT, *parts] for room, parts in rooms.items()}}
    for name, parts in wanted.items():
        write(BUILD / "c" / f"{name}.c", SELDOM + "".join(f'#include "{part}"\n' for part in parts))
    extension.depends += [str(BUILD / "c" / LENT), *(each for each in extension.sources if each not in rest)]
    extension.sources = [*(str(BUILD / "c" / f"{name}.c") for name in wanted), *rest]


def is_of_room(module: str) -> bool:
    """Return whether a module is of one room, of ours or of a guest."""
    return not Path(module).is_relative_to(HOUSE) or Path(module).is_relative_to(HOUSE / "games")


def short_functions(code: str) -> list[re.Match[str]]:
    """Return the short functions of a module's C that use nothing which only its own file knows."""
    hidden = {*HIDDEN.findall(code)}
    found = [each for each in FUNCTION.finditer(code) if each[0].count("\n") < SHORT]
    return [each for each in found if not hidden & {*NAME.findall(each[0])}]


def lent(functions: list[re.Match[str]]) -> str:
    """Return C that gives a file copies of functions of its own, which are called there instead."""
    names = "".join(f"#define {each[2]} lent_{each[2]}\n" for each in functions)
    heads = "".join(f"static inline {each[1]};\n" for each in functions)
    bodies = "".join(f"static inline {each[0]}" for each in functions)
    return f'#include "__native_internal_longbeard.h"\n{names}{heads}{bodies}'


def c_name(module: str) -> str:
    """Return how mypyc calls the C file of a module."""
    return f"__native_{name_of(module).replace('.', '___')}.c"


def drop_stale(modules: list[str]) -> None:
    """Delete what an earlier build compiled and this one does not: Python would prefer it to the source."""
    kept = {name_of(module) for module in modules}
    for library in BUILD.glob("lib*"):
        for path in library.glob("*/**/*.so"):
            *packages, name = path.relative_to(library).parts
            if ".".join([*packages, name.split(".")[0]]) not in kept:
                path.unlink()


def extensions() -> list[Any]:
    """Translate the rules to C; no extensions where there is no C compiler, and that is said aloud."""
    if DESCRIBING & {*sys.argv}:
        return []
    compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc") or shutil.which("clang")
    if WISH == "no" or (WISH == "auto" and not compiler):
        if WISH == "auto":
            print("longbeard: no C compiler, so the rules stay plain Python and are slow", file=sys.stderr)
        drop_stale([])
        return []
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = os.pathsep.join(str(root) for root in roots())
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
        multi_file=True,
        target_dir=str(BUILD / "mypyc"),
    )
    document(made[0], modules)
    # One C file for everything takes a core a minute and a half; one for each module plays a fifth slower.
    join(made[0], playing_modules(modules))
    for extension in made:
        # Python's own -Wall costs gcc half a minute on C that nobody wrote; -w would only hide what it finds.
        # A new list: mypycify gives the same one to all.
        more = ["-fno-semantic-interposition", "-Wno-all", *INLINING]
        extension.extra_compile_args = [*extension.extra_compile_args, *more]
    return made


class BuildOnAllCores(build_ext):
    """Compiles C files side by side, and only those that changed; setuptools knows whole extensions alone."""

    def build_extensions(self) -> None:
        compile_some, link = self.compiler.compile, self.compiler.link_shared_object
        count = self.parallel = os.cpu_count() or 1
        cores = Semaphore(count)

        def compile_one(source: str, *args: Any, **options: Any) -> list[str]:
            if not Path(source).name.startswith(JOINED):
                options["extra_postargs"] = [*options["extra_postargs"], REST]
            (made,) = self.compiler.object_filenames([source], output_dir=options["output_dir"])
            stamp, now = Path(f"{made}.made-of"), contents(Path(source), repr(options))
            if not (Path(made).exists() and stamp.exists() and stamp.read_text() == now):
                with cores:
                    compile_some([source], *args, **options)
                stamp.write_text(now)
            return [made]

        def compile_all(sources: list[str], *args: Any, **options: Any) -> list[str]:
            # What takes longest comes first: no core waits for it in the end. (setuptools sorts by name.)
            sources = sorted(sources, key=lambda source: not Path(source).name.startswith(JOINED))
            with ThreadPoolExecutor(count) as pool:
                made = pool.map(lambda source: compile_one(source, *args, **options), sources)
                return [each for objects in made for each in objects]

        def link_one(*args: Any, **options: Any) -> None:
            with cores:
                link(*args, **options)

        self.compiler.compile, self.compiler.link_shared_object = compile_all, link_one
        super().build_extensions()


def contents(path: Path, more: str) -> str:
    """Return a digest of a C file with every file of ours that it includes, and of how it is compiled."""
    digest = sha256(more.encode())
    seen: set[str] = set()
    wanted = [path]
    while wanted:
        text = wanted.pop().read_text(encoding="utf-8")
        digest.update(text.encode())
        for name in sorted({*INCLUDES.findall(text)} - seen):
            seen.add(name)
            places = (folder / name for folder in (path.parent, BUILD / "c", BUILD / "mypyc"))
            wanted += [place for place in places if place.exists()][:1]
    return digest.hexdigest()


class BuildWithPages(build_py):
    """Makes fonts, icons and the one foreign script before the package is gathered."""

    def run(self) -> None:
        build_assets.build()
        for path in Path(self.build_lib).rglob("*"):  # what is deleted in the source is gone from the wheel
            if path.is_file() and path.suffix != ".so":
                path.unlink()
        self.__dict__.pop("data_files", None)  # it was listed before they were made
        super().run()


class SourceWithPages(sdist):
    """Puts what is made with npm into the sdist, so that whoever builds from it needs none."""

    def run(self) -> None:
        build_assets.build()
        super().run()


if __name__ == "__main__":
    setup(
        ext_modules=extensions(),
        options={"build": {"build_base": str(BUILD)}},
        cmdclass={"build_ext": BuildOnAllCores, "build_py": BuildWithPages, "sdist": SourceWithPages},
        setup_requires=build_assets.requirements(),
    )
