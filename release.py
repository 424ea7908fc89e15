"""Checks a release: its version, and that what is uploaded works where there is no npm.

`python release.py version v0.1.0` refuses a tag that differs from `longbeard.__version__` or from the newest
heading of CHANGELOG.md (`## 0.1.0 (2026-11-30)`), and a heading that says "unreleased".
`python release.py try FOLDER` makes the sdist, and of it the compiled wheel and the pure one; installs each
wheel with the extra `web` into a new environment; and asks its server for a page, an icon and a font. No npm
and no Node can be found meanwhile. The three files are left in FOLDER.
`python release.py wheels` asks cibuildwheel, in a new environment, which wheels `[tool.cibuildwheel]` would
make: one for every Python of the classifiers. It does not build them, which takes a container.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent
HEADING: Final = re.compile(r"^## (\S+) \((.+)\)$", re.MULTILINE)
DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
HIDDEN: Final = {"node", "nodejs", "npm", "npx"}
LINKED: Final = re.compile(r"""["'](/[^"'#]+\.(?:css|woff2|svg))["'#]""")
"""A link of a page to one of our own files."""
ICONS: Final = re.compile(r"/icons[^/]*\.svg$")
FONT_BEGINS: Final = b"wOF2"
PYTHON: Final = re.compile(r"Programming Language :: Python :: (3)\.(\d+)")
PIP: Final = ("-m", "pip", "--disable-pip-version-check", "--quiet")


def version() -> str:
    """Return the version, which is written in `longbeard/__init__.py` alone."""
    source = (ROOT / "src" / "longbeard" / "__init__.py").read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "__version__":
            return str(ast.literal_eval(node.value or ast.Constant("")))
    raise SystemExit("longbeard: there is no __version__ in src/longbeard/__init__.py")


def disagreements(tag: str, said: str, changelog: str) -> list[str]:
    """Return what keeps a tag from being released, in sentences."""
    found = []
    if tag != f"v{said}":
        found.append(f"the tag is {tag}, but the version is {said}, so the tag has to be v{said}")
    heading = HEADING.search(changelog)
    if heading is None:
        return [*found, f"CHANGELOG.md has no heading like `## {said} (2026-11-30)`"]
    newest, day = heading.groups()
    if newest != said:
        found.append(f"the newest heading of CHANGELOG.md is {newest}, but the version is {said}")
    if not DAY.fullmatch(day):
        found.append(f"CHANGELOG.md says that {newest} is {day}: put the day of the release there")
    return found


def promised_wheels() -> list[str]:
    """Return the identifiers of the compiled wheels, one for each Python of the classifiers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [PYTHON.fullmatch(one) for one in project["classifiers"]]
    return sorted(f"cp{one[1]}{one[2]}-manylinux_x86_64" for one in found if one)


def planned_wheels() -> list[str]:
    """Return the identifiers of the wheels that cibuildwheel would make on a machine like this."""
    with tempfile.TemporaryDirectory(prefix="longbeard-") as place:
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        python = str(Path(place) / "bin" / "python")
        subprocess.run([python, *PIP, "install", "cibuildwheel"], check=True)
        ask = ["-m", "cibuildwheel", "--platform", "linux", "--archs", "x86_64", "--print-build-identifiers"]
        done = subprocess.run([python, *ask, str(ROOT)], check=True, capture_output=True, text=True)
    return sorted(done.stdout.split())


def path_without_node(folder: Path) -> str:
    """Return a search path with every program of this machine but Node and npm."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in sorted(Path(place).glob("*")):
            if program.name not in HIDDEN and not (folder / program.name).exists():
                (folder / program.name).symlink_to(program.resolve())
    return str(folder)


def make_all(folder: Path, environment: dict[str, str]) -> list[Path]:
    """Make the sdist of this source, and both wheels of the sdist."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    builder = ROOT / "build" / "compiler" / "bin" / "python"
    ask = "import setuptools.build_meta as backend, sys; backend.build_sdist(sys.argv[1])"
    subprocess.run([builder, "-c", ask, str(folder)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (sdist,) = folder.glob("*.tar.gz")
    constraints = str(ROOT / "constraints.txt")
    for wish in ("yes", "no"):
        chosen = environment | {"LONGBEARD_COMPILE": wish, "PIP_CONSTRAINT": constraints}
        wheel = [str(builder), *PIP, "wheel", "--no-deps", "-w", str(folder), str(sdist)]
        subprocess.run(wheel, env=chosen, check=True)
    return sorted(folder.glob("*.whl"))


def try_wheel(wheel: Path, environment: dict[str, str]) -> str:
    """Install a wheel into a new environment, let it serve, and return what it said of itself."""
    with tempfile.TemporaryDirectory(prefix="longbeard-") as place:
        home = Path(place)
        subprocess.run([sys.executable, "-m", "venv", home / "env"], check=True)
        python = str(home / "env" / "bin" / "python")
        install = [python, *PIP, "install", "-c", str(ROOT / "constraints.txt"), f"{wheel}[web]"]
        subprocess.run(install, env=environment, check=True)
        longbeard = [python, "-m", "longbeard"]
        said = subprocess.run([*longbeard, "--version"], check=True, capture_output=True, text=True, cwd=home)
        serve = [*longbeard, "serve", "--port", "0", "--data", str(home / "data"), "--minds", "1"]
        with (home / "log").open("wb") as log:
            server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=log, env=environment, cwd=home)
        try:
            assert server.stdout is not None
            address = re.search(rb"http://[0-9.:]+", server.stdout.readline())
            if address is None:
                raise SystemExit(f"longbeard: {wheel.name} does not serve:\n{(home / 'log').read_text()}")
            look_at(address[0].decode())
        finally:
            server.terminate()
            server.wait(60)
    return said.stdout.strip()


def look_at(address: str) -> None:
    """Fetch the home page, and the style sheets, icons and fonts that it links to."""
    page = fetch(address + "/").decode()
    kinds = set()
    for link in sorted(set(LINKED.findall(page))):
        content = fetch(address + link)
        if link.endswith(".woff2") and content.startswith(FONT_BEGINS):
            kinds.add("font")
        elif ICONS.search(link) and b"<symbol" in content:
            kinds.add("icon")
    if kinds != {"font", "icon"}:
        raise SystemExit(f"longbeard: of fonts and icons, the home page has only these: {sorted(kinds)}")


def fetch(address: str) -> bytes:
    """Return what is at an address; what is not there is an error."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        content: bytes = answer.read()
        return content


def main(arguments: list[str]) -> None:
    """Carry out a command of the command line."""
    match arguments:
        case ["version", tag]:
            changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
            if found := disagreements(tag, version(), changelog):
                raise SystemExit("longbeard: not to be released: " + "; ".join(found))
            print(f"longbeard: {tag} can be released")
        case ["try", folder]:
            with tempfile.TemporaryDirectory(prefix="longbeard-") as place:
                environment = os.environ | {"PATH": path_without_node(Path(place) / "bin")}
                environment.pop("PYTHONPATH", None)
                for wheel in make_all(Path(folder).resolve(), environment):
                    said = try_wheel(wheel, environment)
                    print(f"longbeard: {wheel.name} serves without npm: {said}")
        case ["wheels"]:
            promised, planned = promised_wheels(), planned_wheels()
            if promised != planned:
                raise SystemExit(
                    f"longbeard: the classifiers promise {', '.join(promised)}, but [tool.cibuildwheel] "
                    f"makes {', '.join(planned) or 'none'}: mend pyproject.toml"
                )
            print(f"longbeard: cibuildwheel would make {', '.join(planned)}")
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
