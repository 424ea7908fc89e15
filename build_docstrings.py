"""Puts the docstrings of Python modules into the C that mypyc makes of them, so that `help(State)` has them.

mypyc 2.4 keeps a function's name and parameters and drops its docstring. Its C has a place for each
(`PyDoc_STR`, and one that is NULL for the module); `documented` fills them and changes nothing else.
"""

import ast
import re
from typing import Final

TABLE: Final = re.compile(r"static PyMethodDef (\w+)_methods\[\] = \{")
"""Begins the list of a class's methods, or of a module's functions."""
METHOD: Final = re.compile(r'PyDoc_STR\("(\w+)(\(.*\)\\n--\\n\\n)"\)')
TYPE: Final = re.compile(r'(\.tp_doc = PyDoc_STR\(")(\w+)(\(.*\)\\n--\\n\\n)"\)')
MODULE: Final = "NULL, /* docstring */"


def documented(code: str, source: str) -> str:
    """Return the C of a module with the docstrings of its source."""
    said = docstrings(source)
    classes = {name for name in said if "." not in name}
    owner = ""
    lines = []
    for line in code.split("\n"):
        if table := TABLE.match(line):
            owner = next((f"{name}." for name in classes if table[1].endswith(f"___{name}")), "")
        elif line.startswith("}"):
            owner = ""
        elif (found := TYPE.search(line)) and found[2] in said:
            line = line.replace(found[0], f'{found[1]}{found[2]}{found[3]}{in_c(said[found[2]])}")')
        elif (found := METHOD.search(line)) and owner + found[1] in said:
            line = line.replace(found[0], f'PyDoc_STR("{found[1]}{found[2]}{in_c(said[owner + found[1]])}")')
        elif MODULE in line and "" in said:
            line = line.replace(MODULE, f'PyDoc_STR("{in_c(said[""])}"),')
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
