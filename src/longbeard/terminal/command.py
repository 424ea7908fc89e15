"""The command `longbeard`. A command imports what it needs when it runs, so that `--help` answers at once."""

import json
import os
import sys
from enum import Enum
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from longbeard import __version__
from longbeard.press.order import Backs, Cut, Ink, Paper, What
from longbeard.terminal.boxes import boxes

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Games(click.ParamType[Any]):
    """The name of an installed game; a part of it is enough if it fits only one."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from longbeard.engine.errors import BadOptions
        from longbeard.terminal.menu import find_game

        try:
            return find_game(value)
        except BadOptions as error:
            return self.fail(str(error), param, ctx)


GAME = Games()
PORT = click.IntRange(0, 65_535)
MINDS = click.IntRange(-1, 256)
WORKERS = click.IntRange(0, 64)
POLICY = click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME=SPEC",
    help="Let people play against a policy: onnx:FILE, module:Class, or a program.",
)
FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


def _one_of(values: type[Enum]) -> click.Choice[Any]:
    return click.Choice([one.value for one in values])


def _version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if not asked:
        return
    from longbeard.engine.build import form

    click.echo(f"longbeard {__version__} ({form()})")
    context.exit()


@click.group(context_settings=CONTEXT)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Say which."
)
def longbeard() -> None:
    """Four wizard card games on one table."""


def say_json(data: Any) -> None:
    """Print data for a program."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


@longbeard.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def games(as_json: bool) -> None:
    """List the games."""
    from longbeard.games import left_out, rooms

    plates = [room.plate for room in rooms().values()]
    if as_json:
        say_json([plate.as_dict() for plate in plates])
        return
    from longbeard.engine.telling import span
    from longbeard.terminal.lines import say

    for plate in plates:
        say(f"{plate.slug}: {plate.tagline}", "bold")
        say(f"  {span(plate.seats)} players, {span(plate.minutes)} minutes, {plate.stage}.")
        for option in plate.options:
            say(f"  {option.name}: {option.title} ({option.default}).")
    for name, reason in left_out.items():
        click.echo(f"{name} is installed, but cannot be opened: {reason}", err=True)


@longbeard.command()
@click.argument("game", type=GAME, required=False, is_eager=True)
@click.option(
    "--seats",
    default="",
    help="Who plays, seat by seat: you, bot, random, ./mybot.py … With names: you:Ada,bot:Bert.",
)
@click.option("--players", type=int, help="How many play: you, and bots.")
@click.option("--level", default="", help="How well the bots play: apprentice, journeyman or archmage.")
@click.option("--seed", type=int, help="The same seed gives the same luck.")
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option(
    "--save", "path", type=click.Path(path_type=Path, dir_okay=False), help="Where the game is kept."
)
@click.option("--resume", is_flag=True, help="Go on with the last game, or with the one in --save FILE.")
@click.option("--tui", is_flag=True, help="On the whole screen, with cards to point at.")
@boxes
def play(
    game: Any,
    seats: str,
    players: int | None,
    level: str,
    seed: int | None,
    options: tuple[str, ...],
    path: Path | None,
    resume: bool,
    tui: bool,
) -> None:
    """Play a game in the terminal, against bots or with friends at one keyboard."""
    from longbeard.terminal import play as playing

    tui = tui and _whole_screen()
    if resume:
        playing.resume(path, tui)
    else:
        playing.new_game(game, playing.Company(seats, players, level), seed, options, path, tui)


def _whole_screen() -> bool:
    """Return whether there is a terminal to fill; if not, say so, and lines are used."""
    from longbeard.terminal.extras import need

    need("textual", "tui")
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return True
    click.echo("longbeard: --tui needs a terminal to fill, and there is none: here it is in lines.", err=True)
    return False


