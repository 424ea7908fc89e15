"""Puts the docstrings of Python modules into the C that mypyc makes of them, so that `help(State)` has them.

mypyc 2.4 keeps a function's name and parameters and drops its docstring. Its C has a place for each
(`PyDoc_STR`, and one that is NULL for the module); `documented` fills them and changes nothing else.
"""

import ast
import re
from typing import Final

TABLE: Final = re.compile(r"static PyMethodDef (\w+)_methods\[\] = \{")
"""Begins the list of a class's methods, or of a module's functions."""
FUNCTION: Final = re.compile(r'\s*\{"(\w+)",')
TYPE: Final = re.compile(r'\s*\.tp_name = "(\w+)",')
PLACE: Final = re.compile(r'PyDoc_STR\((?:"(.*)"|NULL)\)')
"""Where a docstring goes: after the parameters, if mypyc could write them down."""
MODULE: Final = "NULL, /* docstring */"


def documented(code: str, source: str) -> str:
    """Return the C of a module with the docstrings of its source."""
    said = docstrings(source)
    classes = {name for name in said if "." not in name}
    owner, about = "", None
    lines = []
    for line in code.split("\n"):
        if table := TABLE.match(line):
            owner = next((f"{name}." for name in classes if table[1].endswith(f"___{name}")), "")
        elif function := FUNCTION.match(line):
            about = said.get(owner + function[1])
        elif type_ := TYPE.match(line):
            about = said.get(type_[1])
        elif MODULE in line and "" in said:
            line = line.replace(MODULE, f'PyDoc_STR("{in_c(said[""])}"),')
        if about and (place := PLACE.search(line)):
            line = line.replace(place[0], f'PyDoc_STR("{place[1] or ""}{in_c(about)}")')
            about = None
        lines.append(line)
    return "\n".join(lines)


def docstrings(source: str) -> dict[str, str]:
    """Return a module's docstrings by name: `State`, `State.clone`, `playout`; its own by none."""
    module = ast.parse(source)
    found = {"": ast.get_docstring(module)}
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = ast.get_docstring(node)
        if isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}.{each.name}": ast.get_docstring(each)
                for each in node.body
                if isinstance(each, ast.FunctionDef)
            }
    return {name: text for name, text in found.items() if text}


def in_c(text: str) -> str:
    """Return a text as it stands between the quotes of a C string."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
