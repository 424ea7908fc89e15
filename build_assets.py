"""Makes what the pages need from npm: the script that morphs, the fonts, and sprites of the icons in use.

`python build_assets.py` writes into the git-ignored `src/longbeard/web/built/`. Run again, it does nothing
unless something changed, and it fetches only if `package-lock.json` did. setup.py calls it, so the wheel
has it all.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent
HOUSE: Final = ROOT / "src" / "longbeard"
WEB: Final = HOUSE / "web"
BUILT: Final = WEB / "built"
STAMP: Final = BUILT / ".stamp"
NPM: Final = ROOT / "build" / "npm"
PACKAGE_FILES: Final = ("package.json", "package-lock.json", ".npmrc")
COMMON: Final = "icons.svg"

# Where a file of npm goes. The fonts are the Latin subsets, each with its licence beside it.
COPIES: Final = {
    "idiomorph/dist/idiomorph.min.js": "idiomorph.js",
    "@fontsource/grenze-gotisch/files/grenze-gotisch-latin-600-normal.woff2": "fonts/title.woff2",
    "@fontsource/grenze-gotisch/LICENSE": "fonts/title-licence.txt",
    "@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal.woff2": "fonts/text.woff2",
    "@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2": "fonts/text-bold.woff2",
    "@fontsource/alegreya-sans/LICENSE": "fonts/text-licence.txt",
}


class CannotBuild(SystemExit):
    """Told to whoever builds, as it is."""


def build() -> None:
    """Bring `built/` up to date."""
    wanted = fingerprint()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    modules = fetched()
    shutil.rmtree(BUILT, ignore_errors=True)
    for source, name in COPIES.items():
        target = BUILT / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(modules / source, target)
    with (BUILT / "idiomorph.js").open("a", encoding="utf-8") as script:
        script.write("\nexport { Idiomorph };\n")  # the small form is no module by itself
    write_sprites(modules)
    STAMP.write_text(wanted, encoding="utf-8")
    size = sum(path.stat().st_size for path in BUILT.rglob("*") if path.is_file())
    print(f"longbeard: built the web files, {size // 1000} kB", file=sys.stderr)


def fingerprint() -> str:
    """All that the result depends on, in short."""
    digest = hashlib.sha256()
    for path in (ROOT / "package-lock.json", WEB / "marks.svg", Path(__file__)):
        digest.update(path.read_bytes())
    digest.update(json.dumps(icons_in_use(), sort_keys=True).encode())
    return digest.hexdigest()


def fetched() -> Path:
    """The folder `node_modules` as the lock file has it; fetched once, and moved into place whole."""
    lock = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    modules = NPM / lock[:16] / "node_modules"
    if modules.exists():
        return modules
    npm = shutil.which("npm")
    if npm is None:
        raise CannotBuild(
            "longbeard: the pages need npm to be built (fonts, icons and one script). "
            "Install Node.js with npm (on Debian: apt install npm) and try again."
        )
    NPM.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=NPM) as folder:
        for name in PACKAGE_FILES:
            shutil.copyfile(ROOT / name, Path(folder) / name)
        print("longbeard: fetching fonts, icons and one script with npm (once)", file=sys.stderr)
        done = subprocess.run(
            [npm, "ci", "--no-progress"], cwd=folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CannotBuild(f"longbeard: npm could not fetch what the pages need:\n{done.stderr.strip()}")
        modules.parent.mkdir(exist_ok=True)
        (Path(folder) / "node_modules").rename(modules)
    return modules


def authors() -> dict[str, str]:
    """Every icon that we may use, and whose it is."""
    known: dict[str, str] = json.loads((HOUSE / "icon_authors.json").read_text(encoding="utf-8"))
    return known


def marks() -> dict[str, str]:
    """Our own signs, by name, as symbols."""
    text = (WEB / "marks.svg").read_text(encoding="utf-8")
    return {name: symbol for symbol, name in re.findall(r'(<symbol id="([^"]+)".*?</symbol>)', text)}


def icons_in_use() -> dict[str, list[str]]:
    """The icons of each sprite: those of all pages and covers together, those of a room by itself."""
    common = {name for path in sorted(WEB.glob("templates/*.html")) for name in icons_of(path)}
    rooms: dict[str, set[str]] = {}
    for folder in sorted(path.parent for path in HOUSE.glob("games/*/cards.toml")):
        common |= icons_of(folder / "cover.html")
        rooms[folder.name.replace("_", "-")] = icons_of(folder / "cards.toml") | icons_of(
            folder / "table.html"
        )
    shared = [name for icons in rooms.values() for name in icons]
    common |= {name for name in shared if shared.count(name) > 1}
    sprites = {f"icons-{slug}.svg": sorted(icons - common) for slug, icons in rooms.items()}
    return {COMMON: sorted(common)} | sprites


def icons_of(path: Path) -> set[str]:
    """The icons that a file names: every quoted word that is one of those whose author we know."""
    if not path.exists():
        return set()
    text = path.read_text(encoding="utf-8")
    quoted = set(re.findall(r"""["']([a-z0-9-]+)["']""", text))
    called = set(re.findall(r"""\bicon(?:\(| = )\s*["']([a-z0-9-]+)["']""", text))
    unknown = called - set(authors()) - set(marks())
    if unknown:
        raise CannotBuild(
            f"longbeard: {path} names icons without a known author: {', '.join(sorted(unknown))}"
        )
    return quoted & set(authors())


def write_sprites(modules: Path) -> None:
    """The sprites, and the list of which icon is in which."""
    drawings = json.loads((modules / "@iconify-json/game-icons/icons.json").read_text(encoding="utf-8"))[
        "icons"
    ]
    where = dict.fromkeys(marks(), COMMON)
    for file, names in icons_in_use().items():
        symbols = list(marks().values()) if file == COMMON else []
        symbols += [
            f'<symbol id="{name}" viewBox="0 0 512 512">{drawings[name]["body"]}</symbol>' for name in names
        ]
        sprite = f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'
        (BUILT / file).write_text(sprite, encoding="utf-8")
        where |= dict.fromkeys(names, file)
    (BUILT / "sprites.json").write_text(json.dumps(where, sort_keys=True), encoding="utf-8")


if __name__ == "__main__":
    build()