@longbeard.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: for the whole network.")
@click.option("--port", default=8017, show_default=True, type=PORT, help="0: any that is free.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Where tables are kept.")
@click.option(
    "--store",
    default="",
    metavar="URL",
    envvar="LONGBEARD_STORE",
    help="postgresql://…: tables in a database, for several servers. Or in $LONGBEARD_STORE.",
)
@click.option(
    "--bus",
    default="",
    metavar="URL",
    envvar="LONGBEARD_BUS",
    help="redis://…: the line between these servers. Or in $LONGBEARD_BUS.",
)
@click.option("--public-url", default="", help="The address that people use, if a proxy stands in front.")
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy, or a network of them, whose X-Forwarded-For and X-Forwarded-Proto are believed.",
)
@click.option(
    "--minds", default=0, type=MINDS, help="Processes that think for bots: 0 as many as fit, -1 none."
)
@click.option("--minds-elsewhere", is_flag=True, help="Bots think in `longbeard minds`, asked over the bus.")
@POLICY
@click.option("--workers", default=1, type=WORKERS, help="Servers on this port, with --store and --bus.")
@click.option("--worker", default=0, type=WORKERS, hidden=True)
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Set a limit.")
@click.option(
    "--traces", default="", metavar="URL", help="Send traces to an OpenTelemetry collector (OTLP/HTTP)."
)
@click.option(
    "--drain",
    default=0.0,
    type=click.FloatRange(0, 3600),
    metavar="SECONDS",
    help="Once told to stop, be not ready for so long before stopping.",
)
@click.option(
    "--push-key", type=FILE, help="A key of `longbeard push-keys`: tells people that it is their turn."
)
@click.option("--push-contact", default="", help="Whom push services may ask: mailto:… or https://…")
@click.option("--push-local", is_flag=True, hidden=True, help="For tests: push services on this machine.")
@click.option(
    "--docs",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    envvar="LONGBEARD_DOCS",
    help="A folder that `make docs` built: the documentation, at /docs. Or in $LONGBEARD_DOCS.",
)
@click.option("--browser", is_flag=True, help="Open the page in a browser.")
@boxes
def serve(
    host: str,
    port: int,
    data: Path | None,
    store: str,
    bus: str,
    public_url: str,
    proxies: tuple[str, ...],
    minds: int,
    minds_elsewhere: bool,
    policies: tuple[str, ...],
    workers: int,
    worker: int,
    limits: tuple[str, ...],
    traces: str,
    drain: float,
    push_key: Path | None,
    push_contact: str,
    push_local: bool,
    docs: Path | None,
    browser: bool,
) -> None:
    """Serve the tables to browsers, and to programs."""
    from longbeard.terminal.extras import need
    from longbeard.terminal.saves import home

    for module in (
        "litestar",
        "jinja2",
        "msgspec",
        "uvicorn",
        "uvloop",
        "websockets",
        "segno",
        "markdown_it",
    ):
        need(module, "web")
    if traces:
        need("opentelemetry.exporter.otlp.proto.http", "otel")
    if push_key:
        need("pywebpush", "push")
    serving = need("longbeard.web.serve", "web")
    from longbeard.table.policies import open_policies, read_policies
    from longbeard.terminal.servers import checked, share_of_minds

    data, store = checked(data, store, bus, minds_elsewhere, workers)
    if workers > 1 and not worker:
        sys.exit(serving.run_workers(sys.argv[1:], workers, host, port, click.echo))
    settings = serving.Settings(
        data or home(),
        serving.Limits().changed(limits),
        public_url=public_url,
        proxies=serving.Proxies(proxies),
        minds=share_of_minds(minds, workers),
        traces=traces,
        drain=drain,
        store=store,
        bus=bus,
        minds_elsewhere=minds_elsewhere,
        policies=open_policies(read_policies(policies)),
        push_key=push_key,
        push_contact=push_contact,
        push_local=push_local,
        docs=docs,
    )
    serving.serve(settings, host, port, browser, click.echo, worker)


@longbeard.command("push-keys")
@click.argument("file", type=click.Path(path_type=Path))
def push_keys(file: Path) -> None:
    """Write a new key for `serve --push-key` into FILE: with it, people are told that it is their turn.

    Browsers subscribe with this key, so with another one everybody has to turn it on again.
    """
    from longbeard.terminal.extras import need

    need("pywebpush", "push")
    public = need("longbeard.web.push", "web").make_push_key(file)
    click.echo(f"{file} holds the key; its public half is {public}")
    click.echo(f"Go on with: longbeard serve --push-key {file} --push-contact mailto:you@your.house")


@longbeard.command()
@click.argument("store")
@click.argument("file", type=click.Path(path_type=Path))
def backup(store: str, file: Path) -> None:
    """Copy a STORE into one new FILE, while servers run or not.

    A store is a data folder, or postgresql://HOST/DATABASE. The file is as secret as the store: it holds the
    luck of running matches, the links of seats, and the key that signs cookies.
    """
    from longbeard.store.address import read_address
    from longbeard.terminal.backup import back_up

    back_up(read_address(store), file)


