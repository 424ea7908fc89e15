"""An analysis on a page: the curve of chances, turning points, mistakes, luck and choices."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from longbeard.bots.analysis import Analysis, Decision
from longbeard.engine import gate
from longbeard.engine.html import Html, h, seat_name
from longbeard.engine.luck import KeyedLuck, QuickLuck
from longbeard.engine.match import Match
from longbeard.engine.state import State
from longbeard.engine.story import ALL_EYES

TURNS: Final = 5
MISTAKES: Final = 5
"""Number of turning points and of mistakes that are listed."""
KEPT: Final = 64
MINUS: Final = "−"


@dataclass(frozen=True)
class Size:
    """The size of a chart, in units of its drawing."""

    wide: float
    tall: float
    left: float = 30.0
    right: float = 8.0
    top: float = 8.0
    bottom: float = 18.0


SMALL: Final = Size(320, 170)
LARGE: Final = Size(900, 360)


@dataclass(frozen=True)
class Mark:
    """A moment worth a look: where it is, and a sentence about it."""

    move: int
    """The move after which the table is shown."""
    seat: int
    eyes: str
    chance: float
    words: str
    kind: str
    """`turn` or `mistake`."""


@dataclass(frozen=True)
class Reading:
    """An analysis in words, for one viewer."""

    focus: int
    """The seat whose turning points are listed."""
    turns: list[Mark]
    mistakes: list[Mark]


def percent(chance: float) -> str:
    """Write a chance.

    >>> percent(0.625), percent(0.998)
    ('62 %', '99.8 %')
    """
    near_an_end = 0 < chance < 0.01 or 0.99 < chance < 1
    return f"{100 * chance:.1f} %" if near_an_end else f"{100 * chance:.0f} %"


def points(change: float) -> str:
    """Write a change in hundredths of a win, with its sign.

    >>> points(0.12), points(-0.3), points(0.001)
    ('+12', '−30', '0')
    """
    whole = round(100 * change)
    return "0" if whole == 0 else f"+{whole}" if whole > 0 else f"{MINUS}{-whole}"


def reading(match: Match, analysis: Analysis, eyes: int) -> Reading:
    """Put an analysis into words; cached, because people step through a replay one moment at a time."""
    return _reading(match, tuple(match.seats), analysis, eyes)


@lru_cache(KEPT)
def _reading(match: Match, names: tuple[str, ...], analysis: Analysis, eyes: int) -> Reading:
    winners = match.state.winners()
    focus = eyes if eyes >= 0 else winners[0] if winners else 0
    seats = [eyes] if eyes >= 0 else range(len(match.seats))
    costly = [decision for seat in seats for decision in analysis.mistakes(seat, MISTAKES)]
    costly = sorted(sorted(costly, key=lambda one: -one.cost)[:MISTAKES], key=lambda one: one.move)
    through = "all" if eyes == ALL_EYES else str(eyes)
    turns = [
        _turn(match, analysis, move, focus, eyes, through) for move in analysis.turning_points(focus, TURNS)
    ]
    return Reading(focus, turns, list(_mistakes(match, costly, eyes)))


def _turn(match: Match, analysis: Analysis, move: int, focus: int, eyes: int, through: str) -> Mark:
    before, after = analysis.chances[move - 1][focus], analysis.chances[move][focus]
    told = [gate.told(match, move, event, eyes) for event in gate.heard(match.log[move - 1].events, eyes)]
    spoken = [one for one in told if one["words"]]
    said = max(spoken, key=lambda one: one["weight"])["words"] if spoken else ""
    words = f"Move {move}: {percent(before)} → {percent(after)}. {said}"
    return Mark(move, focus, through, after, words.strip(), "turn")


def _mistakes(match: Match, decisions: Iterable[Decision], eyes: int) -> Iterable[Mark]:
    """Yield for each mistake what was chosen, what would have been better, and by how much."""
    state, at = match.state_at(0), 0
    for one in decisions:
        while at < one.move - 1:
            at += 1
            state.resolve(match.log[at - 1].action, KeyedLuck(match.secret, at))
        who = "you chose" if one.seat == eyes else f"{match.seats[one.seat]} chose"
        words = (
            f"Move {one.move}: {who} “{match.room.phrase(state, one.chosen, match.seats)}” "
            f"({percent(one.chance)}). Better: “{match.room.phrase(state, one.best, match.seats)}” "
            f"({percent(one.best_chance)}): worth {round(100 * one.cost)} ± {round(100 * one.margin)} points."
            f"{_why(match, state, one)}"
        )
        yield Mark(one.move - 1, one.seat, str(one.seat), one.best_chance, words, "mistake")


def _why(match: Match, state: State, one: Decision) -> str:
    # Hints are only ever given tables that a seat imagines.
    why = match.room.hints.why(state.imagine(one.seat, QuickLuck(one.move)), one.best)
    return f" {why[:1].upper()}{why[1:].rstrip('.')}." if why else ""


# ── the chart ─────────────────────────────────────────────────────────────────────────────────────


def chart(match: Match, analysis: Analysis, read: Reading, base: str, move: int, size: Size) -> Html:
    """Draw everybody's chances over the match. Each line has its own dashes: never colour alone.

    The lines are decoration; the marks are links that keys can reach, each to its moment.
    """
    moves = len(analysis.chances) - 1
    inner_wide, inner_tall = size.wide - size.left - size.right, size.tall - size.top - size.bottom

    def x(at: float) -> str:
        return f"{size.left + inner_wide * at / max(1, moves):.1f}"

    def y(chance: float) -> str:
        return f"{size.top + inner_tall * (1 - min(1.0, max(0.0, chance))):.1f}"

    grid = [
        h(
            "<line class='grid' x1='{}' x2='{}' y1='{}' y2='{}'/><text class='scale' x='{}' y='{}'>{}</text>",
            *(x(0), x(moves), y(level), y(level)),
            *(f"{size.left - 5:.0f}", f"{float(y(level)) + 4:.1f}", f"{100 * level:.0f}"),
        )
        for level in (0.0, 0.5, 1.0)
    ]
    focus = read.focus
    band = [
        f"{x(at)},{y(row[focus] + side * analysis.margins[at][focus])}"
        for side in (1, -1)
        for at, row in list(enumerate(analysis.chances))[::side]
    ]
    lines = [
        h(
            "<polyline class='line seat-{} dash-{}{}' points='{}'/>",
            *(seat, seat, " focus" if seat == focus else ""),
            " ".join(f"{x(at)},{y(row[seat])}" for at, row in enumerate(analysis.chances)),
        )
        for seat in range(len(match.seats))
    ]
    marks = [_mark(mark, base, x(mark.move), y(mark.chance)) for mark in (*read.turns, *read.mistakes)]
    return h(
        "<svg class='chances' viewBox='0 0 {} {}' role='group' aria-label='Chances of winning, move by move'>"
        "<g aria-hidden='true'>{}<polygon class='band seat-{}' points='{}'/>{}"
        "<line class='now' x1='{}' x2='{}' y1='{}' y2='{}'/>"
        "<text class='scale end' x='{}' y='{}'>move {}</text></g>{}</svg>",
        *(int(size.wide), int(size.tall), grid, focus, " ".join(band), lines),
        *(x(move), x(move), y(1), y(0)),
        *(x(moves), f"{size.tall - 4:.0f}", moves, marks),
    )


def _mark(mark: Mark, base: str, x: str, y: str) -> Html:
    shape = (
        h("<circle cx='{}' cy='{}' r='5'/>", x, y)
        if mark.kind == "turn"
        else h("<path d='M{} {}m0 -6l6 6l-6 6l-6 -6z'/>", x, y)
    )
    return h(
        "<a class='mark {} seat-{}' href='{}' data-morph aria-label='{}'>{}</a>",
        *(mark.kind, mark.seat, _address(mark, base), mark.words, shape),
    )


def _address(mark: Mark, base: str) -> str:
    return f"{base}?eyes={mark.eyes}&move={mark.move}"


def legend(match: Match) -> Html:
    """Draw the legend of the lines."""
    rows = [
        h(
            "<li class='seat-{}'><svg class='swatch' viewBox='0 0 28 8' aria-hidden='true'>"
            "<line class='line seat-{} dash-{}' x1='0' x2='28' y1='4' y2='4'/></svg>{}</li>",
            *(seat, seat, seat, seat_name(seat, name)),
        )
        for seat, name in enumerate(match.seats)
    ]
    return h("<ul class='chances-legend'>{}</ul>", rows)


# ── words and tables ──────────────────────────────────────────────────────────────────────────────


def listed(title: str, marks: list[Mark], base: str, none: str) -> Html:
    """List marks, each a link to its moment."""
    rows = [h("<li><a data-morph href='{}'>{}</a></li>", _address(one, base), one.words) for one in marks]
    body = h("<ol class='mark-list'>{}</ol>", rows) if marks else h("<p>{}</p>", none)
    return h("<h3>{}</h3>{}", title, body)


def shares(match: Match, analysis: Analysis) -> Html:
    """Show luck and choices in a table, a row for every seat."""
    rows = [
        h(
            "<tr><th scope='row'>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            seat_name(seat, name),
            *(points(part) for part in (one.choices, one.deal + one.draws, one.others)),
            *(round(100 * one.fair), round(100 * one.result)),
        )
        for seat, (name, one) in enumerate(zip(match.seats, analysis.shares(), strict=True))
    ]
    return h(
        "<div class='scrolled' tabindex='0' role='region' aria-label='Luck and choices'>"
        "<table class='shares'>"
        "<caption>Luck and choices, in hundredths of a win: a fair share, and what changed it</caption>"
        "<thead><tr><th scope='col'>Seat</th><th scope='col'>Choices</th><th scope='col'>Luck</th>"
        "<th scope='col'>Others</th><th scope='col'>Fair</th><th scope='col'>Result</th></tr></thead>"
        "<tbody>{}</tbody></table></div>",
        rows,
    )


def panel(match: Match, analysis: Analysis, read: Reading, base: str, move: int) -> Html:
    """Show an analysis beside a replay."""
    name = match.seats[read.focus]
    return h(
        "{}{}<p class='chances-note'>The chances that each could know of, as the Archmage sees them. "
        "● what turned the match, ◆ a mistake. <a href='{}/analysis'>All of it as a table</a></p>{}{}{}",
        chart(match, analysis, read, base, move, SMALL),
        legend(match),
        base.removesuffix("/replay"),
        listed(f"What turned it for {name}", read.turns, base, "No single move changed much."),
        listed("What the Archmage would have done", read.mistakes, base, "Nothing that is clearly better."),
        shares(match, analysis),
    )


def every_chance(match: Match, analysis: Analysis, base: str) -> Html:
    """Show all chances in a table, with the same data as the chart."""
    decided = {decision.move: decision for decision in analysis.decisions}
    head = [h("<th scope='col'>{}</th>", seat_name(seat, name)) for seat, name in enumerate(match.seats)]
    rows = [
        h(
            "<tr><th scope='row'><a href='{}?eyes=all&move={}'>{}</a></th><td>{}</td>{}<td>{}</td></tr>",
            *(base, move, "Deal" if move == 0 else str(move)),
            match.seats[match.log[move - 1].seat] if move else "",
            [h("<td>{} <small>± {}</small></td>", percent(one), round(100 * off)) for one, off in
             zip(row, analysis.margins[move], strict=True)],
            points(-decided[move].cost) if move and decided[move].cost else "",
        )
        for move, row in enumerate(analysis.chances)
    ]  # fmt: skip
    return h(
        "<div class='scrolled' tabindex='0' role='region' aria-label='Every chance'>"
        "<table class='every-chance'><caption>Chances after every move, from what each seat could know; "
        "and what the choice gave away</caption>"
        "<thead><tr><th scope='col'>Move</th>"
        "<th scope='col'>By</th>{}<th scope='col'>Choice</th></tr></thead>"
        "<tbody>{}</tbody></table></div>",
        *(head, rows),
    )
