"""`longbeard challenge`: a bot against fixed opponents on fixed deals, for a score that others can
reproduce."""

import sys
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import click

from longbeard import __version__
from longbeard import games as games_package
from longbeard.engine.errors import BadOptions
from longbeard.games import room, rooms
from longbeard.lab.arena import Arena, make_plan
from longbeard.lab.bout import Result
from longbeard.lab.crew import processes, stoppable
from longbeard.lab.report import columns
from longbeard.terminal.lines import say

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

EDITION: Final = 1
"""Edition number, increased when deals, opponents or rules change: scores of two cannot be compared."""
SEED: Final = 20261
OPPONENTS: Final = ("random", "greedy", "search:200")
"""All of them count samples or visits, not seconds, so that every machine plays the same matches."""
DEALS: Final = 50
PLACES: Final = 6


def our_games() -> list[str]:
    """List the games that come with Longbeard."""
    return [slug for slug, found in rooms().items() if found.package.startswith(f"{games_package.__name__}.")]


def challenge(bot: str, games: tuple[str, ...], deals: int, jobs: int, as_json: bool) -> int:
    """Play and report; return the exit code."""
    if deals < 1 or jobs < 1:
        raise BadOptions("--deals and --jobs are 1 or more")
    for game in games:
        room(game)  # refuses an unknown one before anybody plays
    rows: list[dict[str, Any]] = []
    played = sha256()
    for game in games or our_games():
        for opponent in OPPONENTS:
            ring = Arena(make_plan(room(game), [bot, opponent], 2 * deals, 2, SEED, {}))
            label = f"{game}, {opponent}"
            with stoppable(), click.progressbar(length=ring.matches, label=label, file=sys.stderr) as bar:
                ring.run(processes(jobs, tries=1), partial(_advance, bar))
            if ring.stopped:
                click.echo(f"longbeard: {ring.stopped}; there is no score", err=True)
                return 130 if ring.stopped == "interrupted" else 1
            results = ring.results()
            for result in results:
                played.update(f"{game} {opponent} {result.winners} {result.scores} {result.moves}\n".encode())
            rows.append(_row(game, opponent, bot, results))
    _report(bot, rows, deals, not games and deals == DEALS, played.hexdigest(), as_json)
    return 0


def _advance(bar: "ProgressBar[int]", _result: Result) -> None:
    bar.update(1)


def _row(game: str, opponent: str, bot: str, results: list[Result]) -> dict[str, Any]:
    shares = [
        _share(result, seat) for result in results for seat in (0, 1) if result.pairing.bots[seat] == bot
    ]
    return {
        "game": game,
        "opponent": opponent,
        "matches": len(results),
        "share": sum(shares, Fraction(0)) / len(shares),
        "forfeits": sum(len(result.forfeits) for result in results),
    }


def _share(result: Result, seat: int) -> Fraction:
    """Return a seat's share of the win, without rounding; if nobody won, all have the same."""
    winners = result.winners or [0, 1]
    return Fraction(int(seat in winners), len(winners))


def _report(
    bot: str, rows: list[dict[str, Any]], deals: int, whole: bool, played: str, as_json: bool
) -> None:
    score = sum((row["share"] for row in rows), Fraction(0)) / len(rows)
    shown = [row | {"share": f"{float(row['share']):.{PLACES}f}"} for row in rows]
    said = {
        "challenge": EDITION,
        "longbeard": __version__,
        "bot": bot,
        "whole": whole,
        "deals": deals,
        "score": f"{float(score):.{PLACES}f}",
        "exactly": str(score),
        "matches": played,
        "rows": shown,
    }
    if as_json:
        from longbeard.terminal.command import say_json

        say_json(said)
        return
    lines = [["game", "against", "matches", "share of the wins", "forfeits"]]
    keys = ("game", "opponent", "matches", "share", "forfeits")
    lines += [[str(row[key]) for key in keys] for row in shown]
    for line in columns(lines):
        say(line)
    say(f"Score of {bot}: {said['score']} (exactly {said['exactly']})")
    say(f"Challenge {EDITION}, Longbeard {__version__}, matches {played}")
    if not whole:
        say("This is not the whole challenge: compare it with nothing but the same command.")