@longbeard.command()
@click.argument("file", type=FILE)
@click.argument("store")
@click.option("--anyway", is_flag=True, help="Even if some tables of it cannot be gone on with.")
def restore(file: Path, store: str, anyway: bool) -> None:
    """Make a new STORE from a backup FILE, after every table in it was played through again.

    A store is a data folder that is not there yet, or postgresql://HOST/DATABASE, an empty database.
    """
    from longbeard.store.address import read_address
    from longbeard.terminal.backup import restore as bring_back

    bring_back(file, read_address(store), anyway)


@longbeard.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def move_store(source: str, target: str) -> None:
    """Move all that is kept to another store, while no server runs.

    FROM and TO are a data folder, or postgresql://HOST/DATABASE. All tables of both are played again and
    compared; FROM is left as it was.
    """
    from longbeard.store.address import read_address
    from longbeard.terminal.backup import move

    move(read_address(source), read_address(target))


@longbeard.command()
@click.argument("store", required=False, envvar="LONGBEARD_STORE")
def migrate(store: str | None) -> None:
    """Bring the schema of a STORE up to date: a data folder, or postgresql://HOST/DATABASE.

    A server does so by itself with its folder, but never with a database, on which others may run.
    """
    from longbeard.store.address import read_address
    from longbeard.terminal.migrate import migrate as bring_up_to_date
    from longbeard.terminal.saves import home

    bring_up_to_date(read_address(store or str(home())))


@longbeard.command()
@click.option(
    "--store",
    required=True,
    metavar="URL",
    envvar="LONGBEARD_STORE",
    help="postgresql://…: that of the servers.",
)
@click.option(
    "--bus", required=True, metavar="URL", envvar="LONGBEARD_BUS", help="redis://…: that of the servers."
)
@click.option("--minds", "count", default=0, type=click.IntRange(0, 256), help="Processes: 0 as many as fit.")
@POLICY
@click.option("--decision-minds", default=0, type=click.IntRange(0, 256), help="Most for a decision: 0 all.")
@click.option(
    "--ponder-seconds", default=0.0, type=click.FloatRange(0, 3600), help="In others' time: 0 none."
)
def minds(
    store: str,
    bus: str,
    count: int,
    policies: tuple[str, ...],
    decision_minds: int,
    ponder_seconds: float,
) -> None:
    """Think for the bots of servers that were started with --minds-elsewhere."""
    from longbeard.table.limits import HouseLimits
    from longbeard.terminal.servers import think

    limits = HouseLimits(decision_minds=decision_minds, ponder_seconds=ponder_seconds)
    think(store, bus, count, policies, limits)


@longbeard.command()
@click.argument("game", type=GAME, required=False)
def learn(game: Any) -> None:
    """Take the tutorial of a game."""
    from longbeard.terminal.learn import learn as teach
    from longbeard.terminal.menu import choose_game

    teach(game or choose_game())


@longbeard.command()
@click.argument("game", type=GAME, required=False)
@click.argument("number", required=False)
def rules(game: Any, number: str | None) -> None:
    """Show the rulebook of a game, or one rule of it by its NUMBER."""
    from longbeard.engine.errors import LongbeardError
    from longbeard.terminal.lines import say
    from longbeard.terminal.menu import choose_game
    from longbeard.terminal.rulebook import rule, show

    game = game or choose_game()
    text = game.text("rulebook.md")
    if number is None:
        show(text)
        return
    found = rule(text, number)
    if not found:
        raise LongbeardError(
            f"{game.plate.title} has no rule {number}: longbeard rules {game.plate.slug} has all"
        )
    say(found)


@longbeard.command()
@click.argument("game", type=GAME, is_eager=True)
@click.option("--paper", default="a4", show_default=True, type=_one_of(Paper))
@click.option("--what", default="all", show_default=True, type=_one_of(What))
@click.option("--cut", default="marks", show_default=True, type=_one_of(Cut), help="Where to cut.")
@click.option(
    "--backs",
    default="duplex",
    show_default=True,
    type=_one_of(Backs),
    help="Behind the fronts, turned over the long edge; or beside them.",
)
@click.option("--ink", default="full", show_default=True, type=_one_of(Ink))
@click.option(
    "--copies", multiple=True, metavar="[KEY=]NUMBER", help="Other copies: of one piece, or of all others."
)
@boxes
@click.option(
    "-o",
    "--output",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The PDF; the game's name, if not given.",
)
def press(game: Any, path: Path | None, **given: Any) -> None:
    """Print a game: its cards, boards and rules as a PDF to cut and play."""
    from longbeard.terminal.extras import need

    for module in ("typst", "markdown_it"):
        need(module, "print")
    from longbeard.terminal.press import print_game

    print_game(game, path or Path(f"{game.plate.slug}.pdf"), **given)


