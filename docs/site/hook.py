"""Makes the pages of the site that have their home elsewhere, so that nothing is copied by hand.

Rules and cards come from the games, the API from docstrings, whole examples from their files, and some papers
from the root of the repository. Colours, letters and the hat are those of the tables.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from longbeard.engine.html import Html, h
from longbeard.engine.piece import Example, Piece
from longbeard.engine.room import Room
from longbeard.games import rooms

ROOT: Final = Path(__file__).parents[2]
WEB: Final = ROOT / "src/longbeard/web"
TOKENS_END: Final = "/* ---- The sheet"
"""What comes before this in the tables' style sheet are colours and letters."""

PAPERS: Final = {
    "maintainers/architecture.md": "ARCHITECTURE.md",
    "maintainers/contributing.md": "CONTRIBUTING.md",
    "maintainers/changelog.md": "CHANGELOG.md",
}
EXAMPLES: Final = "designers/examples.md"
HOMES: Final = {
    **{paper: uri for uri, paper in PAPERS.items()},
    "README.md": "index.md",
    "examples/games": EXAMPLES,
}
"""Where something outside docs/ stands on the site."""
MODULES: Final = (
    *(f"engine.{name}" for name in ("game", "state", "room", "match", "gate", "luck", "telling", "choosing")),
    *(f"engine.{name}" for name in ("story", "look", "face", "part", "html", "panel", "piece", "drawing")),
    *(f"engine.{name}" for name in ("examples", "tutorial", "hints", "value", "encoder", "counting")),
    *(f"engine.{name}" for name in ("numbers", "playout", "record", "errors")),
    *("games", "declared", "testing", "bots.bot", "bots.player", "bots.policy", "rl"),
)
"""What others build on."""
DOORS: Final = ("vector", "arrays", "gymnasium", "pettingzoo", "sb3", "openspiel")
"""The modules of `longbeard.rl`, one for each library, on its one page."""

GAMES: Final = "<!-- games -->"
"""Stands in a page where our games are listed."""
FENCE: Final = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
CODE_OR_LINK: Final = re.compile(r"(`+.+?`+|!?\[[^\]]*\]\([^)]*\))", re.DOTALL)
LINK: Final = re.compile(r"(!?\[[^\]]*\])\(([^):#]+)(#[^)]*)?\)")
NAMED_PAGE: Final = re.compile(r"(?<![\w/.-])(?:docs/)?([\w-]+(?:/[\w-]+)*\.md)\b")
NAMED_IN_DOCSTRING: Final = re.compile(r"\bdocs/([\w-]+)\.md\b")
RULE: Final = re.compile(r"<li>(\s*(?:<p>)?)<strong>([A-Z]\d+)</strong>")


def ours() -> list[Room]:
    """Return our own games: what else is installed is not on the site."""
    return [room for room in rooms().values() if room.package.startswith("longbeard.")]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List every balance report that there is, by its game and by what was asked."""
    titles = {room.plate.slug: room.plate.title for room in ours()}
    reports: list[dict[str, str]] = []
    for path in sorted((ROOT / "docs/balance").glob("*.md")):
        slug = next((slug for slug in titles if path.stem.startswith(slug)), "")
        asked = path.stem.removeprefix(slug).strip("-").replace("-", " ")
        title = ", ".join(filter(None, [titles.get(slug, ""), asked]))
        reports += [{title: f"balance/{path.name}"}] if path.name != "README.md" else []
    for section in config.nav or ():
        for item in section.get("Designers", ()):
            if isinstance(item, dict) and "Balance reports" in item:
                item["Balance reports"] += reports
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages and files that are made here."""
    for uri, text in pages():
        files.append(File.generated(config, uri, content=text))
    for uri, body in assets():
        files.append(File.generated(config, uri, content=body))
    return files


def pages() -> Iterator[tuple[str, str]]:
    """Make every generated page, by its place in docs/."""
    for room in ours():
        yield f"players/rules-{room.plate.slug}.md", room.text("rulebook.md")
        yield f"players/cards-{room.plate.slug}.md", _cards(room)
    for uri, paper in PAPERS.items():
        yield uri, (ROOT / paper).read_text(encoding="utf-8")
    yield EXAMPLES, _examples()
    yield "reference/index.md", _reference()
    for module in MODULES:
        yield f"reference/{module.replace('.', '-')}.md", _module(f"longbeard.{module}")


