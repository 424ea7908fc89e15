"""The documentation site: it is whole, names no foreign host, and a test does what it says to do."""

import ast
import json
import os
import posixpath
import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpx
import numpy as np
import pytest

pytest.importorskip("mkdocs", reason="the site is built with the tools of `make test`")
pytest.importorskip("litestar", reason="the site is served by the extra `web`")

from tests.documentation import FENCE, ROOT, Page, build, commands, pages_of_nav
from tests.test_game_tutorial import COMMANDS as TUTORIAL
from tests.test_readme import COMMANDS as README
from tests.web.served import PATIENCE, Server, Visitor

from longbeard.engine.encoder import width
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.web.routes.docs import INLINE, Site, policy


def ours(room: Room) -> bool:
    """Whether a game is one of our own: others are not on the site."""
    return room.package.startswith("longbeard.")


OURS = [room for room in rooms().values() if ours(room)]
TUTORIAL_TEST = "tests/test_game_tutorial.py::test_every_command_of_the_page_was_run"
README_TEST = "tests/test_readme.py::test_every_command_works_in_the_order_shown"
NEW = "tests/test_new.py::test_it_passes_the_suite_with_its_paperwork"
STORY = "tests/lab/test_story.py::test_a_designers_story"
LEARNING = "tests/rl/test_learning.py::test_it_learns_from_end_to_end_and_goes_on"
FOLLOWED = "tests/rl/test_tutorial_page.py::test_every_block_of_the_page_does_what_it_says"
WHOLE_PAGES = {
    "docs/operating.md": "tests/cluster/test_operating_page.py::test_no_block_of_the_page_is_left_out",
    "docs/tutorial-learning.md": FOLLOWED,
}
"""Pages that a test of their own follows from the first command to the last."""
ELSEWHERE = {
    **dict.fromkeys(TUTORIAL, TUTORIAL_TEST),
    **{command: README_TEST for command in README if command.startswith("longbeard ")},
    "cd my-game && pip install -e .": NEW,
    "longbeard check my-game": NEW,
    "longbeard play my-game": "tests/test_new.py::test_it_is_played_learnt_and_matched",
    "longbeard serve --browser": (
        "tests/web/browser/test_new.py::test_a_declared_game_is_drawn_and_played_by_clicks"
    ),
    # Compiling takes minutes: this test runs what it refuses; `make bench-servers` compiles a whole guest.
    "longbeard compile my-game --source longbeard": (
        "tests/test_fifth_game.py::test_what_cannot_be_compiled_is_refused"
    ),
    "longbeard play witless-wizards --seats me,./mybot.py": (
        "tests/test_outside.py::test_a_person_sits_down_with_a_program_and_hears_of_forfeits"
    ),
    'longbeard arena witless-wizards --bots "greedy,cmd:node mybot.js" -n 200': (
        "tests/test_outside.py::test_the_examples_play_every_game_to_its_end"
    ),
    "longbeard arena GAME --bots a,b,c -n 2000 --players 2 --seed 1 --jobs 2 [--csv FILE] [--events FILE] "
    "[--json [--rows]] [-o NAME=VALUE]": (
        "tests/test_arena.py::test_json_has_its_shape_and_csv_has_the_same_rows"
    ),
    "longbeard challenge onnx:nettle.onnx --jobs 2": FOLLOWED,
    "longbeard lab what-if witless-wizards --to my.toml -o whatif": STORY,
    "longbeard lab run witless-wizards --box my.toml --bots archmage:1000 --matches 5000 -o runs/mine": STORY,
    "longbeard lab run GAME --players N --bots archmage:1000 --matches 20000 --seed 2026 --rows-only "
    "--chunk 10 -o runs/archmage-GAME-N": "tests/lab/test_lab.py::test_a_run_that_was_stopped_goes_on",
    "python examples/learning/learn.py --minutes 6 --every 0.5 --deals 50 --last-deals 100 "
    "--save wizard.npz": LEARNING,
    "python examples/learning/learn.py --minutes 3 --rate 4e-4 --every 0.75 --deals 100 --save wizard.npz "
    "--curve curve.json": LEARNING,
    'python examples/learning/chart.py curve.json chart.svg "Share of the wins against greedy"': LEARNING,
}
"""Commands that another test runs, as they stand or with smaller numbers: those take minutes as they stand,
or a place of somebody's (`GAME`)."""
RUN = (
    "longbeard new my-game --players 2-6",
    "longbeard lab box witless-wizards --set cards.katana.value=4 -o my.toml",
    "longbeard lab report runs/mine -o mine",
    "longbeard lab show mine-matches --box witless-wizards=my.toml --browser",
    "longbeard press witless-wizards --box my.toml",
    "longbeard serve --box witless-wizards=my.toml",
    "longbeard arena witless-wizards --bots greedy,my_bots:Nettle -n 200",
    "longbeard serve --port 8017 --data DIR",
    "longbeard backup DIR FILE",
    "longbeard restore FILE NEWDIR",
)
"""Commands that are run here, in this order, as they stand but for what their reader puts in."""
SMALL_RUN = "longbeard lab run witless-wizards --box my.toml --bots random --players 2 --matches 20 --looks 0"
"""Makes a run to report on; that of the page takes an hour."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; workers of one run share it."""
    return build(tmp_path_factory)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Page]:
    """Every page of the built site, by its name."""
    return {
        path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
        if path.name != "404.html"
    }