@longbeard.command()
@click.argument("file", type=FILE)
@click.option("--eyes", default="", help="Whose eyes: a seat's number or name, spectator, or all.")
@click.option("--all", "at_once", is_flag=True, help="Tell the whole match at once.")
@click.option("--tui", is_flag=True, help="On the whole screen.")
@boxes
def replay(file: Path, eyes: str, at_once: bool, tui: bool) -> None:
    """Step through a recorded match."""
    from longbeard.terminal.replay import replay as show

    show(file, eyes, at_once, tui and _whole_screen())


@longbeard.command()
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@boxes
def verify(file: Path, as_json: bool) -> None:
    """Replay a record and say what that proves."""
    from longbeard.terminal.verify import verify as prove

    proof = prove(file)
    if as_json:
        say_json(proof)
    else:
        for line in proof["says"]:
            click.echo(line)
    sys.exit(0 if proof["true"] else 1)


@longbeard.command()
@click.argument("game", type=GAME, required=False)
@click.option("--matches", default=1000, show_default=True, help="How many for each number of players.")
@click.option("--seed", default=1, show_default=True, help="Where to start.")
@click.option("--seats", type=int, help="Only this number of players.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def check(game: Any, matches: int, seed: int, seats: int | None, as_json: bool) -> None:
    """Check a game, or all of them, with the conformance suite."""
    from longbeard.terminal.check import check_games

    results = check_games(game, matches, seed, seats, quiet=as_json)
    if as_json:
        say_json(results)
    sys.exit(0 if all(result["passed"] for result in results) else 1)


@longbeard.command()
@click.argument("name")
@click.option("--players", default="2-4", show_default=True, metavar="N or N-M", help="How many can play.")
def new(name: str, players: str) -> None:
    """Write a package with a game that runs, for you to change: NAME is like my-game."""
    from longbeard.terminal.new import new as write

    folder = write(name, players, Path.cwd())
    click.echo(f"{folder.name} is a game now. Next:")
    click.echo(f"  cd {folder.name} && pip install -e .")
    click.echo(f"  longbeard check {name} --matches 100")
    click.echo(f"  longbeard play {name}")


@longbeard.command("compile")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--source",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Longbeard's own source; by default the one that is running.",
)
def compile_(folder: Path, source: Path | None) -> None:
    """Compile the game in FOLDER with Longbeard as one, at the speed of our own rooms, and install both."""
    from longbeard.terminal.compile import compile_game

    compile_game(folder, source)
    click.echo("Done: longbeard check and longbeard bench run it compiled.")


@longbeard.command()
@click.argument("game", type=GAME)
@click.option(
    "--every-ending", is_flag=True, required=True, help="A match for each way to end and number of players."
)
@click.option(
    "--tries",
    default=2000,
    show_default=True,
    type=click.IntRange(1),
    help="Matches for each number of players.",
)
@click.option("--seed", default=1, show_default=True, help="Where to start.")
@click.option(
    "-o",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where to; the room's tests/matches.",
)
def record(game: Any, every_ending: bool, tries: int, seed: int, folder: Path | None) -> None:
    """Find matches for a room's tests, and write them."""
    from longbeard.terminal.record import home_of, write_matches

    written, missing = write_matches(game, folder or home_of(game), tries, seed)
    for path in written:
        click.echo(str(path))
    for name in missing:
        click.echo(f"longbeard: no match ended as {name} in {tries}: try more, or another --seed", err=True)
    sys.exit(1 if missing else 0)


@longbeard.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--seconds", default=3.0, show_default=True, help="How long for each game.")
def bench(as_json: bool, seconds: float) -> None:
    """Measure how fast the games are played at random, on one core."""
    from longbeard.terminal.bench import measure

    results = measure(seconds, print_row=None if as_json else click.echo)
    if as_json:
        say_json(results)