def assets() -> Iterator[tuple[str, bytes]]:
    """Take colours, letters, the hat and the choice of day or night from the tables' own files."""
    style = (WEB / "static/longbeard.css").read_text(encoding="utf-8")
    assert TOKENS_END in style, "the tables' style sheet is divided otherwise now"
    yield "assets/house.css", style.partition(TOKENS_END)[0].encode()
    for name in ("hat.svg", "theme.js"):
        yield f"assets/{name}", (WEB / "static" / name).read_bytes()
    fonts = [*(WEB / "built/fonts").iterdir()]
    assert fonts, "there are no fonts yet: `make assets` builds them"
    for font in fonts:
        yield f"assets/fonts/{font.name}", font.read_bytes()


def _games() -> str:
    """List our games with what leads to them, for the page of the players."""
    rows = ["| game | players | minutes | rules | cards | learn by playing |", "|---|---|---|---|---|---|"]
    for room in ours():
        plate = room.plate
        fewest, most = plate.seats
        players = f"{fewest}" if fewest == most else f"{fewest}–{most}"
        rows.append(
            f"| **{plate.title}**<br>{plate.tagline} | {players} | {plate.minutes[0]}–{plate.minutes[1]} "
            f"| [rules](rules-{plate.slug}.md) | [cards](cards-{plate.slug}.md) "
            f"| [lesson](/learn/{plate.slug}) |"
        )
    return "\n".join(rows)


def _cards(room: Room) -> str:
    """Make the gallery of a game: a section for each kind of piece."""
    plate = room.plate
    kinds: dict[str, list[Piece]] = {}
    for piece in room.pieces(room.box):
        kinds.setdefault(piece.kind, []).append(piece)
    written = [
        f"# Cards of {plate.title}\n\nEverything in the box, drawn from its data file. "
        f"[The rules](rules-{plate.slug}.md) explain the pieces."
    ]
    for kind, pieces in kinds.items():
        shown = "".join(_piece(one, plate.slug) for one in pieces)
        written.append(f"## {kind.capitalize()}\n\n<div class='pieces'>{shown}</div>")
    return "\n\n".join(written) + "\n"


def _piece(piece: Piece, slug: str) -> str:
    width, height = piece.size
    copies = "1 copy" if piece.copies == 1 else f"{piece.copies} copies"
    rules = [h("<a href='rules-{}.html#{}'>{}</a>", slug, rule, rule) for rule in piece.rules]
    return h(
        "<figure class='piece{}' id='{}'><div class='printed' aria-hidden='true' data-search-exclude>{}</div>"
        "<figcaption><b>{}</b> <small>{}, {} × {} mm</small> <span>{}</span> <small>{}</small></figcaption>"
        "</figure>",
        " wide" if width > 1.25 * height else "",
        piece.key,
        _one_line(piece.front),
        *(piece.name, copies, f"{width:g}", f"{height:g}", piece.text),
        Html("Rules " + " ".join(rules)) if rules else "",
    )


def _one_line(drawing: str) -> Html:
    """Keep a drawing on one line: Markdown takes a blank line for the end of HTML."""
    return Html(" ".join(drawing.split()))


def _examples() -> str:
    """Show both examples whole, file by file."""
    written = [
        "# The examples\n\nTwo whole games as [declared.md](../declared.md) explains them: every file, as it "
        "is in `examples/games`. [The tutorial](tutorial.md) builds the second one step by step."
    ]
    for game, title in (("potions", "Small Potions"), ("bats", "Small Bats")):
        folder = ROOT / "examples/games" / game
        written.append(f"## {title}")
        package = next(folder.glob("src/small_*"))
        names = ("__init__.py", "cards.toml", "rules.py", "game.py", "rulebook.md")
        for path in (*(package / name for name in names), folder / "pyproject.toml"):
            text = path.read_text(encoding="utf-8").rstrip()
            language = {".py": "python", ".toml": "toml", ".md": "markdown"}[path.suffix]
            written.append(f"### {path.relative_to(folder)}\n\n```{language}\n{text}\n```")
    return "\n\n".join(written) + "\n"


def _reference() -> str:
    """List the modules of the API, each with the first sentence of its docstring."""
    rows = [
        f"| [`longbeard.{module}`]({module.replace('.', '-')}.md) | {_first_sentence(module)} |"
        for module in MODULES
    ]
    intro = (
        "# API\n\nWhat a game, a bot or a learner of your own is built on, read from the source: signatures, "
        "types and docstrings. Names that begin with `_` and modules that are not listed may change at any "
        "time.\n"
    )
    return "\n".join([intro, "| module | what it is |", "|---|---|", *rows]) + "\n"