# ── what is built ─────────────────────────────────────────────────────────────────────────────────


def test_every_page_that_is_listed_is_built_and_no_page_is_left_out(pages: dict[str, Page]) -> None:
    listed = [name.replace("README.md", "index.md").replace(".md", ".html") for name in pages_of_nav()]
    assert len(listed) > 50
    assert sorted(listed) == sorted(pages)


def test_links_and_what_pages_load_are_on_the_site_or_on_the_house(
    site: Path, pages: dict[str, Page]
) -> None:
    for name, page in pages.items():
        for link in page.links:
            there = urlsplit(link)
            assert not there.scheme or there.scheme == "data", f"{name}: {link}"
            assert not there.netloc, f"{name}: {link}"
            if there.scheme or there.path.startswith("/"):
                continue
            target = (site / name).parent / unquote(there.path) if there.path else site / name
            assert target.is_file(), f"{name}: {link}"
            found = pages.get(target.resolve().relative_to(site.resolve()).as_posix())
            if there.fragment and found:
                assert unquote(there.fragment) in found.ids, f"{name}: {link}"


def test_style_sheets_load_nothing_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\(\s*[\"']?(?:https?:)?//", text), path.name


def test_no_page_needs_what_the_policy_forbids(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert page.styled == [], name
        assert page.handlers == [], name


def test_the_search_finds_rules_cards_and_functions(site: Path) -> None:
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    places = {entry["location"].partition("#")[0] for entry in index["docs"]}
    for room in OURS:
        assert f"players/rules-{room.plate.slug}.html" in places
    assert {"reference/engine-state.html", "designers/tutorial.html", "operating.html"} <= places
    assert any("Straw Raincoat" in entry["text"] for entry in index["docs"])
    assert not any("<svg" in entry["text"] for entry in index["docs"])


@pytest.mark.rooms(that=ours)
def test_rules_and_cards_are_those_of_the_game(site: Path, pages: dict[str, Page], room: Room) -> None:
    slug = room.plate.slug
    numbers = set(re.findall(r"^- \*\*([A-Z]\d+)\*\*", room.text("rulebook.md"), re.MULTILINE))
    assert numbers
    assert numbers <= pages[f"players/rules-{slug}.html"].ids
    text = (site / f"players/rules-{slug}.html").read_text(encoding="utf-8")
    assert text.count('<figure class="example"') == len(list(room.examples(room.box)))
    assert {piece.key for piece in room.pieces(room.box)} <= pages[f"players/cards-{slug}.html"].ids


@pytest.mark.parametrize(
    "name",
    [
        "longbeard.engine.state.State.resolve",
        "longbeard.engine.game.Game",
        "longbeard.engine.luck.KeyedLuck",
        "longbeard.engine.gate.look",
        "longbeard.engine.errors.NotYourTurn",
        "longbeard.engine.story.sees",
        "longbeard.engine.html.h",
        "longbeard.engine.piece.plain_card",
        "longbeard.engine.counting.Counting",
        "longbeard.games.rooms",
        "longbeard.bots.bot.Bot.choose",
        "longbeard.declared.Deck",
        "longbeard.declared.action",
        "longbeard.testing.Table.play",
        "longbeard.bots.policy.Policy",
        "longbeard.rl.vector.vector",
        "longbeard.rl.pettingzoo.parallel_env",
    ],
)
def test_the_api_has_what_others_build_on(pages: dict[str, Page], name: str) -> None:
    assert any(name in page.ids for place, page in pages.items() if place.startswith("reference/"))


IMPORTED = re.compile(r"^from (longbeard\.[\w.]+) import (.+?)$", re.MULTILINE)
"""An import of one of our modules, in a game or a bot of somebody else."""
THEIRS = (
    "examples/games",
    "examples/bots",
    "bench/match_the_top",
    "tests/fifth_game",
    "src/longbeard/declared/skeleton",
    "src/longbeard/games",
)


def test_the_api_has_every_module_that_games_and_bots_import(site: Path) -> None:
    imported = set()
    for folder in THEIRS:
        assert (ROOT / folder).is_dir(), folder
        for path in [*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.py.txt")]:
            if "tests" not in path.relative_to(ROOT / folder).parts:
                imported |= modules_in(path.read_text(encoding="utf-8"))
    assert "longbeard.engine.story" in imported
    shown = {path.stem.replace("-", ".") for path in (site / "reference").glob("*.html")}
    ours = {name for name in imported if not name.startswith("longbeard.games.")}
    assert {name.removeprefix("longbeard.") for name in ours} <= shown


def modules_in(source: str) -> set[str]:
    """The modules of ours that a source imports, whether whole or names of them."""
    found = set()
    for module, names in IMPORTED.findall(source):
        if module == "longbeard.engine":
            found |= {f"{module}.{name.strip()}" for name in names.split("#")[0].split(",")}
        else:
            found.add(module)
    return found


def test_examples_of_docstrings_are_code_and_no_quotations(site: Path) -> None:
    for path in (site / "reference").glob("*.html"):
        assert "<blockquote>" not in path.read_text(encoding="utf-8"), path.name
    assert '<span class="gp">' in (site / "reference/testing.html").read_text(encoding="utf-8")


def test_the_site_has_the_colours_and_letters_of_the_tables(site: Path) -> None:
    style = (site / "assets/house.css").read_text(encoding="utf-8")
    assert style in (ROOT / "src/longbeard/web/static/longbeard.css").read_text(encoding="utf-8")
    for font in re.findall(r'url\("([^"]+)"\)', style):
        assert (site / "assets" / font).read_bytes().startswith(b"wOF2")


# ── what is served ────────────────────────────────────────────────────────────────────────────────


def test_the_house_serves_the_whole_site(site: Path, pages: dict[str, Page], tmp_path: Path) -> None:
    server = Server(tmp_path, options=("--docs", str(site)))
    try:
        client = Visitor(server.base).client
        assert '<a href="/docs">Documentation</a>' in client.get("/").text
        assert client.get("/docs", follow_redirects=True).url.path == "/docs/index.html"
        for name in pages:
            answer = client.get(f"/docs/{name}")
            assert answer.status_code == 200, name
            assert answer.content == (site / name).read_bytes(), name
            assert answer.headers["content-security-policy"] == policy(answer.content)
            assert "set-cookie" not in answer.headers
        files = {
            posixpath.normpath(posixpath.join(posixpath.dirname(name), urlsplit(link).path))
            for name, page in pages.items()
            for link in page.links
            if not link.startswith(("/", "#", "data:"))
        }
        assert {"assets/site.css", "assets/theme.js", "race.svg", "grafana.json"} <= files
        for name in sorted(files - {*pages}):
            assert client.get(f"/docs/{name}").status_code == 200, name
        outside = {link for page in pages.values() for link in page.links if link.startswith("/")}
        assert f"/learn/{OURS[0].plate.slug}" in outside
        for link in outside:
            assert client.get(link).status_code == 200, link
    finally:
        assert server.stop() == 0


def test_every_script_that_is_written_in_a_page_is_allowed_there(site: Path) -> None:
    assert "index.html" in Site(site).names
    text = (site / "index.html").read_bytes()
    assert INLINE.findall(text)
    assert policy(text).count("'sha256-") == len(set(INLINE.findall(text)))


# ── what it says to do ────────────────────────────────────────────────────────────────────────────


def test_every_command_on_the_site_is_run_by_some_test() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for command, page in commands().items():
        if page in WHOLE_PAGES or command in ELSEWHERE or command in RUN:
            continue
        program, target, *_ = [*shlex.split(command), ""]
        assert program == "make", f"{page}: no test runs `{command}`; add it to RUN or ELSEWHERE"
        assert target in targets, f"{page}: {command}"


def test_the_tests_that_are_said_to_run_a_command_exist() -> None:
    shown = {ELSEWHERE[command] for command in commands() if command in ELSEWHERE}
    assert len(shown) > 5
    for test in {*WHOLE_PAGES.values(), *shown}:
        path, _, name = test.partition("::")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, test


@pytest.fixture
def reader(tmp_path: Path) -> Path:
    """The folder of a reader who has a class of their own, with its weights, and a run of the lab's."""
    page = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
    (text,) = [text for language, text in FENCE.findall(page) if "class Nettle(" in text]
    (tmp_path / "my_bots.py").write_text(text, encoding="utf-8")
    room = rooms()["witless-wizards"]
    state = room.table(2)
    weights = np.random.default_rng(1).normal(size=(width(room.encoder, state), state.action_count()))
    np.save(tmp_path / "nettle.npy", weights.astype(np.float32))
    return tmp_path


def test_the_commands_do_what_they_say(reader: Path) -> None:
    shown = commands()
    values = {"NEWDIR": "restored", "DIR": "house", "FILE": "house.backup", "8017": "0"}
    (reader / "house").mkdir()
    for command in RUN:
        assert command in shown, f"no page says `{command}` any more"
        if command.startswith("longbeard lab report"):
            carry_out(reader, f"{SMALL_RUN} -o runs/mine")
        carry_out(reader, re.sub("|".join(values), lambda found: values[found[0]], command))
    assert (reader / "my-game/pyproject.toml").exists()
    assert (reader / "mine.html").exists()
    assert (reader / "witless-wizards.pdf").read_bytes().startswith(b"%PDF")
    assert (reader / "restored/tables.sqlite").exists()


def carry_out(folder: Path, command: str) -> None:
    """Type a command; one that serves is asked for a page and stopped."""
    paths = [str(Path(one).resolve()) for one in os.environ.get("PYTHONPATH", "").split(os.pathsep) if one]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(folder), *paths]),
        "XDG_DATA_HOME": str(folder / "home"),
        "BROWSER": "true",  # a program that does nothing
    }
    words = [sys.executable, "-m", *shlex.split(command)]
    if " serve" in command or " show " in command:
        words += ["--port", "0"]  # not the usual one, which somebody may have
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=log)
        try:
            assert server.stdout is not None
            address = re.search(r"http://127[0-9.:]+", server.stdout.readline().decode())
            assert address, (folder / "log").read_text()
            transport = httpx.HTTPTransport(retries=8)  # it says where it listens before it does
            with httpx.Client(transport=transport, timeout=PATIENCE) as client:
                assert client.get(address[0]).status_code == 200, command
        finally:
            server.terminate()
            assert server.wait(PATIENCE) == 0, command
            assert server.stdout is not None
            server.stdout.close()
        return
    done = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stderr}"


# ── what it says about the code ───────────────────────────────────────────────────────────────────


def test_every_stop_of_the_tour_is_there() -> None:
    text = (ROOT / "docs/maintainers/tour.md").read_text(encoding="utf-8")
    stops = re.findall(r"^\*\*Where:\*\* (.*)$", text, re.MULTILINE)
    assert len(stops) == len(re.findall(r"^## \d+\. ", text, re.MULTILINE)) == 12
    for stop in stops:
        for place in stop.split("; "):
            path, _, names = place.partition(": ")
            source = (ROOT / "src/longbeard" / path.strip("`")).read_text(encoding="utf-8")
            for name in re.findall(r"`(\w+)`", names):
                defined = rf"(?:def|class|function) {name}\b|^  (?:async )?{name}\(.*\{{"
                assert re.search(defined, source, re.MULTILINE), f"{path}: {name}"
