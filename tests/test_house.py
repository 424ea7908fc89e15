"""The shape of the source: imports between packages, files of a room, and that nothing outside names a
game."""

import ast
import json
import re
import sys
from pathlib import Path

import pytest

import longbeard
from longbeard.engine.room import Room
from longbeard.games import rooms

SOURCE = Path(__file__).parent.parent / "src" / "longbeard"

# Package → packages that it may import. The registry of games is `longbeard.games` itself.
MAY_IMPORT = {
    "engine": set[str](),
    "declared": {"engine"},
    "games": {"engine"},
    "bots": {"engine"},
    "table": {"engine", "bots", "store", "door"},
    "store": {"engine"},
    "people": {"engine", "bots", "store", "table", "door"},
    "lab": {"engine", "bots", "door"},
    "rl": {"engine", "bots", "door"},
    "press": {"engine", "door"},
    "web": {"engine", "bots", "table", "store", "people", "press", "door"},
    "terminal": {"engine", "bots", "table", "store", "lab", "press", "door"},
}
STANDARD_ONLY = ("engine", "declared", "games", "bots", "table", "store")
# Modules that are imported only on request: the extras `servers` and `onnx`.
LIBRARIES = {
    "bots/network.py": {"numpy", "onnxruntime"},
    "store/postgres.py": {"asyncpg", "uvloop"},
    "table/redis_bus.py": {"redis"},
    "table/minds_elsewhere.py": {"redis"},
}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def part_of(name: str) -> str:
    """Return the package that an import reaches: `longbeard.games.room` is the registry, deeper is a room."""
    pieces = name.split(".")
    if pieces[1] == "games":
        return "door" if len(pieces) <= 3 and not (SOURCE / "games" / pieces[-1]).is_dir() else "games"
    return pieces[1]


def modules(part: str) -> list[Path]:
    return [path for path in (SOURCE / part).rglob("*.py") if "tests" not in path.parts]


@pytest.mark.parametrize("part", [path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()])
def test_imports_point_one_way(part: str) -> None:
    for path in modules(part):
        for name in imports(path):
            if not name.startswith("longbeard."):
                continue
            reached = part_of(name)
            own = part if part != "games" else "games"
            allowed = (
                MAY_IMPORT[part]
                | {own}
                | ({"__version__"} if part in ("terminal", "web", "press") else set())
            )
            assert reached in allowed, f"{path.relative_to(SOURCE)} imports {name}"


def test_pages_are_made_without_the_server() -> None:
    """What makes pages knows neither requests nor routes, so that a page can be made and looked at alone."""
    for path in modules("web/pages"):
        for name in imports(path):
            assert not name.startswith("litestar"), path
            assert not name.startswith("longbeard.web.") or name.startswith("longbeard.web.pages"), (
                path,
                name,
            )


def test_nobody_but_the_application_imports_a_route() -> None:
    for path in modules("web"):
        if path.name != "app.py":
            assert not [name for name in imports(path) if name.startswith("longbeard.web.routes")], path


def test_no_room_imports_a_room() -> None:
    for path in modules("games"):
        room = path.relative_to(SOURCE / "games").parts[0]
        for name in imports(path):
            if name.startswith("longbeard.games."):
                assert name.split(".")[2] == room or path.parent == SOURCE / "games"


def test_outside_its_room_nobody_names_a_game() -> None:
    names = {path.name for path in (SOURCE / "games").iterdir() if (path / "__init__.py").exists()}
    names |= {name.replace("_", "-") for name in names}
    for path in SOURCE.rglob("*.py"):
        if "games" in path.relative_to(SOURCE).parts[:-1]:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docstrings = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if hasattr(node, "body")
                      and isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)}  # fmt: skip
        words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)} - docstrings
        assert not words & names, path


def test_rules_need_nothing_but_the_standard_library_and_librt() -> None:
    allowed = {*sys.stdlib_module_names, "longbeard", "librt", "mypy_extensions"}
    for part in STANDARD_ONLY:
        for path in modules(part):
            more = LIBRARIES.get(str(path.relative_to(SOURCE)), set())
            assert {name.split(".")[0] for name in imports(path)} <= allowed | more, path


def test_every_room_has_its_files(room: Room) -> None:
    for name in ("cards.toml", "rulebook.md"):
        assert room.text(name)
    fewest, most = room.plate.seats
    assert 1 < fewest <= most
    assert room.plate.stage in ("draft", "alpha", "beta", "released")
    assert {*room.plate.endings} == {*map(str, room.plate.endings)}
    assert all(room.ending_words(ending) for ending in room.plate.endings)
    assert room.glossary(room.box)


