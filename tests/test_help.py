"""What Python's `help` and editors learn of the engine, compiled or not."""

import ast
import inspect
import pydoc
from importlib import import_module
from pathlib import Path

import pytest
from tests.test_building import ROOT, load

import longbeard
from longbeard.engine import playout, state
from longbeard.engine.state import State

PACKAGE = Path(longbeard.__file__).parent
FILLER = "mypyc filler docstring"


def test_help_says_what_a_state_owes_and_what_is_handed_to_it() -> None:
    shown = pydoc.plain(pydoc.render_doc(State))
    assert "Carry out an action that `offer` gave, up to the next decision." in shown
    assert list(inspect.signature(State.resolve).parameters) == ["self", "action", "luck"]
    assert inspect.getdoc(playout.playouts) == source_doc("engine/playout.py", "playouts")
    assert inspect.getdoc(state) == source_doc("engine/state.py", "")


def source_doc(name: str, function: str) -> str | None:
    module = ast.parse((PACKAGE / name).read_text(encoding="utf-8"))
    if not function:
        return ast.get_docstring(module)
    (node,) = [each for each in module.body if isinstance(each, ast.FunctionDef) and each.name == function]
    return ast.get_docstring(node)


def test_every_compiled_class_and_function_has_the_docstring_of_its_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A property has none, and what is no C type (a NamedTuple, a TypedDict) has one that mypyc made up."""
    monkeypatch.chdir(ROOT)
    setup, reader = load("setup"), load("build_docstrings")
    tried = 0
    for path in setup.compiled_modules():
        name = setup.name_of(path)
        module = import_module(name)
        source = (PACKAGE.parent / Path(*name.split("."))).with_suffix(".py")
        for which, text in reader.docstrings(source.read_text(encoding="utf-8")).items():
            thing = module
            for part in which.split(".") if which else ():
                thing = inspect.getattr_static(thing, part)
            if (
                isinstance(thing, property)
                or "getset" in type(thing).__name__
                or inspect.getdoc(thing) == FILLER
            ):
                continue
            assert inspect.getdoc(thing) == text, f"{name}.{which}"
            tried += 1
    assert tried > 500


def test_editors_find_types_and_source_beside_what_is_compiled() -> None:
    assert (PACKAGE / "py.typed").exists()
    assert (PACKAGE / "engine" / "state.py").exists()


def test_a_docstring_is_put_where_it_belongs_and_nothing_else_is_changed() -> None:
    source = (
        '"""A "module"."""\n'
        "class Deck:\n"
        '    """Cards."""\n'
        "    def draw(self) -> None:\n"
        '        """Draw → one.\n\n        Perhaps."""\n'
        "def draw() -> None:\n"
        '    """Alone."""\n'
    )
    code = (
        "static PyMethodDef game___Deck_methods[] = {\n"
        '    {"draw", METH_FASTCALL, PyDoc_STR("draw($self)\\n--\\n\\n")},\n'
        '    {"shuffle", METH_FASTCALL, PyDoc_STR("shuffle($self)\\n--\\n\\n")},\n'
        "};\n"
        '    .tp_name = "Deck",\n'
        "    .tp_doc = PyDoc_STR(NULL),\n"
        "static PyMethodDef gamemodule_methods[] = {\n"
        '    {"draw", METH_FASTCALL, PyDoc_STR("draw()\\n--\\n\\n") /* docstring */},\n'
        "};\n"
        "    NULL, /* docstring */\n"
    )
    assert load("build_docstrings").documented(code, source) == (
        "static PyMethodDef game___Deck_methods[] = {\n"
        '    {"draw", METH_FASTCALL, PyDoc_STR("draw($self)\\n--\\n\\nDraw → one.\\n\\nPerhaps.")},\n'
        '    {"shuffle", METH_FASTCALL, PyDoc_STR("shuffle($self)\\n--\\n\\n")},\n'
        "};\n"
        '    .tp_name = "Deck",\n'
        '    .tp_doc = PyDoc_STR("Cards."),\n'
        "static PyMethodDef gamemodule_methods[] = {\n"
        '    {"draw", METH_FASTCALL, PyDoc_STR("draw()\\n--\\n\\nAlone.") /* docstring */},\n'
        "};\n"
        '    PyDoc_STR("A \\"module\\"."),\n'
    )