@longbeard.command()
@click.argument("game", type=GAME, is_eager=True)
@click.option("--bots", required=True, help="Who plays: names or programs, greedy,random,./mybot.py …")
@click.option("-n", "matches", default=1000, show_default=True, help="How many matches, in whole deals.")
@click.option("--players", type=int, help="How many seats; the fewest, if not given.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same matches.")
@click.option("--jobs", default=1, show_default=True, help="How many processes play.")
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option(
    "--csv", "table", type=click.Path(path_type=Path, dir_okay=False), help="A file for a row a match."
)
@click.option(
    "--events",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file for every match with its record and all events, a line of JSON each.",
)
@click.option("--ray", default="", metavar="auto|ADDRESS", help="Play on a Ray cluster instead.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--rows", "with_rows", is_flag=True, help="With --json: a row a match, too.")
@boxes
def arena(game: Any, **given: Any) -> None:
    """Let bots play against each other, every deal with each of them in every seat."""
    from longbeard.terminal.extras import need

    need("openskill", "arena")
    from longbeard.terminal.arena import arena as compete

    sys.exit(compete(game, **given))


@longbeard.command()
@click.argument("bot")
@click.option("--game", "games", multiple=True, help="Only this game; not the whole challenge then.")
@click.option("--deals", default=50, show_default=True, help="Deals for each game and opponent.")
@click.option("--jobs", default=1, show_default=True, help="How many processes play.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def challenge(bot: str, games: tuple[str, ...], deals: int, jobs: int, as_json: bool) -> None:
    """Let a bot play fixed deals against fixed opponents: a score that anybody can reproduce."""
    from longbeard.terminal.challenge import challenge as take

    sys.exit(take(bot, games, deals, jobs, as_json))


@longbeard.command()
@click.argument("game", type=GAME, is_eager=True)
@click.option("--count", default=6, show_default=True, type=click.IntRange(1, 1000), help="How many.")
@click.option("--seed", default=1, show_default=True, help="The same seed finds the same puzzles.")
@click.option(
    "-o", "path", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The file to write."
)
def puzzles(game: Any, count: int, seed: int, path: Path) -> None:
    """Find positions of bots' matches where one choice is clearly better, and not the obvious one."""
    from longbeard.terminal.puzzles import make

    make(game, count, seed, path)


@longbeard.group()
def lab() -> None:
    """Ask a game what its numbers do: docs/lab.md."""
    from longbeard.terminal.extras import need

    for module in ("polars", "numpy", "altair", "vl_convert"):
        need(module, "lab")


BOTS = click.option("--bots", default="journeyman", show_default=True, help="Who plays: archmage:2000 …")
SEED = click.option("--seed", default=1, show_default=True, help="The same seed gives the same matches.")
JOBS = click.option("--jobs", default=0, help="How many processes play; 0 as many as there are cores.")
RAY = click.option("--ray", default="", metavar="auto|ADDRESS", help="Play on a Ray cluster instead.")
OPTIONS = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)


@lab.command("run")
@click.argument("game", type=GAME, is_eager=True)
@click.option(
    "--players", metavar="N|N-M", help="How many seats; all numbers that there can be, if not given."
)
@BOTS
@click.option(
    "--matches", default=1000, show_default=True, help="For each number of players, in whole deals."
)
@SEED
@OPTIONS
@JOBS
@RAY
@click.option("--rows-only", is_flag=True, help="Keep matches, seats and counts, but no moves and events.")
@click.option(
    "--looks", type=click.IntRange(0), help="Matches of each number of players to look into by search; 24."
)
@click.option(
    "--skill",
    default=0,
    metavar="MATCHES",
    type=click.IntRange(0),
    help="Also compare thinking budgets with greedy, in so many matches each.",
)
@click.option(
    "--chunk",
    "size",
    default=0,
    type=click.IntRange(0),
    help="Deals that are kept together; 0: as many as the bots play in some seconds.",
)
@boxes
@click.option(
    "-o", "folder", required=True, type=click.Path(path_type=Path, file_okay=False), help="Where it is kept."
)
def lab_run(game: Any, **given: Any) -> None:
    """Play many matches and keep each with its events; a run that was stopped continues where it was."""
    from longbeard.terminal.lab import run

    sys.exit(run(game, **given))