def test_a_door_plate_imports_nothing_heavy() -> None:
    for path in (SOURCE / "games").glob("*/__init__.py"):
        assert {name.rpartition(".")[0] for name in imports(path)} <= {"typing", "longbeard.engine.room"}


def test_every_icon_has_an_author() -> None:
    authors = json.loads((SOURCE / "icon_authors.json").read_text())
    notice = (SOURCE.parent.parent / "NOTICE").read_text(encoding="utf-8")
    for path in (SOURCE / "games").glob("*/cards.toml"):
        for icon in re.findall(r'icon = "([^"]+)"', path.read_text(encoding="utf-8")):
            assert icon in authors, f"{path}: {icon}"
            assert re.search(rf"[ ,]{icon}[,\n]", notice), f"NOTICE does not credit {icon}"


def test_nothing_names_a_package_registry() -> None:
    hosts = [b"py" + b"pi.org", b"python" + b"hosted", b"npm" + b"js.", b"deb.deb" + b"ian.org"]
    root = SOURCE.parent.parent
    for path in root.rglob("*"):
        parts = path.relative_to(root).parts
        if (
            path.is_file()
            and not {".git", ".venv", "build", "node_modules"} & {*parts}
            and "cache" not in str(path)
        ):
            text = path.read_bytes()
            assert not [host for host in hosts if host in text], path


def test_the_rooms_are_found_by_listing() -> None:
    folders = {
        path.name.replace("_", "-")
        for path in (SOURCE / "games").iterdir()
        if (path / "__init__.py").exists()
    }
    assert folders <= set(rooms())
    assert longbeard.__version__


TEMPLATES = sorted(path for path in SOURCE.rglob("*.html"))
REST = re.compile(r"{#.*?#}", re.DOTALL)
CODE = re.compile(r"{[{%](.*?)[%}]}", re.DOTALL)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
REASONS = re.compile(r"\bset\b|\||[-+*/%]|\brange\(")
PRINTS = ("| tojson", "| forceescape", "| join")
"""Filters that only print what is given."""


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_prints_and_can_be_read(path: Path) -> None:
    """Lines of at most 160 characters; nothing is set, counted or filtered: that was done in typed Python."""
    text = path.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 160
    for found in CODE.finditer(REST.sub("", text)):
        code = QUOTED.sub("", found[1].strip("-"))
        for way in PRINTS:
            code = code.replace(way, "")
        assert not REASONS.search(code), found[0]


MAY_BE_ANYTHING = {
    "bytes from outside": (
        *("engine/record.py", "engine/tutorial.py", "games/*/cards.py", "store/sqlite.py", "bots/outside.py"),
        *(
            "store/postgres.py",
            "store/waiting.py",
            "table/bus.py",
            "table/redis_bus.py",
            "table/minds_elsewhere.py",
        ),
        *("table/mind.py", "table/minds.py", "web/hub.py", "web/forms.py", "web/messages.py"),
    ),
    "a room's own look, which the house passes on and does not read": (
        *("engine/gate.py", "engine/look.py", "engine/room.py", "engine/telling.py", "engine/check.py"),
        *("engine/check_room.py", "testing.py"),
        *("web/pages/screens.py", "web/pages/lessons.py"),
    ),
    "what other people's libraries ask for": (
        "bots/network.py",
        *("rl/*.py", "lab/*.py", "web/*.py", "web/routes/*.py", "web/pages/render.py", "terminal/*.py"),
    ),
    "tasks and keepers of any answer": (
        *("store/waiting.py", "table/live.py", "table/house.py", "table/metrics.py", "table/others.py"),
    ),
    "an author's own cards and numbers, which the base passes on": ("declared/*.py",),
    "openings and seats as they are stored": ("table/opening.py", "table/seat.py"),
}
"""Modules that may use Any, and why: ARCHITECTURE.md says the same."""


def test_any_type_is_named_only_where_it_must_be() -> None:
    patterns = [pattern for found in MAY_BE_ANYTHING.values() for pattern in found]
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE)
        if "tests" in name.parts or any(name.match(pattern) for pattern in patterns):
            continue
        names = {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
        assert "Any" not in names, name
    used = [path for path in SOURCE.glob("games/*/view.py") if re.search(r"\bAny\b", path.read_text())]
    assert not used
