"""Are the chances of an analysis true? Of positions given 70 %, are 65 to 75 % won?

    python bench/calibration.py [--matches 60] [--whole] [--write] [--seed 2] [--jobs 1] [GAME …]

Bots play matches of every number of players, half of them Journeymen, half of them searching; at a few
moments of each, every seat's chance is found as an analysis finds it (bots/analysis.py), and compared with
what the seat won. `--matches` is for each game, and `--whole` stands for 2,000 in total. `--page` writes
docs/calibration.md. `--samples FILE` keeps what was found, and goes on from it: a run that was stopped, or
one with fewer matches, of the same seed and build.

`--write` fits what the analysis corrects its values with: a monotone curve for each number of players, apart
for the seat that decides and for those who wait, into `chances.json` of each room. Fit with one seed, and
measure with another. It also needs a compiled build, and runs well at `nice -n 19`.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import exp, log, sqrt
from os import devnull
from pathlib import Path

from longbeard.bots import bot
from longbeard.bots.analysis import VISITS, raw_chance
from longbeard.bots.calibration import FILE, calibration_of, kind_of
from longbeard.bots.player import InsidePlayer, thoughts
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import KeyedLuck, QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.games import room, rooms

ROOT = Path(__file__).parent.parent
WHOLE = 2000
MOMENTS = 5
"""Positions of a match that are looked at."""
LEVELS = ("journeyman", "search:400")
BINS = 10
KNOTS = 21
STEPS = 60
"""Of Newton's method; a fit is done in ten."""


@dataclass(frozen=True)
class Sample:
    """A seat at a moment: what the search said, and what it won."""

    match: int
    seats: int
    decides: bool
    raw: float
    won: float


Task = tuple[str, int, int]
"""A match: of which game, with which seed, and its number."""


def samples(task: Task) -> list[Sample]:
    """Play one match, and look at some of its moments."""
    slug, seed, number = task
    found = room(slug)
    fewest, most = found.plate.seats
    seats = fewest + number // len(LEVELS) % (most - fewest + 1)
    match = Match(found, [f"Seat {seat}" for seat in range(seats)], secret=seed_secret(seed * 10**6 + number))
    spec = LEVELS[number % len(LEVELS)]
    players = [InsidePlayer(spec, bot(spec, found.hints)) for seat in range(seats)]
    while not match.over:
        seat = match.to_act
        match.play(seat, players[seat].decide(match, seat, thoughts(match)))
    luck = QuickLuck(seed * 10**6 + number)
    moments = {int(luck.below(len(match.log))) for moment in range(MOMENTS)}
    state, made = match.state_at(0), []
    for move, done in enumerate(match.log):
        if move in moments:
            for seat in range(seats):
                raw = raw_chance(found.hints, state, seat, VISITS, move * seats + seat)
                won = float(share_of_win(match.state, seat))
                made.append(Sample(number, seats, seat == done.seat, raw, won))
        state.resolve(done.action, KeyedLuck(match.secret, move + 1))
    return made


def kept(path: Path | None) -> dict[Task, list[Sample]]:
    """Read what an earlier run found."""
    found: dict[Task, list[Sample]] = {}
    for line in path.read_text("utf-8").splitlines() if path and path.exists() else []:
        slug, seed, number, visits, made = json.loads(line)
        if visits == VISITS:
            found[slug, seed, number] = [Sample(number, *one) for one in made]
    return found


def gather(
    slugs: Sequence[str], matches: int, seed: int, jobs: int, keep: Path | None = None
) -> dict[str, list[Sample]]:
    """Play all matches that were not kept, of all games in turn."""
    done = kept(keep)
    wanted = [(slug, seed, number) for number in range(matches) for slug in slugs]
    tasks = [task for task in wanted if task not in done]
    with ProcessPoolExecutor(jobs) as pool, open(keep or devnull, "a", encoding="utf-8") as file:
        for task, made in zip(tasks, pool.map(samples, tasks, chunksize=8), strict=True):
            done[task] = made
            rows = [(one.seats, one.decides, one.raw, one.won) for one in made]
            print(json.dumps([*task, VISITS, rows]), file=file, flush=True)
    return {slug: [one for task in wanted if task[0] == slug for one in done[task]] for slug in slugs}


# ── the fit ───────────────────────────────────────────────────────────────────────────────────────


def logit(chance: float) -> float:
    """Write a chance as odds, on a scale without ends; 0 and 1 are taken for nearly that."""
    inside = min(0.999, max(0.001, chance))
    return log(inside / (1 - inside))


def logistic(value: float) -> float:
    return 1 / (1 + exp(-value))


def fit(given: Iterable[Sample]) -> list[list[float]]:
    """Fit chance = logistic(a + b logit(raw)) by Newton's method, and write it as a curve of knots.

    One imaginary match for each way of ending keeps b finite where few matches were played.
    """
    points = [(logit(one.raw), one.won) for one in given]
    a, b = 0.0, 1.0
    for step in range(STEPS):
        slope_a = slope_b = aa = ab = bb = 0.0
        for x, won in points:
            p = logistic(a + b * x)
            weight = p * (1 - p)
            slope_a += won - p
            slope_b += (won - p) * x
            aa += weight
            ab += weight * x
            bb += weight * x * x
        # A weak prior at a = 0, b = 1.
        slope_a, slope_b, aa, bb = slope_a - a, slope_b - (b - 1), aa + 1, bb + 1
        det = aa * bb - ab * ab
        move_a, move_b = (bb * slope_a - ab * slope_b) / det, (aa * slope_b - ab * slope_a) / det
        a, b = a + move_a, max(0.05, b + move_b)
        if abs(move_a) + abs(move_b) < 1e-9:
            break
    inner = [place / (KNOTS - 1) for place in range(1, KNOTS - 1)]
    return [[0.0, 0.0], *([x, round(logistic(a + b * logit(x)), 4)] for x in inner), [1.0, 1.0]]


