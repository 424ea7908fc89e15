"""The documentation site, built once for all tests that want it."""

import fcntl
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
FENCE: Final = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELLS: Final = ("", "console", "sh", "bash")
PROGRAMS: Final = ("longbeard", "make", "pip", "python", "python3", "node", "npm", "rm", "cd", "apt")
PAPERS: Final = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
"""Pages of the site whose text is at the root of the repository."""


def build(factory: pytest.TempPathFactory) -> Path:
    """Build the site as `make docs` does; of several workers, the second gets what the first one built."""
    own = factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder = shared / "documentation"
    with (shared / "documentation.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "index.html").exists():
            (recipe,) = re.findall(
                r"^\t.*-m (mkdocs build .*)$", (ROOT / "Makefile").read_text(), re.MULTILINE
            )
            built = subprocess.run(
                [sys.executable, "-m", *recipe.split(), "--site-dir", str(folder)],
                cwd=ROOT, env=os.environ | {"PYTHONPATH": "src", "NO_MKDOCS_2_WARNING": "1"},
                capture_output=True, text=True, timeout=600, check=False,
            )  # fmt: skip
            assert built.returncode == 0, built.stderr
            assert "WARNING" not in built.stderr
    return folder


def pages_of_nav() -> list[str]:
    """The sources of all pages that the site lists."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r"^ *- (?:.*: )?\[?([\w/-]+\.md)\]?$", text.partition("\nnav:\n")[2], re.MULTILINE)
    reports = [f"balance/{path.name}" for path in (ROOT / "docs/balance").glob("*.md")]
    return [*listed, *(report for report in reports if report not in listed)]


def commands() -> dict[str, str]:
    """Every command that stands in a block of a page, with the page; without prompt and comment."""
    found: dict[str, str] = {}
    for path in [*sorted((ROOT / "docs").rglob("*.md")), *(ROOT / paper for paper in PAPERS)]:
        for language, text in FENCE.findall(path.read_text(encoding="utf-8")):
            for line in text.replace("\\\n", " ").splitlines() if language in SHELLS else []:
                command = " ".join(re.sub(r"\s# .*", "", line.removeprefix("$ ")).split())
                if line.startswith("$ ") or command.partition(" ")[0] in PROGRAMS:
                    found.setdefault(command, str(path.relative_to(ROOT)))
    return found


class Page(HTMLParser):
    """What a page of the site links to and loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.styled: list[str] = []
        self.handlers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif name in ("href", "src", "srcset", "action", "poster", "data", "xlink:href") and value:
                self.links.append(value)
            elif name == "style":
                self.styled.append(f"<{tag} style={value!r}>")
            elif name.startswith("on"):
                self.handlers.append(f"<{tag} {name}>")
