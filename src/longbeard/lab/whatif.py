"""What a change of the box does: the same deals and the same bots with both boxes, deal by deal."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from math import sqrt
from typing import Any, Final

import polars as pl

from longbeard.engine.errors import BadOptions
from longbeard.games import room as room_of
from longbeard.lab.crew import Crew, uninterrupted
from longbeard.lab.figures import Estimate, Row, Table, margins
from longbeard.lab.page import Report, Section
from longbeard.lab.plan import Plan
from longbeard.lab.program import counters_of
from longbeard.lab.run import Files, chunk_task
from longbeard.lab.sequence import ALPHA, FEWEST, half_width

LONGEST: Final = "the longest wait between two turns, in decisions"
RELATIVE: Final = ("decisions a match", "turns a match", "decisions of others between two turns",
                   LONGEST, "choices a decision")  # fmt: skip
"""Figures of which a share of themselves matters; of all others it is a share of one."""
MATTERS: Final = 0.02
"""Smaller differences are none that matter: a fiftieth of a fair share, of all matches, of a length."""


TOLD: Final = 5
"""Most figures that the sentence names; the tables have all."""
TOLD_THINGS: Final = 2
"""Most cards that the sentence names; the tables have all."""
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def changed(text: str, settings: tuple[str, ...]) -> str:
    """Change numbers of a card file: `die=[1,1,2,2,3,3]`, or `cards.katana.value=4` for the row of that slug.

    The file keeps its layout and its comments; only the value is written anew. A row gets a
    key that only other rows have; whether it may, the box says.

    >>> changed('stamina = 20  # C2', ("stamina=18",))
    'stamina = 18  # C2'
    >>> changed('cards = [\\n { slug = "katana", value = 3, icon = "x" },\\n]', ("cards.katana.value=4",))
    'cards = [\\n { slug = "katana", value = 4, icon = "x" },\\n]'
    >>> changed('cards = [\\n { slug = "a", x = 1, y = 2 },\\n { slug = "b", x = 1 },\\n]', ("cards.b.y=3",))
    'cards = [\\n { slug = "a", x = 1, y = 2 },\\n { slug = "b", x = 1, y = 3 },\\n]'
    """
    for setting in settings:
        path, separator, value = setting.partition("=")
        if not separator:
            raise BadOptions(f"--set is PATH=VALUE, not {setting!r}")
        text = _changed(text, path.strip().split("."), value.strip())
    return text


def _changed(text: str, path: list[str], value: str) -> str:
    key = path[-1]
    slug = path[-2] if len(path) > 1 else ""
    lines = text.split("\n")
    inside = not slug
    row = -1
    for number, line in enumerate(lines):
        bare = line.strip()
        if slug and bare.startswith("["):
            inside = bare.strip("[]").split(".")[-1] == slug
        here = inside or (slug and f'slug = "{slug}"' in line)
        if slug and f'slug = "{slug}"' in line and not bare.startswith("{"):
            inside = True  # a table of its own: the keys follow
        if not here:
            continue
        if bare.startswith("{") and f'slug = "{slug}"' in line:
            row = number
        found = _value_at(line, key, in_row=bare.startswith("{"))
        if found:
            start, end = found
            lines[number] = f"{line[:start]}{value}{line[end:]}"
            return _joined(lines, path, value)
    rows = [line for line in lines if line.strip().startswith("{")]
    if row < 0 or not any(_value_at(line, key, in_row=True) for line in rows):
        raise BadOptions(f"the card file has no {'.'.join(path)}")
    before, brace, after = lines[row].rpartition(" }")
    lines[row] = f"{before}, {key} = {value}{brace}{after}"
    return _joined(lines, path, value)


def _joined(lines: list[str], path: list[str], value: str) -> str:
    """Join the lines of a card file; BadOptions, if the new value is none."""
    result = "\n".join(lines)
    try:
        tomllib.loads(result)
    except tomllib.TOMLDecodeError as error:
        raise BadOptions(f"{'.'.join(path)}={value}: {error}") from error
    return result


def _value_at(line: str, key: str, in_row: bool) -> tuple[int, int] | None:
    """Find where the value of a key stands in a line."""
    marks = (f"{{ {key} = ", f", {key} = ") if in_row else (f"{key} = ",)
    for mark in marks:
        at = line.find(mark)
        if at < 0 or (not in_row and line[:at].strip()):
            continue
        start = at + len(mark)
        depth, quoted = 0, False
        for place in range(start, len(line)):
            letter = line[place]
            quoted ^= letter == '"'
            if quoted:
                continue
            depth += letter in "[{"
            if depth == 0 and (letter in ",}#" or (letter == " " and not in_row)):
                return start, len(line[:place].rstrip())
            depth -= letter in "]}"
        return start, len(line.rstrip())
    return None


@dataclass(frozen=True)
class Difference:
    """One figure with both boxes."""

    name: str
    before: float
    after: float
    half: float
    """Of the difference, at any time (lab/sequence.py), for all figures together."""
    matters: float

    @property
    def change(self) -> float:
        return self.after - self.before

    @property
    def difference(self) -> Estimate:
        return Estimate(self.change, self.half)

    @property
    def moved(self) -> bool:
        return abs(self.change) > self.half

    @property
    def known(self) -> bool:
        """Whether it is known to move, or known to move by less than matters."""
        return self.moved or abs(self.change) + self.half <= self.matters

    @property
    def verdict(self) -> str:
        return "moved" if self.moved else "no change that matters" if self.known else "not known yet"


@dataclass(frozen=True)
class Answer:
    """What is known after so many deals."""

    deals: int
    differences: list[Difference]
    things: list[Difference] = field(default_factory=list)
    """Every card and so on at every stage, in seats of a match at which it happened. They stop nothing."""
    deeper: list[Difference] = field(default_factory=list)
    """Leads, choices and skill, from a number of matches that was fixed before (lab/depth.py)."""

    @property
    def known(self) -> bool:
        return self.deals >= FEWEST and all(one.known for one in self.differences)

    def sentence(self) -> str:
        """Say it in a sentence."""
        figures = sorted((one for one in (*self.differences, *self.deeper) if one.moved), key=_rank)
        moved = [_told(one) for one in figures[:TOLD]]
        moved += _more(len(figures) - TOLD, "figure")
        things = [one for one in self.things if one.moved]
        things.sort(key=lambda one: -abs(one.change) / one.half if one.half else 0.0)
        moved += [_told_of(one) for one in things[:TOLD_THINGS]]
        moved += _more(len(things) - TOLD_THINGS, "card or stage", "cards and stages")
        unknown = sum(not one.known for one in self.differences)
        rest = "nothing else moved that we could tell" if moved else "nothing moved that we could tell"
        doubt = f", though {unknown} figures are not known well enough yet" if unknown else ""
        said = "; ".join([*moved, rest]) + doubt
        return f"{said[0].upper()}{said[1:]} ({self.deals:,} deals, each with both boxes)."

    def report(self, title: str, facts: list[str]) -> Report:
        """Make a report of it, with the sentence at its top."""
        columns = ("what", "before", "after", "difference", "verdict")
        main, deeper, things = (
            [(one.name, round(one.before, 4), round(one.after, 4), one.difference, one.verdict)
             for one in some]
            for some in (self.differences, self.deeper,
                         [one for one in self.things if one.before or one.after])
        )  # fmt: skip
        about = "± holds for all rows together and at every moment of the comparison, with 95 %."
        tables = [Table("figures", "Figures", about, columns, _rows(main))]
        if deeper:
            about = (
                "From a number of matches that was fixed before, each with both boxes; ± holds for all rows "
                "of this table together, with 95 %."
            )
            tables.append(Table("deeper", "Leads, choices and skill", about, columns, _rows(deeper)))
        if things:
            about = "Seats of a match at which it happened; the same kind of ±, for all rows of this table."
            tables.append(Table("things", "Cards and other things", about, columns, _rows(things)))
        return Report(title, self.sentence(), facts, [Section(f"{self.deals:,} deals", tables)])


def _rows(rows: list[tuple[str, float, float, Estimate, str]]) -> list[Row]:
    return list(rows)


def _rank(one: Difference) -> tuple[int, float]:
    """Order figures for the sentence: seats, how long it takes, shared wins, then the surest first."""
    first = ("turns a match", "shared wins")
    place = first.index(one.name) + 1 if one.name in first else 0 if one.name.startswith("seat ") else 3
    return place, -abs(one.change) / one.half if one.half else 0.0


def _more(count: int, one: str, many: str = "") -> list[str]:
    return [f"{count} more {one if count == 1 else many or f'{one}s'} moved"] if count > 0 else []


def _told(one: Difference) -> str:
    size = f"{abs(one.change):.2g} ± {one.half:.2g}"
    if one.name.startswith("seat "):
        ordinal = ORDINALS[int(one.name.split()[1]) - 1]
        return f"the {ordinal} seat {'gains' if one.change > 0 else 'loses'} {size} of its fair share"
    if one.name.endswith(" a match"):
        return f"matches become {size} {one.name.split()[0]} {'longer' if one.change > 0 else 'shorter'}"
    return f"{one.name}: {size} {'more' if one.change > 0 else 'less'} ({one.before:.3g} → {one.after:.3g})"


def _told_of(one: Difference) -> str:
    word = "more" if one.change > 0 else "fewer"
    return f"{one.name} in {abs(one.change):.2g} ± {one.half:.2g} {word} seats of a match"


def measures(files: Files, players: int, each: int, scored: bool, endings: tuple[str, ...]) -> pl.DataFrame:
    """Return the figures of every deal of a chunk."""
    matches, seats = (pl.read_parquet(BytesIO(files[f"{name}.parquet"])) for name in ("matches", "seats"))
    deal = (pl.col("match") // each).alias("deal")
    turns = (pl.col("turns") - 1).clip(0).sum().clip(1)
    wide = seats.group_by(deal, maintain_order=True).agg(
        *((pl.col("share").filter(pl.col("seat") == seat).mean() * players).alias(f"seat {seat + 1}")
          for seat in range(players)),
        (pl.col("forced").sum() / pl.col("decisions").sum()).alias("decisions with one choice only"),
        (pl.col("choices").sum() / pl.col("decisions").sum()).alias("choices a decision"),
        (pl.col("waited").sum() / turns).alias("decisions of others between two turns"),
        (pl.col("out") >= 0).mean().alias("seats that are out before the end"),
        pl.col("longest_wait").max().cast(pl.Float64).alias(LONGEST),
    )  # fmt: skip
    ways = [((pl.col("ending") == number).mean()).alias(f"matches that end by {name}")
            for number, name in enumerate(endings)] if len(endings) > 1 else []  # fmt: skip
    rest = matches.group_by(deal, maintain_order=True).agg(
        pl.col("moves").mean().alias("decisions a match"),
        pl.col("turns").mean().alias("turns a match"),
        (pl.col("winners") > 1).mean().alias("shared wins"),
        (pl.col("winners") == 0).mean().alias("matches that nobody wins"),
        *ways,
    )
    wide = wide.join(rest, on="deal")
    if scored:
        apart = (
            margins(seats)
            .group_by(deal, maintain_order=True)
            .agg(
                pl.col("margin").mean().alias("points between first and second"),
                (pl.col("margin") <= 1).mean().alias("matches won by 1 or less"),
            )
        )
        wide = wide.join(apart, on="deal")
    return wide.sort("deal")


class Comparison:
    """Both boxes' figures so far, deal by deal; it can be asked after every chunk."""

    def __init__(self, plan: Plan, other: Plan) -> None:
        self.series = plan.series[0]
        room = room_of(plan.game)
        self.plate = room.plate
        self.names = [
            [f"{one.name} ({one.things}) {one.stage}" for one in counters_of(room, side.open_box())]
            for side in (plan, other)
        ]
        self.tables: tuple[list[pl.DataFrame], list[pl.DataFrame]] = ([], [])
        self.counts: list[pl.DataFrame] = []
        self.sums: dict[str, list[float]] = {}
        """For every thing: the sums of before, after, and the squares of their differences."""

    def add(self, before: Files, after: Files) -> None:
        """Take a chunk, played with both boxes."""
        for side, files in enumerate((before, after)):
            self.tables[side].append(
                measures(files, self.series.players, self.series.each, self.plate.scored, self.plate.endings)
            )
        both = [self._counted(files, names) for files, names in zip((before, after), self.names, strict=True)]
        joined = both[0].join(both[1], on=("deal", "name"), how="full", coalesce=True).fill_null(0.0)
        joined = joined.group_by("name", maintain_order=True).agg(
            pl.col("n").sum().alias("one"),
            pl.col("n_right").sum().alias("other"),
            ((pl.col("n") - pl.col("n_right")) ** 2).sum().alias("squares"),
        )
        for name, *sums in joined.sort("name").iter_rows():
            known = self.sums.setdefault(name, [0.0, 0.0, 0.0])
            self.sums[name] = [one + more for one, more in zip(known, sums, strict=True)]

    def _counted(self, files: Files, names: list[str]) -> pl.DataFrame:
        """Return the seats of a match at which each thing happened, on average for every deal."""
        counts = pl.read_parquet(BytesIO(files["counts.parquet"])).filter(pl.col("seat") >= 0)
        named = pl.DataFrame(
            {"counter": range(len(names)), "name": names}, {"counter": pl.Int32, "name": pl.String}
        )
        return (
            counts.join(named, on="counter")
            .group_by((pl.col("match") // self.series.each).alias("deal"), "name")
            .agg(n=pl.len() / self.series.each)
        )

    def answer(self) -> Answer:
        """Say what is known so far."""
        before, after = (pl.concat(tables) for tables in self.tables)
        names = [name for name in before.columns if name != "deal"]
        found = []
        for name in names:
            apart = (after[name] - before[name]).to_list()
            half = half_width(len(apart), _deviation(apart), ALPHA / len(names))
            one, other = (_mean(table[name].to_list()) for table in (before, after))
            matters = MATTERS * (one if name in RELATIVE else 1.0)
            found.append(Difference(name, one, other, half, matters))
        return Answer(len(before), found, self._things(len(before)))

    def _things(self, deals: int) -> list[Difference]:
        found = []
        for name in sorted(self.sums):
            one, other, squares = (total / deals for total in self.sums[name])
            deviation = sqrt(max(0.0, squares - (other - one) ** 2))
            half = half_width(deals, deviation, ALPHA / len(self.sums))
            found.append(Difference(name, one, other, half, MATTERS))
        return found


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _deviation(values: list[float]) -> float:
    middle = _mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1))


def what_if(
    plan: Plan, other: Plan, crew: Crew, progress: Callable[[Answer], Any] = lambda answer: None
) -> Answer:
    """Play chunk after chunk with both boxes until the answer is known or the plan is done.

    Chunks are judged in their order, whoever finished first, so that the answer depends on no machine.
    """
    tasks = [chunk_task(which, chunk) for chunk in range(plan.chunks) for which in (plan, other)]
    waiting: dict[int, Files] = {}
    comparison = Comparison(plan, other)
    answer = Answer(0, [])
    judged = 0
    playing = crew(tasks)
    try:
        for place, files in playing:
            waiting[place] = files
            while {2 * judged, 2 * judged + 1} <= waiting.keys():
                with uninterrupted():
                    comparison.add(waiting.pop(2 * judged), waiting.pop(2 * judged + 1))
                    judged += 1
                    answer = comparison.answer()
                    progress(answer)
                if answer.known:
                    return answer
    finally:
        playing.close()
    return answer