def kinds(made: Iterable[Sample]) -> dict[str, list[Sample]]:
    found: dict[str, list[Sample]] = defaultdict(list)
    for one in made:
        found[kind_of(one.seats, one.decides)].append(one)
    return dict(sorted(found.items()))


def write(slug: str, made: list[Sample], command: str) -> None:
    """Write the fitted curves of a game into its room."""
    package = room(slug).package.rpartition(".")[2]
    curves = {kind: fit(given) for kind, given in kinds(made).items()}
    path = ROOT / "src" / "longbeard" / "games" / package / FILE
    lines = ",\n".join(f'  "{kind}": {json.dumps(curve)}' for kind, curve in curves.items())
    path.write_text(
        f'{{\n "made_by": {json.dumps(command)},\n "knots": {{\n{lines}\n }}\n}}\n', encoding="utf-8"
    )


# ── the check ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Bin:
    """Positions that were given about the same chance."""

    given: float
    won: float
    low: float
    high: float
    count: int


def bins(pairs: Sequence[tuple[int, float, float]]) -> Iterator[Bin]:
    """Compare chances with what was won, ten of a hundred at a time.

    The positions of a match end alike, so the interval is that of as many matches as there are in the bin.
    """
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [one for one in pairs if low <= one[1] < high or (number == BINS - 1 and one[1] == 1.0)]
        if inside:
            yield bin_of(inside)


def bin_of(inside: Sequence[tuple[int, float, float]]) -> Bin:
    """Put positions that were given about the same chance together."""
    won = sum(one[2] for one in inside) / len(inside)
    groups: dict[int, list[float]] = defaultdict(list)
    for match, _chance, share in inside:
        groups[match].append(share - won)
    spread = sqrt(sum(sum(group) ** 2 for group in groups.values())) / len(inside)
    off = 1.96 * max(spread, 0.5 / len(inside))
    return Bin(sum(one[1] for one in inside) / len(inside), won, won - off, won + off, len(inside))


def compared(slug: str, made: list[Sample], raw: bool) -> list[tuple[int, float, float]]:
    """Pair each chance with what was won, beside the number of its match."""
    calibration = calibration_of(room(slug))
    return [
        (one.match, one.raw if raw else calibration.chance(one.raw, one.seats, one.decides), one.won)
        for one in made
    ]


def at_seventy(pairs: Sequence[tuple[int, float, float]]) -> list[str]:
    """Say how many of the positions that were given about 70 % were won."""
    seventy = [one for one in pairs if 0.65 <= one[1] <= 0.75]
    if not seventy:
        return []
    found = bin_of(seventy)
    interval = f"{100 * found.low:.1f}–{100 * found.high:.1f} %"
    return ["", f"Given 65–75 %: {100 * found.won:.1f} % of {found.count} won (95 % interval {interval})."]


def report(slug: str, made: list[Sample], raw: bool) -> list[str]:
    """Show how true the chances of a game are, bin by bin."""
    pairs = compared(slug, made, raw)
    found = list(bins(pairs))
    error = sum(abs(one.given - one.won) * one.count for one in found) / len(pairs)
    brier = sum((chance - won) ** 2 for match, chance, won in pairs) / len(pairs)
    count = len({one.match for one in made})
    lines = [
        f"## {room(slug).plate.title}" + (" (raw)" if raw else ""),
        "",
        f"{count:,} matches, {len(made):,} chances; "
        f"mean error of a bin {100 * error:.1f} points, Brier score {brier:.3f}.",
        "",
        "| given | won | 95 % interval | positions |",
        "|---|---|---|---|",
    ]
    for one in found:
        low, high = max(0.0, one.low), min(1.0, one.high)
        lines.append(
            f"| {one.given:.0%} | {one.won:.1%} | {low:.1%}–{high:.1%} | {one.count} |".replace("%", " %")
        )
    return [*lines, *at_seventy(pairs), ""]


HEAD = """\
# Calibration

What an analysis gives as a chance (bots/analysis.py), beside how often it was won: at moments of bots'
matches with every number of players, from what each seat knew there. These matches were not used for the
fit. Made by `{command}`; the curves that correct the search's values are
`chances.json` of each room, made by `{fitted}`.
"""


def main() -> None:
    """Measure, and say so."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(rooms()))
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--raw", action="store_true", help="show the search's own values, too")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--samples", type=Path, help="keep what was found here, and go on from it")
    asked = parser.parse_args()
    matches = WHOLE // len(asked.games) if asked.whole else asked.matches
    made = gather(asked.games, matches, asked.seed, asked.jobs, asked.samples)
    size = "--whole" if asked.whole else f"--matches {asked.matches}"
    command = f"python bench/calibration.py {size} --seed {asked.seed}"
    lines: list[str] = []
    for slug, given in made.items():
        if asked.write:
            write(slug, given, f"{command} --write")
        if asked.raw:
            print("\n".join(report(slug, given, True)))
        lines += report(slug, given, False)
    all_pairs = [
        (game * matches + match, chance, won)  # a number of its own for every match of every game
        for game, (slug, given) in enumerate(made.items())
        for match, chance, won in compared(slug, given, False)
    ]
    lines += ["## All games together", *at_seventy(all_pairs), ""]
    print("\n".join(lines))
    if asked.page:
        fitted = json.loads(room(asked.games[0]).text(FILE))["made_by"]
        head = HEAD.format(command=f"{command} --page", fitted=fitted)
        (ROOT / "docs" / "calibration.md").write_text(head + "\n" + "\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