@lab.command("report")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option(
    "-o",
    "output",
    default="balance",
    type=click.Path(path_type=Path),
    help="Name of the files, without .html",
)
@click.option("--matches/--no-matches", default=True, help="Write records of matches worth watching, too.")
def lab_report(folders: tuple[Path, ...], output: Path, matches: bool) -> None:
    """Report on runs: seats, endings, lengths, cards; as one HTML page, as Markdown and as CSV."""
    from longbeard.terminal.lab import report

    report(folders, output, matches)


@lab.command("what-if")
@click.argument("game", type=GAME, is_eager=True)
@click.option(
    "--set", "settings", multiple=True, metavar="PATH=VALUE", help="cards.katana.value=4, stamina=18 …"
)
@click.option("--to", "other", type=FILE, help="Another card file, to be compared with the box.")
@click.option("--players", type=int, help="How many seats; the fewest, if not given.")
@BOTS
@click.option("--matches", default=20000, show_default=True, help="At most so many with each box.")
@SEED
@OPTIONS
@JOBS
@RAY
@click.option(
    "--looks", default=0, type=click.IntRange(0), help="Look into so many matches with each box, by search."
)
@click.option(
    "--skill",
    default=0,
    metavar="MATCHES",
    type=click.IntRange(0),
    help="Also compare thinking budgets with greedy, in so many matches each, with both boxes.",
)
@click.option(
    "-o", "output", type=click.Path(path_type=Path), help="Write it as a page, too: a name without .html"
)
@boxes
def lab_what_if(game: Any, **given: Any) -> None:
    """Play the same deals with the box and with a changed one, until it is known what the change does."""
    from longbeard.terminal.lab import ask_what_if

    sys.exit(ask_what_if(game, **given))


@lab.command("box")
@click.argument("game", type=GAME, is_eager=True)
@click.option(
    "--set", "settings", multiple=True, metavar="PATH=VALUE", help="cards.katana.value=4, stamina=18 …"
)
@click.option(
    "-o", "path", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The file to write."
)
@boxes
def lab_box(game: Any, settings: tuple[str, ...], path: Path) -> None:
    """Copy a game's card file, perhaps with changed numbers, to try with --box."""
    from longbeard.terminal.lab import copy_box

    copy_box(game, settings, path)


@lab.command("tune")
@click.argument("game", type=GAME, is_eager=True)
@click.option(
    "--vary",
    "variations",
    multiple=True,
    required=True,
    metavar="PATH=VALUES",
    help="stamina=16..24, die=[1,2]|[1,3]",
)
@click.option("--want", "wants", multiple=True, required=True, help="'seats within 0.02', 'turns 12-20' …")
@click.option("--players", type=int, help="How many seats; the fewest, if not given.")
@BOTS
@click.option("--matches", default=300, show_default=True, help="Of each candidate in the first round.")
@SEED
@OPTIONS
@JOBS
@RAY
@click.option(
    "-o", "output", type=click.Path(path_type=Path), help="Write it as a page, too: a name without .html"
)
@boxes
def lab_tune(game: Any, **given: Any) -> None:
    """Search the numbers of a box for what is wanted; propose some, with evidence on fresh deals."""
    from longbeard.terminal.tune import tune

    sys.exit(tune(game, **given))


@lab.command("watch")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "-o", "output", default="people", type=click.Path(path_type=Path), help="Name of the files, without .html"
)
def lab_watch(folder: Path, output: Path) -> None:
    """Report on the finished matches in a server's data FOLDER: people beside bots, without names."""
    from longbeard.terminal.watch import watch

    watch(folder, output)


@lab.command("show")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--port", default=8018, show_default=True, type=PORT, help="0: any that is free.")
@click.option("--browser", is_flag=True, help="Open the first one in a browser.")
@boxes
def lab_show(paths: tuple[Path, ...], port: int, browser: bool) -> None:
    """Open records, or folders of them, as replays at a web table of your own."""
    from longbeard.terminal.show import show

    show(paths, port, browser)


def main() -> None:
    """Run the command; every error is a sentence, never a traceback."""
    from longbeard.engine.errors import LongbeardError

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may have letters that this terminal lacks
    try:
        longbeard(standalone_mode=False)
    except LongbeardError as error:
        _stop(str(error))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo()
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the pipe has left
        sys.exit(141)
    except OSError as error:
        _stop(f"{error.strerror or error}: {error.filename}" if error.filename else str(error))


def _stop(message: str) -> None:
    click.echo(f"longbeard: {message}", err=True)
    sys.exit(1)