def _module(name: str) -> str:
    """Make the page of a module; mkdocstrings fills it in."""
    if name != "longbeard.rl":
        return f"# {name}\n\n::: {name}\n"
    whole = "    options: {members: false}"
    part = "    options: {show_root_heading: true, show_root_toc_entry: true, show_root_full_path: true}"
    doors = [f"::: {name}.{door}\n{part}" for door in DOORS]
    return "\n\n".join([f"# {name}", f"::: {name}\n{whole}", *doors]) + "\n"


def _first_sentence(module: str) -> str:
    path = ROOT / "src/longbeard" / module.replace(".", "/")
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    first = source.read_text(encoding="utf-8").split('"""')[1].strip().split("\n\n")[0]
    return " ".join(first.split()).replace("|", "\\|")


# ── what is changed in pages ──────────────────────────────────────────────────────────────────────


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links that leave docs/, and pages that are only named, lead to where they stand on the site."""
    markdown = markdown.replace(GAMES, _games())
    home = page.file.src_uri
    origin = PAPERS.get(home, f"docs/{home}")
    known = {file.src_uri for file in files.documentation_pages()}
    written, at = [], 0
    for fence in FENCE.finditer(markdown):
        written += [_linked(markdown[at : fence.start()], home, origin, known), fence[0]]
        at = fence.end()
    return "".join([*written, _linked(markdown[at:], home, origin, known)])


def _linked(text: str, home: str, origin: str, known: set[str]) -> str:
    def led(target: str) -> str:
        """Where a path that is written in the file `origin` leads from the page `home`."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), target))
        there = HOMES.get(path) or path.removeprefix("docs/")
        if path in HOMES or origin != f"docs/{home}":
            return posixpath.relpath(there, posixpath.dirname(home) or ".")
        return target

    def page_named(found: re.Match[str]) -> str:
        there = HOMES.get(found[0]) or found[1]
        beside = posixpath.join(posixpath.dirname(home), found[1])
        there = there if there in known else beside
        if there not in known or there == home:
            return found[0]
        return f"[{found[0]}]({posixpath.relpath(there, posixpath.dirname(home) or '.')})"

    parts = CODE_OR_LINK.split(text)
    for number, part in enumerate(parts):
        if number % 2 == 0:
            parts[number] = NAMED_PAGE.sub(page_named, part)
        elif not part.startswith("`"):
            parts[number] = LINK.sub(lambda found: f"{found[1]}({led(found[2])}{found[3] or ''})", part)
    return "".join(parts)


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Give every rule an anchor and its examples, and link the pages that docstrings name."""
    if page.file.src_uri.startswith("reference/"):
        return NAMED_IN_DOCSTRING.sub(r'<a href="../\1.html">\g<0></a>', html)
    slug = page.file.src_uri.removeprefix("players/rules-").removesuffix(".md")
    room = next((room for room in ours() if room.plate.slug == slug), None)
    if room is None:
        return html
    parts = RULE.split(html)
    written = [parts[0]]
    for space, number, rest in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        figures = "".join(_figure(one) for one in _shown(room.plate.slug) if one.after == number)
        said, end, others = rest.partition("</li>")
        written.append(f'<li id="{number}">{space}<strong>{number}</strong>{said}{figures}{end}{others}')
    return "".join(written)


@cache
def _shown(slug: str) -> list[Example]:
    room = rooms()[slug]
    return list(room.examples(room.box))


def _figure(example: Example) -> str:
    return h(
        "<figure class='example'><div class='printed' aria-hidden='true' data-search-exclude>{}</div>"
        "<figcaption>{}</figcaption></figure>",
        Html(example.picture),
        example.caption,
    )


# ── what Material leaves without a name for those who cannot see it ───────────────────────────────

SEARCH: Final = 'data-md-component="search" role="dialog"'
SECTION: Final = re.compile(r'aria-labelledby="(__nav[_\d]*)_label"')
"""A part of the list of pages, which is called by a label without words where it has a page of its own."""
_titles: dict[str, str] = {}


def on_nav(nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
    """Note the titles of all sections, by the names that Material gives them."""
    _titles.clear()
    _note(nav.items, "__nav")
    return nav


def _note(items: Sequence[StructureItem], name: str) -> None:
    for number, item in enumerate(items, 1):
        if isinstance(item, Section):
            _titles[f"{name}_{number}"] = item.title
            _note(item.children, f"{name}_{number}")


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    """Name the search and every section of the list of pages."""
    assert SEARCH in output, "Material writes its search otherwise now: is it named?"
    named = output.replace(SEARCH, f'{SEARCH} aria-label="Search"')
    return SECTION.sub(lambda found: str(h("aria-label='{}'", _titles[found[1]])), named)
