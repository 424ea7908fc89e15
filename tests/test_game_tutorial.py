"""The tutorial for designers, followed word by word: every step runs, and what comes out is the example."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/designers/tutorial.md"
EXAMPLE = ROOT / "examples/games/bats/src/small_bats"
BLOCK = re.compile(r'^```(\w+)(?: title="([\w.]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
COMMANDS = {
    "longbeard new small-bats --players 3-4",
    "cd small-bats && pip install -e .",
    "rm -r src/small_bats/tests src/small_bats/tutorial.toml",
    "longbeard check small-bats --matches 2",
    "longbeard play small-bats --players 3",
    "longbeard arena small-bats --bots greedy,random -n 2 --players 3",
    "longbeard press small-bats -o cards.pdf",
}
"""What is run below; `pip install -e .` as well as it goes without another environment."""
METADATA = "Metadata-Version: 2.1\nName: longbeard-small-bats\nVersion: 0.1\n"


class Author:
    """Somebody who does what the page says, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.game = folder / "small-bats"
        self.package = self.game / "src/small_bats"
        self.ran: set[str] = set()

    def run(self, *words: str, typed: str = "") -> str:
        given = [
            str(Path(one).resolve()) for one in os.environ.get("PYTHONPATH", "").split(os.pathsep) if one
        ]
        folder, own = (self.game, [str(self.game / "src")]) if self.game.exists() else (self.folder, [])
        path = os.pathsep.join([*own, *given])
        done = subprocess.run(
            [sys.executable, *words], cwd=folder, input=typed, capture_output=True, text=True, timeout=300,
            env=os.environ | {"PYTHONPATH": path, "XDG_DATA_HOME": str(self.folder)}, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def obey(self, command: str) -> None:
        self.ran.add(command)
        if command.startswith("cd "):
            # An installed package has its entry points beside it.
            info = self.game / "src/longbeard_small_bats-0.1.dist-info"
            info.mkdir()
            (info / "METADATA").write_text(METADATA)
            points = re.findall(
                r'^\[project\.entry-points\."(.*)"\]\n(.*?)\n\n', self.text("pyproject.toml"), re.M | re.S
            )
            lines = [f"[{group}]\n{rows}\n".replace('"', "") for group, rows in points]
            (info / "entry_points.txt").write_text("".join(lines))
        elif command.startswith("rm -r "):
            for name in shlex.split(command)[2:]:
                gone = self.game / name
                shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
        else:
            asked = shlex.split(command)
            self.run("-m", *asked, typed="1\n" * 200 if asked[1] == "play" else "")

    def text(self, name: str) -> str:
        return (self.game / name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        path = self.package / name
        path.write_text(
            merged(path.read_text(encoding="utf-8"), text) if text.startswith("class Bats") else text
        )

    def try_out(self, examples: str) -> None:
        """Type the examples into a new interpreter."""
        (self.folder / "typed.txt").write_text(examples)
        self.run("-m", "doctest", str(self.folder / "typed.txt"))


def members(text: str) -> dict[str, str]:
    """The statements of a class, by what they define."""
    lines = text.splitlines()
    (found,) = [one for one in ast.parse(text).body if isinstance(one, ast.ClassDef) and is_game(one)]
    named = {}
    for one in found.body:
        first = min([one.lineno, *(word.lineno for word in getattr(one, "decorator_list", ()))])
        assert one.end_lineno is not None
        named[name_of(one)] = "\n".join(lines[first - 1 : one.end_lineno])
    return named


def is_game(found: ast.ClassDef) -> bool:
    return found.name == "Bats"


def name_of(statement: ast.stmt) -> str:
    if isinstance(statement, ast.FunctionDef):
        return statement.name
    if isinstance(statement, ast.Assign):
        return ast.unparse(statement.targets[0])
    if isinstance(statement, ast.AnnAssign):
        return ast.unparse(statement.target)
    assert isinstance(statement, ast.Expr)
    return "docstring"


def merged(text: str, added: str) -> str:
    """Put declarations and methods into the class: what is there is replaced, what is new stands at the end.

    Declarations come before methods, which name them.
    """
    head = text[: text.index("class Bats")]
    (title, *_) = text[len(head) :].splitlines()
    found = members(text) | members(added)
    methods = [one for one in found.values() if re.search(r"^    def ", one, re.MULTILINE)]
    others = [one for one in found.values() if one not in methods]
    return head + "\n".join([title, *others, "", *(f"{one}\n" for one in methods)])


def tree(text: str) -> tuple[dict[str, str], list[str]]:
    """What a module says, in whatever order its class says it."""
    rest = [
        ast.dump(one) for one in ast.parse(text).body if not (isinstance(one, ast.ClassDef) and is_game(one))
    ]
    return {name: ast.dump(ast.parse(_flat(one))) for name, one in members(text).items()}, rest


def _flat(member: str) -> str:
    indent = len(member) - len(member.lstrip())
    return "\n".join(line[indent:] for line in member.splitlines())


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Author:
    """Somebody who has followed the page to its end."""
    author = Author(tmp_path_factory.mktemp("author"))
    for language, title, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if language == "console":
            for line in text.splitlines():
                assert line.startswith("$ "), line
                author.obey(line[2:])
        elif language == "pycon":
            # Every step begins with a table, but the import is shown once.
            author.try_out(f">>> from longbeard.testing import Table\n{text}")
        else:
            assert title, text
            author.write(title, text)
    return author


def test_every_command_of_the_page_was_run(author: Author) -> None:
    assert author.ran == COMMANDS
    assert (author.game / "cards.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("name", ["__init__.py", "cards.toml", "game.py", "rulebook.md"])
def test_the_files_that_are_shown_whole_are_the_examples(author: Author, name: str) -> None:
    assert (author.package / name).read_text() == (EXAMPLE / name).read_text()


def test_step_by_step_the_rules_become_the_examples(author: Author) -> None:
    built, example = ((folder / "rules.py").read_text() for folder in (author.package, EXAMPLE))
    assert tree(built) == tree(example)


def test_a_step_that_is_wrong_would_be_noticed(author: Author) -> None:
    with pytest.raises(AssertionError, match="Expected"):
        author.try_out(">>> 1 + 1\n3\n")
